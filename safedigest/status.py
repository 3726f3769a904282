"""What the last sync did: ``$HERMES_HOME/safedigest/status.json``, for ``status``, ``doctor`` and the next sync.

Invariants: it holds counts, names of ends, masked ids and our own words, never a word of a talk; a file that is missing
or odd is an empty status, since nothing hangs on it but what is told twice.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from safedigest.plugin import files
from safedigest.plugin.records import asdict, dataclass, field
from safedigest.publish import write_private

FILE: Final = "status.json"
VERSION: Final = 1
_TIMES: Final = ("tried", "good", "put")


@dataclass(frozen=True, slots=True)
class Absence:
    """Talk that is not shown, why, and the line of the settings that would show it."""

    end: str
    reason: str
    who: str
    name: str
    sessions: int
    messages: int
    table: str
    line: str


@dataclass(frozen=True, slots=True)
class Status:
    """The outcome of the last syncs. Times are epoch seconds, 0 for never; in the file they are moments in UTC.

    ``put``: when a file was last written.

    ``busy`` counts the syncs in a row that found the store locked; ``told`` holds, by notice, a hash of what was told
    already, so that one fault is an error once and a notice from then on.
    """

    tried: float = 0.0
    good: float = 0.0
    put: float = 0.0
    error: str = ""
    busy: int = 0
    tag: str = ""
    ends: int = 0
    turns: int = 0
    masks: int = 0
    withheld: int = 0
    notices: tuple[str, ...] = ()
    left_out: tuple[Absence, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)
    plugin: str = (
        ""  # the last thing that went wrong in the plugin, which writes it itself (``plugin.trouble``)
    )

    def save(self, folder: Path) -> None:
        """Write the file whole. Raises WriteError."""
        data = {"version": VERSION, **asdict(self), **{name: _moment(getattr(self, name)) for name in _TIMES}}
        text = json.dumps(data, ensure_ascii=False, indent=1)
        write_private(folder / FILE, (text + "\n").encode())


def load(folder: Path) -> Status:
    """Read the status of a home; an empty one where there is none that can be read."""
    with suppress(OSError, ValueError, TypeError):
        data: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
        if data.pop("version") == VERSION:
            data |= {name: files.epoch(data[name]) if data.get(name) else 0.0 for name in _TIMES}
            data["left_out"] = tuple(Absence(**row) for row in data.get("left_out", ()))
            data["notices"] = tuple(data.get("notices", ()))
            return Status(**data)
    return Status()


def _moment(time: float) -> str:
    return files.moment(time) if time else ""
