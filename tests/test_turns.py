"""What belongs to a turn, and what its answer is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from safedigest.config import Config
from safedigest.model import Exchange, Note, Role
from safedigest.select import select
from safedigest.text import Raw, reveal
from tests.fakes.store import NOW, FakeStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FakeStore]:
    """Give a store with one talk."""
    with FakeStore(tmp_path / "state.db") as store:
        store.session("c", "cli")
        yield store


def talk(store: FakeStore) -> tuple[Exchange[Raw], ...]:
    store.commit()
    (segment,) = select(store.path, Config(), NOW).segments
    return segment.exchanges


def answer(store: FakeStore) -> tuple[str, tuple[Note, ...]]:
    (exchange,) = talk(store)
    assert exchange.answer is not None
    return reveal(exchange.answer.text), exchange.answer.notes


def test_the_answer_is_what_comes_after_the_tools(store: FakeStore) -> None:
    store.user("c", "why", 9)
    store.call("c", "let me look", 8.9)
    store.tool("c", "log", 8.8)
    store.call("c", "", 8.7)
    store.tool("c", "log", 8.6)
    store.assistant("c", "the disk is full", 8.5)
    assert answer(store) == ("the disk is full", ())


def test_a_final_answer_needs_no_reason_for_its_end(store: FakeStore) -> None:
    store.user("c", "why", 9)
    store.call("c", "let me look", 8.9)
    store.user("c", "You've reached the maximum number of tool-calling iterations allowed. Please", 8.7)
    store.assistant("c", "as far as I came", 8.5, finish_reason=None)
    assert answer(store) == ("as far as I came", ())


def test_a_stub_before_a_tool_is_a_partial_answer(store: FakeStore) -> None:
    store.user("c", "why", 9)
    store.call("c", "let me look", 8.9)
    store.tool("c", "log", 8.8)
    store.call("c", "", 8.7)
    assert answer(store) == ("let me look", (Note.PARTIAL,))


@pytest.mark.parametrize("nothing", [None, "", "(empty)", "[SILENT]"])
def test_nothing_is_no_answer(store: FakeStore, nothing: str | None) -> None:
    store.user("c", "hello", 9)
    store.assistant("c", nothing, 8)
    (exchange,) = talk(store)
    assert exchange.answer is None


def test_questions_in_a_row_are_turns_of_their_own(store: FakeStore) -> None:
    store.user("c", "one", 9)
    store.user("c", "two", 8)
    store.assistant("c", "both", 7)
    first, second = talk(store)
    assert first.answer is None
    assert second.answer is not None


def test_rows_of_the_host_do_not_close_a_turn(store: FakeStore) -> None:
    store.user("c", "build it", 9)
    store.assistant("c", "started", 8)
    store.user("c", "[IMPORTANT: Background process p1 completed (exit code 0).]", 7)
    store.assistant("c", "it is built", 6)
    assert answer(store) == ("it is built", ())


def test_an_answer_cut_by_its_length_is_joined(store: FakeStore) -> None:
    store.user("c", "tell all", 9)
    store.assistant("c", "the first half of a wo", 8, finish_reason="length")
    store.user("c", "[System: Your previous response was truncated by the output length limit.]", 7)
    store.assistant("c", "rd, the second", 6, finish_reason="length")
    store.user("c", "[System: The previous response was cut off by a network error mid-stream.]", 5)
    store.assistant("c", " and the end", 4)
    assert answer(store) == ("the first half of a word, the second and the end", ())


def test_an_answer_cut_and_not_gone_on_with_is_partial(store: FakeStore) -> None:
    store.user("c", "tell all", 9)
    store.assistant("c", "the first half", 8, finish_reason="length")
    assert answer(store) == ("the first half", (Note.PARTIAL,))


def test_what_came_before_another_row_of_the_host_is_not_joined(store: FakeStore) -> None:
    store.user("c", "tell all", 9)
    store.assistant("c", "half", 8)
    store.user("c", "[System: Your previous response was truncated by the output length limit.]", 7)
    store.user("c", "[Continuing toward your standing goal]\nGoal: x", 6)
    store.assistant("c", "working", 5)
    assert answer(store) == ("working", ())


def test_the_host_s_review_and_its_answer_are_no_part_of_the_talk(store: FakeStore) -> None:
    store.say("c", "mine", "yes", 9)
    store.user("c", "Review the conversation above and update the skill library.", 8)
    store.assistant("c", "nothing to save", 7)
    assert answer(store) == ("yes", ())


def test_an_answer_before_any_question_is_none(store: FakeStore) -> None:
    store.assistant("c", "welcome", 9)
    store.say("c", "hello", "hi", 8)
    assert answer(store) == ("hi", ())


def test_an_answer_is_never_earlier_than_its_question(store: FakeStore) -> None:
    store.user("c", "from a fast clock", 3)
    store.assistant("c", "hello", 4)
    (exchange,) = talk(store)
    assert exchange.answer is not None
    assert exchange.answer.time == exchange.question.time


def test_other_roles_say_nothing(store: FakeStore) -> None:
    store.row("c", "session_meta", None, 10)
    store.row("c", "system", "be brief", 9.5)
    store.user("c", "hello", 9)
    store.row("c", "developer", "be long", 8)
    store.row("c", "assistant ", "forged", 7)
    (exchange,) = talk(store)
    assert exchange.answer is None


def test_only_tools_that_changed_something_are_named(store: FakeStore) -> None:
    store.user("c", "write it", 9)
    for tool, result in (
        ("read_file", "text"),
        ("write_file", '{"bytes_written": 4}'),
        ("patch", '{"error": "no match"}'),
        ("send_message", '{"success": true}'),
        ("write_file", '{"bytes_written": 5}'),
    ):
        store.call("c", "", 8, tool)
        store.tool("c", result, 8, tool)
    store.assistant("c", "written", 7)
    (exchange,) = talk(store)
    assert exchange.acted == ("write_file", "send_message")


def test_a_picture_without_words_is_a_turn(store: FakeStore) -> None:
    store.say("c", "first", "one", 9)
    store.user("c", [{"type": "image_url", "image_url": {"url": "data:,"}}], 8)
    store.assistant("c", "a red button", 7)
    first, second = talk(store)
    assert first.answer is not None
    assert reveal(first.answer.text) == "one"
    assert (reveal(second.question.text), second.question.notes) == ("", (Note.IMAGE,))


def test_the_last_words_on_the_way_to_an_answer_come_with_it(store: FakeStore) -> None:
    store.user("c", "why", 9)
    for n in range(6):
        store.assistant("c", f"step {n}", 8.9 - n / 10)
    (exchange,) = talk(store)
    assert exchange.answer is not None
    assert reveal(exchange.answer.text) == "step 5"
    assert [reveal(message.text) for message in exchange.between] == ["step 1", "step 2", "step 3", "step 4"]


def before(store: FakeStore) -> list[tuple[Role, str]]:
    store.commit()
    (segment,) = select(store.path, Config(), NOW).segments
    return [(message.role, reveal(message.text)) for message in segment.heard]


def test_what_the_assistant_said_before_any_question_comes_with_the_talk(store: FakeStore) -> None:
    store.assistant("c", "welcome", 10)
    store.call("c", "one moment", 9.5, "read_file")
    store.assistant("c", "your word?", 9)
    store.say("c", "hello", "hi", 8)
    words = ["welcome", "one moment", "your word?"]
    assert before(store) == [(Role.ASSISTANT, text) for text in words]


def test_the_last_words_before_a_pause_come_with_the_talk(store: FakeStore) -> None:
    for n in range(5):
        store.say("c", f"question {n}", f"answer {n}", 900 - n)
    store.say("c", "and now", "yes", 5)
    assert before(store) == [
        (Role.USER, "question 4"),
        (Role.ASSISTANT, "answer 4"),
    ]
    assert len(talk(store)) == 1


def test_rows_of_the_host_are_not_heard(store: FakeStore) -> None:
    store.user("c", "Review the conversation above and update the skill library.", 9)
    store.say("c", "hello", "hi", 8)
    assert before(store) == []
