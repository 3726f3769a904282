"""What we ask of the session store.

Invariants: columns are probed, never the schema version; an absent column reads as its neutral value;
identifiers are written unquoted and only after they were seen (SQLite takes a quoted unknown name for a
text); ``api_content`` is never read, since it may hold what a digest injected; the newest time of a session
costs one index seek; of a session only its newest rows are read, and of a tool's row never its content.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest import kept
from safedigest.config import MACHINE_SOURCES
from safedigest.errors import StoreError
from safedigest.plugin.kin import id_or_none, marks, text_or_none
from safedigest.store.rows import MessageRow, SessionRow, State, decode
from safedigest.text import Raw

MOST_ROWS: Final = 3000  # newest rows of a session that may be looked at
_MOST_ARCHIVED: Final = 600  # newest archived rows of a session that may be looked at
_FIRST_ROWS: Final = 200  # most talks need no more of them
_CHUNK: Final = 100  # rows fetched at once
_NAME = kept.pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TOOL_NAME = kept.pattern(r"[A-Za-z0-9_.-]{1,64}\Z")

# Hermes' tools that change something outside the talk when they succeed.
_EFFECTS: Final = ("write_file", "patch", "send_message", "cronjob")


class Reader:
    """Questions to one open snapshot."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._sessions = self._columns("sessions")
        self._messages = self._columns("messages")
        if (
            not {"id", "source"} <= self._sessions
            or not {"id", "session_id", "role", "content"} <= self._messages
        ):
            raise StoreError("the session store is not initialised: start Hermes once")
        indexes = self._indexes()
        self._by_id = indexes.get(("session_id", "id"))
        self._by_time = indexes.get(("session_id", "timestamp"))
        self._by_state = indexes.get(("session_id", "active", "timestamp"))

    def _columns(self, table: str) -> frozenset[str]:
        rows = self._db.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return frozenset(name for (name,) in rows if _NAME.match(name))

    def _indexes(self) -> dict[tuple[str, ...], str]:
        """Return the whole (not partial) indexes of ``messages`` by their columns."""
        found: dict[tuple[str, ...], str] = {}
        names = self._db.execute(
            "SELECT name FROM pragma_index_list('messages') WHERE partial = 0"
        ).fetchall()
        for (name,) in names:
            columns = self._db.execute("SELECT name FROM pragma_index_info(?) ORDER BY seqno", (name,))
            if _NAME.match(name):
                found[tuple(column for (column,) in columns)] = name
        return found

    def sessions(self) -> list[SessionRow]:
        """Return every session that is not machine-made."""
        rows = self._db.execute(self.sessions_query(), tuple(sorted(MACHINE_SOURCES)))
        return [_session(row) for row in rows]

    def sessions_query(self) -> str:
        """Return the statement behind ``sessions`` (the tests ask SQLite how it would run it)."""
        columns = self._sessions
        names = ("id", "source", "user_id", "session_key", "chat_id", "chat_type", "display_name")
        chosen = [f"s.{name}" if name in columns else "NULL" for name in names]
        chosen += [
            f"s.{n}" if n in columns else "NULL" for n in ("parent_session_id", "started_at", "ended_at")
        ]
        chosen += [f"s.{n}" if n in columns else "NULL" for n in ("end_reason", "profile_name")]
        chosen.append("s.message_count" if "message_count" in columns else "0")
        flags = [f"COALESCE(s.{name}, 0) <> 0" for name in ("archived", "hidden") if name in columns]
        chosen.append(" OR ".join(flags) or "0")
        has_marks = "model_config" in columns
        chosen.append(
            "CASE WHEN s.model_config LIKE '%_from\"%' THEN s.model_config END" if has_marks else "NULL"
        )
        newest, source = self._newest()
        marks = ", ".join("?" * len(MACHINE_SOURCES))
        return f"SELECT {', '.join(chosen)}, {newest} FROM {source} WHERE s.source NOT IN ({marks})"  # noqa: S608

    def _newest(self) -> tuple[str, str]:
        """Return the expression of a session's newest message time, and the tables it needs."""
        if self._by_time or self._by_id:
            order = "timestamp" if self._by_time else "id"
            seek = (
                f"(SELECT m.timestamp FROM messages AS m INDEXED BY {self._by_time or self._by_id}"  # noqa: S608
                f" WHERE m.session_id = s.id ORDER BY m.{order} DESC LIMIT 1)"
            )
            return seek, "sessions AS s"
        scan = "(SELECT session_id, MAX(timestamp) AS newest FROM messages GROUP BY session_id)"
        return "t.newest", f"sessions AS s LEFT JOIN {scan} AS t ON t.session_id = s.id"

    def live(self, session: str, most: int = MOST_ROWS) -> Iterator[MessageRow]:
        """Yield the rows of a session that still stand, newest first, in chunks and only when asked for."""
        seen: set[int] = set()
        for limit in (min(_FIRST_ROWS, most), most):
            ids = [i for i in self._newest_ids(session, limit, active=True) if i not in seen]
            yield from (row for row in self._rows(ids) if row.state is State.LIVE)
            seen.update(ids)
            if len(seen) < limit:
                break

    def archived(self, session: str) -> list[MessageRow]:
        """Return the newest rows that a compaction in place summarised away, newest first."""
        if not {"active", "compacted"} <= self._messages:
            return []
        rows = self._rows(self._newest_ids(session, _MOST_ARCHIVED, active=False))
        return [row for row in rows if row.state is State.ARCHIVED]

    def opening(self, session: str) -> Raw:
        """Return the words of the first user row of a session."""
        order = "timestamp" if self._by_time else "id"
        row = self._db.execute(
            f"SELECT content FROM messages WHERE session_id = ? AND role = 'user' ORDER BY {order} LIMIT 1",  # noqa: S608
            (session,),
        ).fetchone()
        return decode(row[0] if row else None)[0]

    def _newest_ids(self, session: str, most: int, *, active: bool) -> list[int]:
        """Return ids of the newest rows of a session, in falling order.

        Without an index that ends in the id the newest by time are taken, which an index finds in one seek,
        and put into the order of their ids.
        """
        ids: list[int] = []
        for source, condition, order in self._paths(active=active):
            where = f"session_id = ?{condition} ORDER BY {order} DESC LIMIT ?"
            statement = f"SELECT id FROM messages{source} WHERE {where}"  # noqa: S608
            ids += [i for (i,) in self._db.execute(statement, (session, most)) if isinstance(i, int)]
        return sorted(ids, reverse=True)

    def _paths(self, *, active: bool) -> list[tuple[str, str, str]]:
        """Return the ways to the newest rows: index, further condition and order."""
        if self._by_state and not (active and self._by_id):
            states = ("= 1", "IS NULL") if active else ("= 0",)
            return [
                (f" INDEXED BY {self._by_state}", f" AND active {state}", "timestamp") for state in states
            ]
        if self._by_id:
            return [(f" INDEXED BY {self._by_id}", "", "id")]
        if self._by_time:
            return [(f" INDEXED BY {self._by_time}", "", "timestamp")]
        return [("", "", "id")]

    def _rows(self, ids: Sequence[int]) -> Iterator[MessageRow]:
        statement = f"SELECT {self._message_columns()} FROM messages WHERE id IN (%s) ORDER BY id DESC"  # noqa: S608
        for start in range(0, len(ids), _CHUNK):
            chunk = ids[start : start + _CHUNK]
            for row in self._db.execute(statement % ", ".join("?" * len(chunk)), tuple(chunk)).fetchall():
                yield _message(row)

    def _message_columns(self) -> str:
        has = self._messages
        success = "COALESCE(instr(substr(content, 1, 400), '\"error\"') = 0, 0)"
        effects = ", ".join(f"'{name}'" for name in _EFFECTS)
        return ", ".join(
            (
                "id",
                "role",
                "CASE WHEN role IN ('user', 'assistant') THEN content END",
                "timestamp" if "timestamp" in has else "NULL",
                "COALESCE(tool_calls, '') NOT IN ('', '[]', 'null')" if "tool_calls" in has else "0",
                "tool_name" if "tool_name" in has else "NULL",
                f"role = 'tool' AND tool_name IN ({effects}) AND {success}" if "tool_name" in has else "0",
                "finish_reason = 'length'" if "finish_reason" in has else "0",
                "display_kind" if "display_kind" in has else "NULL",
                "_compressed_summary" if "_compressed_summary" in has else "0",
                "observed" if "observed" in has else "0",
                "COALESCE(active, 1)" if "active" in has else "1",
                "compacted" if "compacted" in has else "0",
            )
        )

    def tally(self) -> dict[str, tuple[int, int]]:
        """Return sessions and messages per source, machine-made ones included."""
        messages = "SUM(message_count)" if "message_count" in self._sessions else "0"
        rows = self._db.execute(f"SELECT source, COUNT(*), {messages} FROM sessions GROUP BY source")  # noqa: S608
        return {str(source): (sessions, int(count or 0)) for source, sessions, count in rows}


