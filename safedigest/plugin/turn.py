"""What is shown to one turn of one talk: the whole digest once, afterwards only what is new to it.

Standard library only. Invariants: only to the owner (``audience``), only what is in the sealed feed, only what the talk
does not have yet. What it has is told by the marks in the history that the event carries and in its stored system
prompt, so an undone turn, a compaction and a copy of the session are all right by themselves. What a compaction took
away is told again, and nothing that it left.
"""

from __future__ import annotations

import os
from contextlib import suppress

from . import compose, files, fresh, marks, narrowed, shown
from .audience import Listener, listener, own_profile
from .history import added
from .records import dataclass
from .sessions import opened
from .synthetic import is_typed

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    Event = Mapping[str, Any]
VERSION = 1
NEWS = 800  # characters of what is new
WHOLE = 9_500  # characters: hosts put what is longer than 10 000 into a file instead
SECTION = 4_000  # characters that a host takes as a section of its system prompt
_STALE = 3600.0  # seconds
_SKEW = 60.0  # seconds that a last sync may lie ahead of the clock
# One of these a host loads.
_CONTEXT_FILES = (".hermes.md", "HERMES.md", "AGENTS.md", "agents.md", "CLAUDE.md")
_LONGEST_FILE = 1_000_000  # characters of one


@dataclass(frozen=True, slots=True)
class Heard:
    """Who listens, what their talk's system prompt says, and what was narrowed."""

    to: Listener
    prompt: str
    narrowed: narrowed.Narrowed


@dataclass(frozen=True, slots=True)
class View:
    """What one talk may be shown of the feed, to whom, and what its system prompt says."""

    feed: files.Json
    to: Listener
    prompt: str
    stale: bool


def context(home: files.Where, event: Event, now: float) -> str:
    """Return what to add to a turn's message; empty for nothing. ``now`` is epoch seconds.

    Raises OSError, ValueError, sqlite3.Error and whatever a broken feed does: then nothing is to be shown.
    """
    if not is_typed(event):
        return ""
    view = look(home, event, now)
    if view is None:
        return ""
    told = marks.spans(view.feed, [*added(event), view.prompt])
    if not marks.has_begun(told):
        return _told(home, view, whole(view, now, WHOLE, told), now)
    room = NEWS - len(_stale_line(view))
    text = compose.news(view.feed, told=told, now=now, limit=room, without=view.to.end)
    return _told(home, view, text + _stale_line(view) if text else "", now)


def section(home: files.Where, info: Event, now: float) -> str:
    """Return the section of a session's system prompt; empty where nothing may be shown. Raises as ``context``.

    It is empty too where the digest is shown already, by a message of before or by a context file in ``cwd``: what
    of that the prompt does not hold in the end, the next turn tells.
    """
    view = look(home, info, now)
    if view is None or marks.spans(view.feed, [*_added(home, view), *_context_files(info)]):
        return ""
    return _told(home, view, whole(view, now, SECTION), now)


def whole(view: View, now: float, limit: int, told: Sequence[marks.Span] = ()) -> str:
    """Return the digest as it is shown to a talk, in at most ``limit`` characters, without what it was ``told``."""
    line = _stale_line(view)
    room = min(limit, view.feed["limit"]) - len(line)
    text = compose.whole(view.feed, now=now, limit=room, without=view.to.end, told=told)
    return text + line if text else ""


def look(home: files.Where, event: Event, now: float) -> View | None:
    """Return what an event's talk may be shown, brought up to date; None where it may be shown nothing."""
    folder = files.within(home, files.FOLDER)
    feed = _feed(folder)
    heard = _heard(home, event, feed)
    if feed is not None and heard is None:
        return None
    state = fresh.bring(home, now)
    current = state is fresh.Freshness.CURRENT
    if not current:
        feed = _feed(folder)
        heard = _heard(home, event, feed)
    if feed is None or heard is None:
        return None
    stale = not current and not -_SKEW <= now - last_good(folder) <= _STALE
    return View(compose.narrow(feed, heard.narrowed), heard.to, heard.prompt, stale)


def _feed(folder: files.Where) -> files.Json | None:
    data = files.read(files.within(folder, files.FEED))
    return data if data.get("version") == VERSION and "who" in data else None


def _heard(home: files.Where, event: Event, feed: files.Json | None) -> Heard | None:
    if feed is None:
        return None
    taken = narrowed.load(files.within(home, files.FOLDER))
    with opened(home) as sessions:
        to = listener(sessions, event, feed, own_profile(home))
        if to is None or to.talk in taken.off:
            return None
        return Heard(to, sessions.prompt(to.session), taken)


def last_good(folder: files.Where) -> float:
    """Return when the last sync went through (epoch seconds); 0 for never."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        good = files.read(files.within(folder, "status.json"))["good"]
        return files.epoch(good) if isinstance(good, str) else float(good)
    return 0.0


def _stale_line(view: View) -> str:
    return "\n" + str(view.feed["words"]["stale"]) if view.stale else ""


def _added(home: files.Where, view: View) -> list[str]:
    """Return what was shown in messages of the session, as it is stored."""
    with opened(home) as sessions:
        return sessions.added(view.to.session, marks.needle(view.feed))


def _context_files(info: Event) -> Iterator[str]:
    """Give the files that may be loaded into the prompt whose section this is."""
    folder = info.get("cwd")
    for name in _CONTEXT_FILES if isinstance(folder, str) and folder else ():
        path = os.path.join(str(folder), name)  # noqa: PTH118  `pathlib` costs as much as Python's start
        with suppress(OSError):
            if os.path.isfile(path):  # noqa: PTH113
                with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
                    yield file.read(_LONGEST_FILE)


def _told(home: files.Where, view: View, text: str, now: float) -> str:
    """Return ``text`` if the day's budget of its talk has room for it, and remember that it was shown."""
    folder = files.within(home, files.FOLDER)
    if not text or len(text) > shown.left_today(folder, view.to.session, now):
        return ""
    shown.record(folder, view.to.session, view.to.end, len(text), now)
    return text
