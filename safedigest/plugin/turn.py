"""What is shown to one turn of one talk: the whole digest once, afterwards only what is new to it.

Standard library only. Invariants: only to the owner (``audience``), only what is in the sealed feed, only what the talk
does not have yet. What it has is told by the marks in the history that the event carries and in its stored system
prompt, so an undone turn, a compaction and a copy of the session are all right by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import compose, files, fresh, narrowed, shown
from .audience import Listener, listener, own_profile
from .sessions import opened
from .synthetic import history, is_typed, text_of

FOLDER = "safedigest"
FEED = "feed.json"
VERSION = 1
NEWS = 800  # characters of what is new
SECTION = 4_000  # characters that a host takes as a section of its system prompt
_STALE = 3600.0  # seconds

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class View:
    """What one talk may be shown of the feed, and to whom."""

    feed: files.Json
    to: Listener
    stale: bool


def context(home: Path, event: Event, now: float) -> str:
    """Return what to add to a turn's message; empty for nothing. ``now`` is epoch seconds.

    Raises OSError, ValueError, sqlite3.Error and whatever a broken feed does: then nothing is to be shown.
    """
    if not is_typed(event):
        return ""
    view = look(home, event, now)
    if view is None:
        return ""
    after = compose.shown_up_to(view.feed, _texts(event))
    if after is None:
        after = _in_prompt(home, view)
    if after is None:
        return _told(home, view, whole(view, now, view.feed["limit"]), now)
    room = NEWS - len(_stale_line(view))
    text = compose.news(view.feed, after=after, now=now, limit=room, without=view.to.end)
    return _told(home, view, text + _stale_line(view) if text else "", now)


def section(home: Path, info: Event, now: float) -> str:
    """Return the section of a new session's system prompt; empty where nothing may be shown. Raises as ``context``."""
    view = look(home, info, now)
    if view is None:
        return ""
    return _told(home, view, whole(view, now, min(SECTION, view.feed["limit"])), now)


def whole(view: View, now: float, limit: int) -> str:
    """Return the digest as it is shown to a talk, in at most ``limit`` characters."""
    line = _stale_line(view)
    text = compose.whole(view.feed, now=now, limit=limit - len(line), without=view.to.end)
    return text + line if text else ""


def look(home: Path, event: Event, now: float) -> View | None:
    """Return what an event's talk may be shown, brought up to date; None where it may be shown nothing."""
    folder = home / FOLDER
    feed = _feed(folder)
    if feed is not None and _audience(home, event, feed) is None:
        return None
    state = fresh.bring(home, now)
    feed = feed if state is fresh.Freshness.CURRENT else _feed(folder)
    to = _audience(home, event, feed) if feed is not None else None
    if feed is None or to is None:
        return None
    stale = state is not fresh.Freshness.CURRENT and now - last_good(folder) > _STALE
    return View(compose.narrow(feed, narrowed.load(folder)), to, stale)


def _feed(folder: Path) -> files.Json | None:
    data = files.read(folder / FEED)
    return data if data.get("version") == VERSION and "who" in data else None


def _audience(home: Path, event: Event, feed: files.Json) -> Listener | None:
    with opened(home) as sessions:
        to = listener(sessions, event, feed, own_profile(home))
    return None if to is None or to.talk in narrowed.load(home / FOLDER).off else to


def last_good(folder: Path) -> float:
    """Return when the last sync went through (epoch seconds); 0 for never."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        good = files.read(folder / "status.json")["good"]
        return files.epoch(good) if isinstance(good, str) else float(good)
    return 0.0


def _stale_line(view: View) -> str:
    return "\n" + str(view.feed["words"]["stale"]) if view.stale else ""


def _texts(event: Event) -> Iterator[str]:
    """Give the messages of the talk as they were sent, newest first."""
    for row in reversed(history(event)):
        sent = row.get("api_content")
        yield sent if isinstance(sent, str) else text_of(row.get("content"))


def _in_prompt(home: Path, view: View) -> int | None:
    """Return up to which turn the session's system prompt shows; None where it shows nothing."""
    with opened(home) as sessions:
        return compose.shown_up_to(
            view.feed, [sessions.prompt_holds(view.to.session, f"{view.feed['mark']}-")]
        )


def _told(home: Path, view: View, text: str, now: float) -> str:
    """Return ``text`` if the day's budget of its talk has room for it, and remember that it was shown."""
    folder = home / FOLDER
    if not text or len(text) > shown.left_today(folder, view.to.session, now):
        return ""
    shown.record(folder, view.to.session, view.to.end, len(text), now)
    return text
