"""Whether a person began a turn."""

from __future__ import annotations

import pytest

from safedigest.noise import frames
from safedigest.plugin.history import text_of
from safedigest.plugin.synthetic import is_typed
from tests.plugin.conftest import event


@pytest.mark.parametrize("start", [*frames.DROP, *frames.CONTINUES])
def test_what_the_digest_drops_as_nobodys_words_is_not_typed(start: str) -> None:
    assert not is_typed(event(text=f"{start} and so on"))


@pytest.mark.parametrize(
    "text", ["", "  \n", "Review the conversation above and update the skill library. Be ACTIVE"]
)
def test_nothing_and_a_look_back_are_not_typed(text: str) -> None:
    assert not is_typed(event(text=text))


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "[Replying to: “x”]\n\nyes",
        "please review the conversation above",
        "[The user sent an image~ x]\nlook",
    ],
)
def test_words_of_a_person_are_typed_whatever_frames_them(text: str) -> None:
    assert is_typed(event(text=text))


def test_a_skill_that_a_person_invoked_is_typed() -> None:
    assert is_typed(event(text=f'{frames.SKILL}"notes" skill'))


def test_the_kind_of_a_row_counts() -> None:
    made = event(text="go on")
    made["conversation_history"][-1]["display_kind"] = "auto_continue"
    assert not is_typed(made)
    made["conversation_history"][-1]["display_kind"] = "steer"
    assert is_typed(made)


def test_a_workers_talk_is_nobodys() -> None:
    opening = {"role": "user", "content": "Work kanban task 12"}
    assert not is_typed(event("s", "what next", opening))


def test_parts_of_a_message_are_read() -> None:
    assert text_of([{"type": "text", "text": "a"}, {"type": "image_url"}, "b"]) == "a\nb"
    assert is_typed({"user_message": [{"type": "text", "text": "look at this"}]})
    assert not is_typed({"user_message": None})
