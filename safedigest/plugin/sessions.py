"""What the plugin asks of the store: one session and its kin, and nothing that anybody said.

Standard library only. Invariants: read-only, and given up after 50 ms; a schema that lacks a column we must know is
an answer of its own (``None``), never a guess; words are not read, only what was shown earlier: the stored system
prompt, and what plugins added to messages.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager

from . import files
from .kin import Kin, id_or_none, marks, text_or_none

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

STORE = "state.db"
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-~:")
_PATIENCE = 0.05  # seconds
_STEPS = 5_000  # virtual-machine steps between two looks at the clock
_DEEPEST = 100
MACHINE_SOURCES = ("batch", "cron", "curator", "subagent", "tool")
# Without these nobody can tell who listens: before 0.18 there are no chat columns.
_NEEDED = {
    "id",
    "source",
    "user_id",
    "session_key",
    "chat_id",
    "chat_type",
    "parent_session_id",
    "end_reason",
}
_COLUMNS = (
    *("id", "source", "user_id", "session_key", "chat_id", "chat_type", "parent_session_id", "model_config"),
    *("started_at", "ended_at", "end_reason", "profile_name", "archived", "hidden"),
)


class Sessions:
    """Questions to one open store."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._columns = {name for (name,) in db.execute("SELECT name FROM pragma_table_info('sessions')")}
        self.complete = self._columns >= _NEEDED

    def kin(self, session: str) -> list[Kin]:
        """Return a session first, then those it descends from and all their children; empty where it is not there.

        Machine-made ones are left out, as they are in the digest.
        """
        line: dict[str, Kin] = {}
        children: dict[str, Kin] = {}
        wanted: str | None = session
        while wanted and wanted not in line and len(line) < _DEEPEST:
            rows = self._rows("id", wanted)
            if not rows:
                break
            line[rows[0].id] = rows[0]
            wanted = rows[0].parent
            if wanted:
                children.update((child.id, child) for child in self._rows("parent_session_id", wanted))
        return list({**line, **children}.values())

    def newest_with_key(self, key: str) -> str | None:
        """Return the session that a chat's routing key leads to; None where there is none."""
        row = self._db.execute(
            "SELECT id FROM sessions WHERE session_key = ? ORDER BY started_at DESC LIMIT 1", (key,)
        ).fetchone()
        return text_or_none(row[0]) if row else None

    def prompt(self, session: str) -> str:
        """Return the stored system prompt of a session; empty where there is none.

        Newer schemas keep each prompt once, in a table of its own.
        """
        sources = {
            "system_prompt": "SELECT system_prompt FROM sessions WHERE id = ?",
            "system_prompt_hash": "SELECT p.prompt FROM sessions AS s"
            " JOIN system_prompts AS p ON p.hash = s.system_prompt_hash WHERE s.id = ?",
        }
        for column, statement in sources.items():
            row = self._db.execute(statement, (session,)).fetchone() if column in self._columns else None
            if row and isinstance(row[0], str) and row[0]:
                return row[0]
        return ""

    def added(self, session: str, words: str) -> list[str]:
        """Return what was added to messages of a session on their way to the model, where it holds ``words``.

        Of a message itself nothing is read: what was added follows it.
        """
        columns = {name for (name,) in self._db.execute("SELECT name FROM pragma_table_info('messages')")}
        if not columns >= {"api_content", "active"}:
            return []
        statement = (
            "SELECT substr(api_content, instr(api_content, content) + length(content)) FROM messages"
            " WHERE session_id = ? AND role = 'user' AND COALESCE(active, 1) = 1"
            " AND instr(api_content, ?) AND instr(api_content, content)"
        )
        return [text for (text,) in self._db.execute(statement, (session, words))]

    def _rows(self, column: str, value: str) -> list[Kin]:
        chosen = ", ".join(name if name in self._columns else "NULL" for name in _COLUMNS)
        machines = ", ".join("?" * len(MACHINE_SOURCES))
        statement = f"SELECT {chosen} FROM sessions WHERE {column} = ? AND source NOT IN ({machines})"  # noqa: S608
        return [_kin(row) for row in self._db.execute(statement, (value, *MACHINE_SOURCES))]


def _kin(row: tuple[Any, ...]) -> Kin:
    return Kin(
        id=str(row[0]),
        source=str(row[1]),
        user=id_or_none(row[2]),
        key=text_or_none(row[3]),
        chat=id_or_none(row[4]),
        chat_type=text_or_none(row[5]),
        parent=text_or_none(row[6]),
        marks=marks(row[7]),
        started=row[8],
        ended=row[9],
        end_reason=text_or_none(row[10]),
        profile=text_or_none(row[11]),
        archived=bool(row[12] or row[13]),
    )


@contextmanager
def opened(home: files.Where) -> Iterator[Sessions]:
    """Open the store of a home for one short look. Raises sqlite3.Error where it cannot be read in time."""
    db = sqlite3.connect(_uri(files.within(home, STORE)), uri=True, timeout=_PATIENCE, isolation_level=None)
    try:
        limit = time.monotonic() + _PATIENCE
        db.text_factory = _text
        db.set_progress_handler(lambda: time.monotonic() > limit, _STEPS)
        db.execute("PRAGMA query_only = 1")
        yield Sessions(db)
    finally:
        db.close()


def _uri(path: str) -> str:
    """Return the name of the store for SQLite, read-only."""
    whole = path if os.path.isabs(path) else files.within(os.getcwd(), path)  # noqa: PTH109, PTH117  as in `files`
    named = whole if whole.startswith("/") else "/" + whole.replace("\\", "/")
    quoted = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02x}" for byte in os.fsencode(named))
    return f"file:{quoted}?mode=ro"


def _text(value: bytes) -> str:
    """Read stored text; bytes that are no UTF-8 must not raise, for that error would quote them."""
    return value.decode("utf-8", "replace")
