"""Puts a digest into words: DIGEST.md, and the block of AGENTS.md.

Invariants:

* One message is one line, inside ``「」``, with role and time; every other character outside is ours. So no
  quote can pose as a line, a heading, a note or a frame.
* The block has no clock: only states and absolute times, or it would break the host's prompt cache every
  minute.
* A line knows which turn it shows, before and after it was made neutral, since neither changes the number
  of lines.

How much is shown is decided in ``fit``; this module puts in words what it is given.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, assert_never

from safedigest import dates, kept
from safedigest.condense import Condensed, Form, condensed
from safedigest.digest import Absent, Digest, Ref, State, Talk, Turn
from safedigest.letters import letters
from safedigest.model import End, Message, Role
from safedigest.neutral import neutral
from safedigest.page import NEW_LINE, Limits, Line, Page, Plan, steady
from safedigest.phrases import END_MARKER, Phrases, fill, phrases
from safedigest.text import EMPTY, Masked, literal, tag
from safedigest.worth import is_question

_NO_VERSION: Final = "b" * 8
_COLUMN: Final = literal(" | ")
_WITHHELD: Final = literal("[withheld]")
_TOOL = kept.pattern(r"[0-9A-Za-z_.-]{1,24}\Z")
_MOST_TOOLS: Final = 4
_POINT: Final = literal("- ")
_INDENT: Final = literal("  ")
_ACKNOWLEDGED = kept.pattern(
    r"(?:ok(?:ay)?|好|好的|好吧|行|嗯+|收到|明白|知道了|谢谢.{0,6}|辛苦.{0,3}"
    r"|thanks?(?: you)?|thx|great|got it|[^\w\s]{1,6})[\s。.!！~～]*\Z",
    re.IGNORECASE,
)


class Writer:
    """Puts the turns of one digest into lines; what does not hang on the plan is put into words once."""

    def __init__(self, digest: Digest, form: Form, withheld: frozenset[Ref] = frozenset()) -> None:
        self.digest = digest
        self.form = form
        self.withheld = withheld
        self.words: Phrases = phrases(digest.lang)
        self._kept: dict[tuple[Ref, Limits], tuple[Line, ...]] = {}
        self._asked: dict[Ref, Condensed] = {}
        self._answered: dict[Ref, Condensed] = {}

    def lines(self, plan: Plan) -> list[Line]:
        """Return all lines but the last ones of DIGEST.md and the markers of the block."""
        lines = [*self.head]
        for talk, opening in zip(self.digest.talks, self._openings, strict=True):
            turns = self._turns(talk, plan)
            if turns:
                lines += (*opening, *turns)
        return [*lines, *self._tail]

    def draft(self, plan: Plan) -> list[Line]:
        """Return the lines with their frame, as long as they will be but for what neutral text takes."""
        return self._framed(self.lines(plan), _NO_VERSION)

    def bare(self, limit: int) -> Page:
        """Return next to nothing, where ``limit`` has no room for a head."""
        lines = [Line(self.words.title.clip(limit))]
        if self.form is Form.COMPACT:
            lines = [Line(self.words.begin), Line(END_MARKER)]
        return Page(tuple(lines), _NO_VERSION)

    def finish(self, plan: Plan) -> Page:
        """Return the whole text, neutral and with its frame."""
        lines = self.lines(plan)
        calm = neutral(NEW_LINE.join(line.text for line in lines))
        done = [
            Line(text, line.ref, line.session) for text, line in zip(calm.text.lines(), lines, strict=True)
        ]
        stuck = frozenset(ref for ref in (done[number].ref for number in calm.stuck) if ref)
        content = "\n".join(str(line.text) for line in done)
        version = letters(hashlib.sha256(steady(content).encode()).digest(), 8)
        return Page(tuple(self._framed(done, version)), version, stuck)

    def quoted(self, turn: Turn, role: Role, limit: int) -> Masked:
        """Return what ``role`` said in ``turn``, in at most ``limit`` characters."""
        known, message = self._asked, turn.question
        if role is not Role.USER:
            if turn.answer is None:
                return EMPTY
            known, message = self._answered, turn.answer
        if turn.ref not in known:
            known[turn.ref] = condensed(message.text, self.words)
        return known[turn.ref].to(limit, self.form)

    # what differs between the two forms

    @cached_property
    def head(self) -> tuple[Line, ...]:
        """The lines before the first talk."""
        match self.form:
            case Form.FULL:
                return tuple(Line(line) for line in self._full_head())
            case Form.COMPACT:
                return tuple(Line(line) for line in self._block_head())
            case _:
                assert_never(self.form)

    @cached_property
    def _openings(self) -> tuple[tuple[Line, ...], ...]:
        """What stands above the turns of each talk."""
        match self.form:
            case Form.FULL:
                return tuple(
                    (Line(EMPTY), Line(self._heading(talk), None, talk.session), Line(EMPTY))
                    for talk in self.digest.talks
                )
            case Form.COMPACT:
                return tuple(
                    (Line(EMPTY), Line(self.heading(talk), None, talk.session)) for talk in self.digest.talks
                )
            case _:
                assert_never(self.form)

    @cached_property
    def _tail(self) -> tuple[Line, ...]:
        """The lines behind the last talk."""
        nobody = () if self.digest.talks else (EMPTY, self.words.nobody)
        rule = (literal("---"),) if self.form is Form.FULL else ()
        return tuple(Line(line) for line in (*nobody, EMPTY, *rule, self._open()))

    def _framed(self, lines: list[Line], version: str) -> list[Line]:
        if self.form is Form.COMPACT:
            return [Line(self.words.begin), *lines, Line(END_MARKER)]
        return [*lines[:-1], Line(self._footer(version)), lines[-1]]

    def _footer(self, version: str) -> Masked:
        digest = self.digest
        made = tag(f"{digest.moment(digest.now):%Y-%m-%d %H:%M}")
        masks = sum(talk.masks for talk in digest.talks)
        withheld = digest.withheld + len(self.withheld)
        return fill(self.words.footer, made, tag(version), masks, withheld)

    def _full_head(self) -> list[Masked]:
        words, digest = self.words, self.digest
        absent = words.semicolon.join(map(self._missing, digest.absent))
        lines = [words.title, EMPTY, words.about + dates.zone(self.digest), EMPTY]
        if digest.talks:
            lines += [
                words.table_head,
                literal("|---|---|---|---|---|"),
                *map(self._row, digest.talks),
                EMPTY,
            ]
        lines.append(fill(words.excluded, absent) if digest.absent else words.nothing_excluded)
        return lines

    def _missing(self, absent: Absent) -> Masked:
        words = self.words
        ends = words.comma.join(words.ends.get(name) or tag(name) for name in absent.ends)
        return fill(words.absent[absent.reason], absent.sessions) + fill(words.absent_ends, ends)

    def _row(self, talk: Talk) -> Masked:
        words = self.words
        state = words.live
        if talk.state is State.ENDED:
            state = fill(words.ended_for, talk.minutes, dates.clock(self.digest, self.digest.now))
        turns = talk.dropped + len(talk.turns)
        cells = [
            self._end(talk.end),
            dates.span(self.digest, talk),
            state,
            tag(str(turns)),
            tag(str(talk.masks)),
        ]
        return literal("| ") + _COLUMN.join(cells) + literal(" |")

    def _heading(self, talk: Talk) -> Masked:
        """Return the heading of ``talk`` in DIGEST.md."""
        state = self.words.live if talk.state is State.LIVE else self.words.ended
        return literal("## ") + literal(" — ").join(
            [self._end(talk.end), dates.span(self.digest, talk), state]
        )

    def _block_head(self) -> list[Masked]:
        words = self.words
        days = self.digest.max_age_days
        absent = fill(words.block_absent_days, tag(f"{days:g}")) if days else words.block_absent
        mark = literal("〔") + tag(self.digest.mark) + literal("〕") if self.digest.mark else EMPTY
        return [words.block_title, words.block_about + absent + dates.zone(self.digest) + mark]

    def heading(self, talk: Talk) -> Masked:
        """Return the heading of ``talk`` in the block: no clock in it but the talk's own."""
        parts = [self._end(talk.end), dates.span(self.digest, talk), self.words.ended]
        if talk.state is State.LIVE:
            parts[2:] = [fill(self.words.until, dates.clock(self.digest, talk.last)), self.words.live]
        return literal("### ") + literal(" · ").join(parts)

    # one turn

    def _turns(self, talk: Talk, plan: Plan) -> list[Line]:
        """Return the lines of what is shown of ``talk``, and how many turns before it are not."""
        shown = [turn for turn in talk.turns if turn.ref in plan]
        hidden = talk.dropped + len(talk.turns) - len(shown)
        lines: list[Line] = []
        if shown and hidden:
            lines.append(Line(_POINT + fill(self.words.earlier, hidden), None, talk.session))
        for turn in shown:
            key = (turn.ref, plan[turn.ref])
            if key not in self._kept:
                question, *answer = self._turn(talk, turn, plan[turn.ref])
                behind = _POINT if self.form is Form.FULL else _INDENT
                texts = [_POINT + question, *(behind + line for line in answer)]
                self._kept[key] = tuple(Line(text, turn.ref, talk.session) for text in texts)
            lines += self._kept[key]
        return lines

    def _turn(self, talk: Talk, turn: Turn, limits: Limits) -> Iterator[Masked]:
        words = self.words
        if turn.ref in self.withheld:
            yield self._said(talk, turn.question, _WITHHELD) + words.withheld
            return
        asked = self._said(talk, turn.question, self.quoted(turn, Role.USER, limits.question))
        yield asked + self._notes(turn.question) + self._count(words.repeated, turn.repeated, 1)
        if turn.answer is None:
            yield words.unanswered
            return
        answer = self._said(talk, turn.answer, self.quoted(turn, Role.ASSISTANT, limits.answer))
        told = self._count(words.continued, turn.continued, 0)
        yield answer + self._notes(turn.answer) + self._acted(turn) + told

    def _said(self, talk: Talk, message: Message[Masked], text: Masked) -> Masked:
        time = dates.since(self.digest, message.time, talk.first)
        return fill(self.words.quote, time, self.words.roles[message.role], text)

    def _notes(self, message: Message[Masked]) -> Masked:
        return EMPTY.join(self.words.notes[note] for note in dict.fromkeys(message.notes))

    def _count(self, template: Masked, count: int, least: int) -> Masked:
        return fill(template, count) if count > least else EMPTY

    def _acted(self, turn: Turn) -> Masked:
        """Return the note that something was done; tools with odd names are not named."""
        if not turn.acted:
            return EMPTY
        names = [tag(name) for name in turn.acted if _TOOL.match(name)][:_MOST_TOOLS]
        if self.form is Form.COMPACT or not names:
            return self.words.done
        return fill(self.words.done_with, self.words.comma.join(names))

    # ends

    def _end(self, end: End) -> Masked:
        name = self.words.ends.get(end.name) or tag(end.name)
        chat = self.words.chats.get(end.chat_type)
        return name + literal(" ") + chat if chat else name

    def _open(self) -> Masked:
        """Return the line of what is still open: whom each end is waiting for."""
        words, talks = self.words, self.digest.talks
        lists = []
        for role in (Role.USER, Role.ASSISTANT):
            places = [self.place(talk) for talk in talks if waits_for(talk) is role]
            lists.append(words.comma.join(places) if places else words.open_none)
        return fill(words.for_user, lists[0]) + words.gap + fill(words.for_agent, lists[1])

    def place(self, talk: Talk) -> Masked:
        """Return how the last line names the end of ``talk``: the end and the time of its last turn."""
        return self._end(talk.end) + literal(" ") + dates.clock(self.digest, talk.turns[-1].time)


def waits_for(talk: Talk) -> Role | None:
    """Return who is to speak next in ``talk``: its last turn is unanswered, or ends in a question."""
    turn = talk.turns[-1]
    if turn.answer is None:
        thanks = _ACKNOWLEDGED.match(turn.question.text.strip().plain())
        return None if thanks else Role.ASSISTANT
    return Role.USER if is_question(turn.answer.text) else None


def pointer(words: Phrases) -> Masked:
    """Return the block that says only that there are other ends: no content and no path."""
    return NEW_LINE.join([words.begin, words.pointer, END_MARKER])


def nothing(words: Phrases) -> Masked:
    """Return the block with nothing in it: what was there before is not left to grow old."""
    return NEW_LINE.join([words.begin, END_MARKER])


def placeholder(words: Phrases) -> Masked:
    """Return the block as it is before the first sync."""
    return NEW_LINE.join([words.begin, words.placeholder, END_MARKER])
