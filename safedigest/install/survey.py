"""Who speaks at which end: what the owner is shown to say "this is me".

Invariants: ids are shown masked; what people call themselves passes the gate and is made inert, since anybody may call
themselves anything; only direct messages tell who an owner could be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from safedigest.clock import epoch
from safedigest.config import Config
from safedigest.gate import Gate
from safedigest.inert import inert
from safedigest.people import Outsider, Reason, masked_id, sort_out
from safedigest.store import Reader, SessionRow, snapshot, store_path

_NAME_SHOWN: Final = 24
_LONG: Final = 8  # characters of an id, of which the last ones may be shown too
_MORE: Final = 2
_ASKED: Final = frozenset({Reason.NO_OWNER})


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who speaks with the agent in direct messages of one end; ``user`` is the full id, never shown."""

    end: str
    user: str
    shown: str
    name: str
    sessions: int
    messages: int
    last: float | None  # epoch seconds

    def __repr__(self) -> str:
        return f"<Person at {self.end}>"


@dataclass(frozen=True, slots=True)
class Open:
    """An end that has no owner yet, and who speaks there, most messages first."""

    end: str
    people: tuple[Person, ...]

    @property
    def single(self) -> Person | None:
        """The only one who speaks there, if it is only one."""
        return self.people[0] if len(self.people) == 1 else None


def open_ends(home: Path, config: Config, gate: Gate, now: float) -> tuple[Open, ...]:
    """Return the ends with direct messages and without an owner; none without a store. Raises StoreError."""
    path = store_path(home)
    if not path.exists():
        return ()
    profile = home.name if home.parent.name == "profiles" else ""
    _, outsiders = sort_out(snapshot(path, lambda db: Reader(db).sessions()), config, profile)
    ends: dict[str, dict[str, list[SessionRow]]] = {}
    for row in _asked(outsiders):
        ends.setdefault(row.source, {}).setdefault(str(row.user), []).append(row)
    return tuple(
        Open(
            end,
            _told_apart(sorted(_people(end, users, gate, now), key=lambda p: (-p.messages, -(p.last or 0)))),
        )
        for end, users in sorted(ends.items())
    )


def _asked(outsiders: Iterable[Outsider]) -> Iterator[SessionRow]:
    for outsider in outsiders:
        if outsider.reason in _ASKED and outsider.row.user is not None:
            yield outsider.row


def _told_apart(people: Sequence[Person]) -> tuple[Person, ...]:
    """Show a little more of the ids of people who would look the same."""
    looks = Counter((one.shown, one.name) for one in people)
    return tuple(
        replace(one, shown=one.shown + one.user[-_MORE:])
        if looks[one.shown, one.name] > 1 and len(one.user) >= _LONG
        else one
        for one in people
    )


def _people(end: str, users: dict[str, list[SessionRow]], gate: Gate, now: float) -> Iterator[Person]:
    for user, rows in users.items():
        name = next((row.name for row in rows if row.name), None)
        shown = str(inert(gate.mask(name)).clip(_NAME_SHOWN)) if name else ""
        times = [time for row in rows if (time := epoch(row.newest, now)) is not None]
        count = sum(row.count for row in rows)
        yield Person(end, user, masked_id(user), shown, len(rows), count, max(times, default=None))
