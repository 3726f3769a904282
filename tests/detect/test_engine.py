"""The engine: one search for all keywords; each detector gets its own hits and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Hit, Scan, Span, Turn
from safedigest.model import Kind, Role


class Recorder:
    """Keeps the scans it was given."""

    def __init__(self, *keywords: str) -> None:
        self.keywords: Sequence[str] = keywords
        self.scans: list[Scan] = []

    def find(self, scan: Scan, /) -> Iterable[Span]:
        self.scans.append(scan)
        return [Span(hit.start, hit.end, "r", Kind.PASSWORD) for hit in scan.hits]


def test_a_detector_is_asked_only_where_its_keyword_stands() -> None:
    one, two = Recorder("alpha"), Recorder("beta")
    finder = Finder([one, two])
    finder.find(fold("an ALPHA here"))
    assert [scan.hits for scan in one.scans] == [[Hit(0, 3, 8)]]
    assert two.scans == []


def test_a_keyword_of_two_detectors_and_overlapping_ones_reach_all() -> None:
    one, two = Recorder("ab", "abc"), Recorder("bc", "ab")
    Finder([one, two]).find(fold("xabc"))
    assert one.scans[0].hits == [Hit(0, 1, 3), Hit(1, 1, 4)]
    assert two.scans[0].hits == [Hit(1, 1, 3), Hit(0, 2, 4)]


def test_a_detector_without_keywords_is_always_asked() -> None:
    always, before = Recorder(), [Turn(Role.USER, fold("earlier"))]
    Finder([always, Recorder("zzz")]).find(fold("x"), Role.ASSISTANT, before)
    (scan,) = always.scans
    assert (scan.role, list(scan.before), list(scan.hits)) == (Role.ASSISTANT, before, [])


def test_no_detectors_find_nothing() -> None:
    assert Finder([]).find(fold("x")) == []


def test_a_disguised_keyword_is_a_hit() -> None:
    one = Recorder("key")
    Finder([one]).find(fold("Ｋ\u200bｅy"))
    assert one.scans[0].hits == [Hit(0, 0, 3)]


def test_a_long_row_of_one_character_is_not_a_million_hits() -> None:
    one = Recorder("aaaa")
    start = time.process_time()
    Finder([one]).find(fold("A" * 400_000))
    assert len(one.scans[0].hits) < 200
    assert time.process_time() - start < 2


def test_what_follows_a_long_row_keeps_its_place() -> None:
    one = Recorder("key")
    text = "-" * 30_000 + "key" + "=" * 30_000 + "key"
    Finder([one]).find(fold(text))
    assert [hit.start for hit in one.scans[0].hits] == [30_000, 60_003]
