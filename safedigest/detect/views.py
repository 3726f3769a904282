"""A text with some of its parts undone, and the way back to where they stood.

An ``Edit`` replaces ``start:end`` of a text; a ``View`` is the text with all edits made. A place in the view maps to
the whole of the edits it touches, so that what was found in a decoded run covers the run.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


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
    """``text`` with ``edits`` made; overlapping edits after the first are left out."""

    __slots__ = ("_ends", "_origins", "_starts", "text")

    def __init__(self, text: str, edits: Iterable[Edit]) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._origins: list[tuple[int, int]] = []
        at = size = 0
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
        pieces.append(text[at:])
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
            return at, at + 1
        low, high = self._origins[before]
        if at < self._ends[before]:
            return low, high
        plain = high + at - self._ends[before]
        return plain, plain + 1
