"""Counts by day, end and kind."""

from __future__ import annotations

from pathlib import Path

from safedigest.audit import Item, Length, Told
from safedigest.plugin import shown
from safedigest.tally import Tally, tally

DAY = 86_400.0
NOON = 1_796_126_400.0  # 2026-12-01 12:00 UTC


def told(time: float, end: str, kind: str) -> Told:
    return Told(time, Item("a-rule", kind, end, "s", 1, "user", Length.LONG, "bcdfghjklmnpqrst"))


def some(folder: Path) -> Tally:
    shown.record(folder, "s", "cli", 70, NOON)
    return tally(
        [
            told(NOON, "cli", "password"),
            told(NOON + 60, "cli", "password"),
            told(NOON - 3 * DAY, "telegram", "pin"),
        ],
        folder,
    )


def test_everything_can_be_counted_alone_and_together(tmp_path: Path) -> None:
    counts = some(tmp_path)
    assert (counts.count(), counts.count("2026-12-01"), counts.count(end="telegram")) == (3, 2, 1)
    assert counts.count("2026-12-01", "cli", "password") == 2
    assert counts.count("2026-12-01", "telegram") == 0
    assert (counts.days, counts.ends) == (["2026-11-28", "2026-12-01"], ["cli", "telegram"])
    assert counts.pairs == [("cli", "password"), ("telegram", "pin")]
    assert counts.shown == {"2026-12-01": {"cli": (1, 70)}}


def test_the_last_days_have_no_gap(tmp_path: Path) -> None:
    assert some(tmp_path).last(5) == ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"]
    assert tally([], tmp_path / "none").last(5) == []
