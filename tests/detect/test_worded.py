"""Passwords that are nothing but words, and what people say about passwords."""

from __future__ import annotations

import random

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.telling import everyday, is_compound, tells
from safedigest.detect.worded import WordedDetector

_FINDER = Finder([WordedDetector()])
_RNG = random.Random(20261203)
_NOUNS = (
    "maple",
    "otter",
    "violin",
    "cactus",
    "ribbon",
    "pony",
    "thunder",
    "spoon",
    "copper",
    "sparrow",
    "walnut",
)
_ZH_NOUNS = ("橙子", "葡萄", "汽水", "长颈鹿", "月亮", "邮递员", "冰沙", "萝卜", "花裙子", "沙发")
_ZH_VERBS = ("吃", "追着", "梦见", "抱着", "骑着")


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


def _words(count: int) -> list[str]:
    return _RNG.sample(_NOUNS, count)


def _saying() -> str:
    return _RNG.choice(_ZH_NOUNS) + _RNG.choice(_ZH_VERBS) + _RNG.choice(_ZH_NOUNS)


def _letters(count: int) -> str:
    """Return letters that are pronounced but no word: ``gutirolabek``."""
    pairs = "".join(_RNG.choice("bdfgklmprtvz") + _RNG.choice("aeiou") for _ in range(count // 2))
    return f"{pairs}k"


@pytest.mark.parametrize(
    "wording",
    [
        "wifi密码是{}",
        "我把邮箱密码换成{}啦",
        "开机密码设成{}了，别告诉他",
        "压缩包密码{}，几个汉字",
        "密码改了，现在是{}",
        "密碼設為：{}",
    ],
)
def test_a_chinese_saying_is_found_behind_a_link_or_before_talk_of_its_form(wording: str) -> None:
    value = _saying()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "github password {}",
        "Outlook密码是{}，首字母大写",
        "邮箱密码{}",
        "the pw is three words no spaces {}",
        "steam密码 {}",
    ],
)
def test_words_written_together_are_found(wording: str) -> None:
    value = "".join(word.title() for word in _words(3))
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize("mark", [".", "_", "-"])
@pytest.mark.parametrize(
    "wording", ["pw {}", "密码用符号连的：{}", "diceware gave me {} so thats it", "keepass opens with {}"]
)
def test_words_joined_with_a_mark_are_found(wording: str, mark: str) -> None:
    value = mark.join(_words(3))
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "主密码四个单词：{}", "unlock phrase: {}", "luks volume, {}, with the spaces",
        'after "enter passphrase" type {} and hit return', "主密码，{}，英文词",
    ],
)  # fmt: skip
def test_a_row_of_words_is_found(wording: str) -> None:
    value = " ".join(_words(4))
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "密码全是小写字母，{}",
        "密码全大写字母：{}",
        "the password is all letters, {}",
        "password all lowercase {}",
        "PASSWORD\n{}",
    ],
)
def test_letters_that_are_no_word_are_found(wording: str) -> None:
    value = _letters(10).upper() if "大写" in wording else _letters(10)
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "密码就一个词，{}，别笑",
        "my password is literally {}",
        "password = the word {} with nothing else",
        "解压密码一个单词：{}",
    ],
)
def test_one_word_is_found_where_the_message_says_that_it_is_one(wording: str) -> None:
    value = _words(1)[0]
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording", ["cafe wifi, its on the board, {} one word", "wifi at gran's = {} no joke"]
)
def test_two_words_in_one_are_found_beside_the_name_of_a_network(wording: str) -> None:
    value = "".join(_words(2))
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "密码是随机生成的", "密码是动态的，每次都变", "密码：请联系管理员", "密码换成人脸识别", "密码是老王设的",
        "密码全是字母会不会太弱",
        "密码忘了怎么办", "密码输错三次", "密码改了没告诉我", "密码是区分大小写的", "口令猜测攻击", "口令是“立正稍息”",
        "暗号是什么", "密码在抽屉里",
        "密码用汉字可以吗", "密码贴在冰箱上", "支付密码修改成功", "密码设成简单点好记", "密码就是钥匙",
        "the password is wrong", "the password is all lowercase letters", "password: string",
        "enter passphrase for key",
        "class PasswordResetForm(Form)", "password reset email template preview", "set_password, check_password",
        "use a passphrase of four words with dashes", "the wifi is slow today", "my password is literally expired",
        "bitwarden browser extension settings page", "the pw is on a sticky note",
        "password login-form-fix",
        "the password is the same as last time",
        "PasswordHasher and PasswordValidator", "password must contain one uppercase letter",
    ],
)  # fmt: skip
def test_talk_about_passwords_stays(text: str) -> None:
    assert _found(text) == []


def test_words_of_programs_make_no_passphrase() -> None:
    assert everyday(_words(4))
    assert not everyday(["token", "refresh", "handler"])


def test_a_compound_is_two_words_that_no_list_holds_as_one() -> None:
    assert is_compound("".join(_words(2)))
    assert not is_compound("something")
    assert not is_compound(_letters(12))


def test_a_piece_of_a_sentence_tells_and_a_saying_does_not() -> None:
    assert tells("我的生日")
    assert tells("管理员设的")
    assert not tells(_saying())
