"""What was asked for before a message: ``把密码发我``, ``Enter passphrase:``, ``what was it again``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from safedigest.detect import lazy
from safedigest.detect.elsewhere import NAME_OF, OTHER, asks_about_it
from safedigest.detect.interface import Turn
from safedigest.detect.labels import Named, named_in
from safedigest.detect.lexicon import Grade, Lexicon
from safedigest.model import Kind, Role
from safedigest.plugin.records import dataclass, replace

_T = TypeVar("_T")
LOOK: Final = 800  # characters of a message in which an answer or a request may stand
LINE: Final = 120  # an answer with a bare number is no longer than this
_NOD: Final = 12  # a message this short that asks nothing leaves the question open (``好的，不急``)
_MENTIONS: Final = 6  # earlier messages in which a credential may have been named

_OPEN = lazy.pattern(
    r"(?:密码|口令|码|答案|answer|phrase|password|passphrase|passcode|pin|code)\s*[?？:：]|[:：]\s*\Z"
    r"|[上里面]的?\s*[?？]|什么|啥|多少|哪|呢|发|给|告诉|报|念|贴|输|填"
    r"|等|解锁|\basking|\bunlock|\bwaiting"
    r"|\b(?:what|which|whats|send|paste|share|give|tell|enter|type|provide|copy|read|need|needs|wants|asks)\b"
)
_QUESTION = lazy.pattern(
    r"请问|告诉|给我|想要|求|多少|什么|啥|几位|哪个|呢|[?？]|发我|报一下"
    r"|\bwhat|\bwhich|\bremind|\bagain\b|\btell me|\bsend|\bread (?:me|it|that)|\brepeat|\bshow me"
    r"|帮[我忙][存记]|[存记]你|[存记给]过|再[发报说念]|报一?下|念一?下|想个|起个|取个|定个|编个|来个"
    r"|生成|推荐|重置|忘了?"
    r"|\bcome up with|\bsuggest|\bgenerate|\bmake (?:me |us )?(?:a|an|up)\b|\bneed a new|\breset|\bforgot"
    r"|\blocked out|唔记得|记唔起"
)
_NAMES = lazy.pattern(
    r"名称|名字|用户名|账号|帐号|哪个|型号|username|user name|which (?:user|account)|\bname\b"
)
_OF_SECURITY = lazy.pattern(
    r"密保|安全问题|maiden|security (?:q|answer)|secret (?:question|answer)|memorable"
)  # a name answers these, too
_WORDS = lazy.pattern(
    r"口令|暗号|暗语|安全词|密保|密语|密码|答案|passphrase|password|secret|word|phrase|answer"
)
_PRICE = lazy.pattern(r"多少钱|价|几点|鞋码|尺码|费用|\b(?:how much|price|cost|what time|size)\b")
_AMOUNT = lazy.pattern(
    r"多少钱|价|几点|哪年|哪一年|几年|预算|\b(?:how much|how many|price|cost|what time|year|date|order)\b"
)
_NUMBER_OF = lazy.pattern(
    r"单号|订单|运单|工单|编号|学号|工号|会员|车牌|\b(?:order|ticket|invoice|tracking|serial|plate)\b"
)
_RECALLS = lazy.pattern(
    r"\bdid (?:i|we|you) (?:set|use|pick|choose|save|put)|来着|[设存定]的(?:是|啥|什么|多少)"
)
_PERSONAL = lazy.pattern(
    r"身份证|证件|手机号|电话|联系方式|银行卡|卡号|护照|社保号|通行证|号码"
    r"|\b(?:ssn|social security|passport|phone|cell|mobile|card number|id number|national id"
    r"|driver'?s licen[cs]e)\b"
)
_GIVING: Final = frozenset(
    {Grade.STRONG, Grade.KEY, Grade.CODE, Grade.LOCK, Grade.CARD, Grade.HALF, Grade.SEED, Grade.LOGIN}
)
_NAMING: Final = frozenset({Grade.STRONG, Grade.HALF, Grade.SEED, Grade.KEY, Grade.CODE})
_IS_ONE = lazy.pattern(
    r"(?:这个?|那)?就?是.{2,24}(?:的|间|柜|门|锁|房|箱|车)|(?:that'?s|this is|it'?s) (?:for )?(?:the|my|our|her"
    r"|his|mum's|dad's) |for the "
)
_OPENS: Final = frozenset({Grade.STRONG, Grade.LOCK, Grade.CODE, Grade.CARD})
_FIRM: Final = frozenset({Grade.STRONG, Grade.HALF, Grade.LOCK, Grade.CARD})


@dataclass(frozen=True, slots=True)
class Request:
    """A request that is still open: ``kind`` and ``grade`` of what it names, and its words.

    ``named``: it says what it wants. ``spoken``: it asks in words; else it only states (``安全手机会收到 6 位数字``),
    and nothing but a whole answer counts.
    """

    kind: Kind
    grade: Grade
    words: str
    named: bool = True
    spoken: bool = True
    word: str = ""  # the label

    @property
    def firm(self) -> bool:
        """Tell whether it names a credential, not with a word of many meanings."""
        return self.named and self.grade in _FIRM

    @property
    def takes_any_word(self) -> bool:
        """Tell whether it asks for what only the owner knows: any word answers that."""
        return _OF_SECURITY.search(self.word + self.words) is not None

    @property
    def takes_words(self) -> bool:
        """Tell whether a plain word would be an answer."""
        return self.firm and _OPEN.search(self.words) is not None

    @property
    def takes_phrases(self) -> bool:
        """Tell whether several words, or Chinese ones, would be."""
        named = self.grade is Grade.HALF or _WORDS.search(self.words) is not None
        seed = self.named and self.spoken and self.grade is Grade.SEED
        return seed or (self.takes_words and named)

    @property
    def wants_name(self) -> bool:
        """Tell whether it asks for a name (too), so that a word may be that."""
        return _NAMES.search(self.words) is not None and not self.takes_any_word

    @property
    def recalls(self) -> bool:
        """Tell whether it asks for what was set or told before (``what did I set for the tablet``)."""
        return _RECALLS.search(self.words) is not None

    @property
    def part_of_a_number(self) -> bool:
        """Tell whether it asks for a piece of a number that everybody knows (``学号后六位``)."""
        return (
            self.named
            and self.grade in (Grade.HALF, Grade.REST)
            and _NUMBER_OF.search(self.words) is not None
        )

    @property
    def harmless(self) -> bool:
        """Tell whether it asks for a number of another kind (``订单号？``, ``how much``)."""
        if self.named and self.grade is Grade.STRONG:
            return False
        if NAME_OF.search(self.words):
            return True
        if self.named:
            return self.part_of_a_number or _PRICE.search(self.words) is not None
        return OTHER.search(self.words) is not None


def open_request(before: Sequence[Turn], role: Role | None, words: Lexicon) -> Request | None:
    """Return the request that is still open when ``role`` speaks after ``before``, or None.

    It is what the other one said last, or a question there about a credential that was named before it.
    """
    return None if asks_about_it(before, role) else _open_request(before, role, words)


def _open_request(before: Sequence[Turn], role: Role | None, words: Lexicon) -> Request | None:
    said, asked, nods = "", False, 0
    hint: Request | None = None
    for turn in reversed(before):
        lower = turn.shadow.lower[-LOOK:]
        if turn.role is role:
            if asked and (label := _wanted(turn, subjects=role is Role.USER)):
                return Request(
                    label.label.kind, label.label.grade, "" if hint else said, word=label.label.word
                )
            continue
        asks, label = _asks(turn, role, words), _wanted(turn, subjects=role is Role.USER)
        if label and (asks or asked):
            found = Request(label.label.kind, label.label.grade, lower + said)
            if hint or not (asks and found.part_of_a_number):
                return hint or found
            hint, asked = found, True
            continue
        if label and role is Role.USER and len(lower) <= LINE:
            return Request(label.label.kind, label.label.grade, lower, spoken=False)
        if asks:
            asked, said = True, lower + said
        elif not asked:
            nods += 1
            if nods > 1 or len(lower) > _NOD:
                return None
    return hint or (_unnamed(before, role, said) if asked else None)


def _unnamed(before: Sequence[Turn], role: Role | None, said: str) -> Request:
    own = "".join(turn.shadow.lower[-LOOK:] for turn in before[-3:] if turn.role is role)
    amount = _AMOUNT.search(own)
    return Request(Kind.PASSWORD, Grade.CODE, said + (amount[0] if amount else ""), named=False)


def _once(turn: Turn, key: object, make: Callable[[str], _T]) -> _T:
    """Return what ``make`` makes of the end of a message: each is looked at again with every message after it."""
    memo = turn.shadow.memo
    if key not in memo:
        memo[key] = make(turn.shadow.lower[-LOOK:])
    made: _T = memo[key]
    return made


def _labels(turn: Turn) -> list[Named]:
    return _once(turn, _labels, named_in)


def _asks(turn: Turn, role: Role | None, words: Lexicon) -> bool:
    """Tell whether a message asks; one that the assistant answers must be a question."""
    pattern = _QUESTION if role is Role.ASSISTANT else words.ask
    return _once(turn, (_asks, role is Role.ASSISTANT), lambda lower: pattern.search(lower) is not None)


def _wanted(turn: Turn, *, subjects: bool = False) -> Named | None:
    """Return the last label that could be asked for; ``subjects``: ``密码不对，再发一次`` asks too."""
    found = [one for one in _labels(turn) if one.label.grade in _GIVING]
    plain = [one for one in found if not one.subject or (subjects and one.label.grade is Grade.STRONG)]
    strong = [one for one in plain if one.label.grade is Grade.STRONG]
    return (strong or plain)[-1] if plain else None


def invents(before: Sequence[Turn], words: re.Pattern[str]) -> bool:
    """Tell whether the user's last message asks for a new password, or for one to be reset."""
    if not before or before[-1].role is not Role.USER:
        return False
    label = any(one.label.grade is Grade.STRONG for one in _labels(before[-1]))
    return label and words.search(before[-1].shadow.lower[-LOOK:]) is not None


