"""An answer to a request for a credential is masked though nothing in it says what it is.

It is looked at with the request in mind (``asking``): a key anywhere in it, a code that is not something else's
number, or a whole short answer. An answer that is a sentence (``忘了``, ``no idea``) stays. Where a credential was only
named before, nothing but what looks like a key is taken, or a code that is the whole message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.asking import (
    LINE,
    LOOK,
    Mention,
    Request,
    invents,
    mention,
    mention_behind,
    open_request,
    opens_behind,
    wants_personal,
)
from safedigest.detect.beside import says_about, words_at
from safedigest.detect.candidates import RUN, Candidate, candidate, trim
from safedigest.detect.elsewhere import asks_about_it
from safedigest.detect.interface import Detector, Scan, Span, Turn
from safedigest.detect.levels import CODE, MASKED, MIXED, NAME, NEVER, RANDOM, WORD
from safedigest.detect.lexicon import HAN, Grade, lexicon
from safedigest.detect.outline import Sign
from safedigest.detect.proposed import INVENT, proposals
from safedigest.detect.scene import Scene
from safedigest.detect.seeds import LEAST, seeds
from safedigest.detect.words import is_pinyin
from safedigest.model import Kind, Role

_TEXTED: Final = (4, 6)  # digits of a code that is sent
_HALF_LINE: Final = 40
_OPAQUE: Final = 9
_LONG: Final = 6  # characters of a code that is looked at although it was not asked for
_SHORT_CODE = lazy.pattern(r"(?=\S*\d)(?=\S*[A-Za-z])[0-9A-Za-z]{4,8}\Z")
_WHAT = lazy.pattern(
    r"[?？]|[^?？\n]{0,16}(?:什么|啥|哪里的|哪个的|哪儿的|干嘛)[^?？\n]{0,8}[?？]?|(?:这|那)(?:个|串)?是?\s?[?？]"
    r"|[^?\n]{0,12}\b(?:what|which)\b[^?\n]{0,24}\?"
)
_FEW_DIGITS = lazy.pattern(
    r"\s*(?:[是嗯哦:：]{1,2}\s?|(?:s?he|it|they|mum|dad) (?:says|said|is) |[她他]说是?\s?)?"
    r"(?P<value>\d{2,3})\s*[。.!！]?\s*\Z"
)
_YEAR = lazy.pattern(r"(?:19|20)\d\d\Z")
_PERSON_NUMBER = lazy.pattern(r"(?<![0-9A-Za-z./-])[A-Z]{0,2}\d(?:[ -]?\d){5,20}[Xx]?(?![0-9A-Za-z])")
_HAN_ANSWER = lazy.pattern(rf"[{HAN}]{{3,12}}[0-9A-Za-z]{{0,8}}\Z")
_NUMBERED = lazy.pattern(rf"(?P<words>[{HAN}]{{2,12}}?)[吧呀啊呢哦啦的了哈嘛]?\d{{2,8}}[!@#$%&*]?")
_LINK_BEFORE = lazy.pattern(
    r"(?:是|为|叫|用|填|输|试|成了?|成?了个?|新的|这[周月回次]|这个月|今天的?|到了?|发来|收到|来了?|那就|应该"
    r"|好像|再试|it's|its|is|now|use"
    r"|系|系系|话系|记得|抄了?|remember|remembered|写|写的|写着|说|讲|显示|给的|发的|那个|这个|改过|换过|used|uses|always|says|said|reads|me|got|again"
    r"|another(?: one)?|with|enter|just|maybe|shows?|about|be"
    r"|believe|think|try|tried|to|so|ok|=|:|,|，)\s*[\"'`]?\Z"
)
_AFTER_CODE = lazy.pattern(r"\s|[,，。、!！~]|[快的了吧啊呀呢哈嘛哦呗啦]|\Z| ?for ")


class DialogueDetector:
    """Finds answers."""

    keywords: Sequence[str] = ()
    needs = Sign.TALK

    def __init__(self, *, personal: bool = True) -> None:
        self._personal = personal

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans that an earlier message makes a credential."""
        if not scan.before or len(scan.shadow) > 4 * LOOK:
            return
        scan.budget.spend(2 * len(scan.shadow) + LOOK * len(scan.before))
        scene = Scene(scan.shadow.text, scan.shadow.lower, lexicon())
        asked = open_request(scan.before, scan.role, scene.words)
        if scan.role is Role.USER and not (asked and asked.harmless):
            yield from _opaque(scene)
        if asked:
            answers = list(_answers(scene, asked, scan.role))
            for piece in (*answers, *scene.alike(answers)):
                yield Span(piece.start, piece.end, "dialogue-answer", asked.kind)
        if scan.role is Role.ASSISTANT and invents(scan.before, INVENT):
            for piece in proposals(scene):
                yield Span(piece.start, piece.end, "dialogue-proposal", Kind.PASSWORD)
        if self._personal and wants_personal(scan.before, scan.role, scene.words):
            numbers = _PERSON_NUMBER.finditer(scene.text, 0, LOOK)
            yield from (Span(*number.span(), "dialogue-personal", Kind.PERSONAL) for number in numbers)
        elsewhere = asked.harmless if asked else asks_about_it(scan.before, scan.role)
        if not elsewhere and (named := mention(scan.before)):
            for piece in _mentioned(scene, named):
                yield Span(piece.start, piece.end, "dialogue-mention", named.kind)


