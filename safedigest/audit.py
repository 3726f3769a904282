"""What was masked, when and where: ``$HERMES_HOME/safedigest/audit.jsonl``, read off the masks.

Invariants:

* Never a character of a value: rule, kind, place, class of length, and a keyed fingerprint by which the
  same value is known again. The exact length is not told either.
* An item is told once: a run that masks nothing new adds nothing.
* Lines are only added, each with a checksum over itself and the one before it (keyed, so that a line
  cannot be taken out, changed or added unseen by anybody without the key). A line that a crash cut off is
  removed before the next.
* The file is synced and 0600; it is put aside when it is full, and a few of those are kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Final

from safedigest.errors import WriteError
from safedigest.letters import letters
from safedigest.model import Message, Segment
from safedigest.plugin.records import dataclass
from safedigest.publish import FILE_MODE, make_folder
from safedigest.text import Mask, Masked

FILE: Final = "audit.jsonl"
REPAIRED: Final = "the audit's last line was cut off by a crash; it was removed"
MOST_BYTES: Final = 1 << 20  # of one file
KEPT: Final = 4  # files put aside
_SUM: Final = ',"sum":"'
_SUM_LENGTH: Final = 16
_TAIL_BYTES: Final = 4096  # more than one line


class Length(Enum):
    """The length of a value, as far as it is told."""

    SHORT = "1-7"
    MEDIUM = "8-15"
    LONG = "16-31"
    LONGER = "32-63"
    LONGEST = "64+"

    @classmethod
    def of(cls, characters: int) -> Length:
        """Return the class of a length."""
        bounds = ((8, cls.SHORT), (16, cls.MEDIUM), (32, cls.LONG), (64, cls.LONGER))
        return next((kind for bound, kind in bounds if characters < bound), cls.LONGEST)


@dataclass(frozen=True, slots=True)
class Item:
    """One masked place."""

    rule: str
    kind: str
    end: str
    session: str
    message: int
    role: str
    length: Length
    fingerprint: str

    @property
    def name(self) -> str:
        """What makes it the same item the next time: value and message, whichever rule was first to find it."""
        parts = (self.fingerprint or f"by {self.rule}", self.session, str(self.message))
        return letters(hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest(), 16)


def items(segments: Iterable[Segment[Masked]]) -> list[Item]:
    """Return an item for every mask in ``segments``, the same one once."""
    found = [
        _item(segment, message, mask)
        for segment in segments
        for message in _messages(segment)
        for mask in message.text.masks
    ]
    return list({item.name: item for item in found}.values())


def _messages(segment: Segment[Masked]) -> Iterator[Message[Masked]]:
    for exchange in segment.exchanges:
        yield exchange.question
        if exchange.answer:
            yield exchange.answer


def _item(segment: Segment[Masked], message: Message[Masked], mask: Mask) -> Item:
    return Item(
        rule=mask.rule,
        kind=mask.kind,
        end=segment.end.name,
        session=segment.session,
        message=message.id,
        role=message.role.value,
        length=Length.of(mask.length),
        fingerprint=mask.fingerprint,
    )


def record(path: Path, found: Sequence[Item], *, now: float, key: bytes) -> int:
    """Add the items that ``path`` does not tell yet, at ``now`` (epoch seconds); return how many.

    Raises WriteError.
    """
    if not found:
        return 0
    try:
        known = _known(path)
        new = [item for item in found if item.name.encode() not in known]
        if new:
            make_folder(path.parent)
            _rotate(path)
            _append(path, _lines(new, _last_sum(path), now, key))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise WriteError(f"{path}: the audit cannot be written ({reason})") from None
    return len(new)


@dataclass(frozen=True, slots=True)
class Told:
    """An item as the audit tells it; ``time`` is when it was told, epoch seconds."""

    time: float
    item: Item


def read(path: Path) -> list[Told]:
    """Return all that is told, oldest first; a line that is not whole is passed over (``verify`` names it)."""
    return [told for file in _files(path) for line in _whole_lines(file) if (told := _told(line))]


def verify(path: Path, key: bytes) -> tuple[Path, int] | None:
    """Return the file and the number of its first line (from 1) whose checksum does not hold; None where all do.

    Each file goes on from the one before it. What the oldest one went on from may be gone, so its first line is only
    held against itself where files were dropped.
    """
    files = _files(path)
    before = None if len(files) > KEPT else ""
    for file in files:
        for number, text in enumerate(_whole_lines(file), 1):
            body, _, rest = text.rpartition(_SUM)
            if before is not None and rest != _sum(before, body, key) + '"}':
                return file, number
            before = rest[:_SUM_LENGTH]
    return None


def repair(path: Path) -> bool:
    """Remove what a crash left of a last line; tell whether there was anything. Raises WriteError."""
    try:
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole == len(data):
            return False
        with path.open("r+b") as file:
            file.truncate(whole)
            os.fsync(file.fileno())
    except FileNotFoundError:
        return False
    except OSError as error:
        raise WriteError(f"{path}: the audit cannot be written ({error.strerror})") from None
    return True


def _files(path: Path) -> list[Path]:
    """Return the files that are there, oldest first."""
    every = [*(_aside(path, number) for number in range(KEPT, 0, -1)), path]
    return [file for file in every if file.is_file()]


def _whole_lines(file: Path) -> list[str]:
    whole, _, _ = file.read_bytes().decode("utf-8", "replace").rpartition("\n")
    return whole.split("\n") if whole else []


def _told(line: str) -> Told | None:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        data = json.loads(line)
        item = Item(
            rule=str(data["rule"]),
            kind=str(data["kind"]),
            end=str(data["end"]),
            session=str(data["session"]),
            message=int(data["message"]),
            role=str(data["role"]),
            length=Length(data["length"]),
            fingerprint=str(data["fingerprint"]),
        )
        return Told(datetime.fromisoformat(data["time"]).timestamp(), item)
    return None


def _lines(found: Iterable[Item], before: str, now: float, key: bytes) -> Iterator[str]:
    time = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for item in found:
        told = {
            "time": time,
            "rule": item.rule,
            "kind": item.kind,
            "end": item.end,
            "session": item.session,
            "message": item.message,
            "role": item.role,
            "length": item.length.value,
            "fingerprint": item.fingerprint,
            "item": item.name,
        }
        body = json.dumps(told, ensure_ascii=True, separators=(",", ":")).removesuffix("}")
        before = _sum(before, body, key)
        yield f'{body}{_SUM}{before}"}}\n'


def _sum(before: str, body: str, key: bytes) -> str:
    text = (before + body).encode("utf-8", "replace")
    return letters(hmac.new(key, text, hashlib.sha256).digest(), _SUM_LENGTH)


def _known(path: Path) -> bytes:
    """Return what is told by now: this file and the one put aside last, more than any digest shows."""
    told = b""
    for file in (_aside(path, 1), path):
        with contextlib.suppress(FileNotFoundError):
            data = file.read_bytes()
            told += data[: data.rfind(b"\n") + 1]
    return told


def _last_sum(path: Path) -> str:
    """Return the checksum of the last whole line, in the file put aside where this one is new; else empty."""
    for file in (path, _aside(path, 1)):
        with contextlib.suppress(FileNotFoundError), file.open("rb") as opened:
            opened.seek(max(opened.seek(0, os.SEEK_END) - _TAIL_BYTES, 0))
            whole, _, _ = opened.read().decode("utf-8", "replace").rpartition("\n")
            if whole:
                return whole.rpartition(_SUM)[2][:_SUM_LENGTH]
    return ""


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.{number}{path.suffix}")


def _rotate(path: Path) -> None:
    """Put a full file aside; the oldest of those goes."""
    if not path.exists() or path.stat().st_size < MOST_BYTES:
        return
    for number in range(KEPT - 1, 0, -1):
        with contextlib.suppress(FileNotFoundError):
            _aside(path, number).replace(_aside(path, number + 1))
    path.replace(_aside(path, 1))


def _append(path: Path, lines: Iterable[str]) -> None:
    """Add lines behind the last whole one, in one write, and sync."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), FILE_MODE)
    with os.fdopen(descriptor, "r+b") as file:
        if sys.platform != "win32":
            os.fchmod(descriptor, FILE_MODE)
        whole = path.read_bytes().rfind(b"\n") + 1
        file.truncate(whole)
        file.seek(whole)
        file.write("".join(lines).encode("ascii"))
        file.flush()
        os.fsync(descriptor)
