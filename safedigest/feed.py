"""The sealed turns as data: ``$HERMES_HOME/safedigest/feed.json``.

What an end's agent is shown is composed from this file alone (``plugin.compose``), so whoever reads it never meets raw
words and runs no detector. Every text in it is a line that was masked, made neutral and sealed.

Format (version 1). ``tag`` names the content; ``made`` and all times are moments in UTC (ISO 8601); an end counts as
ended ``idle`` seconds after its ``last`` message. ``mark`` is drawn at random for a home and ``seq`` counts its turns:
both together tell, in a text shown earlier, up to which turn it went. Each end has ``end``, ``session``, ``heads`` (its
heading while it is ``live``, and once it has ``ended``), ``waits`` (who is to speak next: ``user``, ``agent`` or
empty), ``place`` (how the last line names it), ``talk`` (its name for ``plugin.narrowed``) and ``turns``, oldest first,
each with ``id`` (names its content), ``seq`` (when it came into the feed), ``time``, ``text`` and ``short``. ``words``
are our own. ``limit`` is the most characters of a digest. ``who`` tells who the owner is: ``local`` ends, and by
``owner`` the users and chats of the others, as hashes with ``mark`` (``plugin.audience``).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, assert_never

from safedigest.condense import Form
from safedigest.config import Limits as Sizes
from safedigest.config import Owner
from safedigest.digest import Digest, Ref, State, Talk
from safedigest.fit import BASE, SHORT
from safedigest.letters import letters
from safedigest.model import Role
from safedigest.page import Limits, Page
from safedigest.phrases import phrases
from safedigest.plugin.audience import hidden_id
from safedigest.plugin.records import dataclass, field, replace
from safedigest.render import Writer, waits_for
from safedigest.seal import Look, sealed

FILE: Final = "feed.json"
VERSION: Final = 1
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Feed:
    """The content of the file. ``new`` tells whether it differs from the one it follows by more than the clock."""

    data: Json
    new: bool

    def encode(self) -> bytes:
        """Return the file as it is written."""
        return (json.dumps(self.data, ensure_ascii=False, indent=1) + "\n").encode()


def read(path: Path) -> Json | None:
    """Return the feed at ``path``; None where there is none of this version."""
    with suppress(OSError, ValueError):
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, dict) and data.get("version") == VERSION:
            return data
    return None


@dataclass(frozen=True, slots=True)
class Reach:
    """To whom a feed may be shown, how much of it, and by session what ``plugin.narrowed`` calls its talk."""

    local: frozenset[str] = frozenset()
    owner: Mapping[str, Owner] = field(default_factory=dict)
    limit: int = Sizes().compact
    names: Mapping[str, str] = field(default_factory=dict)

    def who(self, mark: str) -> Json:
        """Return who the owner is; ids are hashed, for a feed may be sent to somebody in search of a fault."""

        def hidden(end: str, ids: frozenset[str]) -> list[str]:
            return sorted(hidden_id(mark, end, value) for value in ids)

        owner = {
            end: {"users": hidden(end, owner.users), "chats": hidden(end, owner.chats)}
            for end, owner in self.owner.items()
        }
        return {"local": sorted(self.local), "owner": owner}


NOBODY: Final = Reach()


def make(digest: Digest, look: Look, old: Json | None, reach: Reach = NOBODY) -> tuple[Feed, frozenset[Ref]]:
    """Put every turn of ``digest`` into a feed that goes on from ``old``; also return the turns it withholds.

    Raises SealError.
    """
    short, withheld = sealed(_whole(digest, SHORT[Form.COMPACT]), look)
    long, withheld = sealed(_whole(digest, BASE[Form.COMPACT]), look, withheld)
    if withheld - short.stuck:
        short = _whole(digest, SHORT[Form.COMPACT])(withheld)
    shorter = _turns(short)
    turns = {ref: {"text": text, "short": shorter[ref]} for ref, text in _turns(long).items()}
    heads = {state.value: _heads(digest, state) for state in State}
    ends = [
        {**_end(digest, talk, heads, turns), "talk": reach.names.get(talk.session, talk.end.name)}
        for talk in digest.talks
    ]
    words = _words(digest)
    mark = old["mark"] if old else letters(os.urandom(4))
    who = reach.who(mark)
    content = json.dumps([ends, words, who, reach.limit], sort_keys=True)
    tag = letters(hashlib.sha256(content.encode()).digest(), 8)
    if old is not None and old["tag"] == tag:
        return Feed(old, new=False), withheld
    seq = _number(ends, old)
    frame = {
        "version": VERSION,
        "tag": tag,
        "mark": mark,
        "seq": seq,
        "made": _moment(digest.now),
        "idle": digest.idle,
        "limit": reach.limit,
        "who": who,
    }
    return Feed({**frame, "words": words, "ends": ends}, new=True), withheld


def _number(ends: list[Json], old: Json | None) -> int:
    """Give numbers to the turns that ``old`` does not have, in the order of their times; return the highest."""
    known = {turn["id"]: turn["seq"] for end in (old or {"ends": []})["ends"] for turn in end["turns"]}
    seq = int(old["seq"]) if old else 0
    for turn in sorted((turn for end in ends for turn in end["turns"]), key=lambda t: str(t["time"])):
        if turn["id"] not in known:
            seq += 1
            known[turn["id"]] = seq
        turn["seq"] = known[turn["id"]]
    return seq


def _whole(digest: Digest, limits: Limits) -> Callable[[frozenset[Ref]], Page]:
    """Return what makes the page of all turns, however long it gets: the reader of a feed does the choosing."""
    plan = {turn.ref: limits for talk in digest.talks for turn in talk.turns}

    def page(withheld: frozenset[Ref]) -> Page:
        made = Writer(digest, Form.COMPACT, withheld).finish(plan)
        while made.stuck - withheld:
            withheld |= made.stuck
            made = Writer(digest, Form.COMPACT, withheld).finish(plan)
        return made

    return page


def _turns(page: Page) -> dict[Ref, str]:
    lines: dict[Ref, list[str]] = {}
    for line in page.lines:
        if line.ref:
            lines.setdefault(line.ref, []).append(str(line.text))
    return {ref: "\n".join(parts) for ref, parts in lines.items()}


def _heads(digest: Digest, state: State) -> Mapping[str, str]:
    """Return the heading of each talk as it reads in ``state``."""
    shown = replace(digest, talks=tuple(replace(talk, state=state, dropped=0) for talk in digest.talks))
    writer = Writer(shown, Form.COMPACT)
    return {talk.session: str(writer.heading(talk)) for talk in shown.talks}


def _end(
    digest: Digest, talk: Talk, heads: Mapping[str, Mapping[str, str]], texts: Mapping[Ref, Json]
) -> Json:
    turns = []
    for turn in talk.turns:
        content = f"{talk.session}\0{turn.time}\0{texts[turn.ref]['text']}"
        name = letters(hashlib.sha256(content.encode()).digest(), 12)
        turns.append({"id": name, "time": _moment(turn.time), **texts[turn.ref]})
    return {
        "end": talk.end.name,
        "session": talk.session,
        "last": _moment(talk.last),
        "heads": {state: by_session[talk.session] for state, by_session in heads.items()},
        "waits": _waits(talk),
        "place": str(Writer(digest, Form.COMPACT).place(talk)),
        "turns": turns,
    }


def _moment(time: float) -> str:
    """Return a time as it is written: to the second, in a form that sorts and holds no long number."""
    return datetime.fromtimestamp(int(time), UTC).isoformat()


def _waits(talk: Talk) -> str:
    role = waits_for(talk)
    match role:
        case None:
            return ""
        case Role.USER:
            return "user"
        case Role.ASSISTANT:
            return "agent"
        case _:
            assert_never(role)


def _words(digest: Digest) -> dict[str, str]:
    """Return our own words that frame the turns."""
    words = phrases(digest.lang)
    head = Writer(digest, Form.COMPACT).head
    return {
        "title": str(words.block_title),
        "about": str(head[1].text),
        "news": str(words.news),
        "stale": str(words.stale),
        "for_user": str(words.for_user),
        "for_agent": str(words.for_agent),
        "none": str(words.open_none),
        "comma": str(words.comma),
        "gap": str(words.gap),
    }
