"""Makes finished text harmless for the host's own scanner, and leaves it readable for people.

Hermes replaces a whole context file by one line when a single phrase in it looks like an attack, and everyday
words do: "check in with the doctor", a family emoji. So what was said somewhere could switch off the
hand-written rest of the file.

Invariants:

* After ``neutral`` no trigger (see ``triggers``) is left, or it says where one is that cannot be broken
  because it lies inside masks; the caller withholds that exchange, never the file.
* A phrase is broken in place by ``·``; nothing else changes but the invisible characters, which go. Line
  breaks stay, so the number of lines does. A mask is never touched.
* It runs last, on the whole text, since two harmless messages can make one phrase; our markers are put on
  after.
* It looks at the text as it is and in the form NFKC: some releases compare the one, some the other.
* The work grows linearly with the text.
"""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest import kept
from safedigest.plugin.records import dataclass
from safedigest.text import Masked, literal
from safedigest.triggers import TRIGGERS

_DOT: Final = "·"
_DOT_MASKED: Final = literal("·")
_MOST_ROUNDS: Final = 8  # two do; what is left then is withheld
# The host looks for these before it normalises.
INVISIBLE: Final = kept.pattern("[\u200b-\u200d\u2060\u2062-\u2064\ufeff\u202a-\u202e\u2066-\u2069]")
# Characters that NFKC may change or join to the one before: all but ASCII, Chinese ones and common marks.
_ODD = kept.pattern(r"[^\x00-\x7f\u3001-\u3003\u3005-\u3029\u3400-\u9fff\u2010\u2013-\u2015\u2018-\u201f]")
# What joins the character before though its class is 0: Hangul vowels and finals, half-width voice marks.
_JOINERS = kept.pattern("[\u1160-\u11ff\uff9e\uff9f]")


@dataclass(frozen=True, slots=True)
class Neutral:
    """Finished text, and the lines (from 0) that still hold a trigger."""

    text: Masked
    stuck: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _View:
    """One form of a text to look for triggers in; ``origin`` maps its offsets, None where they are equal."""

    text: str
    origin: array[int] | None = None

    def at(self, offset: int) -> int:
        """Return the offset in the text itself."""
        return offset if self.origin is None else self.origin[offset]


def neutral(text: Masked) -> Neutral:
    """Break every trigger in ``text``; masks stay as they are."""
    text = text.map_plain(lambda plain: INVISIBLE.sub("", plain))
    for _ in range(_MOST_ROUNDS):
        shown = str(text)
        edits, stuck = _breaks(shown, text.mask_spans())
        if not edits:
            return Neutral(text, tuple(sorted({shown.count("\n", 0, at) for at in stuck})))
        text = text.splice((start, end, _DOT_MASKED) for start, end in edits)
    shown = str(text)
    return Neutral(text, tuple(sorted({shown.count("\n", 0, at) for at in hits(shown).values()})))


def clean(text: str) -> tuple[str, bool]:
    """Break every trigger in a text without masks; False where one is left."""
    text = INVISIBLE.sub("", text)
    for _ in range(_MOST_ROUNDS):
        edits, stuck = _breaks(text, ())
        if not edits:
            return text, not stuck
        parts, at = [], 0
        for start, end in edits:
            parts += [text[at:start], _DOT]
            at = end
        text = "".join([*parts, text[at:]])
    return text, not hits(text)


def hits(text: str) -> dict[str, int]:
    """Return the names of the triggers in ``text``, each with the offset of its first one."""
    found: dict[str, int] = {}
    for view in _views(text):
        for name, start, _ in _find(view.text):
            at = view.at(start)
            found[name] = min(found.get(name, at), at)
    return found


def _find(text: str) -> Iterator[tuple[str, int, int]]:
    """Give every trigger in one view."""
    # Python compares these three as s and i when case is ignored; only a filter, so offsets do not matter.
    lower = text.lower().replace("ſ", "s").replace("ı", "i").replace("i\u0307", "i")
    for trigger in TRIGGERS:
        if any(word in lower for word in trigger.words):
            for start, end in trigger.find(text):
                yield trigger.name, start, end


def _views(text: str) -> Iterator[_View]:
    """Give the forms of ``text`` that can hold a trigger; most texts hold none in the form NFKC."""
    yield _View(text)
    normal = unicodedata.normalize("NFKC", text)
    if normal != text and next(_find(normal), None) is not None:
        yield _normalised(text)


def _normalised(text: str) -> _View:
    """Return ``text`` in the form NFKC, cluster by cluster, so that offsets can be mapped back."""
    parts: list[str] = []
    origin: array[int] = array("L")
    at = 0
    for start, end in _clusters(text):
        parts.append(text[at:start])
        origin.extend(range(at, start))
        folded = unicodedata.normalize("NFKC", text[start:end])
        parts.append(folded)
        origin.extend([start] * len(folded))
        at = end
    parts.append(text[at:])
    origin.extend(range(at, len(text) + 1))
    return _View("".join(parts), origin)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Give the runs that NFKC may change: one character with all that joins it."""
    start = end = -1
    for found in _ODD.finditer(text):
        at = found.start()
        joins = unicodedata.combining(text[at]) or _JOINERS.match(text[at])
        if at == end and joins:
            end += 1
            continue
        if start >= 0:
            yield start, end
        start, end = (max(at - 1, 0) if joins else at), at + 1
    if start >= 0:
        yield start, end


def _breaks(text: str, masks: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[int]]:
    """Return where to put a dot (an empty range, or the blank it replaces), and where that cannot be done."""
    edits: set[tuple[int, int]] = set()
    stuck: list[int] = []
    for view in _views(text):
        for _, start, end in _find(view.text):
            edit = _break(text, view, start, end, masks)
            if edit is None:
                stuck.append(view.at(start))
            else:
                edits.add(edit)
    apart: list[tuple[int, int]] = []
    for edit in sorted(edits):
        if not apart or edit[0] > apart[-1][1]:
            apart.append(edit)
    return apart, stuck


def _break(
    text: str, view: _View, start: int, end: int, masks: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    """Choose where to break ``start:end`` of a view: its first gap, else after its first character."""
    first = view.at(start)
    places = sorted(range(start + 1, end), key=lambda o: not view.text[o].isspace())
    for offset in places:
        at = view.at(offset)
        if at == first or any(left < at < right for left, right in masks):
            continue
        blank = text[at].isspace() and text[at] not in "\n\r" and not _inside(at, masks)
        return at, at + 1 if blank else at
    return None


def _inside(at: int, masks: Sequence[tuple[int, int]]) -> bool:
    return any(left <= at < right for left, right in masks)


__all__ = ["INVISIBLE", "Neutral", "clean", "hits", "neutral"]
