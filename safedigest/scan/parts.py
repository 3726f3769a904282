"""A long text in parts, which several processes mask side by side, in bounded memory.

Invariants: a part ends only where a stream would let go of the text, so that both sides read as in the whole; each is
seen with what stands before and behind it. Where no such place comes, the rest goes through one stream. What a process
cannot mask is withheld, and says nothing of why: no raw text is in an error, a result or a log. Results come in the
order of the text.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from safedigest.gate import Gate, Mark, marked, marks_of, stand_in
from safedigest.model import Kind
from safedigest.stream import CONTEXT, Pieces, resting
from safedigest.text import EMPTY, Masked

LEAST: Final = 1 << 20  # characters of a part
MOST: Final = 1 << 24  # characters in which a place for a cut must come
_MOST_WORKERS: Final = 8

_gate: list[Gate] = []  # of a process that was started for this


@dataclass(frozen=True, slots=True, repr=False)
class Part:
    """``text`` with what stands around it."""

    before: str
    text: str
    behind: str


def masked(gate: Gate, blocks: Iterable[str], size: int) -> Iterator[tuple[Masked, str | None]]:
    """Give the text of ``blocks`` in parts, masked and as they were; of what a stream swallowed nobody knows that.

    ``size`` is about how many characters come; a short text is not worth a process.
    """
    workers = min(os.cpu_count() or 1, _MOST_WORKERS, size // LEAST) if _can_fork() else 1
    waiting: deque[tuple[Part, Future[Sequence[Mark] | None]]] = deque()
    cutter = _Cutter(gate, iter(blocks))
    with ExitStack() as stack:
        pool = stack.enter_context(_pool(gate, workers)) if workers > 1 else None
        for part in cutter:
            if pool is None:
                yield _applied(part, _marks(gate, part)), part.text
                continue
            waiting.append((part, pool.submit(_in_process, part.before, part.text, part.behind)))
            if len(waiting) > workers:
                yield _result(gate, *waiting.popleft())
        while waiting:
            yield _result(gate, *waiting.popleft())
    yield from _rest(gate, cutter)


def blocks(text: str) -> Iterator[str]:
    """Give a text as it may be cut into parts."""
    return (text[at : at + LEAST] for at in range(0, len(text), LEAST))


def _can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


def _pool(gate: Gate, workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_gate.append, initargs=(gate,))


class _Cutter:
    """Cuts what comes into parts; where that ends, ``left`` is what goes through a stream: the last or an odd part."""

    def __init__(self, gate: Gate, blocks: Iterator[str]) -> None:
        self._gate = gate
        self.blocks = blocks
        self.before = self.left = ""

    def __iter__(self) -> Iterator[Part]:
        for block in self.blocks:
            self.left += block
            if len(self.left) < LEAST + CONTEXT:
                continue
            cut = resting(self._gate, self.left)
            if cut:
                part = Part(self.before, self.left[:cut], self.left[cut : cut + CONTEXT])
                self.before, self.left = part.text[-CONTEXT:], self.left[cut:]
                yield part
            elif len(self.left) >= MOST:
                return


def _result(gate: Gate, part: Part, coming: Future[Sequence[Mark] | None]) -> tuple[Masked, str]:
    try:
        marks = coming.result()
    except BrokenExecutor:  # a process was killed
        marks = _marks(gate, part)
    return _applied(part, marks), part.text


def _applied(part: Part, marks: Sequence[Mark] | None) -> Masked:
    """Return a part with its masks; all of it is withheld where there are none to be had."""
    return stand_in(len(part.text), "withheld", Kind.WITHHELD) if marks is None else marked(part.text, marks)


def _in_process(before: str, text: str, behind: str) -> Sequence[Mark] | None:
    return _marks(_gate[0], Part(before, text, behind))


def _marks(gate: Gate, part: Part) -> Sequence[Mark] | None:
    """Return the masks of a part; None where it could not be inspected."""
    try:
        stream = Pieces(gate, late=True, before=part.before)
        whole = EMPTY.join([stream.feed(part.text + part.behind), stream.close()])
        if any(mask.kind == Kind.WITHHELD.value for mask in whole.masks):
            return None
        size = len(part.text)
        return [mark.until(size) for mark in marks_of(whole) if mark.start < size]
    except Exception:  # noqa: BLE001  whatever it was, this part did not pass
        return None


def _rest(gate: Gate, cutter: _Cutter) -> Iterator[tuple[Masked, None]]:
    """Give what is left when no part can be cut off any more."""
    stream = Pieces(gate, late=True, before=cutter.before)
    yield stream.feed(cutter.left), None
    for block in cutter.blocks:
        yield stream.feed(block), None
    yield stream.close(), None
