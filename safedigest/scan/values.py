"""What was found so far in a history, one entry for each value, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from safedigest.report.found import Found

MOST: Final = 10_000  # values that are told one by one; a store with more is one to start anew


class Values:
    """What was found. Where there is no fingerprint each place is one; ``more`` counts what was too much to be kept."""

    def __init__(self, found: Sequence[Found] = (), more: int = 0) -> None:
        self._found = {self._name(one): one for one in found}
        self.more = more

    def add(self, one: Found) -> None:
        """Note one place of a value."""
        name = self._name(one)
        before = self._found.get(name)
        if before:
            self._found[name] = replace(before, times=before.times + 1, last=one.place)
        elif len(self._found) < MOST:
            self._found[name] = one
        else:
            self.more += 1

    def __iter__(self) -> Iterator[Found]:
        return iter(self._found.values())

    @staticmethod
    def _name(one: Found) -> object:
        return one.fingerprint or one.place
