"""What was masked, told once and without a value."""

from __future__ import annotations

import json
import random
import secrets
import stat
import string
import sys
from pathlib import Path

import pytest

from safedigest import audit
from safedigest.audit import Item, Length, items, record, verify
from safedigest.errors import WriteError
from safedigest.model import Segment
from safedigest.text import Masked
from tests.talks import at, exchange, mask, masked, segment

KEY = secrets.token_bytes(32)
NOW = at("12:00")


def some(count: int, seed: int = 0) -> list[Item]:
    dice = random.Random(seed)
    return [
        Item("a-rule", "password", "cli", "s", number, "user", Length.LONG, f"{dice.getrandbits(64):016x}")
        for number in range(count)
    ]


def told(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def talk() -> Segment[Masked]:
    question = masked("密码是 ", mask(rule="spoken", fingerprint="ab" * 8))
    answer = masked(
        "记下 ", mask(rule="spoken", fingerprint="ab" * 8), " 和 ", mask("sk...x", "openai", "vendor-token")
    )
    return segment([exchange(question, answer, NOW)])


def test_every_mask_is_an_item_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "safedigest" / "audit.jsonl"
    one = talk()
    assert record(path, items([one]), now=NOW, key=KEY) == 3
    first, second, third = told(path)
    assert {
        key: first[key] for key in ("time", "rule", "kind", "end", "session", "message", "role", "length")
    } == {
        "time": "2026-12-01T04:00:00Z",
        "rule": "spoken",
        "kind": "password",
        "end": "weixin",
        "session": "session-weixin",
        "message": one.exchanges[0].question.id,
        "role": "user",
        "length": "16-31",
    }
    assert first["fingerprint"] == second["fingerprint"] == "ab" * 8
    assert (second["role"], third["rule"]) == ("assistant", "openai")


def test_nothing_of_a_value_is_told(tmp_path: Path) -> None:
    dice = random.Random(1)
    value = "".join(dice.choices(string.ascii_letters + string.digits, k=40))
    hidden = mask(f"{value[:3]}...{value[-4:]}")
    path = tmp_path / "audit.jsonl"
    record(path, items([segment([exchange(masked("key ", hidden), None, NOW)])]), now=NOW, key=KEY)
    text = path.read_text(encoding="ascii")
    assert text.count("\n") == 1
    assert hidden.shown not in text
    assert not any(value[start : start + 8] in text for start in range(len(value) - 7))


def test_a_tick_that_masks_nothing_new_adds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    found = items([talk()])
    record(path, found, now=NOW, key=KEY)
    before = path.read_bytes()
    assert record(path, found, now=NOW + 300, key=KEY) == 0
    assert path.read_bytes() == before
    assert record(path, [*found, *some(1)], now=NOW, key=KEY) == 1


def test_the_same_value_in_a_message_is_the_same_item_whatever_rule_finds_it(tmp_path: Path) -> None:
    first, second = (
        Item(rule, "password", "cli", "s", 1, "user", Length.LONG, "ab" * 8)
        for rule in ("spoken", "remembered")
    )
    path = tmp_path / "audit.jsonl"
    assert record(path, [first], now=NOW, key=KEY) == 1
    assert record(path, [second], now=NOW, key=KEY) == 0


def test_no_masks_no_file(tmp_path: Path) -> None:
    assert record(tmp_path / "audit.jsonl", [], now=NOW, key=KEY) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("characters", "kind"),
    [
        (0, "1-7"),
        (7, "1-7"),
        (8, "8-15"),
        (15, "8-15"),
        (16, "16-31"),
        (32, "32-63"),
        (64, "64+"),
        (9999, "64+"),
    ],
)
def test_lengths_are_told_in_classes(characters: int, kind: str) -> None:
    assert Length.of(characters).value == kind


def test_the_chain_holds_over_many_runs(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    for seed in range(5):
        record(path, some(3, seed), now=NOW + seed, key=KEY)
    assert len(told(path)) == 15
    assert verify(path, KEY) is None
    assert verify(path, secrets.token_bytes(32)) == (path, 1)


@pytest.mark.parametrize("change", ["edit", "drop", "swap", "add", "tail"])
def test_a_changed_line_is_found(tmp_path: Path, change: str) -> None:
    path = tmp_path / "audit.jsonl"
    record(path, some(4), now=NOW, key=KEY)
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    match change:
        case "edit":
            lines[1] = lines[1].replace("a-rule", "b-rule")
        case "drop":
            del lines[1]
        case "swap":
            lines[1:3] = lines[2], lines[1]
        case "add":
            lines.insert(1, lines[0])
        case _:
            lines[1] = lines[1].replace("}", ',"x":1}')
    path.write_text("".join(lines), encoding="ascii")
    assert verify(path, KEY) == (path, 2)


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_line_that_a_crash_cut_off_is_removed(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "audit.jsonl"
    record(path, some(3), now=NOW, key=KEY)
    path.write_bytes(path.read_bytes()[:-cut])
    assert record(path, some(3), now=NOW, key=KEY) == 1
    assert len(told(path)) == 3
    assert verify(path, KEY) is None


def test_a_full_file_is_put_aside_and_what_it_tells_stays_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MOST_BYTES", 2000)
    path = tmp_path / "audit.jsonl"
    for seed in range(12):
        record(path, some(5, seed), now=NOW, key=KEY)
        assert record(path, some(5, seed), now=NOW, key=KEY) == 0
    names = sorted(entry.name for entry in tmp_path.iterdir())
    assert names == ["audit.1.jsonl", "audit.2.jsonl", "audit.3.jsonl", "audit.4.jsonl", "audit.jsonl"]
    assert all(entry.stat().st_size < 4000 for entry in tmp_path.iterdir())
    assert verify(path, KEY) is None


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_it_is_private(tmp_path: Path) -> None:
    path = tmp_path / "safedigest" / "audit.jsonl"
    record(path, some(1), now=NOW, key=KEY)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["os.fsync", "os.open"])
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(step, full)
    with pytest.raises(WriteError, match="audit cannot be written"):
        record(tmp_path / "audit.jsonl", some(1), now=NOW, key=KEY)
