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
from safedigest.scan import parts
from safedigest.scan.encoding import Decoded, Form, blocks, decode, is_binary
from safedigest.scan.texts import found_in, mask, replaced
from safedigest.scan.walk import Step, is_database
from safedigest.text import Masked

MOST_WHOLE: Final = 64 << 20  # bytes of a file that is changed, or of standard input
_LONG: Final = 8 << 20  # a larger file is read in blocks
_BLOCK: Final = 1 << 20
_BLOT: Final = "████"  # stands for what is hidden on the old side of a difference, whatever its length


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
                    self.skipped.append(replace(step, name=self._name(step.name)))
                case Trouble():
                    self.troubles.append(replace(step, name=self._name(step.name)))

    def data(self, data: bytes, name: str) -> None:
        """Scan bytes that came from elsewhere, such as standard input."""
        if is_binary(data):
            self.skipped.append(Skipped(name, Why.BINARY))
            return
        self._look(decode(data), name, self.gate_for(Path(name)))

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

    def _name(self, path: str) -> str:
        """Return a path as it may be shown: its names are words that somebody chose."""
        masked = self.gate_for(Path(path)).formed.mask(path)
        if masked.masks:
            self.notes.append(f"{masked}: a name on this path is a secret itself; rename it")
        return str(masked)

    def _file(self, path: Path) -> None:
        name = self._name(str(path))
        try:
            if path.stat().st_size > (MOST_WHOLE if self.fix or self.diff else _LONG):
                self._long(path, name)
                return
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
            self._change(_File(path, name, data, decoded), masked, found)

    def _long(self, path: Path, name: str) -> None:
        """Scan a file that is not held whole; it is never changed. Raises OSError."""
        if self.fix or self.diff:
            self.troubles.append(
                Trouble(name, f"more than {MOST_WHOLE >> 20} MB; it was read and not changed")
            )
        with path.open("rb") as file:
            head = file.read(_BLOCK)
        if is_database(head) or is_binary(head):
            self.skipped.append(Skipped(name, Why.DATABASE if is_database(head) else Why.BINARY))
            return
        read = decode(head[: head.rfind(b"\n") + 1] or head)
        place = Place(name)
        for masked, raw in self._in_blocks(path, name, read):
            self.found.extend(self._judged(list(found_in(masked, place, raw))))
            lines = (masked.plain() if raw is None else raw).count("\n")
            place = replace(place, line=place.line + lines)
        self.texts += 1
        if read.form is not Form.UTF8:
            self.notes.append(f"{name}: read as {read.form.value.upper()}")

    def _in_blocks(self, path: Path, name: str, read: Decoded) -> Iterator[tuple[Masked, str | None]]:
        """Give a long file in parts. Raises OSError; what is not of its form is told, and is the end."""
        with path.open("rb") as file:
            try:
                yield from parts.masked(self.gate_for(path), blocks(file, read), path.stat().st_size)
            except UnicodeError:
                self.troubles.append(
                    Trouble(name, f"is not {read.form.value.upper()} throughout; the rest was not read")
                )

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

    def _change(self, file: _File, masked: Masked, found: list[Found]) -> None:
        """Show the difference, or write the masked text, where there is something to mask."""
        if not any(one.counts for one in found):
            return
        if any(one.kind is Kind.WITHHELD for one in found):
            self.troubles.append(Trouble(file.name, "could not be inspected whole; it was left as it is"))
            return
        keep = frozenset(one.fingerprint for one in found if one.allowed)
        if self.diff:
            self.changes.extend(_difference(file.name, masked, keep))
        if self.fix and self._write(file, file.decoded.encode(replaced(masked, file.decoded.text, keep))):
            self.found[-len(found) :] = [replace(one, fixed=one.counts) for one in found]
            self.fixed.append(f"{file.name}: {sum(one.counts for one in found)} masked")

    def _write(self, file: _File, new: bytes) -> bool:
        """Put ``new`` in the place of a file; tell whether that was possible."""
        try:
            linked = file.path.stat().st_nlink > 1
            write_shared(file.path, file.data, new)
        except (WriteError, OSError) as error:
            what = str(error) if isinstance(error, WriteError) else error.strerror or type(error).__name__
            self.troubles.append(Trouble(file.name, what))
            return False
        if linked:
            self.notes.append(f"{file.name}: it had other names (hard links), which hold what it held")
        return True


@dataclass(frozen=True, slots=True, repr=False)
class _File:
    """A file that was read."""

    path: Path
    name: str
    data: bytes
    decoded: Decoded


def _difference(name: str, masked: Masked, keep: frozenset[str]) -> Iterator[str]:
    """Give the difference between a text and its masked form; neither side shows what is hidden."""
    before = "".join(p if isinstance(p, str) else p.shown if p.fingerprint in keep else _BLOT for p in masked)
    yield from difflib.unified_diff(
        before.split("\n"), str(masked).split("\n"), f"{name} (now)", f"{name} (masked)", lineterm=""
    )