def _session(row: tuple[object, ...]) -> SessionRow:
    name = text_or_none(row[6])
    return SessionRow(
        id=str(row[0]),
        source=str(row[1]),
        user=id_or_none(row[2]),
        key=text_or_none(row[3]),
        chat=id_or_none(row[4]),
        chat_type=text_or_none(row[5]),
        name=Raw(name) if name else None,
        parent=text_or_none(row[7]),
        started=row[8],
        ended=row[9],
        end_reason=text_or_none(row[10]),
        profile=text_or_none(row[11]),
        count=row[12] if isinstance(row[12], int) else 0,
        archived=bool(row[13]),
        marks=marks(row[14]),
        newest=row[15],
    )


def _message(row: tuple[object, ...]) -> MessageRow:
    text, notes = decode(row[2])
    tool = text_or_none(row[5]) or ""
    return MessageRow(
        id=int(row[0]) if isinstance(row[0], int) else 0,
        role=str(row[1]),
        text=text,
        notes=notes,
        time=row[3],
        calls=bool(row[4]),
        tool=tool if _TOOL_NAME.match(tool) else "",
        effect=bool(row[6]),
        truncated=bool(row[7]),
        kind=text_or_none(row[8]) or "",
        summary=bool(row[9]),
        observed=bool(row[10]),
        state=_state(row[11], row[12]),
    )


def _state(active: object, compacted: object) -> State:
    if active:
        return State.LIVE
    return State.ARCHIVED if compacted else State.UNDONE
