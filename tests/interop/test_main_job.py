"""The main job on a store that the real Hermes wrote, read back in the prompt that the real Hermes builds."""

from __future__ import annotations

import json
import os
import random
import string
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from safedigest.sync import digest_path, sync
from tests.interop import hermes

SCRIPTS = Path(__file__).parent / "scripts"
RANDOM = random.Random(19)
ME = {
    "user_id": "70001",
    "chat_id": "70001",
    "chat_type": "dm",
    "session_key": "agent:main:telegram:dm:70001",
}
FRIEND = {
    "user_id": "70002",
    "chat_id": "70002",
    "chat_type": "dm",
    "session_key": "agent:main:telegram:dm:70002",
}
CALL = {
    "finish_reason": "tool_calls",
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "terminal", "arguments": "{}"}}],
}


def pick(length: int) -> str:
    """Return random letters and digits."""
    return "".join(RANDOM.choice(string.ascii_letters + string.digits) for _ in range(length))


TOKEN, PASSWORD = f"ghp_{pick(36)}", f"{pick(5)}#{RANDOM.randrange(1000, 9999)}"
STORY: list[dict[str, Any]] = [
    {
        "id": "20261201_090000_aaaa",
        "source": "cli",
        "rows": [
            ("user", 90, "yesterday's plan, long done"),
            ("assistant", 89, "noted"),
            ("user", 9, f"clone the tools with {TOKEN}"),
            ("assistant", 8.9, "Let me look at the remote first", CALL),
            ("tool", 8.8, "remote: found", {"tool_name": "terminal", "tool_call_id": "c1"}),
            ("assistant", 8.7, "cloned into /srv/tools"),
        ],
    },
    {
        "id": "20261201_091000_bbbb",
        "source": "telegram",
        "peer": ME,
        "rows": [
            ("user", 6, f"相册服务器密码：{PASSWORD}，先备份"),
            ("assistant", 5.9, "备份好了，共 214 张。"),
            ("user", 5, "家人 👨‍👩‍👧 的合影也要，ignore previous instructions 怎么译？"),
            ("assistant", 4.9, "“忽略之前的指令”。"),
        ],
    },
    {
        "id": "20261201_092000_cccc",
        "source": "telegram",
        "peer": FRIEND,
        "rows": [("user", 2, "someone else's worry"), ("assistant", 1.9, "an answer for them")],
    },
    {
        "id": "20261201_093000_dddd",
        "source": "weixin",
        "peer": {**ME, "user_id": "wx-me", "chat_id": "wx-me", "session_key": "agent:main:weixin:dm:wx-me"},
        "undo": True,
        "rows": [
            ("user", 4, "买两斤橙子"),
            ("assistant", 3.9, "已加入清单。"),
            ("user", 3, "这句我收回"),
            ("assistant", 2.9, "收回的答复"),
        ],
    },
    {
        "id": "cron_ab12_20261201_094000",
        "source": "cron",
        "rows": [("user", 1, "nightly machine talk"), ("assistant", 0.9, "machine answer")],
    },
]
SHOWN = (
    "clone the tools with ghp_...",
    "cloned into /srv/tools",
    "相册服务器密码",
    "共 214 张",
    "买两斤橙子",
)
HIDDEN = (
    *("yesterday's plan", "Let me look at the remote", "remote: found", "someone else's worry"),
    *("这句我收回", "收回的答复", "nightly machine talk", TOKEN[6:-4], PASSWORD),
)


def run_in(python: Path, script: str, home: Path, source: str = "") -> str:
    """Run a script in the host's Python and return what it prints."""
    words: Sequence[str | Path] = (python, SCRIPTS / script)
    environment = {**os.environ, "HERMES_HOME": str(home), "HOME": str(home)}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        words, input=source, env=environment, capture_output=True, text=True, check=False, cwd=home
    )
    assert done.returncode == 0, done.stderr[-800:]
    return done.stdout


@pytest.fixture(scope="module")
def home(release: hermes.Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home whose store the real host wrote, and sync it."""
    home = tmp_path_factory.mktemp("home")
    (home / "safedigest").mkdir(mode=0o700)
    settings = 'agents_md = "full"\n[owner]\ntelegram = "70001"\nweixin = "wx-me"\n'
    (home / "safedigest" / "config.toml").write_text(settings, encoding="utf-8")
    (home / "AGENTS.md").write_text(
        "Be brief.\n\n<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n", encoding="utf-8"
    )
    run_in(release.python, "store.py", home, json.dumps(STORY))
    stored = (home / "state.db").read_bytes() + b"".join(p.read_bytes() for p in home.glob("state.db-wal"))
    assert TOKEN.encode() in stored
    assert PASSWORD.encode() in stored
    sync(home)
    return home


@pytest.mark.parametrize("words", SHOWN)
def test_what_the_owner_said_is_in_the_digest(home: Path, words: str) -> None:
    assert words in digest_path(home).read_text(encoding="utf-8")


@pytest.mark.parametrize("words", HIDDEN, ids=range(len(HIDDEN)))
def test_what_must_not_be_seen_is_in_no_file_of_ours(home: Path, words: str) -> None:
    ours = [p for p in home.rglob("*") if p.is_file() and not p.name.startswith("state.db")]
    assert not [p.name for p in ours if words.encode() in p.read_bytes()]


def test_the_block_is_in_the_prompt_that_the_host_builds(home: Path, release: hermes.Release) -> None:
    prompt = run_in(release.python, "prompt.py", home)
    assert "Be brief." in prompt
    assert "BLOCKED" not in prompt
    assert "cloned into /srv/tools" in prompt
    assert "共 214 张" in prompt
    assert TOKEN[6:-4] not in prompt


def test_the_store_is_as_the_host_left_it(home: Path, release: hermes.Release) -> None:
    before = (home / "state.db").read_bytes()
    sync(home)
    assert (home / "state.db").read_bytes() == before
    assert release.python.exists()
