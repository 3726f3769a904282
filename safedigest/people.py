"""Whose talk a session is: the owner's, or somebody else's.

Invariants: a session is the owner's only where the store proves it: a local end without a user id, a direct
message of the configured user (and chat, where both are configured), the continuation of such a talk, or a
chat that is configured by its id. What cannot be proven is left out and reported. Machine-made talk,
children that are no talk of their own, archived, hidden and other profiles' sessions are never candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, assert_never

from safedigest import kept
from safedigest.config import Config, Owner
from safedigest.model import End
from safedigest.plugin.family import Family
from safedigest.plugin.kin import PRIVATE_CHATS
from safedigest.plugin.narrowed import talk_name
from safedigest.plugin.records import dataclass
from safedigest.store import SessionRow
from safedigest.text import Raw

LOCAL_ENDS: Final = frozenset({"cli", "tui", "desktop", "acp", "webui", "local"})
CHAT_ENDS: Final = frozenset(
    "bluebubbles buzz dingtalk discord email feishu google_chat irc line matrix mattermost ntfy photon qqbot raft"  # noqa: SIM905
    " relay signal simplex slack sms teams telegram wecom wecom_callback weixin whatsapp whatsapp_cloud yuanbao".split()
)
# One question typed in a shell (0.22; "cli" before): it is answered like a talk, but makes none to tell of.
ONE_QUESTION: Final = frozenset({"oneshot"})
# People or programs may speak there; only where the owner says so.
OPT_IN_ENDS: Final = frozenset({"api_server", "webhook", "msgraph_webhook", "homeassistant", "a2a"})

_END_NAME = kept.pattern(r"[a-z0-9_-]{1,24}\Z")
_PRIVATE_CHATS: Final = PRIVATE_CHATS | {""}


class Reason(Enum):
    """Why a talk is not in the digest."""

    NO_OWNER = "no-owner"  # nobody is configured as the owner of that end
    NOT_OWNER = "not-owner"
    GROUP = "group"
    UNPROVEN = "unproven"  # nothing in the store tells whose it is
    OPT_IN = "opt-in"
    NOT_LISTED = "not-listed"
    AGED = "aged"
    OFF = "off"  # somebody there said so (``/digest off``)

    @property
    def strangers(self) -> bool:
        """Whether somebody else than the owner may be speaking there."""
        return self not in {Reason.NOT_LISTED, Reason.AGED, Reason.OFF}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Talk that is not shown, why, and what to add to the settings (``line`` in ``[table]``) to show it.

    ``who`` is the masked id of the person or chat. ``name`` is what they call themselves: mask it before
    showing.
    """

    end: str
    reason: Reason
    who: str
    name: Raw | None
    sessions: int
    messages: int
    table: str
    line: str


@dataclass(frozen=True, slots=True)
class Talk:
    """A session that may be shown.

    ``sure`` tells whether the store says what kind of chat it is; ``name`` is what ``plugin.narrowed`` calls the talk.
    """

    row: SessionRow
    end: End
    place: str  # talks of one place compete for being the newest
    sure: bool
    name: str

    @property
    def shared(self) -> bool:
        """Whether more than one person speaks there."""
        return self.end.chat_type not in _PRIVATE_CHATS


@dataclass(frozen=True, slots=True)
class Outsider:
    """A session that is not shown, with the reason; many of them make one ``LeftOut``."""

    row: SessionRow
    reason: Reason


def end_name(source: str) -> str:
    """Return the name of an end; ``source`` is free text, so what is no name becomes ``other``."""
    return source if _END_NAME.match(source) else "other"


