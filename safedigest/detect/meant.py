"""Values whose sentence says what they are for, though no word in it names a credential.

``67332127，这个就是开机的``, ``用 x 这个登``, ``login ops / x``, ``tried x, says invalid``. A form of words is only
half of the proof: the value must look like one by itself, and a number that counts or belongs to something else stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate, candidate, trim
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, MASKED, MIXED, made_up
from safedigest.detect.lexicon import lexicon
from safedigest.detect.outline import Sign
from safedigest.detect.scene import Scene
from safedigest.detect.topics import is_product
from safedigest.detect.words import is_compound_pinyin, is_word
from safedigest.model import Kind

_NAMED = lazy.pattern(r"[A-Za-z]?[a-z]+(?:(?:19|20)\d\d|\d{1,3})")  # a product, or whose it is
_YEAR = lazy.pattern(r"(?:19|20)\d\d\Z")
_MOST: Final = 600  # characters of a message that is looked at; longer ones are no talk
_LEAST_DIGITS: Final = 4
_SHORT: Final = 160
_COST: Final = 150  # characters that a picture's pattern reads
_VALUE: Final = r"(?P<value>(?<![!-~])[!-~]{4,80}+)"
_RUN: Final = r"(?P<value>[!-~]{4,80}+)"
_OPENED_ZH: Final = (
    r"(?:开[门机锁柜箱仓]|解锁|解开|解密|登[录陆入]|进[门去小单]|上网|连接?(?:[Ww][Ii]|网|热点)|取款|取钱|配对"
    r"|配网|门锁|门禁|大门|锁屏|保险"
    r"|柜|路由|无线|[Ww][Ii]-?[Ff][Ii]|后台|管理员?|遥控|监控|摄像|回放|服务器|[Vv][Pp][Nn]|支付|网银|银行卡"
    r"|投影|打印机|平板|手机|电脑|车库|道闸)"
)
_OPENED_EN: Final = (
    r"(?:gate|garage|door|remote|safe|locker|lockbox|shed|router|wi-?fi|server|alarm|lobby|cage|printer|panel"
    r"|vault|cabinet|tablet|laptop"
    r"|phone|portal|intercom|elevator|bike|box|vpn|nas|camera|doorbell|thermostat|till|keypad|fence|unit|flat"
    r"|office|building)"
)

_PURPOSE = lazy.pattern(  # x 就是开机的; x 不是电话，是车库遥控配对的
    rf"{_VALUE}[，,。\s—-]{{0,3}}(?:不是[^，,。\n]{{1,16}}[，,\s]{{1,2}})?(?:这|那)?(?:个|串|组|几个)?(?:数字"
    rf"|数|码)?[就才便]?是"
    rf"[^，,。；\n]{{0,14}}?{_OPENED_ZH}[^，,。；\n的]{{0,10}}(?:的|用的|要的|要输的)(?=[^\u4e00-\u9fff]|\Z)"
)
_USED_ZH = lazy.pattern(  # 用 x 这个登; 我输的 x
    rf"(?:[用拿靠凭]|换成?|还是)\s?{_RUN}\s?(?:这个|这串|这条)?\s?(?:去|来)?(?:登|连上?得?去?|进后台|进系统"
    rf"|解[开压密锁]|开[门锁机])"
)
_SET_EN = lazy.pattern(r"(?i:changed|reset|set|switched|rotated|moved)(?: [a-z'’]+){0,3} to [\"'`]?" + _RUN)
_ALWAYS_EN = lazy.pattern(  # i use x everywhere; my go-to is x
    r"(?i:\b(?:go-to|goto|usual|standard) (?:one )?(?:is|was)|\bit'?s always been|\b(?:i'?ve|have) had"
    r"|\bi (?:still )?(?:use|reuse)) [\"'`]?"
    + _RUN
    + r"(?=[\"'`]? (?:everywhere|for everything|on every|for all|since)|[\"'`]?[.,!?]?\s*\Z)"
)
_LINE: Final = 80
_INVENTED = lazy.pattern(r"[A-Z]?[a-z]{3,12}(?:[A-Z][a-z]{2,12})?\d{2,6}[!@#$%&*]?")
_PINYIN_NUMBER = lazy.pattern(r"[a-z]{6,16}\d{2,6}[!@#$%&*]?")
_HUMP = lazy.pattern(r"[a-z][A-Z]")
_DEVICE = lazy.pattern(
    r"摄像头|监控|路由|光猫|wi-?fi|无线|解压|压缩包|宿舍的?网|家里的?网|借网|的网|固件|老样子|还是老的|(?<![a-z])(?:bios|grub|uefi|firmware)(?![a-z])|(?<![a-z])(?:nas|vpn|rdp|ssh|ftp|sudo|db|sql|es|elastic|redis|mongo"
    r"|rabbitmq|mq|ldap|smtp|imap|net|router|camera|netflix"
    r"|spotify|yahoo|paypal|docker|github|gitlab|truenas|pihole|idrac|ilo|esxi|unifi|mikrotik|grafana|kibana|plex|nextcloud"
    r"|wordpress|cpanel|blackboard|disney|hbo|hulu|amazon|facebook|instagram|twitter|linkedin|roblox|dropbox|icloud"
    r"|adp|workday|shopify|mychart|portal|laptop|tablet|admin|login|hotspot|tv|server|email|webmail|crm|erp|oa)(?![a-z])|教务|知网|超星|学信网|饿了么|有赞|小红书|b站|微博|知乎|携程|12306|华为云|阿里云|腾讯云|宝塔|群晖"
    r"|软路由|门铃|配网|抖店|公众号|淘宝|京东|拼多多|美团|堡垒机"
    r"|跳板机|数据库|后台|服务器|网盘|邮箱|电视|投影|门锁|热点|机柜|上网|登[录陆入]"
)
_GOOGLE = lazy.pattern(r"(?<![0-9A-Za-z-])(?P<value>G-\d{6})(?![0-9A-Za-z-])")
_TYPED_ZH = lazy.pattern(
    r"(?:输入?的|填的|打的|键入的|我输|我说|我报|试[过了]?|明明就?是|一直用的?|不是)\s?" + _RUN
)
_DENIED_ZH = lazy.pattern(
    r"密码|口令|登不[上进]|登录(?:不|失败)|进不去|连不上|验证(?:失败|不过)|认证(?:失败|不过)|不对|不行|拒绝"
)
_PRESSED = lazy.pattern(
    r"(?:(?<![运传])输(?:入)?|按下?|摁下?|键入|敲)\s?(?P<value>\d{4}|\d{6}|\d{8})\s?(?:回车|确认|就|即可|再"
    r"|然后|[#＃]|井号|开|进|[，,。！!]|\Z)"
)
_OPENS_EN = lazy.pattern(  # x gets you past the lobby; x is what opens the gate
    rf"{_VALUE}[\s,—–-]{{1,4}}(?:that'?s |it'?s |is |this is )?(?:what |the one that |now )?(?:opens?|unlocks?"
    rf"|gets? (?:you|me|us|them) (?:in|into|past|through|inside)"
    rf"|lets? (?:you|me|us|them) (?:in|into|through|past)|(?:is |works )?for the (?:\w+ ){{0,2}}{_OPENED_EN}"
    rf"|(?:is |works )?on the {_OPENED_EN}|to (?:unlock|log ?in|get in))"
)
_TYPED_EN = lazy.pattern(
    r"(?i:rejecting|rejects|accepted|accepts|refusing|refuses|tried|trying|typing|typed|mistyping|entering|entered|pasting"
    r"|why (?:does|is|won'?t|doesn'?t)|using"
    r"|with)\s+[\"'`]?" + _RUN
)
_TYPED_TWO = lazy.pattern(r"(?i:tried|typed|entered) [!-~]{4,40}(?:,| and| or| then|, then) " + _RUN)
_DENIED_AFTER = lazy.pattern(  # x 报密码错误
    rf"{_VALUE}[\s,，]{{0,2}}(?:还是|一直|也|都)?(?:报|提示|显示|说|又)?[^，,。\n]{{0,4}}(?:密码错|密码不对"
    rf"|口令错|口令不对|验证失败|认证失败|登不[上进]|登录失败|进不去)"
)
_DENIED_EN = lazy.pattern(
    r"invalid|incorrect|wrong|denied|reject|refus|doesn'?t work|not work|won'?t work|locked|refused|didn'?t work"
    r"|no luck|nope|neither|three times|passwor|credential|rotat|log ?in|sign in|vpn|auth"
)
_AS_WITH = lazy.pattern(r"(?i:\bas|\buser|\blogin) [\w.@$-]{2,40},? (?:with|and|using|/|:) " + _RUN)
_EMAIL_AND = lazy.pattern(
    r"(?i:e-?mail|邮箱|手机号?)(?: address)?[\s,，]*(?:and|then|with|plus|/|加|和|跟)\s*" + _RUN
)
_JUDGED = lazy.pattern(  # is x strong enough? was x in a breach?
    rf"{_VALUE}\s?(?:(?i:(?:was |is |got )?pwned|pass(?:es)? (?:the )?(?:policy|requirements|complexity))"
    r"|(?i:strong|secure|safe|good) enough|(?i:in a breach|was in a|been (?:leaked|pwned|breached))"
    r"|不让用了?|太(?:简单|弱|短)|够不?够?(?:强|安全|复杂)|安全吗|强度|泄露[过了没]|被泄露)"
)
_WIFI_PICTURE = lazy.pattern(r"WIFI:[!-~]{0,80}?P:(?P<value>[!-:<-~]{4,63})")
_SLASH = lazy.pattern(r"(?<![!-~])(?P<name>[A-Za-z][\w.@$+-]{1,40}) ?/ " + _RUN)


class MeantDetector:
    """Finds such values."""

    keywords: Sequence[str] = ()
    needs = Sign.CODE

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values whose purpose is said."""
        text = scan.shadow.text
        if len(text) > _MOST or scan.shadow.outline.digits == 0:
            return
        scan.budget.spend(16 * len(text))
        scene = Scene(text, scan.shadow.lower, lexicon())
        for piece, rule in _found(scene):
            yield Span(piece.start, piece.end, rule, Kind.PASSWORD)


