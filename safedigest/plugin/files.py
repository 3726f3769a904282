"""The plugin's small files: read as they are, written whole, changed by one process at a time.

Standard library only. Invariants: a reader sees the old file or the new one; files are 0600 from their first moment;
a lock is given back by the system however a process ends, and waiting for it is bounded.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import stat
import time

try:
    import fcntl
except ImportError:  # Windows: there one process per home is usual, and the last writer wins
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Where = str | os.PathLike[str]  # `pathlib` costs a hook as much as its own work

Json = dict[str, "Any"]
FOLDER = "safedigest"  # ours, in a home
FEED = "feed.json"
_PAUSE = 0.005  # seconds between two tries to take a lock
_LARGEST = 16_000_000  # bytes of a file of ours
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def moment(time: float) -> str:
    """Return epoch seconds as text: a long number in a file could hold a PIN by chance."""
    from datetime import UTC, datetime  # noqa: PLC0415  most turns tell nothing

    return datetime.fromtimestamp(math.ceil(time), UTC).isoformat()


def epoch(moment: str) -> float:
    """Return epoch seconds of a moment in a file. Raises ValueError."""
    from datetime import datetime  # noqa: PLC0415  as above

    return datetime.fromisoformat(moment).timestamp()


def within(folder: Where, name: str) -> str:
    """Return the path of ``name`` in ``folder``."""
    return os.path.join(folder, name)  # noqa: PTH118  `pathlib` costs a hook as much as its own work


def read(path: Where) -> Json:
    """Return the table in the file at ``path``; an empty one where there is no file.

    Raises OSError where it cannot be read or is a link or no file, and ValueError where it holds anything else.
    """
    try:
        data = json.loads(_content(path))
    except FileNotFoundError:
        return {}
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(data, dict):
        raise ValueError("not a table")  # noqa: TRY004  callers catch what a broken file raises, in one name
    return data


def _content(path: Where) -> bytes:
    """Read one of our own files: nobody else's that a link leads to, and no pipe that would never end."""
    descriptor = os.open(path, os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("not a file")
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError("too large")
    return content


def write(path: Where, data: Json, *, durable: bool = True) -> None:
    """Write a table whole; ``durable`` waits until it is on the disk. Raises OSError."""
    folder, name = os.path.split(path)
    beside = within(folder, f".{name}.{os.urandom(6).hex()}.tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write((json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode())
            if durable:
                file.flush()
                os.fsync(descriptor)
        os.replace(beside, path)  # noqa: PTH105  as above
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)  # noqa: PTH108  as above
        raise


@contextlib.contextmanager
def locked(path: Where, patience: float) -> Iterator[bool]:
    """Hold the lock file at ``path``; gives False where somebody else held it for ``patience`` seconds."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
    try:
        yield _take(descriptor, time.monotonic() + patience)
    finally:
        os.close(descriptor)


def _take(descriptor: int, deadline: float) -> bool:
    if fcntl is None:
        return True
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(_PAUSE)
        else:
            return True
