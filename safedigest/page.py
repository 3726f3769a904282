"""A finished text, line by line, each with the turn that it shows.

Invariants: a line is one line; the lines joined are the text as it is written; two texts whose ``steady``
forms are equal say the same, whatever the clock said when they were made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from safedigest import kept
from safedigest.digest import Ref
from safedigest.model import Role
from safedigest.plugin.records import dataclass
from safedigest.text import Masked, literal

NEW_LINE: Final = literal("\n")


class Limits(NamedTuple):
    """Characters that a question and an answer may have. A tuple, for it is looked up all the time."""

    question: int
    answer: int

    def of(self, role: Role) -> int:
        """Return the limit of what ``role`` says."""
        return self.question if role is Role.USER else self.answer

    def with_(self, role: Role, limit: int) -> Limits:
        """Return the same with another limit for ``role``."""
        return self._replace(question=limit) if role is Role.USER else self._replace(answer=limit)


Plan = Mapping[Ref, Limits]  # the turns that are shown, and how long


@dataclass(frozen=True, slots=True)
class Line:
    """One line; ``ref`` where it shows a turn, ``session`` where it belongs to an end."""

    text: Masked
    ref: Ref | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A finished text.

    ``version`` names its content: eight letters that do not change with the clock alone. ``stuck``:
    turns that the host's scanner would still stumble over.
    """

    lines: tuple[Line, ...]
    version: str
    stuck: frozenset[Ref] = frozenset()

    @property
    def text(self) -> Masked:
        """All of it; no line break at the end."""
        return NEW_LINE.join(line.text for line in self.lines)

    @property
    def shown(self) -> tuple[Ref, ...]:
        """The turns it shows, in order."""
        return tuple(dict.fromkeys(line.ref for line in self.lines if line.ref))

    def refs_in(self, start: int, end: int) -> tuple[Ref, ...]:
        """Return the turns that characters ``start:end`` of the text show, in order."""
        found: dict[Ref, None] = {}
        at = 0
        for line in self.lines:
            if line.ref and at < end and start < at + len(line.text):
                found[line.ref] = None
            at += len(line.text) + 1
        return tuple(found)


# Our table rows and our last line: the only places where the clock alone changes the text.
_CLOCKS = (
    kept.pattern(r"^(\|.*\| )已结束 \d+ 分钟（\d\d:\d\d 时）(?= \|)", re.MULTILINE),
    kept.pattern(r"^(\|.*\| )ended \d+ minutes ago \(at \d\d:\d\d\)(?= \|)", re.MULTILINE),
    kept.pattern(r"^(生成 |Made )\d{4}-\d\d-\d\d \d\d:\d\d(?= · )", re.MULTILINE),
)


def steady(text: str) -> str:
    """Return a finished text without what the clock alone changes: two are equal if their contents are."""
    for clock in _CLOCKS:
        text = clock.sub(r"\1", text)
    return text
