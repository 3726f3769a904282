"""A text with some of its parts undone, and the way back to where they stood.

An ``Edit`` replaces ``start:end`` of a text; a ``View`` is the text with all edits made. A place in the view maps to
the whole of the edits it touches, so that what was found in a decoded run covers the run.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from safedigest.plugin.records import dataclass

_WHOLE: Final = 4000  # a text up to this length is looked at whole
_AROUND: Final = 1000  # characters around an edit that may tell what it hides
_WORD: Final = 256
_BLANK: Final = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Edit:
    """``start:end`` reads ``text``.

    ``sure``: nobody writes so unless to hide a secret. ``weak``: so little that only the form of a token proves it.
    """

    start: int
    end: int
    text: str
    sure: bool = False
    weak: bool = False


class View:
    """``low:high`` of ``text`` with ``edits`` made; overlapping edits after the first are left out."""

    __slots__ = ("_ends", "_low", "_origins", "_starts", "text")

    def __init__(self, text: str, edits: Iterable[Edit], low: int = 0, high: int | None = None) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._origins: list[tuple[int, int]] = []
        self._low = at = low
        size = 0
        for edit in sorted(edits, key=lambda e: (e.start, -e.end)):
            if edit.start < at:
                continue
            pieces += (text[at : edit.start], edit.text)
            size += edit.start - at
            self._starts.append(size)
            size += len(edit.text)
            self._ends.append(size)
            self._origins.append((edit.start, edit.end))
            at = edit.end
        pieces.append(text[at:high])
        self.text = "".join(pieces)

    def __repr__(self) -> str:
        return f"<View {len(self.text)} chars, {len(self._starts)} edits>"

    def touched(self, start: int, end: int) -> bool:
        """Tell whether an edit lies in ``start:end`` of the view, or was cut out inside it."""
        after = bisect_right(self._ends, start)
        return after < len(self._ends) and self._starts[after] < end

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the text of ``start:end`` of the view, which must not be empty."""
        return self._place(start)[0], self._place(end - 1)[1]

    def _place(self, at: int) -> tuple[int, int]:
        before = bisect_right(self._starts, at) - 1
        if before < 0:
            return self._low + at, self._low + at + 1
        low, high = self._origins[before]
        if at < self._ends[before]:
            return low, high
        plain = high + at - self._ends[before]
        return plain, plain + 1


def stretches(text: str, edits: Sequence[Edit]) -> Iterator[tuple[int, int, Sequence[Edit]]]:
    """Give the stretches of ``text`` in which something may touch an edit, with their edits.

    What is far from every edit reads as it did; a long text with an edit here and there is not looked at again as a
    whole. A stretch does not begin or end inside a word.
    """
    if len(text) <= _WHOLE:
        yield 0, len(text), edits
        return
    ordered = sorted(edits, key=lambda e: (e.start, -e.end))
    first = 0
    end = ordered[0].end
    for number, edit in enumerate(ordered):
        if edit.start - end > 2 * _AROUND:
            yield (
                _edge(text, ordered[first].start - _AROUND),
                _edge(text, end + _AROUND),
                ordered[first:number],
            )
            first = number
        end = max(end, edit.end)
    yield _edge(text, ordered[first].start - _AROUND), _edge(text, end + _AROUND), ordered[first:]


def _edge(text: str, at: int) -> int:
    at = min(max(0, at), len(text))
    blank = _BLANK.search(text, at, at + _WORD)
    return blank.end() if at and blank else at
