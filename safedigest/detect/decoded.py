"""Disguised secrets: undo one disguise, look again, and mask the whole of what was disguised.

Each way of disguise gives edits (see ``views``); all edits of one way make one view of the message, and the other
detectors look at that view once. A finding counts if it touches an edit. What was wrapped twice is undone twice.

Work is bounded: every way is linear in the text, a view is looked at only if it has an edit, and there are at most
``_DEEPEST`` layers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from safedigest.detect import disguises, encodings, spelled
from safedigest.detect.engine import Finder
from safedigest.detect.fold import Shadow, fold
from safedigest.detect.interface import Scan, Span
from safedigest.detect.outline import Sign
from safedigest.detect.views import Edit, View, stretches
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

_WIDE: Final = int(Sign.WIDE)
_DEEPEST: Final = 3
_COST: Final = 8  # a view is folded, searched for keywords and looked at by the rules
_TOKENS: Final = frozenset((Kind.VENDOR_TOKEN, Kind.WEBHOOK, Kind.URL_CREDENTIAL, Kind.PRIVATE_KEY))
_JOINED: Final = _TOKENS | {Kind.API_KEY}
_CONTEXT: Final = 16  # a name with an escape in it stands at most this far before its value
RULE: Final = "disguised"


@dataclass(frozen=True, slots=True)
class Way:
    """One way of disguise: ``needs`` and ``may`` tell cheaply whether ``edits`` could give any.

    ``kinds`` are believed in its view (None: all). ``context``: so is what follows an edit. ``wraps``: something else
    may be wrapped inside. ``forms``: only tokens known by their form are looked for. ``alone``: so, and in the undone
    pieces alone; for ways that are tried on every long token.
    """

    may: Callable[[Shadow], bool]
    edits: Callable[[Shadow], Iterable[Edit]]
    needs: Sign = Sign.NONE
    kinds: frozenset[Kind] | None = None
    wraps: bool = False
    context: bool = False
    forms: bool = False
    alone: bool = False


def _escapes(shadow: Shadow) -> Iterable[Edit]:
    return encodings.escapes(shadow.text)


def _runs(shadow: Shadow) -> Iterable[Edit]:
    return encodings.runs(shadow.text, disguises.Near(disguises.CODED, shadow.lower), shadow.outline)


def _may_run(shadow: Shadow) -> bool:
    outline = shadow.outline
    return outline.figures >= encodings.FEWEST_DIGITS or outline.strange


def _spaced(shadow: Shadow) -> Iterable[Edit]:
    return disguises.spaced(shadow.text, disguises.Near(disguises.HIDING, shadow.lower))


def _said_backwards(shadow: Shadow) -> Iterable[Edit]:
    return disguises.backwards(shadow.text, disguises.Near(disguises.REVERSED, shadow.lower))


def _may_be_backwards(shadow: Shadow) -> bool:
    return bool(shadow.outline.digits) and disguises.says(disguises.REVERSED_SIGNS, shadow.lower)


def _said_rotated(shadow: Shadow) -> Iterable[Edit]:
    return disguises.rotated(shadow.text, disguises.Near(disguises.SHIFTED, shadow.lower))


def _announced(shadow: Shadow) -> Iterable[Edit]:
    return disguises.announced_digits(shadow.text)


def _may_be_announced(shadow: Shadow) -> bool:
    return bool(shadow.outline.digits) and disguises.says(disguises.WIDE_SIGNS, shadow.lower)


_SPLIT: Final = partial(
    Way, lambda s: disguises.may_split(s.text), lambda s: disguises.split(s.text), needs=Sign.MIXED
)
_PLAIN_WAYS: Final = (
    Way(spelled.may_spell, spelled.spelled),
    Way(lambda s: s.outline.spaced, _spaced, needs=Sign.SINGLES),
)
# These need a digit, or a capital after a small letter: no token and no announced value is without.
_WAYS: Final = (
    *_PLAIN_WAYS,
    Way(lambda s: encodings.may_escape(s.text), _escapes, needs=Sign.ESCAPE, wraps=True, context=True),
    Way(
        lambda s: encodings.may_markup(s.text, wide=s.outline.signs & _WIDE > 0),
        lambda s: encodings.markup(s.text),
        needs=Sign.MARKUP,
        kinds=_TOKENS,
        forms=True,
    ),
    Way(
        lambda s: encodings.may_hold_escaped(s.text),
        lambda s: encodings.escaped_tokens(s.text),
        needs=Sign.ESCAPE,
    ),
    Way(_may_run, _runs, wraps=True),
    _SPLIT(kinds=_JOINED),
    Way(
        lambda s: s.outline.grouped,
        lambda s: disguises.grouped(s.text),
        needs=Sign.GROUPS,
        kinds=_TOKENS,
        forms=True,
    ),
    Way(lambda _: True, lambda s: disguises.undone(s.text), needs=Sign.LONG, kinds=_TOKENS, alone=True),
    Way(_may_be_backwards, _said_backwards),
    Way(lambda s: disguises.says(disguises.SHIFTED_SIGNS, s.lower), _said_rotated),
    Way(_may_be_announced, _announced),
)


_BY_FORM: Final = _SPLIT(kinds=_TOKENS, forms=True)


@lru_cache(maxsize=4096)
def _ways(signs: int, tokens: bool) -> tuple[Way, ...]:  # noqa: FBT001
    """Return the ways that may be used in a text with ``signs``; ``tokens``: with a digit or a capital within."""
    return tuple(way for way in (_WAYS if tokens else _PLAIN_WAYS) if not int(way.needs) & ~signs)


class Disguised:
    """The detector. ``inner`` gives the finder that looks at a view, ``tokens`` the one that knows tokens by form."""

    keywords: Sequence[str] = ()

    def __init__(self, inner: Callable[[], Finder], tokens: Callable[[], Finder]) -> None:
        self._inner = inner
        self._tokens = tokens

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give spans of disguised secrets."""
        yield from self._look(scan, scan.shadow, _DEEPEST)

    def _look(self, scan: Scan, shadow: Shadow, layers: int) -> Iterator[Span]:
        outline = shadow.outline
        for way in _ways(outline.signs, bool(outline.digits or outline.camel)):
            if way.may(shadow) and (edits := list(way.edits(shadow))):
                yield from self._undo(scan, shadow.text, way, edits, layers)

    def _undo(self, scan: Scan, text: str, way: Way, edits: list[Edit], layers: int) -> Iterator[Span]:
        """Look at ``text`` with ``edits`` made; spans are those of ``text``."""
        for edit in edits:
            if edit.sure:
                yield Span(edit.start, edit.end, RULE, Kind.PIN if edit.text.isdigit() else Kind.PASSWORD)
        if way.alone:
            yield from self._pieces(scan, way, edits)
            return
        strict = [edit for edit in edits if not edit.weak]
        if strict and not way.forms:
            yield from self._view(scan, text, way, strict, layers)
        if way.forms or len(strict) < len(edits):
            yield from self._view(scan, text, _BY_FORM if strict != edits else way, edits, layers)

    def _view(self, scan: Scan, text: str, way: Way, edits: list[Edit], layers: int) -> Iterator[Span]:
        for low, high, near in stretches(text, edits):
            yield from self._stretch(scan, View(text, near, low, high), way, layers)

    def _stretch(self, scan: Scan, view: View, way: Way, layers: int) -> Iterator[Span]:
        """Look at one view; spans are those of its text."""
        scan.budget.spend(_COST * len(view.text))
        shadow = fold(view.text)
        wants = _touching(view, shadow, _CONTEXT if way.context else 0, scan.wants)
        finder = self._tokens() if way.forms else self._inner()
        found = list(finder.find(shadow, scan.role, scan.before, scan.budget, wants))
        if way.wraps and layers > 1:
            found += self._look(scan._replace(wants=wants), shadow, layers - 1)
        for span in found:
            if (way.kinds is None or span.kind in way.kinds) and wants(span.start, span.end):
                yield Span(*view.origin(*shadow.origin(span.start, span.end)), RULE, span.kind)

    def _pieces(self, scan: Scan, way: Way, edits: list[Edit]) -> Iterator[Span]:
        """Look at the undone pieces alone, all at once; a hit masks the whole of its piece."""
        shadow = fold("\n".join(edit.text for edit in edits))
        scan.budget.spend(_COST * len(shadow))
        found = [
            span
            for span in self._tokens().find(shadow, budget=scan.budget)
            if way.kinds is None or span.kind in way.kinds
        ]
        at = 0
        for edit in edits if found else ():
            end = at + len(edit.text)
            for span in found:
                if span.start < end and span.end > at and (span.end - span.start) * 4 >= len(edit.text) * 3:
                    yield Span(edit.start, edit.end, RULE, span.kind)
            at = end + 1


def _touching(
    view: View, shadow: Shadow, reach: int, outer: Callable[[int, int], bool]
) -> Callable[[int, int], bool]:
    """Return what tells whether a span in a part of ``shadow`` touches an edit of ``view``, and counts outside."""

    def touches(start: int, end: int) -> bool:
        start, end = max(0, start), min(len(shadow), end)
        if start >= end:
            return False
        low, high = shadow.origin(start, end)
        return view.touched(low - reach, high) and outer(*view.origin(low, high))

    return touches
