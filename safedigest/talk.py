"""What is known of a talk that no single message shows: its order, its repetitions, its values in pieces.

All in the folded shadows of the messages and for the gate alone: it asks here for the spans of a whole run and applies
them. Two passes, so that a value that is named late is masked where it stood bare before. A message in which anything
goes wrong has ``None`` for its spans and is withheld; the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from safedigest import kept
from safedigest.detect.afterwards import named_afterwards
from safedigest.detect.dialogue import asks_back, named_by_next
from safedigest.detect.elsewhere import wants_else
from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Span, Turn
from safedigest.detect.levels import MASKED, MIXED, level
from safedigest.detect.recall import Recall, Value, values_of
from safedigest.errors import BudgetSpentError
from safedigest.model import Kind, Role

CONTEXT: Final = 6  # earlier messages of the talk that a detector may look at
_NEXT_LINE = kept.pattern(r"[ \t]*\r?\n[ \t]*(?P<token>[0-9A-Za-z+/=_.~-]{6,200})[ \t]*(?=\r?\n|\Z)")
_WHOLE = kept.pattern(r"\s*(?P<token>[0-9A-Za-z+/=_.~-]{6,200})\s*\Z")
_JOINED = kept.pattern(r"[0-9A-Za-z]{5,40}")
_PIECE = kept.pattern(r"(?<![0-9A-Za-z.:/-])[0-9A-Za-z]{2,38}(?![0-9A-Za-z.:/-])")
_LEAST_HALF: Final = 2  # characters of a half
_SHORT: Final = 160  # characters of a message in which a half is looked for
_LEAST_HEAD: Final = 10  # characters of a value that may go on on the next line
_MOST_LINES: Final = 40
_FEW: Final = 16  # values that are looked for one by one; more of them are looked for all at once

Find = Callable[[Shadow, Role | None, Sequence[Turn]], list[Span]]
Spans = list[Span] | None


def spans_of_run(talks: Sequence[Sequence[Turn]], find: Find) -> list[list[Spans]]:
    """Return the spans of every message of every talk.

    ``find`` is asked about one message with what was said before it; whatever it raises withholds that message.
    """
    found = [_talk(talk, find) for talk in talks]
    for talk, spans in zip(talks, found, strict=True):
        _add_halves(talk, spans)
    recall = Recall(
        value for number, talk in enumerate(talks) for value in values(talk, found[number], number)
    )
    return [
        [_again(recall, turn, spans, number) for turn, spans in zip(talk, found[number], strict=True)]
        for number, talk in enumerate(talks)
    ]


def repeated(shadow: Shadow, spans: Sequence[Span]) -> Iterator[Span]:
    """Give the places in one message where the values of ``spans`` stand once more, bare."""
    text = shadow.text
    again = [
        value
        for span in spans
        for value in values_of(
            text, span, 0, partial(_elsewhere, text, text[span.start : span.end], len(spans))
        )
    ]
    if again:
        yield from Recall(again).find(text, shadow.lower, 0)


def _elsewhere(text: str, value: str, values: int, form: str) -> bool:
    """Tell whether a form of ``value`` stands in ``text`` outside it; of many values, each may."""
    return values > _FEW or text.count(form) > value.count(form)


def _talk(talk: Sequence[Turn], find: Find) -> list[Spans]:
    """Return the spans of one talk, each message seen with what was said before it."""
    found: list[Spans] = []
    for at, turn in enumerate(talk):
        try:
            spans = find(turn.shadow, turn.role, talk[max(0, at - CONTEXT) : at])
            spans = [
                *spans,
                *continued(turn.shadow.text, spans),
                *_after(talk, found, at),
                *_named_next(talk, at),
            ]
        except Exception:  # noqa: BLE001  whatever it was, this message did not pass
            found.append(None)
        else:
            found.append(spans)
    return found


def _add_halves(talk: Sequence[Turn], found: list[Spans]) -> None:
    """Add the two pieces of which a value of the talk was put together (``639`` and ``166``, then ``639166``)."""
    wholes = {text for text in _said(talk, found) if _JOINED.fullmatch(text)}
    if not wholes:
        return
    pieces: dict[str, list[tuple[int, Span]]] = {}
    for at, turn in enumerate(talk):
        if found[at] is not None and len(turn.shadow) <= _SHORT:
            for run in _PIECE.finditer(turn.shadow.text):
                pieces.setdefault(run[0], []).append(
                    (at, Span(*run.span(), "half-of-value", Kind.PASSWORD, yields=True))
                )
    for whole in wholes:
        for cut in range(_LEAST_HALF, len(whole) - _LEAST_HALF + 1):
            if whole[:cut] in pieces and whole[cut:] in pieces:
                for at, span in (*pieces[whole[:cut]], *pieces[whole[cut:]]):
                    spans = found[at]
                    if spans is not None:
                        spans.append(span)


def _said(talk: Sequence[Turn], found: Sequence[Spans]) -> Iterator[str]:
    """Give the values of a talk as they were said."""
    for turn, spans in zip(talk, found, strict=True):
        for span in spans or ():
            yield turn.shadow.text[span.start : span.end]


def _named_next(talk: Sequence[Turn], at: int) -> Iterator[Span]:
    """Give what the next messages say to be a credential, in the user's or proposed to them."""
    yield from named_afterwards(talk, at)
    if at and talk[at - 1].role is not talk[at].role and wants_else(talk[at - 1]):
        return
    if at + 1 < len(talk) and talk[at].role is Role.USER:
        yield from named_by_next(talk[at], talk[at + 1])
        if at + 2 < len(talk) and asks_back(talk[at + 1]) and talk[at + 2].role is Role.USER:
            yield from named_by_next(talk[at], talk[at + 2])