def _opaque(scene: Scene) -> Iterator[Span]:
    """Give a message that is one opaque token: people send keys like that, and hardly anything else."""
    lead = scene.words.answer_fill.match(scene.lower)
    run = RUN.match(scene.text, lead.end() if lead else 0)
    piece = (
        candidate(scene.text, *trim(scene.text, *run.span()))
        if run and not scene.text[run.end() :].strip()
        else None
    )
    if piece and MIXED <= piece.level < MASKED and piece.end - piece.start >= _OPAQUE:
        yield Span(piece.start, piece.end, "dialogue-opaque", Kind.API_KEY)


def asks_back(turn: Turn) -> bool:
    """Tell whether a message only asks what the one before it is (``这是什么？``, ``what's this?``)."""
    return turn.role is Role.ASSISTANT and _WHAT.fullmatch(turn.shadow.lower.strip()) is not None


def named_by_next(turn: Turn, following: Turn) -> Iterator[Span]:
    """Give what the next message says to be a credential: ``now it's x`` → ``That's the portal password, right?``.

    A message that is nothing but a code is also what its speaker says next that it opens: ``7432`` → ``外卖柜的``.
    """
    if turn.role is following.role:
        if len(turn.shadow) <= _HALF_LINE and opens_behind(following):
            scene = Scene(turn.shadow.text, turn.shadow.lower, lexicon())
            piece = _whole(scene, Request(Kind.PIN, Grade.LOCK, "", spoken=False))
            if piece and CODE <= piece.level < MASKED and not _YEAR.match(scene.value(piece)):
                yield Span(piece.start, piece.end, "dialogue-mention", Kind.PIN, yields=True)
        return
    named = mention_behind(following)
    if named and len(turn.shadow) <= LINE:
        for piece in _mentioned(Scene(turn.shadow.text, turn.shadow.lower, lexicon()), named):
            yield Span(piece.start, piece.end, "dialogue-mention", named.kind, yields=True)


def _mentioned(scene: Scene, named: Mention) -> Iterator[Candidate]:
    """Give what a credential named nearby makes suspicious."""
    if named.grade is Grade.SEED:
        yield from _rows(scene)
        return
    if named.firm:
        pieces = (piece for piece in scene.pieces(0, LOOK) if piece.level != MASKED and scene.free(piece))
        yield from (piece for piece in pieces if _suspicious(scene, named, piece))
    if named.halves and named.near and (few := _FEW_DIGITS.match(scene.text)):
        yield Candidate(*few.span("value"), CODE, digits=True)
        return
    lone = _whole(scene, named.request)
    if lone is None or lone.level == MASKED:
        return
    if _half_digits(scene, named, lone):
        yield lone
    short = named.firm and _SHORT_CODE.match(scene.value(lone)) is not None
    if short or (lone.level >= (CODE if named.firm else MIXED) and not scene.belongs(lone)):
        yield lone


