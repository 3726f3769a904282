"""What was said last in each talk, so that the next rows of it are seen as what they are: a part of a talk.

Invariants: of a talk only the ids of its last rows are kept, and where something was told in them; their words are read
from the store again. So memory is bounded by the number of talks that are kept, and one that is not kept (a scan that
goes on where another stopped) is read the same way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from safedigest.talk import CONTEXT

_MOST_TALKS: Final = 4096

Spot = tuple[int, int]  # line and column


@dataclass(slots=True)
class Tail:
    """The last rows of a talk, oldest first, and by row the places that were told; a row without them is cut."""

    rows: tuple[int, ...] = ()
    told: dict[int, frozenset[Spot]] = field(default_factory=dict)


class Tails:
    """The tails of the talks that went on last."""

    def __init__(self) -> None:
        self._tails: OrderedDict[str, Tail] = OrderedDict()

    def get(self, session: str) -> Tail | None:
        """Return the tail of a talk; None where nothing is known of it."""
        return self._tails.get(session)

    def keep(self, session: str, rows: Sequence[int], spots: Iterable[tuple[int, Spot]]) -> None:
        """Note the rows of a talk so far, oldest first, and the places that were told in them."""
        last = tuple(rows[-CONTEXT:])
        places: dict[int, set[Spot]] = {row: set() for row in last}
        for row, spot in spots:
            if row in places:
                places[row].add(spot)
        self._tails[session] = Tail(last, {row: frozenset(told) for row, told in places.items()})
        self._tails.move_to_end(session)
        while len(self._tails) > _MOST_TALKS:
            self._tails.popitem(last=False)
