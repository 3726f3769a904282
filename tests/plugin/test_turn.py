"""What one turn of one talk is shown."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from safedigest.plugin import fresh, guarded, host, narrowed, shown, turn
from tests.fakes.store import NOW, FakeStore
from tests.plugin.conftest import OWNER, event, sent


def add(home: Path, question: str, answer: str = "noted", ago: float = 1) -> None:
    """Let something more be said on Telegram."""
    with FakeStore.reopen(home / "state.db") as store:
        store.say("tg-1", question, answer, ago)


def test_the_first_turn_has_the_digest(home: Path, ticks: list[Path]) -> None:
    text = turn.context(home, event(), NOW + 9)
    assert text.count("Orsolya") == 1
    assert ticks == [home]


def test_the_next_turn_has_nothing(home: Path, ticks: list[Path]) -> None:
    first = turn.context(home, event(), NOW + 9)
    assert turn.context(home, event("cli-1", "and?", sent("hello", first)), NOW + 10) == ""


def test_after_a_change_only_the_new_turn_is_told(home: Path, ticks: list[Path]) -> None:
    first = turn.context(home, event(), NOW + 9)
    add(home, "the ship is called Marsovin")
    second = turn.context(home, event("cli-1", "and?", sent("hello", first)), NOW + 10)
    assert "Marsovin" in second
    assert "Orsolya" not in second
    assert len(second) <= turn.NEWS
    history = [sent("hello", first), sent("and?", second)]
    assert turn.context(home, event("cli-1", "more?", *history), NOW + 11) == ""


def test_the_own_end_is_left_out(home: Path, ticks: list[Path]) -> None:
    with FakeStore.reopen(home / "state.db") as store:
        store.say("cli-1", "the tide is low", "noted", 2)
        store.session("cli-2", "cli")
    text = turn.context(home, event("cli-2"), NOW + 9)
    assert "Orsolya" in text
    assert "the tide" not in text


def test_what_a_compaction_took_away_is_told_again_and_nothing_that_it_left(
    home: Path, ticks: list[Path]
) -> None:
    first = turn.context(home, event(), NOW + 9)
    add(home, "the ship is called Marsovin")
    second = turn.context(home, event("cli-1", "and?", sent("hello", first)), NOW + 10)
    again = turn.context(home, event("cli-1", "more?", sent("and?", second)), NOW + 11)
    assert "Orsolya" in again
    assert "Marsovin" not in again
    add(home, "the cook is called Tamsin")
    kept = [sent("and?", second), sent("more?", again)]
    last = turn.context(home, event("cli-1", "so?", *kept), NOW + 12)
    assert "Tamsin" in last
    assert "Orsolya" not in last
    assert "Marsovin" not in last


def test_a_look_back_of_the_host_is_shown_nothing_and_eats_nothing(home: Path, ticks: list[Path]) -> None:
    review = "Review the conversation above and consider saving to memory if appropriate."
    assert turn.context(home, event(text=review), NOW + 9) == ""
    assert ticks == []
    assert not (home / "safedigest" / shown.FILE).exists()
    assert "Orsolya" in turn.context(home, event(), NOW + 10)


def test_where_no_sync_is_over_in_time_it_goes_on_with_what_there_is(
    home: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    turn.context(home, event(), NOW + 9)
    add(home, "the ship is called Marsovin")
    monkeypatch.setattr(fresh, "tick", lambda *_: False)
    text = turn.context(home, event(), NOW + 10)
    assert "Orsolya" in text
    assert "Marsovin" not in text


def test_news_are_bounded_and_the_newest_come_first(home: Path, ticks: list[Path]) -> None:
    first = turn.context(home, event(), NOW + 9)
    for minute in range(20):
        add(home, f"item {minute} of the list is " + "rope " * 40, ago=2 - minute / 20)
    second = turn.context(home, event("cli-1", "and?", sent("hello", first)), NOW + 10)
    assert 0 < len(second) <= turn.NEWS
    assert "item 19" in second


def test_an_undone_turn_is_as_if_it_had_not_been(home: Path, ticks: list[Path]) -> None:
    first = turn.context(home, event(), NOW + 9)
    assert turn.context(home, event("cli-1", "other words"), NOW + 10) == first


def test_parts_that_the_host_added_are_read_for_marks_too(home: Path, ticks: list[Path]) -> None:
    first = turn.context(home, event(), NOW + 9)
    words, picture, ours = ({"type": "text", "text": "hello"}, {"type": "image_url", "image_url": "x"}, first)
    parts = {"role": "user", "content": [words, picture, {"type": "text", "text": ours}]}
    assert turn.context(home, event("cli-1", "and?", parts), NOW + 10) == ""


@pytest.mark.parametrize("column", ["system_prompt", "system_prompt_hash"])
def test_what_the_system_prompt_holds_is_not_told_again(home: Path, ticks: list[Path], column: str) -> None:
    section = turn.section(home, {"session_id": "cli-1", "platform": "cli"}, NOW + 9)
    assert "Orsolya" in section
    assert len(section) <= turn.SECTION
    _store_prompt(home, column, f"You are.\n{section}\nBye.")
    assert turn.context(home, event(), NOW + 10) == ""
    add(home, "the ship is called Marsovin")
    text = turn.context(home, event(), NOW + 11)
    assert "Marsovin" in text
    assert "Orsolya" not in text


def _store_prompt(home: Path, column: str, prompt: str) -> None:
    db = sqlite3.connect(home / "state.db")
    with db:
        if column == "system_prompt":
            db.execute("UPDATE sessions SET system_prompt = ? WHERE id = 'cli-1'", (prompt,))
        else:
            db.execute("ALTER TABLE sessions ADD COLUMN system_prompt_hash TEXT")
            db.execute("CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT)")
            db.execute("INSERT INTO system_prompts VALUES ('h', ?)", (prompt,))
            db.execute("UPDATE sessions SET system_prompt_hash = 'h' WHERE id = 'cli-1'")
    db.close()


def test_a_section_is_bounded_and_for_the_owner_alone(home: Path, ticks: list[Path]) -> None:
    with FakeStore.reopen(home / "state.db") as store:
        for minute in range(30):
            store.say("tg-1", f"item {minute} of the list is " + "rope " * 40, "noted " * 40, 2 - minute / 20)
        store.session("tg-2", "telegram", user_id=OWNER, chat_id="-900", chat_type="group")
    assert (
        2_000 < len(turn.section(home, {"session_id": "cli-1", "platform": "cli"}, NOW + 9)) <= turn.SECTION
    )
    assert turn.section(home, {"session_id": "tg-2", "platform": "telegram"}, NOW + 10) == ""


def test_a_whole_digest_is_never_so_long_that_a_host_puts_it_into_a_file(
    home: Path, ticks: list[Path]
) -> None:
    config = home / "safedigest" / "config.toml"
    config.write_text(config.read_text() + "[limits]\nfull = 90000\ncompact = 40000\n")
    with FakeStore.reopen(home / "state.db") as store:
        for end in ("tg-1", "tui-1"):
            store.session("tui-1", "tui") if end == "tui-1" else None
            for minute in range(40):
                store.say(end, f"item {minute} is " + "rope " * 60, "noted " * 60, 3 - minute / 20)
    assert 8_000 < len(turn.context(home, event(), NOW + 9)) <= turn.WHOLE


@pytest.mark.parametrize("name", ["AGENTS.md", ".hermes.md"])
def test_a_section_does_not_repeat_what_a_context_file_shows(
    home: Path, ticks: list[Path], tmp_path: Path, name: str
) -> None:
    info = {"session_id": "cli-1", "platform": "cli", "cwd": str(tmp_path)}
    digest = turn.section(home, info, NOW + 9)
    (tmp_path / name).write_text(f"hand-written\n{digest}\nmore\n")
    assert turn.section(home, info, NOW + 10) == ""
    assert turn.section(home, {**info, "cwd": "/nowhere"}, NOW + 11) == digest
    assert "Orsolya" in turn.context(home, event(), NOW + 12)  # for that file was not loaded after all


@pytest.mark.parametrize(
    ("content", "sent_as", "told"),
    [
        ("hello", "hello\n\n{}", True),
        ("hello", "[12:00] hello\n\n{}", True),
        ("{}", "{}\n\na note", False),  # somebody's words
        ("hello", "{}", False),
        ("hello", None, False),
    ],
)
def test_a_section_does_not_repeat_what_a_message_told(
    home: Path, ticks: list[Path], content: str, sent_as: str | None, told: bool
) -> None:
    """A host renders it anew when it compacts a talk."""
    info = {"session_id": "cli-1", "platform": "cli"}
    first = turn.context(home, event(), NOW + 9)
    with FakeStore.reopen(home / "state.db") as store:
        store.user("cli-1", content.format(first), 1, api_content=sent_as and sent_as.format(first))
    assert ("Orsolya" in turn.section(home, info, NOW + 10)) is not told
    with FakeStore.reopen(home / "state.db") as store:
        store.compact("cli-1")
    assert "Orsolya" in turn.section(home, info, NOW + 11)


def test_a_section_for_a_session_that_is_not_stored_yet_is_empty(home: Path, ticks: list[Path]) -> None:
    assert turn.section(home, {"session_id": "new", "platform": "cli"}, NOW + 9) == ""


def test_a_digest_says_when_it_is_stale(
    home: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    turn.context(home, event(), NOW + 9)
    monkeypatch.setattr(fresh, "tick", lambda *_: False)
    soon = turn.context(home, event(), NOW + 1800)
    late = turn.context(home, event(), NOW + 7200)
    assert "out of date" not in soon
    assert late.count("out of date") == 1
    assert "out of date" in late.splitlines()[-1]
    assert "out of date" in turn.section(home, {"session_id": "cli-1", "platform": "cli"}, NOW + 7200)
    assert "out of date" in turn.context(home, event(), NOW - 7200)  # the clock was wrong once: nobody knows


def test_a_talk_has_a_budget_for_each_day(
    home: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeStore.reopen(home / "state.db") as store:
        store.session("cli-2", "cli")
    size = len(turn.context(home, event(), NOW + 9))
    monkeypatch.setattr(fresh, "bring", lambda *_: fresh.Freshness.CURRENT)
    times = shown.DAY_BUDGET // size
    rest = [len(turn.context(home, event(), NOW + 9)) for _ in range(times)]
    assert rest == [size] * (times - 1) + [0]
    assert turn.context(home, event("cli-2"), NOW + 9) != ""
    assert turn.context(home, event(), NOW + 86_400) != ""
    assert turn.context(home, event(), NOW + 9 - 86_400) != ""  # a clock that was set back


def test_a_history_of_megabytes_costs_little(
    home: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measured: 3 ms of processor time for 5 MB; many times that is allowed here, for a slow machine."""
    first = turn.context(home, event(), NOW + 9)
    monkeypatch.setattr(fresh, "bring", lambda *_: fresh.Freshness.CURRENT)
    long = [{"role": role, "content": "混合 words " * 1000} for role in ("user", "assistant")] * 200
    asked = event("cli-1", "and?", sent("hello", first), *long)
    assert len(json.dumps(asked, ensure_ascii=False).encode()) > 5_000_000
    costs = []
    for _ in range(5):
        began = time.process_time()
        assert turn.context(home, asked, NOW + 10) == ""
        costs.append(time.process_time() - began)
    assert min(costs) < 0.05


