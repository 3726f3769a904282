"""What was masked and what was shown, counted by day, end and kind. Days are those of UTC, as the files tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from safedigest.audit import Told
from safedigest.plugin import shown
from safedigest.plugin.records import dataclass
from safedigest.plugin.shown import Days


@dataclass(frozen=True, slots=True)
class Tally:
    """``masked`` counts by day, end and kind; ``shown`` tells by day and end how many turns and characters."""

    masked: Counter[tuple[str, str, str]]
    shown: Days

    @property
    def days(self) -> list[str]:
        """The days on which something was masked, in order."""
        return sorted({day for day, _, _ in self.masked})

    @property
    def ends(self) -> list[str]:
        """The ends at which something was masked."""
        return sorted({end for _, end, _ in self.masked})

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The ends and kinds that something was masked of, in order."""
        return sorted({(end, kind) for _, end, kind in self.masked})

    def count(self, day: str = "", end: str = "", kind: str = "") -> int:
        """Count what was masked; an empty name stands for all."""
        wanted = (day, end, kind)
        return sum(
            n for key, n in self.masked.items() if all(w in ("", k) for w, k in zip(wanted, key, strict=True))
        )

    def last(self, many: int, until: str = "") -> list[str]:
        """Return the last ``many`` days up to ``until``, else the newest on which anything was masked.

        Quiet days are among them.
        """
        newest = until or max(self.days, default="")
        back = range(many - 1, -1, -1) if newest else ()
        return [(date.fromisoformat(newest) - timedelta(days=days)).isoformat() for days in back]


def tally(told: Iterable[Told], folder: Path) -> Tally:
    """Count the items ``told``, and what the file of showings in ``folder`` tells."""
    return Tally(counted(told), shown.days(folder))


def counted(told: Iterable[Told]) -> Counter[tuple[str, str, str]]:
    """Count items by day, end and kind."""
    return Counter((day(one.time), one.item.end, one.item.kind) for one in told)


def day(time: float) -> str:
    """Return the day of epoch seconds."""
    return datetime.fromtimestamp(time, UTC).date().isoformat()
