"""Order, state and folding of talks."""

from __future__ import annotations

import pytest

from safedigest.digest import MOST_TURNS, Absent, Ref, State, Turn, arrange
from safedigest.model import Segment
from safedigest.people import LeftOut, Reason
from safedigest.text import Masked
from tests.talks import ZONE, at, exchange, mask, masked, segment

NOW = at("12:00")


def turns(*exchanges: tuple[str, str | None], gap: float = 60) -> tuple[Turn, ...]:
    talk = segment([exchange(q, a, NOW - 600 + n * gap) for n, (q, a) in enumerate(exchanges)])
    (found,) = arrange([talk], now=NOW, zone=ZONE).talks
    return found.turns


def one(end: str, minutes_ago: float) -> Segment[Masked]:
    return segment([exchange("问", None, NOW - minutes_ago * 60)], end)


def test_ended_talks_come_first_by_their_end_and_the_live_one_last() -> None:
    digest = arrange([one("cli", 1), one("weixin", 30), one("telegram", 300)], now=NOW, zone=ZONE)
    assert [(talk.end.name, talk.state) for talk in digest.talks] == [
        ("telegram", State.ENDED),
        ("weixin", State.ENDED),
        ("cli", State.LIVE),
    ]


@pytest.mark.parametrize(("minutes", "state"), [(15, State.LIVE), (15.1, State.ENDED), (-5, State.LIVE)])
def test_idle_time_decides_the_state(minutes: float, state: State) -> None:
    (talk,) = arrange([one("cli", minutes)], now=NOW, zone=ZONE, idle_minutes=15).talks
    assert talk.state is state
    assert talk.minutes == max(int(minutes), 0)


def test_old_talks_age_out_and_are_counted() -> None:
    day = 24 * 60
    digest = arrange([one("cli", 29.9 * day), one("weixin", 30.1 * day)], now=NOW, zone=ZONE, max_age_days=30)
    assert [talk.end.name for talk in digest.talks] == ["cli"]
    assert digest.absent == (Absent(Reason.AGED, 1, ("weixin",)),)


def test_no_age_limit() -> None:
    assert len(arrange([one("cli", 10**6)], now=NOW, zone=ZONE, max_age_days=0).talks) == 1


def test_what_was_left_out_is_summed_without_names() -> None:
    out = [LeftOut(end, Reason.GROUP, "12…89", None, 2, 9, "chats", "x") for end in ("feishu", "discord")]
    assert arrange([], out, now=NOW, zone=ZONE).absent == (Absent(Reason.GROUP, 4, ("discord", "feishu")),)


def test_a_question_said_again_is_one_turn_with_the_last_answer() -> None:
    first, second = (
        turns(("部署好了吗？", "还没。"), ("部署好了吗", "好了。")),
        turns(("部署好了吗？", "好了。")),
    )
    assert len(first) == len(second) == 1
    assert first[0].repeated == 2
    assert str(first[0].answer and first[0].answer.text) == "好了。"


@pytest.mark.parametrize("again", ["继续", "继续。", "请继续", "continue", "Go on!", "keep going", "接着说"])
def test_a_bare_continue_is_one_turn_with_what_it_continues(again: str) -> None:
    (turn,) = turns(("写一首诗", "第一段"), (again, "第二段"))
    assert turn.continued == 1
    assert str(turn.question.text) == "写一首诗"
    assert str(turn.answer and turn.answer.text) == "第一段\n第二段"


def test_an_unanswered_continue_keeps_the_answer_there_is() -> None:
    (turn,) = turns(("写一首诗", "第一段"), ("继续", None))
    assert str(turn.answer and turn.answer.text) == "第一段"


def test_words_after_continue_are_a_turn_of_their_own() -> None:
    assert len(turns(("写一首诗", "第一段"), ("继续，但是短一点", "第二段"))) == 2


def test_different_secrets_are_different_questions() -> None:
    talk = segment(
        [
            exchange(masked("用 ", mask(fingerprint=f)), "好", NOW - 60 * n)
            for n, f in ((3, "a"), (2, "a"), (1, "b"))
        ]
    )
    (found,) = arrange([talk], now=NOW, zone=ZONE).talks
    assert [turn.repeated for turn in found.turns] == [2, 1]


def test_an_end_shows_its_newest_turns() -> None:
    talk = segment([exchange(f"问题{n}", "答", NOW - 1000 + n) for n in range(MOST_TURNS + 3)])
    (found,) = arrange([talk], now=NOW, zone=ZONE).talks
    assert len(found.turns) == MOST_TURNS
    assert found.dropped == 3
    assert str(found.turns[-1].question.text) == f"问题{MOST_TURNS + 2}"


def test_masks_and_withheld_messages_are_counted_apart() -> None:
    talk = segment(
        [
            exchange(masked(mask(), "和", mask()), "好", NOW - 60),
            exchange(masked(mask("[withheld]", "withheld", "withheld")), None, NOW),
        ]
    )
    digest = arrange([talk], now=NOW, zone=ZONE)
    assert digest.talks[0].masks == 2
    assert digest.withheld == 1


def test_a_turn_is_named_by_its_question() -> None:
    (turn,) = turns(("问", "答"))
    assert turn.ref == Ref("session-weixin", turn.question.id)


def test_an_end_is_not_shown_its_own_talk() -> None:
    digest = arrange([one("cli", 1), one("weixin", 2)], now=NOW, zone=ZONE)
    assert [talk.end.name for talk in digest.without("session-cli").talks] == ["weixin"]


def test_empty_segments_are_no_talks() -> None:
    assert arrange([segment([])], now=NOW, zone=ZONE).talks == ()


@pytest.mark.parametrize("time", [1e18, -1e18, float("nan"), float("inf")])
def test_a_time_that_no_clock_shows_becomes_now(time: float) -> None:
    digest = arrange([], now=NOW, zone=ZONE)
    assert digest.moment(time) == digest.moment(NOW)
