"""What the audit amounts to: one entry for each distinct value, open until its owner has resolved it.

Invariants: made from fingerprints, kinds, places and times, never from a value; a value that is seen again after it was
resolved is open again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final

from safedigest.audit import Told
from safedigest.model import Kind
from safedigest.plugin.records import dataclass
from safedigest.publish import write_private

FILE: Final = "resolved.json"
_LOCAL: Final = frozenset({"cli", "tui", "desktop", "local", "other"})


class State(Enum):
    """Whether something is still to be done about a value."""

    OPEN = "open"
    ROTATED = "probably rotated"  # it was known from a credential file, and none holds it any more
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class Secret:
    """One value that was said, and where and when it was seen, oldest first."""

    fingerprint: str
    seen: tuple[Told, ...]
    state: State

    @property
    def rule(self) -> str:
        """The rule that found it first."""
        return self.seen[0].item.rule

    @property
    def kind(self) -> str:
        """What it is."""
        return self.seen[0].item.kind

    @property
    def ends(self) -> tuple[str, ...]:
        """The ends it was seen at."""
        return tuple(dict.fromkeys(told.item.end for told in self.seen))

    @property
    def chats(self) -> tuple[str, ...]:
        """Those of the ends that are somebody else's service: it has the value too, and so has the model's provider."""
        return tuple(end for end in self.ends if end not in _LOCAL)

    @property
    def sessions(self) -> tuple[str, ...]:
        """The talks it was seen in."""
        return tuple(dict.fromkeys(told.item.session for told in self.seen))


@dataclass(frozen=True, slots=True)
class Rotation:
    """What is to be done about one value.

    ``shown`` is what its mask shows; ``files`` are the credential files that hold it, ``rows`` the session and message
    of the rows that do, ``page`` is the vendor's page where it is revoked, or empty.
    """

    secret: Secret
    shown: str
    files: tuple[str, ...]
    rows: tuple[tuple[str, int], ...]
    page: str


def secrets(told: Iterable[Told], resolved: Mapping[str, float], stored: Collection[str]) -> list[Secret]:
    """Return the values, open ones first, newest first.

    ``resolved`` gives when (epoch seconds) each was closed, ``stored`` the fingerprints that credential files hold now.
    """
    rows: dict[str, list[Told]] = {}
    for one in told:
        if one.item.fingerprint and one.item.kind != Kind.WITHHELD.value:
            rows.setdefault(one.item.fingerprint, []).append(one)
    found = [Secret(name, tuple(seen), _state(name, seen, resolved, stored)) for name, seen in rows.items()]
    return sorted(found, key=lambda secret: (list(State).index(secret.state), -secret.seen[-1].time))


def _state(name: str, seen: Sequence[Told], resolved: Mapping[str, float], stored: Collection[str]) -> State:
    if resolved.get(name, 0.0) >= seen[-1].time:
        return State.RESOLVED
    known = any(one.item.kind == Kind.KNOWN.value for one in seen)
    return State.ROTATED if known and name not in stored else State.OPEN


def load_resolved(folder: Path) -> dict[str, float]:
    """Return when each value was resolved, by fingerprint; a file that is missing or odd closes nothing."""
    with suppress(OSError, ValueError, AttributeError, TypeError, KeyError):
        data = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {str(name): float(time) for name, time in data["resolved"].items()}
    return {}


def resolve(folder: Path, fingerprint: str, now: float) -> None:
    """Close a value at ``now`` (epoch seconds). Raises WriteError."""
    data = {"resolved": {**load_resolved(folder), fingerprint: now}}
    write_private(folder / FILE, (json.dumps(data, indent=1) + "\n").encode())
