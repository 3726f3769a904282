"""The whole history: every row, once, in bounded memory, and going on where it was stopped."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.keyfile import load_key
from safedigest.report.found import Found, Why
from safedigest.scan import history, progress, values
from safedigest.scan.history import HistoryScan
from safedigest.store import history as stored
from tests.fakes.store import RELEASES, FakeStore
from tests.scan.bulk import PLANTS, fill, prose, scan

KEY = secrets.token_bytes(32)
MEGABYTE = 1 << 20


def token(seed: int, form: str = PLANTS[0]) -> str:
    return make(form, Random(seed)).text


@pytest.fixture
def gate() -> Gate:
    plain = Gate.default()
    return Gate(plain._finder, KEY, formed=plain._formed)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FakeStore]:
    with FakeStore(tmp_path / "state.db") as made:
        made.session("s1", "cli")
        yield made


def look(store: FakeStore, gate: Gate, basis: str = "") -> HistoryScan:
    store.commit()
    return HistoryScan(gate, store.path, store.path.parent / "safedigest", basis)


def told(found: list[Found]) -> set[tuple[str, int, int, int]]:
    return {(one.fingerprint, one.place.message, one.place.line, one.times) for one in found}


@pytest.mark.parametrize("release", RELEASES)
def test_every_planted_secret_of_every_release_is_found(tmp_path: Path, gate: Gate, release: str) -> None:
    with FakeStore(tmp_path / "state.db", release) as store:
        store.session("s1", "cli")
        for number, form in enumerate(PLANTS):
            (store.tool if number % 2 else store.user)("s1", f"it is {token(number, form)}\n", 50 - number)
    found, rows = HistoryScan(gate, tmp_path / "state.db", tmp_path / "safedigest").run()
    assert rows == len(PLANTS)
    assert {one.fingerprint for one in found} == {
        gate.fingerprint(token(number, form)) for number, form in enumerate(PLANTS)
    }


def test_what_was_undone_archived_called_or_thought_counts_too(store: FakeStore, gate: Gate) -> None:
    store.user("s1", f"take {token(1)}", 9, active=0)
    store.user("s1", f"take {token(2)}", 8, active=0, compacted=1)
    calls = json.dumps(
        [{"function": {"name": "terminal", "arguments": json.dumps({"c": f"use {token(3)}"})}}]
    )
    store.assistant("s1", "", 7, tool_calls=calls)
    store.user("s1", [{"type": "text", "text": f"看图 {token(4)}"}, {"type": "image_url"}], 6)
    store.user("s1", b"bytes " + token(5).encode(), 5)
    store.execute(
        "UPDATE sessions SET title = ?, system_prompt = ?", f"about {token(6)}", f"You have {token(7)}."
    )
    found, _ = look(store, gate).run()
    assert {one.fingerprint for one in found} == {gate.fingerprint(token(n)) for n in range(1, 8)}


def test_what_stands_beside_the_messages_counts_too(store: FakeStore, gate: Gate) -> None:
    store.execute("UPDATE sessions SET model_config = ?", json.dumps({"key": token(1)}))
    store.execute("CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL)")
    store.execute("CREATE TABLE async_delegations (id TEXT PRIMARY KEY, result_json TEXT, task_json TEXT)")
    store.execute("CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT)")
    for number in range(3):
        store.execute("INSERT INTO system_prompts VALUES (?, ?)", f"h{number}", f"You may use {token(2)}.")
    store.execute(
        "INSERT INTO async_delegations VALUES ('d', ?, ?)", f"done with {token(3)}", f"use {token(4)}"
    )
    store.execute("INSERT INTO state_meta VALUES ('k', ?)", f"it is {token(5)}")
    found, rows = look(store, gate).run()
    assert rows == 0
    assert {(one.fingerprint, one.place.name, one.place.session, one.times) for one in found} == {
        (gate.fingerprint(token(1)), "state.db", "s1", 1),
        (gate.fingerprint(token(2)), "state.db: system_prompts row 1, prompt", "", 3),
        (gate.fingerprint(token(3)), "state.db: async_delegations row 1, result_json", "", 1),
        (gate.fingerprint(token(4)), "state.db: async_delegations row 1, task_json", "", 1),
        (gate.fingerprint(token(5)), "state.db: state_meta row 1, value", "", 1),
    }


def test_a_value_is_told_once_with_its_first_and_last_place(store: FakeStore, gate: Gate) -> None:
    for number in range(5):
        store.tool("s1", f"one\ntwo\nexport TOKEN={token(1)}", 9 - number)
    (one,), _ = look(store, gate).run()
    assert (one.place.message, one.place.line, one.times) == (1, 3, 5)
    assert one.last is not None
    assert one.last.message == 5
    assert one.place.role == "tool"


def spoken(store: FakeStore, seed: int) -> list[str]:
    """Add a talk whose secrets are only known by what was said before them, and return them."""
    made = []
    random = Random(seed)
    for number in range(12):
        made.append("".join(random.choices("abcdefghijkmnpqrstuvwxyz23456789", k=12)))
        store.assistant("s1", "What is the password of the mail account?", 100 - number)
        store.user("s1", made[-1], 99.9 - number)
    return made


def test_a_value_is_the_same_wherever_in_a_talk_it_is_said_again(store: FakeStore, gate: Gate) -> None:
    password = "".join(Random(4).choices("abcdefghijkmnpqrstuvwxyz23456789", k=12))
    store.say("s1", f"use {token(1)} for the mirror", f"{token(1)} is set", 9)
    store.say("s1", f"密码是 {password}", "好", 8)
    store.say("s1", f"still {token(1)}?", "no", 7)
    found, _ = look(store, gate).run()
    times = {gate.fingerprint(token(1)): 3, gate.fingerprint(password): 1}
    assert {one.fingerprint: one.times for one in found} == times


def test_a_talk_is_read_as_one_wherever_the_chunks_end(
    store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken(store, 1)
    whole, _ = look(store, gate).run()
    assert len(whole) == 12
    for size in (1, 150, 400):
        monkeypatch.setattr(history, "_CHUNK", size)
        assert told(look(store, gate).run()[0]) == told(whole)


def test_a_message_is_read_with_the_answer_in_the_next_chunk(
    store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = "".join(Random(5).choices("abcdefghijkmnpqrstuvwxyz23456789", k=12))
    row = store.user("s1", value, 9)
    store.assistant("s1", f"Noted, {value} is your new mail password now.", 8)
    monkeypatch.setattr(history, "_CHUNK", 1)
    (one,), _ = look(store, gate).run()
    assert (one.fingerprint, one.times) == (gate.fingerprint(value), 2)
    assert row in {one.place.message, one.last.message if one.last else 0}


class StoppedError(Exception):
    """Stands for a key press."""


@pytest.mark.parametrize("rows", [1, 5, 12, 23])
def test_a_scan_that_was_stopped_goes_on_and_tells_the_same(
    store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    spoken(store, 2)
    whole, count = look(store, gate).run()
    monkeypatch.setattr(history, "_CHUNK", 1)

    def stop(done: int, total: int) -> None:
        assert total == 24
        if done == rows:
            raise StoppedError

    first = look(store, gate)
    first.tell = stop
    with pytest.raises(StoppedError):
        first.run()
    second = look(store, gate)
    found, again = second.run()
    assert (second.resumed, again) == (rows, count)
    assert told(found) == told(whole)
    assert look(store, gate).run()[1] == count  # and the one after that begins anew
    assert not (store.path.parent / "safedigest" / progress.FILE).exists()


def test_with_other_settings_it_begins_anew(store: FakeStore, gate: Gate) -> None:
    folder = store.path.parent / "safedigest"
    store.user("s1", f"take {token(1)}", 9)
    store.commit()
    progress.save(folder, store.path, "as it was", progress.Progress(1, 1, (), 0))
    assert progress.load(folder, store.path, "as it was").row == 1
    other = look(store, gate, "as it is")
    assert len(other.run()[0]) == 1
    assert other.resumed == 0


def test_an_odd_file_of_progress_counts_as_none(store: FakeStore) -> None:
    folder = store.path.parent
    for text in ("", "{", "[]", '{"made": 1}'):
        (folder / progress.FILE).write_text(text)
        assert progress.load(folder, store.path, "") == progress.Progress()


def test_a_long_text_is_read_in_parts_to_its_end(
    store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LONG", 4000)
    monkeypatch.setattr(stored, "_PART", 1001)  # cuts a character now and then
    text = f"日志\n{prose(Random(1), 9000)}\nset it to {token(1)} now\n{prose(Random(2), 9000)}\nand {token(2)}\n"
    store.tool("s1", text, 9)
    found, _ = look(store, gate).run()
    lines = text.split("\n")
    assert {(one.fingerprint, one.place.line) for one in found} == {
        (gate.fingerprint(token(n)), next(i for i, line in enumerate(lines, 1) if token(n) in line))
        for n in (1, 2)
    }


def test_a_nul_ends_no_text(store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    store.tool("s1", f"before\0after {token(1)}", 9)
    assert len(look(store, gate).run()[0]) == 1
    monkeypatch.setattr(stored, "LONG", 20)
    assert len(look(store, gate).run()[0]) == 1


def test_pictures_that_are_too_large_are_named(
    store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LONG", 200)
    monkeypatch.setattr(stored, "LONGEST_PARTS", 1000)
    parts = [{"type": "text", "text": f"see {token(1)}"}, {"type": "image_url", "image_url": "A" * 500}]
    store.user("s1", parts, 9)
    row = store.user("s1", [*parts, *parts], 8)
    store.execute("UPDATE sessions SET system_prompt = ?", "x " * 200)
    scan_ = look(store, gate)
    assert len(scan_.run()[0]) == 1
    assert [(one.name, one.why) for one in scan_.skipped] == [
        (f"state.db: message {row}", Why.HUGE),
        ("state.db: session s1, system_prompt", Why.HUGE),
    ]


def test_more_values_than_can_be_listed_are_counted(
    store: FakeStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "MOST", 3)
    for number in range(5):
        store.user("s1", f"take {token(number)}", 9 - number)
    scan_ = look(store, gate)
    assert (len(scan_.run()[0]), scan_.more) == (3, 2)


def test_the_store_is_only_read(store: FakeStore, gate: Gate) -> None:
    fill_me = spoken(store, 3)
    store.commit()
    before = store.path.read_bytes()
    with sqlite3.connect(store.path) as writer:  # a writer in the middle of its work hinders nobody
        writer.execute("BEGIN IMMEDIATE")
        assert len(look(store, gate).run()[0]) == len(fill_me)
        writer.execute("ROLLBACK")
    assert store.path.read_bytes() == before


def test_two_hundred_secrets_in_a_short_history_are_each_reported(tmp_path: Path) -> None:
    made = fill(tmp_path / "state.db", 400_000, 200)
    found, out, memory = scan(tmp_path)
    gate = Gate.from_home(tmp_path, key=load_key(tmp_path / "safedigest" / "key"))
    assert len(set(made)) == 200
    assert {gate.fingerprint(value) for value in made} <= {one["fingerprint"] for one in found}
    assert not any(value in out for value in made)
    assert memory < 200 * 1024


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="takes many minutes: pytest -m slow")
def test_two_hundred_secrets_in_a_hundred_megabytes_are_each_reported(tmp_path: Path) -> None:
    made = fill(tmp_path / "state.db", 100 * MEGABYTE, 200)
    assert (tmp_path / "state.db").stat().st_size > 100 * MEGABYTE
    found, out, memory = scan(tmp_path)
    gate = Gate.from_home(tmp_path, key=load_key(tmp_path / "safedigest" / "key"))
    assert {gate.fingerprint(value) for value in made} <= {one["fingerprint"] for one in found}
    assert not any(value in out for value in made)
    assert memory < 200 * 1024
