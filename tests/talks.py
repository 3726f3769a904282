"""Makes masked talks for tests. Values are random: what a mask hides is never written down."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import count
from zoneinfo import ZoneInfo

from safedigest.model import End, Exchange, Message, Note, Role, Segment
from safedigest.text import Mask, Masked, forge

ZONE = ZoneInfo("Asia/Shanghai")
_IDS = count(1)


def mask(shown: str = "***", rule: str = "some-rule", kind: str = "password", fingerprint: str = "") -> Mask:
    """Return an atom that hides twenty characters."""
    return Mask(shown, rule, kind, 20, fingerprint)


def masked(*pieces: str | Mask) -> Masked:
    """Return masked text of ``pieces``."""
    return forge(pieces)


def at(clock: str, day: int = 1, month: int = 12, year: int = 2026) -> float:
    """Return epoch seconds of a time of day in Shanghai."""
    hour, minute = map(int, clock.split(":"))
    return datetime(year, month, day, hour, minute, tzinfo=ZONE).timestamp()


def message(
    role: Role, text: str | Masked, time: float, notes: tuple[Note, ...] = (), number: int = 0
) -> Message[Masked]:
    """Return one message."""
    text = text if isinstance(text, Masked) else masked(text)
    return Message(number or next(_IDS), role, text, time, notes)


def exchange(
    question: str | Masked,
    answer: str | Masked | None = None,
    time: float = 0.0,
    *,
    acted: tuple[str, ...] = (),
    notes: tuple[Note, ...] = (),
) -> Exchange[Masked]:
    """Return a question at ``time`` and its answer a minute later."""
    reply = message(Role.ASSISTANT, answer, time + 60) if answer is not None else None
    return Exchange(message(Role.USER, question, time, notes), reply, acted)


def segment(
    exchanges: Sequence[Exchange[Masked]], end: str = "weixin", chat: str = "dm", session: str = ""
) -> Segment[Masked]:
    """Return a talk of one end."""
    return Segment(End(end, chat), session or f"session-{end}", tuple(exchanges))
