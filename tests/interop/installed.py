"""A home of the real Hermes, and our commands run on it as a person runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from safedigest.config import load_config
from safedigest.doctor import Check, Patient, examine
from safedigest.install import ledger
from safedigest.install.host import find_host
from tests.interop.hermes import ROOT
from tests.interop.server import MODEL, ModelServer

CONFIG: Final = """\
# settings of this home
model: {{default: {model}, provider: custom, base_url: "{url}", api_key: none}}
auxiliary: {{title_generation: {{enabled: false}}}}
agent: {{environment_probe: false}}
"""
# What Hermes writes by itself while it runs.
HERMES_OWN: Final = (
    "logs",
    "cron",
    "sessions",
    "state.db",
    "cache",
    "memories",
    "skills",
    "bin",
    "backups",
    "audio_cache",
)


@dataclass
class Home:
    """One home, one Hermes, one model server.

    ``user`` is who runs Hermes, ``python`` has safedigest.
    """

    path: Path
    command: Path
    server: ModelServer
    user: int | None = None
    python: Path = Path(sys.executable)

    @property
    def environment(self) -> dict[str, str]:
        """What every process in it is given."""
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        path = os.pathsep.join([str(self.command.parent), os.environ["PATH"]])
        return {**kept, "PATH": path, "HOME": str(self.path), "HERMES_HOME": str(self.path)}

    def settle(self) -> None:
        """Write the settings of Hermes, as a person has them before."""
        (self.path / "config.yaml").write_text(CONFIG.format(model=MODEL, url=self.server.url))

    def ours(self, *words: str, code: int = 0) -> str:
        """Run our command and return what it printed; it must end with ``code``."""
        command = [str(self.python), "-m", "safedigest", *words]
        env = {**self.environment, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, cwd=self.path, check=False, timeout=300
        )
        assert done.returncode == code, done.stdout[-3000:] + done.stderr[-2000:]
        return done.stdout + done.stderr

    def hermes(self, *words: str, cwd: Path | None = None) -> str:
        """Run Hermes' command and return what it printed, however it ended: some die after their work."""
        done = subprocess.run(
            [self.command, *words],
            env=self.environment,
            cwd=cwd or self.path,
            user=self.user,
            group=self.user,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        return done.stdout

    def talks(self) -> set[str]:
        """Return the ids of the sessions that Hermes lists."""
        return {line.split()[-1] for line in self.hermes("sessions", "list").splitlines() if line.strip()}

    def prompt(self, question: str, cwd: Path | None = None) -> str:
        """Ask in a new session and return the system prompt that was sent with it."""
        self.server.requests.clear()
        self.hermes("chat", "-Q", "-q", question, cwd=cwd)
        request = next(r for r in self.server.requests if question in str(r["messages"][-1]["content"]))
        return str(request["messages"][0]["content"])

    def shell(self, line: str) -> None:
        """Run a line as a person types it, such as the fix of a problem."""
        env = {**self.environment, "PYTHONPATH": str(ROOT)}
        subprocess.run(
            ["bash", "-c", line], env=env, check=True, capture_output=True, cwd=self.path, timeout=300
        )

    def problems(self, now: float) -> dict[str, Check]:
        """Return what the doctor finds wrong, by name."""
        host = find_host(self.command)
        record = ledger.load(self.path) or ledger.Ledger()
        patient = Patient(self.path, host, load_config(self.path), record, now)
        return {check.name: check for check in examine(patient) if not check.ok}

    def tree(self) -> dict[str, bytes]:
        """Return every file but Hermes' own and those in our folder."""
        return {
            str(path.relative_to(self.path)): path.read_bytes()
            for path in sorted(self.path.rglob("*"))
            if path.is_file()
            and not str(path.relative_to(self.path)).startswith((*HERMES_OWN, ".", "safedigest/"))
        }

    def jobs(self) -> list[dict[str, Any]]:
        """Return the cron jobs that Hermes knows."""
        path = self.path / "cron" / "jobs.json"
        found: list[dict[str, Any]] = json.loads(path.read_text())["jobs"] if path.exists() else []
        return found
