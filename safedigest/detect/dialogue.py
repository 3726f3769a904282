"""An answer to a request for a credential is masked though nothing in it says what it is.

The request stands in an earlier message: ``把密码发我``, ``Enter passphrase:``, ``what was it again``. What the other one
says next is looked at with the request in mind: a key anywhere in it, a code that is not something else's number, or a
whole short answer. An answer that is a sentence (``忘了``, ``no idea``) stays. Where a label was only mentioned before, nothing
but what looks like a key is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from safedigest.detect.beside import _PHRASE as PHRASE
from safedigest.detect.beside import _about as about
from safedigest.detect.candidates import Candidate, candidate, trim
from safedigest.detect.levels import CODE, MASKED, MIXED, NAME, NEVER, RANDOM, WORD
from safedigest.detect.interface import Detector, Scan, Span, Turn
from safedigest.detect.labels import Named, named_in
from safedigest.detect.lexicon import HAN, Grade, Lexicon, lexicon
from safedigest.detect.seeds import LEAST, seeds
from safedigest.detect.scene import Scene
from safedigest.detect.words import is_pinyin
from safedigest.model import Kind, Role

_LOOK: Final = 800  # characters of a message that an answer or a request may stand in
_NOD: Final = 12  # a message this short that asks nothing leaves the question open (``好的，不急``)
_LINE: Final = 120  # an answer with a bare number is no longer than this
_NAMES = re.compile(r"名称|名字|用户名|账号|帐号|哪个|型号|username|user name|which (?:user|account)|\bname\b|\buser is\b")
_WORDY = re.compile(r"口令|暗号|暗语|安全词|密保|密语|密码|答案|passphrase|password|secret|word|phrase|answer")
_OPEN_QUESTION = re.compile(
    r"(?:密码|口令|码|password|passphrase|passcode|pin|code)\s*[?？:：]|什么|啥|多少|哪|呢|发|给|告诉|报|念|贴|输|填|[:：]\s*\Z|\b(?:what|which|whats|send|paste|share|give|tell|enter|type|provide|copy|read|need|needs|wants|asks)\b"
)
_OTHER = re.compile(
    r"[鞋尺腰]码|尺寸|多大|几点|时间|日期|哪天|哪年|哪一年|年份|几年|多少钱|价|费|几个|几岁|年龄|身高|体重|数量|几位|地址|电话|手机|身份证|单号|编号|学号|工号|房号|型号|版本|端口|金额|车牌|姓名|名字"
    r"|\b(?:size|when|time|date|year|how (?:much|many|long|old|big|far)|price|cost|amount|budget|address|phone|number of|order|tracking|model|version|port|which (?:one|file|branch|day)|weight|height|age|zip code|postcode)\b"
)
_PRICE = re.compile(r"多少钱|价|几点|鞋码|尺码|费用|\b(?:how much|price|cost|what time|size)\b")
_COUNTED = re.compile(r"订单|运单|工单|流水|房间|尾号|门牌|车次|航班|座位|读数|邮编|税号|保单|提单|股票|基金|预算|人数|页码|\b(?:room|ticket|invoice|budget|seat|flight|build|issue)\b")
_FOLLOW_UP = re.compile(r"请问|告诉|给我|想要|求|多少|什么|啥|几位|哪个|呢|[?？]|发我|报一下|\bwhat|\bwhich|\bremind|\bagain\b|\btell me|\bsend")
_SHORT_CODE = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[0-9A-Za-z]{4,8}\Z")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_HAN_ANSWER = re.compile(rf"[{HAN}]{{3,12}}[0-9A-Za-z]{{0,8}}\Z")
_GIVING: Final = frozenset({Grade.STRONG, Grade.KEY, Grade.CODE, Grade.LOCK, Grade.CARD, Grade.HALF, Grade.SEED})
_MENTIONED: Final = frozenset({Grade.STRONG, Grade.HALF, Grade.SEED, Grade.KEY, Grade.CODE})
_FIRM: Final = frozenset({Grade.STRONG, Grade.HALF, Grade.LOCK, Grade.CARD})


@dataclass(frozen=True, slots=True)
class Pending:
    """What was asked for. ``open``: a plain word would be an answer; ``firm``: by name, not by a word of many meanings;
    ``soft``: not asked for in words, so only a whole answer counts; ``named``: what was
    asked for is known.
    """

    kind: Kind
    grade: Grade
    open: bool
    firm: bool
    text: str
    soft: bool = False
    named: bool = True


def pending(before: Sequence[Turn], role: Role | None, words: Lexicon) -> Pending | None:
    """Return the request that is still open when ``role`` speaks after ``before``, or None.

    It is what the other one said last, or a question there about a credential that was named before it.
    """
    request, asked, passed = "", False, False
    for turn in reversed(before):
        lower = turn.shadow.lower[-_LOOK:]
        label = _label(lower, subjects=role is Role.USER and turn.role is not role)
        if turn.role is role:
            if asked and label:
                return _pending(label, request)
            continue
        asks = _asks(lower, role, words)
        if label and (asks or asked):
            return _pending(label, lower + request)
        if label and _states(lower, role):
            return replace(_pending(label, lower), soft=True)
        if not asked and not asks:
            if len(lower) > _NOD or passed:
                return None
            passed = True
            continue
        asked, request = True, lower + request
    if not asked:
        return None
    own = "".join(turn.shadow.lower[-_LOOK:] for turn in before[-3:] if turn.role is role)
    return Pending(Kind.PASSWORD, Grade.CODE, open=False, firm=False, text=request + own, named=False)


def _pending(label: Named, request: str) -> Pending:
    grade = label.label.grade
    return Pending(label.label.kind, grade, _OPEN_QUESTION.search(request) is not None, grade in _FIRM, request)


def _asks(lower: str, role: Role | None, words: Lexicon) -> bool:
    """Tell whether a message asks; one that the assistant answers must be a question to be one."""
    if role is Role.ASSISTANT:
        return _FOLLOW_UP.search(lower) is not None
    return words.ask.search(lower) is not None


def _states(lower: str, role: Role | None) -> bool:
    """Tell whether a short line of the assistant is about a credential: what the user says next may be it."""
    return role is Role.USER and len(lower) <= _LINE


def _label(lower: str, *, subjects: bool = False) -> Named | None:
    """Return the last label of a message that could be asked for; ``subjects``: ``密码不对，再发一次`` asks too."""
    found = [one for one in named_in(lower) if one.label.grade in _GIVING]
    plain = [one for one in found if not one.subject or (subjects and one.label.grade is Grade.STRONG)]
    strong = [one for one in plain if one.label.grade is Grade.STRONG]
    return (strong or plain or [None])[-1]


def mentioned(before: Sequence[Turn]) -> Named | None:
    """Return a label that one of the last messages named firmly, or None."""
    for turn in reversed(before[-4:]):
        for one in reversed(named_in(turn.shadow.lower[-_LOOK:])):
            if one.label.grade in _MENTIONED and not one.subject:
                return one
    return None


class DialogueDetector:
    """Finds answers."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans that an earlier message makes a credential."""
        if not scan.before or len(scan.shadow) > 4 * _LOOK:
            return
        scan.budget.spend(2 * len(scan.shadow) + _LOOK * len(scan.before))
        words = lexicon()
        scene = Scene(scan.shadow.text, scan.shadow.lower, words)
        asked = pending(scan.before, scan.role, words)
        if asked:
            for piece in answers(scene, asked, scan.role):
                yield Span(piece.start, piece.end, "dialogue-answer", asked.kind)
        if label := mentioned(scan.before):
            for piece in _said_before(scene, label, near=label == mentioned(scan.before[-2:])):
                yield Span(piece.start, piece.end, "dialogue-mention", label.label.kind)


