"""Writes files whole or not at all, and puts our block into a file that people write too.

Invariants:

* A reader sees the old file or the new one, never a part: a temporary file in the same folder, synced,
  then renamed; when anything fails the old file stays and the temporary one goes.
* Files of ours are 0600 in folders of 0700 from their first moment. A file of somebody else keeps its
  mode, owner and group; a link stays a link and its target is written; a read-only file is an error, not
  an obstacle.
* In a shared file only what lies between our two markers changes, and only if there is exactly one pair,
  in order, each a whole line. Everything else stays as it is, byte for byte. What is not one pair is left
  alone and told.
* Nothing is written that is there already.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Final

from safedigest.errors import WriteError
from safedigest.letters import letters
from safedigest.plugin.records import dataclass

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_BEGIN: Final = b"<!-- CROSS-PLATFORM:BEGIN"
_END: Final = b"<!-- CROSS-PLATFORM:END"
_CLOSE: Final = b"-->"
_BOM: Final = b"\xef\xbb\xbf"
_OURS: Final = b"<!-- CROSS-PLATFORM:"
_TRIES: Final = 3
_STALE: Final = 3600.0  # seconds


class Outcome(Enum):
    """What became of a write."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    NO_FILE = "no-file"
    NO_MARKERS = "no-markers"
    BROKEN_MARKERS = "broken-markers"


@dataclass(frozen=True, slots=True)
class Put:
    """The outcome, and a short hash of the file as it was found: to tell the same fault only once."""

    outcome: Outcome
    seen: str = ""


@dataclass(frozen=True, slots=True)
class _Keep:
    """What a replaced file hands on to the new one."""

    mode: int
    owner: tuple[int, int] | None = None


def make_folder(path: Path) -> None:
    """Make a folder of ours where there is none, and close it to others (0700); its parent must exist.

    Raises WriteError.
    """
    try:
        path.mkdir(FOLDER_MODE, exist_ok=True)
        if stat.S_IMODE(path.stat().st_mode) & ~FOLDER_MODE:
            with contextlib.suppress(OSError):  # not ours to close; the files in it are closed all the same
                path.chmod(FOLDER_MODE)
    except OSError as error:
        raise _failed(path, error) from None


def write_private(path: Path, data: bytes) -> Outcome:
    """Write a file of ours whole, 0600; its folder is made if it is missing. Raises WriteError."""
    make_folder(path.parent)
    if _same(path, data):
        return Outcome.UNCHANGED
    try:
        _replace(path, data, _Keep(FILE_MODE))
    except OSError as error:
        raise _failed(path, error) from None
    return Outcome.WRITTEN


def write_shared(path: Path, old: bytes | None, new: bytes | None, mode: int = FILE_MODE) -> None:
    """Give a file of somebody else, found holding ``old``, the content ``new``; its mode and owner stay.

    ``None`` means no file: as ``old`` a new one is made with ``mode``, as ``new`` the file goes. Raises WriteError; a
    file that does not hold ``old`` any more is left alone.
    """
    path = Path(os.path.realpath(path))
    try:
        found, before = _read(path) if path.exists() else (None, None)
        if found != old:
            raise WriteError(f"{path}: it was changed meanwhile; run the command again")
        if new is None:
            path.unlink(missing_ok=True)
        elif before is None:
            _replace(path, new, _Keep(mode))
        else:
            _replace(path, new, _kept(path, before))
    except OSError as error:
        raise _failed(path, error) from None


def put_block(path: Path, block: str) -> Put:
    """Put ``block`` (markers included) where the markers of the file at ``path`` are. Raises WriteError.

    No file and no markers are no error: then nobody has asked for a block.
    """
    try:
        for _ in range(_TRIES):
            put = _put(Path(os.path.realpath(path)), block)
            if put is not None:
                return put
    except FileNotFoundError:
        return Put(Outcome.NO_FILE)
    except OSError as error:
        raise _failed(path, error) from None
    raise WriteError(f"{path}: it changes all the time; close the program that writes it")


