"""The word model tells language from random characters."""

import string
import time
from random import Random

import pytest

from safedigest.detect import words


@pytest.mark.parametrize(
    "token",
    [
        "hello",
        "Password",
        "zhangsan",
        "tianqiyubao",
        "getElementById",
        "MYSQL_ROOT_PASSWORD",
        "my-api-key",
        "kubernetes",
        "is",
        "x",
    ],
)
def test_words_and_names_made_of_words_are_words(token: str) -> None:
    assert words.is_word(token)


@pytest.mark.parametrize(
    "token", ["hunter2", "qwrtpsdf", "aBcDeFgH", "x1", "", "密码", "kQ7xB2mv", "Ab Cd Ef"]
)
def test_other_tokens_are_none(token: str) -> None:
    assert not words.is_word(token)


@pytest.mark.parametrize("size", [16, 20, 32, 40, 64])
def test_random_tokens_look_random(size: int) -> None:
    random = Random(size)
    drawn = ["".join(random.choices(string.ascii_letters + string.digits, k=size)) for _ in range(300)]
    assert sum(map(words.looks_random, drawn)) >= 297


def test_identifiers_of_the_standard_library_do_not() -> None:
    names = [name for module in (string, time, pytest) for name in dir(module)] + dir(str) + dir(dict)
    assert not [name for name in names if words.looks_random(name)]


@pytest.mark.parametrize(
    ("token", "count"), [("abc", 1), ("aB", 2), ("aB1", 3), ("aB1!", 4), ("密码", 0), ("", 0)]
)
def test_classes_are_counted(token: str, count: int) -> None:
    assert words.classes(token) == count


def test_a_capital_before_its_word_is_no_switch() -> None:
    assert words.switches("Abc") == 0
    assert words.switches("aB1") == 2


def test_randomness_lies_between_none_and_all() -> None:
    random = Random(2)
    tokens = ["".join(random.choices(string.printable, k=random.randrange(1, 40))) for _ in range(500)]
    assert all(0.0 <= words.randomness(token) <= 1.0 for token in tokens)
    assert words.randomness("") == 0.0


def test_every_syllable_of_pinyin_is_pinyin_alone_and_in_rows() -> None:
    assert all(words.is_pinyin(syllable * 2) for syllable in ("zhuang", "xian", "nv", "er"))
    assert not words.is_pinyin("zhx")
