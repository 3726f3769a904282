"""What every detector gets and gives.

A detector never sees the message itself but its ``Shadow`` (see ``fold``), and answers with spans in the
shadow's offsets; the gate maps them back. It never changes text, never decides what is shown, and keeps no
state between calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from safedigest.detect.fold import Shadow
from safedigest.errors import BudgetSpentError
from safedigest.model import Kind, Role
from safedigest.plugin.records import dataclass


class Span(NamedTuple):
    """One secret: ``start:end`` in shadow offsets.

    ``label`` counts the characters at its start that are a vendor's public label (``ghp_``) and may be shown.
    ``most`` bounds how many characters its mask may show, whatever its kind would allow. One that ``yields`` counts
    only where no other span covers it: it knows that something is a secret, the other one knows which.
    """

    start: int
    end: int
    rule: str
    kind: Kind
    label: int = 0
    most: int = 11
    yields: bool = False


class Hit(NamedTuple):
    """A keyword of the detector stands at ``start:end`` of ``shadow.lower``; ``word`` is its index in ``keywords``."""

    word: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier message of the same talk, as a detector may look at it."""

    role: Role
    shadow: Shadow


_FEW: Final = 400


class Budget:
    """The work one message may cost, in characters looked at; more raises, and the message is withheld.

    It grows linearly with the text, so no text costs more than linear time however hostile it is. A short text of
    secrets alone, many of them encoded, has enough; so has a long file of settings or a long log.
    """

    __slots__ = ("left",)

    def __init__(self, size: int) -> None:
        self.left = 1_200_000 + 68 * size

    def spend(self, characters: int) -> None:
        """Take ``characters`` off. Raises BudgetSpentError when nothing is left."""
        self.left -= characters
        if self.left < 0:
            raise BudgetSpentError("a message cost more work than its size allows; it was withheld")


def everywhere(_start: int, _end: int, /) -> bool:
    """Tell that a span counts wherever it lies."""
    return True


def bound(count: int, size: int, most: int) -> None:
    """Raise BudgetSpentError where a text of ``size`` characters names more things than people write.

    That is more than ``most`` in 1000 characters, and more than any short text holds. The work for each is not bounded
    by the characters of its name, so that a text of names alone would cost many times what any other does.
    """
    if count > _FEW + size * most // 1000:
        raise BudgetSpentError("a message names more things than its size allows; it was withheld")


class Scan(NamedTuple):
    """One message to look at: its shadow, who said it, what was said just before (newest last), and our hits in it.

    ``wants`` tells whether a span in ``start:end`` could count, so that what could not need not be judged; a detector
    is free not to ask.
    """

    shadow: Shadow
    role: Role | None
    before: Sequence[Turn]
    hits: Sequence[Hit]
    budget: Budget
    wants: Callable[[int, int], bool] = everywhere


class Detector(Protocol):
    """One way of finding secrets.

    ``keywords`` are lower-case and folded: ``find`` is called only where at least one of them occurs, with
    all their hits (overlapping ones too, in order of their end). A detector without keywords is asked about
    every message.
    """

    @property
    def keywords(self) -> Sequence[str]:
        """The words that wake this detector."""
        ...

    def find(self, scan: Scan, /) -> Iterable[Span]:
        """Give the spans of secrets in ``scan.shadow``, in any order, overlapping or not."""
        ...
