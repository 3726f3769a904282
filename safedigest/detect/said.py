"""What was secret in a talk, to be found in a text that was made from that talk.

A script that shortens messages cuts through values: ``ghp_`` and nine characters at the end of a line fit no form any
more, and without their sentence nothing names them. Who holds the talk still knows them: a line that ends with the
beginning of a value was cut within it.

In memory only, and for the gate alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.interface import Scan, Span, Turn
from safedigest.detect.recall import Recall, Value
from safedigest.detect.words import is_word
from safedigest.model import Kind
from safedigest.talk import Spans, values

_HERE: Final = 0  # the number of the one talk that everything is said in
_LEAST: Final = 4  # characters of a value by which a cut is known
_MOST: Final = 400  # characters of a line's end that are looked at
_LONG_LINE: Final = 30  # characters of a line of a key that are known by themselves
_LINE_END: Final = lazy.pattern(r"(?P<tail>[^\n]*\S)(?=\s*(?:\n|\Z))")
_PLAIN: Final = lazy.pattern(r"[0-9A-Za-z]")


class Said:
    """Finds the values of talks, whole or cut off at the end of a line."""

    keywords: Sequence[str] = ()

    def __init__(
        self, turns: Sequence[Sequence[Turn]], found: Sequence[Sequence[Spans]], *, short: bool
    ) -> None:
        known = [
            value
            for talk, spans in zip(turns, found, strict=True)
            for value in values(talk, spans, _HERE)
            if short or value.talk is None
        ]
        self._recall = Recall([*known, *_lines(turns, found)])
        self._sorted = sorted({value.text for value in known} | set(_whole(turns, found)))

    def __repr__(self) -> str:
        return f"<Said {len(self._sorted)} values>"

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of what was said, in ``scan``."""
        shadow = scan.shadow
        scan.budget.spend(2 * len(shadow))
        yield from self._recall.find(shadow.text, shadow.lower, _HERE)
        for line in _LINE_END.finditer(shadow.text):
            start = self._cut(line["tail"][-_MOST:])
            if start:
                yield Span(line.end() - start, line.end(), "cut-value", Kind.PASSWORD, yields=True)

    def _cut(self, tail: str) -> int:
        """Return how many characters at the end of ``tail`` are the beginning of a value, the most of them."""
        tail = tail.rstrip(".…") or tail
        for size in range(len(tail), _LEAST - 1, -1):
            piece = tail[-size:]
            before = tail[-size - 1 : -size]
            if _PLAIN.match(piece) and _PLAIN.match(before):
                continue
            at = bisect_left(self._sorted, piece)
            if at < len(self._sorted) and self._sorted[at].startswith(piece) and not is_word(piece):
                return size
        return 0


def _whole(turns: Sequence[Sequence[Turn]], found: Sequence[Sequence[Spans]]) -> Iterator[str]:
    """Give every value as it was said."""
    for talk, rows in zip(turns, found, strict=True):
        for turn, spans in zip(talk, rows, strict=True):
            for span in spans or ():
                yield turn.shadow.text[span.start : span.end]


def _lines(turns: Sequence[Sequence[Turn]], found: Sequence[Sequence[Spans]]) -> Iterator[Value]:
    """Give the lines of values that have several: of a key that was cut every line is one."""
    for text in _whole(turns, found):
        if "\n" in text or "\\n" in text:
            for line in re.split(r"\n|\\n", text):
                if len(line.strip()) >= _LONG_LINE:
                    yield Value(line.strip(), "cut-value", Kind.PRIVATE_KEY)
