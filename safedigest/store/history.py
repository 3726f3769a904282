"""Every text of the store, oldest first, for a scan: in chunks, read-only, whatever a row's state.

Invariants: columns are probed; ``api_content`` is never read, since it repeats what a digest injected; a chunk holds at
most one row more than was asked for, and a text that is very long is left out of it and read in parts, so memory is
bounded whatever was stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from safedigest.errors import StoreError
from safedigest.store.rows import decode
from safedigest.text import Raw

# Columns with words beside the content: what was called, and what the model thought.
_MORE: Final = ("tool_calls", "reasoning", "reasoning_content", "reasoning_details", "codex_reasoning_items")
_OF_SESSION: Final = ("title", "display_name", "system_prompt")
_SPOKEN: Final = frozenset({"user", "assistant"})
LONG: Final = 1 << 21  # characters; SQLite counts up to a NUL, so what is stored as JSON never counts as long
_ROW: Final = 100  # characters that a row without words counts as
_PART: Final = 1 << 19  # characters of a long text that are read at once


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the history: what was said or returned, and the texts beside it.

    ``long`` names the columns whose text is too long to stand here.
    """

    id: int
    session: str
    role: str
    time: float
    text: Raw
    beside: tuple[Raw, ...]
    long: tuple[str, ...] = ()

    @property
    def spoken(self) -> bool:
        """Whether it is part of the talk itself."""
        return self.role in _SPOKEN

    @property
    def size(self) -> int:
        """Characters of all its texts."""
        return len(self.text) + sum(map(len, self.beside))


class History:
    """Questions to one open snapshot."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._columns = self._names("messages")
        self._of_session = self._names("sessions")
        if not {"id", "session_id", "role", "content"} <= self._columns:
            raise StoreError("the session store is not initialised: start Hermes once")

    def _names(self, table: str) -> frozenset[str]:
        rows = self._db.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return frozenset(str(name) for (name,) in rows)

    def extent(self) -> tuple[int, int]:
        """Return the largest id and the number of rows."""
        newest, count = self._db.execute("SELECT COALESCE(MAX(id), 0), COUNT(*) FROM messages").fetchone()
        return int(newest), int(count)

    def chunk(self, after: int, until: int, most: int) -> list[Entry]:
        """Return the rows with ids above ``after`` up to ``until``, until they hold ``most`` characters."""
        more = [name for name in _MORE if name in self._columns]
        time = "timestamp" if "timestamp" in self._columns else "0"
        texts = ["content", *more]
        short = [f"CASE WHEN length({name}) <= {LONG} THEN {name} END" for name in texts]
        long = " || ' ' || ".join(
            f"CASE WHEN length({name}) > {LONG} THEN '{name}' ELSE '' END" for name in texts
        )
        columns = ", ".join(["id", "session_id", "role", time, long, *short])
        statement = f"SELECT {columns} FROM messages WHERE id > ? AND id <= ? ORDER BY id"  # noqa: S608
        return _until(self._db.execute(statement, (after, until)), most)

    def part(self, row: int, column: str, number: int) -> str:
        """Return part ``number`` (from 0) of a long text, which is for a stream alone; empty behind its end."""
        if column not in ("content", *_MORE):
            raise ValueError("not a column of texts")
        statement = f"SELECT substr({column}, ?, ?) FROM messages WHERE id = ?"  # noqa: S608
        found = self._db.execute(statement, (number * _PART + 1, _PART, row)).fetchone()
        return str(found[0]) if found and found[0] else ""

    def newest(self, most_rows: int, most: int) -> list[Entry]:
        """Return the newest rows of talk, oldest first: at most ``most_rows`` of them with ``most`` characters."""
        statement = (
            "SELECT id, session_id, role, 0, '', content FROM messages WHERE role IN ('user', 'assistant')"
            f" AND length(content) <= {LONG} ORDER BY id DESC LIMIT ?"
        )
        return _until(self._db.execute(statement, (most_rows,)), most)[::-1]

    def talk(self, session: str, most: int) -> list[Entry]:
        """Return the newest rows of talk of one session, oldest first, until they hold ``most`` characters."""
        statement = (
            "SELECT id, session_id, role, 0, '', content FROM messages WHERE session_id = ?"
            f" AND role IN ('user', 'assistant') AND length(content) <= {LONG} ORDER BY id DESC"
        )
        return _until(self._db.execute(statement, (session,)), most)[::-1]

    def sessions(self) -> Iterator[tuple[str, str, Raw]]:
        """Give the texts of sessions themselves: session, which text, and the text."""
        names = [name for name in _OF_SESSION if name in self._of_session]
        for name in names:
            rows = self._db.execute(f"SELECT id, {name} FROM sessions WHERE {name} <> ''")  # noqa: S608
            for session, text in rows:
                if isinstance(text, str):
                    yield str(session), name, Raw(text)


def _until(rows: Iterator[tuple[object, ...]], most: int) -> list[Entry]:
    """Take rows until they hold ``most`` characters."""
    taken: list[Entry] = []
    size = 0
    for row in rows:
        taken.append(_entry(row))
        size += taken[-1].size + _ROW
        if size >= most:
            break
    return taken


def _entry(row: tuple[object, ...]) -> Entry:
    content = row[5]
    text, notes = decode(content)
    if notes and not text and isinstance(content, str):
        text = Raw(content)  # not the form it claims; its words count all the same
    return Entry(
        id=row[0] if isinstance(row[0], int) else 0,
        session=str(row[1]),
        role=str(row[2]),
        time=float(row[3]) if isinstance(row[3], int | float) else 0.0,
        text=text,
        beside=tuple(Raw(value) for value in row[6:] if isinstance(value, str) and value),
        long=tuple(str(row[4]).split()),
    )
