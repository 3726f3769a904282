"""A scan of files: read, mask, tell, and where asked put the masked text in their place.

Invariants: a file is written only where something in it is masked, whole or not at all, with its mode, without a copy;
a text that could not be inspected is never written over; a database is neither read nor written; what the owner allowed
is told as such and left as it is.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from safedigest.errors import WriteError
from safedigest.gate import Gate
from safedigest.model import Kind
from safedigest.publish import write_shared
from safedigest.report.found import Found, Outcome, Place, Skipped, Trouble, Why
from safedigest.scan.encoding import Decoded, decode, is_binary
from safedigest.scan.texts import found_in, mask, replaced
from safedigest.scan.walk import Step, is_database
from safedigest.text import Mask, Masked

_BLOT: Final = "█"  # stands for a hidden character on the old side of a difference
_MOST_BLOTS: Final = 8


@dataclass(slots=True)
class FileScan:
    """A scan under way. ``gate_for`` gives the gate for a path; ``allowed`` the reasons by fingerprint."""

    gate_for: Callable[[Path], Gate]
    allowed: Mapping[str, str] = field(default_factory=dict)
    fix: bool = False
    diff: bool = False
    found: list[Found] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    fixed: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    texts: int = 0

    def steps(self, steps: Iterator[Step]) -> None:
        """Take each step of a walk."""
        for step in steps:
            match step:
                case Path():
                    self._file(step)
                case Skipped():
                    self.skipped.append(step)
                case Trouble():
                    self.troubles.append(step)

    def data(self, data: bytes, name: str, gate: Gate) -> None:
        """Scan bytes that came from elsewhere, such as standard input."""
        if is_binary(data):
            self.skipped.append(Skipped(name, Why.BINARY))
            return
        self._look(decode(data), name, gate)

    def add(self, found: Sequence[Found], texts: int) -> None:
        """Take over what was found elsewhere."""
        self.found.extend(self._judged(found))
        self.texts += texts

    def outcome(self) -> Outcome:
        """Return all that there is to say."""
        return Outcome(
            tuple(self.found),
            tuple(self.skipped),
            tuple(self.troubles),
            tuple(self.notes),
            tuple(self.fixed),
            self.texts,
        )

    def _file(self, path: Path) -> None:
        name = str(path)
        try:
            data = path.read_bytes()
        except OSError as error:
            self.troubles.append(Trouble(name, error.strerror or type(error).__name__))
            return
        if is_database(data) or is_binary(data):
            self.skipped.append(Skipped(name, Why.DATABASE if is_database(data) else Why.BINARY))
            return
        decoded = decode(data)
        masked, found = self._look(decoded, name, self.gate_for(path))
        if self.fix or self.diff:
            self._change(path, data, decoded, masked, found)

    def _look(self, decoded: Decoded, name: str, gate: Gate) -> tuple[Masked, list[Found]]:
        """Mask one text and note what was found."""
        masked = mask(gate, decoded.text)
        found = list(self._judged(list(found_in(masked, Place(name), decoded.text))))
        self.found.extend(found)
        self.texts += 1
        if decoded.note:
            self.notes.append(f"{name}: {decoded.note}")
        return masked, found

    def _judged(self, found: Sequence[Found]) -> Iterator[Found]:
        for one in found:
            yield replace(one, allowed=self.allowed.get(one.fingerprint, "") if one.fingerprint else "")

    def _change(self, path: Path, data: bytes, decoded: Decoded, masked: Masked, found: list[Found]) -> None:
        """Show the difference, or write the masked text, where there is something to mask."""
        count = sum(one.counts for one in found)
        if not count:
            return
        if any(one.kind is Kind.WITHHELD for one in found):
            self.troubles.append(Trouble(str(path), "could not be inspected whole; it was left as it is"))
            return
        keep = frozenset(one.fingerprint for one in found if one.allowed)
        if self.diff:
            self.changes.extend(_difference(str(path), masked))
        if self.fix:
            self._write(path, data, decoded.encode(replaced(masked, decoded.text, keep)), count)

    def _write(self, path: Path, old: bytes, new: bytes, count: int) -> None:
        try:
            linked = path.stat().st_nlink > 1
            write_shared(path, old, new)
        except (WriteError, OSError) as error:
            what = str(error) if isinstance(error, WriteError) else error.strerror or type(error).__name__
            self.troubles.append(Trouble(str(path), what))
            return
        self.found[-len(self.found) :] = [
            replace(one, fixed=one.fixed or (one.place.name == str(path) and one.counts))
            for one in self.found
        ]
        self.fixed.append(f"{path}: {count} masked")
        if linked:
            self.notes.append(f"{path}: the file has other names (hard links), which still hold what it held")


def _difference(name: str, masked: Masked) -> Iterator[str]:
    """Give the difference between a text and its masked form; neither side shows what is hidden."""
    before = "".join(_BLOT * min(p.length, _MOST_BLOTS) if isinstance(p, Mask) else p for p in masked)
    yield from difflib.unified_diff(
        before.split("\n"), str(masked).split("\n"), f"{name} (now)", f"{name} (masked)", lineterm=""
    )
