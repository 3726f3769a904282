"""The whole history of a home: every row of state.db, tool output included, read-only and in bounded memory.

Invariants: rows are read in the order of their ids, in chunks of short transactions; a message is seen with what was
said before it in its talk, and is reported once; one value is one finding, with its first and last place and how often
it stands there. What was stopped goes on from the last chunk.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from safedigest.gate import Gate
from safedigest.model import Message, Role
from safedigest.report.found import Found, Place
from safedigest.scan import progress
from safedigest.scan.texts import found_in
from safedigest.store import snapshot
from safedigest.store.history import Entry, History
from safedigest.stream import Pieces
from safedigest.text import Raw

_CHUNK: Final = 1 << 19  # characters read at once
_CONTEXT: Final = 6  # messages of a talk that the next one is seen with
_LONGEST_CONTEXT: Final = 4096  # characters of such a message
_MOST_TALKS: Final = 64  # whose last messages are kept
_SAVE_EVERY: Final = 8  # chunks

Tell = Callable[[int, int], None]  # rows done, rows in all


class Values:
    """What was found, one entry for each value. Where there is no fingerprint each place is one."""

    def __init__(self, found: Sequence[Found] = ()) -> None:
        self._found = {self._name(one): one for one in found}

    def add(self, one: Found) -> None:
        """Note one place of a value."""
        name = self._name(one)
        before = self._found.get(name)
        self._found[name] = replace(before, times=before.times + 1, last=one.place) if before else one

    def __iter__(self) -> Iterator[Found]:
        return iter(self._found.values())

    @staticmethod
    def _name(one: Found) -> object:
        return one.fingerprint or one.place


@dataclass(slots=True)
class HistoryScan:
    """A scan of the store at ``store``; ``folder`` is where its progress is kept, ``tell`` hears of it."""

    gate: Gate
    store: Path
    folder: Path
    personal: str
    tell: Tell = lambda done, total: None
    resumed: int = 0

    def run(self) -> tuple[list[Found], int]:
        """Return what was found, and how many rows were read. Raises StoreError, WriteError."""
        before = progress.load(self.folder, self.store, self.personal)
        values, at, rows = Values(before.found), before.row, before.rows
        self.resumed = rows
        until, total = snapshot(self.store, lambda db: History(db).extent())
        talks: OrderedDict[str, list[Message[Raw]]] = OrderedDict()
        number = 0
        while chunk := self._chunk(at, until):
            for one in self._scan(chunk, talks):
                values.add(one)
            at, rows, number = chunk[-1].id, rows + len(chunk), number + 1
            if number % _SAVE_EVERY == 0:
                progress.save(self.folder, self.store, self.personal, at, rows, values)
            self.tell(rows, total)
        for one in self._sessions():
            values.add(one)
        progress.clear(self.folder)
        return list(values), rows

    def _chunk(self, after: int, until: int) -> list[Entry]:
        return snapshot(self.store, lambda db: History(db).chunk(after, until, _CHUNK))

    def _scan(self, chunk: Sequence[Entry], talks: OrderedDict[str, list[Message[Raw]]]) -> Iterator[Found]:
        """Give what is found in a chunk of rows."""
        spoken: dict[str, list[Entry]] = {}
        for entry in chunk:
            place = self._place(entry)
            for text in entry.beside if entry.spoken else (entry.text, *entry.beside):
                yield from found_in(self.gate.mask(text), place)
            for column in entry.long:
                yield from self._in_long(entry.id, column, place)
            if entry.spoken:
                spoken.setdefault(entry.session, []).append(entry)
        rows = [[*talks.get(session, []), *map(_message, entries)] for session, entries in spoken.items()]
        masked = self.gate.mask_talks(rows)
        for entries, row in zip(spoken.values(), masked, strict=True):
            for entry, message in zip(entries, row[len(row) - len(entries) :], strict=True):
                yield from found_in(message.text, self._place(entry))
        for session, talk in zip(spoken, rows, strict=True):
            _keep(talks, session, talk)

    def _place(self, entry: Entry) -> Place:
        return Place(
            self.store.name, session=entry.session, message=entry.id, role=entry.role, time=entry.time
        )

    def _sessions(self) -> Iterator[Found]:
        """Give what is found in the sessions' own texts."""
        for session, name, text in snapshot(self.store, lambda db: list(History(db).sessions())):
            yield from found_in(self.gate.mask(text), Place(self.store.name, session=session, role=name))

    def _in_long(self, row: int, column: str, place: Place) -> Iterator[Found]:
        """Give what is found in a text that is read in parts. Lines are counted from the part they stand in."""
        stream, number = Pieces(self.gate), 0
        while part := snapshot(self.store, lambda db, n=number: History(db).part(row, column, n)):  # type: ignore[misc]
            yield from found_in(stream.feed(part), place)
            number += 1
        yield from found_in(stream.close(), place)


def _message(entry: Entry) -> Message[Raw]:
    role = Role.USER if entry.role == Role.USER.value else Role.ASSISTANT
    return Message(entry.id, role, entry.text, entry.time)


def _keep(talks: OrderedDict[str, list[Message[Raw]]], session: str, talk: list[Message[Raw]]) -> None:
    """Remember the end of a talk for its next rows; the talk that was silent longest goes."""
    talks[session] = [message for message in talk[-_CONTEXT:] if len(message.text) <= _LONGEST_CONTEXT]
    talks.move_to_end(session)
    while len(talks) > _MOST_TALKS:
        talks.popitem(last=False)
