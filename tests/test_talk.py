"""A whole talk: what was said before, again and in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Span, Turn
from safedigest.model import Role
from safedigest.talk import spans_of_run
from tests.corpus.spoken import Talk, harmless, talks
from tests.detect.speaking import FINDER, digits, hexed, password, turns

_FLOOR = 0.96


@cache
def _every() -> Finder:
    return default_finder(personal="all")


def _left(*talks_: Sequence[Turn], finder: Finder = FINDER) -> list[str]:
    """Return all messages of a run with what was found in them blanked."""
    left = []
    for talk, found in zip(talks_, spans_of_run(talks_, finder.find), strict=True):
        for turn, spans in zip(talk, found, strict=True):
            chars = list(turn.shadow.text)
            for span in spans or ():
                chars[span.start : span.end] = "█" * (span.end - span.start)
            left.append("".join(chars) if spans is not None else "[withheld]")
    return left


def test_a_value_is_masked_before_and_after_it_is_named() -> None:
    value = password()
    first, second, third = _left(turns(f"u: 试试 {value}", f"u: 密码是 {value}", f"a: ssh 用 {value} 登录了"))
    assert value not in first + second + third


def test_a_value_is_masked_in_the_other_talks_of_a_run() -> None:
    value = password()
    left = _left(turns(f"u: my password is {value}"), turns(f"u: {value} again"))
    assert value not in "".join(left)


def test_a_short_number_is_remembered_in_its_own_talk_only_and_never_inside_another() -> None:
    pin = digits(4)
    own, inside, amount = _left(turns(f"u: 门锁 {pin}", f"a: 单号 77{pin}55", f"a: 共 {pin} 元"))
    (other,) = _left(turns(f"u: 门锁 {digits(6)}"), turns(f"u: 一共 {pin} 件"))[1:]
    assert pin not in own
    assert f"77{pin}55" in inside
    assert pin in amount
    assert pin in other


def test_a_value_comes_back_encoded_or_backwards() -> None:
    value = f"{password()}&{digits(2)}"
    first, second = _left(turns(f"u: 密码是 {value}", f"a: 倒过来 {value[::-1]}"))
    assert value not in first
    assert value[::-1] not in second


def test_a_key_that_goes_on_on_the_next_line_or_in_the_next_message_is_masked_whole() -> None:
    head, tail = hexed(20), hexed(20)
    assert tail not in "".join(_left(turns(f"u: token: {head}\n{tail}")))
    assert tail not in "".join(_left(turns(f"u: token: {head}", f"u: {tail}")))


def test_halves_are_masked_though_each_is_short() -> None:
    first, second = password(), password()
    left = _left(turns(f"u: 前半段 {first}", "a: 后半段呢", f"u: {second}"))
    assert first not in left[0]
    assert second not in left[2]


def test_what_the_next_message_names_is_masked() -> None:
    value = password()
    assert value not in _left(turns(f"u: now it's {value}", "a: The password for the portal, right?"))[0]


def test_a_failing_message_is_withheld_and_the_others_go_on() -> None:
    def find(shadow: Shadow, role: Role | None, before: Sequence[Turn]) -> list[Span]:
        if "boom" in shadow.text:
            raise ValueError("no")
        return []

    found = spans_of_run([turns("u: boom", "a: fine")], find)
    assert found == [[None, []]]


def _leaks(talk: Talk) -> int:
    whole = "\n".join(text for _, text in talk.turns)
    left = "\n".join(
        _left(turns(*(f"{role.value[0]}: {text}" for role, text in talk.turns)), finder=_every())
    )
    around = whole
    for value in talk.secrets:
        around = around.replace(value, "\n")
    return sum(
        any(value[i : i + 4] in left and value[i : i + 4] not in around for i in range(len(value) - 3))
        for value in talk.secrets
    )


def test_talks_of_many_kinds_keep_their_secrets() -> None:
    """Floor over invented talks; the words are ours, so this holds a level, not field recall."""
    run = list(talks(seed=3, rounds=2))
    secrets = sum(len(talk.secrets) for talk in run)
    assert secrets > 1200
    assert sum(map(_leaks, run)) <= (1 - _FLOOR) * secrets


def test_talks_that_only_look_so_stay_as_they_are() -> None:
    for talk in harmless():
        said = turns(*(f"{role.value[0]}: {text}" for role, text in talk.turns))
        assert _left(said, finder=_every()) == [turn.shadow.text for turn in said]


def test_the_pieces_of_a_later_value_are_masked() -> None:
    first, second = digits(3), digits(3)
    left = _left(
        turns(f"u: 左边转盘 {first}", f"u: 右边 {second}", f"a: 合起来就是 {first}{second}，保险箱应能打开")
    )
    assert first not in left[0]
    assert second not in left[1]


def test_what_its_speaker_says_next_that_it_opens_is_masked() -> None:
    pin = digits(4)
    assert pin not in _left(turns(f"u: {pin}", "u: 三楼外卖柜的 等会提醒我去拿"))[0]
    assert pin in _left(turns(f"u: {pin}", "u: 门锁要多少钱？"))[0]


def test_a_value_is_known_when_the_next_answer_but_one_says_what_it_was() -> None:
    value = password()
    talk = turns(f"u: {value}", "a: 这是什么？", "u: 办公室的 wifi 密码呀")
    assert value not in _left(talk)[0]
    talk = turns(f"u: {value}", "a: 这是什么？", "u: 订单的编号")
    assert value in _left(talk)[0]
