"""When a tick may leave at once, and when it must not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from safedigest import watch
from safedigest.sync import Result, digest_path, sync
from safedigest.tick import main
from tests.fakes.store import NOW, FakeStore

OLD = NOW - 3600


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a home in which one sync was done, an hour after the last change of any of its files."""
    (tmp_path / "safedigest" / "rules").mkdir(parents=True, mode=0o700)
    (tmp_path / "safedigest" / "config.toml").write_text('lang = "en"\n')
    (tmp_path / ".env").write_text("A=1\n")
    (tmp_path / "AGENTS.md").write_text("<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n")
    with FakeStore(tmp_path / "state.db") as store:
        store.session("one", "cli")
        store.say("one", "hello there", "hi", 5)
    sync(tmp_path, now=NOW)  # makes the key and the logs of the store
    for path in tmp_path.rglob("*"):
        os.utime(path, (OLD, OLD))
    sync(tmp_path, now=NOW)
    return tmp_path


def unchanged(home: Path, now: float = NOW + 60) -> bool:
    """Tell whether a tick would leave at once."""
    return watch.unchanged(home / "safedigest", now)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_nothing_new_is_seen_after_the_very_first_sync(tmp_path: Path, mode: str) -> None:
    """It makes the key, and reading a store makes its logs: neither is news to the second tick."""
    with FakeStore(tmp_path / "state.db") as store:
        store.execute(f"PRAGMA journal_mode = {mode}")
        store.session("one", "cli")
        store.say("one", "hello there", "hi", 5)
    os.utime(tmp_path / "state.db", (OLD, OLD))
    sync(tmp_path, now=NOW)
    assert (tmp_path / "state.db-wal").exists() == (mode == "wal")
    assert unchanged(tmp_path)


def test_a_log_that_is_begun_is_work(tmp_path: Path) -> None:
    test_nothing_new_is_seen_after_the_very_first_sync(tmp_path, "wal")
    (tmp_path / "state.db-wal").write_bytes(b"row")
    assert not unchanged(tmp_path)


def test_nothing_new_is_seen_without_work(home: Path) -> None:
    assert unchanged(home)


def test_a_talk_that_ends_is_work(home: Path) -> None:
    assert unchanged(home, NOW + 9 * 60)
    assert not unchanged(home, NOW + 11 * 60)


def test_a_clock_that_went_back_is_work(home: Path) -> None:
    assert not unchanged(home, NOW - 1)


def _say(home: Path) -> None:
    with FakeStore.reopen(home / "state.db") as store:
        store.say("one", "one more", "yes", 1)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a message": _say,
    "the settings": lambda home: (home / "safedigest" / "config.toml").write_text('lang = "zh"\n'),
    "a new rule file": lambda home: (home / "safedigest" / "rules" / "a.toml").write_text(""),
    "a credential": lambda home: (home / ".env").write_text("A=2\n"),
    "a new credential file": lambda home: (home / "auth.json").write_text("{}"),
    "the key": lambda home: (home / "safedigest" / "key").write_bytes(bytes(32)),
    "the digest edited": lambda home: digest_path(home).write_text("mine"),
    "the digest gone": lambda home: digest_path(home).unlink(),
    "AGENTS.md edited": lambda home: (home / "AGENTS.md").write_text("mine"),
    "the feed gone": lambda home: (home / "safedigest" / "feed.json").unlink(),
    "the watermark odd": lambda home: (home / "safedigest" / watch.FILE).write_text("[]"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_a_sync_depends_on_is_watched(home: Path, what: str) -> None:
    CHANGES[what](home)
    assert not unchanged(home)


def test_a_store_written_a_moment_ago_is_not_trusted(home: Path) -> None:
    os.utime(home / "state.db", (NOW + 99, NOW + 99))
    sync(home, now=NOW + 100)
    assert not unchanged(home, NOW + 101)


def test_a_tick_says_nothing_when_all_is_well(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", str(home)]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_tick_says_in_one_line_what_is_wrong(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "safedigest" / "config.toml").write_text("idle = 3\n")
    assert main(["--home", str(home)]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("safedigest: ")
    assert err.count("\n") == 1


def test_a_tick_takes_no_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--everything"]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_sync_after_the_watermark_still_does_its_work(home: Path) -> None:
    _say(home)
    assert sync(home, now=NOW + 120).result is Result.WRITTEN
