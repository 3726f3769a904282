"""How commands put things to a person: plain lines that are inert on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from safedigest.config import FILE
from safedigest.status import Absence

_REASONS: Final = {
    "no-owner": "no owner is set for this end",
    "not-owner": "not the owner",
    "group": "a group, channel or thread",
    "unproven": "the store does not prove whose it is",
    "opt-in": "people or programs may speak there",
    "not-listed": "not among `sources`",
    "aged": "older than `max_age_days`",
}


def ago(time: float, now: float) -> str:
    """Say how long ago ``time`` (epoch seconds) was."""
    if not time:
        return "never"
    minutes = int((now - time) // 60)
    if minutes < 1:
        return "just now"
    return f"{minutes} min ago" if minutes < 120 else f"{minutes // 60} h ago"  # noqa: PLR2004


def absences(left_out: Iterable[Absence], folder: Path) -> Iterator[str]:
    """Say what is not shown, why, and which line would show it."""
    for out in left_out:
        who = " ".join(part for part in (out.end, out.who, f"({out.name})" if out.name else "") if part)
        yield f"left out: {who}: {_REASONS.get(out.reason, out.reason)}; {out.sessions} talks, {out.messages} messages"
        if out.line:
            table = f"under [{out.table}] " if out.table else ""
            yield f"  to show it, add {table}in {folder / FILE}: {out.line}"
