"""Each broken thing is one problem with a line that mends it, and where all is well nothing is wrong."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from safedigest import status
from safedigest.doctor.check import ago, epoch
from safedigest.install.site import Where
from safedigest.plugin import shown, trouble
from tests.doctor.conftest import OWNER, Look
from tests.fakes.hermes import add_job, jobs
from tests.fakes.store import FakeStore
from tests.install.doing import tree

BLOCK, SECTION = "<!-- CROSS-PLATFORM:BEGIN", "<!-- SAFEDIGEST:BEGIN"
SCRIPT = "scripts/safedigest-tick.py"
Break = Callable[[Look], object]


def change_job(**more: object) -> Break:
    """Return what changes our job."""

    def work(look: Look) -> None:
        path = look.home / "cron" / "jobs.json"
        data = json.loads(path.read_text())
        data["jobs"][0].update(more)
        path.write_text(json.dumps(data))

    return work


def bury(name: str) -> Break:
    """Return what puts so much around our section of a file that the host cuts it out."""

    def work(look: Look) -> None:
        path = look.home / name
        path.write_text("word " * 4_000 + "\n" + path.read_text() + "\n" + "word " * 4_000)

    return work


def note_trouble(look: Look) -> None:
    """Let the plugin note that something failed."""
    trouble.note(look.home / "safedigest", ValueError("words"), look.patient().now)


# The check that must be the only one to notice -> what was broken. `install --repair` mends all of these.
REPAIRED: dict[str, tuple[str, Break]] = {
    "job gone": ("job", lambda look: (look.home / "cron" / "jobs.json").unlink()),
    "job off": ("job", change_job(enabled=False)),
    "job once": ("job", change_job(schedule={"kind": "once"})),
    "job with a model": ("job", change_job(no_agent=False)),
    "job that posts": ("job", change_job(deliver="telegram")),
    "job twice": ("job", lambda look: add_job(look.home, "safedigest-tick.py")),
    "old job": ("old-job", lambda look: add_job(look.home, "sync-digest.py")),
    "script gone": ("script", lambda look: (look.home / SCRIPT).unlink()),
    "script of another home": ("script", lambda look: look.edit(SCRIPT, str(look.home), "/elsewhere")),
    "script without sense": ("script", lambda look: look.edit(SCRIPT, "COMMAND = [", "COMMAND = [[")),
    "script of a python that is gone": (
        "script",
        lambda look: (look.home / SCRIPT).write_text(
            f'COMMAND = ["/gone/python", "-m", "safedigest.tick", "--home", "{look.home}"]\n'
        ),
    ),
    "block gone": ("block", lambda look: (look.home / "AGENTS.md").write_text("mine\n")),
    "block torn": ("block", lambda look: look.edit("AGENTS.md", "<!-- CROSS-PLATFORM:END -->", "")),
    "block buried": ("block", bury("AGENTS.md")),
    "block hidden": ("hidden", lambda look: (look.home / ".hermes.md").write_text("notes\n")),
    "section gone": ("soul", lambda look: (look.home / "SOUL.md").write_text("mine\n")),
    "section torn": ("soul", lambda look: look.edit("SOUL.md", "<!-- SAFEDIGEST:END -->", "")),
    "section rewritten": ("soul", lambda look: look.edit("SOUL.md", "Know your end first", "Guess")),
    "section buried": ("soul", bury("SOUL.md")),
    "plugin off": ("plugin", lambda look: (look.home / "config.yaml").write_text("model: {default: m}\n")),
    "plugin damaged": (
        "plugin-files",
        lambda look: (look.home / "plugins" / "safedigest" / "turn.py").write_text("broken ="),
    ),
    "plugin failed": ("shown", note_trouble),
    "file open to others": ("modes", lambda look: (look.home / "safedigest" / "feed.json").chmod(0o644)),
    "folder open to others": ("modes", lambda look: (look.home / "shared-context").chmod(0o755)),
    "record gone": ("installed", lambda look: (look.home / "safedigest" / "install.json").unlink()),
}


def test_the_home_with_the_plugin_is_well(look: Look) -> None:
    checks = look.checks()
    assert {name: check.says.en for name, check in checks.items() if not check.ok} == {}
    assert len(checks) >= 25


def test_the_home_with_the_hook_is_well(hooked: Look) -> None:
    assert {name: check.says.en for name, check in hooked.problems().items()} == {}
    assert hooked.checks()["hook"].ok


def test_the_home_with_neither_is_well(quiet: Look) -> None:
    assert {name: check.says.en for name, check in quiet.problems().items()} == {}


@pytest.mark.parametrize("name", REPAIRED)
def test_what_is_broken_is_one_problem_that_a_repair_mends(look: Look, name: str) -> None:
    check, spoil = REPAIRED[name]
    spoil(look)
    problems = look.problems()
    assert {name: one.says.en for name, one in problems.items() if name != check} == {}
    fix = problems[check].fix
    assert fix is not None
    assert "safedigest install" in fix.en
    assert f"--home {look.home}" in fix.en
    look.repair()
    assert {name: one.says.en for name, one in look.problems().items()} == {}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda look: (look.home / "config.yaml").write_text("model: {default: m}\n"),
        lambda look: (look.home / "shell-hooks-allowlist.json").unlink(),
    ],
    ids=["not set", "no consent"],
)
def test_a_hook_that_does_not_run_is_a_problem_that_a_repair_mends(hooked: Look, spoil: Break) -> None:
    spoil(hooked)
    assert list(hooked.problems()) == ["hook"]
    hooked.repair()
    assert hooked.problems() == {}


def test_looking_changes_nothing(look: Look) -> None:
    spoiled = [
        spoil for name, (_, spoil) in REPAIRED.items() if name in ("block torn", "section gone", "plugin off")
    ]
    for spoil in spoiled:
        spoil(look)
    before = (
        tree(look.home),
        sorted(str(p) for p in look.home.rglob("*") if not p.name.startswith("state.db")),
    )
    look.problems()
    after = tree(look.home), sorted(str(p) for p in look.home.rglob("*") if not p.name.startswith("state.db"))
    assert after == before


def own_rule(look: Look) -> None:
    """Write a rule that is none."""
    (look.home / "safedigest" / "rules").mkdir(0o700)
    (look.home / "safedigest" / "rules" / "own.toml").write_text("[[rule]]\nid = 'x'\n")


# The same, but the line is not for `install --repair`: what it must say, and what it does.
def by_hand(name: str, text: str) -> Break:
    """Return what writes a file of the home."""
    return lambda look: (look.home / name).write_text(text)


OTHERWISE: dict[str, tuple[str, Break, str, Break]] = {
    "last run failed": (
        "last-run",
        change_job(last_status="error"),
        "hermes cron run ",
        lambda look: look.host and look.host.run(look.home, "cron", "run", jobs(look.home)[0]["id"]),
    ),
    "plugin banned": (
        "plugin",
        by_hand("config.yaml", "plugins: {enabled: [safedigest], disabled: [safedigest]}\n"),
        "hermes plugins enable safedigest",
        by_hand("config.yaml", "plugins: {enabled: [safedigest]}\n"),
    ),
    "the host's own context": (
        "cross-channel",
        by_hand("config.yaml", "plugins: {enabled: [safedigest]}\nagent: {cross_channel_context: true}\n"),
        "hermes config set agent.cross_channel_context false",
        by_hand("config.yaml", "plugins: {enabled: [safedigest]}\nagent: {cross_channel_context: false}\n"),
    ),
    "a phrase in AGENTS.md": (
        "scanner",
        lambda look: look.append("AGENTS.md", "\nplease pretend you are a pirate\n"),
        "reword line",
        lambda look: look.edit("AGENTS.md", "pretend you are", "play"),
    ),
    "a phrase in SOUL.md": (
        "soul-scanner",
        lambda look: look.append("SOUL.md", "\nplease pretend you are a pirate\n"),
        "reword line",
        lambda look: look.edit("SOUL.md", "pretend you are", "play"),
    ),
    "key": (
        "key",
        lambda look: (look.home / "safedigest" / "key").write_bytes(b"short"),
        "mv ",
        lambda look: (look.home / "safedigest" / "key").unlink(),
    ),
    "rules": (
        "rules",
        own_rule,
        "own.toml",
        lambda look: (look.home / "safedigest" / "rules" / "own.toml").unlink(),
    ),
    "owners": (
        "owners",
        lambda look: look.edit("safedigest/config.toml", f'telegram = "{OWNER}"', 'qqbot = "1"'),
        "safedigest install --home {home} (asks which one is you",
        lambda look: look.edit("safedigest/config.toml", 'qqbot = "1"', f'telegram = "{OWNER}"'),
    ),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_only_the_owner_can_mend_is_one_problem_too(look: Look, name: str) -> None:
    check, spoil, line, mend = OTHERWISE[name]
    spoil(look)
    problems = look.problems()
    assert list(problems) == [check]
    fix = problems[check].fix
    assert fix is not None
    assert line.format(home=look.home) in fix.en
    mend(look)
    assert look.problems() == {}


def test_broken_settings_are_named_with_their_place(look: Look) -> None:
    (look.home / "safedigest" / "config.toml").write_text("langg = 'en'\n")
    patient = replace_config(look)
    from safedigest.doctor import examine  # noqa: PLC0415  with settings that cannot be loaded

    problems = {check.name: check for check in examine(patient) if not check.ok}
    assert "did you mean lang" in problems["config"].says.en


def replace_config(look: Look):  # type: ignore[no-untyped-def]
    """Return a patient as the command makes one of a home whose settings cannot be read."""
    text = (look.home / "safedigest" / "config.toml").read_text()
    (look.home / "safedigest" / "config.toml").unlink()
    patient = look.patient()
    (look.home / "safedigest" / "config.toml").write_text(text)
    return patient


def test_a_gateway_that_reads_another_folder_is_a_problem_where_nothing_else_serves_it(
    quiet: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (problem,) = quiet.problems().values()
    assert problem.name == "gateway"
    assert problem.fix is not None
    assert problem.fix.en.endswith("--block-in cwd")
    quiet.repair(where=Where.CWD)
    assert quiet.problems() == {}


def test_with_the_plugin_it_is_none(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert look.problems() == {}
    assert str(tmp_path) in look.checks()["gateway"].says.en


def test_a_job_that_should_have_run_long_ago_tells_that_the_gateway_rests(look: Look) -> None:
    change_job(next_run_at="2026-01-01T00:00:00+00:00")(look)
    (problem,) = look.problems().values()
    assert problem.name == "last-run"
    assert problem.fix is not None
    assert problem.fix.en == "hermes gateway restart"


def test_news_that_was_not_synced_for_long_is_a_problem(look: Look) -> None:
    with FakeStore.reopen(look.home / "state.db", now=look.patient().now) as store:
        store.say("cli-1", "and back?", "18:10", 1)
    assert look.problems() == {}
    (problem,) = look.problems(later=7_200).values()
    assert problem.name == "sync"
    assert problem.fix is not None
    assert "safedigest sync --home" in problem.fix.en


def test_a_sync_that_fails_is_a_problem(look: Look) -> None:
    folder = look.home / "safedigest"
    replace(status.load(folder), error="state.db: locked").save(folder)
    (problem,) = look.problems().values()
    assert (problem.name, "locked" in problem.says.en) == ("sync", True)


def test_a_store_that_is_not_there_yet_is_a_problem_with_the_line_that_makes_it(look: Look) -> None:
    (look.home / "state.db").unlink()
    (problem,) = look.problems().values()
    assert problem.name == "store"
    assert problem.fix is not None
    assert problem.fix.en == "start Hermes once: hermes chat"


def test_a_store_that_is_none_is_a_problem(look: Look) -> None:
    (look.home / "state.db").write_bytes(b"no store at all" * 100)
    problems = look.problems()
    assert {"store", "talks"} <= set(problems) <= {"store", "talks", "sync"}


@pytest.mark.parametrize(
    "line",
    [
        "sessiondb: {provider: postgresql}",
        "sessions: {state_backend: postgres}",
        "state: {backend: PostgreSQL}",
    ],
)
def test_a_host_that_keeps_its_talks_elsewhere_is_a_problem(look: Look, line: str) -> None:
    (look.home / "config.yaml").write_text(f"plugins: {{enabled: [safedigest]}}\n{line}\n")
    assert look.problems() == {}  # the store is fresh: it is written all the same
    problems = look.problems(later=2 * 86_400)
    assert "PostgreSQL" in problems["store"].says.en


def test_others_who_talk_to_the_agent_are_told(look: Look) -> None:
    with FakeStore.reopen(look.home / "state.db", now=look.patient().now) as store:
        store.dm("t2", "telegram", "7000999912")
        store.say("t2", "hello", "hello", 3)
    checks = look.checks()
    assert checks["others"].ok
    assert "pointer" in checks["others"].says.en
    assert "telegram (not-owner) × 1" in checks["left-out"].says.en
    look.edit("safedigest/config.toml", 'lang = "en"', 'lang = "en"\nagents_md = "full"')
    assert list(look.problems()) == ["others"]


def test_it_is_told_where_and_when_something_was_shown_last(look: Look) -> None:
    now = look.patient().now
    shown.record(look.home / "safedigest", "t1", "telegram", 100, now - 310)
    assert look.checks()["shown"].says.en == "last shown: at telegram, 5 min ago"
    note_trouble(look)
    assert list(look.problems()) == ["shown"]
    shown.record(look.home / "safedigest", "t1", "telegram", 100, now + 60)
    assert look.problems(later=120) == {}  # since then it worked


def test_talks_that_run_on_an_older_prompt_are_counted(look: Look) -> None:
    with sqlite3.connect(look.home / "state.db") as db:
        db.execute("UPDATE sessions SET system_prompt = 'an old one' WHERE id = 't1'")
        db.execute("UPDATE sessions SET system_prompt = 'x <!-- SAFEDIGEST:BEGIN' WHERE id = 'cli-1'")
    db.close()
    assert look.checks()["prompts"].says.en.startswith("1 open talks still run on an older prompt")


def test_without_hermes_its_scanner_is_replaced_by_our_list(look: Look) -> None:
    alone = Look(look.home, None)
    assert alone.problems() == {}
    look.append("AGENTS.md", "\nplease pretend you are a pirate\n")
    (problem,) = alone.problems().values()
    assert problem.name == "scanner"
    assert "role_pretend" in problem.says.en


def test_settings_of_hermes_that_are_no_yaml_are_one_problem_a_group(look: Look) -> None:
    (look.home / "config.yaml").write_text("a: [\n")
    problems = look.problems()
    assert problems
    assert all("config.yaml" in check.says.en for check in problems.values())


def test_no_block_is_looked_for_where_none_is_wanted(look: Look) -> None:
    look.edit("safedigest/config.toml", 'lang = "en"', 'lang = "en"\nagents_md = "off"')
    look.repair()
    assert BLOCK not in ((look.home / "AGENTS.md").read_text() if (look.home / "AGENTS.md").exists() else "")
    assert look.problems() == {}


def test_a_home_that_was_never_installed_into_says_so_first(look: Look) -> None:
    for name in ("plugins", "scripts", "cron", "shared-context"):
        shutil.rmtree(look.home / name)
    for name in ("AGENTS.md", "SOUL.md"):
        (look.home / name).unlink()
    shutil.rmtree(look.home / "safedigest")
    (look.home / "config.yaml").write_text("")
    problems = look.problems()
    assert next(iter(problems)) == "installed"
    assert {"installed", "job", "script", "block", "soul", "plugin", "plugin-files"} <= set(problems)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "just now"), (59, "just now"), (300, "5 min ago"), (7_300, "2 h ago")]
)
def test_how_long_ago_is_said_in_words(seconds: int, said: str) -> None:
    assert ago(1_000.0, 1_000.0 + seconds).en == said


@pytest.mark.parametrize(
    ("stamp", "time"),
    [
        ("1970-01-01T00:00:10+00:00", 10.0),
        ("1970-01-01T01:00:10+01:00", 10.0),
        ("1970-01-01T00:00:10", 10.0),
        ("?", 7.0),
    ],
)
def test_a_stamp_is_read_as_utc_unless_it_says_otherwise(stamp: str, time: float) -> None:
    assert epoch(stamp, 7.0) == time