class PictureDetector:
    """Finds the password in what a picture for joining a network says (``WIFI:S:home;P:…;;``)."""

    keywords: Sequence[str] = ("wifi:",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the span of each password."""
        scan.budget.spend(_COST * len(scan.hits))
        for found in _WIFI_PICTURE.finditer(scan.shadow.text):
            yield Span(*found.span("value"), "wifi-picture", Kind.PASSWORD)


# Each form with the signs without which it is not there: most messages have none.
_PURPOSES: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (_PURPOSE, ("是",)),
    (_USED_ZH, ("用", "拿", "靠", "凭", "换", "还是")),
    (_OPENS_EN, ("open", "unlock", "get", "let", "for the", "on the", "to log")),
    (_PRESSED, ("输", "按", "摁", "键入", "敲")),
)
_ACCOUNTS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (_AS_WITH, ("as ", "user ", "login ")),
    (_SLASH, (" / ", "/ ")),
    (_EMAIL_AND, ("mail", "邮箱", "手机")),
    (_JUDGED, ("pwned", "pass", "enough", "in a ", "been ", "够", "不让用", "太", "安全吗", "强度", "泄露")),
    (_DENIED_AFTER, ("密码", "口令", "失败", "登不", "进不去")),
    (_SET_EN, (" to ",)),
    (_ALWAYS_EN, ("go-to", "goto", "usual", "standard", "always been", " had ", "use ", "reuse ")),
)


def _found(scene: Scene) -> Iterator[tuple[Candidate, str]]:
    lower = scene.lower
    for pattern, signs in _PURPOSES:
        if any(sign in lower for sign in signs):
            yield from ((piece, "purpose-said") for piece in _pieces(scene, pattern) if _code(scene, piece))
    if "g-" in lower:
        for found in _GOOGLE.finditer(scene.text):
            yield Candidate(*found.span("value"), CODE), "google-code"
    if len(scene.text) > _SHORT:
        return
    yield from ((piece, "beside-device") for piece in _devices(scene))
    for pattern, signs in _ACCOUNTS:
        if any(sign in lower for sign in signs):
            yield from ((piece, "beside-account") for piece in _invented(scene, pattern))
    for pattern, denied in ((_TYPED_ZH, _DENIED_ZH), (_TYPED_EN, _DENIED_EN), (_TYPED_TWO, _DENIED_EN)):
        if denied.search(lower):
            yield from ((piece, "tried") for piece in _invented(scene, pattern))


def _invented(scene: Scene, pattern: re.Pattern[str]) -> Iterator[Candidate]:
    yield from (piece for piece in _pieces(scene, pattern) if not piece.digits and _made_up(scene, piece))


def _devices(scene: Scene) -> Iterator[Candidate]:
    """Give the one made-up token of a short message about a device or a service that people log in to."""
    if len(scene.text) > _LINE or _DEVICE.search(scene.lower) is None:
        return
    pieces = [p for p in scene.pieces(0, len(scene.text)) if CODE <= p.level < MASKED and not p.digits]
    if len(pieces) == 1 and _PINYIN_NUMBER.fullmatch(scene.value(pieces[0])) and not scene.belongs(pieces[0]):
        if is_compound_pinyin(scene.value(pieces[0]).rstrip("0123456789!@#$%&*")):
            yield pieces[0]
        return
    if (
        len(pieces) == 1
        and _INVENTED.fullmatch(value := scene.value(pieces[0]))
        and _made_up(scene, pieces[0])
        and not is_product(value)
    ):
        letters = value.rstrip("0123456789!@#$%&*")
        if not is_word(letters) or (_HUMP.search(letters) and len(letters) > 8):  # noqa: PLR2004
            yield pieces[0]


def _pieces(scene: Scene, pattern: re.Pattern[str]) -> Iterator[Candidate]:
    for found in pattern.finditer(scene.text):
        start, end = trim(scene.text, *found.span("value"))
        if start < end:
            yield candidate(scene.text, start, end)


def _code(scene: Scene, piece: Candidate) -> bool:
    """Tell whether a piece is a code and no count, no amount and no number of another thing."""
    if not CODE <= piece.level < MASKED or not scene.free(piece):
        return False
    value = scene.value(piece)
    if _YEAR.match(value):
        return False
    return sum(map(str.isdigit, value)) >= _LEAST_DIGITS or piece.level >= MIXED


def _made_up(scene: Scene, piece: Candidate) -> bool:
    """Tell whether a piece is written as people make up passwords: mixed, or a word with a number behind it."""
    value = scene.value(piece)
    if not CODE <= piece.level < MASKED or not made_up(value) or _NAMED.fullmatch(value):
        return False
    return not scene.belongs(piece)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [MeantDetector(), PictureDetector()]
