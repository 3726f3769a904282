"""Values that a whole saying hands over: ``changed the ipad to 8352``, ``把平板设成 2577``, ``夸克 k3p9``.

Unlike in ``meant``, what is said must hold word by word, and so the value needs little of its own: four digits, or a
name with a number behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate, candidate, trim
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, EVERYDAY_NUMBERS, MASKED, NEVER, made_up
from safedigest.detect.lexicon import lexicon
from safedigest.detect.otherwise import is_else
from safedigest.detect.scene import Scene
from safedigest.detect.telling import tells
from safedigest.model import Kind

_MOST: Final = 600  # characters of a message that is looked at; longer ones are no talk
_YEAR = lazy.pattern(r"(?:19|20)\d\d\Z")
_LOCKED_EN: Final = (
    r"(?:ipad|iphone|tablet|phone|laptop|alarm|safe|lock|keypad|gate|garage|door|lockbox|locker|tv|cabinet"
    r"|intercom)"
)
_LOCKED_ZH: Final = (
    r"(?:[iI][pP]ad|平板|手机|门锁|门禁|大门|保险[柜箱]|密码锁|锁屏|电视|道闸|车库|行李箱|柜子?|家长模式)"
)
_NUMBER: Final = r"\d{4,8})(?![0-9A-Za-z%.:/])"
_SET_ON = lazy.pattern(
    rf"(?i:(?:changed|reset|set|switched|moved|flipped) (?:[a-z'’]+ ){{0,3}}{_LOCKED_EN} (?:over |back )?to )[\"'`]?"
    rf"(?P<value>{_NUMBER}"
    rf"|(?:把|将|给)[^，,。\n]{{0,8}}?{_LOCKED_ZH}[^，,。\n]{{0,3}}(?:[改设换][成为]|改到)了?\s?(?P<other>{_NUMBER}"
)
_RESET = lazy.pattern(  # reset it to x
    r"(?i:reset) (?:(?:my|the|her|his|our|their) [a-z]{2,12}|it|that|mine) to [\"'`]?"
    r"(?P<value>[A-Za-z][A-Za-z@#!_]{3,20}\d{2,6}[!@#$&*]?)(?![0-9A-Za-z./:-])"
)
_PHRASE = lazy.pattern(  # the laptop opens with "words of a phrase"
    r"(?:opens?|unlocks?|unlocked|wakes? up|logs? (?:on|in)) (?:with|by|using) "
    r"\"(?P<value>[a-z]{3,12}(?: [a-z]{3,12}){2,9})\""
)
_UNLOCKS = lazy.pattern(  # the laptop unlocks with x
    rf"(?i:(?:{_LOCKED_EN}|pc|mac|macbook|desktop|computer|chromebook|vault|drive|keepass|disk)"
    r" (?:unlocks|opens|wakes(?: up)?|logs in|boots) with) [\"'`]?"
    r"(?P<value>(?=[!-~]*\d)[A-Za-z][A-Za-z0-9_@#!&*-]{5,40}+)(?![0-9A-Za-z./:])"
)
_ANSWER = lazy.pattern(  # the answer to a question that only its owner knows
    r"(?i:first (?:school|pet|car|job|teacher|street|concert)|maiden name|security question"
    r"|favou?rite (?:teacher|food|movie|pet)|where (?:you|i) (?:were|was) born|密保|安全问题|安全提示)"
    r"[^\n]{0,60}?(?i:answer|答案)[ \t]{0,2}(?i:as|to|is|was|=|:|是|设成|填的?|设为|写的?)[ \t\"'`]{0,3}"
    r"(?P<value>(?!(?i:the|that|it|this|my|not|a|wrong|correct)(?![a-z]))[A-Za-z0-9]{3,30}"
    r"|(?![错对不没忘多少什么])[\u4e00-\u9fff]{2,8}(?=[，。,.\s]|\Z))"
)
_NOTED = lazy.pattern(  # what is written on a note or a label
    r"(?:(?i:sticky(?: note)?|post-?it|sticker|label|tag|note) (?:on|under|behind|inside)"
    r" (?:the |my |his |her |our )?[a-z]{2,12}"
    r"(?: says| reads| is|:)?|(?i:printed|written) (?:on|under|behind|inside) the [a-z]{2,12}(?::| is)?"
    r"|(?:贴纸|标签|便利贴|便签|纸条|背面|底下|底部|贴着|墙上)[^，,。\n]{0,4}"
    r"(?:写着?的?是?|印着?的?是?|贴着?的?|是))[ \t]?"
    r"[\"'`]?(?P<value>(?=[!-~]*\d)(?=[!-~]*[A-Za-z])[0-9A-Za-z][0-9A-Za-z!@#$%&*_-]{5,40}+)(?![0-9A-Za-z./:])"
)
_QUESTION = lazy.pattern(
    r"(?i:(?:first (?:pet|school|car|teacher|street)|(?:security|secret) answer"
    r"|answer to (?:the |my )?security question)"
    r"|密保答案|安全问题答案)[ \t]{0,2}[:：=]?[ \t]{0,2}(?P<value>[a-z]{3,16}\d{0,6}|[\u4e00-\u9fff]{2,6})\s*\Z"
)
_USED = lazy.pattern(  # what a service asks to type
    r"(?i:use|enter|input) (?P<value>\d{4,8})"
    r" (?i:to|for) (?i:verif|confirm|sign|log|activat|complet|finish|unlock|access)"
    r"|(?:[请用]|输入?)\s?(?P<other>\d{4,8})\s?(?:来|去)?(?:开通|登录|登陆|登入|验证|激活|解锁|绑定|完成)"
)
_IF_TYPED = lazy.pattern(  # opens if you type x
    r"(?i:opens?|unlocks?|logs? in)(?: [a-z]+){0,2}"
    r" (?i:if|when|once) (?i:you|i|we) (?i:type|enter|put in)"
    r" [\"'`]?(?P<value>(?=[!-~]*\d)[0-9A-Za-z][0-9A-Za-z!@#$%&*_-]{5,40}+)(?![0-9A-Za-z./:])"
)
_ON_THE_BACK = lazy.pattern(
    r"(?<![0-9A-Za-z./:_-])"
    r"(?P<value>(?=[0-9A-Z]*[a-z])(?=[0-9a-z]*[A-Z])(?=[A-Za-z]*\d)[0-9A-Za-z]{8,24}) (?:is )?"
    r"(?:on|from|off) (?:the |its )"
    r"(?:back|bottom|side|underside|sticker|label|(?:pull[- ]?(?:out )?)?tag)(?![a-z])"
)
_FIRST_TIME = lazy.pattern(  # x, change it at first sign-in
    r"(?<![0-9A-Za-z./:_-])(?P<value>(?=[!-~]*\d)(?=[!-~]*[A-Za-z])[0-9A-Za-z][0-9A-Za-z!@#$%&*_-]{5,40}+)"
    r"(?:[.,;)]? .{0,12}(?i:change|reset) (?i:it|that|this) (?i:at|on|after|when|once)[^\n]{0,20}(?i:log|sign)"
    r"|[，,。；;）)\s]{0,3}[^\n]{0,8}(?:首次|第一次|头一次)登[录陆入][^\n]{0,8}[改换])"
)
_CLOSED: Final = (
    r"(?:zip|rar|7z|pdf|archive|attachment|spreadsheet|excel|workbook|document|docx?|file|drive|usb stick)"
)
_SENT = lazy.pattern(  # the zip is protected, they sent x; they sent x for the zip
    rf"(?i:{_CLOSED}[^\n]{{0,40}}?(?:protected|encrypted|locked|wo ?n.?t open|asks|wants)[^\n]{{0,60}}?"
    r"(?:sent|texted|emailed|gave|mailed|saying|says)(?: us| me| him| her| them)?) "
    r"(?P<value>[0-9A-Za-z][0-9A-Za-z!@#$%&*_-]{5,40}+)(?![0-9A-Za-z./:])"
    r"|(?i:sent|texted|emailed|gave)(?: us| me| him| her| them)? "
    rf"(?P<other>[0-9A-Za-z][0-9A-Za-z!@#$%&*_-]{{5,40}}+) (?i:for|to open) (?:the |this |that )"
    rf"(?:[a-z]+ ){{0,3}}{_CLOSED}"
    r"|(?:压缩包|附件|文档|表格|加密|解压)[^\n]{0,30}?(?:发来|发了|发的|给了|给的|说是|回了)(?:是|我)?\s?"
    r"(?P<third>[0-9A-Za-z][0-9A-Za-z!@#$%&*_-]{5,40}+)(?![0-9A-Za-z./:])"
)
_STEP: Final = r"(?:[左右]|[顺逆]时针)\s?转?到?\s?\d{1,2}"
_TURNED = lazy.pattern(  # how a dial is turned
    rf"(?P<value>{_STEP}[\s，,、]{{0,2}}{_STEP}(?:[\s，,、]{{0,2}}{_STEP})?)(?![0-9米度%])"
)
_LOCKS = lazy.pattern(r"保险|锁|柜|转盘|密码")
_DRIVES: Final = ("百度", "阿里云盘", "夸克", "天翼云", "迅雷", "蓝奏", "115网盘", "和彩云", "微云")
_DRIVE = lazy.pattern(  # of a shared folder: four letters and digits, which are no size
    r"(?:百度(?:网盘|云盘?)|阿里云盘|夸克(?:网盘)?|天翼云盘?|迅雷(?:云盘|网盘)?|蓝奏云?|115网盘|和彩云|微云)[\s:：是的码]{0,3}"
    r"(?P<value>(?!\d+[gkmtpGKMTP][bB]?(?![0-9a-z]))(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{4})(?![0-9A-Za-z._/-])"
)


# Each form with the words without one of which it is not there; a message is read for those forms alone.
_SETS: Final = ("changed ", "reset ", "set ", "switched ", "moved ", "flipped ")
_SETS_ZH: Final = ("改成", "设成", "换成", "改为", "设为", "换为", "改到")
_QUESTIONS: Final = (
    "first ", "maiden", "question", "favorite", "favourite", "where ", "密保", "安全问题", "安全提示", "answer",
)  # fmt: skip
_NOTES: Final = (
    "sticky", "post", "sticker", "label", "tag", "note", "printed", "written", "贴", "标签", "便签", "纸条", "背面",
    "底", "墙上",
)  # fmt: skip
_FORMS: Final[tuple[tuple[tuple[str, ...], re.Pattern[str], str], ...]] = (
    ((*_SETS, *_SETS_ZH), _SET_ON, "saying-number"),
    (_NOTES, _NOTED, "saying-note"),
    (("reset ",), _RESET, "saying-reset"),
    ((" with ",), _UNLOCKS, "saying-phrase"),
    (_QUESTIONS, _ANSWER, "saying-answer"),
    (_QUESTIONS, _QUESTION, "saying-answer"),
    ((' with "', ' by "', ' using "'), _PHRASE, "saying-phrase"),
    (_DRIVES, _DRIVE, "drive-code"),
    (("左", "时针"), _TURNED, "saying-dial"),
    (("if ", "when ", "once "), _IF_TYPED, "saying-typed"),
    (
        ("sent ", "texted ", "emailed ", "gave ", "mailed ", "saying ", "says ", "发", "给", "说是", "回了"),
        _SENT,
        "saying-sent",
    ),
    (("change ", "reset ", "首次", "第一次", "头一次"), _FIRST_TIME, "saying-first"),
    ((" back", " bottom", "side", "sticker", "label", "tag"), _ON_THE_BACK, "saying-note"),
    (("use ", "enter ", "input ", "请", "用", "输"), _USED, "saying-code"),
)
_WORDY: Final = (_ANSWER, _QUESTION, _PHRASE, _TURNED, _FIRST_TIME)  # all others take values with digits
_WORDS: Final = tuple(dict.fromkeys(word for words, _, _ in _FORMS for word in words))
_WOKEN: Final = tuple(  # by number of the word
    tuple(number for number, (words, _, _) in enumerate(_FORMS) if word in words) for word in _WORDS
)


class SayingDetector:
    """Finds such values."""

    keywords: Sequence[str] = _WORDS

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values that a saying hands over."""
        text = scan.shadow.text
        if len(text) > _MOST:
            return
        scene, coded = Scene(text, scan.shadow.lower, lexicon()), scan.shadow.outline.threes
        for number in sorted({number for hit in scan.hits for number in _WOKEN[hit.word]}):
            _, pattern, rule = _FORMS[number]
            if not coded and pattern not in _WORDY:
                continue
            scan.budget.spend(2 * len(text))
            for found in pattern.finditer(text):
                yield from _judged(scene, found, rule)


