"""One short read of a database that somebody else is writing.

Invariants: the database is opened read-only and ``query_only``, in one transaction whose rows are copied
out; nothing is ever locked for long, repaired or copied to another place; waiting is bounded; every error
is one line (what, where, what to do) and holds no row. A reader beside a writer meets many states;
``snapshot`` names each and what it does:

* busy (a rollback-journal store, or a write-ahead log being recovered): wait, at most ``patience``;
* a disk error while the writer resets its log: three short retries;
* a folder that is not writable and no log: the file is whole, so it is read with ``immutable=1``;
* a folder that is not writable and a log without its index: an error, since ``immutable=1`` would silently
  miss rows;
* a search table defined twice: ``writable_schema`` on this connection steps over it, other tables are whole;
* anything else: an error, and the last good digest stays.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import Final, NoReturn, TypeVar, assert_never

from safedigest.errors import StoreBusyError, StoreError
from safedigest.plugin.records import dataclass, replace

PATIENCE: Final = 5.0  # seconds, all retries together
_LONGEST_READ: Final = 10.0  # seconds in one transaction; milliseconds are usual
_DISK_RETRIES: Final = 3
_PAUSE: Final = 0.05  # seconds between two tries after a disk error
_TURN: Final = (
    0.1  # seconds that SQLite waits in one try; it looks ever more rarely, so many short tries see more
)
_STEPS: Final = 20_000  # virtual-machine steps between two looks at the clock
_KEEPS: Final = "the last good digest stays"

T = TypeVar("T")


class _Fault(Enum):
    """What went wrong, as far as it changes what we do."""

    BUSY = "busy"
    DISK = "disk"
    LOG_NEEDS_FOLDER = "log needs folder"
    CANNOT_OPEN = "cannot open"
    UNFINISHED = "unfinished write"
    TWICE_DEFINED = "twice defined"
    DAMAGED = "damaged"
    NO_DATABASE = "no database"
    SLOW = "slow"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class _Way:
    """How to open: plainly first, then as a fault taught us."""

    immutable: bool = False
    lenient: bool = False


def snapshot(path: Path, work: Callable[[sqlite3.Connection], T], patience: float = PATIENCE) -> T:
    """Run ``work`` in one read transaction on the database at ``path`` and return what it returns.

    ``work`` may run more than once and must copy out all it needs. Raises StoreBusyError when the store
    stayed locked for ``patience`` seconds, StoreError when it cannot be read.
    """
    _look(path)
    deadline = time.monotonic() + patience
    way, disk_errors = _Way(), 0
    while True:
        try:
            return _read(path, way, work)
        except sqlite3.Error as error:
            fault = _fault(error)
        if fault is _Fault.BUSY and time.monotonic() < deadline:
            time.sleep(_TURN / 50)
        elif fault is _Fault.DISK and disk_errors < _DISK_RETRIES:
            disk_errors += 1
            time.sleep(_PAUSE)
        elif fault is _Fault.TWICE_DEFINED and not way.lenient:
            way = replace(way, lenient=True)
        elif fault is _Fault.LOG_NEEDS_FOLDER and not way.immutable and not _unmerged(path):
            way = replace(way, immutable=True)
        else:
            _give_up(path, fault)


def _look(path: Path) -> None:
    """Say clearly what SQLite would only call "unable to open database file"."""
    if not path.exists():
        raise StoreError(f"no session store at {path}: start Hermes once, or name the right home with --home")
    if not path.is_file():
        raise StoreError(f"{path} is not a file: name the right home with --home")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path} cannot be read: run as the user that owns it, or correct its permissions")


def _read(path: Path, way: _Way, work: Callable[[sqlite3.Connection], T]) -> T:
    options = "?mode=ro&immutable=1" if way.immutable else "?mode=ro"
    uri = path.absolute().as_uri() + options
    with closing(sqlite3.connect(uri, uri=True, timeout=_TURN, isolation_level=None)) as connection:
        # Bytes that are no UTF-8 must not raise: that error would quote them.
        connection.text_factory = lambda value: value.decode("utf-8", "replace")
        limit = time.monotonic() + _LONGEST_READ
        connection.set_progress_handler(lambda: time.monotonic() > limit, _STEPS)
        if way.lenient:
            connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA query_only = 1")
        connection.execute("BEGIN")
        result = work(connection)
        connection.execute("ROLLBACK")
    if way.immutable and _unmerged(path):  # a writer came meanwhile: what we read may be torn
        raise sqlite3.OperationalError("database is locked")
    return result


def _unmerged(path: Path) -> bool:
    """Tell whether a log or journal lies beside the database, whose rows the file alone does not have."""
    return any(path.with_name(path.name + suffix).exists() for suffix in ("-wal", "-journal"))


_FAULTS: Final = {
    sqlite3.SQLITE_BUSY: _Fault.BUSY,
    sqlite3.SQLITE_LOCKED: _Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: _Fault.BUSY,
    sqlite3.SQLITE_IOERR: _Fault.DISK,
    sqlite3.SQLITE_CANTOPEN: _Fault.CANNOT_OPEN,
    sqlite3.SQLITE_NOTADB: _Fault.NO_DATABASE,
    sqlite3.SQLITE_CORRUPT: _Fault.DAMAGED,
    sqlite3.SQLITE_INTERRUPT: _Fault.SLOW,
}


def _fault(error: sqlite3.Error) -> _Fault:
    text = str(error)
    if "malformed database schema" in text:
        return _Fault.TWICE_DEFINED
    if text == "database is locked":
        return _Fault.BUSY
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_READONLY_ROLLBACK:
        return _Fault.UNFINISHED
    if code & 0xFF == sqlite3.SQLITE_READONLY:  # the low byte is the primary code
        return _Fault.LOG_NEEDS_FOLDER
    return _FAULTS.get(code & 0xFF, _Fault.OTHER)


def _give_up(path: Path, fault: _Fault) -> NoReturn:
    """Raise the one-line error of ``fault``."""
    match fault:
        case _Fault.BUSY:
            raise StoreBusyError(
                f"{path} stayed locked by another process; the next run tries again"
            ) from None
        case _Fault.DISK:
            what = f"disk error; {_KEEPS}; check the disk, then run again"
        case _Fault.CANNOT_OPEN | _Fault.LOG_NEEDS_FOLDER:
            what = "its log cannot be read: make the folder writable for this user, or start Hermes once"
        case _Fault.UNFINISHED:
            what = "an interrupted write must be finished first: start Hermes once"
        case _Fault.TWICE_DEFINED | _Fault.DAMAGED:
            what = f"the database is damaged; {_KEEPS}; run `hermes doctor`"
        case _Fault.NO_DATABASE:
            what = f"not an SQLite database; {_KEEPS}; run `hermes doctor`"
        case _Fault.SLOW:
            what = f"reading took more than {_LONGEST_READ:g} s; {_KEEPS}; run `hermes doctor`"
        case _Fault.OTHER:
            what = f"cannot be read; {_KEEPS}; run `hermes doctor`"
        case _:
            assert_never(fault)
    raise StoreError(f"{path}: {what}") from None


def watermark(path: Path) -> str:
    """Return a short text that changes whenever the store does; empty where there is no store.

    Every commit changes the size or the time of the file or of its log, undone and archived rows included, so
    nothing is opened. For skipping a run that has nothing to do.
    """
    marks = []
    for suffix in ("", "-wal", "-journal"):
        try:
            stat = path.with_name(path.name + suffix).stat()
        except OSError:
            marks.append("-")
        else:
            marks.append(f"{stat.st_ino:x}.{stat.st_size:x}.{stat.st_mtime_ns:x}")
    return "" if marks[0] == "-" else "/".join(marks)
