"""``install`` and ``uninstall`` as a person runs them."""

from __future__ import annotations

import os
import pty
import random
import select
import string
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.anyone import ROOT
from tests.fakes.hermes import DEFAULT_SOUL, jobs
from tests.fakes.store import FakeStore

RANDOM = random.Random(23)
HERMES = """\
#!{python}
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.fakes.hermes import hermes
ran = hermes(Path("/")).run(Path(os.environ["HERMES_HOME"]), *sys.argv[1:])
print(ran.output)
sys.exit(ran.code)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home where one person speaks at one end and two at another."""
    home = tmp_path / "home"
    home.mkdir(0o700)
    (home / "SOUL.md").write_text(DEFAULT_SOUL)
    with FakeStore(home / "state.db", now=time.time()) as store:
        store.session("cli-1", "cli")
        store.say("cli-1", "which train goes to the lake?", "the 9:40", 9)
        store.dm("w1", "weixin", "wxid_abcdef12", display_name="小林")
        store.say("w1", "记得浇花", "好", 50)
        store.dm("t1", "telegram", "7000155512", display_name="Ana")
        store.say("t1", "hi", "hi", 30)
        store.dm("t2", "telegram", "7000255512", display_name="Bob")
        store.say("t2", "hi", "hi", 20)
    return home


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """Give a command that acts as Hermes does."""
    path = tmp_path / "hermes"
    path.write_text(HERMES.format(python=sys.executable, root=str(ROOT)))
    path.chmod(0o755)
    return path


def environment(home: Path, lang: str) -> dict[str, str]:
    """Return an environment in which no Hermes is found."""
    kept = {name: os.environ[name] for name in ("PYTHONPATH", "TMPDIR") if name in os.environ}
    return {**kept, "HOME": str(home), "HERMES_HOME": str(home), "LANG": lang, "PATH": "/usr/bin:/bin"}


def run(home: Path, *words: str, lang: str = "en_US.UTF-8", code: int = 0) -> str:
    """Run a command of ours without a terminal, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "safedigest", *words],
        env=environment(home, lang),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def at_terminal(home: Path, *words: str, answers: list[str], lang: str = "en_US.UTF-8") -> str:
    """Run a command of ours at a terminal where somebody answers its questions."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "safedigest", *words], environment(home, lang))  # noqa: S606
    said = b""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                piece = os.read(terminal, 65_536)
            except OSError:  # it ended
                break
            said += piece
        elif said.rstrip().endswith((b"?", b"]", b")", "）".encode())) and answers:
            os.write(terminal, answers.pop(0).encode() + b"\n")
    os.close(terminal)
    os.waitpid(pid, 0)
    return said.decode().replace("\r\n", "\n")


def files(home: Path) -> set[str]:
    """Return the names of all that is in a home."""
    return {str(path.relative_to(home)) for path in home.rglob("*") if not path.name.startswith("state.db")}


def owners(home: Path) -> object:
    """Return who the settings say the owner is."""
    return tomllib.loads((home / "safedigest" / "config.toml").read_text()).get("owner")


@pytest.mark.parametrize(
    ("lang", "words", "said"),
    [
        ("zh_CN.UTF-8", (), "只是演示，什么也没改"),
        ("en_US.UTF-8", (), "nothing was changed"),
        ("C", (), "nothing was changed"),
        ("en_US.UTF-8", ("--lang", "zh"), "只是演示，什么也没改"),
    ],
)
def test_a_dry_run_shows_the_plan_and_writes_nothing(
    home: Path, command: Path, lang: str, words: tuple[str, ...], said: str
) -> None:
    before = files(home)
    shown = run(home, "install", "--dry-run", "--hermes", str(command), *words, lang=lang)
    assert said in shown
    assert "+<!-- CROSS-PLATFORM:BEGIN" in shown
    assert "hermes cron create 'every 5m' --name safedigest" in shown
    assert files(home) == before


def test_yes_takes_an_end_with_one_person_and_says_what_it_leaves_out(home: Path, command: Path) -> None:
    said = run(home, "install", "--yes", "--hermes", str(command))
    assert owners(home) == {"weixin": "wxid_abcdef12"}
    assert "→ you are wxid… (小林)" in said
    assert "telegram: no owner is set" in said
    assert "→ left out for now" in said
    assert "wxid_abcdef12" not in said.replace(
        'weixin = "wxid_abcdef12"', ""
    )  # only in the line that is written
    assert "7000155512" not in said
    assert len(jobs(home)) == 1


