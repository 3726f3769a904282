"""A long text in parts reads as one that is masked in one go, whoever masks the parts."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.interface import Scan, Span
from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.model import Kind
from safedigest.report.found import Found, Outcome
from safedigest.scan import parts, run, texts
from safedigest.scan.run import FileScan
from safedigest.text import EMPTY
from tests.scan.bulk import PLANTS, log

GATE = Gate(Gate.default()._finder, secrets.token_bytes(32))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts so small that a test has several."""
    monkeypatch.setattr(parts, "LEAST", 40_000)
    monkeypatch.setattr(parts, "MOST", 160_000)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(texts, "_WHOLE", 50_000)
    monkeypatch.setattr(run, "_LONG", 50_000)


def planted(seed: int, size: int, mark: str = "\n") -> str:
    """Return a text with a token every few thousand characters."""
    random, rows, length = Random(seed), [], 0
    while length < size:
        rows.append(log(random, 3_000).replace("\n", mark) + mark)
        rows.append(f"token {make(random.choice(PLANTS), random).text}{mark}")
        length += len(rows[-1]) + len(rows[-2])
    return "".join(rows)


def look(path: Path, gate: Gate = GATE, *, fix: bool = False) -> Outcome:
    scan = FileScan(lambda _: gate, fix=fix)
    scan.steps(iter([path]))
    return scan.outcome()


def told(found: tuple[Found, ...]) -> list[tuple[int, int, str, str]]:
    return [(one.place.line, one.place.column, one.rule, one.fingerprint) for one in found]


@pytest.mark.parametrize("processes", [1, 2])
def test_parts_give_what_the_whole_gives(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processes)
    text = planted(1, 200_000)
    pieces = list(parts.masked(GATE, parts.blocks(text), len(text)))
    assert len(pieces) > 3
    assert "".join(raw or "" for _, raw in pieces[:-2]) == text[: sum(len(raw or "") for _, raw in pieces)]
    whole = EMPTY.join(masked for masked, _ in pieces)
    assert [m.fingerprint for m in whole.masks] == [m.fingerprint for m in GATE.mask_window(text).masks]
    assert str(whole) == str(GATE.mask_window(text))


def test_a_long_file_is_told_line_by_line_as_a_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "f").write_text(planted(2, 150_000))
    long = look(tmp_path / "f")
    monkeypatch.setattr(run, "_LONG", 1 << 30)
    monkeypatch.setattr(texts, "_WHOLE", 1 << 30)
    assert told(long.found) == told(look(tmp_path / "f").found)
    assert len(long.found) > 40


def test_a_text_in_one_line_goes_through_one_stream(tmp_path: Path) -> None:
    text = planted(3, 400_000, " ")
    pieces = list(parts.masked(GATE, parts.blocks(text), len(text)))
    assert all(raw is None for _, raw in pieces)
    assert len(EMPTY.join(masked for masked, _ in pieces).masks) == len(GATE.mask_window(text).masks)


class Failing:
    """A detector that cannot do one text, and says what stands in it."""

    keywords = ("boom",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        raise ValueError(scan.shadow.text)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_part_that_fails_is_withheld_and_the_others_are_not(
    processes: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processes)
    text = planted(4, 60_000) + "boom\n" + planted(5, 100_000)
    gate = Gate(Finder([*GATE._finder._detectors, Failing()]))
    pieces = [masked for masked, _ in parts.masked(gate, parts.blocks(text), len(text))]
    held = [any(mask.kind == Kind.WITHHELD.value for mask in masked.masks) for masked in pieces]
    assert held.count(True) == 1
    assert sum(len(masked.masks) for masked in pieces) > 10
    assert capfd.readouterr() == ("", "")


def test_what_a_killed_process_had_is_masked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed:
        def result(self) -> None:
            raise BrokenExecutor

    text = planted(6, 30_000)
    masked, raw = parts._result(GATE, parts.Part("", text, ""), Killed())  # type: ignore[arg-type]
    assert raw == text
    assert str(masked) == str(GATE.mask_window(text))


def test_a_file_that_is_too_long_to_be_changed_is_read_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "MOST_WHOLE", 60_000)
    (tmp_path / "f").write_text(text := planted(7, 90_000))
    outcome = look(tmp_path / "f", fix=True)
    assert outcome.found and not outcome.fixed
    assert [trouble.what for trouble in outcome.troubles] == ["more than 0 MB; it was read and not changed"]
    assert (tmp_path / "f").read_text() == text


def test_a_long_file_of_another_form_is_read_in_it(tmp_path: Path) -> None:
    text = planted(8, 120_000)
    (tmp_path / "f").write_bytes(text.encode("utf-16"))
    outcome = look(tmp_path / "f")
    assert len(outcome.found) == len(GATE.mask_window(text).masks)
    assert outcome.notes == (f"{tmp_path / 'f'}: read as UTF-16-LE",)
