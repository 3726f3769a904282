"""When something was said, where the store's times can be trusted and where they cannot.

Invariants: the order of rows is the order of their ids; a time is a finite number of seconds between 2000
and now, or it is none (milliseconds are converted, garbage and the future are not believed) and is taken
from its neighbours.

A compaction writes the newest rows again, and those whose time was lost in memory get the time of the
compaction. They are known by it: it is the time of the rows that the compaction itself wrote. Their real
time is that of the archived row with the same role and words; where there is none, rows of one compaction
are one moment, the one of what stands before them.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from safedigest.model import Role
from safedigest.noise import is_compaction
from safedigest.store import MessageRow
from safedigest.text import Raw

_EARLIEST: Final = 946_684_800.0  # 2000-01-01
_MILLISECONDS: Final = 100_000_000_000.0  # as seconds the year 5138, as milliseconds 1973
_AHEAD: Final = 300.0  # seconds that a platform's clock may be ahead of ours
_BATCH: Final = 2.0  # seconds within which a compaction writes its rows
_BACKWARDS: Final = 60.0  # seconds; less may be two clocks


def epoch(value: object, now: float) -> float | None:
    """Return a stored time as epoch seconds, None where it cannot be one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    seconds = value / 1000 if value >= _MILLISECONDS else float(value)
    if not _EARLIEST <= seconds <= now + _AHEAD:
        return None
    return min(seconds, now)


def real_times(rows: Sequence[MessageRow], archive: Sequence[MessageRow], now: float) -> list[float | None]:
    """Return the time of each of ``rows`` (in the order of ids); None where nothing tells it.

    ``archive`` holds the rows that ``rows`` may be copies of.
    """
    own = [epoch(row.time, now) for row in rows]
    batches = _batches(rows, archive, now)
    if batches:
        own = _recovered(rows, own, _originals(archive, batches, now), batches)
    return _filled(own)


def _batches(rows: Sequence[MessageRow], archive: Sequence[MessageRow], now: float) -> list[float]:
    """Return the times at which compactions wrote rows, rising.

    A compaction that merges its summary into a row which kept its time shows only by answers that were
    written later than what follows them.
    """
    written = [epoch(row.time, now) for row in (*rows, *archive) if row.summary or is_compaction(row.text)]
    if archive:
        for row, follower in pairwise(rows):
            time, next_time = epoch(row.time, now), epoch(follower.time, now)
            backwards = time is not None and next_time is not None and time - next_time > _BACKWARDS
            if backwards and row.role == Role.ASSISTANT.value:  # users' rows have the platform's clock
                written.append(time)
    return sorted(time for time in written if time is not None)


def _in_batch(time: float, batches: Sequence[float]) -> bool:
    at = bisect_right(batches, time + _BATCH / 4)
    return at > 0 and time - batches[at - 1] <= _BATCH


_Key = tuple[str, Raw]


def _originals(
    archive: Sequence[MessageRow], batches: Sequence[float], now: float
) -> dict[_Key, list[float]]:
    """Return, by role and words, the times of archived rows that are no copies themselves, rising."""
    found: dict[_Key, list[float]] = {}
    for row in archive:
        time = epoch(row.time, now)
        if time is not None and row.text and not _in_batch(time, batches):
            found.setdefault((row.role, row.text), []).append(time)
    return {key: sorted(times) for key, times in found.items()}


def _recovered(
    rows: Sequence[MessageRow],
    own: Sequence[float | None],
    originals: dict[_Key, list[float]],
    batches: Sequence[float],
) -> list[float | None]:
    """Give copies the time of their original: the latest that does not lie after the row that follows."""
    times = list(own)
    after = math.inf
    for at in range(len(rows) - 1, -1, -1):
        time = times[at]
        if time is not None and _in_batch(time, batches):
            earlier = originals.get((rows[at].role, rows[at].text), [])
            fitting = bisect_right(earlier, min(after, time))
            times[at] = time = earlier[fitting - 1] if fitting else None
        if time is not None:
            after = time
    return _one_moment(times, own)


def _one_moment(times: list[float | None], own: Sequence[float | None]) -> list[float | None]:
    """Give copies without an original the time of what stands before them, else their own."""
    before: float | None = None
    for at, time in enumerate(times):
        if time is None:
            times[at] = before if before is not None else own[at]
        before = times[at]
    return times


def _filled(times: list[float | None]) -> list[float | None]:
    """Give rows without a time that of the row before, at the start of the row after."""
    known = next((time for time in times if time is not None), None)
    filled: list[float | None] = []
    for time in times:
        known = known if time is None else time
        filled.append(known)
    return filled
