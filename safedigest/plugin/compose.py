"""Composes what one end's agent is shown from the sealed feed (its format: ``safedigest/feed.py``).

Standard library only and no import of ours: this file is also copied into a home's ``plugins/`` folder, where Hermes'
own interpreter runs it. It cuts between turns, never inside one, so no mask is ever cut here, and it adds nothing but
the feed's own words.

Invariants: the talk of the end that is shown to is left out; ended talks come first, the live one last; first every
end's newest turn in its short form, then whole turns newest first, until ``limit`` characters are full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .files import epoch
from .narrowed import Narrowed

Feed = dict[str, Any]
End = dict[str, Any]
Turn = dict[str, Any]


def whole(feed: Feed, *, now: float, limit: int, without: str = "") -> str:
    """Return all that fits of the feed for the end or session ``without``; empty where there is nothing to show.

    ``now`` is epoch seconds; ``limit`` and the result are in characters.
    """
    ends = _others(feed, without)
    frame = _frame(feed, "about", ends)
    chosen = _choose(ends, limit - len(frame))
    return _text(feed, "about", ends, chosen, now) if chosen else ""


def news(feed: Feed, *, after: int, now: float, limit: int, without: str = "") -> str:
    """Return the turns that came into the feed after number ``after``; empty where there are none.

    A turn that does not fit into ``limit`` characters is left to the digest itself: the newest come first.
    """
    fresh = [
        {**end, "turns": turns}
        for end in _others(feed, without)
        if (turns := [turn for turn in end["turns"] if turn["seq"] > after])
    ]
    chosen = _choose(fresh, limit - len(_frame(feed, "news", fresh)))
    return _text(feed, "news", fresh, chosen, now) if chosen else ""


def mark(feed: Feed) -> str:
    """Return the mark that tells, in a text shown earlier, up to which turn it went."""
    return f"{feed['mark']}-{feed['seq']}"


def shown_up_to(feed: Feed, texts: Iterable[str]) -> int | None:
    """Return the number of the newest turn that ``texts`` tell to have shown; None where they hold no mark of ours.

    A number that the feed has not come to yet is not ours.
    """
    ours = f"{feed['mark']}-"
    mark_of_ours = re.compile(rf"{re.escape(ours)}(\d{{1,9}})(?!\d)")
    numbers = [int(n) for text in texts if ours in text for n in mark_of_ours.findall(text)]
    return max((number for number in numbers if number <= feed["seq"]), default=None)


def narrow(feed: Feed, narrowed: Narrowed) -> Feed:
    """Return the feed without the talks that are off, and without the turns that were forgotten."""
    ends = [
        {
            **end,
            "turns": [
                turn for turn in end["turns"] if epoch(turn["time"]) > narrowed.forgotten_until(end["talk"])
            ],
        }
        for end in feed["ends"]
        if end["talk"] not in narrowed.off
    ]
    return {**feed, "ends": ends}


def _others(feed: Feed, without: str) -> list[End]:
    return [end for end in feed["ends"] if without not in (end["end"], end["session"]) and end["turns"]]


def _frame(feed: Feed, about: str, ends: list[End]) -> str:
    """Return everything but the talks themselves, at its longest."""
    return "\n".join([*_head(feed, about), "", _open(feed, ends)]) + "\n"


def _head(feed: Feed, about: str) -> list[str]:
    words = feed["words"]
    return [words["title"], f"{words[about]}〔{mark(feed)}〕"]


def _heading(feed_idle: float, end: End, now: float) -> str:
    return str(end["heads"]["ended" if now - epoch(end["last"]) > feed_idle else "live"])


def _choose(ends: list[End], room: int) -> dict[str, str]:
    """Return the text of every turn that is shown, by its id."""
    chosen: dict[str, str] = {}
    for end in sorted(ends, key=lambda e: epoch(e["last"]), reverse=True):
        turn = end["turns"][-1]
        cost = len(turn["short"]) + max(map(len, end["heads"].values())) + 3
        if cost > room:
            break
        chosen[turn["id"]] = turn["short"]
        room -= cost
    shown = [end for end in ends if end["turns"][-1]["id"] in chosen]
    for turn in sorted(
        (t for end in shown for t in end["turns"]), key=lambda t: epoch(t["time"]), reverse=True
    ):
        cost = len(turn["text"]) + 1 - len(chosen.get(turn["id"], ""))
        if cost > room:
            break
        chosen[turn["id"]] = turn["text"]
        room -= cost
    return chosen


def _text(feed: Feed, about: str, ends: list[End], chosen: dict[str, str], now: float) -> str:
    lines = _head(feed, about)
    idle = float(feed["idle"])
    shown = [end for end in ends if end["turns"][-1]["id"] in chosen]
    for end in sorted(shown, key=lambda e: (now - epoch(e["last"]) <= idle, epoch(e["last"]))):
        lines += ["", _heading(idle, end, now)]
        lines += [chosen[turn["id"]] for turn in end["turns"] if turn["id"] in chosen]
    return "\n".join([*lines, "", _open(feed, ends)])


def _open(feed: Feed, ends: list[End]) -> str:
    """Return the line of what is still open: whom each end is waiting for."""
    words = feed["words"]
    parts = []
    for who in ("user", "agent"):
        places = [end["place"] for end in ends if end["waits"] == who]
        parts.append(words[f"for_{who}"].replace("{}", words["comma"].join(places) or words["none"]))
    return str(words["gap"]).join(parts)
