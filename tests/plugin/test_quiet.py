"""The short way to "nothing new": it says so only where the long way would too."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from safedigest.plugin import files, fresh, guarded, marks, quiet, turn
from safedigest.sync import sync
from tests.fakes.store import FakeStore
from tests.plugin.conftest import OWNER, SETTINGS, event, sent

ROOT = Path(__file__).parents[2]


def settled(home: Path) -> None:
    """Sync a home whose files have been at rest for a while."""
    for path in home.rglob("*"):
        os.utime(path, (time.time() - 99, time.time() - 99))
    sync(home)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a talk of two turns on Telegram and a terminal, synced."""
    (tmp_path / "safedigest").mkdir(mode=0o700)
    (tmp_path / "safedigest" / "config.toml").write_text(SETTINGS)
    with FakeStore(tmp_path / "state.db", now=time.time()) as store:
        store.dm("tg-1", "telegram", OWNER)
        store.say("tg-1", "the harbour pilot is called Orsolya", "noted", 5)
        store.say("tg-1", "the ship is called Marsovin", "noted", 3)
        store.session("cli-1", "cli")
    settled(tmp_path)
    return tmp_path


@pytest.fixture
def shown(home: Path) -> str:
    """Give what the first turn at the terminal was shown."""
    return turn.context(home, event(), time.time())


def test_a_talk_that_was_shown_all_has_nothing_to_wait_for(home: Path, shown: str) -> None:
    again = event("cli-1", "and?", sent("hello", shown))
    assert quiet.knows_all(str(home), again, time.time())
    assert turn.context(home, again, time.time()) == ""


def test_a_turn_that_is_not_told_yet_is_asked_for_the_long_way(home: Path, shown: str) -> None:
    feed = files.read(home / files.FOLDER / files.FEED)
    less = shown.replace(marks.mark(feed), marks.mark(feed, [(1, 2)]))
    assert less != shown
    assert not quiet.knows_all(str(home), event("cli-1", "and?", sent("hello", less)), time.time())


def test_a_store_that_has_changed_is_asked_the_long_way(home: Path, shown: str) -> None:
    with FakeStore.reopen(home / "state.db", now=time.time()) as store:
        store.say("tg-1", "the cook is called Tamsin", "noted", 0)
    assert not quiet.knows_all(str(home), event("cli-1", "and?", sent("hello", shown)), time.time())


def test_a_mark_that_somebody_wrote_is_none(home: Path, shown: str) -> None:
    assert not quiet.knows_all(str(home), event("cli-1", shown), time.time())
    assert not quiet.knows_all(
        str(home), event("cli-1", "and?", {"role": "user", "content": shown}), time.time()
    )


def test_it_is_the_way_a_turn_takes(home: Path, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_HOME", str(home))
    monkeypatch.setattr(turn, "context", lambda *_: "the long way")
    assert guarded("context", event("cli-1", "and?", sent("hello", shown))) == ""
    assert guarded("context", event()) == "the long way"


def test_nothing_is_opened_or_started_for_it(home: Path, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "opened", lambda _: pytest.fail("the store was opened"))
    monkeypatch.setattr(fresh, "tick", lambda *_: pytest.fail("a tick was run"))
    monkeypatch.setenv("HERMES_HOME", str(home))
    assert guarded("context", event("cli-1", "and?", sent("hello", shown))) == ""
    assert not (home / files.FOLDER / "status.json").read_text().count("plugin:")


def test_it_imports_next_to_nothing(home: Path, shown: str) -> None:
    """Each of these would cost more than all that is done here."""
    costly = ("dataclasses", "typing", "pathlib", "sqlite3", "datetime", "hashlib", "subprocess", "inspect")
    again = event("cli-1", "and?", sent("hello", shown))
    code = (
        "import sys; before = set(sys.modules); from safedigest import hook\n"
        f"assert hook.guarded('context', {again!r}) == ''\n"
        f"print(sorted((set(sys.modules) - before) & set({costly!r})))\n"
        "print(sorted(name for name in sys.modules if name.startswith('safedigest.')))"
    )
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HERMES_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    ours = (
        "hook",
        "plugin",
        *(f"plugin.{n}" for n in ("files", "history", "host", "marks", "quiet", "watermark")),
    )
    assert done.stdout.splitlines() == ["[]", str([f"safedigest.{name}" for name in ours])]
