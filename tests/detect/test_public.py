"""What everybody may see stays, though it looks drawn by a machine; what is alike and secret does not."""

from __future__ import annotations

import string
from random import Random

import pytest

from safedigest.config import Personal
from safedigest.detect.checks import luhn
from safedigest.gate import Gate

GATE = Gate.default(Personal.ALL)


def drawn(letters: str, size: int, seed: int = 1) -> str:
    return "".join(Random(seed).choices(letters, k=size))


def card(seed: int) -> str:
    body = "4532" + drawn(string.digits, 11, seed)
    return next(body + last for last in string.digits if luhn(body + last))


@pytest.mark.parametrize(
    "text",
    [
        f"wallet address bc1q{drawn('023456789acdefghjklmnpqrstuvwxyz', 38)} (public, for tips)",
        f"DKIM: v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GN{drawn(string.ascii_letters + string.digits, 40)}",
        f"FROM python:3.12-slim@sha256:{drawn('0123456789abcdef', 64)}",
        "who has the password to the projector? ask Leo",
        "PASSWORD=xxxxxxxx 这里自己填",
        "密码输了两遍都说不一致",
        "密码是我俩的纪念日，你肯定知道",
        f"order no {card(3)}",
    ],
)
def test_what_is_public_or_nothing_stays(text: str) -> None:
    assert GATE.mask_text(text) == text


@pytest.mark.parametrize("template", ["card no: {} (debit)", "card no {}", "my card {} expired"])
@pytest.mark.parametrize("seed", range(3))
def test_a_card_behind_its_number_sign_is_found(template: str, seed: int) -> None:
    number = card(seed)
    grouped = "-".join(number[at : at + 4] for at in range(0, 16, 4))
    for written in (number, grouped):
        assert written not in GATE.mask_text(template.format(written))


@pytest.mark.parametrize("size", range(25, 40, 7))
def test_a_private_key_in_one_line_is_no_public_one(size: int) -> None:
    key = "MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGB" + drawn(
        string.ascii_letters + string.digits, size
    )
    assert key not in GATE.mask_text(f"private key: {key}")
