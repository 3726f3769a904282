"""Looks whether all that an installation needs is as it should be, and says of each thing how to put it right.

Invariants: nothing is written; each check stands for itself, so one broken thing is one problem; what a check finds in
other people's files is counted and named, never quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from safedigest.doctor import agents, cron, home, live, soul, store, talk
from safedigest.doctor.check import Check, Patient, problem, repair
from safedigest.errors import SafedigestError
from safedigest.install.words import same

__all__ = ["Check", "Patient", "examine", "repair"]

_GROUPS: tuple[Callable[[Patient], Iterable[Check]], ...] = (
    home.checks,
    store.checks,
    talk.checks,
    cron.checks,
    agents.checks,
    soul.checks,
    live.checks,
)


def examine(patient: Patient) -> Iterator[Check]:
    """Give every check; a group that cannot go on is a problem by itself."""
    for group in _GROUPS:
        try:
            yield from group(patient)
        except SafedigestError as error:
            yield problem(
                group.__module__.rpartition(".")[2], same(str(error)), same(str(error).rpartition(": ")[2])
            )
