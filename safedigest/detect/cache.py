"""What is slow to make and the same until its sources change, kept as packed JSON in our folder of a home.

Invariants: an entry counts only if its key, a digest of everything it was made from, is the one asked for;
anything odd is made anew; nothing of a message, a credential or a user's rule file is ever kept here.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Cache:
    """A folder of entries; with no folder, or one that is not there, everything is made anew."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None and folder.is_dir() else None

    def get(self, name: str, key: str, make: Callable[[], Any]) -> Any:
        """Return the entry ``name`` if it was kept under ``key``, else make it and keep it."""
        if self._folder is None:
            return make()
        file = self._folder / f"{name}.cache"
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, zlib.error):
            entry = json.loads(zlib.decompress(file.read_bytes()))
            if entry["key"] == key:
                return entry["value"]
        value = make()
        with contextlib.suppress(OSError):  # without the entry the next run is slower, no more
            _write(file, zlib.compress(json.dumps({"key": key, "value": value}).encode(), 1))
        return value


def _write(file: Path, data: bytes) -> None:
    """Write ``file`` whole or not at all, for the owner's eyes."""
    import tempfile  # noqa: PLC0415  most runs keep what is there

    handle, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as target:
            target.write(data)
        Path(part).replace(file)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise
