"""Hermes' cron jobs, read from ``cron/jobs.json``; they are changed by Hermes' own command only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Final

FILE: Final = ("cron", "jobs.json")
SCRIPT: Final = "safedigest-tick.py"
OLD_SCRIPT: Final = "sync-digest.py"  # that of the notes this project began with


@dataclass(frozen=True, slots=True)
class Job:
    """One job. ``minutes`` is 0 where no interval recurs; ``last`` and ``next`` are Hermes' time stamps."""

    id: str
    script: str
    minutes: int
    enabled: bool
    agent: bool
    deliver: str
    last: str
    next: str
    status: str

    @property
    def local(self) -> bool:
        """Whether it runs without a model and posts nothing to a chat."""
        return not self.agent and self.deliver == "local"


def jobs(home: Path) -> tuple[Job, ...]:
    """Return the jobs of a home; none where the file is missing or odd."""
    try:
        data = json.loads(home.joinpath(*FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    rows = data.get("jobs") if isinstance(data, dict) else data
    return tuple(_job(row) for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()


def with_script(home: Path, script: str) -> tuple[Job, ...]:
    """Return the jobs that run a script of that name."""
    return tuple(job for job in jobs(home) if job.script == script)


def _job(row: Mapping[str, Any]) -> Job:
    schedule = row.get("schedule")
    interval = isinstance(schedule, dict) and schedule.get("kind") == "interval"
    minutes = schedule.get("minutes") if isinstance(schedule, dict) and interval else 0
    deliver = row.get("deliver")
    return Job(
        id=str(row.get("id") or ""),
        script=PurePath(str(row.get("script") or "")).name,
        minutes=minutes if isinstance(minutes, int) else 0,
        enabled=row.get("enabled") is not False and row.get("state") not in ("paused", "completed"),
        agent=not row.get("no_agent"),
        deliver=",".join(map(str, deliver)) if isinstance(deliver, list) else str(deliver or "local"),
        last=str(row.get("last_run_at") or ""),
        next=str(row.get("next_run_at") or ""),
        status=str(row.get("last_status") or ""),
    )
