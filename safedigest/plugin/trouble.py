"""What went wrong in the plugin: one line in ``$HERMES_HOME/safedigest/status.json``, and none in the talk.

Standard library only. Invariants: a line names the kind of the error and the line of our code, never its text, which
may quote what somebody said; it never raises; a sync that is at work is not disturbed: it writes the same file.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from . import files

_STATUS = "status.json"
_LOCK = "lock"  # that of a sync
_PATIENCE = 0.05  # seconds


def note(folder: files.Where, error: BaseException, now: float) -> None:
    """Write down that something failed at ``now`` (epoch seconds)."""
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    line = f"{when} plugin: {type(error).__name__} in {_place(error)}"
    with suppress(OSError, ValueError), files.locked(files.within(folder, _LOCK), _PATIENCE) as mine:
        if mine:
            status = {"version": 1, **files.read(files.within(folder, _STATUS)), "plugin": line}
            files.write(files.within(folder, _STATUS), status, durable=False)


def _place(error: BaseException) -> str:
    """Return the innermost line of ours that the error came through."""
    place, trace, folder = "?", error.__traceback__, os.path.dirname(__file__)  # noqa: PTH120  `pathlib` costs
    while trace is not None:
        parent, name = os.path.split(trace.tb_frame.f_code.co_filename)
        if parent == folder:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
