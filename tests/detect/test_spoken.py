"""Secrets said in words: what is masked beside a label, and what talk about secrets leaves alone."""

from __future__ import annotations

import pytest

from tests.detect.speaking import digits, found, hexed, hidden, password


@pytest.mark.parametrize(
    "wording",
    [
        "家里网络的密码是{}，记一下", "口令：{}", "密码 {}", "密码{}", "密码\n{}",
        "新密码「{}」", "把 {} 设成密码", "{} 就是新口令",
        "密码现在已经改成了 {}", "账号 lin 密码 {}", "用户名/密码：lin/{}", "密码还是老的 {}", "pwd={}", "mm 是 {}",
        "my password is {}", "Password: {}", "the password for the old router is now {}", "use {} as the password",
        "{} is the new passcode", "login lin / {}", "creds for the test box: lin {}", "i changed the pw to {}",
        "set the admin password to \"{}\" please", "root {}", "passphrase {}", "wifi password {} btw",
    ],
)  # fmt: skip
def test_a_password_is_found_in_every_order_of_words(wording: str) -> None:
    value = password()
    assert hidden(value, wording.format(value))


@pytest.mark.parametrize(
    "wording",
    [
        "验证码 {}",
        "您的校验码为{}，请勿泄露",
        "OTP: {}",
        "your login code is {}",
        "接送码 {} 今天奶奶去",
        "【某某】{}（登录验证码）",
    ],
)
def test_a_code_of_six_digits_is_found_beside_its_name(wording: str) -> None:
    value = digits(6)
    assert hidden(value, wording.format(value))


@pytest.mark.parametrize(
    "wording", ["门锁 {}", "保险柜先按{}再拧", "the locker is {}", "进单元按 {}#", "柜子 {} 你去拿"]
)
def test_the_number_of_a_lock_needs_no_word_for_code(wording: str) -> None:
    value = digits(4)
    assert hidden(value, wording.format(value))


@pytest.mark.parametrize(
    "wording", ["密钥 {}", "api key = {}", "here is my token {} thanks", "AppSecret重置了 {}", "令牌：{}"]
)
def test_a_key_is_found_beside_its_name(wording: str) -> None:
    value = hexed(32)
    assert hidden(value, wording.format(value))


def test_a_plain_word_is_a_password_behind_a_link_only() -> None:
    word = "tigerwald"
    assert found(f"the password is {word}") == [word]
    assert found("the password manager tiger") == []


@pytest.mark.parametrize(
    "text",
    [
        "密码忘了", "密码至少 8 位", "密码错误 3 次就锁", "密码是什么",
        "验证码 5 分钟内有效", "密码本在抽屉", "令牌桶容量 500", "主键冲突 id=10482",
        "password reset", "the password is wrong", "my password expired 90 days ago",
        "the password is the same as staging",
        "token limit is 8192", "max_tokens=4096", "pin the message", "secret santa is on 12/24", "pass the test",
        "the key point is cost", "error code 10061", "password: required", "room 1412 please", "订单 4488201173 到了吗",
        "password=${DB_PASS}", "密码：******", "token: <your-token>", "鞋码 42", "请输入 1 到 100 的数",
    ],
)  # fmt: skip
def test_talk_about_passwords_stays(text: str) -> None:
    assert found(text) == []


def test_what_counts_or_belongs_elsewhere_is_no_code() -> None:
    assert found("门锁坏了 换一把 1200 元") == []
    assert found("密码改好了 订单 88123311 什么时候到") == []


def test_a_second_value_is_found_too() -> None:
    first, second = password(), password()
    text = f"密码是 {first} 或者 {second}"
    assert hidden(first, text)
    assert hidden(second, text)


def test_a_value_that_was_read_out_is_one_span() -> None:
    assert found("密码念给你 大写 K 小写 v 七 井号 九") == ["大写 K 小写 v 七 井号 九"]
    assert found("the pin is four eight two one") == ["four eight two one"]


def test_masked_text_gives_nothing_new() -> None:
    value = password()
    assert hidden(value, f"密码 {value} 服务器 web7x2k9q 重启了")
    assert found("密码 *** 服务器 web7x2k9q 重启了") == found(f"密码 {value} 服务器 web7x2k9q 重启了")[1:]