def _put(path: Path, block: str) -> Put | None:
    """Put the block once; None where the file changed meanwhile."""
    data, before = _read(path)
    seen = letters(hashlib.sha256(data).digest(), 16)
    place = find_block(data)
    if isinstance(place, Outcome):
        return Put(place, seen)
    start, end = place
    new = data[:start] + _with_breaks(block, data[start:end]) + data[end:]
    if new == data:
        return Put(Outcome.UNCHANGED, seen)
    keep = _kept(path, before)
    if _identity(path.stat()) != _identity(before):
        return None
    _replace(path, new, keep)
    return Put(Outcome.WRITTEN, seen)


def _kept(path: Path, before: os.stat_result) -> _Keep:
    """Return what the new file takes over from the old one. Raises PermissionError for a read-only file."""
    if not before.st_mode & stat.S_IWUSR or not os.access(path, os.W_OK):
        raise PermissionError(13, "it is read-only; make it writable")
    return _Keep(stat.S_IMODE(before.st_mode), (before.st_uid, before.st_gid))


def find_block(data: bytes) -> tuple[int, int] | Outcome:
    """Return where our block is: from the start of its first marker to the end of its last one.

    Where it is not, the outcome tells why: ``NO_MARKERS`` or ``BROKEN_MARKERS``.
    """
    begins: list[tuple[int, int]] = []
    ends: list[tuple[int, int]] = []
    broken = False
    for start, line in _lines(data):
        place = (start, start + len(line))
        if line.startswith(_BEGIN) and line.endswith(_CLOSE) and line.count(_CLOSE) == 1:
            begins.append(place)
        elif line == _END + b" " + _CLOSE:
            ends.append(place)
        else:
            broken |= line.strip().startswith(_OURS)
    if not (begins or ends or broken):
        return Outcome.NO_MARKERS
    if broken or len(begins) != 1 or len(ends) != 1 or begins[0] > ends[0]:
        return Outcome.BROKEN_MARKERS
    return begins[0][0], ends[0][1]


def read_block(path: Path) -> str:
    """Return the block that stands in the file at ``path``, markers included; empty where there is none to be read."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    place = find_block(data)
    return "" if isinstance(place, Outcome) else data[slice(*place)].decode("utf-8", "replace") + "\n"


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give each line without its break, and where it starts; a byte order mark is no part of the first."""
    at = len(_BOM) if data.startswith(_BOM) else 0
    for line in data[at:].split(b"\n"):
        yield at, line.removesuffix(b"\r")
        at += len(line) + 1


def _with_breaks(block: str, old: bytes) -> bytes:
    """Return the block as bytes, with the line breaks that the old one has."""
    text = block.encode("utf-8")
    return text.replace(b"\n", b"\r\n") if b"\r\n" in old else text


def _read(path: Path) -> tuple[bytes, os.stat_result]:
    with path.open("rb") as file:
        before = os.fstat(file.fileno())
        return file.read(), before


def _identity(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _same(path: Path, data: bytes) -> bool:
    """Tell whether a file of ours is there with just this content and its mode."""
    try:
        old, status = _read(path)
    except OSError:
        return False
    return old == data and (sys.platform == "win32" or stat.S_IMODE(status.st_mode) == FILE_MODE)


def _replace(path: Path, data: bytes, keep: _Keep) -> None:
    """Write ``data`` beside ``path`` and rename it there; a temporary file never stays behind."""
    _sweep(path)
    beside = path.with_name(f".{path.name}.{os.urandom(6).hex()}.tmp")
    try:
        _write(beside, data, keep)
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sweep(path: Path) -> None:
    """Remove what a killed process left beside ``path``; a young file may be another process at work."""
    oldest = time.time() - _STALE
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            if left.lstat().st_mtime < oldest:
                left.unlink()


def _write(path: Path, data: bytes, keep: _Keep) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), FILE_MODE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        if sys.platform != "win32":
            status = os.fstat(descriptor)
            if keep.owner and keep.owner != (status.st_uid, status.st_gid):
                os.fchown(descriptor, *keep.owner)
            os.fchmod(descriptor, keep.mode)
        os.fsync(descriptor)


def _sync_folder(path: Path) -> None:
    """Make the rename itself durable. Where a folder cannot be synced the new file is whole all the same."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _failed(path: Path, error: OSError) -> WriteError:
    reason = error.strerror or type(error).__name__
    return WriteError(f"{path}: could not be written ({reason}); the old file stays")
