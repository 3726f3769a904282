"""The host's jobs as they are read from its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from safedigest.errors import ConfigError
from safedigest.install.jobs import jobs, with_script
from safedigest.install.site import minutes_of


def write(home: Path, data: object) -> None:
    """Write the file."""
    (home / "cron").mkdir(exist_ok=True)
    (home / "cron" / "jobs.json").write_text(json.dumps(data))


def test_a_job_is_read(tmp_path: Path) -> None:
    row = {
        "id": "a1",
        "script": "/somewhere/scripts/tick.py",
        "schedule": {"kind": "interval", "minutes": 5},
        "no_agent": True,
        "deliver": ["local"],
        "last_status": "ok",
    }
    write(tmp_path, {"jobs": [row]})
    (job,) = with_script(tmp_path, "tick.py")
    assert (job.id, job.minutes, job.enabled, job.local, job.status) == ("a1", 5, True, True, "ok")


@pytest.mark.parametrize(
    ("more", "local"),
    [
        ({"no_agent": False}, False),
        ({"deliver": "telegram"}, False),
        ({"deliver": ["local", "weixin"]}, False),
        ({}, True),
    ],
)
def test_only_a_job_without_model_and_chat_is_local(
    tmp_path: Path, more: dict[str, object], *, local: bool
) -> None:
    write(tmp_path, {"jobs": [{"id": "a", "no_agent": True, "deliver": "local", **more}]})
    assert jobs(tmp_path)[0].local is local


@pytest.mark.parametrize("more", [{"enabled": False}, {"state": "paused"}, {"state": "completed"}])
def test_a_job_that_rests_is_not_enabled(tmp_path: Path, more: dict[str, object]) -> None:
    write(tmp_path, [{"id": "a", **more}])
    assert not jobs(tmp_path)[0].enabled


@pytest.mark.parametrize(
    "schedule", [{"kind": "once", "minutes": 5}, {"kind": "interval", "minutes": "5"}, "5m", None]
)
def test_what_does_not_recur_has_no_minutes(tmp_path: Path, schedule: object) -> None:
    write(tmp_path, {"jobs": [{"id": "a", "schedule": schedule}]})
    assert jobs(tmp_path)[0].minutes == 0


@pytest.mark.parametrize("data", [None, 7, {"jobs": 7}, {"jobs": [7]}, []])
def test_an_odd_file_has_no_jobs(tmp_path: Path, data: object) -> None:
    write(tmp_path, data)
    assert jobs(tmp_path) == ()


def test_no_file_has_no_jobs(tmp_path: Path) -> None:
    assert jobs(tmp_path) == ()


@pytest.mark.parametrize(("every", "minutes"), [("5m", 5), (" every 5M ", 5), ("2h", 120), ("1440m", 1440)])
def test_a_pace_is_read(every: str, minutes: int) -> None:
    assert minutes_of(every) == minutes


@pytest.mark.parametrize("every", ["", "5", "0m", "25h", "5 m", "*/5 * * * *", "5s", "-5m"])
def test_any_other_pace_is_refused(every: str) -> None:
    with pytest.raises(ConfigError, match="--every"):
        minutes_of(every)
