"""Answers to questions that only an owner can answer, and words that only some know.

``security Q was first pet, I answered …``, ``密保问题我填的…``, ``暗号是“…”，回令是“…”``. The answer is a plain word
or a name, so both must be said: that it is such a question, and that this is what was answered. What tells about an
answer (``忘了``, ``is wrong``) is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.lexicon import HAN
from safedigest.detect.telling import goes_on, is_technical, tells
from safedigest.detect.topics import is_story
from safedigest.model import Kind

_MOST: Final = 300  # characters of a message that is looked at; longer ones are no talk
_COST: Final = 12  # what all patterns read of a character
_NEAR: Final = 90  # characters between a question and its answer

_QUESTION_ZH: Final = (
    "密保", "安全问题", "安全提问", "安全提示", "验证问题", "提示问题", "访问问题", "进群问题", "加群问题",
    "入群问题", "好友问题",
    "找回密码", "找回账号", "找回账户", "找回帐号", "重置密码", "设了个问题", "设了问题",
    "进群", "入群", "加群", "好友验证", "空间访问", "空间密码", "访问密码", "相册", "回答问题",
)  # fmt: skip
_LOOSE_ZH: Final = frozenset(_QUESTION_ZH[_QUESTION_ZH.index("进群") :])  # much else is written there
_QUESTION_EN: Final = (
    "security q", "security answer", "secret question", "secret answer", "recovery question", "recovery answer",
    "hint question",
    "challenge question", "verification question", "reset question", "password hint", "identity question",
    "backup question",
    "maiden name", "first pet", "first school", "first car", "first teacher", "first street", "first concert",
    "first boss",
    "first job", "first kiss", "favourite teacher", "favorite teacher", "favourite book", "favorite book",
    "favourite movie",
    "favorite movie", "favourite food", "favorite food", "favourite color", "favorite color",
    "favourite colour",
    "childhood", "best friend", "grew up on", "street question", "pet question", "teacher question", "city question",
    "memorable word", "memorable place", "memorable name", "elementary school", "kindergarten", "born in",
)  # fmt: skip
# Of these alone nobody can tell that an account asks for them.
_PERSONAL: Final = frozenset(_QUESTION_EN[_QUESTION_EN.index("maiden name") :])
_ASKED = lazy.pattern(
    r"question|security|recovery|account|log ?in|sign ?in|unlock|reset|verif|password|hint"
    r"|(?<![a-z])(?:q|bank|site|portal|form)(?![a-z])"
)
_WORD: Final = r"[\"'`]?(?P<value>[A-Za-z][A-Za-z'’-]{2,24}(?: [A-Z][A-Za-z'’-]{2,24}){0,2}\d{0,6})"
_ANSWERED_EN = lazy.pattern(
    r"(?:(?i:\bi(?:'ve| have)? (?:just |always |once |simply )?(?:answered|answer|put|typed|type|entered|said"
    r"|wrote|chose|picked|used|gave|set)"
    r"(?: (?:it|that|mine|the answer))?(?: (?:as|to|with|in|down|down as))?|\b(?:the |my )?answers?"
    r"(?: (?:there|to it|to that|for it|on file))?"
    r" (?:is|was|are|=|i (?:put|gave|set|used) (?:is|was))|\banswer(?: ?[:=]|ed(?: with| as)?)"
    r"|\bset (?:it|that|mine) (?:to|as)"
    r"|\b(?:it'?s|its) saved as|\banswered(?: with| as)?) +|(?i:answer)[:=] ?)"
    rf"{_WORD}(?![0-9A-Za-z@/_(=])"
)
_ASKED_EN = lazy.pattern(  # mother's maiden name: x; childhood street? x
    r"(?i:maiden name|first (?:pet|school|car|teacher|street|concert|boss|job)|childhood \w+"
    r"|favou?rite \w+|best friend|\bstreet i grew up on"
    r"|memorable (?:word|place|name))(?: (?:question|answer|q))?(?: (?:on|for|at|in) (?:the |my )?\w+(?: \w+)?)?"
    rf"(?: ?[:=?]+ ?| (?:is|was|=|->) ){_WORD}(?=[\s\"'`]*(?:[,.;!?，。\n]|\Z))"
)
_FILLS: Final = (
    r"(?:的|了|就|当年|当时|我|你|直接|随便|瞎|乱|那个|统一|填|写|设|答案|输"
    r"|都|一直|以前|后来|应该|好像|是|为|成|叫|[:：=“\"'「『\s])"
)
_VALUE_ZH: Final = rf"(?P<value>[{HAN}]{{2,10}}(?:\d{{1,6}})?|[A-Za-z][A-Za-z]{{2,29}}\d{{0,6}})"
_CLOSED: Final = r"(?=[”\"'」』]?\s*(?:[，。,.;；!！?？、)）\n~]|\Z))"
_ANSWERED_ZH = lazy.pattern(
    rf"(?:答案|回答|填|写|答|输|设置?)(?:的是|了|的)?{_FILLS}{{0,6}}+{_VALUE_ZH}{_CLOSED}"
)
_CALLED_ANSWER_ZH = lazy.pattern(
    rf"(?:答案|(?<!回)答)(?:的是|了|的|[写填设]的?)?{_FILLS}{{0,6}}+{_VALUE_ZH}{_CLOSED}"
)
_ASKED_ZH = lazy.pattern(  # of a question that the message names: 小学班主任叫…
    r"(?:小学|初中|高中|中学|大学|幼儿园|班主任|老师|母亲|妈妈|我妈|我爸|父亲|爸爸"
    r"|外婆|奶奶|爷爷|配偶|初恋|宠物|狗狗?|猫咪?|出生地?|老家|籍贯|最喜欢|第一[个只辆位所])"
    rf"[^，。,.!?！？\n”\"]{{0,8}}?(?:叫做?|是|[:：=])\s?{_VALUE_ZH}{_CLOSED}"
)
_SAID_ZH = lazy.pattern(  # 接送口令：…; 暗号对一下：…; 回令是“…”
    r"(?:暗号|接头语|接头暗语|切口|口令|回令|答令|安全词|密语|暗语)(?:词|语)?"
    r"(?:对一下|改成?|换成?|定成?|设成?|今晚|今天|本周|这周|明天|上半夜|下半夜|咱们?|我们|家里|现在"
    r"|统一|仍|还|就|说|答|回|要|得|用|了|[,，])*"
    rf"(?:是|为|叫|成|:|：|=|[“\"「『])[是“\"「『\s]*(?P<value>[{HAN}]{{2,10}}|[A-Za-z]{{3,20}})(?:吧|哈|呀|哦|啊)?{_CLOSED}"
)
_TO_REPLY = lazy.pattern(  # 口令…，回令… and 他问“…”你答“…”
    rf"(?:回令|答令|回|答|回答|对|接)(?:是|为|:|：|说|上)?\s?[“\"「『](?P<value>[{HAN}]{{2,10}})[”\"」』]"
)
_SPOKEN = lazy.pattern(r"暗号|口令|接头|切口|暗语|哨")
_WORD_EN = lazy.pattern(
    r"(?i:watchword|countersign|counter-?sign|pass ?word for (?:pickup|the gate|the door)|code ?word"
    r"|safe ?word|pick-?up word"
    r"|family word"
    r"|password of the (?:day|night))"
    r"(?: (?:for \w+(?: \w+)?|tonight|today|this week|now))?"
    r"(?: (?:is|was|will be|=|changed to)(?: now)?| ?[:=])\s?[\"'`]"
    r"(?P<value>[A-Za-z]{3,20}(?: [A-Za-z]{3,20}){0,3})[\"'`]"
)
_CHALLENGE_EN = lazy.pattern(
    r"(?i:challenge) is [\"'`](?P<value>[A-Za-z]{3,20}(?: [A-Za-z]{3,20}){0,3})[\"'`][,;.]? (?:and )?(?:the )?"
    r"(?i:reply|response|answer) is"
    r" [\"'`](?P<reply>[A-Za-z]{3,20}(?: [A-Za-z]{3,20}){0,3})[\"'`]"
)
_WATCH: Final = (
    "watchword",
    "countersign",
    "counter-sign",
    "codeword",
    "code word",
    "safe word",
    "safeword",
    "challenge",
)


class AnswerDetector:
    """Finds such answers and words."""

    keywords: Sequence[str] = (
        *_QUESTION_ZH, *_QUESTION_EN, "暗号", "接头", "切口", "口令", "回令", "答令", "安全词", "密语", "暗语", *_WATCH,
    )  # fmt: skip

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of what is answered to a question of an account, and of words that are agreed on."""
        text, lower = scan.shadow.text, scan.shadow.lower
        if len(text) > _MOST:
            return
        scan.budget.spend(_COST * len(text))
        words = {self.keywords[hit.word]: hit.end for hit in reversed(scan.hits)}
        found = {*_spoken(text)}
        if firm := [end for word, end in words.items() if word in _QUESTION_ZH and word not in _LOOSE_ZH]:
            found |= set(_answers(text, min(firm), (_ANSWERED_ZH, _ASKED_ZH)))
        if loose := [end for word, end in words.items() if word in _LOOSE_ZH]:
            found |= set(_answers(text, min(loose), (_CALLED_ANSWER_ZH,)))
        asked = [word for word in words if word in _QUESTION_EN]
        if asked and (_ASKED.search(lower) or not _PERSONAL.issuperset(asked)):
            found |= set(_answers(text, 0, (_ANSWERED_EN, _ASKED_EN)))
        for start, end in sorted(found):
            if not is_story(lower, start):
                yield Span(start, end, "answer", Kind.PASSWORD)


def _answers(text: str, at: int, forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[int, int]]:
    for form in forms:
        for found in form.finditer(text, at, min(len(text), at + _NEAR) if at else len(text)):
            if _is_answer(found["value"]):
                yield found.span("value")


def _spoken(text: str) -> Iterator[tuple[int, int]]:
    """Give the words that are agreed on."""
    for found in _CHALLENGE_EN.finditer(text):
        yield from (found.span("value"), found.span("reply"))
    forms = (_SAID_ZH, _TO_REPLY, _WORD_EN) if _SPOKEN.search(text) else (_WORD_EN,)
    for form in forms:
        for found in form.finditer(text):
            if _is_answer(found["value"]):
                yield found.span("value")


def _is_answer(value: str) -> bool:
    """Tell whether a word, a name or a saying is an answer, and not something about one."""
    if not value.isascii():
        return not tells(value.rstrip("0123456789"))
    return not any(goes_on(word) or is_technical(word) for word in value.lower().split())


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [AnswerDetector()]