def wants_personal(before: Sequence[Turn], role: Role | None, words: Lexicon) -> bool:
    """Tell whether the other one's last message asks for a number that identifies a person."""
    last = next((turn for turn in reversed(before) if turn.role is not role), None)
    return last is not None and _once(last, wants_personal, _is_personal) and _asks(last, role, words)


def _is_personal(lower: str) -> bool:
    return _PERSONAL.search(lower) is not None


@dataclass(frozen=True, slots=True)
class Mention:
    """A credential that was named: ``near`` in one of the last three messages or the next, ``firm`` by its name."""

    kind: Kind
    grade: Grade
    near: bool
    halves: bool = False  # it was said to come in pieces

    @property
    def firm(self) -> bool:
        """Tell whether it was named by no word of many meanings."""
        return self.grade in (Grade.STRONG, Grade.HALF)

    @property
    def request(self) -> Request:
        """The request that a whole answer is read with."""
        return replace(Request(self.kind, Grade.STRONG if self.firm else Grade.KEY, ""), spoken=False)


def mention(before: Sequence[Turn]) -> Mention | None:
    """Return what one of the last messages named, or None."""
    for back, turn in enumerate(reversed(before[-_MENTIONS:])):
        labels = _labels(turn)
        for one in reversed(labels):
            if one.label.grade in _NAMING and not one.subject:
                halves = any(other.label.grade is Grade.HALF for other in labels)
                return Mention(one.label.kind, one.label.grade, near=back < 3, halves=halves)  # noqa: PLR2004
    return None


def opens_behind(following: Turn) -> bool:
    """Tell whether a message says what a code before it opens (``外卖柜的``, ``that's the shed``), asking nothing."""
    lower = following.shadow.lower[:LINE]
    if _PRICE.search(lower) or _QUESTION.search(lower):
        return False
    if _IS_ONE.match(lower):
        return True
    return any(one.label.grade in _OPENS and not one.subject for one in named_in(lower))


def mention_behind(following: Turn) -> Mention | None:
    """Return what the answer to a message names first (``That's the portal password, right?``), or None."""
    for one in named_in(following.shadow.lower[:LINE]):
        if one.label.grade is Grade.STRONG and not one.subject:
            return Mention(one.label.kind, one.label.grade, near=True)
    return None
