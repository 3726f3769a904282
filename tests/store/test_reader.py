"""What is read of a store, by releases and by cost."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from safedigest.config import MACHINE_SOURCES
from safedigest.model import Note
from safedigest.store import MessageRow, Reader, SessionRow, State, snapshot
from safedigest.store.rows import decode
from safedigest.text import Raw, reveal
from tests.fakes.store import RELEASES, FakeStore


def sessions(path: Path) -> dict[str, SessionRow]:
    return {row.id: row for row in snapshot(path, lambda db: Reader(db).sessions())}


def live(path: Path, session: str = "s1") -> list[MessageRow]:
    return snapshot(path, lambda db: list(Reader(db).live(session)))


@pytest.mark.parametrize("indexes", [True, False])
@pytest.mark.parametrize("release", RELEASES)
def test_every_release_is_read(tmp_path: Path, release: str, indexes: bool) -> None:
    with FakeStore(tmp_path / "state.db", release, indexes=indexes) as store:
        store.dm("s1", "telegram", "70001", display_name="W")
        store.say("s1", "first", "one", 9)
        store.say("s1", "second", "two", 4)
    row = sessions(store.path)["s1"]
    assert (row.source, row.user, row.count, row.newest) == ("telegram", "70001", 4, store.ago(3.9))
    assert row.chat == ("70001" if release >= "0.18" else None)
    assert [reveal(line.text) for line in live(store.path)] == ["two", "second", "one", "first"]


def test_machine_made_sessions_are_not_even_read(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        for source in (*MACHINE_SOURCES, "cli"):
            store.session(source, source)
    assert set(sessions(store.path)) == {"cli"}


def test_rows_come_in_the_order_of_ids_whatever_their_times(tmp_path: Path) -> None:
    for release in ("0.13", "0.19", "0.22"):
        with FakeStore(tmp_path / release, release) as store:
            store.session("s1", "cli")
            ids = [store.user("s1", str(ago), ago) for ago in (5, 90, 1, 400, 3)]
        assert [row.id for row in live(store.path)] == ids[::-1]


def test_rows_know_whether_they_still_stand(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db", "0.19") as store:
        store.session("s1", "cli")
        store.user("s1", "archived", 9)
        store.compact("s1")
        store.user("s1", "no state", 8, active=None)
        store.user("s1", "live", 7)
        store.user("s1", "undone", 6, active=0)
    assert [reveal(row.text) for row in live(store.path)] == ["live", "no state"]
    archived = snapshot(store.path, lambda db: Reader(db).archived("s1"))
    assert [(reveal(row.text), row.state) for row in archived] == [("archived", State.ARCHIVED)]


def test_the_text_sent_to_the_model_is_never_read(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db", "0.19") as store:
        store.session("s1", "cli")
        store.user("s1", "said", 5, api_content="said and injected")
    statements: list[str] = []

    def work(db: sqlite3.Connection) -> None:
        db.set_trace_callback(statements.append)
        reader = Reader(db)
        reader.sessions()
        assert len(list(reader.live("s1"))) == 1
        reader.opening("s1")

    snapshot(store.path, work)
    assert statements
    assert not any("api_content" in statement or "*" in statement for statement in statements)


def test_of_a_tool_nothing_but_its_name_is_read(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        store.session("s1", "cli")
        store.tool("s1", json.dumps({"bytes_written": 9}), 5, "write_file")
        store.tool("s1", json.dumps({"error": "denied"}), 4, "write_file")
        store.tool("s1", "text", 3, "read_file")
        store.tool("s1", "text", 2, "no name\n")
    rows = live(store.path)[::-1]
    assert [reveal(row.text) for row in rows] == [""] * 4
    assert [(row.tool, row.effect) for row in rows] == [
        ("write_file", True),
        ("write_file", False),
        ("read_file", False),
        ("", False),
    ]


@pytest.mark.parametrize("release", RELEASES)
def test_the_newest_time_of_a_session_is_one_seek(tmp_path: Path, release: str) -> None:
    with FakeStore(tmp_path / "state.db", release) as store:
        store.session("s1", "cli")

    def plan(db: sqlite3.Connection) -> list[str]:
        query = f"EXPLAIN QUERY PLAN {Reader(db).sessions_query()}"
        return [step for *_, step in db.execute(query, tuple(sorted(MACHINE_SOURCES)))]

    about_messages = [step for step in snapshot(store.path, plan) if step.split()[1] in {"m", "messages"}]
    assert about_messages == ["SEARCH m USING COVERING INDEX messages_by_time (session_id=?)"]


@pytest.mark.parametrize("release", RELEASES)
def test_no_question_scans_or_sorts_the_messages(tmp_path: Path, release: str) -> None:
    with FakeStore(tmp_path / "state.db", release) as store:
        store.session("s1", "cli")
        store.say("s1", "a", "b", 2)
    asked: list[str] = []

    def work(db: sqlite3.Connection) -> None:
        db.set_trace_callback(asked.append)
        reader = Reader(db)
        assert list(reader.live("s1"))
        reader.archived("s1")
        reader.opening("s1")

    snapshot(store.path, work)
    about_messages = [statement for statement in asked if "FROM messages" in statement]
    assert about_messages
    with closing(sqlite3.connect(store.path)) as db:
        steps = [step for s in about_messages for *_, step in db.execute(f"EXPLAIN QUERY PLAN {s}")]
    assert all(step.startswith("SEARCH") for step in steps), steps


def test_a_quoted_name_that_is_no_column_is_not_taken_for_one(tmp_path: Path) -> None:
    """The trap: SQLite reads ``"active" = 1`` as a comparison of texts where the column does not exist."""
    with FakeStore(tmp_path / "state.db", "0.13") as store:
        store.session("s1", "cli")
        store.say("s1", "a", "b", 2)
    assert len(live(store.path)) == 2


def test_what_a_session_comes_from_is_read_from_its_settings(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        store.session("branch", "cli", model_config={"_branched_from": "x", "model": "m"})
        store.session("plain", "cli", model_config={"model": "m"})
        store.session("broken", "cli")
        store.execute("UPDATE sessions SET model_config = '{\"_delegate_from\":' WHERE id = 'broken'")
    rows = sessions(store.path)
    assert {name: row.marks for name, row in rows.items()} == {
        "branch": {"branched": "x"},
        "plain": {},
        "broken": {"delegate": "?"},
    }


def test_only_as_many_rows_as_needed_are_fetched(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        store.session("s1", "cli")
        for number in range(1000):
            store.user("s1", str(number), 1000 - number)
    steps: list[int] = []

    def work(db: sqlite3.Connection) -> str:
        reader = Reader(db)
        db.set_progress_handler(lambda: steps.append(1), 100)
        return reveal(next(reader.live("s1")).text)

    assert snapshot(store.path, work) == "999"
    assert len(steps) < 150


def test_a_long_session_is_read_to_its_bound(tmp_path: Path) -> None:
    for release in ("0.13", "0.19", "0.22"):
        with FakeStore(tmp_path / release, release) as store:
            store.session("s1", "cli")
            ids = [store.user("s1", str(number), 900 - number) for number in range(700)]
        assert [row.id for row in live(store.path)] == ids[::-1]


def test_sessions_and_messages_are_counted_by_source(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        store.session("a", "cli")
        store.session("b", "cli")
        store.session("c", "cron")
        store.say("a", "q", "r", 1)
    assert snapshot(store.path, lambda db: Reader(db).tally()) == {"cli": (2, 2), "cron": (1, 0)}


def test_content_in_parts_keeps_the_words_alone() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    parts = [
        {"type": "text", "text": "look"},
        picture,
        picture,
        "here",
        {"type": "thinking", "text": "hm"},
        7,
    ]
    text, notes = decode("\0json:" + json.dumps(parts))
    assert (reveal(text), notes) == ("look\nhere", (Note.IMAGE,))


@pytest.mark.parametrize(
    ("content", "text", "notes"),
    [
        (None, "", ()),
        ("", "", ()),
        ("plain", "plain", ()),
        (b"bytes", "bytes", ()),
        (7, "", ()),
        ("\0json:{", "", (Note.WITHHELD,)),
        ('\0json:{"type": "text", "text": "alone"}', "alone", ()),
        ('\0json:[{"type": "input_audio"}, {"type": "file"}]', "", (Note.VOICE, Note.FILE)),
        ("\0json:" + "[" * 100_000, "", (Note.WITHHELD,)),
    ],
)
def test_any_content_is_decoded(content: object, text: str, notes: tuple[Note, ...]) -> None:
    assert decode(content) == (Raw(text), notes)
