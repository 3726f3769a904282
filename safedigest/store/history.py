"""Every text of the store, oldest first, for a scan: in chunks, read-only, whatever a row's state.

Invariants: columns are probed; ``api_content`` is never read, since it repeats what a digest injected; a chunk holds at
most one row more than was asked for, and a text that is very long is left out of it and read in parts, so memory is
bounded whatever was stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from safedigest.errors import StoreError
from safedigest.plugin.records import dataclass
from safedigest.store.rows import decode
from safedigest.text import Raw

# Columns with words beside the content: what was called, and what the model thought.
_MORE: Final = (
    "tool_calls", "reasoning", "reasoning_content", "reasoning_details", "codex_reasoning_items",
    "codex_message_items", "display_metadata",
)  # fmt: skip
# Tables with words beside the messages, and their columns; later releases keep prompts in a table of their own.
ASIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "sessions": (
        "title", "display_name", "system_prompt", "model_config", "last_activity_description", "handoff_error",
        "compression_failure_error",
    ),
    "system_prompts": ("prompt",),
    "async_delegations": ("task_json", "event_json", "result_json"),
    "state_meta": ("value",),
}  # fmt: skip
_SPOKEN: Final = frozenset({"user", "assistant"})
LONG: Final = 1 << 21  # bytes; a longer text is read in parts
# Content that is a list of parts (pictures, mostly) is read whole or not at all: a part of it has no form.
LONGEST_PARTS: Final = 16 << 20  # bytes
_PARTS: Final = "substr(CAST(content AS BLOB), 1, 6) = x'006A736F6E3A'"  # "\0json:", as Hermes writes it
_ROW: Final = 100  # characters that a row without words counts as
_PART: Final = 1 << 19  # bytes of a long text that are read at once
_SEEN_WITH: Final = 2048  # characters, the last ones, of a message that is read as what was said before


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the history: what was said or returned, and the texts beside it.

    ``long`` names the columns whose text is too long to stand here; ``left_out`` tells that the content is too large to
    be read at all. ``cut`` tells that only the end of the content stands here.
    """

    id: int
    session: str
    role: str
    time: float
    text: Raw
    beside: tuple[Raw, ...]
    long: tuple[str, ...] = ()
    left_out: bool = False
    cut: bool = False

    @property
    def spoken(self) -> bool:
        """Whether it is part of the talk itself."""
        return self.role in _SPOKEN

    @property
    def size(self) -> int:
        """Characters of all its texts."""
        return len(self.text) + sum(map(len, self.beside))


@dataclass(frozen=True, slots=True)
class Aside:
    """A text beside the messages: where it stands, and the text; None stands for one that is too long to be read.

    ``session`` is the id of the session that it belongs to, or empty.
    """

    row: int
    column: str
    session: str
    text: Raw | None


