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
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final, assert_never

from safedigest.condense import Form, shorten
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
_TOOL = re.compile(r"[0-9A-Za-z_.-]{1,24}\Z")
_MOST_TOOLS: Final = 4
_ZONE = re.compile(r"[0-9A-Za-z_/+-]{1,40}\Z")
_ACKNOWLEDGED = re.compile(
    r"(?:ok(?:ay)?|好|好的|好吧|行|嗯+|收到|明白|知道了|谢谢.{0,6}|辛苦.{0,3}"
    r"|thanks?(?: you)?|thx|great|got it|[^\w\s]{1,6})[\s。.!！~～]*\Z",
    re.IGNORECASE,
)


class Writer:
    """Puts the turns of one digest into lines; what was shortened once is kept."""

    def __init__(self, digest: Digest, form: Form, withheld: frozenset[Ref] = frozenset()) -> None:
        self.digest = digest
        self.form = form
        self.withheld = withheld
        self.words: Phrases = phrases(digest.lang)
        self._kept: dict[tuple[Ref, Role, int], Masked] = {}

    def lines(self, plan: Plan) -> list[Line]:
        """Return all lines but the last ones of DIGEST.md and the markers of the block."""
        head, talk = self._parts()
        lines = head()
        for one in self.digest.talks:
            lines += talk(one, plan)
        if not self.digest.talks:
            lines += [Line(EMPTY), Line(self.words.nobody)]
        return [*lines, Line(EMPTY), *self._rule(), Line(self._open())]

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
        message = turn.question if role is Role.USER else turn.answer
        if message is None:
            return EMPTY
        key = (turn.ref, role, limit)
        if key not in self._kept:
            self._kept[key] = shorten(message.text, limit, self.words, self.form)
        return self._kept[key]

    def head(self) -> list[Line]:
        """Return the lines before the first talk."""
        return self._parts()[0]()

    # what differs between the two forms

    def _parts(self) -> tuple[Callable[[], list[Line]], Callable[[Talk, Plan], list[Line]]]:
        match self.form:
            case Form.FULL:
                return self._full_head, self._full_talk
            case Form.COMPACT:
                return self._block_head, self._block_talk
            case _:
                assert_never(self.form)

    def _rule(self) -> list[Line]:
        return [Line(literal("---"))] if self.form is Form.FULL else []

    def _framed(self, lines: list[Line], version: str) -> list[Line]:
        if self.form is Form.COMPACT:
            return [Line(self.words.begin), *lines, Line(END_MARKER)]
        digest = self.digest
        made = tag(f"{digest.moment(digest.now):%Y-%m-%d %H:%M}")
        masks = sum(talk.masks for talk in digest.talks)
        withheld = digest.withheld + len(self.withheld)
        footer = fill(self.words.footer, made, tag(version), masks, withheld)
        return [*lines[:-1], Line(footer), lines[-1]]

    def _full_head(self) -> list[Line]:
        words, digest = self.words, self.digest
        absent = words.semicolon.join(map(self._missing, digest.absent))
        lines = [words.title, EMPTY, words.about + self._zone(), EMPTY]
        if digest.talks:
            lines += [
                words.table_head,
                literal("|---|---|---|---|---|"),
                *map(self._row, digest.talks),
                EMPTY,
            ]
        lines.append(fill(words.excluded, absent) if digest.absent else words.nothing_excluded)
        return [Line(line) for line in lines]

    def _missing(self, absent: Absent) -> Masked:
        words = self.words
        ends = words.comma.join(words.ends.get(name) or tag(name) for name in absent.ends)
        return fill(words.absent[absent.reason], absent.sessions) + fill(words.absent_ends, ends)

    def _row(self, talk: Talk) -> Masked:
        words = self.words
        state = words.live
        if talk.state is State.ENDED:
            state = fill(words.ended_for, talk.minutes, self._clock(self.digest.now))
        turns = talk.dropped + len(talk.turns)
        cells = [self._end(talk.end), self._span(talk), state, tag(str(turns)), tag(str(talk.masks))]
        return literal("| ") + _COLUMN.join(cells) + literal(" |")

    def _full_talk(self, talk: Talk, plan: Plan) -> list[Line]:
        state = self.words.live if talk.state is State.LIVE else self.words.ended
        heading = literal(" — ").join([self._end(talk.end), self._span(talk), state])
        turns = list(self._turns(talk, plan, literal("- "), literal("- ")))
        if not turns:
            return []
        return [Line(EMPTY), Line(literal("## ") + heading, None, talk.session), Line(EMPTY), *turns]

    def _block_head(self) -> list[Line]:
        words = self.words
        days = self.digest.max_age_days
        absent = fill(words.block_absent_days, tag(f"{days:g}")) if days else words.block_absent
        mark = literal("〔") + tag(self.digest.mark) + literal("〕") if self.digest.mark else EMPTY
        return [Line(words.block_title), Line(words.block_about + absent + self._zone() + mark)]

    def heading(self, talk: Talk) -> Masked:
        """Return the heading of ``talk`` in the block: no clock in it but the talk's own."""
        parts = [self._end(talk.end), self._span(talk), self.words.ended]
        if talk.state is State.LIVE:
            parts[2:] = [fill(self.words.until, self._clock(talk.last)), self.words.live]
        return literal("### ") + literal(" · ").join(parts)

    def _block_talk(self, talk: Talk, plan: Plan) -> list[Line]:
        turns = list(self._turns(talk, plan, literal("- "), literal("  ")))
        if not turns:
            return []
        return [Line(EMPTY), Line(self.heading(talk), None, talk.session), *turns]

    # one turn

    def _turns(self, talk: Talk, plan: Plan, first: Masked, second: Masked) -> Iterator[Line]:
        shown = [turn for turn in talk.turns if turn.ref in plan]
        hidden = talk.dropped + len(talk.turns) - len(shown)
        if shown and hidden:
            yield Line(first + fill(self.words.earlier, hidden), None, talk.session)
        for turn in shown:
            question, *answer = self._turn(talk, turn, plan[turn.ref])
            yield Line(first + question, turn.ref, talk.session)
            yield from (Line(second + line, turn.ref, talk.session) for line in answer)

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
        time = self._clock(message.time)
        moment, first = self.digest.moment(message.time), self.digest.moment(talk.first)
        if moment.date() != first.date():
            time = self._day(moment) + literal(" ") + time
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

    # ends and times

    def _end(self, end: End) -> Masked:
        name = self.words.ends.get(end.name) or tag(end.name)
        chat = self.words.chats.get(end.chat_type)
        return name + literal(" ") + chat if chat else name

    def _clock(self, time: float) -> Masked:
        return tag(f"{self.digest.moment(time):%H:%M}")

    def _day(self, moment: datetime) -> Masked:
        same_year = moment.year == self.digest.moment(self.digest.now).year
        return tag(f"{moment:%m-%d}" if same_year else f"{moment:%Y-%m-%d}")

    def _date(self, moment: datetime) -> Masked:
        weekday = self.words.weekdays[moment.weekday()]
        return literal(" ").join([self._day(moment), weekday, tag(f"{moment:%H:%M}")])

    def _span(self, talk: Talk) -> Masked:
        first, last = self.digest.moment(talk.first), self.digest.moment(talk.last)
        if f"{first:%Y%m%d%H%M}" == f"{last:%Y%m%d%H%M}":
            return self._date(first)
        end = tag(f"{last:%H:%M}") if first.date() == last.date() else self._date(last)
        return self._date(first) + literal("–") + end

    def _zone(self) -> Masked:
        offset = f"{self.digest.moment(self.digest.now):%z}"
        shown = tag(f"{offset[:3]}:{offset[3:5]}")
        name = getattr(self.digest.zone, "key", None)
        if isinstance(name, str) and _ZONE.match(name):
            shown = tag(name) + literal(" (") + shown + literal(")")
        return fill(self.words.zone, shown)

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
        return self._end(talk.end) + literal(" ") + self._clock(talk.turns[-1].time)


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
