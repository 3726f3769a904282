"""Sync on read: brings the feed up to date before it is read, if anything has changed, and within bounds.

Standard library only. Invariants: one look at some files where nothing has changed; otherwise one tick of the
installation that wrote this plugin, in a process of its own that is given none of the host's keys. It is waited for a
bounded time and then left to end by itself: the feed that is there is whole, and the next turn finds the new one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from enum import Enum
from pathlib import Path

from . import files, watermark

INSTALL = "install.json"  # beside this file: which Python runs the ticks
PATIENCE = 3.0  # seconds
# What a process needs to run; the rest of the environment holds the host's keys.
_PASSED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "HERMES_TIMEZONE")
_PASSED_WINDOWS = ("SYSTEMROOT", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP")
_running: list[subprocess.Popen[bytes]] = []  # ticks that were left to end by themselves


class Freshness(Enum):
    """How the feed stands to the store."""

    CURRENT = "current"  # nothing has changed since the last sync
    SYNCED = "synced"
    BEHIND = "behind"  # the sync failed, or was not over in time


def bring(home: Path, now: float, patience: float = PATIENCE) -> Freshness:
    """Bring the feed of a home up to date, waiting at most ``patience`` seconds. Raises OSError, ValueError."""
    if watermark.unchanged(home / "safedigest", now):
        return Freshness.CURRENT
    return Freshness.SYNCED if tick(home, patience) else Freshness.BEHIND


def tick(home: Path, patience: float) -> bool:
    """Run one tick for a home; False where it failed or was not over in ``patience`` seconds."""
    _running[:] = [process for process in _running if process.poll() is None]
    process = _running.pop() if _running else _start(home)
    try:
        return process.wait(patience) == 0
    except subprocess.TimeoutExpired:
        _running.append(process)
        return False


def _start(home: Path) -> subprocess.Popen[bytes]:
    python, root = _installation()
    passed = {name: os.environ[name] for name in (*_PASSED, *_PASSED_WINDOWS) if name in os.environ}
    passed["HERMES_HOME"] = str(home)
    if root:
        passed["PYTHONPATH"] = root
    # -P: what lies in the folder that the host works in is not ours.
    command = [python, "-P", "-m", "safedigest.tick", "--home", str(home)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=passed, cwd=home)  # noqa: S603  ours


def _installation() -> tuple[str, str]:
    """Return the Python to run, and the folder it must look into beside its own; as a package we run in ours."""
    data = files.read(Path(__file__).with_name(INSTALL))
    if data:
        return str(data["python"]), str(data.get("root") or "")
    return sys.executable, ""
