"""What was shown, where and when, and how much a talk may be shown in a day: ``$HERMES_HOME/safedigest/shown.json``.

Standard library only. Invariants: it holds session ids, ends, times and counts, never a word; what is lost of it costs
a line of ``status``, never a leak, so an odd file counts as an empty one. What a talk has seen is not decided here but
by the marks in its history (``compose``): this file would not know of undone turns.

Format (version 1): ``talks`` gives by session ``end``, ``time`` (epoch seconds of the last showing), ``day`` (days
since 1970, UTC) and ``chars`` (shown on that day).
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from . import files

FILE = "shown.json"
VERSION = 1
DAY_BUDGET = 16_000  # characters that one talk is shown in a day: they are replayed for the life of a session
_DAY = 86_400
_MOST_TALKS = 100  # remembered
_PATIENCE = 0.02  # seconds


def left_today(folder: Path, session: str, now: float) -> int:
    """Return how many characters a talk may still be shown on the day of ``now`` (epoch seconds)."""
    seen = _talks(folder).get(session, {})
    return DAY_BUDGET - (int(seen.get("chars", 0)) if seen.get("day") == int(now // _DAY) else 0)


def record(folder: Path, session: str, end: str, chars: int, now: float) -> None:
    """Remember that a talk was shown so many characters. Raises OSError."""
    with files.locked(folder / f"{FILE}.lock", _PATIENCE):
        talks = _talks(folder)
        used = DAY_BUDGET - left_today(folder, session, now)
        talks.pop(session, None)
        talks[session] = {"end": end, "time": now, "day": int(now // _DAY), "chars": used + chars}
        kept = dict(list(talks.items())[-_MOST_TALKS:])
        files.write(folder / FILE, {"version": VERSION, "talks": kept}, durable=False)


def last(folder: Path) -> tuple[str, float] | None:
    """Return at which end and when (epoch seconds) something was shown last; None for never."""
    seen = max(_talks(folder).values(), key=lambda talk: float(talk["time"]), default=None)
    return (str(seen["end"]), float(seen["time"])) if seen else None


def _talks(folder: Path) -> dict[str, files.Json]:
    with suppress(OSError, ValueError, KeyError, AttributeError):
        data = files.read(folder / FILE)
        if data.get("version") == VERSION:
            return {
                session: talk for session, talk in data["talks"].items() if "time" in talk and "end" in talk
            }
    return {}
