"""Which talk is chosen, and whose words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from safedigest.config import Config, parse
from safedigest.errors import StoreBusyError
from safedigest.model import End, Note
from safedigest.people import LeftOut, Reason
from safedigest.select import MOST_TURNS, Selection, select
from safedigest.text import reveal
from tests.fakes.store import NOW, RELEASES, FakeStore

OWNER: Mapping[str, object] = {"owner": {"telegram": "70001", "weixin": "wx-owner"}}
SUMMARY = "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted into the summary below.\nbody"


def choose(store: FakeStore, **settings: object) -> Selection:
    store.commit()
    return select(store.path, parse({**OWNER, **settings}), NOW)


def texts(selection: Selection) -> dict[str, list[str]]:
    """Return what was said, by end: questions and answers in order."""
    said: dict[str, list[str]] = {}
    for segment in selection.segments:
        lines = said.setdefault(segment.end.name, [])
        for exchange in segment.exchanges:
            lines.append(reveal(exchange.question.text))
            if exchange.answer:
                lines.append(reveal(exchange.answer.text))
    return said


def reasons(selection: Selection) -> set[tuple[str, Reason]]:
    return {(left.end, left.reason) for left in selection.left_out}


@pytest.fixture(params=RELEASES)
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FakeStore]:
    """Give a store of each release."""
    with FakeStore(tmp_path / "state.db", request.param) as store:
        yield store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FakeStore]:
    """Give a store of the newest release."""
    with FakeStore(tmp_path / "state.db") as store:
        yield store


@pytest.fixture
def compacted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FakeStore]:
    """Give a store of a release that compacts in place (0.19 unless the test asks for others)."""
    with FakeStore(tmp_path / "state.db", getattr(request, "param", "0.19")) as store:
        yield store


# whose talk


def test_the_owner_s_ends_are_chosen_in_the_order_of_their_last_words(any_store: FakeStore) -> None:
    any_store.dm("t", "telegram", "70001")
    any_store.session("c", "cli")
    any_store.dm("w", "weixin", "wx-owner")
    any_store.say("c", "cli asks", "cli answers", 30)
    any_store.say("w", "wx asks", "wx answers", 5)
    any_store.say("t", "tg asks", "tg answers", 20)
    selection = choose(any_store)
    assert texts(selection) == {
        "cli": ["cli asks", "cli answers"],
        "telegram": ["tg asks", "tg answers"],
        "weixin": ["wx asks", "wx answers"],
    }
    assert list(texts(selection)) == ["cli", "telegram", "weixin"]
    assert [s.end for s in selection.segments] == [End("cli"), End("telegram", "dm"), End("weixin", "dm")]
    assert not selection.strangers
    assert selection.left_out == ()


def test_another_person_s_talk_is_left_out_and_reported(any_store: FakeStore) -> None:
    any_store.dm("t", "telegram", "70001")
    any_store.dm("m", "telegram", "8842113355", display_name="Mal")
    any_store.say("t", "mine", "yes", 20)
    any_store.say("m", "theirs", "no", 2)
    selection = choose(any_store)
    assert texts(selection) == {"telegram": ["mine", "yes"]}
    assert selection.strangers
    (left,) = selection.left_out
    assert (left.end, left.reason, left.who, left.messages) == ("telegram", Reason.NOT_OWNER, "884…", 2)
    assert (left.table, left.line) == ("owner", 'telegram = "884…"')


def test_an_end_without_an_owner_is_left_out(any_store: FakeStore) -> None:
    any_store.dm("q", "qqbot", "q-1")
    any_store.say("q", "who am I", "you", 2)
    selection = choose(any_store)
    assert texts(selection) == {}
    assert reasons(selection) == {("qqbot", Reason.NO_OWNER)}
    assert selection.strangers


@pytest.mark.parametrize("kind", ["group", "channel", "thread", "forum", "webhook", "something"])
def test_groups_are_left_out_though_the_owner_speaks_there(store: FakeStore, kind: str) -> None:
    store.session("g", "telegram", user_id="70001", chat_id="-100", chat_type=kind)
    store.say("g", "in the group", "yes", 2)
    selection = choose(store)
    assert texts(selection) == {}
    assert reasons(selection) == {("telegram", Reason.GROUP)}
    assert selection.strangers


def test_the_routing_key_tells_a_group_where_the_column_does_not(store: FakeStore) -> None:
    key = "agent:main:telegram:group:-100:70001"
    store.session("g", "telegram", user_id="70001", session_key=key)
    store.say("g", "in the group", "yes", 2)
    assert reasons(choose(store)) == {("telegram", Reason.GROUP)}


def test_a_configured_chat_is_an_end_of_its_own(store: FakeStore) -> None:
    store.dm("t", "telegram", "70001")
    store.session("g", "telegram", user_id="8", chat_id="-100", chat_type="group")
    store.say("t", "alone", "yes", 30)
    store.say("g", "[Ann] together", "no", 2)
    store.user("g", "[Ben] not to the bot", 1, observed=1)
    selection = choose(store, chats={"telegram": ["-100"]})
    assert texts(selection) == {"telegram": ["alone", "yes", "together", "no"]}
    assert [s.end for s in selection.segments] == [End("telegram", "dm"), End("telegram", "group")]
    assert selection.strangers


def test_where_both_are_configured_the_chat_must_fit_too(store: FakeStore) -> None:
    store.dm("a", "telegram", "70001", chat_id="c-1")
    store.dm("b", "telegram", "70001", chat_id="c-2")
    store.say("a", "here", "yes", 30)
    store.say("b", "there", "no", 2)
    selection = choose(store, owner={"telegram": {"user": "70001", "chat": "c-1"}})
    assert texts(selection) == {"telegram": ["here", "yes"]}


def test_a_chat_end_without_any_user_proves_nothing(any_store: FakeStore) -> None:
    any_store.session("t", "telegram")
    any_store.say("t", "who", "me", 2)
    selection = choose(any_store)
    assert texts(selection) == {}
    assert reasons(selection) == {("telegram", Reason.UNPROVEN)}


def test_a_local_end_with_a_user_is_not_taken_for_the_owner_s(any_store: FakeStore) -> None:
    any_store.session("d", "desktop", user_id="guest")
    any_store.say("d", "hello", "hi", 2)
    assert reasons(choose(any_store)) == {("desktop", Reason.NO_OWNER)}
    assert texts(choose(any_store, owner={"desktop": "guest"})) == {"desktop": ["hello", "hi"]}


@pytest.mark.parametrize("source", ["cron", "subagent", "tool", "curator", "batch"])
def test_machine_made_talk_is_never_shown(any_store: FakeStore, source: str) -> None:
    any_store.session("m", source)
    any_store.say("m", "go", "done", 2)
    selection = choose(any_store)
    assert (texts(selection), selection.left_out, selection.strangers) == ({}, (), False)


@pytest.mark.parametrize("source", ["api_server", "webhook", "homeassistant"])
def test_ends_where_programs_speak_are_shown_only_if_asked_for(any_store: FakeStore, source: str) -> None:
    any_store.session("x", source)
    any_store.say("x", "request", "reply", 2)
    selection = choose(any_store)
    assert (texts(selection), reasons(selection)) == ({}, {(source, Reason.OPT_IN)})
    assert selection.strangers
    selection = choose(any_store, sources=["cli", source])
    assert (texts(selection), selection.strangers) == ({source: ["request", "reply"]}, False)


def test_named_sources_are_all_that_is_read(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.session("u", "tui")
    any_store.say("c", "one", "1", 3)
    any_store.say("u", "two", "2", 2)
    selection = choose(any_store, sources=["cli"])
    assert texts(selection) == {"cli": ["one", "1"]}
    assert reasons(selection) == {("tui", Reason.NOT_LISTED)}
    assert [(left.table, left.line) for left in selection.left_out] == [("", 'sources = ["cli", "tui"]')]
    assert not selection.strangers


@pytest.mark.parametrize("source", ["My Laptop", "x" * 25, "Cli", "cli\n# orders", ""])
def test_a_source_that_is_no_name_is_called_other(any_store: FakeStore, source: str) -> None:
    any_store.session("o", source)
    any_store.say("o", "hello", "hi", 2)
    selection = choose(any_store)
    assert (texts(selection), reasons(selection)) == ({}, {("other", Reason.NOT_LISTED)})
    assert texts(choose(any_store, sources=["other"])) == {"other": ["hello", "hi"]}


def test_archived_hidden_and_other_profiles_sessions_are_out(store: FakeStore) -> None:
    store.session("a", "cli", archived=1)
    store.session("b", "tui", hidden=1)
    store.dm("c", "telegram", "70001", profile_name="coder")
    store.dm("d", "weixin", "wx-owner", session_key="agent:coder:weixin:dm:wx-owner")
    for name in "abcd":
        store.say(name, "no", "no", 2)
    selection = choose(store)
    assert (texts(selection), selection.left_out, selection.strangers) == ({}, (), False)


def test_a_profile_s_own_home_reads_its_own_sessions(tmp_path: Path) -> None:
    home = tmp_path / "profiles" / "coder"
    home.mkdir(parents=True)
    with FakeStore(home / "state.db", "0.19") as store:
        store.dm("c", "telegram", "70001", profile_name="coder", session_key="agent:coder:telegram:dm:70001")
        store.say("c", "code", "done", 2)
    assert texts(select(home, parse(dict(OWNER)), NOW)) == {"telegram": ["code", "done"]}


def test_a_worker_of_the_board_is_no_talk(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.session("k", "cli")
    any_store.say("c", "mine", "yes", 9)
    any_store.say("k", "work kanban task t_9", "working", 2)
    assert texts(choose(any_store)) == {"cli": ["mine", "yes"]}


@pytest.mark.parametrize("release", ["0.13", "0.15", "0.16"])
def test_in_old_schemas_senders_names_tell_a_shared_talk(tmp_path: Path, release: str) -> None:
    with FakeStore(tmp_path / "state.db", release) as store:
        store.session("t", "telegram", user_id="70001")
        store.session("g", "telegram", user_id="70001")
        store.say("t", "alone", "yes", 30)
        for name in ("Ann", "Ben", "Me"):
            store.say("g", f"[{name}] together", "no", 2)
        selection = choose(store)
    assert texts(selection) == {"telegram": ["alone", "yes"]}
    assert reasons(selection) == {("telegram", Reason.GROUP)}
    assert selection.strangers


def test_an_older_shared_talk_still_tells_that_others_are_there(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db", "0.16") as store:
        store.session("t", "telegram", user_id="70001")
        store.session("g", "telegram", user_id="70001")
        store.say("g", "[Ann] together", "no", 900)
        store.say("t", "alone", "yes", 30)
        selection = choose(store)
    assert texts(selection) == {"telegram": ["alone", "yes"]}
    assert selection.strangers


def test_a_local_talk_may_begin_its_lines_with_brackets(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.say("c", "[TODO] buy milk", "noted", 3)
    assert texts(choose(any_store)) == {"cli": ["[TODO] buy milk", "noted"]}


# children


def test_a_child_without_a_reason_is_an_errand(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.session("kid", "cli", parent_session_id="c")
    any_store.session("orphan", "cli", parent_session_id="gone")
    any_store.session("delegate", "tui", model_config={"_delegate_from": "c"})
    any_store.session("cron_x", "tui")
    any_store.say("c", "mine", "yes", 9)
    for name in ("kid", "orphan", "delegate", "cron_x"):
        any_store.say(name, "errand", "done", 1)
    assert texts(choose(any_store)) == {"cli": ["mine", "yes"]}


def test_a_branch_is_a_talk_of_its_own(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.session("b", "cli", parent_session_id="c", model_config={"_branched_from": "c"})
    any_store.say("c", "trunk", "yes", 9)
    any_store.say("b", "branch", "yes", 2)
    assert texts(choose(any_store)) == {"cli": ["branch", "yes"]}


def test_a_continuation_inherits_whose_talk_it_is(any_store: FakeStore) -> None:
    any_store.dm("p", "telegram", "70001")
    any_store.session("kid", "telegram", parent_session_id="p", started=30)
    any_store.session("errand", "telegram", parent_session_id="p", started=60)
    any_store.end("errand", "agent_close", 55)
    any_store.end("p", "compression", 31)
    any_store.say("p", "before", "yes", 90)
    any_store.say("errand", "goal", "done", 56)
    any_store.say("kid", "after", "yes", 2)
    selection = choose(any_store)
    assert texts(selection) == {"telegram": ["after", "yes"]}
    assert not selection.strangers


def test_a_continuation_of_a_stranger_s_talk_stays_theirs(any_store: FakeStore) -> None:
    any_store.dm("p", "telegram", "9")
    any_store.end("p", "compression", 31)
    any_store.session("kid", "telegram", parent_session_id="p", started=30)
    any_store.say("kid", "theirs", "no", 2)
    selection = choose(any_store)
    assert (texts(selection), reasons(selection)) == ({}, {("telegram", Reason.NOT_OWNER)})


def test_what_descends_from_an_errand_is_one(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.session("errand", "cli", parent_session_id="c")
    any_store.end("errand", "compression", 10)
    any_store.session("kid", "cli", parent_session_id="errand", started=9)
    any_store.say("kid", "errand", "done", 1)
    assert texts(choose(any_store)) == {}


def test_a_line_of_descent_that_bites_its_tail_does_no_harm(any_store: FakeStore) -> None:
    any_store.session("a", "cli", parent_session_id="b", end_reason="compression")
    any_store.session("b", "cli", parent_session_id="a", end_reason="compression")
    any_store.say("a", "x", "y", 1)
    assert texts(choose(any_store)) == {}


def test_a_chat_that_was_reset_goes_on_in_its_child(store: FakeStore) -> None:
    store.dm("p", "telegram", "70001")
    store.end("p", "session_reset", 31)
    store.dm("kid", "telegram", "70001", parent_session_id="p", model_config={"_reset_from": "p"})
    store.say("p", "before", "yes", 90)
    store.say("kid", "after", "yes", 2)
    assert texts(choose(store)) == {"telegram": ["after", "yes"]}


# the newest session


def test_the_newest_session_is_that_of_the_last_real_message(any_store: FakeStore) -> None:
    any_store.session("real", "cli")
    any_store.session("noise", "cli")
    any_store.session("only noise", "cli")
    any_store.say("noise", "older", "words", 200)
    any_store.say("real", "newest", "words", 50)
    any_store.user("noise", "[Cron delivery: x]\ny", 3)
    any_store.user("only noise", "[System: x]", 1)
    assert texts(choose(any_store)) == {"cli": ["newest", "words"]}


def test_a_session_with_late_noise_does_not_take_the_place_of_a_newer_one(any_store: FakeStore) -> None:
    for name, said, noise in (("a", 300, 1), ("b", 50, 40), ("c", 90, 45)):
        any_store.session(name, "cli")
        any_store.say(name, name, "yes", said)
        any_store.user(name, "[System: x]", noise)
    assert texts(choose(any_store)) == {"cli": ["b", "yes"]}


def test_undone_rows_do_not_make_a_session_the_newest(store: FakeStore) -> None:
    store.session("real", "cli")
    store.session("undone", "cli")
    store.say("undone", "older", "words", 200)
    store.say("real", "newest", "words", 50)
    store.user("undone", "taken back", 1, active=0)
    assert texts(choose(store)) == {"cli": ["newest", "words"]}


def test_rows_written_late_do_not_make_a_session_the_newest(any_store: FakeStore) -> None:
    any_store.session("new", "cli")
    any_store.session("old", "cli")
    any_store.say("new", "now", "yes", 2)
    any_store.say("old", "then", "yes", 500)
    assert texts(choose(any_store)) == {"cli": ["now", "yes"]}


@pytest.mark.parametrize("odd", [NOW + 9e6, 5e246, -5.0, 0.0, "yesterday", 1e300])
def test_a_time_that_cannot_be_is_not_believed(any_store: FakeStore, odd: object) -> None:
    any_store.session("odd", "cli")
    any_store.session("now", "cli")
    any_store.user("odd", "odd", 300)
    any_store.user("odd", "odder", 0, timestamp=odd)
    any_store.say("now", "now", "yes", 2)
    assert texts(choose(any_store)) == {"cli": ["now", "yes"]}


def test_milliseconds_are_understood(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.user("c", "in ms", 0, timestamp=(NOW - 60) * 1000)
    (segment,) = choose(any_store).segments
    assert segment.last_time == NOW - 60


def test_a_session_without_any_time_has_that_of_its_start(any_store: FakeStore) -> None:
    any_store.session("c", "cli", started=40)
    any_store.user("c", "when", 0, timestamp=0.0)
    (segment,) = choose(any_store).segments
    assert segment.last_time == any_store.ago(40)


def test_old_talk_ages_out(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.say("c", "long ago", "yes", 31 * 24 * 60)
    selection = choose(any_store)
    assert (texts(selection), reasons(selection), selection.strangers) == ({}, {("cli", Reason.AGED)}, False)
    assert texts(choose(any_store, max_age_days=0)) == {"cli": ["long ago", "yes"]}
    assert texts(choose(any_store, max_age_days=32)) == {"cli": ["long ago", "yes"]}


# the last stretch


def test_a_pause_begins_a_new_stretch(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.say("c", "before", "yes", 40)
    any_store.say("c", "first", "one", 24)
    any_store.say("c", "second", "two", 9)
    assert texts(choose(any_store)) == {"cli": ["first", "one", "second", "two"]}
    assert texts(choose(any_store, idle_minutes=14)) == {"cli": ["second", "two"]}
    assert len(texts(choose(any_store, idle_minutes=16))["cli"]) == 6


def test_while_the_agent_works_there_is_no_pause(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.user("c", "build it", 60)
    any_store.call("c", "", 59)
    any_store.tool("c", "ok", 20)
    any_store.assistant("c", "built", 20)
    any_store.say("c", "and test it", "tested", 10)
    assert texts(choose(any_store)) == {"cli": ["build it", "built", "and test it", "tested"]}


def test_one_line_is_a_stretch(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.say("c", "before", "yes", 400)
    any_store.user("c", "alone", 3)
    assert texts(choose(any_store)) == {"cli": ["alone"]}


def test_rows_of_tools_do_not_push_out_the_question(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.user("c", "do it all", 12)
    for number in range(400):
        any_store.call("c", "", 11 - number / 100)
        any_store.tool("c", "x" * 50, 11 - number / 100)
    any_store.assistant("c", "all done", 2)
    assert texts(choose(any_store)) == {"cli": ["do it all", "all done"]}


def test_a_talk_without_a_pause_is_bounded(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    for number in range(MOST_TURNS + 30):
        any_store.say("c", f"q{number}", f"a{number}", 200 - number)
    lines = texts(choose(any_store))["cli"]
    assert len(lines) == 2 * MOST_TURNS
    assert lines[-1] == f"a{MOST_TURNS + 29}"


# compaction


@pytest.mark.parametrize("compacted", ["0.18", "0.19", "0.22"], indirect=True)
def test_times_lost_in_a_compaction_are_those_of_the_archived_rows(compacted: FakeStore) -> None:
    compacted.session("c", "cli")
    compacted.say("c", "an hour ago", "yes", 60)
    compacted.say("c", "nice", "ok", 50)
    compacted.compact("c")
    at = 20.0
    compacted.assistant("c", SUMMARY, at)
    for role, text in (("user", "an hour ago"), ("assistant", "yes"), ("user", "nice"), ("assistant", "ok")):
        at -= 1e-6
        compacted.row("c", role, text, at)
    compacted.say("c", "after", "done", 8)
    assert texts(choose(compacted)) == {"cli": ["after", "done"]}
    (segment,) = choose(compacted, idle_minutes=45).segments
    times = [round((NOW - e.question.time) / 60, 1) for e in segment.exchanges]
    assert times == [60.0, 50.0, 8.0]


def test_where_users_kept_their_times_answers_get_theirs_back(compacted: FakeStore) -> None:
    compacted.dm("t", "telegram", "70001")
    compacted.say("t", "one", "ok", 12)
    compacted.say("t", "two", "ok", 9)
    compacted.compact("t")
    compacted.user("t", SUMMARY, 1)
    compacted.user("t", "one", 12)
    compacted.assistant("t", "ok", 1)
    compacted.user("t", "two", 9)
    compacted.assistant("t", "ok", 1)
    (segment,) = choose(compacted).segments
    answered = [round((NOW - e.answer.time) / 60, 1) for e in segment.exchanges if e.answer]
    assert answered == [11.9, 8.9]
    assert segment.last_time == pytest.approx(compacted.ago(8.9), rel=0, abs=1)


def test_a_second_compaction_does_not_hide_the_first_times(compacted: FakeStore) -> None:
    compacted.session("c", "cli")
    compacted.say("c", "said once", "yes", 90)
    for at in (60.0, 30.0):
        compacted.compact("c")
        compacted.assistant("c", SUMMARY, at)
        compacted.user("c", "said once", at)
        compacted.assistant("c", "yes", at)
    (segment,) = choose(compacted).segments
    assert segment.last_time == pytest.approx(compacted.ago(89.9), rel=0, abs=1)


def test_copies_without_an_original_are_one_moment(compacted: FakeStore) -> None:
    compacted.dm("t", "telegram", "70001")
    compacted.say("t", "something else", "x", 99)
    compacted.compact("t")
    compacted.assistant("t", SUMMARY, 5)
    compacted.user("t", "kept its time", 70)
    compacted.assistant("t", "was cut short", 5)
    (segment,) = choose(compacted).segments
    assert segment.last_time == pytest.approx(compacted.ago(70), rel=0, abs=1)


def test_a_pause_that_only_a_compaction_made_is_none(compacted: FakeStore) -> None:
    compacted.session("c", "cli")
    for text, ago in (("one", 70), ("two", 62), ("three", 55)):
        compacted.user("c", text, ago)
    compacted.compact("c")
    compacted.assistant("c", SUMMARY, 42)
    for text, ago in (("one", 70), ("two", 62), ("three", 42), ("four", 41)):
        compacted.user("c", text, ago)
    assert texts(choose(compacted)) == {"cli": ["one", "two", "three", "four"]}


def test_a_compaction_that_kept_many_turns_gets_all_their_times_back(compacted: FakeStore) -> None:
    compacted.session("c", "cli")
    turns = [(f"q{number}", f"a{number}", 90 - number / 10) for number in range(MOST_TURNS + 10)]
    for question, answer, ago in turns:
        compacted.say("c", question, answer, ago)
    compacted.compact("c")
    compacted.assistant("c", SUMMARY, 5)
    for question, answer, _ in turns:
        compacted.user("c", question, 5)
        compacted.assistant("c", answer, 5)
    (segment,) = choose(compacted).segments
    assert len(segment.exchanges) == MOST_TURNS
    assert segment.last_time == pytest.approx(compacted.ago(turns[-1][2] - 0.1), rel=0, abs=1)


def test_a_rotated_talk_takes_its_times_from_its_parent(any_store: FakeStore) -> None:
    any_store.session("p", "cli")
    any_store.say("p", "before", "yes", 60)
    any_store.end("p", "compression", 20)
    any_store.session("kid", "cli", parent_session_id="p", started=20)
    any_store.assistant("kid", SUMMARY, 20)
    any_store.user("kid", "before", 20)
    any_store.assistant("kid", "yes", 20)
    any_store.say("kid", "after", "done", 8)
    assert texts(choose(any_store)) == {"cli": ["after", "done"]}


def test_private_words_stay_out_and_say_so(any_store: FakeStore) -> None:
    any_store.session("c", "cli")
    any_store.user("c", "<private>all of it</private>", 5)
    any_store.assistant("c", "noted <private>that", 4)
    (segment,) = choose(any_store).segments
    (exchange,) = segment.exchanges
    assert exchange.answer is not None
    assert reveal(exchange.question.text) == ""
    assert reveal(exchange.answer.text) == "noted"
    assert exchange.question.notes == exchange.answer.notes == (Note.PRIVATE,)


def test_an_id_that_its_caller_chose_is_not_passed_on(any_store: FakeStore) -> None:
    any_store.session("my password is x", "cli")
    any_store.say("my password is x", "q", "a", 2)
    (segment,) = choose(any_store).segments
    assert segment.session.startswith("x")
    assert "password" not in segment.session


def test_names_and_words_stay_raw(store: FakeStore) -> None:
    store.dm("m", "telegram", "8842113355", display_name="Mal Lory")
    store.say("m", "theirs", "no", 2)
    (left,) = choose(store).left_out
    assert isinstance(left, LeftOut)
    assert "Mal" not in repr(left)
    assert "8842113355" not in repr(left)


def test_a_locked_store_is_busy(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        store.session("c", "cli")
    writer = sqlite3.connect(store.path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusyError):
        select(store.path, Config(), NOW, patience=0.1)
    writer.close()


def test_the_advice_to_read_one_more_end_keeps_the_others(any_store: FakeStore) -> None:
    for source in ("cli", "tui", "api_server"):
        any_store.session(source, source)
        any_store.say(source, "q", "a", 2)
    (left,) = choose(any_store).left_out
    assert left.line == 'sources = ["cli", "tui", "api_server"]'


def test_an_empty_store_gives_an_empty_selection(any_store: FakeStore) -> None:
    assert choose(any_store) == Selection((), (), strangers=False)
