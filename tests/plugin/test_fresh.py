"""Sync on read: when, how long, and with what."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

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
    monkeypatch.setattr(fresh, "_installation", lambda: (str(python), "/somewhere"))


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


def test_a_slow_tick_is_not_waited_for_and_no_second_one_is_started(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_python(tmp_path, monkeypatch, f'echo run >> "{tmp_path}/runs"; sleep 1')
    began = time.monotonic()
    assert fresh.bring(home, NOW, patience=0.1) is fresh.Freshness.BEHIND
    assert time.monotonic() - began < 0.8
    assert fresh.bring(home, NOW, patience=5) is fresh.Freshness.SYNCED  # it waits for the one at work
    assert (tmp_path / "runs").read_text() == "run\n"


def test_the_installation_is_named_beside_the_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "__file__", str(tmp_path / "fresh.py"))
    assert fresh._installation() == (sys.executable, "")
    (tmp_path / fresh.INSTALL).write_text(json.dumps({"python": "/p", "root": "/r"}))
    assert fresh._installation() == ("/p", "/r")


def test_a_real_tick_writes_the_feed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(__file__).parents[2])
    monkeypatch.setattr(fresh, "_installation", lambda: (sys.executable, root))
    assert fresh.tick(home, 30)
    assert (home / "safedigest" / "feed.json").exists()
    assert not fresh._running  # nothing of ours is left behind
