"""Passwords that the assistant makes up on request."""

from __future__ import annotations

import pytest

from safedigest.model import Role
from tests.detect.speaking import digits, found, hidden, password


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("给我想个新密码 好记的", "可以用：{}"),
        ("管理员密码忘了", "我重置了一个临时的，请尽快改掉：{}"),
        ("make a new password for the shop admin", "Here you go: {}\n\nSave it."),
        ("i forgot the portal password", "Reset done, the temporary one is {}, change it soon"),
    ],
)
def test_what_is_proposed_is_masked(asked: str, answered: str) -> None:
    value = password()
    assert hidden(value, answered.format(value), f"u: {asked}", role=Role.ASSISTANT)


def test_a_sentence_or_a_row_of_words_is_one_too() -> None:
    sentence, row = f"楼下灰猫撞翻酱油瓶{digits(2)}", "otter-cobalt-tulip-lantern"
    assert hidden(sentence, f"可以用：{sentence}", "u: 想个密码", role=Role.ASSISTANT)
    assert hidden(row, f"How about {row}?", "u: come up with a wifi password", role=Role.ASSISTANT)


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("忘了密码怎么办", "可以用手机号找回，或者联系管理员"),
        ("i forgot my password", "Use the reset link: it's on the sign-in page, see docs/reset-flow.md"),
        ("generate a password policy for us", "Use at least 14 characters, e.g. four words"),
        ("给店起个名字", "可以用：巷口面馆"),
    ],
)
def test_advice_stays(asked: str, answered: str) -> None:
    assert found(answered, f"u: {asked}", role=Role.ASSISTANT) == []
