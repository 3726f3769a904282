"""What a message is about, where that makes a piece no credential though a label stands near.

A story and what its people say, a word about the worst passwords there are, a product and its number, an opinion about
a question. Each is bound to what the piece is: words alone, a value that everybody knows, the name of a maker with a
number. So no topic can hide what was drawn or made up.
"""

from __future__ import annotations

from typing import Final

from safedigest.detect import lazy, measures
from safedigest.detect.candidates import Candidate
from safedigest.detect.lexicon import Grade, Label
from safedigest.detect.scene import Scene
from safedigest.detect.words import is_word

_BEFORE: Final = 60  # characters before a piece in which its topic stands
_STORY = lazy.pattern(
    r"(?:小说|故事|电影|影片|片子|剧|书|漫画|动漫|动画|番|情节|台词|谍战|武侠)[里中](?:面|头)?|剧本杀?[里中说写]|这?集[里中]|第.{1,3}[章集回]"
    r"|主角|男主|女主|特工|卧底|反派|侦探"
    r"|\b(?:in|from|of|for) (?:the|this|that|a|my|his|her|their) (?:\w+ )?(?:story|novel|movie|film|episode|tale|comic"
    r"|manga|anime|fairy ?tale|thriller|screenplay|chapter)\b|\bin chapter \w+"
)
_SENTENCE = lazy.pattern(r"[。！？!?\n]|\.\s")
# Values at the top of every list of leaked passwords.
_NOTORIOUS: Final = frozenset((
    "123456", "12345678", "123456789", "1234567890", "12345", "1234567", "111111", "000000", "123123", "888888",
    "666666", "654321", "112233", "121212", "qwerty", "qwerty123", "qwe123", "123qwe", "1q2w3e4r", "abc123",
    "a123456", "admin123", "password1", "password123", "passw0rd", "p@ssw0rd", "iloveyou", "letmein", "welcome1",
    "admin", "root123",
))  # fmt: skip
_WARNED = lazy.pattern(
    r"(?:(?:不要|别|不能|不准|不许|不可|勿)再?(?:使用|用|设成?|设置|设为|搞|写|填|拿)|禁止|避免)[^，。！？\n是]{0,4}\Z"
    r"|(?:像|诸如|比如|例如|譬如|如)\s*\Z|(?:like|such as|e\.g\.,?|including) [\"'`]?\Z"
    r"|\b(?:(?:don'?t|never|not|stop) (?:ever |just )?(?:us(?:e|ing)|set(?:ting)?|pick(?:ing)?|choos(?:e|ing)"
    r"|allow|accept)"
    r"|avoid(?: using)?|bans?|banned|forbid(?:den)?)(?: \w+){0,2} [\"'`]?\Z"
)
_KIND_OF = lazy.pattern(r"[\"'`”」]?\s*(?:这种|这类|之类|那种|等等|等弱)")
_RANKED = lazy.pattern(
    r"弱口令|字典|排行|排名|最常[见用]|最[差烂弱]|\btop[ -]?\d|wordlist|dictionar|most common|worst pass|rockyou"
)
_MADE_BY: Final = (
    "tp-?link|d-?link|netgear|linksys|asus|huawei|honor|xiaomi|redmi|zte|h3c|tenda|mercury|ruijie|reyee|cisco|mikrotik"
    "|ubnt|unifi|aruba|hik(?:vision)?|dahua|ezviz|tapo|imou|hp|canon|epson|brother|lexmark|dell|lenovo|thinkpad|rtl|realtek"
    "|mtk?|bcm|intel|archer|nokia|synology|qnap|buffalo|totolink|phicomm|newifi|gl-?inet|kaadas|dessmann|yale|philips"
)
_PRODUCT = lazy.pattern(rf"(?i:(?:{_MADE_BY})[-_]?(?:[a-z]{{1,3}}-?)?\d{{1,5}}[a-z]{{0,3}})\Z")
_QUESTIONS: Final = frozenset({"security question", "security q", "密保"})
_OPINION = lazy.pattern(
    r"(?:dumb|silly|stupid|easy|hard|tough|simple|obvious|lame|annoying|odd|weird|funny|tricky|pointless|useless|trivial|crap|bad|good"
    r"|great|fine|awful|terrible|nonsense|garbage|rubbish|cheesy|cute|boring|creepy|[a-z]{3,}(?:ous|ful|less|ish|ic|ive|ible|able|al|ing|ed))\Z"
)

