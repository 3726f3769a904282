"""Two passwords side by side."""

from __future__ import annotations

import random

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.sides import SideDetector
from tests.detect.speaking import digits

_FINDER = Finder([SideDetector()])
_RNG = random.Random(20261205)
_WORDS = ("maple", "otter", "violin", "ribbon", "walnut", "spoon")


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


def _marked() -> str:
    head = "".join(_RNG.choices("ABCDEFGH", k=2))
    return f"{head}{digits(2)}{_RNG.choice('!@#%&')}{''.join(_RNG.choices('kmpqrt', k=4))}"


def _name() -> str:
    """Return syllables of a name with a number: ``kanglin4821``."""
    return f"{''.join(_RNG.sample(('kang', 'lin', 'shu', 'bei', 'dong'), 3))}{digits(4)}"


@pytest.mark.parametrize(
    "wording",
    [
        "try {}; if that fails try {}; the third one locks us out", "either {} or {} for the old laptop",
        "it was {} or maybe {}, the vpn thing", "my password used to be {} but that broke so I picked {}",
        "wifi was {} and it's now {}",
        "旧密{}，新密{}，麻烦改一下", "先试{}，不行再试{}，登录用", "密码原来是{}，现在改成{}",
        "要么{}要么{}，密码我记混了", "old password: {}, new password: {}",
    ],
)  # fmt: skip
def test_both_passwords_are_found(wording: str) -> None:
    one, two = _name(), _marked()
    assert _found(wording.format(one, two)) == [one, two]


@pytest.mark.parametrize(
    "wording", ["change my password from {} to {}", "密码由{}改为{}，今晚生效", "密码是{}加叹号？不，就{}"]
)
def test_words_count_where_a_password_becomes_another(wording: str) -> None:
    one, two = _RNG.sample(_WORDS, 2)
    assert _found(wording.format(one, two)) == [one, two]


def test_numbers_count_where_a_pin_becomes_another() -> None:
    one, two = digits(4), digits(4)
    assert _found(f"pin from {one} to {two}") == [one, two]


@pytest.mark.parametrize(
    "text",
    [
        "try v1.2.3; if that fails try v1.2.4",
        "upgrade from gpt-4o-mini to qwen2.5-72b", "either python3.11 or python3.12",
        "the password hashing moved from sha256 to argon2id", "change the password policy from weak to strong",
        "reset the password from settings to continue", "either iPhone14 or Pixel8 for the login test",
        "try port 8443; if that fails try 8080, login page", "密码从明文改成bcrypt了", "密码从6位改成8位",
        "要么Win10要么Win11，登录都一样",
        "旧的iPhone12，新的iPhone15，密码都一样", "先试Chrome120，不行再试Firefox115，登录页打不开",
        "the account used to be user1001 but switched to user2002", "it was Monday or maybe Tuesday, the login",
    ],
)  # fmt: skip
def test_versions_and_products_side_by_side_stay(text: str) -> None:
    assert _found(text) == []
