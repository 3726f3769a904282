"""What install put where: ``$HERMES_HOME/safedigest/install.json``.

Invariants: it holds our own text, paths, ids and hashes, never a copy of what stood in a file before; it is written
after each step, so that a run that broke off can be taken back too; a ledger that cannot be read stops
``uninstall`` rather than let it guess.

Format (version 1): ``choices`` are the options to repeat, ``entries`` one table per change: ``step``, ``kind``,
``target`` (a path or a job id), ``text`` (what we inserted), ``before`` and ``after`` (SHA-256 of the whole file;
empty for no file) and ``base`` (of a file that we made: the hash of what we seeded it with).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from safedigest.config import FOLDER
from safedigest.errors import ConfigError
from safedigest.publish import write_private

FILE: Final = "install.json"
VERSION: Final = 1


class Kind(Enum):
    """What a change is."""

    INSERTION = "insertion"  # text of ours in somebody's file
    FILE = "file"  # a file of ours
    FOLDER = "folder"  # a folder of ours, and all in it
    MADE = "made"  # a folder that we made for ours and others' files
    JOB = "job"  # a cron job of ours
    PAUSED = "paused"  # a cron job of somebody that we paused
    CONSENT = "consent"  # of the owner, recorded by Hermes, for a command of ours


@dataclass(frozen=True, slots=True)
class Entry:
    """One change; see the format above."""

    step: str
    kind: Kind
    target: str
    text: str = ""
    before: str = ""
    after: str = ""
    base: str | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What the owner chose, for ``--repair`` to repeat."""

    every: str = "5m"
    live: str = "plugin"  # plugin, hook or none
    lang: str = ""
    where: str = "home"  # home, gateway or cwd


@dataclass(frozen=True, slots=True)
class Ledger:
    """All changes, in the order in which they were made."""

    choices: Choices = Choices()
    entries: tuple[Entry, ...] = ()

    def find(self, step: str, target: str | None = None, kind: Kind | None = None) -> Entry | None:
        """Return the newest entry of a step (of a target, of a kind)."""
        for entry in reversed(self.entries):
            if entry.step == step and target in (None, entry.target) and kind in (None, entry.kind):
                return entry
        return None

    def with_(self, entry: Entry) -> Ledger:
        """Return the ledger with an entry; it replaces one for the same change, but for how the file was found."""
        key = (entry.step, entry.kind, entry.target)
        old = next((e for e in self.entries if (e.step, e.kind, e.target) == key), None)
        if old is not None and old.text:
            entry = replace(entry, before=old.before, base=old.base)
        rest = tuple(e for e in self.entries if e is not old)
        return replace(self, entries=(*rest, entry))

    def without(self, entry: Entry) -> Ledger:
        """Return the ledger without an entry."""
        return replace(self, entries=tuple(e for e in self.entries if e != entry))

    def save(self, home: Path) -> None:
        """Write the file whole. Raises WriteError."""
        entries = [{**asdict(entry), "kind": entry.kind.value} for entry in self.entries]
        data = {"version": VERSION, "choices": asdict(self.choices), "entries": entries}
        write_private(home / FOLDER / FILE, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode())


def load(home: Path) -> Ledger | None:
    """Read the ledger of a home; None where nothing is installed. Raises ConfigError where it cannot be read."""
    path = home / FOLDER / FILE
    try:
        return _read(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        raise ConfigError(
            f"{path}: cannot be read; correct its permissions, or move it away and install again"
        ) from None


def _read(data: dict[str, Any]) -> Ledger:
    if data["version"] != VERSION:
        raise ValueError
    entries = tuple(Entry(**{**row, "kind": Kind(row["kind"])}) for row in data["entries"])
    return Ledger(Choices(**data["choices"]), entries)
