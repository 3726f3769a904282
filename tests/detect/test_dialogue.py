"""Answers to requests for a credential."""

from __future__ import annotations

import pytest

from safedigest.detect.dialogue import DialogueDetector
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.model import Role
from tests.detect.speaking import digits, found, hidden, password, turns


@pytest.mark.parametrize(
    "request_",
    [
        "a: 登录密码是多少？",
        "a: 把口令发我",
        "a: What's the password?",
        "a: [sudo] password for lin:",
        "a: 密码不对，再发一次",
    ],
)
@pytest.mark.parametrize("answer", ["{}", "还是那个 {}", "it's {} i think", "{}，注意大小写"])
def test_an_answer_is_masked_though_nothing_in_it_says_so(request_: str, answer: str) -> None:
    value = password()
    assert hidden(value, answer.format(value), "u: 帮我登录", request_)
    assert not found(value)


def test_a_bare_number_answers_a_request_for_a_code() -> None:
    value = digits(6)
    assert hidden(value, value, "a: 短信里的验证码是多少")
    assert hidden(value, f"收到 {value}", "a: The bank sent you a code, what does it say?")


def test_the_request_stays_open_over_a_short_remark() -> None:
    value = digits(6)
    assert hidden(value, value, "a: 验证码发我", "u: 稍等", "a: 不急")


def test_the_label_may_stand_before_the_question() -> None:
    value = password()
    assert hidden(value, value, "u: 导入证书要口令", "a: 你们改过吗？", "u: 改过", "a: 改成什么了")


def test_the_assistant_repeats_what_it_was_asked_for() -> None:
    value = password()
    assert hidden(
        value, f"You gave me {value} earlier.", "u: what was the admin password again?", role=Role.ASSISTANT
    )


@pytest.mark.parametrize(
    "answer",
    ["忘了", "一会儿发你", "no idea", "same as before", "我明天去柜台办 8 点半开门吧", "没有密码锁 48V20A"],
)
def test_a_sentence_is_no_answer(answer: str) -> None:
    assert found(answer, "a: 密码是多少？") == []


@pytest.mark.parametrize(
    "request_",
    ["a: 订单号多少", "a: 几点的车", "a: what year was it built?", "a: 房间号？", "a: how much was it?"],
)
def test_other_questions_have_other_answers(request_: str) -> None:
    assert found(digits(4), request_) == []


def test_a_phrase_answers_a_request_for_one() -> None:
    phrase = "lantern willow copper thistle"
    assert found(phrase, "a: Enter passphrase:") == [phrase]


def test_a_number_of_a_person_is_masked_where_it_was_asked_for() -> None:
    value = digits(8) + digits(7)
    assert hidden(value, f"号码 {value}，名字没错", "a: 负责人的证件号是？")
    off = Finder([DialogueDetector(personal=False)])
    assert off.find(fold(value), Role.USER, turns("a: 身份证号是？")) == []


def test_without_a_request_a_number_stays() -> None:
    assert found(digits(6), "a: 好的，已保存。") == []


def test_the_last_piece_is_found_with_a_word_of_closing_behind_it() -> None:
    pieces = [password() for _ in range(3)]
    before = (
        f"u: the api key is too long, piece by piece: {pieces[0]}",
        "a: ok",
        f"u: {pieces[1]}",
        "a: 还有吗",
    )
    for closing in ("没了", "发完了", "that's all", "done"):
        assert hidden(pieces[2], f"{pieces[2]} {closing}", *before)


def test_a_few_digits_are_the_rest_of_a_number_in_pieces() -> None:
    value = digits(3)
    assert found(value, f"u: 前三位 {digits(3)}，后三位看不见", "a: 下拉看一下") == [value]
    assert found(value, "u: 打了几折", "a: 多少人") == []


def test_a_hint_where_a_number_is_to_be_found_leaves_the_request_open() -> None:
    value = digits(6)
    before = ("u: 水卡机非要密码", "a: 学号后六位试了没？", "u: 试了不行", "a: 自己改过吗？")
    assert hidden(value, f"哦哦改成{value}了", *before)
    assert found(value, "u: 帮我查成绩", "a: 学号后六位？") == []


def test_a_phrase_with_a_number_answers_a_request() -> None:
    value = f"大象跳舞吧{digits(3)}"
    assert found(value, "u: 解压口令见上次", "a: 上次没有留下口令，请再发一次") == [value]


def test_a_word_from_a_note_answers_a_question_about_it() -> None:
    assert hidden(
        "moonlanternfox", "纸条上写 moonlanternfox，行吗", "u: enable 密码忘了", "a: 试试纸条上的？"
    )


@pytest.mark.parametrize(
    ("first", "question"),
    [
        ("u: my mother's maiden name for the form", "a: Tell me."),
        ("u: the secret question is my first pet", "a: And the answer?"),
        ("u: 密保问题是小学名字", "a: 答案？"),
    ],
)
def test_any_word_answers_a_question_that_only_its_owner_can(first: str, question: str) -> None:
    assert found("copper", first, question) == ["copper"]
    assert found("copper", "u: which colour is the pot", question) == []


def test_a_number_to_be_kept_is_found_where_a_bank_card_s_password_was_named() -> None:
    value = digits(6)
    assert hidden(value, f"那记：{value}", "u: 银行卡密码记在哪了", "a: 您没让我记。")


def test_plain_words_answer_a_request_for_a_phrase() -> None:
    phrase = "winter dragon violet pirate"
    assert found(phrase, "u: the footage drive won't mount", "a: It's encrypted, need the phrase.") == [
        phrase
    ]
    assert found("no idea where that is", "u: the drive won't mount", "a: need the phrase") == []


def test_a_code_that_was_sent_is_found_in_what_is_said_of_it() -> None:
    value = digits(6)
    assert hidden(value, f"第一次的过期了 {value}", "u: 那个短信验证码是不是你要的", "a: 是的")