def _seeds(scene: Scene) -> Iterator[Candidate]:
    """Give the rows of wallet words in a message."""
    yield from (Candidate(low, high, RANDOM) for low, high in seeds(scene.text, 0, min(len(scene.text), _LOOK), LEAST))


def named_next(scene: Scene, following: Turn) -> Iterator[Candidate]:
    """Give what the answer to a message names: ``now it's x`` → ``That's the portal password, right?``."""
    labels = [one for one in named_in(following.shadow.lower[:_LINE]) if one.label.grade is Grade.STRONG and not one.subject]
    if labels and len(scene.text) <= _LINE:
        yield from _said_before(scene, labels[0], near=True)


def _said_before(scene: Scene, label: Named, *, near: bool) -> Iterator[Candidate]:
    """Give what a label in one of the last messages makes suspicious; ``near``: in one of the last two."""
    if label.label.grade is Grade.SEED:
        yield from _seeds(scene)
        return
    half = label.label.grade is Grade.HALF
    firm = half or label.label.grade is Grade.STRONG
    for piece in scene.pieces(0, _LOOK):
        if piece.level == MASKED or scene.counts(piece) or scene.belongs(piece):
            continue
        short = len(scene.text) <= (40 if half else _LINE) and scene.isolated(piece)
        long = piece.end - piece.start >= 6  # noqa: PLR2004
        least = CODE if half or (near and long and not piece.digits) else MIXED
        if firm and (piece.level >= RANDOM or (short and piece.level >= least)):
            yield piece
    lone = _whole(scene, Pending(label.label.kind, label.label.grade, open=False, firm=firm, text=""))
    if lone and firm and _SHORT_CODE.match(scene.text, lone.start, lone.end):
        yield lone
    elif lone and (CODE if firm else MIXED) <= lone.level < MASKED and not scene.belongs(lone):
        yield lone


