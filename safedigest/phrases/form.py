"""What we have to say, whatever the language; ``{}`` in a text is a slot for ``fill``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from safedigest.model import Note, Role
from safedigest.people import Reason
from safedigest.plugin.records import dataclass
from safedigest.text import EMPTY, Masked, literal, tag

END_MARKER: Final = literal("<!-- CROSS-PLATFORM:END -->")

BRANDS: Final[Mapping[str, Masked]] = {
    "telegram": literal("Telegram"),
    "discord": literal("Discord"),
    "whatsapp": literal("WhatsApp"),
    "slack": literal("Slack"),
    "signal": literal("Signal"),
    "matrix": literal("Matrix"),
    "mattermost": literal("Mattermost"),
    "line": literal("LINE"),
    "teams": literal("Teams"),
    "bluebubbles": literal("iMessage"),
}


@lru_cache(maxsize=256)
def _split(template: Masked) -> tuple[Masked, ...]:
    return template.split("{}")


def fill(template: Masked, /, *values: Masked | int) -> Masked:
    """Return ``template`` with its ``{}`` slots filled, in order; a value is never looked at for slots."""
    head, *rest = _split(template)
    if len(rest) != len(values):
        raise ValueError("a template wants as many values as it has slots")
    parts = [head]
    for value, after in zip(values, rest, strict=True):
        parts += [tag(str(value)) if isinstance(value, int) else value, after]
    return EMPTY.join(parts)


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Everything we say in one language; the comments tell what goes into the slots."""

    # what was left out of a message: number of characters, or of lines
    omitted: Masked
    code: Masked
    table: Masked
    log: Masked
    diff: Masked
    trace: Masked
    # one message: who, its words, the notes behind it
    roles: Mapping[Role, Masked]
    quote: Masked  # time, role, words
    notes: Mapping[Note, Masked]
    unanswered: Masked
    done: Masked
    done_with: Masked  # names of tools
    repeated: Masked  # times
    continued: Masked  # times
    withheld: Masked
    earlier: Masked  # turns
    # one end
    ends: Mapping[str, Masked]
    chats: Mapping[str, Masked]
    weekdays: tuple[Masked, ...]  # Monday first
    live: Masked
    ended: Masked
    ended_for: Masked  # minutes, time of day
    until: Masked  # time of day of the last message
    comma: Masked
    # DIGEST.md
    title: Masked
    about: Masked
    zone: Masked  # zone, offset
    table_head: Masked
    excluded: Masked  # list
    nothing_excluded: Masked
    semicolon: Masked
    absent: Mapping[Reason, Masked]  # number of sessions
    absent_ends: Masked  # list of ends
    nobody: Masked
    footer: Masked  # time, version, masks, withheld messages
    # the block of AGENTS.md
    begin: Masked
    block_title: Masked
    block_about: Masked
    news: Masked
    stale: Masked
    block_absent: Masked
    block_absent_days: Masked  # days
    pointer: Masked
    placeholder: Masked
    # what is still open: list of places
    open_none: Masked
    for_user: Masked
    for_agent: Masked
    gap: Masked
