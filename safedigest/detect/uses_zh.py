"""Codes known in Chinese by what is done with them, as ``uses`` knows them in English.

``车机显示 870223`` where a pairing is spoken of, ``把 230891 输进去``, ``短信刚来，280204``, ``1288——家里大门``; and a
clause that is nothing but a value behind one that names a password or a code (``密码么……，x，你懂的``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate, candidate
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, EVERYDAY_NUMBERS, MASKED, MIXED, is_service
from safedigest.detect.lexicon import lexicon
from safedigest.detect.outline import Sign
from safedigest.detect.scene import Scene
from safedigest.detect.topics import is_notorious, is_product
from safedigest.detect.words import is_compound_pinyin
from safedigest.model import Kind

_MOST: Final = 200
_SHORT: Final = 90
_COST: Final = 24
_CODE_SIGN: Final = int(Sign.CODE)
_EDGE: Final = r"(?<![0-9A-Za-z.,:/$€£¥#+_@-])(?<![0-9] )"
_END: Final = r"(?![0-9A-Za-z%/_@]|[.:]\d| \d|[-~～至到] ?[0-9A-Za-z])"
_SIGNS: Final = r"(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,10}"
_DIGITS: Final = rf"{_EDGE}(?P<value>\d{{3}} \d{{3}}|\d{{4}}|\d{{6}}|\d{{8}}){_END}"
_SIX: Final = rf"{_EDGE}(?P<value>(?!\d{{4}}00)\d{{6}}){_END}"
_CODE: Final = rf"{_EDGE}(?P<value>\d{{3}} \d{{3}}|\d{{4,8}}|{_SIGNS}){_END}"
_PRINTED: Final = rf"{_EDGE}(?P<value>{_SIGNS}){_END}"
_WORD: Final = r"(?<![!#-&(-~])(?P<value>[A-Za-z][!#-&(-~]{5,40}+)"
_DOOR: Final = (
    r"(?:大门|前门|后门|侧门|铁门|院门|房门|家门|单元门|楼下门|楼道门|入户门|防盗门|卷帘门|门禁|门锁|密码锁|指纹锁|车库|道闸"
    r"|保险[柜箱]|[夾夹]万|储物柜|更衣柜|健身房的?柜|鞋柜|快递柜|行李箱|抽屉|信箱|钥匙盒|锁屏|平板|仓库|库房|机房|地下室|地库|阳台门|车锁|单车锁)"
)
_SCREEN: Final = (
    r"(?:车机|屏幕|屏上|屏里|电视|中控|投影仪?|机顶盒|音[响箱]|手表|手环|打印机|电脑|设备|手机|平板|[Aa][Pp][Pp]|客户端|[Uu]盾"
    r"|小程序|面板|仪表|显示器|令牌|对方|那边|客服|店家|师傅|说明书|小票|贴纸|标签|底座|机身|耳机|门锁|摄像头|网关|手柄)"
)
_VERIFIED: Final = (
    r"(?:验证|校验|短信|简讯|动态码|六位码|四位码|6位码|4位码|登录|登陆|两步|二步|双重|收货|核销|取件|认证|配对|蓝牙|绑定|投屏|配网|激活"
    r"|令牌|[要问报输]码|问我要|要我报|让我报|要个?数字)"
)
_FRAMES: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (  # 蓝牙配对问我要码，车机显示 870223; 令牌上这会儿显示 330306
        lazy.pattern(
            rf"(?:{_VERIFIED}[^\n]{{0,30}}?{_SCREEN}|令牌(?![桶环]))[^\n，,。0-9]{{0,8}}?(?:显示|弹出?|跳出?|出来|出现|写着?|印着?|给"
            rf"|说|报|念)的?(?:数字|码|号)?(?:是|为)?[:\s]{{0,2}}{_CODE}"
        ),
        ("显示", "弹", "跳", "出", "写", "印", "给", "说", "报", "念"),
    ),
    (  # 短信刚来，280204; 让我报校验数字，我报了 661677
        lazy.pattern(
            rf"{_VERIFIED}[^\n]{{0,24}}?(?:刚来|来了|来啦|刚到|到了|到啦|收到了?|发来了?|报了|报的是?|看到的?是|说的?是|念的是|给的是"
            rf"|数字是|显示的?是?|填的?是|原来是|现在是|这次是)[，,:\s]{{0,2}}{_DIGITS}"
        ),
        ("来", "到", "报", "是", "显示"),
    ),
    (  # 还有行程验证 3761
        lazy.pattern(
            rf"(?:验证|校验|核验|核销|确认收货|核对)[:\s]?{_DIGITS}(?=[，,。！!？?\s吧哦啊了呀哈]|\Z)"
        ),
        ("验", "核", "确认"),
    ),
    (  # 把 230891 输进去
        lazy.pattern(
            rf"[把将拿]\s?{_DIGITS}\s?(?:给我|帮我)?(?:(?:输|填|敲|键|按|摁)(?:进去?|上去?|入|到|一下|在|了)|打(?:进去|上去|入))"
            r"(?![^\n]{0,12}(?:表|单元格|报价|金额|预算|栏|发票|申请))"
        ),
        ("把", "将", "拿"),
    ),
    (  # 个夹万左转右转之后入 258619
        lazy.pattern(
            rf"(?:{_DOOR}|柜员机|提款机|取款机|[Aa][Tt][Mm])[^\n0-9]{{0,16}}?(?:入|撳|揿|按|摁|输入?|打|拨|扭|转到|用|是|得)"
            rf"[:\s]?{_DIGITS}"
        ),
        ("入", "撳", "揿", "按", "摁", "输", "打", "拨", "扭", "转", "用", "是", "得"),
    ),
    (  # 860575——家里大门
        lazy.pattern(
            rf"{_DIGITS}\s?[，,—–:=（(-]{{1,2}}\s?(?:就?是|开)?[^，,。\n0-9A-Za-z]{{0,5}}?{_DOOR}(?:的|用的"
            rf"|那个)?(?=[，,。！!？?)）\n]|\Z)"
        ),
        ("，", ",", "—", "-", ":", "(", "（", "=", "–"),
    ),
    (  # 128440，支付的; 翼支付要的是 910942
        lazy.pattern(
            rf"{_SIX}\s?[，,—–-]{{1,2}}\s?(?:就?是)?(?:支付|付款|取款|取钱|网银|银行卡|手机银行|开机|转账)(?:的|用的|要的)(?=[，,。！!？?\n]|\Z)"
        ),
        ("支付", "付款", "取", "网银", "银行", "开机", "转账"),
    ),
    (
        lazy.pattern(
            rf"(?:支付宝?|付款|网银|手机银行|取款|取钱|银行卡|社保卡|公积金|饭卡|一卡通)[^\n0-9]{{0,4}}?(?:要|用|输|填|设|认)的是\s?{_SIX}"
        ),
        ("的是",),
    ),
    (  # 登机箱锁调的 496
        lazy.pattern(
            r"(?:(?:行李|登机|拉杆|密码|旅行|手提)箱|(?:单车|自行车|电动车|挂|箱|柜|抽屉|日记本?|链条)锁)[^，,。\n0-9]{0,6}?(?:锁|调的?|拨到?|是|设的?|密码)"
            r"\s?(?P<value>(?<![0-9])\d{3})(?![0-9A-Za-z.%]|\s?(?:[升寸元块个号]|kg|KG))(?=[，,。！!？?\n了吧啊]|\Z)"
        ),
        ("箱", "锁"),
    ),
    (  # 弹框里填 513020; 把 407755 发给好友辅助验证
        lazy.pattern(
            rf"(?:弹[窗框]|主持人(?:密钥|码)|医保卡?查询|社保卡?查询|公积金查询)[^\n0-9]{{0,6}}?[填输是:\s]?\s?{_SIX}"
        ),
        ("弹", "主持人", "查询"),
    ),
    (
        lazy.pattern(
            rf"[把将]\s?{_DIGITS}\s?(?:发给?|转给?|告诉|回给?|报给?)[^\n，,。]{{0,8}}(?:验证|校验|核验|认证)"
        ),
        ("验", "认证"),
    ),
    (  # the word is one of many that end in 码
        lazy.pattern(
            rf"(?:[上登进租]号码|(?<![号尺条页数编品货型源乱邮批代])(?<!错误)(?<!故障)(?<!商品)(?<!产品)(?<!优惠)(?<!折扣)(?<!股票)(?<!国家)(?<!机构)码"
            rf"|上号码|令牌|设置代码|配对代码|连接代码)[:：\s]{{0,2}}(?:是|为|就是)?\s?{_PRINTED}"
        ),
        ("码", "令牌", "代码"),
    ),
    (
        lazy.pattern(
            rf"(?:(?:设置|配对|连接|绑定|激活|解锁|家长|访客|应急|临时|紧急|救援|挂失|解绑|授权)代码"
            rf"|(?:访客|上号|应急|挂失|救援|紧急|进场|离场|出闸|复位|退房|入住)码)[:\s]{{0,2}}(?:是|为|就是)?\s?{_DIGITS}"
        ),
        ("代码", "数字", "码"),
    ),
    (  # yanzhengma 870327, qujian ma 7401
        lazy.pattern(
            r"(?i:(?<![a-z])(?:yan ?zheng|qu ?jian|qu ?hao|qu ?huo|ti ?qu|kai ?men|dong ?tai|ji ?huo"
            r"|yao ?qing|dui ?huan|he ?xiao"
            r"|fang ?ke|jie ?suo|zhi ?fu|kai ?suo|deng ?lu|jiao ?yan|que ?ren|men ?jin|pei ?dui) ?ma(?![a-z])"
            rf"(?: shi| jiu ?shi)?)[ :=,]{{1,3}}{_CODE}"
        ),
        ("ma",),
    ),
    (  # sim 卡的 PUK64671369
        lazy.pattern(
            r"(?<![A-Za-z])(?i:puk[12]?|pin[12]?)[:：\s]?(?:码|是|为)*\s?(?P<value>\d{8}|(?<=[Kk])\d{8})(?![0-9A-Za-z])"
        ),
        ("puk", "pin"),
    ),
    (  # 密码锁拨轮，从左往右 1 2 6 6
        lazy.pattern(
            r"(?:锁|拨轮|转盘|密码|滚轮|箱子?|柜子?"
            r"|[夾夹]万)[^\n0-9]{0,16}(?P<value>(?<![0-9])\d(?:[ -]\d){3,5})(?![ -]?[0-9A-Za-z])"
            r"(?!\s?[个层号排行楼栋格])"
        ),
        ("锁", "轮", "转盘", "密码", "箱", "柜", "万"),
    ),
    (  # the key of a network is digits, too
        lazy.pattern(
            r"(?i:(?:wi-?fi|ssid|wlan|无线|热点)[^\n]{0,60}?(?:key|密钥)\s?(?:是|为|:|="
            r"|is)\s?)(?P<value>\d{8,12})(?![0-9A-Za-z])"
        ),
        ("key", "密钥"),
    ),
    (  # recovery of a disk, a voucher: groups
        lazy.pattern(
            r"(?i:(?:恢复|复原|保险箱|filevault|recovery|礼品卡?|充值卡?|兑换|voucher|gift ?card|redeem|卡密|点卡)"
            r"[^\n]{0,30}?)"
            r"(?<![0-9A-Za-z-])(?P<value>(?=[A-Z-]*\d)(?=[\d-]*[A-Z])(?:[A-Z0-9]{4,6}-){2,6}[A-Z0-9]{4,6}"
            r"|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{16})"
            r"(?![0-9A-Za-z-])"
        ),
        (
            "恢复",
            "复原",
            "保险箱",
            "vault",
            "recovery",
            "礼品",
            "充值",
            "兑换",
            "voucher",
            "gift",
            "redeem",
            "卡密",
            "点卡",
        ),
    ),
)
_WORDS_ZH: Final = (
    (  # 进去填 x
        lazy.pattern(
            rf"(?:进去|进后台|后台|登录页|管理页面?|弹窗|提示框?|框里?|登录|登陆|解压|打开)[，,]?(?:的时候|以后|之后|时)?[^\n，,。!-~]{{0,6}}?"
            rf"(?:填|输|敲|写|打|入)(?:上|入|的)?(?:是)?\s?{_WORD}"
        ),
        ("填", "输", "敲", "写", "打", "入"),
    ),
    (  # “x”这个登录密码; x 这个口令
        lazy.pattern(
            rf"{_WORD}[\"'”」』]?\s?(?:这个|这串|这条|那个|那串)[^\n，,。!-~]{{0,6}}?(?:密码|口令|pin|PIN|暗码)"
        ),
        ("密码", "口令", "pin", "暗码"),
    ),
    (  # 用 admin+x
        lazy.pattern(
            r"(?<![0-9A-Za-z])(?:admin|root|administrator|guest|user)\s?\+\s?(?P<value>[A-Za-z][!-~]{5,40}+)"
        ),
        ("+",),
    ),
)
_NAMES: Final = lazy.pattern(
    r"密码|口令|暗码|(?<![a-z])(?:pin|password|passcode|passwd|pwd|puk)(?![a-z])|验证码|校验码|[访取提激授开解锁登动客机急][客件货取活权门锁录态房机]码"
)
_LONE: Final = lazy.pattern(
    r"(?<=[，,。；;！!—\n-])\s?(?:就?是|原来是|现在是|应该是|改成了?|换成了?|好像是)?\s?[\"“]?"
    r"(?P<value>(?<![0-9A-Za-z.])(?:\d{4,8}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{6,10}"
    r"|[a-z]{6,16}\d{2,6}))[\"”]?\s?(?=[，,。；;！!—\n]|--|\Z)"
)
_TOLD: Final = lazy.pattern(
    r"错误|报错|失败|异常|error|fail|[多哪]少|工单|端口|订单|编号|版本|长度|至少|策略|规则|客服|热线|拨打|致电|分机|电话|手机号|账号是|用户名|工号|学号"
)
_BEFORE: Final = lazy.pattern(
    r"(?:费用?|价格?|余额|金额|积分|流量|里程|电量|工资|销量|人数|订单号?|单号|编号|尾号|工号|学号|房号|错误|故障|报错|热线|电话|分数|版本|型号"
    r"|频道|端口|限额|额度|预算|票价|总共|一共|大概|大约|约|楼|座|第|数量|件数|播放|点赞|阅读|粉丝|步数|延迟|温度|转速|电表|水表)(?:是|为|了|有)?\s?\Z"
)
_OPENERS: Final = lazy.pattern(  # though ``号码`` and ``代码`` mostly open nothing
    r"(?:[上登进租]号码|(?:设置|配对|连接|绑定|激活|解锁|家长|访客|应急|临时|紧急|救援|挂失|解绑|授权)代码)\W{0,2}(?:是|为|就是)?\s?\Z"
)
_YEAR: Final = lazy.pattern(r"(?:19|20)\d\d\Z")
_ROUND: Final = lazy.pattern(r"\d\d00\Z|\d+000\Z")
_FAULT: Final = lazy.pattern(r"错误|故障|报错|异常|error|失败|优惠|折扣|\d ?元|\d ?万|块钱|￥|¥")
_PINYIN_NUMBER: Final = lazy.pattern(r"(?P<name>[A-Za-z]{6,16})[_@#.-]?\d{2,6}[!@#$%&*]?\Z")


class UseInChineseDetector:
    """Finds such values."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values whose use is said."""
        text, outline = scan.shadow.text, scan.shadow.outline
        if len(text) > _MOST or not outline.threes:
            return
        scan.budget.spend(_COST * len(text))
        scene = Scene(text, scan.shadow.lower, lexicon())
        if not _FAULT.search(scene.lower):
            for pattern, signs in _FRAMES:
                if any(map(scene.lower.__contains__, signs)):
                    yield from (Span(*at, "use-said", Kind.PIN) for at in _codes(scene, pattern))
        for pattern, signs in _WORDS_ZH if outline.signs & _CODE_SIGN else ():
            if any(map(scene.lower.__contains__, signs)):
                yield from (Span(*at, "use-said", Kind.PASSWORD) for at in _words(scene, pattern))
        yield from (Span(*at, "clause-alone", Kind.PASSWORD) for at in _alone(scene))