def continued(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Give the lines that go on with a value which ended with its line."""
    for span in spans:
        if span.end - span.start < _LEAST_HEAD:
            continue
        at = span.end
        for _ in range(_MOST_LINES):
            line = _NEXT_LINE.match(text, at)
            if line is None or not _more(line["token"]):
                break
            yield Span(*line.span("token"), span.rule, span.kind)
            at = line.end()


def _after(talk: Sequence[Turn], found: Sequence[Spans], at: int) -> Iterator[Span]:
    """Give a message that is nothing but the other half of a value which ended the same speaker's last message."""
    if not at or talk[at - 1].role is not talk[at].role:
        return
    whole = _WHOLE.match(talk[at].shadow.text)
    last = talk[at - 1].shadow.text.rstrip()
    ends = [
        span for span in found[at - 1] or () if span.end >= len(last) and span.end - span.start >= _LEAST_HEAD
    ]
    if whole and ends and _more(whole["token"]):
        yield Span(*whole.span("token"), ends[0].rule, ends[0].kind)


def _more(token: str) -> bool:
    """Tell whether ``token`` could be the rest of a key; a name on the next line is not."""
    return MIXED <= level(token) < MASKED


def values(talk: Sequence[Turn], found: Sequence[Spans], number: int) -> Iterator[Value]:
    """Give the values of a talk that are worth remembering, and two neighbouring pieces joined."""
    last: tuple[Span, str] | None = None
    for turn, spans in zip(talk, found, strict=True):
        for span in sorted(spans or (), key=lambda s: s.start):
            text = turn.shadow.text
            yield from values_of(text, span, number)
            value = text[span.start : span.end]
            if last and last[1] != value and len(last[1] + value) <= 128:  # noqa: PLR2004
                yield from values_of(
                    last[1] + value, Span(0, len(last[1] + value), span.rule, span.kind), number
                )
            last = span, value


def _again(recall: Recall, turn: Turn, spans: Spans, number: int) -> Spans:
    """Add the places where a remembered value stands in a message."""
    if spans is None:
        return None
    try:
        return [*spans, *recall.find(turn.shadow.text, turn.shadow.lower, number)]
    except BudgetSpentError:  # this message alone did not pass
        return None
