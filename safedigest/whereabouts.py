"""Where a value that was said still lives: the home's credential files and the rows of the store.

Invariant: values are read to be fingerprinted by the gate and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from safedigest.detect import credentials
from safedigest.detect.known import secret_values
from safedigest.errors import StoreError
from safedigest.gate import Gate
from safedigest.model import Message, Role
from safedigest.plugin.records import dataclass, field
from safedigest.store import snapshot, store_path
from safedigest.store.history import Entry, History
from safedigest.talk import CONTEXT
from safedigest.text import Raw

_MOST: Final = 400  # messages that are looked up, the latest ones: each is read with those around it


@dataclass(slots=True)
class Standing:
    """What stands in the store of one value: what its mask shows, and the rows (session and message)."""

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


def in_store(home: Path, gate: Gate, places: Mapping[str, Iterable[int]]) -> dict[str, Standing]:
    """Return, by fingerprint, what stands around ``places`` of the store (rows by session).

    Nothing where the store cannot be read.
    """
    last = sorted(((row, session) for session, rows in places.items() for row in rows), reverse=True)[:_MOST]
    wanted: dict[str, set[int]] = {}
    for row, session in last:
        wanted.setdefault(session, set()).add(row)
    try:
        talks = snapshot(store_path(home), lambda db: _around(db, wanted))
    except StoreError:
        return {}
    found: dict[str, Standing] = {}
    for entries in talks:
        masked = gate.mask_talks([[_message(entry) for entry in entries]])[0]
        for entry, message in zip(entries, masked, strict=True):
            for mask in message.text.masks:
                standing = found.setdefault(mask.fingerprint, Standing())
                standing.shown = mask.shown
                if (entry.session, entry.id) not in standing.rows:
                    standing.rows.append((entry.session, entry.id))
    return found


def _around(connection: Connection, wanted: Mapping[str, set[int]]) -> list[list[Entry]]:
    """Return the rows that are wanted, each with what was said before it and what came next, as pieces of talks."""
    history = History(connection)
    pieces: list[list[Entry]] = []
    for session, rows in wanted.items():
        ids = history.spoken(session)
        near = {at + step for at, row in enumerate(ids) if row in rows for step in range(-CONTEXT, 2)}
        piece: list[int] = []
        for at, row in enumerate([*ids, 0]):
            if at in near and at < len(ids):
                piece.append(row)
            elif piece:
                pieces.append(history.rows(piece))
                piece = []
    return pieces


def _message(entry: Entry) -> Message[Raw]:
    role = Role.USER if entry.role == Role.USER.value else Role.ASSISTANT
    return Message(entry.id, role, entry.text, entry.time)
