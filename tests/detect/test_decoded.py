"""Disguised secrets are masked whole; what is merely encoded is not."""

from __future__ import annotations

import base64
import string
import time
from functools import cache
from random import Random

import pytest

from safedigest.detect.build import default_finder
from safedigest.gate import Gate
from safedigest.text import Raw
from tests.corpus.disguise import DISGUISES, TOKENS
from tests.corpus.kinds import GROUPS, mobile


@cache
def _gate() -> Gate:
    return Gate(default_finder(personal="all"))


def _mask(text: str) -> str:
    return str(_gate().mask(Raw(text)))


def _password(random: Random) -> str:
    word = "".join(random.choices(string.ascii_lowercase, k=6))
    return f"{word.title()}{random.randrange(1000, 9999)}"


def _code(random: Random, size: int = 6) -> str:
    return "".join(random.sample("2479638150", k=size))


@pytest.mark.parametrize("name", DISGUISES)
def test_a_disguised_token_leaves_no_piece(name: str) -> None:
    random = Random(name)
    for kind in TOKENS:
        value = GROUPS["vendor"][kind](random)
        surface = DISGUISES[name](value, random)
        out = _mask(f"试试 {surface} 行不行")
        assert surface not in out
        core = surface[12:-12]
        assert not any(core[i : i + 12] in out for i in range(len(core) - 11))


def test_what_stands_around_a_disguised_token_stays() -> None:
    random = Random(1)
    token = GROUPS["vendor"]["github-classic"](random)
    out = _mask(f"试试 {base64.b64encode(token.encode()).decode()} 行不行，明天 3 点前回我")
    assert out.startswith("试试 ")
    assert out.endswith(" 行不行，明天 3 点前回我")


@pytest.mark.parametrize("label", ["one", "two", "key2", "new", "backup"])
def test_the_name_of_the_next_token_is_no_part_of_the_last_one(label: str) -> None:
    random = Random(label)
    for kind in ("github-classic", "openai-project"):
        first, second = (GROUPS["vendor"][kind](random) for _ in range(2))
        out = _mask(f"{label} {first}\n{label} {second}")
        assert [line.split(" ")[0] for line in out.splitlines()] == [label, label]
        assert not any(value[12:24] in out for value in (first, second))


@pytest.mark.parametrize(
    "wording",
    [
        "密码倒着写的 {} 自己翻一下",
        "it's written backwards: {}",
        "倒过来念 {}",
    ],
)
def test_what_is_said_to_be_turned_round_is_masked(wording: str) -> None:
    value = _password(Random(wording))[::-1]
    assert value not in _mask(wording.format(value))


@pytest.mark.parametrize("wording", ["{} | base64 -d", "base64 编码了：{}", "decode this: {}"])
def test_what_is_said_to_be_encoded_is_masked(wording: str) -> None:
    value = base64.b64encode(_password(Random(wording)).encode()).decode()
    assert value not in _mask(wording.format(value))


def test_hex_of_a_password_is_masked_without_a_word() -> None:
    value = _password(Random(3)).encode().hex()
    assert value not in _mask(f"xxd gives {value} at the end")


def test_a_number_that_is_turned_round_is_masked_where_that_is_said() -> None:
    value = mobile(Random(4))[::-1]
    assert value not in _mask(f"手机号倒着写 {value}")


_ZH = dict(zip("0123456789", "零一二三四五六七八九", strict=True))
_EN = dict(
    zip(
        "0123456789",
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
        strict=True,
    )
)
_PINYIN = dict(
    zip("0123456789", ["ling", "yi", "er", "san", "si", "wu", "liu", "qi", "ba", "jiu"], strict=True)
)


@pytest.mark.parametrize(
    ("numerals", "separator", "wording"),
    [
        (_ZH, "", "短信来了 {} 你看下"),
        (_ZH, "，", "念给你听 {} 对吧"),
        (_EN, " ", "tell the sitter it is {} and be quick"),
        (_EN, ", ", "write this down, {}"),
        (_PINYIN, " ", "打不了字 {}"),
    ],
)
def test_a_code_that_is_read_out_is_masked(numerals: dict[str, str], separator: str, wording: str) -> None:
    spoken = separator.join(numerals[digit] for digit in _code(Random(wording)))
    out = _mask(wording.format(spoken))
    assert spoken not in out
    assert out.startswith(wording.split("{}", maxsplit=1)[0])


