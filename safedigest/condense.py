"""Shortens one message without a model: what carries a decision stays, the rest is counted.

Invariants: the result is at most ``limit`` characters, on one line, in the quoting form; it is cut between
sentences (inside one only where a single sentence is too long), never in a mask; every cut says so, in the
full form with the number of characters. It takes ``Masked`` alone, so nothing is cut before it was masked.

What stays, in this order: the first sentence and a closing question; decisions; list heads and the notes on code and
tables; sentences with numbers, paths or masks, and the last one; then the rest as far as it goes (see ``worth``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, assert_never

from safedigest.blocks import LIST_ITEM, Block, Shape, blocks
from safedigest.inert import inert, one_line
from safedigest.phrases import Phrases, fill
from safedigest.plugin.records import dataclass, replace
from safedigest.text import EMPTY, Masked, literal
from safedigest.worth import CLAUSE, MASKED, SENTENCE, Rank, is_question, is_title, rank

_SMALL: Final = 2  # in a long message, a block of so few lines is shown as it is
_MANY: Final = 20  # in one that fits, of so many
_HEADS: Final = 300  # of a very long message only the first and last sentences are candidates
_TAILS: Final = 100
_BREAK_COST: Final = 2  # a line break becomes three characters
_LEAST_PART: Final = 24  # a shorter part of a sentence says nothing
_SPACE: Final = literal(" ")
_DOTS: Final = literal("…")


class Form(Enum):
    """Where a shortened message will stand: it decides how a cut is told."""

    FULL = "full"
    COMPACT = "compact"


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence with the blanks after it, or a block: ``start:end`` of the message; ``note`` replaces it."""

    start: int
    end: int
    rank: Rank
    cost: int
    note: Masked | None = None
    title: bool = False

    @property
    def size(self) -> int:
        """Characters of the message."""
        return self.end - self.start


def shorten(text: Masked, limit: int, words: Phrases, form: Form) -> Masked:
    """Return ``text`` in at most ``limit`` characters, on one line, in the quoting form."""
    return condensed(text, words).to(limit, form)


@lru_cache(maxsize=512)  # one message is shown in several lengths: in the feed, in DIGEST.md and in the block
def condensed(text: Masked, words: Phrases) -> Condensed:
    """Return ``text`` ready to be shortened, the same one for the same text."""
    return Condensed(text, words)


class Condensed:
    """One message, to be shortened to any length; what does not hang on the length is worked out once."""

    __slots__ = ("_blocks", "_lines", "_made", "_smalls", "_text", "_units", "_wholes", "_words")

    def __init__(self, text: Masked, words: Phrases) -> None:
        self._text, self._words = text.strip(), words
        self._lines = self._text.plain(MASKED).split("\n")
        self._blocks = blocks(self._lines)
        some = any(_SMALL < block.size <= _MANY for block in self._blocks)
        self._smalls = (_MANY, _SMALL) if some else (_SMALL,)
        self._units: dict[int, list[_Unit]] = {}
        self._wholes: dict[int, Masked] = {}
        self._made: dict[tuple[int, str], Masked] = {}

    def to(self, limit: int, form: Form) -> Masked:
        """Return it in at most ``limit`` characters, on one line, in the quoting form."""
        for small in self._smalls:  # a message that fits needs no notes
            whole = self._whole(small)
            if len(whole) <= limit:
                return whole
        key = (limit, form.value)
        if key not in self._made:
            self._made[key] = self._cut_to(limit, form)
        return self._made[key]

    def _cut_to(self, limit: int, form: Form) -> Masked:
        units = self._cut(_SMALL)
        mark = _mark(self._words, form, len(self._text))
        chosen = _choose(self._text, units, limit, len(mark) + 2)
        return one_line(_join(self._text, units, chosen, self._words, form)).clip(limit)

    def _whole(self, small: int) -> Masked:
        """Return all of it, with a note for each block of more than ``small`` lines."""
        if small not in self._wholes:
            units = self._cut(small)
            everything = {number: unit.end for number, unit in enumerate(units)}
            self._wholes[small] = one_line(_join(self._text, units, everything, self._words, Form.FULL))
        return self._wholes[small]

    def _cut(self, small: int) -> list[_Unit]:
        """Cut it into units that together are all of it."""
        if small not in self._units:
            starts = [0]
            for line in self._lines:
                starts.append(starts[-1] + len(line) + 1)
            units: list[_Unit] = []
            at = 0
            for block in [*self._blocks, None]:
                for row in range(at, block.start if block else len(self._lines)):
                    units += _sentences(self._lines[row], starts[row], Rank.REST)
                if block:
                    units += _block(block, self._lines, starts, self._words, small)
                    at = block.end
            self._units[small] = _ranked(units, self._text)
        return self._units[small]


