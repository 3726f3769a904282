"""Where a value that was said still lives: the home's credential files, the rows of the store, and beyond reach.

Invariant: values are read to be fingerprinted by the gate and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from safedigest.detect import credentials, rulefile
from safedigest.detect.known import secret_values
from safedigest.errors import StoreError
from safedigest.gate import Gate
from safedigest.model import Message, Role
from safedigest.store import snapshot, store_path
from safedigest.store.history import Entry, History
from safedigest.text import Raw

_MOST: Final = 2 << 20  # characters of one talk that are looked through
_MOST_TALKS: Final = 200
LOCAL: Final = frozenset({"cli", "tui", "desktop", "local", "other"})


@dataclass(slots=True)
class Standing:
    """What stands in the store of one value: what its mask shows, and the rows."""

    shown: str = "***"
    rows: list[tuple[str, int]] = field(default_factory=list)


def in_credentials(home: Path, gate: Gate) -> dict[str, tuple[str, ...]]:
    """Return, by fingerprint, the credential files of ``home`` that hold a value, named relative to it."""
    found: dict[str, tuple[str, ...]] = {}
    for file, pairs in credentials.by_file(home):
        name = (
            str(file.relative_to(home)) if file.is_relative_to(home) else f"~/{file.relative_to(Path.home())}"
        )
        for value in secret_values(pairs):
            mark = gate.fingerprint(value)
            found[mark] = tuple(dict.fromkeys([*found.get(mark, ()), name]))
    return found


def in_store(home: Path, gate: Gate, sessions: Iterable[str]) -> dict[str, Standing]:
    """Return, by fingerprint, what stands in the talks ``sessions`` of the store; nothing if it cannot be read."""
    found: dict[str, Standing] = {}
    for session in list(sessions)[:_MOST_TALKS]:
        try:
            rows = snapshot(store_path(home), lambda db, s=session: History(db).talk(s, _MOST))  # type: ignore[misc]
        except StoreError:
            return found
        for row, message in zip(rows, gate.mask_talks([[_message(row) for row in rows]])[0], strict=True):
            for mask in message.text.masks:
                standing = found.setdefault(mask.fingerprint, Standing())
                standing.shown = mask.shown
                if (session, row.id) not in standing.rows:
                    standing.rows.append((session, row.id))
    return found


def beyond(ends: Iterable[str]) -> list[str]:
    """Return where else a value lives that was said at ``ends``: out of reach of this program."""
    return [*(f"the {end} chat" for end in ends if end not in LOCAL), "the model provider's logs"]


def pages() -> Mapping[str, str]:
    """Return, by rule, the vendor's page where such a value is revoked. Raises RuleError."""
    return {rule.id: rule.rotate for rule in rulefile.shipped().rules if rule.rotate}


def _message(entry: Entry) -> Message[Raw]:
    role = Role.USER if entry.role == Role.USER.value else Role.ASSISTANT
    return Message(entry.id, role, entry.text, entry.time)