def masked_id(value: str) -> str:
    """Return enough of an id to know one's own, and no more."""
    shown = min(len(value) // 3, 4)
    return re.sub(r"[^\w@.+:-]", "?", value[:shown]) + "…"


def sort_out(rows: Iterable[SessionRow], config: Config, profile: str) -> tuple[list[Talk], list[Outsider]]:
    """Tell the owner's talks from other people's; what is no talk at all is in neither list.

    ``profile`` is the name of the home's own profile, empty for the default one.
    """
    family = Family(rows)
    listed = _listed(config)
    talks: list[Talk] = []
    outsiders: list[Outsider] = []
    for row in family.talks():
        if not row.belongs_to(profile):
            continue
        peer = family.with_peer(row)
        verdict = _judge(peer, config, listed)
        if isinstance(verdict, Reason):
            outsiders.append(Outsider(peer, verdict))
        elif not row.archived:
            sure = bool(peer.chat_kind()) or verdict.chat_type == "local"
            name = talk_name(row.source, peer.chat or peer.user)
            talks.append(Talk(row, verdict, _place(peer, verdict, config), sure, name))
    return talks, outsiders


def _judge(row: SessionRow, config: Config, listed: frozenset[str]) -> End | Reason:
    """Return the end that a session belongs to, or why it is left out."""
    name, chat_type = end_name(row.source), row.chat_kind()
    if row.chat is not None and row.chat in config.chats.get(name, ()):
        return End(name, chat_type or "group")
    opted_in = name in config.sources and name in OPT_IN_ENDS and name not in config.owner
    if opted_in:
        return End(name)
    if name in OPT_IN_ENDS and name not in config.owner:
        return Reason.OPT_IN
    if chat_type not in _PRIVATE_CHATS:
        return Reason.GROUP
    verdict = _owned(row, name, config)
    if isinstance(verdict, End) and name not in listed:
        return Reason.NOT_LISTED
    return verdict


def _owned(row: SessionRow, name: str, config: Config) -> End | Reason:
    owner = config.owner.get(name)
    if row.user is None:
        return Reason.UNPROVEN if name in CHAT_ENDS or owner else End(name)
    if owner is None:
        return Reason.NO_OWNER
    if row.user not in owner.users or (owner.chats and row.chat is not None and row.chat not in owner.chats):
        return Reason.NOT_OWNER
    if owner.chats and row.chat is None and row.key is not None:
        return Reason.UNPROVEN
    return End(name, "dm")


def _listed(config: Config) -> frozenset[str]:
    """Return the ends that are read."""
    if config.sources:
        return frozenset(config.sources)
    return LOCAL_ENDS | CHAT_ENDS | config.owner.keys() | config.chats.keys()


def local_ends(config: Config) -> frozenset[str]:
    """Return the ends at which whoever has no user id is the owner: there the digest is shown."""
    local = _listed(config) - CHAT_ENDS - OPT_IN_ENDS - config.owner.keys()
    return local | ONE_QUESTION if "cli" in local else local


def owned_ends(config: Config) -> dict[str, Owner]:
    """Return who the owner is at each end that is read."""
    return {end: owner for end, owner in config.owner.items() if end in _listed(config)}


def _place(row: SessionRow, end: End, config: Config) -> str:
    """Name the place of a talk: the owner's side of an end, or one configured chat."""
    named = row.chat is not None and row.chat in config.chats.get(end.name, ())
    return f"{end.name}\0{row.chat if named else ''}"


def report(outsiders: Sequence[Outsider], read: Sequence[str] = ()) -> tuple[LeftOut, ...]:
    """Return one line for each person, chat or end that was left out, most messages first.

    ``read`` names the ends that are read now, for the advice that adds one.
    """
    groups: dict[tuple[str, Reason, str], list[SessionRow]] = {}
    for outsider in outsiders:
        row = outsider.row
        who = row.chat if outsider.reason is Reason.GROUP else row.user
        groups.setdefault((end_name(row.source), outsider.reason, who or ""), []).append(row)
    lines = [_left_out(*key, rows, read) for key, rows in groups.items()]
    return tuple(sorted(lines, key=lambda line: (-line.messages, line.end, line.who)))


def _left_out(end: str, reason: Reason, who: str, rows: Sequence[SessionRow], read: Sequence[str]) -> LeftOut:
    shown = masked_id(who) if who else ""
    table, line = _advice(end, reason, shown, read)
    name = next((row.name for row in rows if row.name), None)
    return LeftOut(end, reason, shown, name, len(rows), sum(row.count for row in rows), table, line)


def _advice(end: str, reason: Reason, who: str, read: Sequence[str]) -> tuple[str, str]:
    """Return the table and the line that would let a talk in; empty where no setting does."""
    match reason:
        case Reason.NO_OWNER | Reason.NOT_OWNER:
            return "owner", f'{end} = "{who}"'
        case Reason.GROUP:
            return "chats", f'{end} = ["{who}"]'
        case Reason.OPT_IN | Reason.NOT_LISTED:
            ends = dict.fromkeys((*read, end))
            names = ", ".join(f'"{name}"' for name in ends)
            return "", f"sources = [{names}]"
        case Reason.UNPROVEN | Reason.AGED | Reason.OFF:
            return "", ""
        case _:
            assert_never(reason)
