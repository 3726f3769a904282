"""Times whole processes: processor time and peak memory of a child, and of two in turn."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

_PAGE: Final = 1024  # `ru_maxrss` counts kilobytes on Linux


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a command took: processor seconds, and the most memory in bytes."""

    seconds: float
    memory: int


@dataclass(frozen=True, slots=True)
class Compared:
    """Medians of two commands run in turn, and the median of their ratios, pair by pair."""

    one: Cost
    other: Cost
    ratio: float


def run(command: Sequence[str], env: Mapping[str, str], stdin: bytes = b"") -> Cost:
    """Run ``command`` to its end, with its modules compiled, as an installed package has them after its first run.

    Raises CalledProcessError where it fails.
    """
    around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    child = subprocess.Popen(
        command,
        env={**around, **env},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if child.stdin is not None:
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(stdin)
        child.stdin.close()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, list(command))
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * _PAGE)


def middle(costs: Sequence[Cost]) -> Cost:
    """Return the median time and the largest memory."""
    return Cost(median(cost.seconds for cost in costs), max(cost.memory for cost in costs))


def compare(one: Callable[[], Cost], other: Callable[[], Cost], runs: int = 9) -> Compared:
    """Run two commands in turn, after one run of each that does not count."""
    one(), other()
    pairs = [(one(), other()) for _ in range(runs)]
    ratio = median(a.seconds / max(b.seconds, 1e-6) for a, b in pairs)
    return Compared(middle([a for a, _ in pairs]), middle([b for _, b in pairs]), ratio)
