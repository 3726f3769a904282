"""Personal numbers by setting, and the numbers that are none."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from safedigest.detect.build import default_finder
from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.text import Raw
from tests.corpus.kinds import GROUPS, mobile


@cache
def _gate(personal: str) -> Gate:
    return Gate(default_finder(personal=personal))


def _mask(text: str, personal: str = "default") -> str:
    return str(_gate(personal).mask(Raw(text)))


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "+86{}",
        "+86 {}",
        "0086-{}",
        "86{}",
        "我的号是{}。",
        "（{}）",
        "tel:{}",
        "收货人王五，{}，浙江",
    ],
)
def test_a_mobile_number_is_masked_in_every_form(form: str) -> None:
    number = mobile(Random(form))
    for shape in (
        number,
        f"{number[:3]}-{number[3:7]}-{number[7:]}",
        f"{number[:3]} {number[3:7]} {number[7:]}",
    ):
        assert shape not in _mask(form.format(shape))


def test_full_width_digits_are_digits() -> None:
    number = "".join(chr(ord(c) + 0xFEE0) for c in mobile(Random(1)))
    assert number not in _mask(f"打给 {number}")


@pytest.mark.parametrize("kind", ["mobile", "id", "card", "otp"])
def test_the_switch_turns_personal_data_off_and_on(kind: str) -> None:
    wording = {
        "mobile": "打给 {}",
        "id": "实名 {}",
        "card": "建行 {} 张三",
        "otp": "【银行】验证码{}，5分钟内有效",
    }[kind]
    value = GROUPS["personal"][kind](Random(kind))
    assert value not in _mask(wording.format(value))
    assert value not in _mask(wording.format(value), "all")
    if kind != "otp":
        assert value in _mask(wording.format(value), "none")


def test_without_personal_data_secrets_are_still_masked() -> None:
    value = make("ghp_{alnum:36}", Random(2)).text
    assert value not in _mask(f"use {value}", "none")


@pytest.mark.parametrize(
    "template",
    [
        "发到 {lower:6}.{lower:4}{digit:2}@gmail.com",
        "主机 47.98.1{digit:1}.{digit:1}3 挂了",
        "call +44 20 7{digit:3} {digit:4}",
        "座机 0571-8{digit:7}",
        "车牌 浙A{digit:5}",
        "护照号 E{digit:8}",
        "港澳通行证 C{digit:8}",
    ],
)
def test_more_kinds_are_masked_with_all(template: str) -> None:
    sample = make(template, Random(template))
    out = _mask(sample.text, "all")
    assert all(sample.text[start:end] not in out or end - start < 3 for start, end in sample.secrets)


def test_mail_addresses_and_hosts_stay_by_default() -> None:
    text = "发到 river.sun@corp-mail.com，主机 47.98.12.33，mx 173.194.65.125"
    assert _mask(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "ISBN 978-7-111-54742-6",
        "epoch 1764573600123",
        "Chrome/131.0.6778.86",
        "v1.2.3.4",
        "192.168.1.10",
        "3c:22:fb:41:6e:0f",
        "条码 6901234567892",
        "文件大小 13812345678 bytes",
        "pi=3.14159265358979323846",
        "git@github.com:a/b.git",
        "logo@2x.png",
        "2026-12-01 06:34:18.123456",
        "163.90808925, 168.21590163 cm",
        "(-30190318549.138656312556 - 15912345678.624622876523j)",
        "3.78282246310005 3.71449635398431",
        "10:00-12:00 和 14:00-18:00",
        "0.13812345678",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert _mask(text, "all") == text


@pytest.mark.parametrize("label", ["订单号", "运单号", "order no", "tracking", "流水号"])
def test_order_numbers_stay(label: str) -> None:
    random = Random(label)
    for _ in range(50):
        text = f"{label} {random.randrange(10**15, 10**18)}"
        assert _mask(text, "all") == text


def test_an_id_with_a_wrong_check_character_stays() -> None:
    random = Random(6)
    for _ in range(50):
        number = make("{cnid}", random).text
        wrong = number[:-1] + ("1" if number[-1] != "1" else "2")
        assert _mask(f"编号 {wrong}") == f"编号 {wrong}"
