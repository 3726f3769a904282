"""Arithmetic and form that tell numbers and tokens apart."""

import base64
import hashlib
import json
import string
from pathlib import Path
from random import Random

import pytest

from safedigest.detect import checks
from safedigest.detect.template import make


def _digits(random: Random, size: int) -> str:
    return "".join(random.choices(string.digits, k=size))


def _with_luhn(body: str) -> str:
    return next(body + c for c in string.digits if checks.luhn(body + c))


def test_luhn_finds_every_wrong_digit() -> None:
    number = _with_luhn(_digits(Random(1), 15))
    for place, digit in enumerate(number):
        wrong = number[:place] + str((int(digit) + 1) % 10) + number[place + 1 :]
        assert not checks.luhn(wrong)


def test_luhn_of_one_digit_or_a_row_of_one_is_none() -> None:
    assert not checks.luhn("0")
    assert not checks.luhn("0" * 16)


@pytest.mark.parametrize(
    ("head", "size"), [("62", 16), ("62", 19), ("4", 16), ("51", 16), ("2221", 16), ("37", 15), ("3528", 16)]
)
def test_a_card_of_an_issuer_is_one(head: str, size: int) -> None:
    number = _with_luhn(head + _digits(Random(size), size - len(head) - 1))
    assert checks.bank_card(number)
    assert checks.bank_card(" ".join(number[i : i + 4] for i in range(0, size, 4)))


def test_a_number_of_no_issuer_is_no_bank_card_but_may_be_a_card() -> None:
    number = _with_luhn("95588" + _digits(Random(3), 13))
    assert not checks.bank_card(number)
    assert checks.card(number)


def test_an_id_with_its_check_character_is_one_and_with_another_is_not() -> None:
    number = make("{cnid}", Random(4)).text
    assert checks.cn_id(number)
    others = [number[:-1] + c for c in "0123456789X" if c != number[-1].upper()]
    assert not any(map(checks.cn_id, others))


def test_an_id_without_a_date_is_none() -> None:
    assert not checks.cn_id("110101999913990000")


def test_mobile_numbers_with_and_without_separators() -> None:
    random = Random(5)
    tail = _digits(random, 8)
    assert checks.cn_mobile(f"138{tail}")
    assert checks.cn_mobile(f"+86 138-{tail[:4]}-{tail[4:]}")
    assert not checks.cn_mobile(f"128{tail}")


def test_a_company_code_ends_in_its_check_character() -> None:
    body = "91330106MA" + _digits(Random(6), 7)
    found = [body + c for c in "0123456789ABCDEFGHJKLMNPQRTUWXY" if checks.cn_company(body + c)]
    assert len(found) == 1


def test_an_iban_of_the_standards_example_form() -> None:
    body = "BANK" + _digits(Random(7), 14)
    numbers = [f"GB{check:02}{body}" for check in range(2, 99)]
    assert sum(map(checks.iban, numbers)) == 1


def test_a_hong_kong_id_has_one_check_character() -> None:
    body = "K" + _digits(Random(8), 6)
    assert sum(checks.hk_id(f"{body}({c})") for c in "0123456789A") == 1


def _mnemonic(entropy: bytes) -> str:
    listed = Path(checks.__file__).with_name("data").joinpath("bip39.txt").read_text("ascii").split()
    size = len(entropy) * 8 // 32
    bits = int.from_bytes(entropy, "big") << size | hashlib.sha256(entropy).digest()[0] >> (8 - size)
    count = len(entropy) * 3 // 4
    return " ".join(listed[bits >> 11 * (count - 1 - n) & 2047] for n in range(count))


@pytest.mark.parametrize("size", [16, 20, 24, 28, 32])
def test_a_mnemonic_with_its_check_sum_is_one(size: int) -> None:
    phrase = _mnemonic(Random(size).randbytes(size))
    assert checks.bip39(phrase)
    assert checks.bip39(", ".join(f"{n}. {word}" for n, word in enumerate(phrase.split(), 1)))
    assert not checks.bip39(phrase.rsplit(" ", 1)[0])


def test_a_sentence_is_no_mnemonic() -> None:
    assert not checks.bip39("the quick brown fox jumps over the lazy dog and runs away")


def test_base58_with_its_check_sum_is_one_and_with_a_slip_is_not() -> None:
    data = b"\x80" + Random(9).randbytes(32)
    data += hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]
    alphabet, number, text = (
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        int.from_bytes(data, "big"),
        "",
    )
    while number:
        number, rest = divmod(number, 58)
        text = alphabet[rest] + text
    assert checks.base58check(text)
    assert not checks.base58check(text[:-1] + ("2" if text[-1] != "2" else "3"))


def test_a_token_of_json_is_a_jwt() -> None:
    head = base64.urlsafe_b64encode(json.dumps({"alg": "HS256"}).encode()).decode().rstrip("=")
    assert checks.jwt(f"{head}.e30.x")
    assert not checks.jwt("hello.world.x")


def test_base64_of_text_is_told_from_base64_of_bytes() -> None:
    assert checks.base64_text(base64.b64encode(b"some words here").decode())
    assert not checks.base64_text(base64.b64encode(bytes(range(200, 240))).decode())


@pytest.mark.parametrize("address", ["10.1.2.3", "192.168.0.9", "127.0.0.1", "fe80::1", "999.1.1.1", "x"])
def test_private_addresses_are_not_public(address: str) -> None:
    assert not checks.public_ip(address)


def test_public_addresses_are() -> None:
    assert checks.public_ip("47.98.12.33")
    assert checks.public_ip("2408:4005::12")


@pytest.mark.parametrize(
    "value", ["xxxxxxxxxxxx", "your_key", "<token>", "changeme", "aaaa", "sk-1234567890"]
)
def test_placeholders_are_known(value: str) -> None:
    assert not checks.not_placeholder(value)


@pytest.mark.parametrize(
    ("value", "holds"), [("1234", False), ("9876", False), ("1111", False), ("4829", True)]
)
def test_numbers_that_count_are_in_order(value: str, holds: bool) -> None:
    assert checks.not_in_order(value) is holds


def test_every_check_answers_for_any_text() -> None:
    random = Random(10)
    for check in checks.CHECKS.values():
        for _ in range(50):
            assert check("".join(random.choices(string.printable + "密码", k=random.randrange(30)))) in (
                True,
                False,
            )