@pytest.mark.parametrize("separator", [" ", "-", "·", ".", "\n", "  "])
def test_digits_with_something_between_are_masked_where_that_is_said(separator: str) -> None:
    spaced = separator.join(_code(Random(separator)))
    assert spaced not in _mask(f"中间隔开发给你 {spaced}")


def test_a_spelling_alphabet_is_masked() -> None:
    random = Random(7)
    spoken = " ".join(
        random.sample(
            ["alpha", "bravo", "charlie", "foxtrot", "kilo", "november", "quebec", "sierra", "tango", "zulu"],
            k=5,
        )
    )
    assert spoken not in _mask(f"the agent read it as {spoken} ok")


def test_names_of_symbols_are_part_of_a_password() -> None:
    word = "".join(Random(8).choices(string.ascii_lowercase, k=6))
    out = _mask(f"无线网就是{word}波浪号四五九")
    assert word not in out
    assert "四五九" not in out


@pytest.mark.parametrize(
    "text",
    [
        "一二三四五六七，上山打老虎",
        "二零二六年交付，一一对应",
        "one two three four, testing",
        "one,1\ntwo,2\nthree,3\nfour,4",
        "the array is 3 1 4 1 5 9 2 6",
        "reverse the list of 1024 items",
        "倒序排列 1024 个元素",
        "Reverse a 32-bit integer bitwise",
        "可用单位 K、M、G、T、P",
        "choose A/B/C/D",
        "the echo in hotel lobbies, mike said",
        "https://x.test/?q=%E5%AF%86%E7%A0%81&page=2",
        "p { margin: 0 } /* \\2014 */ a:before { content: '\\f101' }",
        "C:\\new\\temp\\readme.txt",
        "see [this](https://x.test/a_b_c) and **that** one",
        '"one" + "two" + name',
        "3c:22:fb:41:6e:0f",
        "45, 67, 89, 90, 34, 56, 77, 81",
        "01101001 10010110 11110000 00001111",
    ],
)
def test_everyday_text_stays(text: str) -> None:
    assert _mask(text) == text


def test_base64_of_a_picture_or_of_words_stays() -> None:
    random = Random(9)
    picture = base64.b64encode(b"\x89PNG\r\n" + random.randbytes(3000)).decode()
    words = base64.b64encode(b"the meeting is at three, bring the slides").decode()
    for text in (f"![x](data:image/png;base64,{picture})", f"cursor {words}"):
        assert _mask(text) == text


@pytest.mark.parametrize(
    "piece",
    ["\\u0041", "%41", "a ", "1 ", "a-", "四", "four ", "QUFB", "4142", '" + "', "65, ", "x\n", "\\", "a.b"],
)
def test_work_grows_with_the_length_of_the_text_at_most(piece: str) -> None:
    small, large = piece * (2000 // len(piece)), piece * (16_000 // len(piece))
    _mask(small)
    begin = time.perf_counter()
    _mask(small)
    middle = time.perf_counter()
    _mask(large)
    assert time.perf_counter() - middle < 40 * (middle - begin) + 0.5


def test_a_word_that_reads_as_it_stands_was_not_turned_round() -> None:
    text = "the text between index1 and index2 is searched backwards from index1"
    assert _mask(text) == text


def test_two_digits_behind_a_sign_of_equality_are_no_escape_unless_more_are() -> None:
    random = Random(5)
    digits = f"{random.randrange(21, 99)}"
    value = digits + GROUPS["vendor"][TOKENS[0]](random)[-20:]
    assert _mask(f"export ACME_API_KEY={value}").startswith("export ACME_API_KEY=")
    password = _password(random)
    coded = "".join(f"={ord(c):02X}" for c in password)
    assert password not in _mask(f"password is {coded}")
    assert coded not in _mask(f"password is {coded}")
