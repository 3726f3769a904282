"""Answers to questions that only an owner can answer, and words that only some know."""

from __future__ import annotations

import random

import pytest

from safedigest.detect.answers import AnswerDetector
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold

_FINDER = Finder([AnswerDetector()])
_RNG = random.Random(20261204)


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


def _name() -> str:
    """Return letters like those of a family's name: ``Kovarenda``."""
    return "".join(_RNG.choice("bdfgklmnrtvz") + _RNG.choice("aeiou") for _ in range(4)).title()


def _saying() -> str:
    return "".join(_RNG.sample(("河马", "糯米", "灯笼", "松鼠", "山泉", "铁皮", "风铃"), 2))


@pytest.mark.parametrize(
    "wording",
    [
        "security question was first car and I put {}", "my security Q is childhood street, i answered {}",
        "for the reset question I typed {} because why not", "favourite teacher question? I said {}",
        "mother's maiden name on the bank account: I set {}", "the recovery answer is {}",
        "hint question childhood friend, i entered {} on the form", "mothers maiden name on the account = {}",
    ],
)  # fmt: skip
def test_an_answer_to_the_question_of_an_account_is_found(wording: str) -> None:
    value = _name()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "密保问题答案我填的是{}", "QQ密保“你的出生地”我填了{}", "安全问题：小学班主任叫{}",
        "找回账号要答我爸的名字，我写的{}",
        "加群问题答案：{}", "进群答案是{}",
        "空间访问问题我设的答案是{}", "驗證問題的答案我填{}", "相册提示问题，答案写的{}",
    ],
)  # fmt: skip
def test_an_answer_in_chinese_is_found(wording: str) -> None:
    value = _saying()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "家里的暗号是{}",
        "今天幼儿园接送口令是{}",
        "暗号对一下：{}。对了才开门",
        "接头暗号改成{}了",
        "口令今晚换成“{}”",
    ],
)
def test_a_word_that_is_agreed_on_is_found(wording: str) -> None:
    value = _saying()
    assert _found(wording.format(value)) in ([value], [f"{value}了"])


def test_both_words_of_a_challenge_are_found() -> None:
    one, two = _saying(), _saying()
    assert _found(f"夜班口令是“{one}”，回令是“{two}”") == [one, two]
    assert _found('challenge is "kestrel", reply is "lagoon"') == ["kestrel", "lagoon"]


@pytest.mark.parametrize(
    "text",
    [
        "密保问题的答案忘了", "密保问题填错了怎么办", "加群答案是什么", "进群要填学号和姓名",
        "验证问题：你是谁的朋友？", "进群之后写作业",
        "密保答案不对", "找回密码的时候填了手机号", "相册里写了日期", "暗号忘了",
        "口令是错的", "这道题答案是光合作用", "电影里的暗号是天王盖地虎",
        "设备的默认口令是商户号",
        "what do I put for hint question childhood street", "my security question is too easy",
        "I answered the security question yesterday", "hint question is optional",
        "my best friend put sugar in it", "my first pet was a hamster", "security question answer is wrong",
        "mother's maiden name is required", 'challenge: "hard"', 'response: "not found"', "password hint: none",
    ],
)  # fmt: skip
def test_talk_about_questions_and_answers_stays(text: str) -> None:
    assert _found(text) == []