class History:
    """Questions to one open snapshot."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        columns = self._names("messages")
        if not {"id", "session_id", "role", "content"} <= columns:
            raise StoreError("the session store is not initialised: start Hermes once")
        self._more = [name for name in _MORE if name in columns]
        self._time = "timestamp" if "timestamp" in columns else "0"

    def _names(self, table: str) -> frozenset[str]:
        rows = self._db.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return frozenset(str(name) for (name,) in rows)

    def extent(self) -> tuple[int, int]:
        """Return the largest id and the number of rows."""
        newest, count = self._db.execute("SELECT COALESCE(MAX(id), 0), COUNT(*) FROM messages").fetchone()
        return int(newest), int(count)

    def chunk(self, after: int, until: int, most: int) -> list[Entry]:
        """Return the rows with ids above ``after`` up to ``until``, until they hold ``most`` characters."""
        where = "id > ? AND id <= ? ORDER BY id"
        return _until(self._rows(["content", *self._more], where, (after, until)), most)

    def part(self, row: int, column: str, number: int) -> bytes:
        """Return part ``number`` (from 0) of a long text (UTF-8), for a stream alone; empty behind its end."""
        if column not in ("content", *_MORE):
            raise ValueError("not a column of texts")
        statement = f"SELECT substr(CAST({column} AS BLOB), ?, ?) FROM messages WHERE id = ?"  # noqa: S608
        found = self._db.execute(statement, (number * _PART + 1, _PART, row)).fetchone()
        return bytes(found[0]) if found and found[0] else b""

    def latest(self, most: int) -> list[str]:
        """Return the sessions that were spoken in last, the latest first."""
        statement = (
            "SELECT session_id FROM messages WHERE role IN ('user', 'assistant') GROUP BY session_id"
            " ORDER BY MAX(id) DESC LIMIT ?"
        )
        return [str(session) for (session,) in self._db.execute(statement, (most,))]

    def talk(self, session: str, most: int) -> list[Entry]:
        """Return the newest rows of talk of one session, oldest first, until they hold ``most`` characters."""
        where = f"session_id = ? AND {_said()} ORDER BY id DESC"
        return _until(self._rows(["content"], where, (session,)), most)[::-1]

    def spoken_before(self, session: str, row: int, most_rows: int) -> list[int]:
        """Return the ids of the last rows of talk of a session before ``row``, oldest first."""
        statement = (
            f"SELECT id FROM messages WHERE session_id = ? AND id < ? AND {_said()} ORDER BY id DESC LIMIT ?"  # noqa: S608
        )
        found = self._db.execute(statement, (session, row, most_rows)).fetchall()
        return [int(number) for (number,) in reversed(found)]

    def spoken(self, session: str) -> list[int]:
        """Return the ids of all rows of talk of a session, in order."""
        statement = f"SELECT id FROM messages WHERE session_id = ? AND {_said()} ORDER BY id"  # noqa: S608
        found = self._db.execute(statement, (session,))
        return [int(number) for (number,) in found]

    def rows(self, rows: Sequence[int]) -> list[Entry]:
        """Return those ``rows`` that are there, with what was said in them."""
        where = f"id IN ({', '.join('?' * len(rows))}) ORDER BY id"
        return list(map(_entry, self._rows(["content"], where, tuple(rows))))

    def ends_of(self, rows: Sequence[int]) -> list[Entry]:
        """Return those ``rows`` that are there, each with the end of what was said in it."""
        marks = ", ".join("?" * len(rows))
        end = f"CASE WHEN length(content) > {_SEEN_WITH} THEN substr(content, -{_SEEN_WITH}) ELSE content END"
        statement = (
            f"SELECT id, session_id, role, {self._time}, '', 0, length(content) > {_SEEN_WITH}, {end} FROM messages"  # noqa: S608
            f" WHERE id IN ({marks}) AND length(CAST(content AS BLOB)) <= {LONG} ORDER BY id"
        )
        return list(map(_entry, self._db.execute(statement, tuple(rows))))

    def aside(self, table: str, after: int, most: int) -> list[Aside]:
        """Return the texts of one of the tables in ``ASIDE``, of those rows that come after ``after``, in order.

        So many rows until they hold ``most`` characters; an empty list at the end.
        """
        known = self._names(table)
        names = [name for name in ASIDE[table] if name in known]
        if not names:
            return []
        session = "id" if table == "sessions" else "''"
        texts = ", ".join(f"CASE WHEN {_size(n)} > {LONG} THEN 0 ELSE {n} END" for n in names)
        statement = f"SELECT rowid, {session}, {texts} FROM {table} WHERE rowid > ? ORDER BY rowid"  # noqa: S608
        taken: list[Aside] = []
        size = 0
        for row, of, *values in self._db.execute(statement, (after,)):
            taken += [_aside(row, name, of, value) for name, value in zip(names, values, strict=True)]
            size += sum(len(value) for value in values if isinstance(value, str)) + _ROW
            if size >= most:
                break
        return taken

    def _rows(
        self, names: Sequence[str], where: str, values: Sequence[object]
    ) -> Iterator[tuple[object, ...]]:
        """Give rows with those texts of the columns ``names`` that are not long."""
        long = [f"CASE WHEN {_is_long(name)} THEN '{name}' ELSE '' END" for name in names]
        short = [
            f"CASE WHEN NOT {_is_long(name)} AND NOT {_too_large(name)} THEN {name} END" for name in names
        ]
        columns = ", ".join(
            [
                "id",
                "session_id",
                "role",
                self._time,
                " || ' ' || ".join(long),
                _too_large("content"),
                "0",
                *short,
            ]
        )
        return self._db.execute(f"SELECT {columns} FROM messages WHERE {where}", values)  # noqa: S608


def _aside(row: object, name: str, session: object, value: object) -> Aside:
    text = Raw(value) if isinstance(value, str) else None if value == 0 else Raw("")
    return Aside(row if isinstance(row, int) else 0, name, str(session), text)


def _said() -> str:
    return f"role IN ('user', 'assistant') AND length(CAST(content AS BLOB)) <= {LONG}"


def _size(name: str) -> str:
    """Return the SQL for the bytes of a text; ``length`` alone counts up to a NUL."""
    return f"COALESCE(length(CAST({name} AS BLOB)), 0)"


def _is_long(name: str) -> str:
    long = f"{_size(name)} > {LONG}"
    return f"({long} AND NOT {_PARTS})" if name == "content" else f"({long})"


def _too_large(name: str) -> str:
    return f"({_size(name)} > {LONGEST_PARTS} AND {_PARTS})" if name == "content" else "0"


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
    number, session, role, time, long, left_out, cut, content, *beside = row
    text, notes = decode(content)
    if notes and not text and isinstance(content, str):
        text = Raw(content)  # not the form it claims; its words count all the same
    return Entry(
        id=number if isinstance(number, int) else 0,
        session=str(session),
        role=str(role),
        time=float(time) if isinstance(time, int | float) else 0.0,
        text=text,
        beside=tuple(Raw(value) for value in beside if isinstance(value, str) and value),
        long=tuple(str(long).split()),
        left_out=bool(left_out),
        cut=bool(cut),
    )
