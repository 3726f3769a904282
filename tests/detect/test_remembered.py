"""Values of earlier runs, known by fingerprint."""

from __future__ import annotations

from pathlib import Path

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.remembered import DAYS, MOST, Memory, RememberedDetector
from tests.detect.speaking import digits, password

_KEY = b"k" * 32
_NOW = 1_800_000_000.0


def test_a_value_is_known_in_a_later_run(tmp_path: Path) -> None:
    value, file = password(), tmp_path / "remembered.json"
    memory = Memory(_KEY)
    memory.note(value, _NOW)
    file.write_bytes(memory.encode())
    later = Memory.load(file, _KEY, _NOW + 60)
    text = fold(f"再试一次 {value} 行不行")
    spans = Finder([RememberedDetector(later)]).find(text)
    assert [text.text[s.start : s.end] for s in spans] == [value]


def test_the_file_holds_no_value_and_is_useless_without_the_key() -> None:
    value = password()
    memory = Memory(_KEY)
    memory.note(value, _NOW)
    assert value.encode() not in memory.encode()
    assert Memory(b"other").fingerprint(value) != memory.fingerprint(value)


def test_words_numbers_and_short_values_are_not_remembered() -> None:
    memory = Memory(_KEY)
    for value in ("password", digits(6), "a1b2", "src/main.py", "***"):
        memory.note(value, _NOW)
    assert len(memory) == 0


def test_old_values_are_forgotten_and_the_newest_are_kept(tmp_path: Path) -> None:
    memory = Memory(_KEY)
    values = [f"{password()}{number}" for number in range(MOST + 5)]
    for age, value in enumerate(values):
        memory.note(value, _NOW - age)
    file = tmp_path / "remembered.json"
    file.write_bytes(memory.encode())
    assert len(Memory.load(file, _KEY, _NOW)) == MOST
    assert len(Memory.load(file, _KEY, _NOW + DAYS * 86_400)) == 0


def test_an_odd_file_is_an_empty_memory(tmp_path: Path) -> None:
    file = tmp_path / "remembered.json"
    for text in ("", "[]", '{"seen": 3}', "\x00"):
        file.write_text(text, encoding="utf-8")
        assert len(Memory.load(file, _KEY, _NOW)) == 0
