"""How much was shown, by day and end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from safedigest.plugin import shown

DAY = 86_400.0
NOON = 1_796_126_400.0  # 2026-12-01 12:00 UTC


def test_turns_and_characters_are_counted_by_day_and_end(tmp_path: Path) -> None:
    shown.record(tmp_path, "s1", "cli", 100, NOON)
    shown.record(tmp_path, "s1", "cli", 30, NOON + 60)
    shown.record(tmp_path, "s2", "telegram", 7, NOON + 120)
    shown.record(tmp_path, "s1", "cli", 5, NOON + DAY)
    assert shown.days(tmp_path) == {
        "2026-12-01": {"cli": (2, 130), "telegram": (1, 7)},
        "2026-12-02": {"cli": (1, 5)},
    }
    assert shown.left_today(tmp_path, "s1", NOON + DAY) == shown.DAY_BUDGET - 5


def test_old_days_are_dropped(tmp_path: Path) -> None:
    for day in range(95):
        shown.record(tmp_path, "s1", "cli", 1, NOON + day * DAY)
    assert len(shown.days(tmp_path)) == 90
    assert min(shown.days(tmp_path)) == "2026-12-06"


@pytest.mark.parametrize(
    "days", [None, 3, [], {"x": {}}, {"2026-12-01": 3}, {"2026-12-01": {"cli": 4}}], ids=str
)
def test_odd_counts_are_none_and_cost_no_showing(tmp_path: Path, days: object) -> None:
    talks = {"s1": {"end": "cli", "time": "2026-12-01T12:00:00+00:00", "chars": 10}}
    (tmp_path / shown.FILE).write_text(json.dumps({"version": 1, "talks": talks, "days": days}))
    assert shown.days(tmp_path) == {}
    shown.record(tmp_path, "s1", "cli", 5, NOON)
    assert shown.days(tmp_path) == {"2026-12-01": {"cli": (1, 5)}}
    assert shown.left_today(tmp_path, "s1", NOON) == shown.DAY_BUDGET - 15