def _judged(scene: Scene, found: re.Match[str], rule: str) -> Iterator[Span]:
    """Give the value that a form found, where it can be one."""
    if rule == "saying-number":
        yield from (Span(piece.start, piece.end, rule, Kind.PIN) for piece in _number(scene, found))
    elif rule == "saying-note":
        piece = candidate(scene.text, *trim(scene.text, *found.span("value")))
        if CODE <= piece.level < MASKED and not scene.belongs(piece):
            yield Span(piece.start, piece.end, rule, Kind.PASSWORD)
    elif rule in ("saying-sent", "saying-first"):
        value = found[found.lastgroup or 0]
        if made_up(value) and not is_else(value):
            yield Span(*found.span(found.lastgroup or 0), rule, Kind.PASSWORD)
    elif rule == "saying-dial":
        if _LOCKS.search(scene.text):
            yield Span(*found.span("value"), rule, Kind.PIN)
    elif rule != "saying-answer" or not tells(found["value"]):
        kind = Kind.OTP if rule == "saying-code" else Kind.PASSWORD
        yield Span(*found.span(found.lastgroup or 0), rule, kind)


def _number(scene: Scene, found: re.Match[str]) -> Iterator[Candidate]:
    """Give the number that something with a lock was set to."""
    piece = candidate(scene.text, *found.span("value" if found["value"] else "other"))
    value = scene.value(piece)
    if (
        NEVER < piece.level <= CODE
        and value not in EVERYDAY_NUMBERS
        and not _YEAR.match(value)
        and scene.free(piece)
    ):
        yield piece


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [SayingDetector()]
