"""Which talk goes into the digest: of each end the one that went on most recently, its last stretch.

Invariants: everything is decided on one snapshot of the store; an end shows one session; the newest is the
one with the latest real message, so noise, undone rows and copies made by a compaction do not count; only
the rows that are needed are read. What comes out is still ``Raw``: nothing here is fit to be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Final

from safedigest import kept
from safedigest.clock import epoch, real_times
from safedigest.config import Config
from safedigest.letters import letters
from safedigest.model import Role, Segment
from safedigest.noise import Verdict, Words, is_kanban, is_sender_marked, words
from safedigest.people import LOCAL_ENDS, LeftOut, Outsider, Reason, Talk, report, sort_out
from safedigest.plugin.narrowed import Narrowed
from safedigest.plugin.records import dataclass, field
from safedigest.store import PATIENCE, MessageRow, Reader, snapshot, store_path
from safedigest.text import Raw
from safedigest.turns import Line, exchanges, heard_before, is_pause, last_stretch

MOST_TURNS: Final = 24  # of one end; a digest shows a dozen
_MOST_SESSIONS: Final = 60  # of one end that are opened in search of a real message
_MOST_UNSURE: Final = 20  # of one end that are searched for other people's names
_A_LOOK: Final = 40  # rows that tell whether names stand before the words
_MOST_ARCHIVED: Final = 600
_DAY: Final = 86_400.0
_SESSION_ID = kept.pattern(r"[A-Za-z0-9_.:-]{1,80}\Z")
_ROLES: Final = {role.value: role for role in Role}
_NOT_SAID: Final = Words(Verdict.NOISE)
WIDE: Final = Narrowed()

_Row = tuple[MessageRow, Words]


@dataclass(frozen=True, slots=True)
class Selection:
    """What was chosen, what was not and why, and whether anybody but the owner talks to this agent."""

    segments: tuple[Segment[Raw], ...]
    left_out: tuple[LeftOut, ...]
    strangers: bool
    names: Mapping[str, str] = field(
        default_factory=dict
    )  # by session, what ``plugin.narrowed`` calls its talk


def select(
    home_or_db: Path, config: Config, now: float, patience: float = PATIENCE, *, narrowed: Narrowed = WIDE
) -> Selection:
    """Choose from the store of a home (or from a store itself) at ``now`` (epoch seconds).

    ``narrowed`` is what was taken away from inside the chats.

    Raises StoreError or StoreBusyError; see ``store.snapshot``.
    """
    path = store_path(home_or_db)
    profile = path.parent.name if path.parent.parent.name == "profiles" else ""
    return snapshot(
        path, lambda connection: _Choice(Reader(connection), config, now, narrowed).make(profile), patience
    )


class _Choice:
    """One choice on one snapshot."""

    def __init__(self, reader: Reader, config: Config, now: float, narrowed: Narrowed) -> None:
        self._reader = reader
        self._idle = config.idle_minutes * 60
        self._oldest = now - config.max_age_days * _DAY if config.max_age_days else 0.0
        self._config = config
        self._now = now
        self._narrowed = narrowed
        self._names: dict[str, str] = {}
        self._outsiders: list[Outsider] = []
        self._shared: set[str] = set()

    def make(self, profile: str) -> Selection:
        talks, self._outsiders = sort_out(self._reader.sessions(), self._config, profile)
        places: dict[str, list[Talk]] = {}
        for talk in sorted(self._wanted(talks), key=self._bound, reverse=True):
            places.setdefault(talk.place, []).append(talk)
        newest = [self._newest(place) for place in places.values()]
        for place in places.values():
            self._look_for_others(place)
        chosen = sorted((segment for segment in newest if segment is not None), key=lambda s: s.last_time)
        shared = any(talk.shared for talk in talks)
        strangers = shared or any(outsider.reason.strangers for outsider in self._outsiders)
        read = self._config.sources or sorted({talk.end.name for talk in talks})
        return Selection(tuple(chosen), report(self._outsiders, read), strangers, self._names)

    def _wanted(self, talks: Sequence[Talk]) -> list[Talk]:
        """Return the talks that nobody has switched off."""
        off = self._narrowed.off
        self._outsiders += [Outsider(talk.row, Reason.OFF) for talk in talks if talk.name in off]
        return [talk for talk in talks if talk.name not in off]

    def _bound(self, talk: Talk) -> float:
        """Return a time that no message of a talk is later than."""
        time = epoch(talk.row.newest, self._now)
        return self._now if time is None else time

    def _newest(self, talks: Sequence[Talk]) -> Segment[Raw] | None:
        """Return the last stretch of the talk with the latest real message; ``talks`` fall by bound."""
        best: Segment[Raw] | None = None
        for talk in talks[:_MOST_SESSIONS]:
            bound = self._bound(talk)
            if bound < self._oldest or (best is not None and bound <= best.last_time):
                break
            segment = self._stretch(talk)
            if segment is not None and (best is None or segment.last_time > best.last_time):
                best = segment
        if best is not None and best.last_time >= self._oldest:
            return best
        if self._bound(talks[0]) < self._oldest or best is not None:
            self._outsiders.append(Outsider(talks[0].row, Reason.AGED))
        return None

    def _look_for_others(self, talks: Sequence[Talk]) -> None:
        """Find shared talks among those that an old schema cannot tell: others then read AGENTS.md too."""
        unsure = (talk for talk in talks if not talk.sure and talk.row.id not in self._shared)
        for talk in islice(unsure, _MOST_UNSURE):
            rows = [(row, self._words(talk, row)) for row in islice(self._reader.live(talk.row.id), _A_LOOK)]
            if _is_shared(rows):
                self._outsiders.append(Outsider(talk.row, Reason.GROUP))

    def _stretch(self, talk: Talk) -> Segment[Raw] | None:
        """Return the last stretch of a talk; None where nothing was said or others speak there."""
        session = talk.row.id
        if talk.end.name in LOCAL_ENDS and is_kanban(self._reader.opening(session)):
            return None
        archive = self._archive(talk)
        rows = self._rows(talk, whole=bool(archive))
        if not talk.sure and _is_shared(rows):
            self._shared.add(session)
            self._outsiders.append(Outsider(talk.row, Reason.GROUP))
            return None
        forgotten = self._narrowed.forgotten_until(talk.name)
        lines = list(self._lines(talk, rows, archive))
        talked = [e for e in exchanges(lines)[-MOST_TURNS:] if e.question.time > forgotten]
        if not talked:
            return None
        stretch = last_stretch(talked, self._idle)
        heard = heard_before(lines, stretch[0].question)
        segment = Segment(talk.end, _fit_id(session), stretch, heard)
        self._names[segment.session] = talk.name
        return segment

    def _archive(self, talk: Talk) -> list[MessageRow]:
        """Return the rows that the newest ones may be copies of."""
        rows = self._reader.archived(talk.row.id)
        if talk.row.parent is not None:
            rows = [*rows, *self._reader.live(talk.row.parent, _MOST_ARCHIVED)]
        return rows

    def _rows(self, talk: Talk, *, whole: bool) -> list[_Row]:
        """Return the newest rows in the order of ids: as far as a pause or enough turns, or all of them.

        ``whole`` is for talks that were compacted: there a pause shows only when the real times are known, and
        these only where the compaction began to write.
        """
        rows: list[_Row] = []
        turns, later, answered = 0, self._now, None
        for row in self._reader.live(talk.row.id):
            said = self._words(talk, row)
            rows.append((row, said))
            time = epoch(row.time, self._now)
            if said.verdict is not Verdict.SAID or time is None:
                continue
            if row.role == Role.ASSISTANT.value:
                answered = answered or time
                continue
            turns += 1
            paused = turns > 1 and is_pause(time, answered, later, self._idle)
            if not whole and (paused or turns > MOST_TURNS):
                break
            later, answered = time, None
        return sorted(rows, key=lambda pair: pair[0].id)

    def _words(self, talk: Talk, row: MessageRow) -> Words:
        role = _ROLES.get(row.role)
        if role is None or row.observed:
            return _NOT_SAID
        return words(row.text, role, kind=row.kind, summary=row.summary, notes=row.notes, shared=talk.shared)

    def _lines(self, talk: Talk, rows: Sequence[_Row], archive: Sequence[MessageRow]) -> Iterable[Line]:
        started = epoch(talk.row.started, self._now)
        times = real_times([row for row, _ in rows], archive, self._now)
        for (row, said), time in zip(rows, times, strict=True):
            known = time if time is not None else started
            if known is not None:
                yield Line(row, said, known)


def _is_shared(rows: Sequence[_Row]) -> bool:
    """Tell whether most user rows begin with a sender's name: then several people speak there."""
    said = [row.text for row, said in rows if row.role == Role.USER.value and said.verdict is Verdict.SAID]
    return sum(is_sender_marked(text) for text in said) * 2 > len(said)


def _fit_id(session: str) -> str:
    """Return a session id that is safe to write anywhere; some ends let their callers choose it."""
    if _SESSION_ID.match(session):
        return session
    return "x" + letters(blake2b(session.encode("utf-8", "surrogatepass"), digest_size=8).digest())
