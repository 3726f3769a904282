"""What was shown, where and when, and how much a talk may be shown in a day: ``$HERMES_HOME/safedigest/shown.json``.

Standard library only. Invariants: it holds session ids, ends, times and counts, never a word; what is lost of it costs
a line of ``status``, never a leak, so an odd file counts as an empty one. What a talk has seen is not decided here but
by the marks in its history (``compose``): this file would not know of undone turns.

Format (version 1): ``talks`` gives by session ``end``, ``time`` (of the last showing: UTC, ISO 8601) and ``chars``
(shown on that day). ``days`` gives by day (UTC) and end how many turns were shown something and how many characters.
"""

from __future__ import annotations

from contextlib import suppress

from . import files

FILE = "shown.json"
VERSION = 1
DAY_BUDGET = 16_000  # characters that one talk is shown in a day: they are replayed for the life of a session
_DAY = 86_400
_MOST_TALKS = 100  # remembered
_MOST_DAYS = 90
_PATIENCE = 0.02  # seconds

Days = dict[str, dict[str, tuple[int, int]]]


def left_today(folder: files.Where, session: str, now: float) -> int:
    """Return how many characters a talk may still be shown on the day of ``now`` (epoch seconds)."""
    seen = _talks(folder).get(session)
    if seen is None or files.epoch(seen["time"]) // _DAY != now // _DAY:
        return DAY_BUDGET
    return DAY_BUDGET - int(seen["chars"])


def record(folder: files.Where, session: str, end: str, chars: int, now: float) -> None:
    """Remember that a talk was shown so many characters. Raises OSError."""
    with files.locked(files.within(folder, f"{FILE}.lock"), _PATIENCE):
        talks = _talks(folder)
        used = DAY_BUDGET - left_today(folder, session, now)
        talks.pop(session, None)
        talks[session] = {"end": end, "time": files.moment(now), "chars": used + chars}
        kept = dict(list(talks.items())[-_MOST_TALKS:])
        told = {"version": VERSION, "talks": kept, "days": _counted(days(folder), end, chars, now)}
        files.write(files.within(folder, FILE), told, durable=False)


def _counted(known: Days, end: str, chars: int, now: float) -> Days:
    """Return the counts with one more turn of ``end`` at ``now``."""
    day = files.moment(now)[:10]
    turns, shown = known.get(day, {}).get(end, (0, 0))
    counts = {**known, day: {**known.get(day, {}), end: (turns + 1, shown + chars)}}
    return dict(sorted(counts.items())[-_MOST_DAYS:])


def last(folder: files.Where) -> tuple[str, float] | None:
    """Return at which end and when (epoch seconds) something was shown last; None for never."""
    seen = max(_talks(folder).values(), key=lambda talk: files.epoch(talk["time"]), default=None)
    return (str(seen["end"]), files.epoch(seen["time"])) if seen else None


def days(folder: files.Where) -> Days:
    """Return, by day and end, how many turns were shown something, and how many characters; nothing where it is odd."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        data = files.read(files.within(folder, FILE))
        return {
            str(day): {str(end): (int(turns), int(chars)) for end, (turns, chars) in ends.items()}
            for day, ends in data["days"].items()
            if files.epoch(day) > 0
        }
    return {}


def _talks(folder: files.Where) -> dict[str, files.Json]:
    """Return what was shown, by session; nothing where any of it is odd."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        data = files.read(files.within(folder, FILE))
        talks: dict[str, files.Json] = data["talks"]
        if data["version"] == VERSION and all(_is_whole(talk) for talk in talks.values()):
            return talks
    return {}


def _is_whole(talk: files.Json) -> bool:
    return files.epoch(talk["time"]) > 0 and isinstance(talk["chars"], int) and isinstance(talk["end"], str)