def answers(scene: Scene, asked: Pending, role: Role | None) -> Iterator[Candidate]:
    """Give the pieces of a message that answer the request."""
    if not asked.named:
        yield from _unnamed(scene, asked)
        return
    if asked.grade is not Grade.STRONG and _PRICE.search(asked.text):
        return
    yield from _seeds(scene) if asked.grade in (Grade.SEED, Grade.STRONG) else ()
    whole = _whole(scene, asked) if role is not Role.ASSISTANT else None
    if whole:
        yield whole
    for piece in scene.pieces(0, _LOOK):
        named = not asked.firm or piece.level < CODE
        if piece.level != MASKED and not scene.counts(piece) and not scene.belongs(piece, named=named) and _good(scene, asked, role, piece):
            yield piece


def _unnamed(scene: Scene, asked: Pending) -> Iterator[Candidate]:
    """Give a whole answer that is a code, to a question that asks for nothing known to be harmless."""
    if _harmless_question(asked.text):
        return
    piece = _whole(scene, asked)
    if piece and piece.level >= CODE and piece.level != MASKED:
        yield piece
    for other in scene.pieces(0, _LOOK) if len(scene.text) <= _LINE // 2 else ():
        led = _linked(scene.lower, other.start) and not _YEAR.match(scene.text, other.start, other.end)
        if CODE + (not led) <= other.level < MASKED and not scene.counts(other) and not scene.belongs(other):
            yield other


def _harmless_question(request: str) -> bool:
    """Tell whether a question asks for a number of another kind (``订单号？``, ``which size``)."""
    return _OTHER.search(request) is not None or _COUNTED.search(request) is not None


def _good(scene: Scene, asked: Pending, role: Role | None, piece: Candidate) -> bool:
    """Tell whether a piece is good enough inside an answer."""
    if piece.level >= RANDOM or (piece.level == MIXED and asked.firm and not asked.soft):
        return True
    if asked.soft:
        return piece.level >= CODE and len(scene.text) <= _LINE // 2 and _linked(scene.lower, piece.start)
    if asked.grade is Grade.KEY and piece.digits:
        return False
    line = len(scene.text) <= _LINE
    if role is Role.ASSISTANT:
        return line and piece.level >= CODE and scene.isolated(piece)
    if piece.level >= CODE:
        return line
    value = scene.text[piece.start : piece.end]
    lead = scene.words.answer_fill.match(scene.lower)
    led = lead is not None and lead.end() >= piece.start
    plain = any(map(str.isdigit, value)) or (asked.open and asked.firm and len(value) > 5 and not _NAMES.search(asked.text))  # noqa: PLR2004
    return line and piece.level == NAME and plain and (led or _linked(scene.lower, piece.start))


