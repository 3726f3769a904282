"""What of a home is read where no path is named: everything that shows words to an agent, whoever wrote it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from safedigest import watch
from safedigest.config import FILE, FOLDER, load_config
from safedigest.detect import credentials
from safedigest.errors import StoreError
from safedigest.gate import Gate
from safedigest.letters import letters
from safedigest.model import Message, Role
from safedigest.store import snapshot, store_path
from safedigest.store.history import History
from safedigest.sync import digest_path
from safedigest.text import Raw

_FILES: Final = ("AGENTS.md", "SOUL.md", "MEMORY.md", "USER.md", "HERMES.md")
_FOLDERS: Final = ("memories", "cron/output", "logs", "shared-context")
_MOST_ROWS: Final = 20_000
_MOST: Final = 4 << 20  # characters of talk by which digests are known


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
    """Return a gate that knows the secrets of this home's newest talk, to find what is left of them in a digest.

    Where the store cannot be read it is ``gate`` itself.
    """
    store = store_path(home)
    try:
        rows = snapshot(store, lambda db: History(db).newest(_MOST_ROWS, _MOST))
    except StoreError:
        return gate
    talks: dict[str, list[Message[Raw]]] = {}
    for row in rows:
        role = Role.USER if row.role == Role.USER.value else Role.ASSISTANT
        talks.setdefault(row.session, []).append(Message(row.id, role, row.text, row.time))
    return gate.knowing(list(talks.values()), short=short)
