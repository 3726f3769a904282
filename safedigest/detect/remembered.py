"""A value that was found by its context in an earlier run is masked where it stands bare today.

``Memory`` knows such values by keyed fingerprints of their tokens: its file holds nothing from which a value could be
read, and without the home's key nothing that could be tried out. Only tokens that could be passwords are kept, never
an everyday word, at most ``MOST`` for ``DAYS``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from safedigest.detect.candidates import candidates
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, MASKED, level
from safedigest.detect.words import classes, is_word
from safedigest.letters import letters
from safedigest.model import Kind

MOST: Final = 1000
DAYS: Final = 30
_REFRESH: Final = 86_400.0  # seconds
_SHORTEST: Final = 6
_LONGEST: Final = 64


class Memory:
    """Fingerprints of values of earlier runs. Not shared between threads while values are added."""

    def __init__(self, key: bytes, seen: Mapping[str, float] | None = None) -> None:
        self._key = key[:64]
        self._seen = dict(seen or {})
        self.changed = False  # since it was read

    def __len__(self) -> int:
        return len(self._seen)

    def __repr__(self) -> str:
        return f"<Memory of {len(self)} values>"

    @classmethod
    def load(cls, file: Path, key: bytes, now: float) -> Memory:
        """Read ``file``; one that is missing or odd is an empty memory. ``now`` is epoch seconds."""
        with suppress(OSError, ValueError):
            data = json.loads(file.read_text(encoding="utf-8"))
            seen = data.get("seen") if isinstance(data, dict) else None
            if isinstance(seen, dict):
                days = {str(name): _epoch(str(day)) for name, day in seen.items()}
                return cls(key, {name: day for name, day in days.items() if day > now - DAYS * 86_400})
        return cls(key)

    def fingerprint(self, token: str) -> str:
        """Return 64 bits of keyed BLAKE2b over ``token`` as letters."""
        data = token.encode("utf-8", "surrogatepass")
        return letters(hashlib.blake2b(data, key=self._key, digest_size=8).digest())

    def note(self, value: str, now: float) -> None:
        """Remember ``value`` (folded) if it could be a password: 6 to 64 characters of two kinds, no word, no path."""
        if self._key and _worthy(value):
            name = self.fingerprint(value)
            if now - self._seen.get(name, 0.0) > _REFRESH:  # a tick that finds nothing new writes nothing
                self._seen[name] = now
                self.changed = True

    def knows(self, token: str) -> bool:
        """Tell whether ``token`` was remembered."""
        return self.fingerprint(token) in self._seen

    def encode(self) -> bytes:
        """Return the newest fingerprints, each with its day (UTC), as the file is written."""
        newest = sorted(self._seen.items(), key=lambda item: (-item[1], item[0]))[:MOST]
        days = {name: datetime.fromtimestamp(time, UTC).date().isoformat() for name, time in newest}
        return (json.dumps({"seen": days}, indent=0) + "\n").encode()


def _epoch(day: str) -> float:
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()


def _worthy(token: str) -> bool:
    if not _SHORTEST <= len(token) <= _LONGEST or classes(token) < 2 or is_word(token):  # noqa: PLR2004
        return False
    return CODE <= level(token) < MASKED


class RememberedDetector:
    """Finds tokens of earlier runs by their fingerprints."""

    keywords: tuple[str, ...] = ()

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the tokens of a message that were once masked."""
        if not len(self._memory):
            return
        text = scan.shadow.text
        scan.budget.spend(len(text))
        for piece in candidates(text, 0, len(text)):
            token = text[piece.start : piece.end]
            if _worthy(token) and self._memory.knows(token):
                yield Span(piece.start, piece.end, "remembered", Kind.PASSWORD, yields=True)


def detectors(memory: Memory | None) -> list[Detector]:
    """Return the detectors of this module: none without a memory."""
    return [] if memory is None else [RememberedDetector(memory)]