def _codes(scene: Scene, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in pattern.finditer(scene.text):
        start, end = found.span("value")
        if _is_code(scene, start, end) and not _opens_nothing(scene, start):
            yield start, end


def _opens_nothing(scene: Scene, at: int) -> bool:
    """Tell whether a word like ``商品码`` ends right before ``at``."""
    if _OPENERS.search(scene.text, max(0, at - 8), at):
        return False
    return scene.words.harmless_codes.search(scene.lower, max(0, at - 5), at) is not None


def _is_code(scene: Scene, start: int, end: int) -> bool:
    """Tell whether a value is no year, amount, count or number of another thing."""
    value = scene.text[start:end]
    if value.isdigit():
        if value in EVERYDAY_NUMBERS or is_service(value) or _YEAR.match(value) or _ROUND.match(value):
            return False
        if scene.counts(Candidate(start, end, CODE, digits=True)):
            return False
    return _BEFORE.search(scene.text, max(0, start - 10), start) is None and not is_product(value)


def _words(scene: Scene, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in pattern.finditer(scene.text):
        start, end = found.span("value")
        while end > start and scene.text[end - 1] in "\"'`,.;:)":
            end -= 1
        piece = candidate(scene.text, start, end)
        value = scene.value(piece)
        enough = CODE <= piece.level < MASKED and (piece.level >= MIXED or _in_pinyin(value))
        if enough and not scene.belongs(piece) and not is_notorious(value):
            yield start, end


def _in_pinyin(value: str) -> bool:
    """Tell whether a value is syllables of pinyin with a number behind them."""
    found = _PINYIN_NUMBER.match(value)
    return found is not None and is_compound_pinyin(found["name"].lower())


def _alone(scene: Scene) -> Iterator[tuple[int, int]]:
    """Give the clauses that are nothing but a value, behind one that names a password or a code."""
    if len(scene.text) > _SHORT or _TOLD.search(scene.lower):
        return
    named = _NAMES.search(scene.lower)
    if named is None:
        return
    for found in _LONE.finditer(scene.text, named.end()):
        start, end = found.span("value")
        value = scene.text[start:end]
        if _is_code(scene, start, end) and (not value[0].islower() or _in_pinyin(value)):
            yield start, end


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [UseInChineseDetector()]
