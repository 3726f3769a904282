"""Turns: what the user said and what came back, and the last stretch of them.

Invariants: a turn runs from one real user row to the next; rows that the host wrote do not close it. Its
answer is the last thing the assistant said without calling a tool; a stub before a tool call is an answer
only where nothing else came, and then says so. Nothing is dropped between the first turn of a segment and
its last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from safedigest.model import Exchange, Message, Note, Role
from safedigest.noise import Verdict, Words
from safedigest.plugin.records import dataclass, field, replace
from safedigest.store import MessageRow
from safedigest.text import Raw

_MOST_BETWEEN: Final = 4
_MOST_BEFORE: Final = 6
_SPEAKERS: Final = {role.value: role for role in (Role.USER, Role.ASSISTANT)}


@dataclass(frozen=True, slots=True)
class Line:
    """A row with what was said in it and when."""

    row: MessageRow
    words: Words
    time: float


@dataclass(slots=True)
class _Turn:
    """A turn while it is being read."""

    question: Line
    answers: list[Line] = field(default_factory=list)
    continued: set[int] = field(
        default_factory=set
    )  # ids of answers that the host asked the model to go on with
    acted: dict[str, None] = field(default_factory=dict)

    def interrupt(self, verdict: Verdict) -> None:
        """Note a row of the host after an answer: it asks to go on with it, or begins something else."""
        last = self.answers[-1].row.id
        if verdict is Verdict.CONTINUE:
            self.continued.add(last)
        else:
            self.continued.discard(last)


def exchanges(lines: Iterable[Line]) -> list[Exchange[Raw]]:
    """Pair what was said, in the order of ``lines``."""
    turns: list[_Turn] = []
    reviewing = False  # the host's own review and its answer are no part of the talk
    for line in lines:
        if line.row.role == Role.USER.value:
            reviewing = line.words.verdict is Verdict.REVIEW
            if line.words.verdict is Verdict.SAID:
                turns.append(_Turn(line))
            elif turns and turns[-1].answers:
                turns[-1].interrupt(line.words.verdict)
        elif turns and not reviewing:
            _hear(turns[-1], line)
    return [_exchange(turn) for turn in turns]


def _hear(turn: _Turn, line: Line) -> None:
    if line.row.effect:
        turn.acted[line.row.tool] = None
    if line.row.role == Role.ASSISTANT.value and line.words.verdict is Verdict.SAID:
        turn.answers.append(line)


def _exchange(turn: _Turn) -> Exchange[Raw]:
    question = _message(turn.question, Role.USER, turn.question.words.text, turn.question.words.notes)
    answer = _answer(turn)
    if answer is not None and answer.time < question.time:  # two clocks: a platform's, and the machine's
        answer = replace(answer, time=question.time)
    return Exchange(question, answer, tuple(turn.acted), _between(turn, answer))


def _between(turn: _Turn, answer: Message[Raw] | None) -> tuple[Message[Raw], ...]:
    """Return the last few things that the assistant said on the way to its answer."""
    on_the_way = [line for line in turn.answers if answer is not None and line.row.id != answer.id]
    return tuple(_message(line, Role.ASSISTANT, line.words.text, ()) for line in on_the_way[-_MOST_BETWEEN:])


def _answer(turn: _Turn) -> Message[Raw] | None:
    finals = [line for line in turn.answers if not line.row.calls]
    if not finals:
        if not turn.answers:
            return None
        stub = turn.answers[-1]
        return _message(stub, Role.ASSISTANT, stub.words.text, (*stub.words.notes, Note.PARTIAL))
    pieces = [finals[-1]]
    for line in reversed(finals[:-1]):
        if line.row.id not in turn.continued:
            break
        pieces.insert(0, line)
    text = Raw.join("", [line.words.text for line in pieces])
    notes = tuple(dict.fromkeys(note for line in pieces for note in line.words.notes))
    if finals[-1].row.truncated:
        notes = (*notes, Note.PARTIAL)
    return _message(finals[-1], Role.ASSISTANT, text, notes)


def _message(line: Line, role: Role, text: Raw, notes: tuple[Note, ...]) -> Message[Raw]:
    return Message(line.row.id, role, text.strip(), line.time, notes)


def last_stretch(talk: Sequence[Exchange[Raw]], idle: float) -> tuple[Exchange[Raw], ...]:
    """Return the turns after the last pause of more than ``idle`` seconds between two of them."""
    start = max(len(talk) - 1, 0)
    while start > 0:
        before, after = talk[start - 1], talk[start]
        answered = before.answer.time if before.answer else None
        if is_pause(before.question.time, answered, after.question.time, idle):
            break
        start -= 1
    return tuple(talk[start:])


def heard_before(lines: Iterable[Line], first: Message[Raw]) -> tuple[Message[Raw], ...]:
    """Return the last few things that were said before ``first``: by the assistant alone, or before a pause."""
    said = [
        line
        for line in takewhile(lambda line: line.row.id != first.id, lines)
        if line.row.role in _SPEAKERS and line.words.verdict is Verdict.SAID
    ]
    return tuple(
        _message(line, _SPEAKERS[line.row.role], line.words.text, ()) for line in said[-_MOST_BEFORE:]
    )


def is_pause(asked: float, answered: float | None, next_asked: float, idle: float) -> bool:
    """Tell whether a new stretch begins where the user speaks again.

    A pause lies between two of the user's rows; where the agent itself worked for longer than ``idle``
    seconds, it begins with the answer.
    """
    if answered is not None and answered - asked > idle:
        asked = answered
    return next_asked - asked > idle
