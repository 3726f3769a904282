"""Questions for something else than a credential, though one is spoken of: sums, sizes, names, ``which account?``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.interface import Turn
from safedigest.detect.labels import named_in
from safedigest.detect.lexicon import Grade
from safedigest.model import Role

OTHER = lazy.pattern(
    r"[鞋尺腰]码|尺寸|多大|几点|几号|车牌|考场|校验和|哈希|时间|日期|哪天|哪年|哪一年|年份|几年"
    r"|多少钱|价|费|几个|几岁|年龄|身高|体重|数量"
    r"|几位|地址|电话|手机|身份证|单号|编号|学号|工号|房号|型号|版本|端口|金额|车牌|姓名|名字|订单|运单|工单"
    r"|流水|房间|尾号"
    r"|门牌|车次|航班|座位|读数|积分|会员|[户单编卡证票桌柜]号|邮编|税号|保单|提单|股票|基金|预算|人数|页码"
    r"|\b(?:size|when|time|date|year|how (?:much|many|long|old|big|far)|price|cost|amount|budget|address|phone"
    r"|number of|order"
    r"|tracking|model|version|port|which (?:one|file|branch|day)|weight|height|age|zip code|postcode"
    r"|room|ticket"
    r"|invoice|seat|flight|build|issue|exam|checksum|hash|digest|sha\d*|md5|commit)\b"
    r"|\d[^\n?？]{0,24}[=＝]\s*[?？]|(?<![a-z])mod \d|逆元"  # what is 3 + 4?
)
NAME_OF = lazy.pattern(  # a name is asked for, and what it opens with is not
    r"(?:wi-?fi|网络|无线|热点|路由器?)\s?(?:的|是|什么|啥)?(?:名称|名字|型号|叫什么)|(?:提供|输入"
    r"|报一?下|发一?下)(?:您的|你的)?(?:用户名|账号|帐号)"
    r"|\b(?:network|wi-?fi|ssid|hotspot) (?:name|called)|network called|\bssid\b|\busername\s*\?"
)
_WHICH_ONE = lazy.pattern(  # asks back what it is about, not for the value
    r"什么(?:浏览器|软件|系统|手机|错|平台|设备|型号|版本|颜色|时候)|哪个(?:网|账号|帐号|系统|驿站"
    r"|邮箱|软件|平台|浏览器|公司|设备|型号|银行)|(?:账号|帐号|邮箱|网"
    r"|系统|软件)是?哪个|您?的?姓名"
    r"|\bwhich (?:account|network|system|browser|app|site|device|bank|mailbox|service|machine)\b"
    r"|\b(?:full|employee|first|last|your) name\b"
)
_MEASURES_IT = lazy.pattern(  # ends so
    r"(?:密码|口令)[^，。,\n]{0,6}(?:几|多少)(?:位|个字?)\W*\Z|(?:密码|口令)管理器\W*\Z"
    r"|\bhow (?:long|many (?:digits|characters|letters)[^?\n]*)\W*\Z"
    r"|\bpassword (?:manager|rules?|polic(?:y|ies))\b[^?\n]{0,20}\W*\Z"
)
_LOOK: Final = 800  # characters of a question that are looked at
_LINE: Final = 120


def wants_else(turn: Turn) -> bool:
    """Tell whether a message asks for something else than a credential, and for none beside it."""
    lower = turn.shadow.lower[-_LINE:]
    if not (OTHER.search(lower) or NAME_OF.search(lower)):
        return False
    return not any(one.label.grade is Grade.STRONG for one in named_in(lower))


def asks_about_it(before: Sequence[Turn], role: Role | None) -> bool:
    """Tell whether the other one's last message asks something about a credential and not for it."""
    last = next((turn for turn in reversed(before) if turn.role is not role), None)
    return last is not None and _about_it(last)


def _about_it(turn: Turn) -> bool:
    """Tell whether a question is about a credential and does not ask for it (``哪个账号？``, ``密码几位？``)."""
    lower = turn.shadow.lower[-_LOOK:]
    if _MEASURES_IT.search(lower):
        return True
    return _WHICH_ONE.search(lower) is not None and not any(
        one.label.grade is Grade.STRONG and not one.subject for one in named_in(lower)
    )
