"""Made-up passwords that are known by their shape alone."""

from __future__ import annotations

import pytest

from safedigest.detect.shaped import shaped
from tests.detect.speaking import digits


def test_letters_digits_and_a_mark_between_them_are_a_password() -> None:
    assert shaped(f"Qzwtu*{digits(4)}")
    assert shaped(f"tk3#Ymmq{digits(2)}")
    assert shaped(f"{digits(4)}#")


@pytest.mark.parametrize(
    "token",
    [
        "tool#4242",
        "react@18.2",
        "root@web01",
        "US$2000",
        "iPhone15!",
        "user@example.org",
        "COMPLEX*16",
        "a%20b%20c9",
        "2024#",
        "C#2024",
    ],
)
def test_what_is_written_so_for_another_reason_is_none(token: str) -> None:
    assert not shaped(token)
