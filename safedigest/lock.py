"""One sync at a time in one home.

Invariants: taking the lock never waits; the system gives it back when the process ends, however it ends,
so a lock is never stale; the lock file holds nothing.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from safedigest.errors import WriteError
from safedigest.publish import FILE_MODE, make_folder

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[bool]:
    """Hold the lock at ``path``; gives False, at once, where somebody else holds it. Raises WriteError."""
    make_folder(path.parent)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), FILE_MODE)
    except OSError as error:
        raise WriteError(f"{path}: the lock cannot be opened ({error.strerror})") from None
    try:
        yield _take(descriptor)
    finally:
        os.close(descriptor)
