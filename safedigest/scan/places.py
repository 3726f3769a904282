"""What of a home is read where no path is named: everything that shows words to an agent, whoever wrote it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from safedigest import watch
from safedigest.config import FILE, FOLDER, load_config
from safedigest.detect import credentials
from safedigest.errors import StoreError
from safedigest.gate import Gate
from safedigest.letters import letters
from safedigest.model import Message, Role
from safedigest.store import snapshot, store_path
from safedigest.store.history import Entry, History
from safedigest.sync import digest_path
from safedigest.text import Raw

_FILES: Final = ("AGENTS.md", "SOUL.md", "MEMORY.md", "USER.md", "HERMES.md")
_FOLDERS: Final = ("memories", "cron/output", "logs", "shared-context")
_MOST_TALKS: Final = 40  # by which digests are known
_MOST: Final = 40_000  # characters of the end of each


def of_home(home: Path) -> list[Path]:
    """Return the files and folders of ``home`` that a scan reads; those that are there."""
    config = load_config(home)
    files = [digest_path(home), config.agents_file(home), *(home / name for name in _FILES)]
    folders = [home / name for name in _FOLDERS]
    return [path for path in dict.fromkeys([*files, *folders]) if path.exists()]


def digests(home: Path) -> frozenset[Path]:
    """Return the files that were made from the talk."""
    return frozenset(path.resolve() for path in (digest_path(home), load_config(home).agents_file(home)))


def basis(home: Path, gate: Gate, personal: str) -> str:
    """Return a short text that changes with all that findings hang on: settings, rules, credentials, and the key."""
    rules = home / FOLDER / "rules"
    files = [home / FOLDER / FILE, rules, *sorted(rules.glob("*.toml")), *credentials.watched(home)]
    known = json.dumps([personal, gate.fingerprint("basis"), watch.marks(files)])
    return letters(hashlib.sha256(known.encode("utf-8", "surrogatepass")).digest(), 16)


def knowing(gate: Gate, home: Path, *, short: bool) -> Gate:
    """Return a gate that knows the secrets of this home's latest talks, to find what is left of them in a digest.

    Where the store cannot be read it is ``gate`` itself.
    """
    try:
        talks = snapshot(store_path(home), _ends_of_talks)
    except StoreError:
        return gate
    return gate.knowing([[_message(row) for row in rows] for rows in talks], short=short)


def _ends_of_talks(connection: Connection) -> list[list[Entry]]:
    history = History(connection)
    return [history.talk(session, _MOST) for session in history.latest(_MOST_TALKS)]


def _message(row: Entry) -> Message[Raw]:
    role = Role.USER if row.role == Role.USER.value else Role.ASSISTANT
    return Message(row.id, role, row.text, row.time)
