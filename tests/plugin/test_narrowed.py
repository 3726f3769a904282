"""What was taken away from inside a chat."""

from __future__ import annotations

import hashlib
import json
import stat
import threading
from pathlib import Path

import pytest

from safedigest import status
from safedigest.errors import ConfigError
from safedigest.plugin import narrowed
from safedigest.sync import digest_path, sync
from tests.fakes.store import NOW, FakeStore
from tests.plugin.conftest import OWNER

TALK = narrowed.talk_name("telegram", OWNER)


def shown(home: Path) -> str:
    """Sync, and return all that is shared."""
    sync(home, now=NOW)
    return digest_path(home).read_text() + (home / "safedigest" / "feed.json").read_text()


def test_no_file_takes_nothing_away(tmp_path: Path) -> None:
    assert narrowed.load(tmp_path) == narrowed.Narrowed()


def test_off_and_on_are_remembered_by_talk(tmp_path: Path) -> None:
    narrowed.turn_off(tmp_path, TALK)
    narrowed.turn_off(tmp_path, "cli")
    assert narrowed.load(tmp_path).off == {TALK, "cli"}
    narrowed.turn_on(tmp_path, "cli")
    assert narrowed.load(tmp_path).off == {TALK}


def test_forgetting_never_goes_back(tmp_path: Path) -> None:
    narrowed.forget(tmp_path, TALK, 200.0)
    narrowed.forget(tmp_path, TALK, 100.0)
    narrowed.turn_on(tmp_path, TALK)
    assert narrowed.load(tmp_path).forgotten_until(TALK) == 200.0
    assert narrowed.load(tmp_path).forgotten_until("cli") == 0.0


def test_the_file_is_closed_to_others_and_holds_no_id(tmp_path: Path) -> None:
    narrowed.turn_off(tmp_path, TALK)
    path = tmp_path / narrowed.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert OWNER not in path.read_text()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{]",
        '{"version": 2, "off": [], "forgotten": {}}',
        '{"version": 1, "off": [1], "forgotten": {}}',
    ],
)
def test_an_odd_file_is_an_error_and_never_an_empty_one(home: Path, content: str) -> None:
    (home / "safedigest" / narrowed.FILE).write_text(content)
    with pytest.raises(narrowed.NarrowedError, match=r"narrowed\.json"):
        narrowed.load(home / "safedigest")
    with pytest.raises(ConfigError, match=r"narrowed\.json"):
        sync(home, now=NOW)


def test_changes_of_several_processes_are_all_kept(tmp_path: Path) -> None:
    threads = [threading.Thread(target=narrowed.turn_off, args=(tmp_path, f"end-{n}")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(narrowed.load(tmp_path).off) == 8


def test_a_talk_that_is_off_is_not_shared_and_told_as_left_out(home: Path) -> None:
    assert "Orsolya" in shown(home)
    narrowed.turn_off(home / "safedigest", TALK)
    assert "Orsolya" not in shown(home)
    (out,) = status.load(home / "safedigest").left_out
    assert (out.end, out.reason) == ("telegram", "off")
    narrowed.turn_on(home / "safedigest", TALK)
    assert "Orsolya" in shown(home)


def test_a_talk_that_was_forgotten_begins_anew(home: Path) -> None:
    narrowed.forget(home / "safedigest", TALK, NOW - 60)
    assert "Orsolya" not in shown(home)
    with FakeStore.reopen(home / "state.db") as store:
        store.say("tg-1", "the ship is called Marsovin", "noted", 0.5)
    text = shown(home)
    assert "Marsovin" in text
    assert "Orsolya" not in text


def test_a_terminal_is_one_talk_and_chats_are_told_apart() -> None:
    assert narrowed.talk_name("cli", None) == "cli"
    assert narrowed.talk_name("telegram", "1") != narrowed.talk_name("telegram", "2")
    assert json.dumps(narrowed.talk_name("telegram", OWNER)).count(OWNER) == 0


def test_what_is_off_under_a_name_of_hex_digits_stays_off(tmp_path: Path) -> None:
    digest = hashlib.sha256(OWNER.encode()).hexdigest()[:12]
    name = f"telegram:{digest}"
    old = {"version": 1, "off": [name], "forgotten": {name: "2026-01-02T03:04:05+00:00"}}
    (tmp_path / "narrowed.json").write_text(json.dumps(old))
    (tmp_path / "narrowed.json").chmod(0o600)
    known = narrowed.load(tmp_path)
    assert known.off == {TALK}
    assert known.forgotten_until(TALK) > 0


def test_the_name_of_a_talk_holds_no_digit() -> None:
    assert not any(c.isdigit() for chat in range(50) for c in narrowed.talk_name("telegram", str(chat)))
