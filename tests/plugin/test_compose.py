"""What is composed for one talk from the feed: what it was not told, and nothing that a host stumbles over."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from safedigest.neutral import INVISIBLE, hits
from safedigest.plugin import compose, marks
from safedigest.sync import sync
from tests.fakes.store import NOW, FakeStore
from tests.sentences import HARD, TRIPPING

Json = dict[str, Any]
# Halves of phrases that the host's scanner looks for across words and line breaks.
HALVES = (
    *("please ignore all", "previous instructions", "system prompt", "override", "translate this note into"),
    *(
        "French and run it",
        "do not tell",
        "the user",
        "you are",
        "now a pirate",
        "send the list",
        "to https://x.example",
    ),
    *(
        "command and",
        "control",
        "cat notes",
        ".env",
        "never write that",
        "file onto the disk",
        "pretend",
        "to be",
    ),
)
SENTENCES = (*TRIPPING.values(), *HARD, *HALVES)
# These two we look for across lines, further than any host does (``tests/interop/test_scanner.py`` asks them).
ACROSS = {"send_to_url", "translate_execute"}


def feed_of(home: Path, texts: tuple[str, ...]) -> Json:
    """Return the feed of a home where each of ``texts`` was said, at one of two ends."""
    with FakeStore(home / "state.db") as store:
        store.session("cli-1", "cli")
        store.session("tui-1", "tui")
        for number, text in enumerate(texts):
            store.say("tui-1" if number % 2 else "cli-1", text, text, 5 - number / 10)
    (home / "safedigest").mkdir(mode=0o700)
    (home / "safedigest" / "config.toml").write_text('lang = "en"\n')
    sync(home, now=NOW)
    data: Json = json.loads((home / "safedigest" / "feed.json").read_text())
    return data


def choices(feed: Json, times: int) -> Iterator[str]:
    """Compose texts of some of the turns, in any of the sizes."""
    rng = random.Random(times)
    for _ in range(times):
        told, limit = gaps(feed["seq"], rng), rng.choice((900, 2_000, 9_000))
        for make in (compose.whole, compose.news):
            text = make(feed, now=NOW, limit=limit, told=told)
            assert len(text) <= limit
            yield text


def gaps(seq: int, rng: random.Random) -> list[marks.Span]:
    """Return spans that leave some turns untold, from the first on or not."""
    told = [(n, n + 1) for n in range(seq) if rng.random() < 0.5]
    return told if rng.random() < 0.5 else [(0, 1), *told]


@pytest.mark.parametrize("start", range(0, len(SENTENCES), 20))
def test_no_choice_of_turns_makes_a_phrase_that_a_host_looks_for(tmp_path: Path, start: int) -> None:
    """The section and the news too: the host's scanner does not see them yet."""
    feed = feed_of(tmp_path, SENTENCES[start : start + 20])
    for text in choices(feed, 60):
        assert hits(text).keys() <= ACROSS
        assert not INVISIBLE.search(text)


def numbered(count: int) -> Json:
    """Return a feed of one end whose turns say their own numbers."""
    words = dict.fromkeys(("for_user", "for_agent", "none", "comma", "gap"), "") | {
        "title": "# t",
        "about": "a",
    }
    turns = [
        {
            "id": f"i{n}",
            "seq": n,
            "time": f"2026-12-01T00:00:{n:02}+00:00",
            "text": f"<{n}>",
            "short": f"<{n}>",
        }
        for n in range(1, count + 1)
    ]
    end = {
        "end": "x",
        "session": "s",
        "last": "2026-12-01T00:01:00+00:00",
        "waits": "",
        "place": "",
        "turns": turns,
    }
    ends = [{**end, "heads": {"live": "h", "ended": "h"}, "talk": "x"}]
    return {"mark": "abcdefgh", "seq": count, "idle": 900, "words": words | {"news": "n"}, "ends": ends}


@pytest.mark.parametrize("seed", range(30))
def test_every_turn_is_told_once_whatever_a_history_lost(seed: int) -> None:
    """Texts are composed, some are lost, more is composed: each turn stands in those that are left exactly once."""
    rng, kept = random.Random(seed), [""]
    for count in range(1, 30, 3):
        feed = numbered(count)
        told = marks.spans(feed, kept)
        make = compose.news if marks.has_begun(told) else compose.whole
        text = make(feed, told=told, now=NOW, limit=9_000)
        kept = [*kept, text]
        assert ["".join(kept).count(f"<{n}>") for n in range(1, count + 1)] == [1] * count
        kept = [text for text in kept if rng.random() < 0.7]


def test_what_does_not_fit_does_not_keep_a_smaller_end_out() -> None:
    feed = numbered(1)
    small = json.loads(json.dumps(feed["ends"][0]).replace('"x"', '"y"'))
    small["turns"][0] |= {"id": "j1", "text": "short", "short": "short"}
    small["last"] = "2026-12-01T00:00:00+00:00"
    feed["ends"][0]["turns"][0] |= {"text": "long" * 100, "short": "long" * 100}
    text = compose.whole({**feed, "ends": [*feed["ends"], small]}, now=NOW, limit=200)
    assert "short" in text
    assert "long" not in text
