"""What was narrowed from inside a chat: ``$HERMES_HOME/safedigest/narrowed.json``.

Invariants: it only ever takes away: a talk that is off is neither shared nor shown to, and of a talk that was forgotten
nothing up to that moment is shared. Whoever cannot read the file must share nothing, so an odd file is an error, never
an empty one. It holds names of ends and hashes of chat ids, no id.

Format (version 1): ``off`` is a list of talks, ``forgotten`` gives by talk the moment (UTC, ISO 8601, whole seconds)
up to which nothing is shared any more.
"""

from __future__ import annotations

import re

from . import files
from .records import dataclass, field

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FILE = "narrowed.json"
VERSION = 1
_PATIENCE = 1.0  # seconds
_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")
_HEX_NAME = re.compile(
    r"(?P<end>.+:)(?=[0-9a-f]*[0-9ae])(?P<digest>[0-9a-f]{12})\Z", re.DOTALL
)  # as first written


class NarrowedError(ValueError):
    """The file cannot be read as what it should be."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What is off, and up to when talks are forgotten (epoch seconds), by the names that ``talk_name`` gives."""

    off: frozenset[str] = frozenset()
    forgotten: Mapping[str, float] = field(default_factory=dict)

    def forgotten_until(self, talk: str) -> float:
        """Return the time up to which nothing of a talk is shared."""
        return self.forgotten.get(talk, 0.0)


def talk_name(end: str, chat: str | None) -> str:
    """Return the name of a talk: that of its end, and of its chat where the end has chats.

    All talks of a terminal are one: chat ids are what tells talks of one end apart.
    """
    return f"{end}:{hidden(chat, 12)}" if chat else end


def hidden(value: str, size: int) -> str:
    """Return the first ``size`` letters of a digest of ``value``: consonants, for hex may hold a PIN by chance."""
    import hashlib  # noqa: PLC0415  terminals have no chats

    return hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()[:size].translate(_LETTERS)


def load(folder: files.Where) -> Narrowed:
    """Read the file in our ``folder`` of a home. Raises NarrowedError."""
    try:
        data = files.read(files.within(folder, FILE))
        if not data:
            return Narrowed()
        return _parse(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise NarrowedError(
            f"{files.within(folder, FILE)}: cannot be read; correct its permissions, or delete it"
        ) from None


def _parse(data: files.Json) -> Narrowed:
    off = frozenset(data["off"])
    if data["version"] != VERSION or not all(isinstance(name, str) for name in off):
        raise ValueError("not this version")
    times = {_renamed(str(talk)): files.epoch(moment) for talk, moment in data["forgotten"].items()}
    return Narrowed(frozenset(map(_renamed, off)), times)


def _renamed(talk: str) -> str:
    found = _HEX_NAME.match(talk)
    return talk if found is None else found["end"] + found["digest"].translate(_LETTERS)


def turn_off(folder: files.Where, talk: str) -> None:
    """Stop sharing a talk and showing others there. Raises OSError, NarrowedError."""
    _change(folder, lambda off, _: off.add(talk))


def turn_on(folder: files.Where, talk: str) -> None:
    """Undo ``turn_off`` for this talk; what was forgotten stays so. Raises OSError, NarrowedError."""
    _change(folder, lambda off, _: off.discard(talk))


def forget(folder: files.Where, talk: str, now: float) -> None:
    """Share nothing of a talk that was said up to ``now`` (epoch seconds). Raises OSError, NarrowedError."""
    _change(folder, lambda _, times: times.__setitem__(talk, max(now, times.get(talk, 0.0))))


def _change(folder: files.Where, change: Any) -> None:
    with files.locked(files.within(folder, f"{FILE}.lock"), _PATIENCE) as mine:
        if not mine:
            raise OSError("the file is being changed by another process")
        old = load(folder)
        off, times = set(old.off), dict(old.forgotten)
        change(off, times)
        forgotten = {talk: files.moment(time) for talk, time in times.items()}
        files.write(
            files.within(folder, FILE), {"version": VERSION, "off": sorted(off), "forgotten": forgotten}
        )
