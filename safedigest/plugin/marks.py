"""Marks under a title of ours: they tell, in a text that was shown earlier, which turns of the feed it showed.

Standard library only and no import at all: each turn of a talk waits for this. A mark stands in brackets that quoted
words never hold: ``〔`` the feed's random name, ``-``, then turns by their numbers (``12``: up to the twelfth;
``12-15``: those above the twelfth, up to the fifteenth; several with ``,``), ``〕``.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` costs as much as half of Python's start
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

Span = tuple[int, int]  # turns by their numbers: those above the first, up to the second
_CLOSE = "〕"
_FURTHEST = 4_000  # characters of its line before a mark
_LONGEST = 400  # characters of what it tells
_DIGITS = 9


def mark(feed: dict[str, Any], told: Iterable[Span] = ()) -> str:
    """Return the mark for a text that shows the turns that ``told`` lacks."""
    parts = [f"{after}-{to}" if after else f"{to}" for after, to in untold(told, feed["seq"])]
    return f"{feed['mark']}-{','.join(parts) or 0}"


def needle(feed: dict[str, Any]) -> str:
    """Return how each mark of a feed begins."""
    return f"〔{feed['mark']}-"


def spans(feed: dict[str, Any], texts: Iterable[str]) -> list[Span]:
    """Return which turns ``texts`` tell to have shown.

    A mark counts at the end of the line under our title alone, and if it names turns that the feed has come to.
    """
    start, title = needle(feed), feed["words"]["title"]
    told = [span for text in texts if start in text for span in _spans(text, title, start)]
    return [(after, to) for after, to in told if after < to <= feed["seq"]]


def _spans(text: str, title: str, start: str) -> Iterator[Span]:
    above = ""
    for line in text.replace("\r\n", "\n").removesuffix("\r").split("\n"):
        if above == title and line.endswith(_CLOSE):
            before, _, tells = line[: -len(_CLOSE)].rpartition(start)
            if start in line and len(before) <= _FURTHEST and len(tells) <= _LONGEST:
                yield from _read(tells)
        above = line


def _read(tells: str) -> Iterator[Span]:
    for part in tells.split(","):
        after, dash, to = part.rpartition("-")
        if all(_is_number(number) for number in ((after, to) if dash else (to,))):
            yield int(after or 0), int(to)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def untold(told: Iterable[Span], seq: int) -> list[Span]:
    """Return what ``told`` lacks of the turns up to number ``seq``."""
    end, gaps = 0, []
    for after, to in sorted(told):
        if after > end:
            gaps.append((end, after))
        end = max(end, to)
    return [*gaps, (end, seq)] if end < seq else gaps


def has_begun(told: Iterable[Span]) -> bool:
    """Tell whether the first turn of all was told, and so what a digest is."""
    return any(not after for after, _ in told)
