"""The main job as a whole, on stores of our own making."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import stat
import string
from pathlib import Path

import pytest

from safedigest import status
from safedigest.errors import ConfigError, RuleError, StoreBusyError, StoreError, WriteError
from safedigest.gate import Gate
from safedigest.lock import only_one
from safedigest.publish import Outcome
from safedigest.sync import Result, digest_path, sync
from tests.fakes.store import NOW, FakeStore

RANDOM = random.Random(41)
MARKERS = "<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n"


def secret(length: int = 36) -> str:
    """Return the random part of a token."""
    return "".join(RANDOM.choice(string.ascii_letters + string.digits) for _ in range(length))


def talk(home: Path, *turns: tuple[str, str], last: float = 2.0) -> None:
    """Make a store with one talk of the terminal and one of the owner's Telegram."""
    with FakeStore(home / "state.db") as store:
        store.session("cli-1", "cli")
        for number, (question, answer) in enumerate(turns):
            store.say("cli-1", question, answer, last + len(turns) - number)
        store.dm("tg-1", "telegram", "70001")
        store.say("tg-1", "is the kettle on sale?", "yes, until Sunday", last + 1)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a home whose owner is known and wants the whole block."""
    (tmp_path / "safedigest").mkdir(mode=0o700)
    settings = 'lang = "en"\nagents_md = "full"\n[owner]\ntelegram = "70001"\n'
    (tmp_path / "safedigest" / "config.toml").write_text(settings)
    (tmp_path / "AGENTS.md").write_text(f"mine\n{MARKERS}also mine\n")
    return tmp_path


def written(home: Path) -> str:
    """Return all that was written into a home."""
    ours = [path for path in home.rglob("*") if path.is_file() and not path.name.startswith("state.db")]
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in ours)


def test_what_was_said_is_shown_and_the_secret_in_it_is_not(home: Path) -> None:
    token = f"ghp_{secret()}"
    talk(home, (f"use {token} for the mirror", "the mirror is up"))
    assert token in sqlite3.connect(home / "state.db").execute("SELECT content FROM messages").fetchone()[0]
    assert sync(home, now=NOW).result is Result.WRITTEN
    shown = digest_path(home).read_text(encoding="utf-8")
    assert "for the mirror" in shown
    assert "the mirror is up" in shown
    assert token[8:-4] not in written(home)


def test_a_second_sync_with_nothing_new_writes_nothing(home: Path) -> None:
    talk(home, (f"the wifi password is {secret(10)}", "noted"))
    sync(home, now=NOW)
    before = {
        path: path.read_bytes() for path in home.rglob("*") if path.is_file() and path.name != "status.json"
    }
    again = sync(home, now=NOW + 60)
    assert (again.result, again.files) == (Result.UNCHANGED, ())
    assert before == {path: path.read_bytes() for path in before}


def test_minutes_alone_rewrite_nothing_but_an_ended_talk_does(home: Path) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    assert sync(home, now=NOW + 600).result is Result.UNCHANGED
    assert sync(home, now=NOW + 3600).result is Result.WRITTEN
    assert sync(home, now=NOW + 7200).result is Result.UNCHANGED


def test_a_talk_ages_out(home: Path) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    assert sync(home, now=NOW + 31 * 86400).result is Result.WRITTEN
    assert "hello" not in digest_path(home).read_text(encoding="utf-8")


def test_all_that_is_written_is_closed_to_others(home: Path) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    for folder in ("safedigest", "shared-context"):
        assert stat.S_IMODE((home / folder).stat().st_mode) == 0o700
        for path in (home / folder).iterdir():
            if path.name != "config.toml":
                assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


def test_the_rest_of_agents_md_stays(home: Path) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    text = (home / "AGENTS.md").read_text(encoding="utf-8")
    assert text.startswith("mine\n<!-- CROSS-PLATFORM:BEGIN")
    assert text.endswith("<!-- CROSS-PLATFORM:END -->\nalso mine\n")
    assert "hello" in text


def test_the_block_is_a_pointer_while_others_talk_to_this_agent(home: Path) -> None:
    settings = home / "safedigest" / "config.toml"
    settings.write_text(settings.read_text().replace('agents_md = "full"\n', ""))
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    assert "hello" in (home / "AGENTS.md").read_text(encoding="utf-8")
    db = sqlite3.connect(home / "state.db")
    with db:
        db.execute("UPDATE sessions SET user_id = '70002' WHERE id = 'tg-1'")
    db.close()
    sync(home, now=NOW)
    assert "hello" not in (home / "AGENTS.md").read_text(encoding="utf-8")
    assert "hello" in digest_path(home).read_text(encoding="utf-8")


def test_broken_markers_are_a_fault_once_and_the_file_is_left_alone(home: Path) -> None:
    broken = f"{MARKERS}{MARKERS}"
    (home / "AGENTS.md").write_text(broken)
    talk(home, ("hello", "hi"))
    assert sync(home, now=NOW).result is Result.FAULT
    assert sync(home, now=NOW + 60).result is Result.UNCHANGED
    assert (home / "AGENTS.md").read_text() == broken
    (home / "AGENTS.md").write_text(broken + "more")
    assert sync(home, now=NOW + 120).result is Result.FAULT


def test_a_locked_store_is_an_error_the_third_time_and_only_then(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    digest = digest_path(home).read_bytes()

    def locked(*_: object, **__: object) -> None:
        raise StoreBusyError("locked")

    monkeypatch.setattr("safedigest.sync.select.select", locked)
    assert [sync(home, now=NOW + n).result for n in (1, 2)] == [Result.BUSY, Result.BUSY]
    with pytest.raises(StoreBusyError):
        sync(home, now=NOW + 3)
    assert sync(home, now=NOW + 4).result is Result.BUSY
    assert status.load(home / "safedigest").busy == 4
    assert digest_path(home).read_bytes() == digest


def test_a_second_sync_at_once_leaves_quietly(home: Path) -> None:
    talk(home, ("hello", "hi"))
    with only_one(home / "safedigest" / "lock") as mine:
        assert mine
        assert sync(home, now=NOW).result is Result.BUSY
    assert not digest_path(home).exists()


def test_no_store_is_an_error_that_keeps_the_last_digest(home: Path) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    digest = digest_path(home).read_bytes()
    (home / "state.db").unlink()
    with pytest.raises(StoreError):
        sync(home, now=NOW + 60)
    assert digest_path(home).read_bytes() == digest
    assert status.load(home / "safedigest").error


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("config.toml", "idle_minute = 3\n", ConfigError),
        ("rules/mine.toml", "[[rule]]\nid = 3\n", RuleError),
        ("key", "short", ConfigError),
    ],
)
def test_a_file_that_its_owner_must_correct_stops_the_run(
    home: Path, name: str, text: str, error: type[Exception]
) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    digest = digest_path(home).read_bytes()
    path = home / "safedigest" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    with pytest.raises(error):
        sync(home, now=NOW + 60)
    assert digest_path(home).read_bytes() == digest


def test_a_dry_run_writes_nothing(home: Path) -> None:
    talk(home, ("hello", "hi"))
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    report = sync(home, now=NOW, dry_run=True)
    assert report.draft is not None
    assert "hello" in str(report.draft.full.text)
    after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert {p: b for p, b in after.items() if not p.name.endswith(("-wal", "-shm"))} == before


def test_a_message_that_cannot_be_inspected_is_withheld_and_the_rest_goes_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = secret(40)
    talk(home, (f"poison {token}", "fine"), ("the second question", "the second answer"))
    from safedigest.detect.engine import Finder  # noqa: PLC0415

    real = Finder.find

    def fragile(self: Finder, shadow: object, *rest: object) -> object:
        if "poison" in shadow.text:  # type: ignore[attr-defined]
            raise RuntimeError(token)
        return real(self, shadow, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Finder, "find", fragile)
    report = sync(home, now=NOW)
    assert report.status.withheld == 1
    assert "the second answer" in digest_path(home).read_text(encoding="utf-8")
    assert token[:8] not in written(home)


def test_a_full_disk_leaves_the_old_digest(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    digest = digest_path(home).read_bytes()

    def full(*_: object) -> Outcome:
        raise WriteError("no space")

    monkeypatch.setattr("safedigest.publish.write_private", full)
    with pytest.raises(WriteError):
        sync(home, now=NOW + 7200)
    assert digest_path(home).read_bytes() == digest
    assert not list(home.rglob("*.tmp"))


def test_what_is_remembered_is_masked_tomorrow_where_it_stands_bare(home: Path) -> None:
    rng = random.Random(7)
    password = "".join(rng.choices(["ba", "ke", "mo", "ri", "tu"], k=4)) + str(rng.randrange(10**4, 10**5))
    bare = f"try {password} again"
    assert str(Gate.default().mask(bare)) == bare
    talk(home, (f"the admin password is {password}", "noted"), last=90)
    sync(home, now=NOW)
    with sqlite3.connect(home / "state.db") as db:
        db.execute("DELETE FROM messages WHERE session_id = 'cli-1'")
        row = ("cli-1", "user", bare, NOW + 86400)
        db.execute("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)", row)
    db.close()
    sync(home, now=NOW + 86401)
    shown = digest_path(home).read_text(encoding="utf-8")
    assert "try *** again" in shown
    assert password not in written(home)


def test_the_audit_tells_where_and_never_what(home: Path) -> None:
    token = f"ghp_{secret()}"
    talk(home, (f"use {token}", "ok"))
    sync(home, now=NOW)
    rows = [json.loads(line) for line in (home / "safedigest" / "audit.jsonl").read_text().splitlines()]
    assert [(row["end"], row["session"], row["role"]) for row in rows] == [("cli", "cli-1", "user")]
    assert token[-4:] not in json.dumps(rows)


def test_people_who_are_left_out_are_named_by_masked_id(home: Path) -> None:
    talk(home, ("hello", "hi"))
    with FakeStore.reopen(home / "state.db") as store:
        store.dm("tg-2", "telegram", "7000255512", display_name="Somebody")
        store.say("tg-2", "words of somebody else", "an answer", 1)
    report = sync(home, now=NOW)
    absent = report.status.left_out[0]
    assert (absent.end, absent.reason, absent.messages) == ("telegram", "not-owner", 2)
    assert "7000255512" not in written(home)
    assert "words of somebody else" not in written(home)


def test_a_block_that_is_switched_off_is_emptied(home: Path) -> None:
    talk(home, ("hello", "hi"))
    sync(home, now=NOW)
    settings = home / "safedigest" / "config.toml"
    settings.write_text(settings.read_text().replace('"full"', '"off"'))
    sync(home, now=NOW + 60)
    text = (home / "AGENTS.md").read_text(encoding="utf-8")
    assert "hello" not in text
    assert len(text.splitlines()) == 4


def test_the_status_holds_no_long_number_and_keeps_its_times(home: Path) -> None:
    talk(home, ("the mirror is up", "good"))
    sync(home, now=NOW)
    text = (home / "safedigest" / status.FILE).read_text()
    assert re.search(r"\d{5}", text) is None
    assert status.load(home / "safedigest").good == int(NOW)
