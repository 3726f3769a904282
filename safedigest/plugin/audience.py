"""Who listens to a turn: the owner, or somebody else, and then nothing is said.

Standard library only. Invariants: the store must prove it. A talk is the owner's where its own row says that it is a
direct message of a configured user (and chat, where chats are configured), or a local end without a user id; it is a
talk of its own and no errand (``family``); it belongs to this home's profile; and the event does not contradict the
row. All else is silence: no row, missing columns, a group, a thread, another person, a child that does not say who it
is with.

The digest asks the same of the same rows (``people``), but is wider: it shares configured groups and old schemas too.
"""

from __future__ import annotations

import os

from . import files
from .family import Family
from .kin import PRIVATE_CHATS, Kin
from .narrowed import hidden, talk_name
from .records import dataclass

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .sessions import Sessions

# What hosts call a home that is no named profile's.
_DEFAULT_PROFILE = frozenset({"", "default", "main", "custom"})


@dataclass(frozen=True, slots=True)
class Listener:
    """A talk that is proven to be the owner's: its session, its end, and its name for ``narrowed``."""

    session: str
    end: str
    talk: str


def hidden_id(mark: str, end: str, value: str) -> str:
    """Return what stands in the feed for an id of the owner; ``mark`` is the feed's random one."""
    return hidden(f"{mark}\0{end}\0{value}", 32)


def own_profile(home: files.Where) -> str:
    """Return the name of a home's profile; empty for the default one."""
    folder, name = os.path.split(os.path.normpath(home))
    return name if os.path.basename(folder) == "profiles" else ""  # noqa: PTH119  as in `files`


def listener(
    sessions: Sessions, event: Mapping[str, Any], feed: Mapping[str, Any], profile: str
) -> Listener | None:
    """Return the owner's talk that an event belongs to; None where it is not proven to be one.

    ``event`` has ``session_id`` and, where the host says so, ``platform``, ``sender_id``, ``parent_session_id`` and
    ``profile``; ``feed`` says in ``who`` which ends are local and who the owner is.
    """
    session = event.get("session_id")
    if not isinstance(session, str) or not session or not sessions.complete:
        return None
    kin = sessions.kin(session)
    if not kin or kin[0].id != session or kin[0].archived:
        return None
    row, family = kin[0], Family(kin)
    if not family.is_talk(row) or not row.belongs_to(profile) or _contradicts(event, row, feed, profile):
        return None
    peer = family.with_peer(row)
    if not (_is_local(row, peer, event, feed) or _is_owners(row, event, feed)):
        return None
    return Listener(session, row.source, talk_name(row.source, row.chat or row.user))


def _contradicts(event: Mapping[str, Any], row: Kin, feed: Mapping[str, Any], profile: str) -> bool:
    """Tell whether the host says something else of this turn than the store of its session."""
    names = {str(event.get(name) or "") for name in ("profile", "profile_name")}
    if not names <= ({"", profile} if profile else _DEFAULT_PROFILE):
        return True
    ends = {event.get("platform") or row.source, row.source}
    if len(ends) > 1 and not ends <= set(feed["who"]["local"]):  # a talk that was handed over to another end
        return True
    return (event.get("parent_session_id") or row.parent) != row.parent


def _is_local(row: Kin, peer: Kin, event: Mapping[str, Any], feed: Mapping[str, Any]) -> bool:
    if row.source not in feed["who"]["local"] or event.get("sender_id"):
        return False
    return row.user is None and peer.user is None and _is_private(peer, {""})


def _is_owners(row: Kin, event: Mapping[str, Any], feed: Mapping[str, Any]) -> bool:
    owner = feed["who"]["owner"].get(row.source)
    if owner is None or row.user is None or not _is_private(row, set()):
        return False
    if str(event.get("sender_id") or row.user) != row.user:
        return False
    mark = feed["mark"]
    if hidden_id(mark, row.source, row.user) not in owner["users"]:
        return False
    chat = hidden_id(mark, row.source, row.chat) if row.chat else ""
    return not owner["chats"] or chat in owner["chats"]


def _is_private(row: Kin, also: set[str]) -> bool:
    """Tell whether all that says what kind of chat it is says that nobody else is there."""
    kinds = {row.chat_type or "", row.key_part(3)}
    return kinds <= PRIVATE_CHATS | {""} and bool(kinds & (PRIVATE_CHATS | also))