def test_a_label_inside_a_word_is_no_label() -> None:
    assert found("keyboard 4821 and tokenizer 5532") == []
    assert found("尺码 4821") == []
    assert found("chsh(1), login.defs(5), passwd(5).") == []
    assert found("x2cCBMaC6t7V4EXuLucQQVb2nZc+pw/t7y3j7WioMxRRISKwiz") == []


@pytest.mark.parametrize(
    "wording",
    ["got a new password today\n{}: works", "new password for the nas, {}: try it", "换了密码\n{}: 可以了"],
)
def test_a_colon_behind_the_one_code_of_a_message_hides_nothing(wording: str) -> None:
    value = password()
    assert hidden(value, wording.format(value))


@pytest.mark.parametrize(
    "wording",
    [
        "大門密碼 {}#", "簡訊驗證碼 {}", "保險箱換成 {} 了", "無線網路 {}", "key safe by the meter is {}",
        "{} expires in ten minutes, what do I do", "screen time is {}", "combi on the bike is {}",
    ],
)  # fmt: skip
def test_a_number_is_found_beside_what_it_opens_in_any_script(wording: str) -> None:
    value = digits(8 if "網路" in wording else 6)
    assert hidden(value, wording.format(value))


def test_the_letter_of_a_keypad_belongs_to_its_number() -> None:
    value = f"{digits(4)}C"
    assert hidden(value[:4], f"the key safe by the door is {value}, ring first")
    assert found("the key safe by the door is 20C at noon") == []


def test_shorthand_between_a_label_and_its_value_is_no_value() -> None:
    value = f"KESTREL{digits(4)}&"
    assert hidden(value, f"wifi pw 4 da studio {value} put it on a poster")
    assert found("the password has 4 parts") == []


def test_pinyin_right_behind_a_chinese_label_is_a_password() -> None:
    assert hidden("daxigua", "新密码 daxigua 记一下")
    for text in ("密码 reset 一下", "密码 python 怎么读", "口令 hash 存哪"):
        assert found(text) == []


def test_a_few_chinese_words_behind_a_password_that_is_said_are_one() -> None:
    assert hidden("蓝鲸骑马", "接头暗号 蓝鲸骑马")
    assert found("跟他对暗号 蓝鲸骑马 下一句呢") == []


@pytest.mark.parametrize(
    "wording",
    [
        "密码我换成了{}，中文的",
        "压缩包解压密码{}，里面是第三章",
        "rcon password? it's {}",
        "密码忘了，找回后是{}，帮我查下",
    ],
)
def test_a_value_is_found_over_what_is_said_of_it(wording: str) -> None:
    value = (
        password()
        if "找回" in wording
        else "moonlanternfox"
        if "rcon" in wording
        else f"大象跳舞吧{digits(3)}"
    )
    assert hidden(value, wording.format(value))


@pytest.mark.parametrize(
    "text", ["密码输错5次了", "密码最多16位", "密码有效期90天", "密码别用12345678", "密码字母加数字共12位"]
)
def test_a_number_behind_talk_about_a_password_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("wording", ["locker 31 combo {}", "safe combination is {}", "the padlock: {}"])
def test_the_three_numbers_of_a_dial_are_found(wording: str) -> None:
    value = "-".join(str(n) for n in (31, 7, 23))
    assert hidden(value, wording.format(value))
    assert found("the parcel in the lobby came 12-05-24") == []


def test_what_stands_behind_the_name_of_an_account_and_a_slash_is_found() -> None:
    value = f"kestrel{digits(4)}"
    assert hidden(value, f"grafana admin/{value}")
    assert found("see admin/settings and root/build2") == []


@pytest.mark.parametrize(
    "wording",
    [
        "пароль от роутера {}",
        "la contraseña del zip: {}",
        "family pin {} pls",
        "user is pi and it's still {}",
    ],
)
def test_a_value_is_found_in_other_tongues_and_over_small_words(wording: str) -> None:
    value = digits(4) if "pin" in wording else password()
    assert hidden(value, wording.format(value))
