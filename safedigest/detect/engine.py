"""One pass over a text for the keywords of all detectors, then each detector that was woken.

Detectors whose ``needs`` the text has not are left out of the pass: ordinary talk is searched for few keywords.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import ahocorasick_rs

from safedigest.detect.fold import Shadow, fold_word
from safedigest.detect.interface import Budget, Detector, Hit, Scan, Span, Turn, bound, everywhere
from safedigest.detect.outline import Sign
from safedigest.model import Role

_FEW_HITS: Final = 4_000
_MOST_HITS: Final = 450  # keywords in 1000 characters; three times what any talk has
_LONG: Final = 20_000  # characters; shorter texts cost too little to look for runs
_RUN: Final = re.compile(r"(\S)\1{127,}")
_TALK: Final = int(Sign.TALK)


def _haystack(lower: str) -> str:
    """Return ``lower`` with the middle of very long rows of one character blanked out.

    A keyword such as ``aaaa`` would else be hit at each place of a row, and no token has such a row inside.
    """
    if len(lower) < _LONG:
        return lower
    return _RUN.sub(lambda run: run[0][:64] + "\0" * (len(run[0]) - 128) + run[0][-64:], lower)


class _Pass(NamedTuple):
    """What is done with texts that have certain signs.

    ``owners`` says by number of the keyword which detectors have it, and as which of theirs; ``always`` are asked
    whatever stands in the text.
    """

    automaton: ahocorasick_rs.AhoCorasick | None
    owners: tuple[tuple[tuple[int, int], ...], ...]
    always: tuple[int, ...]


class Finder:
    """All detectors behind Aho-Corasick automata. Safe to share between threads."""

    __slots__ = ("_automata", "_detectors", "_firm", "_keyed", "_needs", "_passes")

    def __init__(self, detectors: Sequence[Detector], judges: Sequence[Detector] = ()) -> None:
        """Make the finder. ``judges`` know by what stands around it that something is a secret, not which.

        Their spans yield.
        """
        self._detectors = (*detectors, *judges)
        self._firm = len(detectors)
        self._needs = tuple(int(getattr(detector, "needs", Sign.NONE)) for detector in self._detectors)
        self._keyed = 0  # the signs that some detector with keywords needs
        for detector, needs in zip(self._detectors, self._needs, strict=True):
            if detector.keywords:
                self._keyed |= needs
        self._passes: dict[int, _Pass] = {}
        self._automata: dict[int, _Pass] = {}

    def joined(self, *more: Detector) -> Finder:
        """Return a finder of these detectors and of ``more``."""
        return Finder([*self._detectors[: self._firm], *more], self._detectors[self._firm :])

    def _prepare(self, signs: int) -> _Pass:
        """Make the pass for texts with ``signs``; each is made once."""
        keyed = signs & self._keyed
        base = self._automata.get(keyed)
        if base is None:
            base = self._automata[keyed] = self._search(keyed)
        able = (n for n, d in enumerate(self._detectors) if not d.keywords and not self._needs[n] & ~signs)
        self._passes[signs] = made = base._replace(always=tuple(able))
        return made

    def _search(self, signs: int) -> _Pass:
        words: dict[str, list[tuple[int, int]]] = {}
        for number, detector in enumerate(self._detectors):
            if not self._needs[number] & ~signs:
                for index, word in enumerate(detector.keywords):
                    words.setdefault(fold_word(word), []).append((number, index))
        automaton = ahocorasick_rs.AhoCorasick(list(words), store_patterns=False) if words else None
        return _Pass(automaton, tuple(tuple(owners) for owners in words.values()), ())

    def find(
        self,
        shadow: Shadow,
        role: Role | None = None,
        before: Sequence[Turn] = (),
        budget: Budget | None = None,
        wants: Callable[[int, int], bool] = everywhere,
    ) -> list[Span]:
        """Return what any detector finds in ``shadow``.

        ``budget`` is given where this is a part of other work, or work is measured; ``wants`` where not all counts.
        Raises whatever a detector raises, BudgetSpentError among it: the caller withholds the whole text.
        """
        signs = shadow.outline.signs | _TALK if before else shadow.outline.signs
        automaton, owners, always = self._passes.get(signs) or self._prepare(signs)
        woken: dict[int, list[Hit]] = {}
        if automaton is not None:
            lower = shadow.lower if len(shadow.lower) < _LONG else _haystack(shadow.lower)
            matches = automaton.find_matches_as_indexes(lower, overlapping=True)
            if len(matches) > _FEW_HITS:
                bound(len(matches), len(lower), _MOST_HITS)
            for word, start, end in matches:
                for number, index in owners[word]:
                    woken.setdefault(number, []).append(Hit(index, start, end))
        spans: list[Span] = []
        budget = budget or Budget(len(shadow.text))
        firm, silent = self._firm, Scan(shadow, role, before, (), budget, wants)
        for number in sorted((*always, *woken)) if woken else always:
            hits = woken.get(number)
            scan = Scan(shadow, role, before, hits, budget, wants) if hits else silent
            found = self._detectors[number].find(scan)
            spans += found if number < firm else [span._replace(yields=True) for span in found]
        return spans
