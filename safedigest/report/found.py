"""What a scan found, as values without a value in them.

Every format is made from these. ``shown`` is what a mask shows, ``context`` a line that passed the gate, ``length`` a
class; so no format can hold more of a secret than the digest would.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from safedigest.audit import Length
from safedigest.model import Kind
from safedigest.text import EMPTY, Masked


class Why(Enum):
    """Why something was not read."""

    BINARY = "binary"
    DATABASE = "a database; --store reads the history of Hermes"
    HUGE = "too large"
    LINK = "a symbolic link that leads out"
    SPECIAL = "not a regular file"
    OBJECTS = "a repository's own objects"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: lines and columns count from 1, columns in code points; ``end_column`` is behind it.

    In a store ``session``, ``message`` (the row's id) and ``role`` say which text the line is of, else they are empty.
    """

    name: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    session: str = ""
    message: int = 0
    role: str = ""
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """One value at one place; in a store one value, with its first and last place.

    ``fingerprint`` is empty without a home. ``marks`` is where the mask stands in ``context``. ``allowed`` gives the
    reason why the owner allowed it; ``fixed`` tells that it is masked by now.
    """

    place: Place
    rule: str
    kind: Kind
    shown: str
    length: Length
    fingerprint: str = ""
    context: Masked = EMPTY
    marks: tuple[int, int] = (0, 0)
    times: int = 1
    last: Place | None = None
    allowed: str = ""
    fixed: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is still there and nobody allowed it."""
        return not (self.allowed or self.fixed)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was not read."""

    name: str
    why: Why


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that could not be read or written, in one line."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that a scan has to say. ``notes`` tell how a text was read; ``texts`` counts what was read."""

    found: tuple[Found, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    notes: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    texts: int = 0

    @property
    def open(self) -> tuple[Found, ...]:
        """What counts."""
        return tuple(found for found in self.found if found.counts)
