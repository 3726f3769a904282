"""What is to be shown, not yet in words: the talks of all ends, folded, in order, with their state.

Invariants: ended talks stand first by the time they ended, those in progress last; a turn is named by its
``Ref``, which is how the seal says what to withhold; nothing here depends on the language or on a limit of
characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from safedigest import kept
from safedigest.config import Lang
from safedigest.model import End, Exchange, Kind, Message, Segment
from safedigest.people import LeftOut, Reason
from safedigest.plugin.records import dataclass, replace
from safedigest.text import Masked, literal

_T = TypeVar("_T")
MOST_TURNS: Final = 12  # of one end
_DAY: Final = 86400.0
_NEW_LINE: Final = literal("\n")
_GO_ON = kept.pattern(
    r"(?:请?(?:继续|接着来?|往下|接着说|继续说|继续吧|下一步)"
    r"|(?:please )?(?:continue|go on|go ahead|carry on|keep going))[\s。.!！~～…]*\Z",
    re.IGNORECASE,
)
_BLANKS = kept.pattern(r"[\s。.!！?？~～,，]+")


class State(Enum):
    """Whether an end is still talking."""

    ENDED = "ended"
    LIVE = "live"


class Ref(NamedTuple):
    """The name of one turn: its session and the id of its question. A tuple, for it is looked up all the time."""

    session: str
    message: int


@dataclass(frozen=True, slots=True)
class Turn:
    """An exchange as it is shown; ``repeated`` and ``continued`` count what was folded into it."""

    ref: Ref
    question: Message[Masked]
    answer: Message[Masked] | None
    acted: tuple[str, ...] = ()
    repeated: int = 1
    continued: int = 0

    @property
    def time(self) -> float:
        """Epoch seconds of its last message."""
        return self.answer.time if self.answer else self.question.time


@dataclass(frozen=True, slots=True)
class Talk:
    """The last stretch of talk of one end: its newest turns (``dropped`` older ones are gone), oldest first.

    Times are epoch seconds; ``minutes`` have passed since the last message; ``masks`` counts those of all
    its turns.
    """

    end: End
    session: str
    turns: tuple[Turn, ...]
    dropped: int
    first: float
    last: float
    state: State
    minutes: int
    masks: int


@dataclass(frozen=True, slots=True)
class Absent:
    """How many sessions are not included for one reason, and of which ends."""

    reason: Reason
    sessions: int
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Digest:
    """All there is to show, and what the head needs."""

    talks: tuple[Talk, ...]
    absent: tuple[Absent, ...]
    now: float
    zone: tzinfo
    lang: Lang
    idle: float  # seconds after its last message from which a talk counts as ended
    max_age_days: float
    withheld: int
    mark: str = ""  # by which the plugin knows, in a prompt, up to which turn this was shown

    def without(self, session: str) -> Digest:
        """Return the same without the talk of ``session``: what that end itself is shown."""
        return replace(self, talks=tuple(talk for talk in self.talks if talk.session != session))

    def moment(self, time: float) -> datetime:
        """Return ``time`` (epoch seconds) in the zone of this digest; what no clock can show becomes now."""
        return moment(time, self.zone, self.now)


def moment(time: float, zone: tzinfo, now: float) -> datetime:
    """Return ``time`` (epoch seconds, as ``now``) in ``zone``; what no clock can show becomes now."""
    try:
        return datetime.fromtimestamp(time, zone)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(now, zone)


def arrange(
    segments: Iterable[Segment[Masked]],
    left_out: Iterable[LeftOut] = (),
    *,
    now: float,
    zone: tzinfo,
    lang: Lang = Lang.ZH,
    idle_minutes: float = 15,
    max_age_days: float = 30,
) -> Digest:
    """Put masked segments in order. ``now`` in epoch seconds; ``max_age_days`` 0: no limit.

    Of what was left out only reasons, numbers and the names of ends go on: no name, no id.
    """
    segments = [segment for segment in segments if segment.exchanges]
    fresh = [s for s in segments if not max_age_days or now - s.last_time <= max_age_days * _DAY]
    aged = [(Reason.AGED, 1, segment.end.name) for segment in segments if segment not in fresh]
    talks = [_talk(segment, now, idle_minutes) for segment in fresh]
    talks.sort(key=lambda talk: (talk.state is State.LIVE, talk.last, talk.session))
    return Digest(
        talks=tuple(talks),
        absent=_absent([*((out.reason, out.sessions, out.end) for out in left_out), *aged]),
        now=now,
        zone=zone,
        lang=lang,
        idle=idle_minutes * 60,
        max_age_days=max_age_days,
        withheld=sum(_withheld(message) for segment in fresh for message in _messages(segment.exchanges)),
    )


def _absent(sessions: Sequence[tuple[Reason, int, str]]) -> tuple[Absent, ...]:
    found = []
    for reason in Reason:
        rows = [(count, end) for why, count, end in sessions if why is reason]
        if rows:
            ends = tuple(sorted({end for _, end in rows}))
            found.append(Absent(reason, sum(count for count, _ in rows), ends))
    return tuple(found)


def _messages(exchanges: Iterable[Exchange[Masked]]) -> Iterable[Message[Masked]]:
    for exchange in exchanges:
        yield exchange.question
        if exchange.answer:
            yield exchange.answer


def _withheld(message: Message[Masked]) -> bool:
    return any(mask.kind == Kind.WITHHELD.value for mask in message.text.masks)


def _talk(segment: Segment[Masked], now: float, idle_minutes: float) -> Talk:
    turns = _folded(segment)
    silent = now - segment.last_time
    return Talk(
        end=segment.end,
        session=segment.session,
        turns=turns[-MOST_TURNS:],
        dropped=max(len(turns) - MOST_TURNS, 0),
        first=segment.exchanges[0].question.time,
        last=segment.last_time,
        state=State.ENDED if silent > idle_minutes * 60 else State.LIVE,
        minutes=max(int(silent // 60), 0),
        masks=sum(len(message.text.masks) - _withheld(message) for message in _messages(segment.exchanges)),
    )


def _folded(segment: Segment[Masked]) -> tuple[Turn, ...]:
    """Return the turns; a question said again and a bare "continue" are one turn with the one before."""
    turns: list[Turn] = []
    for exchange in segment.exchanges:
        ref = Ref(segment.session, exchange.question.id)
        turn = Turn(ref, exchange.question, exchange.answer, exchange.acted)
        before = turns[-1] if turns else None
        if before and _GO_ON.match(turn.question.text.strip().plain()):
            turns[-1] = _continued(before, turn)
        elif before and _same(before.question.text, turn.question.text):
            turns[-1] = replace(turn, repeated=before.repeated + 1, acted=_union(before.acted, turn.acted))
        else:
            turns.append(turn)
    return tuple(turns)


def _same(one: Masked, other: Masked) -> bool:
    """Tell whether two questions are the same words; a mask is the same where it shows the same."""
    left, right = (_BLANKS.sub("", str(text)).casefold() for text in (one, other))
    return (
        bool(left)
        and left == right
        and [m.fingerprint for m in one.masks] == [m.fingerprint for m in other.masks]
    )


def _continued(before: Turn, turn: Turn) -> Turn:
    """Put the answer to a bare "continue" behind the answer that it continues."""
    answer = turn.answer or before.answer
    if before.answer and turn.answer:
        text = _NEW_LINE.join([before.answer.text, turn.answer.text])
        answer = replace(turn.answer, text=text, notes=_union(before.answer.notes, turn.answer.notes))
    return replace(
        before, answer=answer, acted=_union(before.acted, turn.acted), continued=before.continued + 1
    )


def _union(one: Sequence[_T], other: Sequence[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys([*one, *other]))


__all__ = ["MOST_TURNS", "Absent", "Digest", "Ref", "State", "Talk", "Turn", "arrange", "moment"]
