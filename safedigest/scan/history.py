"""The whole history of a home: every row of state.db, tool output included, read-only and in bounded memory.

Invariants: rows are read in the order of their ids, in chunks of short transactions; a message is seen with what was
said before it in its talk, and with what came next; each place is told once; one value is one finding, with its first
and last place and how often it stands there. What was stopped goes on from the last chunk and tells the same.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from safedigest.errors import WriteError
from safedigest.gate import Gate
from safedigest.model import Message, Role
from safedigest.report.found import Found, Place, Skipped, Why
from safedigest.scan import progress
from safedigest.scan.tails import Spot, Tail, Tails
from safedigest.scan.texts import found_in
from safedigest.scan.values import Values
from safedigest.store import snapshot
from safedigest.store.history import ASIDE, Aside, Entry, History
from safedigest.stream import Pieces
from safedigest.talk import CONTEXT
from safedigest.text import Masked, Raw

_CHUNK: Final = 1 << 20  # characters read at once
_ROLES: Final = ("user", "assistant", "tool", "system", "developer")
_MOST_NAMES: Final = 10_000
_ALIKE: Final = 8  # prompts that are remembered


class Tell(Protocol):
    """Hears how far a scan came."""

    def __call__(self, done: int, total: int, /) -> None:
        """Take the rows that are done and those there are in all."""


def _nobody(_done: int, _total: int, /) -> None:
    """Hear nothing."""


@dataclass(slots=True)
class HistoryScan:
    """A scan of the store at ``store``; ``folder`` is where its progress is kept, ``tell`` hears of it.

    ``basis`` names what the findings hang on beside the store: with another one a scan begins anew. ``resumed`` is the
    number of rows that an earlier scan had read, ``skipped`` what was too large to be read, ``more`` how many places of
    further values are not listed; ``kept`` tells whether the progress could be written.
    """

    gate: Gate
    store: Path
    folder: Path
    basis: str = ""
    tell: Tell = _nobody
    resumed: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    more: int = 0
    kept: bool = True
    _shown: dict[str, str] = field(default_factory=dict)

    def run(self) -> tuple[list[Found], int]:
        """Return what was found, and how many rows were read. Raises StoreError."""
        before = progress.load(self.folder, self.store, self.basis)
        values, at, rows = Values(before.found, before.more), before.row, before.rows
        self.resumed = rows
        until, total = snapshot(self.store, lambda db: History(db).extent())
        tails = Tails()
        while chunk := self._chunk(at, until):
            for one in self._scan(chunk, tails):
                values.add(one)
            at, rows = chunk[-1].id, rows + len(chunk)
            self._save(progress.Progress(at, rows, tuple(values), values.more))
            self.tell(rows, total)
        for one in self._beside():
            values.add(one)
        progress.clear(self.folder)
        self.more = values.more
        return list(values), rows

    def _save(self, now: progress.Progress) -> None:
        """Note how far the scan came; where nothing can be written it goes on all the same."""
        if self.kept:
            try:
                progress.save(self.folder, self.store, self.basis, now)
            except WriteError:
                self.kept = False

    def _chunk(self, after: int, until: int) -> list[Entry]:
        return snapshot(self.store, lambda db: History(db).chunk(after, until, _CHUNK))

    def _scan(self, chunk: Sequence[Entry], tails: Tails) -> Iterator[Found]:
        """Give what is found in a chunk of rows."""
        spoken: dict[str, list[Entry]] = {}
        for entry in chunk:
            yield from self._alone(entry)
            if entry.spoken:
                spoken.setdefault(entry.session, []).append(entry)
        before = {session: self._before(session, entries[0].id, tails) for session, entries in spoken.items()}
        rows = [[*before[session][1], *entries] for session, entries in spoken.items()]
        for (session, row), masked in zip(zip(spoken, rows, strict=True), self._masked(rows), strict=True):
            told = list(self._told(row, masked))
            yield from _new(told, before[session][0])
            ids = [entry.id for entry in row]
            tails.keep(session, ids, ((one.place.message, _spot(one)) for one in told))

    def _alone(self, entry: Entry) -> Iterator[Found]:
        """Give what is found in the texts of a row that are no part of the talk."""
        place = self._place(entry)
        if entry.left_out:
            self.skipped.append(Skipped(f"{self.store.name}: message {entry.id}", Why.HUGE))
        for text in entry.beside if entry.spoken else (entry.text, *entry.beside):
            yield from found_in(self.gate.mask(text), place)
        for column in entry.long:
            yield from self._in_long(entry.id, column, place)

    def _before(self, session: str, row: int, tails: Tails) -> tuple[Tail, list[Entry]]:
        """Return what was told of the talk before ``row``, and its last messages."""
        tail = tails.get(session)
        if tail is not None:
            return tail, self._ends(tail.rows)
        ids = snapshot(self.store, lambda db: History(db).spoken_before(session, row, CONTEXT))
        entries = self._ends(ids) if ids else []
        for masked in self._masked([entries]) if entries else ():
            tails.keep(session, ids, ((f.place.message, _spot(f)) for f in self._told(entries, masked)))
        return tails.get(session) or Tail(), entries

    def _ends(self, rows: Sequence[int]) -> list[Entry]:
        return snapshot(self.store, lambda db: History(db).ends_of(rows))

    def _masked(self, rows: Sequence[Sequence[Entry]]) -> list[list[Masked]]:
        talks = self.gate.mask_talks([list(map(_message, row)) for row in rows])
        return [[message.text for message in talk] for talk in talks]

    def _told(self, row: Sequence[Entry], masked: Sequence[Masked]) -> Iterator[Found]:
        """Give what is found in the messages of a talk; of one that is cut nobody knows the place."""
        for entry, text in zip(row, masked, strict=True):
            if not entry.cut:
                yield from found_in(text, self._place(entry))

    def _place(self, entry: Entry) -> Place:
        role = entry.role if entry.role in _ROLES else "other"
        session = self._session(entry.session)
        return Place(self.store.name, session=session, message=entry.id, role=role, time=entry.time)

    def _session(self, name: str) -> str:
        """Return the id of a session as it may be shown: some clients choose it themselves."""
        if name not in self._shown:
            if len(self._shown) >= _MOST_NAMES:
                self._shown.clear()
            self._shown[name] = str(self.gate.formed.mask(name))
        return self._shown[name]

    def _beside(self) -> Iterator[Found]:
        """Give what is found in the texts beside the messages. Prompts are much alike, so each is looked at once."""
        mask = lru_cache(maxsize=_ALIKE)(self.gate.mask)
        for table in ASIDE:
            for aside in self._asides(table):
                place = self._aside(table, aside)
                if aside.text is None:
                    where = f": session {place.session}, {place.role}" if place.session else ""
                    self.skipped.append(Skipped(f"{place.name}{where}", Why.HUGE))
                elif aside.text:
                    yield from found_in(mask(aside.text), place)

    def _asides(self, table: str) -> Iterator[Aside]:
        last = 0
        while texts := snapshot(self.store, lambda db, after=last: History(db).aside(table, after, _CHUNK)):  # type: ignore[misc]
            yield from texts
            last = texts[-1].row

    def _aside(self, table: str, aside: Aside) -> Place:
        if aside.session:
            return Place(self.store.name, session=self._session(aside.session), role=aside.column)
        return Place(f"{self.store.name}: {table} row {aside.row}, {aside.column}")

    def _in_long(self, row: int, column: str, place: Place) -> Iterator[Found]:
        """Give what is found in a text that is read in parts; line breaks inside what was masked are not counted."""
        stream = Pieces(self.gate, late=True)
        for part in self._parts(row, column):
            masked = stream.feed(part)
            yield from found_in(masked, place)
            place = replace(place, line=place.line + masked.plain().count("\n"))
        yield from found_in(stream.close(), place)

    def _parts(self, row: int, column: str) -> Iterator[str]:
        decoder, number = codecs.getincrementaldecoder("utf-8")("replace"), 0
        while part := snapshot(self.store, lambda db, n=number: History(db).part(row, column, n)):  # type: ignore[misc]
            yield decoder.decode(part)
            number += 1
        yield decoder.decode(b"", final=True)


def _message(entry: Entry) -> Message[Raw]:
    role = Role.USER if entry.role == Role.USER.value else Role.ASSISTANT
    return Message(entry.id, role, entry.text, entry.time)


def _spot(found: Found) -> Spot:
    return found.place.line, found.place.column


def _new(found: Sequence[Found], tail: Tail) -> Iterator[Found]:
    """Give what was not told before."""
    for one in found:
        if _spot(one) not in tail.told.get(one.place.message, ()):
            yield one
