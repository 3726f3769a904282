"""``/digest status | off | on | forget``: what a chat may do about itself.

Standard library only. Invariants: a chat may narrow, never widen: ``off`` and ``forget`` work anywhere and only on the
talk they are typed in; ``on`` takes back an ``off`` only where the talk is proven to be the owner's. Text of the digest
is printed only there too. Where the host does not say in which talk a command was typed, there is only a status.
"""

from __future__ import annotations

import time
from pathlib import Path

from . import compose, files, fresh, host, narrowed, shown, trouble, turn
from .audience import Listener, listener, own_profile
from .records import dataclass
from .sessions import opened

NAME = "digest"
HINT = "status | off | on | forget"
ABOUT = "Shared context of your other ends: status, stop or resume it here, forget this talk"
_PATIENCE = 10.0  # seconds: who types a command waits for its effect
_FAILED = "safedigest: that did not work; `safedigest doctor` tells more"
_UNKNOWN = "safedigest: this Hermes does not say which talk this is, so only /digest status works here"
_STRANGER = "safedigest: only the owner can do this, in a direct chat or at the terminal"


@dataclass(frozen=True, slots=True)
class _Here:
    """Where a command was typed: the home, the talk's name, and its listener if that is the owner."""

    home: Path
    talk: str
    owner: Listener | None

    @property
    def folder(self) -> Path:
        return self.home / files.FOLDER


def answer(arguments: str, *, knows_talk: bool) -> str:
    """Do what a command says and return what to reply; ``knows_talk`` tells whether the host names the session."""
    now = time.time()
    home = None
    try:
        named = host.home()
        if named is None:
            return ""
        home = Path(named)
        return _answer(home, arguments.strip().lower() or "status", now, knows_talk=knows_talk)
    except Exception as error:  # noqa: BLE001  whatever it is, its text is not for a chat
        if home is not None:
            trouble.note(home / files.FOLDER, error, now)
        return _FAILED


def _answer(home: Path, word: str, now: float, *, knows_talk: bool) -> str:
    if word not in ("status", "off", "on", "forget"):
        return f"/{NAME} {HINT}"
    here = _here(home) if knows_talk else None
    if word == "status":
        return _status(home, here, now)
    if here is None:
        return _UNKNOWN
    if word == "on" and here.owner is None:
        return _STRANGER
    if word == "forget":
        narrowed.forget(here.folder, here.talk, now)
    elif word == "off":
        narrowed.turn_off(here.folder, here.talk)
    else:
        narrowed.turn_on(here.folder, here.talk)
    return _done(here, word)


def _done(here: _Here, word: str) -> str:
    """Write the digest anew and say what has changed."""
    what = {
        "off": "this talk is no longer shared, and nothing of other ends is shown here",
        "on": "this talk is shared again, and other ends are shown here",
        "forget": "what was said here up to now is no longer shared",
    }[word]
    later = "" if fresh.tick(here.home, _PATIENCE) else " (files are rewritten at the next sync)"
    return f"safedigest: {what}{later}"


def _here(home: Path) -> _Here | None:
    """Return the talk that a command was typed in; None where the host does not tell."""
    end, chat = host.of_session("platform"), host.of_session("chat_id") or host.of_session("user_id")
    feed = files.read(home / files.FOLDER / files.FEED)
    with opened(home) as sessions:
        key = host.of_session("key")
        # Local front ends have keys of their own, which the store does not know.
        session = (sessions.newest_with_key(key) if key else None) or host.of_session("id")
        event = {"session_id": session, "platform": end, "sender_id": host.of_session("user_id")}
        event["profile"] = host.of_session("profile")
        owner = listener(sessions, event, feed, own_profile(home)) if feed else None
    if owner is not None:
        return _Here(home, owner.talk, owner)
    return _Here(home, narrowed.talk_name(end, chat), None) if end and chat else None


def _status(home: Path, here: _Here | None, now: float) -> str:
    """Return what is known of the last sync; where the owner reads, also what is shared, and the digest."""
    folder = home / files.FOLDER
    status = files.read(folder / "status.json")
    good = turn.last_good(folder)
    lines = [f"safedigest: last sync {_ago(now - good)}" if good else "safedigest: never synced"]
    if here is None or here.owner is None:
        return lines[0]
    lines.append(
        f"{status.get('ends', 0)} ends, {status.get('turns', 0)} turns, {status.get('masks', 0)} masks"
    )
    seen = shown.last(folder)
    if seen:
        lines.append(f"last shown at {seen[0]} {_ago(now - seen[1])}")
    if here.talk in narrowed.load(folder).off:
        return "\n".join([*lines, f"off here; /{NAME} on shares again"])
    feed = compose.narrow(files.read(folder / files.FEED), narrowed.load(folder))
    text = compose.whole(feed, now=now, limit=int(feed["limit"]), without=here.owner.end)
    return "\n".join([*lines, "", text] if text else lines)


def _ago(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 1:
        return "just now"
    return f"{minutes} min ago" if minutes < 120 else f"{minutes // 60} h ago"  # noqa: PLR2004  two hours
