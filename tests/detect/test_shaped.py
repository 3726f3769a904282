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


def test_a_name_with_a_mark_and_a_number_is_a_password() -> None:
    for name in ("Kestrel", "dahuanggou", "MapleFox"):
        assert shaped(f"{name}#{digits(4)}")
        assert shaped(f"{name}@{digits(4)}")
    assert shaped(f"Kestrel{digits(2)}#")


@pytest.mark.parametrize(
    "token",
    [
        "Issue#4242",
        "bug#4242",
        "ticket#2231",
        "Room#1204",
        "pull#8123",
        "electron@2024",
        "react@1800",
        "Happy2024!",
        "Vol12#",
    ],
)
def test_what_is_counted_or_released_so_is_none(token: str) -> None:
    assert not shaped(token)