def _half_digits(scene: Scene, named: Mention, piece: Candidate) -> bool:
    """Tell whether a whole message is the few digits that were left of a number given in pieces."""
    return named.grade is Grade.HALF and named.near and piece.digits and len(scene.value(piece)) > 1


def _suspicious(scene: Scene, named: Mention, piece: Candidate) -> bool:
    half = named.grade is Grade.HALF
    if piece.level >= RANDOM:
        return True
    if len(scene.text) > (_HALF_LINE if half else LINE):
        return False
    if (
        len(scene.text) <= (_HALF_LINE if named.near else LINE // 4)
        and piece.level >= CODE
        and _given(scene, piece)
    ):
        return not _YEAR.match(scene.value(piece))
    if not scene.isolated(piece):
        return False
    if named.kind is Kind.OTP and named.near and piece.digits:
        return len(scene.value(piece)) in _TEXTED
    code = half or (named.near and piece.end - piece.start >= _LONG and not piece.digits)
    return piece.level >= (CODE if code else MIXED)


def _answers(scene: Scene, asked: Request, role: Role | None) -> Iterator[Candidate]:
    """Give the pieces of a message that answer the request."""
    if asked.harmless:
        return
    if not asked.named:
        told = role is Role.ASSISTANT and not asked.recalls
        yield from _codes(scene, asked, MIXED if told else CODE)
        return
    if asked.grade in (Grade.SEED, Grade.STRONG):
        yield from _rows(scene)
    whole = _whole(scene, asked) if role is not Role.ASSISTANT else None
    if whole:
        yield whole
    for piece in scene.pieces(0, LOOK):
        if piece.level == MASKED or scene.counts(piece) or not _good(scene, asked, role, piece):
            continue
        if not scene.belongs(piece, named=not asked.firm or piece.level < CODE):
            yield piece


def _codes(scene: Scene, asked: Request, least: int) -> Iterator[Candidate]:
    """Give the codes of an answer to a question that does not say what it wants."""
    piece = _whole(scene, asked)
    if piece and least <= piece.level < MASKED:
        yield piece
    for other in scene.pieces(0, LOOK) if len(scene.text) <= LINE // 2 else ():
        first = scene.text[: other.start].strip() == "" and scene.text[other.end : other.end + 1] in ",，。"
        led = (first or _linked(scene.lower, other.start)) and not _YEAR.match(scene.value(other))
        if (least if led else MIXED) <= other.level < MASKED and scene.free(other):
            yield other


def _good(scene: Scene, asked: Request, role: Role | None, piece: Candidate) -> bool:
    """Tell whether a piece is good enough inside an answer."""
    if piece.level >= RANDOM or (piece.level == MIXED and asked.firm and asked.spoken):
        return True
    if len(scene.text) > (LINE if asked.spoken else LINE // 2) or (asked.grade is Grade.KEY and piece.digits):
        return False
    if not asked.spoken:
        return piece.level >= CODE and _given(scene, piece)
    if role is Role.ASSISTANT:
        return piece.level >= CODE and (scene.isolated(piece) or _given(scene, piece))
    day = piece.digits and piece.level == NAME and asked.firm  # a birthday
    return piece.level >= CODE or day or (piece.level == NAME and _name(scene, asked, piece))


def _name(scene: Scene, asked: Request, piece: Candidate) -> bool:
    """Tell whether a name or an unknown word inside an answer is the value: a link or filling words lead to it."""
    value = scene.value(piece)
    if not any(map(str.isdigit, value)) and (len(value) < _LONG or not asked.takes_words or asked.wants_name):
        return False
    lead = scene.words.answer_fill.match(scene.lower)
    return (lead is not None and lead.end() >= piece.start) or _linked(scene.lower, piece.start)


def _given(scene: Scene, piece: Candidate) -> bool:
    """Tell whether a piece is handed over: a link leads to it, or it comes first and little is said of it."""
    if not _AFTER_CODE.match(scene.text, piece.end) or scene.many(piece):
        return False
    lead = scene.words.answer_fill.match(scene.lower)
    return (lead is not None and lead.end() >= piece.start) or _linked(scene.lower, piece.start)


def _linked(lower: str, at: int) -> bool:
    return _LINK_BEFORE.search(lower, max(0, at - 12), at) is not None


def _rows(scene: Scene) -> Iterator[Candidate]:
    """Give the rows of wallet words in a message."""
    rows = seeds(scene.text, 0, min(len(scene.text), LOOK), LEAST)
    yield from (Candidate(low, high, RANDOM) for low, high in rows)


def _whole(scene: Scene, asked: Request) -> Candidate | None:
    """Return what is left of a message without the words around an answer, if that could be the value."""
    if len(scene.text) > LINE:
        return None
    lead = scene.words.answer_fill.match(scene.lower)
    starts = dict.fromkeys((lead.end() if lead else 0, 0))
    return next((found for start in starts if (found := _rest(scene, asked, start))), None)


def _rest(scene: Scene, asked: Request, start: int) -> Candidate | None:
    """Return the value that begins at ``start`` and ends the message but for closing words."""
    run = RUN.match(scene.text, start)
    if run is None:
        return _han_answer(scene, asked, start)
    if (
        asked.takes_phrases
        and (phrase := words_at(scene.text, run.start(), scene.words))
        and _ends(scene, phrase)
    ):
        return Candidate(run.start(), phrase, MIXED)
    low, high = trim(scene.text, *run.span())
    if low >= high or not _ends(scene, high):
        return None
    piece = candidate(scene.text, low, high)
    if piece.level == NEVER:
        return Candidate(low, high, CODE) if asked.firm and _SHORT_CODE.match(scene.value(piece)) else None
    return (
        piece if piece.level != MASKED and not scene.counts(piece) and _single(scene, asked, piece) else None
    )


def _single(scene: Scene, asked: Request, piece: Candidate) -> bool:
    """Tell whether a single token that is all of an answer is the value."""
    value = scene.value(piece)
    if piece.level >= CODE or (piece.level == NAME and not value.isalpha()):
        return True
    if piece.digits:
        return len(value) == 3 and asked.takes_words  # noqa: PLR2004
    if not asked.takes_words or asked.wants_name or says_about(value.lower(), scene.words):
        return False
    if piece.level == WORD and asked.takes_any_word:
        return value.isalpha()
    if piece.level == WORD:  # syllables of pinyin, as many passwords are
        return len(value) >= _LONG and value.isalpha() and value.islower() and is_pinyin(value)
    return len(value) > 4  # noqa: PLR2004


def _ends(scene: Scene, at: int) -> bool:
    found = scene.words.answer_fill.match(scene.lower, at)
    return (found.end() if found else at) >= len(scene.text)


def _han_answer(scene: Scene, asked: Request, start: int) -> Candidate | None:
    """Return a short Chinese answer to a request for a word (``口令？`` → ``芝麻开门``)."""
    found = _HAN_ANSWER.match(scene.text.rstrip(" 。！!~"), start)
    if found is None or not asked.takes_phrases or asked.wants_name:
        return None
    whole = asked.grade is Grade.HALF and found[0][-1].isdigit()
    if whole:
        return Candidate(found.start(), found.end(), CODE)
    number = _NUMBERED.fullmatch(found[0])
    if number and not scene.words.prose_han.search(number["words"]):
        return Candidate(found.start(), found.end(), CODE)
    if scene.words.prose_han.search(found[0]) or scene.words.decline.search(found[0]):
        return None
    return Candidate(found.start(), found.end(), CODE)


def detectors(*, personal: str = "default") -> list[Detector]:
    """Return the detectors of this module; ``personal`` is the setting that says which personal data counts."""
    return [DialogueDetector(personal=personal != "none")]
