"""Which files are read: those that were named, and all below the folders that were named.

Invariants: a symbolic link inside a folder is never followed, so nothing outside is read; whatever is left out is
named; a path that does not exist is an error, never "clean".
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from safedigest.errors import ConfigError
from safedigest.report.found import Skipped, Trouble, Why

MOST_BYTES: Final = 4 << 30  # of one file
_DATABASE: Final = b"SQLite format 3\0"
_OBJECTS: Final = ".git"

Step = Path | Skipped | Trouble


def check(paths: Iterable[Path]) -> None:
    """Raise ConfigError for the first path that is not there."""
    for path in paths:
        if not path.exists():
            raise ConfigError(f"no such file or folder: {ascii(str(path))[1:-1]}")


def walk(paths: Iterable[Path]) -> Iterator[Step]:
    """Give every file to be read once, and what is not read, in a steady order."""
    seen: set[str] = set()
    for path in paths:
        for step in _folder(path) if path.is_dir() else [path]:
            yield from _once(step, seen) if isinstance(step, Path) else [step]


def _once(path: Path, seen: set[str]) -> Iterator[Step]:
    """Give a file unless it was given before, or the reason why it is not read."""
    try:
        status = path.stat()
    except OSError as error:
        yield Trouble(str(path), error.strerror or type(error).__name__)
        return
    real = os.path.realpath(path)
    if real in seen:
        return
    seen.add(real)
    if not stat.S_ISREG(status.st_mode):
        yield Skipped(str(path), Why.SPECIAL)
    elif status.st_size > MOST_BYTES:
        yield Skipped(str(path), Why.HUGE)
    else:
        yield path


def _folder(top: Path) -> Iterator[Step]:
    """Give what lies below ``top``."""
    troubles: list[OSError] = []
    for place, folders, files in os.walk(top, onerror=troubles.append):
        folders.sort()
        for name in list(folders):
            path = Path(place, name)
            if path.is_symlink():
                folders.remove(name)
                yield from _link(path, top)
            elif name == _OBJECTS:
                folders.remove(name)
                yield Skipped(str(path), Why.OBJECTS)
        for name in sorted(files):
            path = Path(place, name)
            if path.is_symlink():
                yield from _link(path, top)
            else:
                yield path
    yield from (Trouble(str(error.filename), error.strerror or "cannot be read") for error in troubles)


def _link(path: Path, top: Path) -> Iterator[Skipped]:
    """Name a link that leads out; what it leads to inside is read there."""
    target = Path(os.path.realpath(path))
    if not target.is_relative_to(os.path.realpath(top)):
        yield Skipped(str(path), Why.LINK)


def is_database(data: bytes) -> bool:
    """Tell whether a file is an SQLite database: those are never read or written here."""
    return data.startswith(_DATABASE)
