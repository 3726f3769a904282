"""From a fresh home to an installed one and back, with the real Hermes."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.interop import hermes
from tests.interop.installed import Home
from tests.interop.server import ModelServer

BLOCK, SECTION = "<!-- CROSS-PLATFORM:BEGIN", "<!-- SAFEDIGEST:BEGIN"


@dataclass(frozen=True, slots=True)
class Lived:
    """A home that was installed into before Hermes ever spoke there, and what came of the first run and the first talk.

    ``kept`` is a copy of it.
    """

    home: Home
    kept: Path
    ran: str
    prompt: str


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory, release: hermes.Release) -> Iterator[Lived]:
    """Install into a fresh home, let the job run, ask something, and sync."""
    folder = tmp_path_factory.mktemp("hermes")
    (folder / "home").mkdir(0o700)
    with ModelServer().running() as server:
        home = Home(folder / "home", release.hermes, server)
        home.settle()
        home.ours("install", "--yes", "--lang", "en")
        ran = home.hermes("cron", "run", _job(home))
        prompt = home.prompt("who are you?")
        home.ours("sync")
        shutil.copytree(home.path, folder / "kept", symlinks=True)
        yield Lived(home, folder / "kept", ran, prompt)


@pytest.fixture
def home(lived: Lived) -> Home:
    """Give that home as it was then, whatever other tests did to it."""
    shutil.rmtree(lived.home.path)
    shutil.copytree(lived.kept, lived.home.path, symlinks=True)
    return lived.home


def test_the_job_recurs_and_is_silent(lived: Lived, home: Home) -> None:
    (job,) = home.jobs()
    assert (job["schedule"]["kind"], job["schedule"]["minutes"]) == ("interval", 5)
    assert (job["no_agent"], job["deliver"]) == (True, "local")
    assert "succeeded" in lived.ran
    outputs = [path.read_text() for path in (home.path / "cron" / "output").glob("*/*.md")]
    assert outputs and all("silent" in text for text in outputs)


def test_a_new_talk_is_given_block_and_section(lived: Lived) -> None:
    assert BLOCK in lived.prompt and SECTION in lived.prompt
    assert "You are Hermes Agent" in lived.prompt  # the host's own default comes first


def test_the_section_reaches_a_talk_that_is_started_elsewhere(home: Home, tmp_path: Path) -> None:
    prompt = home.prompt("where are you?", cwd=tmp_path)
    assert SECTION in prompt and BLOCK not in prompt


def test_then_the_doctor_finds_all_well(home: Home) -> None:
    said = json.loads(home.ours("doctor", "--json"))
    assert said["ok"] and len(said["checks"]) > 20


def test_a_second_install_changes_nothing(home: Home) -> None:
    before, jobs = home.tree(), home.jobs()
    home.ours("install", "--yes", "--lang", "en")
    assert (home.tree(), home.jobs()) == (before, jobs)


def test_verify_tells_what_it_saw_and_asks_if_wanted(home: Home) -> None:
    talks = home.talks()
    home.server.answer = "the first entry is about boats"
    said = home.ours("verify", "--ask", "--lang", "en")
    assert said.count("ok ") == 6 and "about boats" in said
    assert home.talks() == talks  # the two questions left no session behind


def _job(home: Home) -> str:
    return str(home.jobs()[0]["id"])


def _edit(home: Home, name: str, old: str, new: str) -> None:
    path = home.path / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def _cut(home: Home, name: str, begin: str, end: str) -> None:
    path = home.path / name
    head, _, rest = path.read_text().partition(begin)
    path.write_text(head + rest.partition(end)[2])


def _bury(home: Home) -> None:
    path = home.path / "AGENTS.md"
    path.write_text("word " * 3600 + "\n" + path.read_text() + "\n" + "word " * 3600)


# What is broken -> the check that must be the only one to notice.
BREAKS: dict[str, Callable[[Home], object]] = {
    "last-run": lambda home: _edit(home, "cron/jobs.json", '"last_status": "ok"', '"last_status": "error"'),
    "job": lambda home: home.hermes("cron", "pause", _job(home)),
    "script": lambda home: (home.path / "scripts" / "safedigest-tick.py").unlink(),
    "block": lambda home: _cut(home, "AGENTS.md", BLOCK, "CROSS-PLATFORM:END -->\n"),
    "soul": lambda home: _cut(home, "SOUL.md", SECTION, "SAFEDIGEST:END -->\n"),
    "plugin": lambda home: _edit(home, "config.yaml", "- safedigest", "- something-else"),
    "plugin-files": lambda home: (home.path / "plugins" / "safedigest" / "turn.py").write_text("broken ="),
    "modes": lambda home: (home.path / "safedigest" / "feed.json").chmod(0o644),
    "key": lambda home: (home.path / "safedigest" / "key").write_bytes(b"short"),
    "cross-channel": lambda home: _edit(
        home, "config.yaml", "environment_probe: false", "cross_channel_context: true"
    ),
    "installed": lambda home: (home.path / "safedigest" / "install.json").unlink(),
}


@pytest.mark.parametrize("name", [*BREAKS, "buried block"])
def test_a_broken_thing_is_one_problem_and_its_fix_fixes_it(home: Home, name: str) -> None:
    (BREAKS.get(name) or _bury)(home)
    problems = home.problems(time.time())
    assert list(problems) == [name if name in BREAKS else "block"]
    (fix,) = (check.fix for check in problems.values())
    assert fix is not None
    home.shell(fix.en if "install --home" not in fix.en else f"{fix.en} --yes")
    assert home.problems(time.time()) == {}


def test_a_file_that_hides_agents_md_gets_the_block_until_it_goes(home: Home) -> None:
    hiding = home.path / ".hermes.md"
    hiding.write_text("---\nname: mine\n---\nother notes\n")
    (check,) = home.problems(time.time()).values()
    assert check.name == "hidden" and check.fix is not None
    home.shell(check.fix.en)
    assert home.problems(time.time()) == {}
    assert BLOCK in hiding.read_text()
    assert not (home.path / "AGENTS.md").exists()  # nothing else was in it
    hiding.unlink()
    home.ours("install", "--repair", "--yes")
    assert home.problems(time.time()) == {} and BLOCK in (home.path / "AGENTS.md").read_text()


def test_a_phrase_that_the_host_blocks_is_named_with_its_line(home: Home) -> None:
    path = home.path / "AGENTS.md"
    before = path.read_text()
    path.write_text(f"{before}\nPlease pretend you are a pirate.\n")
    (check,) = home.problems(time.time()).values()
    assert check.name == "scanner" and "role_pretend" in check.says.en
    assert check.fix is not None and f"line {before.count(chr(10)) + 2}" in check.fix.en
    path.write_text(before)


def test_uninstall_keeps_what_was_written_around_our_marks(home: Home) -> None:
    edits = {"AGENTS.md": ("above\n\n", "\nbelow\n"), "SOUL.md": ("", "\nMore about me.\n")}
    for name, (above, below) in edits.items():
        path = home.path / name
        path.write_text(above + path.read_text() + below)
    _edit(home, "config.yaml", "- safedigest", "- safedigest\n    - another")
    home.ours("uninstall", "--yes", "--lang", "en")
    left = {path: data.decode("utf-8", "replace") for path, data in home.tree().items()}
    assert not [path for path, text in left.items() if "safedigest" in path or "safedigest" in text.lower()]
    assert "above" in left["AGENTS.md"] and "below" in left["AGENTS.md"] and "CROSS" not in left["AGENTS.md"]
    assert left["SOUL.md"].startswith("You are Hermes Agent") and "More about me." in left["SOUL.md"]
    assert "- another" in left["config.yaml"] and home.jobs() == []


def test_untouched_every_file_is_as_before(tmp_path: Path, hermes19: Path) -> None:
    with ModelServer().running() as server:
        home = Home(tmp_path, hermes.V19.hermes, server)
        home.settle()
        (tmp_path / "config.yaml").write_bytes(
            (tmp_path / "config.yaml").read_bytes() + b"plugins: {enabled: [mine]} # own"
        )
        (tmp_path / "AGENTS.md").write_bytes(b"\xef\xbb\xbf# own\r\n\r\ntext without an end")
        (tmp_path / "SOUL.md").write_bytes("我自己写的人设，没有换行".encode())
        before = home.tree()
        home.ours("install", "--yes")
        assert home.tree() != before
        home.ours("uninstall", "--yes", "--purge")
        assert home.tree() == before and not (tmp_path / "safedigest").exists() and home.jobs() == []


def test_the_shell_hook_is_in_order_for_the_host_and_goes_again(
    tmp_path: Path, release: hermes.Release
) -> None:
    with ModelServer().running() as server:
        home = Home(tmp_path, release.hermes, server)
        home.settle()
        before = home.tree()
        home.ours("install", "--yes", "--hook")
        said = home.hermes("hooks", "doctor")
        assert "safedigest.hook" in said and "allowlisted" in said and "✗" not in said
        assert set(home.problems(time.time())) <= {"store"}  # nothing was said yet
        home.ours("uninstall", "--yes", "--purge")
        left = home.tree()
        assert "safedigest" not in left.pop("shell-hooks-allowlist.json").decode()
        assert {name: left[name] for name in before} == before


@pytest.mark.slow
@pytest.mark.skipif(
    not os.environ.get("SAFEDIGEST_OLD_HERMES"), reason="a longer run: set SAFEDIGEST_OLD_HERMES=1"
)
@pytest.mark.parametrize("old", [hermes.V16, hermes.V13], ids=lambda r: r.version)
def test_older_releases_too(tmp_path: Path, old: hermes.Release) -> None:
    if hermes.ensure(old) is None:
        pytest.skip("this Hermes has no build for a Python on this machine")
    with ModelServer().running() as server:
        home = Home(tmp_path, old.hermes, server)
        home.settle()
        home.ours("install", "--yes", "--lang", "en")
        assert BLOCK in (prompt := home.prompt("who are you?")) and SECTION in prompt
        assert home.ours("verify", "--lang", "en").count("ok ") == 4
        assert home.problems(time.time()) == {}
        home.ours("uninstall", "--yes")
        assert home.jobs() == [] and "SAFEDIGEST" not in (tmp_path / "SOUL.md").read_text()


def test_nothing_is_written_by_a_dry_run(tmp_path: Path, hermes19: Path) -> None:
    with ModelServer().running() as server:
        home = Home(tmp_path, hermes.V19.hermes, server)
        home.settle()
        before = sorted(tmp_path.rglob("*"))
        said = home.ours("install", "--dry-run", "--lang", "zh")
        assert (
            "定时任务" in said and sorted(p for p in tmp_path.rglob("*") if "logs" not in p.parts) == before
        )