_ISSUE = lazy.pattern(r"[A-Za-z][\w.-]*/[\w.-]+#\d{1,7}\Z")  # of a project: ``owner/name#123``
_IDENTITY = lazy.pattern(  # ``VIN starts with x``
    r"(?<![a-z])(?:vin|serial|imei|iccid|plate|tracking|invoice|order|sku|part|isbn|model|mac|ip)"
    r"(?: (?:number|no\.?|address|id))?"
    r" (?:start|begin|end)s? with [\"'`]?\Z"
)
_FIVE = lazy.pattern(r"[1-9]\d{4}\Z")  # codes that are sent have four, six or eight digits
_FAILED = lazy.pattern(
    r"err(?:or|code|msg|no)?(?![a-z])|fail|exception|invalid|mismatch|not match|forbidden|unauthori[sz]ed|timed? ?out"
    r"|expired|denied|报错|失败|错误|异常|无效|过期|鉴权|限流"
)


def is_product(value: str) -> bool:
    """Tell whether ``value`` is the name of a maker with a number."""
    return _PRODUCT.match(value) is not None


def is_story(lower: str, at: int) -> bool:
    """Tell whether a story is told before ``at`` (``lower`` is lower case)."""
    return _STORY.search(lower, max(0, at - _BEFORE), at) is not None


def is_notorious(value: str) -> bool:
    """Tell whether ``value`` stands at the top of every list of leaked passwords."""
    return value.lower() in _NOTORIOUS


def is_off_topic(scene: Scene, label: Label, piece: Candidate, *, near: bool, linked: bool) -> bool:
    """Tell whether the piece is something that the message only speaks of.

    ``near``: it stands beside the label or closer, ``linked``: a link between them promises a value.
    """
    value, start = scene.value(piece), max(0, piece.start - _BEFORE)
    if near and label.word in _QUESTIONS and _OPINION.match(value):
        return True
    if not linked and _is_loose(scene, label, piece):
        return True
    if label.grade is Grade.REST and _IDENTITY.search(scene.lower, start, piece.start):
        return True
    if label.word == "code" and _FIVE.match(value) and _fails(scene, piece):
        return True
    if label.word in measures.SERIALS and measures.SERIAL.match(value):
        return True
    return _is_told(scene, value, start, piece.start) or _is_notorious(scene, value, start, piece)


def _is_loose(scene: Scene, label: Label, piece: Candidate) -> bool:
    """Tell whether a piece without a link is an issue, a product, or pinned to something."""
    if label.grade is not Grade.STRONG and _ISSUE.match(scene.value(piece)):
        return True
    if label.grade is Grade.CODE and is_product(scene.value(piece)):
        return True
    return label.word == "pin" and measures.PINNED.match(scene.lower, piece.end) is not None


def _fails(scene: Scene, piece: Candidate) -> bool:
    """Tell whether something failed near the piece: programs give their errors numbers."""
    low, high = max(0, piece.start - _BEFORE), piece.end + _BEFORE
    return _FAILED.search(scene.lower, low, high) is not None


def _is_told(scene: Scene, value: str, low: int, at: int) -> bool:
    """Tell whether words are what somebody in a story says."""
    if any(map(str.isdigit, value)) or (value.isascii() and not all(map(is_word, value.split()))):
        return False
    for stop in _SENTENCE.finditer(scene.lower, low, at):
        low = stop.end()
    return _STORY.search(scene.lower, low, at) is not None


def _is_notorious(scene: Scene, value: str, low: int, piece: Candidate) -> bool:
    """Tell whether a value that everybody knows is named as one of those."""
    if value.lower() not in _NOTORIOUS:
        return False
    warned = _WARNED.search(scene.lower, low, piece.start) or _KIND_OF.match(scene.text, piece.end)
    return (
        warned is not None
        or _RANKED.search(scene.lower) is not None
        or _STORY.search(scene.lower, low, piece.start) is not None
    )
