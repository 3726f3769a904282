"""How every command ends: the exit codes, and the one way in which an error becomes a line."""

from __future__ import annotations

import sys
from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ends."""

    DONE = 0
    FOUND = 1  # a scan found something
    USAGE = 2
    FAILED = 3


def fail(message: str, code: ExitCode = ExitCode.FAILED) -> ExitCode:
    """Say on standard error, in one line, what went wrong, and return the exit code."""
    print(f"safedigest: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
    return code