def _mark(words: Phrases, form: Form, count: int) -> Masked:
    """Return the sign for ``count`` characters that were left out."""
    match form:
        case Form.FULL:
            return fill(words.omitted, count)
        case Form.COMPACT:
            return _DOTS
        case _:
            assert_never(form)


def _block(
    block: Block, lines: Sequence[str], starts: Sequence[int], words: Phrases, small: int
) -> Iterator[_Unit]:
    """Give the units of a block: a note with its size, or its lines where they are few."""
    if block.size > small:
        note = fill(_template(block.shape, words), block.size) + literal("\n")
        yield _Unit(starts[block.start], starts[block.end], Rank.HEAD, len(note) + _BREAK_COST, note)
        return
    for row in range(block.start + block.head, block.end - block.tail):
        yield from _sentences(lines[row], starts[row], Rank.TELLING)


def _template(shape: Shape, words: Phrases) -> Masked:
    match shape:
        case Shape.CODE:
            return words.code
        case Shape.TABLE:
            return words.table
        case Shape.LOG:
            return words.log
        case Shape.DIFF:
            return words.diff
        case Shape.TRACE:
            return words.trace
        case _:
            assert_never(shape)


def _sentences(line: str, start: int, least: Rank) -> Iterator[_Unit]:
    """Give the sentences of one line, the line break with the last one."""
    at = 0
    title = is_title(line)
    mark = LIST_ITEM.match(line)  # the point of "1." ends no sentence
    head = Rank.HEAD if mark else least
    ends = (found.end() for found in SENTENCE.finditer(line, mark.end() if mark else 0))
    for end in [*ends, len(line)]:
        sentence = line[at:end]
        if not sentence.strip():
            continue
        worth = Rank.REST if title else min(rank(sentence), least, head)
        last = end == len(line)
        cost = len(sentence) + (1 + _BREAK_COST) * last
        yield _Unit(start + at, start + end + last, worth, cost, title=title)
        at, head = end, least


def _ranked(units: list[_Unit], text: Masked) -> list[_Unit]:
    """Raise the first sentence, the last one and a closing question to what they are worth."""
    prose = [number for number, unit in enumerate(units) if unit.note is None]
    if prose:
        first, last = prose[0], prose[-1]
        worth = Rank.MUST if is_question(text) else Rank.TELLING
        units[last] = replace(units[last], rank=min(worth, units[last].rank))
        units[first] = replace(units[first], rank=Rank.MUST)
    return units


def _choose(text: Masked, units: Sequence[_Unit], limit: int, gap: int) -> dict[int, int]:
    """Return which units stay, each with the end of its part that does; ``gap`` is the cost of one cut."""
    numbers = [*range(min(len(units), _HEADS)), *range(max(_HEADS, len(units) - _TAILS), len(units))]
    chosen: dict[int, int] = {}
    left = limit - gap  # one cut at the end, until the last unit is in
    for number in sorted(numbers, key=lambda n: (units[n].rank, n)):
        unit = units[number]
        if unit.title and number and number + 1 not in chosen:
            continue  # a title of which nothing follows
        cost = unit.cost + gap * (1 - (number - 1 in chosen or number == 0) - (number + 1 in chosen))
        if number == len(units) - 1:
            cost -= gap
        if cost <= left:
            chosen[number] = unit.end
            left -= cost
        elif number == 0 and unit.note is None:
            last = units[-1]
            closing = last.cost + gap if last.rank is Rank.MUST and last.cost <= limit // 3 else 0
            chosen[0] = _part(text, unit, left - gap - closing)
            left -= chosen[0] - unit.start + gap
    return chosen


def _part(text: Masked, unit: _Unit, room: int) -> int:
    """Return where to cut a sentence that is too long: after a clause, else at ``room`` characters."""
    plain = text.slice(unit.start, unit.start + max(room, 0)).plain(MASKED)
    clauses = [found.end() for found in CLAUSE.finditer(plain) if found.end() >= max(_LEAST_PART, room // 2)]
    return unit.start + (clauses[-1] if clauses else len(plain))


def _join(text: Masked, units: Sequence[_Unit], chosen: dict[int, int], words: Phrases, form: Form) -> Masked:
    """Put the chosen units together, with a sign for every gap; what stood together is put in form together."""
    parts: list[Masked] = []
    plain = text.plain(MASKED)
    start = end = missing = 0  # the run of words that is open, and what was left out behind it
    for number, unit in enumerate(units):
        if number not in chosen:
            missing += unit.size
            continue
        if missing or unit.note or plain[end : unit.start].strip():
            parts.append(inert(text.slice(start, end)))
            parts += [_mark(words, form, missing), _SPACE] if missing else []
            start = unit.start
        if unit.note:
            parts.append(unit.note)
            start = unit.end
        end = chosen[number]
        missing = unit.end - end
    parts.append(inert(text.slice(start, end)))
    return EMPTY.join([*parts, _mark(words, form, missing)] if missing else parts)
