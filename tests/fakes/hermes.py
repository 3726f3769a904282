"""A Hermes of our own making: what install, doctor and verify ask of the real one, without starting it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from safedigest.install.host import Host, Ran

DEFAULT_SOUL: Final = "You are a host of the tests, with a default of your own.\n"
_STAMP: Final = "2026-12-01T10:00:0{}+00:00"


@dataclass(frozen=True, slots=True)
class FakeHermes(Host):
    """Keeps jobs and consents in the files where Hermes keeps them; ``ran`` are the commands that it was given."""

    release: str = "0.19.0"
    ran: list[tuple[str, ...]] = field(default_factory=list)
    job_fails: bool = False

    def run(self, home: Path, *words: str, cwd: Path | None = None, patience: float = 0) -> Ran:  # noqa: ARG002
        """Do what a command of Hermes does."""
        self.ran.append(words)
        match words:
            case ("cron", "create", schedule, *rest):
                return Ran(0, f"Created job: {_create(home, schedule, rest)}\n  Schedule: {schedule}\n")
            case ("cron", ("pause" | "resume" | "remove" | "run") as verb, job):
                return self._change(home, verb, job)
            case ("hooks", "revoke", command):
                with _kept(home / "shell-hooks-allowlist.json") as data:
                    data["approvals"] = [row for row in data["approvals"] if row["command"] != command]
                return Ran(0, "")
            case ("chat", *_, question):
                return Ran(0, f"an answer to {question}\nsession_id: s-1\n")
        return Ran(0, "")

    def ask(self, home: Path, **questions: Any) -> dict[str, Any]:
        """Answer as Hermes' own code does."""
        answers: dict[str, Any] = {}
        for name, asked in questions.items():
            match name:
                case "version":
                    answers[name] = self.release
                case "default_soul":
                    answers[name] = DEFAULT_SOUL
                case "legacy_soul":
                    answers[name] = False
                case "soul":
                    answers[name] = _soul(home)
                case "prompt":
                    answers[name] = f"# Project Context\n\n{_read(Path(asked) / 'AGENTS.md')}"
                case "scan":
                    answers[name] = [_scanned(text) for _, text in asked]
                case "approve":
                    with _kept(home / "shell-hooks-allowlist.json") as data:
                        data.setdefault("approvals", []).append({"command": asked})
                    answers[name] = True
        return answers

    def _change(self, home: Path, verb: str, job: str) -> Ran:
        with _kept(home / "cron" / "jobs.json") as data:
            rows = [row for row in data["jobs"] if row["id"] == job]
            if not rows:
                return Ran(1, "no such job")
            if verb == "remove":
                data["jobs"].remove(rows[0])
            elif verb == "run":
                rows[0]["last_status"] = "error" if self.job_fails else "ok"
                rows[0]["last_run_at"] = _STAMP.format(len(self.ran) % 10)
            else:
                rows[0]["enabled"] = verb == "resume"
        return Ran(0, "Ran now: failed." if verb == "run" and self.job_fails else "")


def hermes(folder: Path, **how: Any) -> FakeHermes:
    """Return a Hermes whose command is said to lie in ``folder``."""
    return FakeHermes(folder / "hermes", folder / "python", **how)


def add_job(home: Path, script: str, **more: object) -> str:
    """Give a home a job and return its id."""
    job = _create(home, "every 5m", ["--script", script, "--no-agent", "--deliver", "local"])
    with _kept(home / "cron" / "jobs.json") as data:
        data["jobs"][-1].update(more)
    return job


def jobs(home: Path) -> list[dict[str, Any]]:
    """Return the jobs of a home."""
    path = home / "cron" / "jobs.json"
    found: list[dict[str, Any]] = json.loads(path.read_text())["jobs"] if path.exists() else []
    return found


def _create(home: Path, schedule: str, rest: list[str]) -> str:
    options = dict(zip(rest, [*rest[1:], ""], strict=True))
    with _kept(home / "cron" / "jobs.json") as data:
        rows = data.setdefault("jobs", [])
        row = {
            "id": f"job{len(rows)}{len(options)}",
            "name": options.get("--name"),
            "script": options.get("--script"),
            "no_agent": "--no-agent" in options,
            "deliver": options.get("--deliver"),
            "schedule": {"kind": "interval", "minutes": int(schedule.rpartition(" ")[2].removesuffix("m"))},
            "enabled": True,
        }
        rows.append(row)
    return str(row["id"])


def _soul(home: Path) -> str:
    path = home / "SOUL.md"
    if not path.exists():
        path.write_text(DEFAULT_SOUL)
    return _read(path)


def _scanned(text: str) -> str:
    return "[BLOCKED: it contained (role_pretend)]" if "pretend you are" in text else ""


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


@contextmanager
def _kept(path: Path) -> Iterator[dict[str, Any]]:
    data = json.loads(path.read_text()) if path.exists() else {}
    yield data
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data))
