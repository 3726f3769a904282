"""Every state in which a reader may find the store, and what is said about it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from safedigest.errors import StoreBusyError, StoreError
from safedigest.store import Reader, connect, snapshot, watermark
from tests.fakes.store import FakeStore

SECRET = "raw" + os.urandom(6).hex()
NOBODY = 65534


def build(path: Path, journal: str = "wal") -> Path:
    with FakeStore(path, "0.19") as store:
        store.execute(f"PRAGMA journal_mode = {journal}")
        store.dm("s1", "telegram", "1")
        store.say("s1", SECRET, "yes", 5)
    return path


def count(path: Path, patience: float = 1) -> int:
    return snapshot(path, lambda db: len(list(Reader(db).live("s1"))), patience)


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_closed_store_is_read(tmp_path: Path, journal: str) -> None:
    assert count(build(tmp_path / "state.db", journal)) == 2


def test_a_store_is_read_beside_its_writer(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("DELETE FROM messages")
        assert count(path) == 2
        writer.execute("ROLLBACK")


def test_nothing_is_written(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert count(path) == 2
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    with pytest.raises(StoreError):
        snapshot(path, lambda db: db.execute("DELETE FROM messages"))


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "100%.db", "#1.db", "会话.db"])
def test_a_path_may_hold_what_a_uri_may_not(tmp_path: Path, name: str) -> None:
    assert count(build(tmp_path / name)) == 2


def test_a_store_locked_for_too_long_is_busy(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        start = time.monotonic()
        with pytest.raises(StoreBusyError, match="locked by another process; the next run tries again"):
            count(path, patience=0.3)
        assert time.monotonic() - start < 2


def test_a_lock_that_is_given_up_in_time_is_waited_for(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        release = threading.Timer(0.2, lambda: writer.execute("ROLLBACK"))
        release.start()
        assert count(path, patience=3) == 2
        release.join()


def test_a_missing_store_is_told_and_not_created(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no session store at .*: start Hermes once"):
        count(tmp_path / "state.db")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is not a file"):
        count(tmp_path)


def test_an_empty_file_is_not_initialised(tmp_path: Path) -> None:
    (tmp_path / "state.db").touch()
    with pytest.raises(StoreError, match="not initialised: start Hermes once"):
        count(tmp_path / "state.db")


def test_another_program_s_database_is_not_initialised(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "state.db")) as other:
        other.execute("CREATE TABLE sessions (name TEXT)")
    with pytest.raises(StoreError, match="not initialised"):
        count(tmp_path / "state.db")


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "state.db").write_text(SECRET * 400)
    with pytest.raises(StoreError, match="not an SQLite database; the last good digest stays") as caught:
        count(tmp_path / "state.db")
    assert SECRET not in str(caught.value)


def test_a_truncated_store_is_damaged(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")
    path.write_bytes(path.read_bytes()[:6000])
    with pytest.raises(StoreError, match="the database is damaged; the last good digest stays"):
        count(path)


def test_a_search_table_defined_twice_is_stepped_over(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE VIRTUAL TABLE messages_fts USING fts5(content)")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)"
            " SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = 'messages_fts'"
        )
    with pytest.raises(sqlite3.DatabaseError, match="malformed"), closing(sqlite3.connect(path)) as db:
        db.execute("SELECT 1 FROM sessions").fetchall()
    assert count(path) == 2


def test_bytes_that_are_no_text_do_not_stop_the_reading(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE messages SET content = CAST(X'C328FF' AS TEXT)")
    assert count(path) == 2


def test_a_short_disk_error_is_tried_again(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db")
    tries = []

    def work(db: sqlite3.Connection) -> int:
        tries.append(1)
        if len(tries) < 4:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return len(list(Reader(db).live("s1")))

    assert snapshot(path, work) == 2
    tries[:] = [-9]
    with pytest.raises(StoreError, match="disk error"):
        snapshot(path, lambda db: work(db) if len(tries) < 0 else _raise_disk_error())


def _raise_disk_error() -> int:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    raise error


def test_an_unknown_error_of_the_database_holds_no_text(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db")
    with pytest.raises(StoreError, match="cannot be read") as caught:
        snapshot(path, lambda db: db.execute(f"SELECT * FROM {SECRET}"))  # noqa: S608
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_read_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("safedigest.store.connect._LONGEST_READ", 0.1)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with pytest.raises(StoreError, match="reading took more than"):
        snapshot(build(tmp_path / "state.db"), lambda db: db.execute(endless).fetchone())


@contextmanager
def _open_to_all() -> Iterator[Path]:
    """Give a folder that any user may read, outside the folders of the tests, which only we may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def read_as_nobody(path: Path) -> str:
    """Read a store as a user who owns nothing: permissions do not bind root."""
    if os.geteuid() != 0:
        pytest.skip("needs to become another user")
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        try:
            said = str(count(path))
        except BaseException as error:  # noqa: BLE001  the child must not run the other tests
            said = f"{type(error).__name__}: {error}"
        os.write(sender, said.encode())
        os._exit(0)
    os.close(sender)
    os.waitpid(child, 0)
    with os.fdopen(receiver, "rb") as pipe:
        return pipe.read().decode()


def test_without_a_log_a_folder_need_not_be_writable() -> None:
    with _open_to_all() as folder:
        path = build(folder / "state.db")
        path.chmod(0o644)
        assert not (folder / "state.db-wal").exists()
        assert read_as_nobody(path) == "2"
        assert [p.name for p in folder.iterdir()] == ["state.db"]


def test_a_writer_that_comes_meanwhile_spoils_a_read_without_locks(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")

    def work(db: sqlite3.Connection) -> int:
        (tmp_path / "state.db-wal").touch()
        return len(list(Reader(db).live("s1")))

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        connect._read(path, connect._Way(immutable=True), work)


def test_with_a_log_and_no_index_of_it_the_folder_must_be_writable() -> None:
    with _open_to_all() as folder:
        path = build(folder / "state.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("DELETE FROM messages")
            log = (folder / "state.db-wal").read_bytes()
        (folder / "state.db-wal").write_bytes(log)
        for file in folder.iterdir():
            file.chmod(0o644)
        assert "its log cannot be read: make the folder writable" in read_as_nobody(path)


def test_a_store_of_somebody_else_is_told() -> None:
    with _open_to_all() as folder:
        path = build(folder / "state.db")
        path.chmod(0o600)
        assert "cannot be read: run as the user that owns it" in read_as_nobody(path)


def test_the_watermark_moves_with_every_commit(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db")
    assert watermark(tmp_path / "gone.db") == ""
    marks = [watermark(path)]
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        for statement in ("UPDATE messages SET active = 0", "UPDATE sessions SET archived = 1"):
            writer.execute(statement)
            marks.append(watermark(path))
            assert watermark(path) == marks[-1]
        assert len(set(marks)) == 3
        count(path)
        assert watermark(path) == marks[-1]


def test_an_interrupted_write_is_left_to_its_owner(tmp_path: Path) -> None:
    path = build(tmp_path / "state.db", "delete")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("PRAGMA cache_spill = 1")
        writer.execute("BEGIN")
        for number in range(300):
            writer.execute(
                "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s1', 'user', ?, 1)",
                (f"{number}" * 200,),
            )
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for name in ("state.db", "state.db-journal"):
            (crashed / name).write_bytes((tmp_path / name).read_bytes())
        writer.execute("ROLLBACK")
    before = (crashed / "state.db-journal").read_bytes()
    with pytest.raises(StoreError, match="an interrupted write must be finished first: start Hermes once"):
        count(crashed / "state.db")
    assert (crashed / "state.db-journal").read_bytes() == before
