"""The session store of Hermes (``state.db``), read without hurting it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from safedigest.store.connect import PATIENCE, snapshot, watermark
from safedigest.store.reader import Reader
from safedigest.store.rows import MessageRow, SessionRow, State

STATE_DB: Final = "state.db"


def store_path(home_or_db: Path) -> Path:
    """Return the store of a home; a path to a file is taken for the store itself."""
    return home_or_db / STATE_DB if home_or_db.is_dir() else home_or_db


__all__ = [
    "PATIENCE",
    "STATE_DB",
    "MessageRow",
    "Reader",
    "SessionRow",
    "State",
    "snapshot",
    "store_path",
    "watermark",
]
