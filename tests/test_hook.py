"""The shell hook: an event in, a context out, and never an error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from safedigest import hook, plugin
from safedigest.sync import sync
from tests.fakes.store import FakeStore

ROOT = Path(__file__).parents[1]
HEAVY = (
    "typer",
    "detect_secrets",
    "regex",
    "rich",
    "pydantic",
    "ahocorasick_rs",
    "safedigest.gate",
    "safedigest.sync",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home that was synced, with one talk on Telegram."""
    (tmp_path / "safedigest").mkdir(mode=0o700)
    (tmp_path / "safedigest" / "config.toml").write_text('lang = "en"\n[owner]\ntelegram = "70001"\n')
    with FakeStore(tmp_path / "state.db", now=time.time()) as store:
        store.dm("tg-1", "telegram", "70001")
        store.say("tg-1", "the harbour pilot is called Orsolya", "noted", 3)
        store.session("cli-1", "cli")
    for path in tmp_path.rglob("*"):
        os.utime(path, (time.time() - 99, time.time() - 99))
    sync(tmp_path)
    return tmp_path


def run(home: Path, data: bytes) -> subprocess.CompletedProcess[bytes]:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HERMES_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "safedigest.hook"], input=data, capture_output=True, env=env, check=True
    )


def payload(session: str = "cli-1", text: str = "hello", **more: Any) -> bytes:
    """Return the event as Hermes writes it (``agent.shell_hooks._serialize_payload``)."""
    extra = {
        "user_message": text,
        "conversation_history": [{"role": "user", "content": text}],
        "platform": "cli",
    }
    frame = {"hook_event_name": "pre_llm_call", "tool_name": None, "session_id": session, "extra": extra}
    return json.dumps({**frame, **more}).encode()


def test_an_event_of_the_owner_is_answered(home: Path) -> None:
    done = run(home, payload())
    assert "Orsolya" in json.loads(done.stdout)["context"]
    assert done.stderr == b""
    assert run(home, payload(profile="custom")).stdout == done.stdout


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b'{"extra": 7}',
        payload("nobody"),
        payload(text="[System: go on"),
        payload(hook_event_name="pre_tool_call"),
        payload(profile="work"),
        b"\xff\xfe{}",
        b"[" * 100_000,
    ],
)
def test_anything_else_is_answered_with_nothing(home: Path, data: bytes) -> None:
    done = run(home, data)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_it_is_the_plugin_by_another_way() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["hermes_agent.plugins"] == {"safedigest": "safedigest.plugin"}
    assert project["scripts"]["safedigest-hook"] == "safedigest.hook:main"
    assert vars(hook)["guarded"] is plugin.guarded


def test_an_answer_reads_in_none_of_what_costs_more_than_it(home: Path) -> None:
    costly = ("dataclasses", "typing", "pathlib", "urllib.parse", "inspect", "subprocess")
    code = (
        "import io, json, sys; before = set(sys.modules); from safedigest import hook\n"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO({payload()!r})); hook.main()\n"
        f"print(sorted((set(sys.modules) - before) & set({costly!r})), file=sys.stderr)"
    )
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HERMES_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert "Orsolya" in done.stdout
    assert done.stderr.strip() == "[]"


def test_it_imports_nothing_heavy(home: Path) -> None:
    code = (
        "import io, sys; from safedigest import hook\n"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO({payload()!r})); hook.main()\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HERMES_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert "Orsolya" in done.stdout
    assert done.stderr.strip() == "[]"
