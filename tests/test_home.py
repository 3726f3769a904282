"""The clock of a home."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from safedigest.home import home_zone, machine_zone

MOMENT = datetime(2026, 7, 1, 12, tzinfo=UTC)


def hour(home: Path) -> int:
    return MOMENT.astimezone(home_zone(home)).hour


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HERMES_HOME", "HERMES_TIMEZONE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TZ", "Pacific/Honolulu")


@pytest.mark.parametrize(
    "line",
    [
        "timezone: Asia/Shanghai",
        'timezone: "Asia/Shanghai"  # where I live',
        "model: x\r\ntimezone: 'Asia/Shanghai'\r\nother: y",
    ],
)
def test_the_zone_stands_in_the_configuration(tmp_path: Path, line: str) -> None:
    (tmp_path / "config.yaml").write_bytes(line.encode())
    assert hour(tmp_path) == 20


def test_a_zone_of_something_else_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("calendar:\n  timezone: Asia/Shanghai\n")
    assert hour(tmp_path) == 2


def test_the_environment_file_goes_before_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("timezone: Asia/Shanghai\n")
    (tmp_path / ".env").write_text("X=1\nexport HERMES_TIMEZONE=Asia/Tokyo\n")
    assert hour(tmp_path) == 21


def test_the_environment_speaks_for_its_own_home_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setenv("HERMES_HOME", str(tmp_path))
    monkeypatch.setenv("HERMES_TIMEZONE", "Asia/Tokyo")
    assert hour(tmp_path) == 21
    assert hour(other) == 2


@pytest.mark.parametrize("name", ["Nowhere/Atall", "../../etc/passwd", "''"])
def test_what_is_no_zone_falls_through_to_the_machine(tmp_path: Path, name: str) -> None:
    (tmp_path / "config.yaml").write_text(f"timezone: {name}\n")
    assert hour(tmp_path) == 2


def test_the_machine_has_a_zone_without_any_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ")
    time.tzset()
    assert MOMENT.astimezone(machine_zone()).utcoffset() == MOMENT.astimezone().utcoffset()


def test_a_machine_without_zone_files_has_its_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "no zone")

    def refuse(*_: object, **__: object) -> object:
        raise FileNotFoundError(os.devnull)

    monkeypatch.setattr(Path, "open", refuse)
    assert MOMENT.astimezone(machine_zone()).utcoffset() is not None