def test_what_is_off_is_neither_shown_nor_shown_to(home: Path, ticks: list[Path]) -> None:
    folder = home / "safedigest"
    assert turn.context(home, event(), NOW + 9) != ""
    narrowed.turn_off(folder, narrowed.talk_name("telegram", OWNER))
    assert turn.context(home, event(), NOW + 10) == ""
    narrowed.turn_on(folder, narrowed.talk_name("telegram", OWNER))
    assert turn.context(home, event(), NOW + 11) != ""
    narrowed.turn_off(folder, "cli")
    assert turn.context(home, event(), NOW + 12) == ""


def test_what_is_forgotten_is_not_shown_even_where_no_sync_can_run(
    home: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    turn.context(home, event(), NOW + 9)
    monkeypatch.setattr(fresh, "tick", lambda *_: False)
    narrowed.forget(home / "safedigest", narrowed.talk_name("telegram", OWNER), NOW)
    assert turn.context(home, event(), NOW + 10) == ""


@pytest.fixture
def here(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the host name ``home`` as the one that a turn belongs to."""
    monkeypatch.setattr(host, "home", lambda: home)
    return home


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("feed.json", "{broken"),
        ("feed.json", '{"version": 1, "who": 7}'),
        ("feed.json", "[" * 100_000),
        ("feed.json", '["feed"]'),
        ("narrowed.json", "[]"),
        ("narrowed.json", "{]"),
    ],
)
def test_an_error_is_silence_and_a_line_in_the_status(
    here: Path, ticks: list[Path], name: str, content: str
) -> None:
    turn.context(here, event(), NOW + 9)
    (here / "safedigest" / name).write_text(content)
    assert guarded("context", event(text="my secret words")) == ""
    status = json.loads((here / "safedigest" / "status.json").read_text())
    assert "plugin: " in status["plugin"]
    assert "secret" not in status["plugin"]
    assert turn.last_good(here / "safedigest") == NOW + 1


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_feed_that_is_no_file_of_ours_is_silence_in_time(here: Path, ticks: list[Path], kind: str) -> None:
    turn.context(here, event(), NOW + 9)
    path = here / "safedigest" / "feed.json"
    path.rename(here / "elsewhere.json")
    if kind == "link":
        path.symlink_to(here / "elsewhere.json")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert guarded("context", event()) == ""
    assert (
        "plugin: OSError" in json.loads((here / "safedigest" / "status.json").read_text())["plugin"]
        or kind == "folder"
    )


def test_turns_at_the_same_time_are_all_told(
    here: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeStore.reopen(here / "state.db") as store:
        for number in range(12):
            store.session(f"s-{number}", "cli")
    turn.context(here, event(), NOW + 9)
    monkeypatch.setattr(fresh, "bring", lambda *_: fresh.Freshness.CURRENT)
    with ThreadPoolExecutor(6) as pool:
        texts = list(pool.map(lambda number: guarded("context", event(f"s-{number}")), range(12)))
    assert {*texts} == {guarded("context", event())} != {""}
    assert json.loads((here / "safedigest" / "status.json").read_text())["plugin"] == ""
    assert shown.last(here / "safedigest") is not None


def test_a_locked_store_is_silence_in_time(here: Path, ticks: list[Path]) -> None:
    turn.context(here, event(), NOW + 9)
    db = sqlite3.connect(here / "state.db", isolation_level=None)
    db.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    assert guarded("context", event()) == ""
    assert time.monotonic() - began < 2  # 50 ms, and what a busy machine adds
    db.close()


def test_no_store_is_silence(here: Path, ticks: list[Path]) -> None:
    turn.context(here, event(), NOW + 9)
    (here / "state.db").unlink()
    assert guarded("context", event()) == ""
    assert not (here / "state.db").exists()


def test_a_sync_at_work_is_not_disturbed_by_an_error(here: Path, ticks: list[Path]) -> None:
    from safedigest.lock import only_one  # noqa: PLC0415  only here

    turn.context(here, event(), NOW + 9)
    (here / "safedigest" / "narrowed.json").write_text("[]")
    with only_one(here / "safedigest" / "lock") as mine:
        assert mine
        assert guarded("context", event()) == ""
    assert json.loads((here / "safedigest" / "status.json").read_text())["plugin"] == ""
