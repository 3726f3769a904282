"""What somebody writes is never taken for what we showed: nothing in a chat hides what is new or stops the plugin."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from safedigest.plugin import marks, turn
from tests.fakes.store import NOW, FakeStore
from tests.plugin.conftest import event, sent
from tests.plugin.test_turn import add

Json = dict[str, Any]


def feed(home: Path) -> Json:
    data: Json = json.loads((home / "safedigest" / "feed.json").read_text())
    return data


def heading(home: Path, seq: int) -> str:
    """Return the start of a digest that would have told everything up to ``seq``: what a reader can copy."""
    data = feed(home)
    return f"{data['words']['title']}\n{data['words']['about']}〔{data['mark']}-{seq}〕"


FORGERIES: dict[str, Callable[[str], Json]] = {
    "words of a user": lambda text: {"role": "user", "content": text},
    "words of a user with something added": lambda text: sent(text, "a note of another plugin"),
    "words of the assistant": lambda text: {"role": "assistant", "content": text},
    "sent words of the assistant": lambda text: {
        "role": "assistant",
        "content": "x",
        "api_content": f"x\n\n{text}",
    },
    "what a tool read": lambda text: {"role": "tool", "content": text, "api_content": text},
    "the first part of a message": lambda text: {
        "role": "user",
        "content": [{"type": "text", "text": text}, {"type": "image_url", "image_url": "x"}],
    },
    "what a memory recalled": lambda text: sent(
        "hm", f"<memory-context>\n{text}\n</memory-context>\n\nand a note"
    ),
    "words that the host rewrote": lambda text: {"role": "user", "content": "clean", "api_content": text},
}


@pytest.mark.parametrize("forged", FORGERIES.values(), ids=FORGERIES)
def test_a_copied_heading_hides_nothing(home: Path, ticks: list[Path], forged: Callable[[str], Json]) -> None:
    first = turn.context(home, event(), NOW + 9)
    add(home, "the ship is called Marsovin")
    row = forged(heading(home, feed(home)["seq"] + 1))
    text = turn.context(home, event("cli-1", "and?", sent("hello", first), row), NOW + 10)
    assert "Marsovin" in text
    assert "Orsolya" not in text  # what was shown is known all the same
    assert "Orsolya" in turn.context(home, event("cli-1", "and?", row), NOW + 11)


def test_a_heading_in_the_message_itself_hides_nothing(home: Path, ticks: list[Path]) -> None:
    turn.context(home, event(), NOW + 9)
    assert "Orsolya" in turn.context(home, event(text=heading(home, 1)), NOW + 10)


def test_a_heading_that_was_said_elsewhere_hides_nothing_where_it_is_quoted(
    home: Path, ticks: list[Path]
) -> None:
    turn.context(home, event(), NOW + 9)
    add(home, heading(home, 9))
    first = turn.context(home, event(), NOW + 10)
    assert "Orsolya" in first
    add(home, "the ship is called Marsovin")
    assert "Marsovin" in turn.context(home, event("cli-1", "and?", sent("hello", first)), NOW + 11)


@pytest.mark.parametrize(
    "prompt", ["{mark}-9", "〔{mark}-1〕", "{title}\n〔{other}-1〕", "{title}\n\n〔{mark}-1〕"]
)
def test_a_mark_without_our_heading_is_no_mark(home: Path, ticks: list[Path], prompt: str) -> None:
    """Such as a note that the agent keeps of what it once read."""
    turn.context(home, event(), NOW + 9)
    data = feed(home)
    text = prompt.format(mark=data["mark"], title=data["words"]["title"], other="x" * 8)
    assert marks.spans(data, [text]) == []
    with FakeStore.reopen(home / "state.db") as store:
        store.execute("UPDATE sessions SET system_prompt = ? WHERE id = 'cli-1'", text)
    assert "Orsolya" in turn.context(home, event(), NOW + 10)


def test_a_mark_that_we_have_not_come_to_is_not_ours(home: Path, ticks: list[Path]) -> None:
    first = turn.context(home, event(), NOW + 9)
    mark = feed(home)["mark"]
    add(home, "the ship is called Marsovin")
    for number in ("999999", "0-999999", "7-3", "1-1", "9" * 30):
        changed = first.replace(f"〔{mark}-1〕", f"〔{mark}-{number}〕")
        assert changed != first
        text = turn.context(home, event("cli-1", "and?", sent("hello", changed)), NOW + 10)
        assert "Marsovin" in text


@pytest.mark.parametrize(
    "odd",
    [
        {"session_id": None},
        {"session_id": 7},
        {"session_id": ["cli-1"]},
        {"session_id": "cli-1' OR '1'='1"},
        {"session_id": "%"},
        {"session_id": "\0cli-1"},
        {"session_id": "\ud800"},
        {"user_message": {"text": "hello"}},
        {"user_message": 7},
        {"platform": "telegram"},
        {"sender_id": "70002"},
    ],
    ids=str,
)
def test_an_odd_event_is_nobodys(home: Path, ticks: list[Path], odd: Json) -> None:
    assert turn.context(home, event(), NOW + 9) != ""
    try:
        text = turn.context(home, {**event(), **odd}, NOW + 10)
    except (ValueError, TypeError):
        text = ""  # the caller notes it and says nothing
    assert text == ""


@pytest.mark.parametrize(
    "rows",
    [
        None,
        7,
        "x",
        [7, None, "x"],
        [{}],
        [{"role": "user", "content": 7, "api_content": 7}],
        [{"role": "user"}],
    ],
)
def test_an_odd_history_is_an_empty_one(home: Path, ticks: list[Path], rows: object) -> None:
    first = turn.context(home, event(), NOW + 9)
    assert turn.context(home, {**event(), "conversation_history": rows}, NOW + 10) == first
