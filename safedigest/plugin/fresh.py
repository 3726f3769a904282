"""Sync on read: brings the feed up to date before it is read, if anything has changed, and within bounds.

Standard library only. Invariants: one look at some files where nothing has changed; otherwise one tick of the
installation that wrote this plugin, in a process of its own that is given none of the host's keys. It is waited for a
bounded time and then left to end by itself: the feed that is there is whole, and the next turn finds the new one. A
sync that is at work already may have looked too early: it is waited for, and then one is run, one at a time.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from enum import Enum

from . import files, watermark
from .records import dataclass

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    import subprocess

INSTALL = "install.json"  # beside this file: which Python runs the ticks
PATIENCE = 3.0  # seconds
# What a process needs to run; the rest of the environment holds the host's keys.
_PASSED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "HERMES_TIMEZONE")
_PASSED_WINDOWS = ("SYSTEMROOT", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP")
_TURNS = "turns.lock"  # one tick of a plugin at a time
_SYNC = "lock"  # held by a sync at work, whoever started it
_left: dict[str, subprocess.Popen[bytes]] = {}  # by home, the tick that was left to end by itself


class Freshness(Enum):
    """How the feed stands to the store."""

    CURRENT = "current"  # nothing has changed since the last sync
    SYNCED = "synced"
    BEHIND = "behind"  # the sync failed, or was not over in time


@dataclass(frozen=True, slots=True)
class Installation:
    """What runs the ticks: a Python, a folder it must look into beside its own, and how many seconds a turn waits."""

    python: str
    root: str = ""
    patience: float = PATIENCE

    @classmethod
    def own(cls) -> Installation:
        """Return the one that wrote this plugin; as a package we run in our own Python."""
        data = files.read(os.path.join(os.path.dirname(__file__), INSTALL))  # noqa: PTH118, PTH120  `pathlib` costs
        if not data:
            return cls(sys.executable)
        return cls(str(data["python"]), str(data.get("root") or ""), float(data.get("patience", PATIENCE)))


def bring(home: files.Where, now: float, patience: float | None = None) -> Freshness:
    """Bring the feed of a home up to date, waiting at most ``patience`` seconds. Raises OSError, ValueError."""
    if watermark.unchanged(files.within(home, files.FOLDER), now):
        return Freshness.CURRENT
    return Freshness.SYNCED if tick(home, patience) else Freshness.BEHIND


def tick(home: files.Where, patience: float | None = None) -> bool:
    """Run one tick for a home; False where it failed or was not over in ``patience`` seconds."""
    installation = Installation.own()
    deadline = time.monotonic() + (installation.patience if patience is None else patience)
    folder = files.within(home, files.FOLDER)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)  # noqa: PTH102  as in `files`
    with files.locked(files.within(folder, _TURNS), deadline - time.monotonic()) as mine:
        return mine and _is_over(home, folder, deadline) and _run(installation, home, deadline)


def _is_over(home: files.Where, folder: files.Where, deadline: float) -> bool:
    """Wait for the sync that is at work; False where it is not over in time."""
    left = _left.get(str(home))
    if left is not None and not _ended(left, deadline):
        return False
    _left.pop(str(home), None)
    with files.locked(files.within(folder, _SYNC), deadline - time.monotonic()) as idle:
        return idle


def _run(installation: Installation, home: files.Where, deadline: float) -> bool:
    process = _start(installation, home)
    if _ended(process, deadline):
        return process.returncode == 0
    _left[str(home)] = process
    return False


def _ended(process: subprocess.Popen[bytes], deadline: float) -> bool:
    import subprocess  # noqa: PLC0415  most turns start nothing

    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return False
    return True


def _start(installation: Installation, home: files.Where) -> subprocess.Popen[bytes]:
    import subprocess  # noqa: PLC0415  as above

    passed = {name: os.environ[name] for name in (*_PASSED, *_PASSED_WINDOWS) if name in os.environ}
    passed["HERMES_HOME"] = str(home)
    if installation.root:
        passed["PYTHONPATH"] = installation.root
    # -P: what lies in the folder that the host works in is not ours.
    command = [installation.python, "-P", "-m", "safedigest.tick", "--home", str(home)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=passed, cwd=home)  # noqa: S603  ours
