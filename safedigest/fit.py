"""Decides what is shown under a hard limit of characters.

First the newest turn of every end in a short form, then turns newest first, over all ends, until the limit is
reached; what does not fit goes oldest first. What shorter messages of an end leave over goes to its newest
ones. Limits count everything, frame and markers included, and a line break as two (a file may use CRLF);
they hold after the text was made neutral, which may add a character here and there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from safedigest.condense import Form
from safedigest.digest import Digest, Ref
from safedigest.model import Role
from safedigest.page import Limits, Line, Page, Plan
from safedigest.render import Writer

BASE: Final = {Form.FULL: Limits(600, 900), Form.COMPACT: Limits(160, 240)}
SHORT: Final = {Form.FULL: Limits(160, 240), Form.COMPACT: Limits(60, 90)}
_MOST_GROWTH: Final = 2  # times its own budget that a message may have of what others left
_LEAST_GAIN: Final = 24  # fewer characters more are not worth a longer form


def full(digest: Digest, limit: int = 9000, withheld: frozenset[Ref] = frozenset()) -> Page:
    """Return DIGEST.md in at most ``limit`` characters; of a turn in ``withheld`` it only says that it is."""
    return _fitted(digest, Form.FULL, limit, withheld)


def block(digest: Digest, limit: int = 3500, withheld: frozenset[Ref] = frozenset()) -> Page:
    """Return the block of AGENTS.md, markers included, in at most ``limit`` characters."""
    return _fitted(digest, Form.COMPACT, limit, withheld)


def _fitted(digest: Digest, form: Form, limit: int, withheld: frozenset[Ref]) -> Page:
    """Fit, and withhold what cannot be made neutral, until there is no such turn."""
    while True:
        page = _Fit(Writer(digest, form, withheld), limit).page()
        if page.stuck <= withheld:
            return page
        withheld |= page.stuck


def size(lines: Sequence[Line]) -> int:
    """Return the characters of ``lines``, each line break as two."""
    return sum(len(line.text) + 2 for line in lines)


class _Fit:
    """One try to say as much of a digest as goes into ``limit``."""

    def __init__(self, writer: Writer, limit: int) -> None:
        self._writer, self._limit = writer, limit
        self._base, self._short = BASE[writer.form], SHORT[writer.form]
        talks = writer.digest.talks
        turns = [(turn, talk) for talk in talks for turn in talk.turns]
        self._turns = sorted(turns, key=lambda pair: (pair[0].time, pair[0].ref), reverse=True)
        self._newest = [
            talk.turns[-1].ref for talk in sorted(talks, key=lambda talk: talk.last, reverse=True)
        ]

    def page(self) -> Page:
        """Return the fullest page; what neutral text takes more is taken off the room until it fits."""
        room = self._limit
        while True:
            plan = self._plan(room)
            page = self._writer.finish(plan)
            over = size(page.lines) - self._limit
            if over <= 0:
                return page
            if not plan:
                return self._writer.bare(self._limit)
            room -= over

    def _size(self, plan: Plan) -> int:
        return size(self._writer.draft(plan))

    def _plan(self, room: int) -> dict[Ref, Limits]:
        """Return which turns are shown and how long, in ``room`` characters."""
        for ends in range(len(self._newest), -1, -1):
            plan = self._first(0, ends)
            if self._size(plan) <= room:
                break
        if len(plan) == len(self._newest):
            count = self._count(room)
            plan = self._first(count)
            self._lengthen(plan, count, room - self._size(plan))
        return plan

    def _count(self, room: int) -> int:
        """Return how many turns, newest first, go into ``room`` in full; mostly all do."""

        def taken(count: int) -> int:
            return self._size(self._first(count))

        every = len(self._turns)
        return every if taken(every) <= room else bisect_right(range(1, every), room, key=taken)

    def _first(self, count: int, ends: int | None = None) -> dict[Ref, Limits]:
        """Plan the first ``count`` turns in full, and the newest ones of ``ends`` ends at least in short."""
        plan = dict.fromkeys(self._newest[:ends], self._short)
        return plan | dict.fromkeys((turn.ref for turn, _ in self._turns[:count]), self._base)

    def _lengthen(self, plan: dict[Ref, Limits], count: int, room: int) -> None:
        """Give what the messages of an end left of their budgets to its newest ones, within ``room``."""
        pools: dict[str, int] = {}
        for turn, talk in self._turns[:count]:
            for role in Role:
                spare = self._base.of(role) - len(self._writer.quoted(turn, role, self._base.of(role)))
                pools[talk.session] = pools.get(talk.session, 0) + spare
        for turn, talk in self._turns[:count]:
            for role in (Role.ASSISTANT, Role.USER):
                had = len(self._writer.quoted(turn, role, self._base.of(role)))
                limit = min(had + min(room, pools[talk.session]), _MOST_GROWTH * self._base.of(role))
                if limit - self._base.of(role) < _LEAST_GAIN:
                    continue
                gained = len(self._writer.quoted(turn, role, limit)) - had
                if gained > 0:
                    plan[turn.ref] = plan[turn.ref].with_(role, limit)
                    room -= gained
                    pools[talk.session] -= gained
