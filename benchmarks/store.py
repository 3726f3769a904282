"""How long it takes to choose the talk from a small and from a large store.

``python -m benchmarks.store [MESSAGES …]`` builds stores with the same number of sessions and prints, for the
indexes of two Hermes releases, the best of several runs and how much longer each takes than the smallest; then the
processor time and the memory of a whole sync in a process of its own.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from safedigest.config import parse
from safedigest.select import select
from tests.fakes.store import NOW, FakeStore

SESSIONS: Final = 60
ENDS: Final = ("cli", "tui", "telegram", "weixin")
RUNS: Final = 15
SETTINGS: Final = {"owner": {"telegram": "70001", "weixin": "70001"}}


def build(path: Path, messages: int, release: str) -> None:
    """Write a store with ``messages`` rows spread evenly over the sessions, a turn every 20 seconds."""
    with FakeStore(path, release) as store:
        turns = messages // SESSIONS // 2
        for number in range(SESSIONS):
            end = ENDS[number % len(ENDS)]
            name = f"s{number:03}"
            if end in SETTINGS["owner"]:
                store.dm(name, end, "70001")
            else:
                store.session(name, end)
            start = 60.0 * (SESSIONS - number)
            for turn in range(turns, 0, -1):
                store.say(name, f"question {turn} " * 6, f"answer {turn} " * 30, start + turn / 3)


def measure(path: Path) -> float:
    """Return the best time of a choice in seconds."""
    config = parse(SETTINGS)
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        select(path, config, NOW)
        times.append(time.perf_counter() - begin)
    return min(times)


def main(sizes: Sequence[int]) -> None:
    """Print a line for each release and size, and the time of a whole sync at each size."""
    from benchmarks.ticks import home, whole  # noqa: PLC0415  that module builds its stores with this one

    for release in ("0.19", "0.22"):
        with tempfile.TemporaryDirectory() as folder:
            first = 0.0
            for size in sizes:
                path = Path(folder) / f"{size}.db"
                build(path, size, release)
                took = measure(path)
                first = first or took
                line = f"{release}  {size:>8,} messages  {took * 1000:7.2f} ms  {took / first:5.2f} x"
                sys.stdout.write(line + "\n")
    with tempfile.TemporaryDirectory() as folder:
        first = 0.0
        for size in sizes:
            made = home(Path(folder), size)
            cost = min((whole(made) for _ in range(4)), key=lambda cost: cost.seconds)
            first = first or cost.seconds
            line = f"sync  {size:>8,} messages  {cost.seconds * 1000:7.0f} ms  {cost.seconds / first:5.2f} x"
            sys.stdout.write(f"{line}  {cost.memory / 1e6:3.0f} MB\n")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [3_000, 300_000])
