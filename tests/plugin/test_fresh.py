"""Sync on read: when, how long, and with what."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from safedigest.lock import only_one
from safedigest.plugin import fresh, watermark
from safedigest.sync import sync
from tests.fakes.store import NOW


def settle(home: Path) -> None:
    """Sync a home whose files are old enough to be trusted."""
    sync(home, now=NOW)  # makes the key
    for path in home.rglob("*"):
        os.utime(path, (NOW - 99, NOW - 99))
    sync(home, now=NOW)


def test_nothing_runs_where_nothing_has_changed(home: Path, ticks: list[Path]) -> None:
    settle(home)
    assert fresh.bring(home, NOW + 5) is fresh.Freshness.CURRENT
    assert ticks == []
    os.utime(home / "state.db", (NOW, NOW))
    assert fresh.bring(home, NOW + 5) is fresh.Freshness.SYNCED
    assert ticks == [home]


def test_a_chat_that_narrows_is_a_change(home: Path, ticks: list[Path]) -> None:
    settle(home)
    (home / "safedigest" / "narrowed.json").write_text('{"version": 1, "off": [], "forgotten": {}}')
    assert fresh.bring(home, NOW + 5) is fresh.Freshness.SYNCED


def test_a_watermark_that_cannot_be_read_is_a_change(home: Path, ticks: list[Path]) -> None:
    settle(home)
    (home / "safedigest" / watermark.FILE).write_text("{")
    assert not watermark.unchanged(home / "safedigest", NOW + 5)


def fake_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let a shell script run in place of the installation's Python."""
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o700)
    monkeypatch.setattr(fresh.Installation, "own", lambda: fresh.Installation(str(python), "/somewhere"))


def test_a_tick_gets_no_key_of_the_host_and_no_code_of_its_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "not for you")
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    fake_python(tmp_path, monkeypatch, f'env > "{tmp_path}/seen"; echo "$@" > "{tmp_path}/said"')
    assert fresh.tick(home, 5)
    seen = (tmp_path / "seen").read_text()
    assert "OPENAI_API_KEY" not in seen
    assert "PYTHONPATH=/somewhere\n" in seen
    assert f"HERMES_HOME={home}\n" in seen
    assert (tmp_path / "said").read_text() == f"-P -m safedigest.tick --home {home}\n"


def test_a_tick_that_fails_leaves_the_feed_behind(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_python(tmp_path, monkeypatch, "exit 3")
    assert fresh.bring(home, NOW) is fresh.Freshness.BEHIND


def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str = "") -> Path:
    """Let ticks run until the file that is returned is there; each writes a line into ``runs`` at its start and end."""
    opens = tmp_path / "opens"
    wait = f'while [ ! -e "{opens}" ]; do sleep 0.02; done'
    note = f'>> "{tmp_path}/runs"'
    fake_python(tmp_path, monkeypatch, f"{script}\necho begin {note}\n{wait}\necho end {note}")
    return opens


def test_a_slow_tick_is_not_waited_for(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens = gate(tmp_path, monkeypatch)
    assert fresh.bring(home, NOW, patience=0.1) is fresh.Freshness.BEHIND
    opens.touch()
    assert fresh.bring(home, NOW, patience=30) is fresh.Freshness.SYNCED


def test_one_tick_runs_at_a_time_and_the_next_one_looks_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that was left may have looked before the last words were said."""
    opens = gate(tmp_path, monkeypatch)
    assert not fresh.tick(home, 0.1)
    assert not fresh.tick(home, 0.1)
    opens.touch()
    assert fresh.tick(home, 30)
    assert (tmp_path / "runs").read_text().split() == ["begin", "end", "begin", "end"]


def test_hooks_at_the_same_time_run_their_ticks_one_after_the_other(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate(tmp_path, monkeypatch).touch()
    with ThreadPoolExecutor() as pool:
        assert all(pool.map(lambda _: fresh.tick(home, 30), range(4)))
    assert (tmp_path / "runs").read_text().split() == ["begin", "end"] * 4


def test_a_sync_that_somebody_else_began_is_waited_for(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate(tmp_path, monkeypatch).touch()
    with only_one(home / "safedigest" / "lock") as mine:
        assert mine
        assert not fresh.tick(home, 0.1)
        assert not (tmp_path / "runs").exists()
    assert fresh.tick(home, 30)


def test_a_tick_of_one_home_is_not_taken_for_that_of_another(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    opens = gate(tmp_path, monkeypatch, script=f'[ "$5" = "{other}" ] && exit 0')
    assert not fresh.tick(home, 0.1)
    assert fresh.tick(other, 30)
    opens.touch()
    assert fresh.tick(home, 30)


def test_the_installation_is_named_beside_the_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "__file__", str(tmp_path / "fresh.py"))
    assert fresh.Installation.own() == fresh.Installation(sys.executable, "", fresh.PATIENCE)
    (tmp_path / fresh.INSTALL).write_text(json.dumps({"python": "/p", "root": "/r", "patience": 9}))
    assert fresh.Installation.own() == fresh.Installation("/p", "/r", 9.0)


def test_a_real_tick_writes_the_feed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(__file__).parents[2])
    monkeypatch.setattr(fresh.Installation, "own", lambda: fresh.Installation(sys.executable, root))
    assert fresh.tick(home, 30)
    assert (home / "safedigest" / "feed.json").exists()
    assert not fresh._left  # nothing of ours is left behind
