"""A session store of our own making, with the columns and indexes of each Hermes release that we read.

What a release does not know is left out silently, so that one story can be told to all of them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

NOW: Final = 1_796_100_000.0  # in 2026

# Columns by the release that first had them.
_SESSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "0.13": (
        *("id TEXT PRIMARY KEY", "source TEXT NOT NULL", "user_id TEXT", "model TEXT", "model_config TEXT"),
        *("system_prompt TEXT", "parent_session_id TEXT", "started_at REAL NOT NULL", "ended_at REAL"),
        *("end_reason TEXT", "message_count INTEGER DEFAULT 0", "title TEXT"),
    ),
    "0.16": ("cwd TEXT", "rewind_count INTEGER NOT NULL DEFAULT 0", "archived INTEGER NOT NULL DEFAULT 0"),
    "0.18": (
        *("session_key TEXT", "chat_id TEXT", "chat_type TEXT", "thread_id TEXT", "display_name TEXT"),
        "origin_json TEXT",
    ),
    "0.19": ("profile_name TEXT",),
    "0.22": ("last_activity_at REAL", "transport_profile TEXT", "hidden INTEGER NOT NULL DEFAULT 0"),
}
_MESSAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "0.13": (
        *("id INTEGER PRIMARY KEY AUTOINCREMENT", "session_id TEXT NOT NULL", "role TEXT NOT NULL"),
        *(
            "content TEXT",
            "tool_call_id TEXT",
            "tool_calls TEXT",
            "tool_name TEXT",
            "timestamp REAL NOT NULL",
        ),
        "finish_reason TEXT",
    ),
    "0.15": ("platform_message_id TEXT", "observed INTEGER DEFAULT 0"),
    "0.16": ("active INTEGER DEFAULT 1",),
    "0.18": ("compacted INTEGER NOT NULL DEFAULT 0",),
    "0.19": ("effect_disposition TEXT", "api_content TEXT"),
    "0.22": ("_compressed_summary INTEGER NOT NULL DEFAULT 0", "display_kind TEXT", "display_metadata TEXT"),
}
_INDEXES: Final[Mapping[str, tuple[str, ...]]] = {
    "0.13": ("messages_by_time ON messages (session_id, timestamp)",),
    "0.16": ("messages_by_state ON messages (session_id, active, timestamp)",),
    "0.22": ("messages_by_id ON messages (session_id, id)",),
}
RELEASES: Final = ("0.13", "0.15", "0.16", "0.18", "0.19", "0.22")


def _until(release: str, table: Mapping[str, tuple[str, ...]]) -> list[str]:
    known = RELEASES[: RELEASES.index(release) + 1]
    return [entry for name in known for entry in table.get(name, ())]


class FakeStore:
    """A store under construction; ``with`` closes it. Times are minutes before ``now``."""

    def __init__(self, path: Path, release: str = "0.22", *, now: float = NOW, indexes: bool = True) -> None:
        self.path = path
        self.now = now
        self._db = sqlite3.connect(path)
        self._known: dict[str, set[str]] = {}
        for name, table in (("sessions", _SESSIONS), ("messages", _MESSAGES)):
            columns = _until(release, table)
            self._known[name] = {column.split()[0] for column in columns}
            self._db.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
        for index in _until(release, _INDEXES) if indexes else ():
            self._db.execute(f"CREATE INDEX {index}")

    @classmethod
    def reopen(cls, path: Path, *, now: float = NOW) -> Self:
        """Return a store that was made before, to add to it."""
        store = cls.__new__(cls)
        store.path, store.now, store._db, store._known = path, now, sqlite3.connect(path), {}
        for table in ("sessions", "messages"):
            columns = store._db.execute(f"PRAGMA table_info({table})")
            store._known[table] = {row[1] for row in columns}
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.commit()
        self._db.close()

    def commit(self) -> None:
        """Make what was written so far visible to readers."""
        self._db.commit()

    def execute(self, statement: str, *values: object) -> None:
        """Run a statement that no method covers."""
        self._db.execute(statement, values)

    def _insert(self, table: str, values: Mapping[str, object]) -> int:
        known = {name: value for name, value in values.items() if name in self._known[table]}
        marks = ", ".join("?" * len(known))
        cursor = self._db.execute(
            f"INSERT INTO {table} ({', '.join(known)}) VALUES ({marks})",  # noqa: S608
            tuple(known.values()),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def session(self, name: str, source: str, *, started: float = 1000, **columns: object) -> str:
        """Add a session and return its id."""
        config = columns.pop("model_config", None)
        columns["model_config"] = json.dumps(config) if config is not None else None
        self._insert("sessions", {"id": name, "source": source, "started_at": self.ago(started), **columns})
        return name

    def dm(self, name: str, source: str, user: str, **columns: object) -> str:
        """Add a direct talk with ``user``."""
        peer = {
            "user_id": user,
            "chat_id": user,
            "chat_type": "dm",
            "session_key": f"agent:main:{source}:dm:{user}",
        }
        return self.session(name, source, **{**peer, **columns})  # type: ignore[arg-type]

    def end(self, session: str, reason: str, ago: float) -> None:
        """End a session."""
        self._db.execute(
            "UPDATE sessions SET end_reason = ?, ended_at = ? WHERE id = ?", (reason, self.ago(ago), session)
        )

    def ago(self, minutes: float) -> float:
        """Return the time that lies ``minutes`` before now."""
        return self.now - minutes * 60

    def row(self, session: str, role: str, content: object, ago: float, **columns: object) -> int:
        """Add a row and return its id."""
        if isinstance(content, list):
            content = "\0json:" + json.dumps(content)
        self._db.execute("UPDATE sessions SET message_count = message_count + 1 WHERE id = ?", (session,))
        base = {"session_id": session, "role": role, "content": content, "timestamp": self.ago(ago)}
        return self._insert("messages", {**base, **columns})

    def user(self, session: str, content: object, ago: float, **columns: object) -> int:
        """Add what the user said."""
        return self.row(session, "user", content, ago, **columns)

    def assistant(self, session: str, content: object, ago: float, **columns: object) -> int:
        """Add what the assistant said."""
        return self.row(session, "assistant", content, ago, **{"finish_reason": "stop", **columns})

    def call(self, session: str, content: object, ago: float, tool: str = "terminal") -> int:
        """Add a call of a tool, with the words before it."""
        calls = json.dumps([{"id": "c", "type": "function", "function": {"name": tool, "arguments": "{}"}}])
        return self.assistant(session, content, ago, tool_calls=calls, finish_reason="tool_calls")

    def tool(self, session: str, result: str, ago: float, tool: str = "terminal") -> int:
        """Add what a tool returned."""
        return self.row(session, "tool", result, ago, tool_name=tool, tool_call_id="c")

    def say(self, session: str, question: str, answer: str, ago: float) -> None:
        """Add a whole turn."""
        self.user(session, question, ago)
        self.assistant(session, answer, ago - 0.1)

    def compact(self, session: str) -> None:
        """Archive all rows that stand, as a compaction in place does before it writes them anew."""
        self._db.execute(
            "UPDATE messages SET active = 0, compacted = 1 WHERE session_id = ? AND active = 1", (session,)
        )
