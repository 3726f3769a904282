"""One pass over a text for the keywords of all detectors, then each detector that was woken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import ahocorasick_rs

from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Budget, Detector, Hit, Scan, Span, Turn
from safedigest.model import Role

_LONG: Final = 20_000  # characters; shorter texts cost too little to look for runs
_RUN: Final = re.compile(r"(\S)\1{127,}")


def _haystack(lower: str) -> str:
    """Return ``lower`` with the middle of very long rows of one character blanked out.

    A keyword such as ``aaaa`` would else be hit at each place of a row, and no token has such a row inside.
    """
    if len(lower) < _LONG:
        return lower
    return _RUN.sub(lambda run: run[0][:64] + "\0" * (len(run[0]) - 128) + run[0][-64:], lower)


class Finder:
    """All detectors behind one Aho-Corasick automaton. Immutable and safe to share between threads."""

    __slots__ = ("_automaton", "_detectors", "_owners", "_sleepless")

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self._detectors = tuple(detectors)
        words: dict[str, list[tuple[int, int]]] = {}
        for number, detector in enumerate(self._detectors):
            for index, word in enumerate(detector.keywords):
                words.setdefault(word, []).append((number, index))
        self._owners = tuple(tuple(owners) for owners in words.values())
        self._automaton = ahocorasick_rs.AhoCorasick(list(words), store_patterns=False) if words else None
        self._sleepless = tuple(n for n, d in enumerate(self._detectors) if not d.keywords)

    def joined(self, *more: Detector) -> Finder:
        """Return a finder of these detectors and of ``more``."""
        return Finder([*self._detectors, *more])

    def find(
        self,
        shadow: Shadow,
        role: Role | None = None,
        before: Sequence[Turn] = (),
        budget: Budget | None = None,
    ) -> list[Span]:
        """Return what any detector finds in ``shadow``; ``budget`` is only given where work is measured.

        Raises whatever a detector raises, BudgetSpentError among it: the caller withholds the whole text.
        """
        woken: dict[int, list[Hit]] = {number: [] for number in self._sleepless}
        if self._automaton is not None:
            owners = self._owners
            for word, start, end in self._automaton.find_matches_as_indexes(
                _haystack(shadow.lower), overlapping=True
            ):
                for number, index in owners[word]:
                    if number not in woken:
                        woken[number] = []
                    woken[number].append(Hit(index, start, end))
        budget = budget or Budget(len(shadow))
        spans: list[Span] = []
        for number, hits in woken.items():
            spans.extend(self._detectors[number].find(Scan(shadow, role, before, hits, budget)))
        return spans
