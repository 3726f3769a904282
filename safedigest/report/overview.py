"""All that the report page tells, as values without a value in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from safedigest.audit import Told
from safedigest.config import Lang
from safedigest.exposure import Rotation, State
from safedigest.status import Status
from safedigest.tally import Tally


@dataclass(frozen=True, slots=True)
class Round:
    """A sync that masked something new: when (epoch seconds), and how much at each end."""

    time: float
    ends: Counter[str]


@dataclass(frozen=True, slots=True)
class Overview:
    """The content of the page. ``made`` is epoch seconds; times are shown in ``zone``.

    ``whole`` tells whether every line of the audit is as it was written; ``lang`` is the language that is shown first.
    """

    made: float
    tally: Tally
    status: Status
    rotations: tuple[Rotation, ...] = ()
    rounds: tuple[Round, ...] = ()
    whole: bool = True
    lang: Lang = Lang.EN
    zone: tzinfo = field(default=UTC)

    def of(self, state: State) -> list[Rotation]:
        """Return the values in one state."""
        return [one for one in self.rotations if one.secret.state is state]


def rounds(told: Sequence[Told], most: int) -> tuple[Round, ...]:
    """Return the last syncs that masked something new, the latest first."""
    found: dict[float, Counter[str]] = {}
    for one in told:
        found.setdefault(one.time, Counter())[one.item.end] += 1
    return tuple(Round(time, found[time]) for time in sorted(found, reverse=True)[:most])
