"""Templates make values of the form they describe, each time others."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.detect.checks import CHECKS
from safedigest.detect.template import make


@pytest.mark.parametrize(
    ("template", "form"),
    [
        ("ghp_{alnum:36}", r"ghp_[0-9A-Za-z]{36}"),
        ("{hex:32}", r"[0-9a-f]{32}"),
        ("{HEX:6}", r"[0-9A-F]{6}"),
        ("{lower:8}{upper:3}{digit:6}", r"[a-z]{8}[A-Z]{3}[0-9]{6}"),
        ("{b64:40}", r"[0-9A-Za-z+/]{40}"),
        ("{b64url:40}", r"[0-9A-Za-z_-]{40}"),
        ("{base32:16}", r"[A-Z2-7]{16}"),
        ("{uuid}", r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        ("{word} {word}", r"[a-z]+ [a-z]+"),
        ("{password:12}", r"[0-9A-Za-z][!-~]{10}[0-9A-Za-z]"),
        ("{{x}} {password:1}", r"\{x\} [0-9A-Za-z]"),
        ("{cnmobile}", r"1[3-9]\d{9}"),
    ],
)
@given(seed=st.integers(0, 10_000))
def test_a_template_makes_what_it_says(template: str, form: str, seed: int) -> None:
    assert re.fullmatch(form, make(template, Random(seed)).text)


@pytest.mark.parametrize(
    ("template", "check"),
    [("{luhn:16}", "luhn"), ("{cnid}", "cn-id"), ("{cncompany}", "cn-company"), ("{iban}", "iban")],
)
@given(seed=st.integers(0, 10_000))
def test_check_digits_are_right(template: str, check: str, seed: int) -> None:
    assert CHECKS[check](make(template, Random(seed)).text)


def test_public_pieces_need_no_mask() -> None:
    sample = make("id {hex:4!} key {alnum:5}.{alnum:6}", Random(1))
    assert [end - start for start, end in sample.secrets] == [5, 6]
    assert sample.text[slice(*sample.secrets[0])] in sample.text.split("key ")[1]


def test_another_seed_makes_another_value() -> None:
    assert len({make("{alnum:20}", Random(seed)).text for seed in range(20)}) == 20
    assert make("{alnum:20}", Random(3)) == make("{alnum:20}", Random(3))


@pytest.mark.parametrize(
    "template", ["{", "}", "a{b", "{alnum}", "{uuid:3}", "{nothing:3}", "{password}", "{luhn}"]
)
def test_a_wrong_template_is_an_error(template: str) -> None:
    with pytest.raises(ValueError, match=r"lone|unknown part"):
        make(template, Random(1))
