"""``sync``, ``status``, ``preview`` and ``demo`` as a user runs them."""

from __future__ import annotations

import json
import random
import string
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fakes.store import FakeStore

RANDOM = random.Random(7)
TOKEN = "ghp_" + "".join(RANDOM.choice(string.ascii_letters + string.digits) for _ in range(36))
OLD_TOKEN = "ghp_" + "".join(RANDOM.choice(string.ascii_letters + string.digits) for _ in range(36))
MARKERS = "<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n"


def run(*words: str) -> tuple[int, str, str]:
    """Run the command in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "safedigest", *words], capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a home with talks of the terminal, the owner's Telegram and a stranger's."""
    (tmp_path / "safedigest").mkdir(mode=0o700)
    settings = 'lang = "en"\nagents_md = "full"\n[owner]\ntelegram = "70001"\n'
    (tmp_path / "safedigest" / "config.toml").write_text(settings)
    (tmp_path / "AGENTS.md").write_text(MARKERS)
    with FakeStore(tmp_path / "state.db", now=time.time()) as store:
        store.session("cli-1", "cli")
        store.say("cli-1", f"the mirror uses {TOKEN} now", "updated", 3)
        store.dm("tg-1", "telegram", "70001")
        store.say("tg-1", "is the kettle on sale?", "yes, until Sunday", 2)
        store.dm("tg-2", "telegram", "7000255512")
        store.say("tg-2", "words of somebody else", "an answer", 1)
    return tmp_path


def test_sync_is_silent_when_all_is_well(home: Path) -> None:
    assert run("sync", "--home", str(home)) == (0, "", "")
    assert "kettle" in (home / "shared-context" / "DIGEST.md").read_text(encoding="utf-8")


def test_sync_tells_what_it_did_when_asked(home: Path) -> None:
    code, out, err = run("sync", "-v", "--home", str(home))
    assert (code, err) == (0, "")
    assert out.startswith("written: 2 ends, 2 turns, 1 masks, 0 withheld\n")
    assert "left out: telegram 700…: not the owner; 1 talks, 2 messages" in out
    assert "7000255512" not in out


def test_sync_tells_it_to_programs(home: Path) -> None:
    code, out, _ = run("sync", "--json", "--home", str(home))
    told = json.loads(out)
    assert (code, told["version"], told["result"], told["status"]["masks"]) == (0, 1, "written", 1)


def test_both_sides_of_a_diff_are_masked(home: Path) -> None:
    digest = home / "shared-context" / "DIGEST.md"
    digest.parent.mkdir()
    digest.write_text(f"an older script wrote {OLD_TOKEN} here\n")
    _, out, _ = run("sync", "--diff", "--dry-run", "--home", str(home))
    assert "-an older script wrote ghp_..." in out
    assert "+- " in out
    assert OLD_TOKEN[6:-4] not in out
    assert TOKEN[6:-4] not in out
    assert "older script" in digest.read_text()


def test_a_preview_leaves_out_the_end_that_it_is_for(home: Path) -> None:
    code, out, _ = run("preview", "--as", "cli", "--home", str(home))
    assert code == 0
    assert "kettle" in out
    assert "mirror" not in out
    assert "characters, about" in out
    assert "not the owner" in out
    assert not (home / "shared-context").exists()


def test_status_tells_the_last_sync(home: Path) -> None:
    run("sync", "--home", str(home))
    code, out, _ = run("status", "--home", str(home))
    assert code == 0
    assert "last good sync: just now" in out
    assert "shown: 2 ends, 2 turns, 1 masks, 0 withheld" in out
    assert json.loads(run("status", "--json", "--home", str(home))[1])["masks"] == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("sync", "--home", "/no/such/home"), 3),
        (("sync", "--nonsense"), 2),
        (("nonsense",), 2),
        (("preview", "--as"), 2),
    ],
)
def test_what_cannot_be_done_ends_with_its_code_and_no_traceback(words: tuple[str, ...], code: int) -> None:
    ended, out, err = run(*words)
    assert (ended, out) == (code, "")
    assert err
    assert "Traceback" not in err


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_demonstration_finds_none_of_its_secrets_in_what_it_wrote(lang: str) -> None:
    code, out, err = run("demo", "--lang", lang)
    assert (code, err) == (0, "")
    last = [line for line in out.splitlines() if line][-1]
    assert [int(word) for word in last.replace("个", " ").split() if word.isdigit()] == [6, 0]
