"""How much a token looks like a credential by itself."""

from __future__ import annotations

import random

import pytest

from safedigest.detect.levels import CODE, MASKED, MIXED, NAME, NEVER, RANDOM, WORD, level
from tests.detect.speaking import digits, hexed, password


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("https://example.org/x", NEVER), ("src/main.py", NEVER), ("10.0.0.1", NEVER), ("2026-12-01", NEVER),
        ("v1.2.3", NEVER),
        ("12:30", NEVER), ("$HOME", NEVER), ("max_tokens=4096", NEVER), ("16GB", NEVER), ("user@example.org", NEVER),
        ("password", WORD), ("302", WORD), ("10086", WORD), ("GD-8841", NAME), ("test01", NAME),
        ("20261130", NAME), ("nvidia-driver-560", NAME), ("***", MASKED), ("[masked]", MASKED),
    ],
)  # fmt: skip
def test_everyday_tokens_have_a_low_level(token: str, expected: int) -> None:
    assert level(token) == expected


def test_credentials_have_a_high_level() -> None:
    assert level(digits(6)) == CODE
    assert level(hexed(32)) >= MIXED
    assert level(password()) >= MIXED
    assert level(f"{password()}#{digits(2)}") == RANDOM


def test_a_negative_number_is_no_credential_and_a_cut_licence_is() -> None:
    assert level("-2015") == NEVER
    groups = "".join(random.Random(7).choices("BCDFGHJKLMNPQRSTVWXZ", k=10))
    assert level(f"{groups[:5]}-{groups[5:]}-38") == RANDOM
    assert level("ORDER-TRACK-22") < RANDOM


def test_a_mark_of_notation_inside_a_drawn_value_does_not_take_it_apart() -> None:
    rng = random.Random(20261206)
    for mark in "%&":
        head, tail = ("".join(rng.choices("ghkmnpqrtvwz", k=4)) for _ in range(2))
        assert level(f"{head}{rng.randint(2, 9)}Q{mark}Z{tail}") == RANDOM


@pytest.mark.parametrize(
    "token", ["Total%dItems5", "page=A1&size=b2", "name%20Of%20File3", "B&B", "Ab%C3%A9d"]
)
def test_a_mark_that_formats_escapes_or_joins_makes_no_drawn_value(token: str) -> None:
    assert level(token) < RANDOM
