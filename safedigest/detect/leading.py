"""From a word that names a password to the places where its value may begin.

``密码四个单词：``, ``the password is all letters,``: what stands between says how much leads to the value.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from safedigest.detect import lazy

COUNT: Final = r"(?:[一两俩三仨四五六七八几1-9]个?)"
_HOW_ZH: Final = (
    r"(?:全部?|都|纯|就|只有?|其实)?(?:是|用)?(?:大写|小写|大小写)?的?(?:英文)?"
    r"(?:字母|汉字|中文的?|拼音|全拼|英文(?:单?词)?|单词|词儿?)"
    rf"|(?:就|是|写|用)*{COUNT}(?:英文|中文|随机|普通)?(?:单词|词儿?组?|汉字|字(?!母))(?:连(?:着|起来|一起))?"
    r"|全?部?是?(?:大写|小写)"
    r"|一?句话(?:的(?:全拼|拼音|首字母))?|一?句诗|一个?短语|(?:中间)?(?:没有?|不带|不加|无)(?:空格|标点|数字)|中间"
    r"|用?(?:点|点号|下划线|横杠|横线|短横|空格|减号)(?:隔开|分开|连(?:起来|接|着)?)|连(?:起来|着写?|一起)|首字母大写"
    r"|(?:(?:我|他|她|你|咱)们?家?|家里?)(?:的?(?:狗狗?|猫咪?|宠物|儿子|女儿|孩子|老婆|老公))的?(?:小名|名字|全名|英文名)?"
    r"|藏在[^，,。:\n]{1,12}|写[个成]?"
)
_HOW_EN: Final = (
    r"all (?:lower ?case|upper ?case|caps|letters|lower|upper|one word|small)|no (?:spaces?|digits|numbers|caps)"
    r"|(?:two|three|four|five|six|seven|[2-7]) (?:random |plain |english |small |simple |short )?words"
    r"|(?:just |only )?(?:the|a|one) (?:single |plain |one )?(?:english )?word|one word"
    r"|(?:my|the|our|his|her|their) (?:cat|dog|pet|kid|son|daughter|mom|wife|parrot|hamster)(?:'?s)?(?: name)?"
    r"|phrase|squished|run together|literally|with (?:dots|dashes|underscores|spaces)(?: between)?"
)
_LINK_ZH: Final = (
    r"就是|还是|仍是|应该是|好像是|是|为|叫做?|(?:改|换|设|变|定|重置|设置|更新|重设|恢复)(?:成|为|作)"
    r"|(?:改|换|设|取|起|定)的是|填|输入?|打|直接|给你"
)
_LINK_EN: Final = (
    r"is|was|are|becomes?|now|reads|says|it'?s|goes|simply|just|still"
    r"|(?:set|changed|switched|reset|equal) to|to be|type|use|enter"
)
_FILL: Final = (
    r"(?:改|换|更新|重置|重设|弄|搞)(?:了|过|好)了?"
    r"|么|嘛|呢|啊|呀|哦|哈|的话|的|了|我|现在|目前|今天|新|已经?|被|刚|也|帮你|让我|最后"
    r"|(?:for|of|on|to|at) (?:the |my |our |your )?[a-z']{2,12}(?: [a-z']{2,12})?(?= ?(?:is|was|=|:|now))|the|here"
)
_GAP = lazy.pattern(
    rf"(?:(?P<how>{_HOW_ZH}|(?<![a-z])(?:{_HOW_EN})(?![a-z]))"
    rf"|(?P<link>(?:{_LINK_ZH})(?!么)|(?<![a-z])(?:{_LINK_EN})(?![a-z])|[:=→]|->|'s(?= ))"
    rf"|(?:{_FILL})(?![a-z])|(?P<apart>[,，?])|[ \t\n\"'「『《【（(`~—–-])"
)
_MOST_STEPS: Final = 14
_GAP_LONGEST: Final = 48


class Led(IntEnum):
    """How a message leads from the word to the value."""

    TIGHT = 0  # nothing between
    LINKED = 1
    DESCRIBED = 2  # it says how the value is written


class Lead(NamedTuple):
    """A value may begin at ``start``, behind ``word``. ``apart``: a comma stands last before it."""

    start: int
    led: Led
    word: str
    apart: bool


def leads(lower: str, at: int, word: str) -> Iterator[Lead]:
    """Give each place where the value of ``word``, which ends at ``at``, may begin, in order."""
    led, start, apart = Led.TIGHT, at, False
    yield Lead(start, led, word, apart)
    for _ in range(_MOST_STEPS):
        step = _GAP.match(lower, start)
        if step is None or step.end() > at + _GAP_LONGEST:
            return
        if step["how"]:
            led = Led.DESCRIBED
        elif step["link"]:
            led = max(led, Led.LINKED)
        apart = step["apart"] is not None or (apart and step[0].isspace())
        start = step.end()
        yield Lead(start, led, word, apart)
