"""What a tick may do, in counts: they mean the same on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import safedigest
from safedigest.condense import Condensed, condensed
from safedigest.gate import Gate
from safedigest.render import Writer
from safedigest.sync import sync
from tests.fakes.store import FakeStore

ROOT = Path(safedigest.__file__).parents[1]
TURNS = 12
ENDS = ("cli", "telegram", "weixin", "tui")
# Each is slow to read in, and none is needed where all goes well and nothing is found.
COSTLY = (
    "tomllib",
    "dataclasses",
    "inspect",
    "ast",
    "html",
    "difflib",
    "tempfile",
    "secrets",
    "random",
    "subprocess",
    "logging",
)
HEAVY = ("typer", "rich", "pydantic", "regex", "detect_secrets", "requests", "yaml")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home where much was said at four ends, an hour ago and longer."""
    (tmp_path / "safedigest").mkdir(mode=0o700)
    (tmp_path / "safedigest" / "config.toml").write_text('[owner]\ntelegram = "70001"\nweixin = "70001"\n')
    with FakeStore(tmp_path / "state.db", now=time.time()) as store:
        for end in ENDS:
            store.dm(end, end, "70001") if end in ("telegram", "weixin") else store.session(end, end)
            for turn in range(TURNS):
                said = f"{end} {turn}: " + "it went well, and the boat is back. " * (turn % 4 * 6 + 1)
                store.say(end, f"how was {end} {turn}?", said, 60 + TURNS - turn)
    for path in tmp_path.rglob("*"):
        os.utime(path, (time.time() - 99, time.time() - 99))
    return tmp_path


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what costs: pages that are made, messages that are taken apart, words and texts that are inspected."""
    counts: Counter[str] = Counter()

    def watch(of: type, name: str) -> None:
        real: Callable[..., Any] = getattr(of, name)

        def noted(*args: Any, **named: Any) -> Any:
            counts[name] += 1
            return real(*args, **named)

        monkeypatch.setattr(of, name, noted)

    for of, name in ((Writer, "finish"), (Writer, "draft"), (Condensed, "__init__"), (Gate, "inspect")):
        watch(of, name)
    condensed.cache_clear()
    return counts


def test_a_sync_makes_each_page_once(home: Path, counted: Counter[str]) -> None:
    """The feed in its two lengths, DIGEST.md and the block; how much fits is worked out without making one."""
    sync(home)
    assert counted["finish"] == 4
    assert counted["draft"] <= 20


def test_a_sync_takes_each_message_apart_once(home: Path, counted: Counter[str]) -> None:
    sync(home)
    assert counted["__init__"] <= 2 * TURNS * len(ENDS)


def test_a_sync_inspects_each_text_and_the_same_words_once(
    home: Path, counted: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: Counter[str] = Counter()
    real = Gate.inspect

    def noted(gate: Gate, text: str) -> Any:
        seen[text] += 1
        return real(gate, text)

    monkeypatch.setattr(Gate, "inspect", noted)
    report = sync(home)
    assert set(seen.values()) == {1}
    assert report.draft is not None
    for text in (str(report.draft.full.text), str(report.draft.block)):
        assert text in seen
    lengths = 4  # of a message in the feed, in DIGEST.md and in the block
    assert len(seen) <= 2 * TURNS * len(ENDS) * lengths + 4


def run(home: Path, code: str) -> list[str]:
    """Run a tick in a process of its own and return the lines that it prints."""
    code = (
        f"import sys; from safedigest import tick; assert tick.main(['--home', {str(home)!r}]) == 0\n" + code
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    return done.stdout.splitlines()


def test_a_tick_with_news_reads_in_nothing_costly(home: Path) -> None:
    run(home, "")  # makes ready what each later one needs
    (home / "safedigest" / "watermark").unlink()
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    [loaded] = run(home, f"print(*[name for name in {COSTLY + HEAVY!r} if name in sys.modules])")
    assert set(loaded.split()) <= set(bare.stdout.split())


def test_a_tick_without_news_reads_in_next_to_nothing(home: Path) -> None:
    sync(home)
    [ours] = run(home, "print(*sorted(name for name in sys.modules if name.startswith('safedigest.')))")
    known = ("exits", "plugin", "plugin.watermark", "tick", "watch")
    assert ours.split() == [f"safedigest.{name}" for name in known]


def test_a_tick_of_its_own_ends_with_its_code(home: Path) -> None:
    """It ends without tearing down, and loses neither its words nor its code by that."""
    command = [sys.executable, "-m", "safedigest.tick", "--home"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, str(home)], capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = subprocess.run(
        [*command, str(home / "none")], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 3
    assert done.stderr.startswith("safedigest: no Hermes home")