_LINK_BEFORE = re.compile(r"(?:是|为|叫|用|填|输|试|it's|its|is|now|use|写的|写着|说|讲|显示|给的|发的|那个|used|uses|always|says|said|reads|me|believe|think|try|to|=|:)\s*[\"'`]?\Z")


def _linked(lower: str, at: int) -> bool:
    return _LINK_BEFORE.search(lower, max(0, at - 12), at) is not None


def _whole(scene: Scene, asked: Pending) -> Candidate | None:
    """Return what is left of a message without the words around an answer, if that could be the value."""
    if len(scene.text) > _LINE:
        return None
    lead = scene.words.answer_fill.match(scene.lower)
    start = lead.end() if lead else 0
    for low in dict.fromkeys((start, 0)):
        if found := _rest(scene, asked, low):
            return found
    return None


def _rest(scene: Scene, asked: Pending, start: int) -> Candidate | None:
    """Return the value that begins at ``start`` and ends the message but for closing words."""
    text = scene.text
    run = re.compile(r"[!-~]+").match(text, start)
    if run is None:
        return _han_answer(scene, asked, start)
    low, high = trim(text, *run.span())
    if low >= high:
        return None
    if asked.open and asked.firm and (phrase := PHRASE.match(text, low)) and _ends(scene, phrase.end()):
        parts = re.split(r"[ -]", phrase[0].lower())
        if len(parts) > 2 and not any(about(part, scene.words) for part in parts) and _WORDY.search(asked.text):  # noqa: PLR2004
            return Candidate(low, phrase.end(), MIXED)
    if not _ends(scene, high):
        return None
    piece = candidate(text, low, high)
    if piece.level >= NAME and piece.level != MASKED and not scene.counts(piece):
        letters = piece.level == NAME and text[low:high].isalpha()
        plain = asked.open and asked.firm and high - low > 4 and not _NAMES.search(asked.text) and not about(text[low:high].lower(), scene.words)  # noqa: PLR2004
        return piece if not letters or plain else None
    if piece.level == NEVER and asked.firm and _SHORT_CODE.match(text, low, high):
        return Candidate(low, high, CODE)
    if piece.level == WORD and _pinyin(text[low:high]) and asked.open and asked.firm and not _NAMES.search(asked.text):
        return piece if not about(text[low:high].lower(), scene.words) else None
    three = piece.digits and piece.level == WORD and high - low == 3  # noqa: PLR2004
    return piece if three and asked.grade in (Grade.STRONG, Grade.CARD, Grade.CODE, Grade.LOCK, Grade.HALF) and asked.open else None


def _pinyin(word: str) -> bool:
    """Tell whether a word is two or more syllables of pinyin, as many people's passwords are."""
    return len(word) > 5 and word.isalpha() and word.islower() and is_pinyin(word)  # noqa: PLR2004


def _ends(scene: Scene, at: int) -> bool:
    found = scene.words.answer_fill.match(scene.lower, at)
    return (found.end() if found else at) >= len(scene.text)


def _han_answer(scene: Scene, asked: Pending, start: int) -> Candidate | None:
    """Return a short Chinese answer to a request for a word (``口令？`` → ``芝麻开门``)."""
    found = _HAN_ANSWER.match(scene.text.rstrip(" 。！!~"), start)
    if found is None or not (asked.open and asked.firm) or not _WORDY.search(asked.text) or _NAMES.search(asked.text):
        return None
    if scene.words.prose_han.search(found[0]) or scene.words.decline.search(found[0]):
        return None
    return Candidate(found.start(), found.end(), CODE)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [DialogueDetector()]
