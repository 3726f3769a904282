"""Composes what one end's agent is shown from the sealed feed (its format: ``safedigest/feed.py``).

Standard library only and no import of ours: this file is also copied into a home's ``plugins/`` folder, where Hermes'
own interpreter runs it. It cuts between turns, never inside one, so no mask is ever cut here, and it adds nothing but
the feed's own words.

Invariants: the talk of the end that is shown to is left out; ended talks come first, the live one last; first every
end's newest turn in its short form, then whole turns newest first, until ``limit`` characters are full. Each text that
was composed says, by a mark under its title, which turns it told; quoted words never hold the brackets of a mark.
"""

from __future__ import annotations

from .files import epoch
from .marks import Span, mark

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .narrowed import Narrowed

Feed = dict[str, "Any"]
End = dict[str, "Any"]
Turn = dict[str, "Any"]


def whole(feed: Feed, *, now: float, limit: int, without: str = "", told: Sequence[Span] = ()) -> str:
    """Return all that fits of the feed for the end or session ``without``; empty where there is nothing to show.

    ``now`` is epoch seconds; ``limit`` and the result are in characters; what ``told`` holds is left out.
    """
    return _told(feed, _head(feed, "about", told), _untold(_others(feed, without), told), limit, now)


def news(feed: Feed, *, told: Sequence[Span], now: float, limit: int, without: str = "") -> str:
    """Return the turns that ``told`` does not hold; empty where there are none.

    A turn that does not fit into ``limit`` characters is left to the digest itself: the newest come first.
    """
    head = _head(feed, "news", told)
    return _told(feed, head, _untold(_others(feed, without), told), limit, now)


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


def _untold(ends: list[End], told: Sequence[Span]) -> list[End]:
    left = [
        {
            **end,
            "turns": [
                turn for turn in end["turns"] if not any(after < turn["seq"] <= to for after, to in told)
            ],
        }
        for end in ends
    ]
    return [end for end in left if end["turns"]]


def _told(feed: Feed, head: list[str], ends: list[End], limit: int, now: float) -> str:
    """Return what fits of ``ends`` below ``head``; empty where that is nothing."""
    frame = "\n".join([*head, "", _open(feed, ends)]) + "\n"
    chosen = _choose(ends, limit - len(frame))
    return _text(feed, head, ends, chosen, now) if chosen else ""


def _head(feed: Feed, about: str, told: Iterable[Span]) -> list[str]:
    words = feed["words"]
    return [words["title"], f"{words[about]}〔{mark(feed, told)}〕"]


def _heading(feed_idle: float, end: End, now: float) -> str:
    return str(end["heads"]["ended" if now - epoch(end["last"]) > feed_idle else "live"])


def _choose(ends: list[End], room: int) -> dict[str, str]:
    """Return the text of every turn that is shown, by its id."""
    chosen: dict[str, str] = {}
    for end in sorted(ends, key=lambda e: epoch(e["last"]), reverse=True):
        turn = end["turns"][-1]
        cost = len(turn["short"]) + max(map(len, end["heads"].values())) + 3
        if cost > room:
            continue
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


def _text(feed: Feed, head: list[str], ends: list[End], chosen: dict[str, str], now: float) -> str:
    lines = [*head]
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