def test_without_a_terminal_nothing_is_done_unasked(home: Path, command: Path) -> None:
    before = files(home)
    assert "--yes" in run(home, "install", "--hermes", str(command), code=3)
    assert files(home) == before


def test_at_a_terminal_the_owner_says_who_he_is_and_agrees(home: Path, command: Path) -> None:
    said = at_terminal(home, "install", "--hermes", str(command), answers=["2", "", "y"])
    assert "which one is you?" in said
    assert owners(home) == {"telegram": "7000155512"}
    assert "Installed." in said


def test_at_a_terminal_no_is_no(home: Path, command: Path) -> None:
    before = files(home)
    said = at_terminal(home, "install", "--hermes", str(command), answers=["", "", ""], lang="zh_CN.UTF-8")
    assert "什么也没改" in said
    assert files(home) == before


def test_a_second_time_everything_is_in_place(home: Path, command: Path) -> None:
    run(home, "install", "--yes", "--hermes", str(command))
    assert "Everything is in place" in run(home, "install", "--hermes", str(command))
    assert len(jobs(home)) == 1


def test_without_hermes_the_line_for_the_job_is_printed(home: Path) -> None:
    said = run(home, "install", "--yes", "--every", "10m")
    assert (
        f"HERMES_HOME={home} hermes cron create 'every 10m' --name safedigest --script safedigest-tick.py"
        " --no-agent --deliver local" in said
    )


def test_repair_puts_back_what_is_gone_and_asks_no_questions(home: Path, command: Path) -> None:
    run(home, "install", "--yes", "--lang", "zh", "--hermes", str(command))
    section = (home / "SOUL.md").read_text()
    (home / "SOUL.md").write_text(DEFAULT_SOUL)
    assert "→" not in run(home, "install", "--repair", "--yes", "--hermes", str(command))
    assert (home / "SOUL.md").read_text() == section  # in the language that was chosen


def test_uninstall_leaves_settings_and_purge_takes_them(home: Path, command: Path) -> None:
    before = files(home)
    run(home, "install", "--yes", "--hermes", str(command))
    said = run(home, "uninstall", "--yes", "--hermes", str(command))
    assert f"stay in {home / 'safedigest'}" in said
    assert owners(home) == {"weixin": "wxid_abcdef12"}
    assert (home / "SOUL.md").read_text() == DEFAULT_SOUL
    run(home, "install", "--yes", "--hermes", str(command))
    run(home, "uninstall", "--yes", "--purge", "--hermes", str(command))
    assert files(home) == before | {"cron", "cron/jobs.json"}


def test_where_nothing_was_installed_nothing_is_taken_out(home: Path) -> None:
    before = files(home)
    assert "not installed here" in run(home, "uninstall", "--yes")
    assert files(home) == before


def test_a_removal_can_be_shown_alone(home: Path, command: Path) -> None:
    run(home, "install", "--yes", "--hermes", str(command))
    before = files(home)
    said = run(home, "uninstall", "--dry-run", "--hermes", str(command))
    assert "-<!-- SAFEDIGEST:BEGIN" in said
    assert files(home) == before


def test_a_secret_in_a_file_that_is_shown_is_masked(home: Path) -> None:
    token = "ghp_" + "".join(RANDOM.choices(string.ascii_letters + string.digits, k=36))
    (home / "AGENTS.md").write_text(f"use {token} for the mirror\n")
    said = run(home, "install", "--dry-run")
    assert "for the mirror" in said
    assert token not in said


@pytest.mark.parametrize(
    "words", [("--no-plugin", "--hook"), ("--block-in", "moon"), ("--agents-md", "half")]
)
def test_what_cannot_be_meant_is_a_mistake_in_the_command(home: Path, words: tuple[str, ...]) -> None:
    before = files(home)
    run(home, "install", "--yes", *words, code=2)
    assert files(home) == before


def test_broken_settings_stop_it_before_anything_is_written(home: Path) -> None:
    (home / "config.yaml").write_text("plugins: [\n")
    before = files(home)
    assert "config.yaml: not valid YAML at line 2" in run(home, "install", "--yes", code=3)
    assert files(home) == before
