"""The last look finds what earlier steps let by, and blames the right turn."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest

from safedigest import fit
from safedigest.digest import Digest, Ref, arrange
from safedigest.gate import Gate
from safedigest.page import Line, Page
from safedigest.seal import ROUNDS, Look, SealError, residue, sealed
from tests.talks import at, exchange, masked, segment

RANDOM = random.Random(3)
GATE = Gate.default()


def token() -> str:
    """Return a token with a form of its own."""
    return "ghp_" + "".join(RANDOM.choice(string.ascii_letters + string.digits) for _ in range(36))


def digest(*turns: tuple[str, str]) -> Digest:
    """Arrange turns that pretend to have been masked."""
    talk = segment([exchange(q, a, at("09:00") + 60 * n) for n, (q, a) in enumerate(turns)])
    return arrange([talk], now=at("09:30"), zone=ZoneInfo("Asia/Shanghai"))


def full(shown: Digest) -> Callable[[frozenset[Ref]], Page]:
    """Return what makes the whole digest."""
    return lambda refs: fit.full(shown, 9000, refs)


def test_a_clean_page_stays() -> None:
    page, withheld = sealed(full(digest(("早", "早上好"))), Look(GATE))
    assert "早上好" in str(page.text)
    assert withheld == frozenset()


def test_a_secret_that_was_let_by_withholds_its_turn_alone() -> None:
    missed = token()
    page, withheld = sealed(
        full(digest(("第一句", "一"), (f"用 {missed}", "二"), ("第三句", "三"))), Look(GATE)
    )
    assert missed[8:-4] not in str(page.text)
    assert "第一句" in str(page.text)
    assert "第三句" in str(page.text)
    assert len(withheld) == 1


def test_what_is_said_in_words_is_found_too() -> None:
    password = f"{RANDOM.choice(string.ascii_letters)}x{RANDOM.randrange(10**6, 10**7)}#"
    page, withheld = sealed(full(digest((f"后台密码是 {password}", "好"))), Look(GATE))
    assert password not in str(page.text)
    assert len(withheld) == 1


def test_a_label_of_one_end_is_no_label_for_another() -> None:
    page, withheld = sealed(
        full(digest(("密码呢？", "在我这"), ("kettle2024 型号的水壶", "有货"))), Look(GATE)
    )
    assert "kettle2024" in str(page.text)
    assert withheld == frozenset()


def test_across_two_turns_the_later_one_is_withheld() -> None:
    missed = token()
    first, second = Ref("s", 1), Ref("s", 2)
    page = Page((Line(masked("- 「ghp_"), first, "s"), Line(masked(missed), second, "s")), "v")
    assert {ref for ref, _ in residue(page, Look(GATE))} == {second}


def test_what_stands_in_our_own_words_is_put_down_to_the_turn_before() -> None:
    first = Ref("s", 1)
    page = Page((Line(masked("- 「a」"), first, "s"), Line(masked(token()))), "v")
    assert {ref for ref, _ in residue(page, Look(GATE))} == {first}


def test_a_page_that_cannot_be_made_clean_is_an_error_without_a_value() -> None:
    missed = token()
    page = Page((Line(masked(missed)),), "v")
    with pytest.raises(SealError) as error:
        sealed(lambda _: page, Look(GATE))
    assert missed[4:12] not in str(error.value)


def test_the_rounds_are_bounded() -> None:
    asked = []

    def make(refs: frozenset[Ref]) -> Page:
        asked.append(refs)
        ref = Ref("s", len(asked))
        return Page((Line(masked(f"「{token()}」"), ref, "s"),), "v")

    with pytest.raises(SealError):
        sealed(make, Look(GATE))
    assert len(asked) == ROUNDS


def test_a_block_of_base64_looks_in_its_line_as_it_was_said() -> None:
    line = "".join(RANDOM.choices(string.ascii_letters + string.digits, k=64))
    said = f"who?\n-----BEGIN CERTIFICATE-----\n{line}\n{line}\n-----END CERTIFICATE-----"
    page, withheld = sealed(full(digest((said, "a CA"))), Look(GATE))
    assert "BEGIN CERTIFICATE" in str(page.text)
    assert withheld == frozenset()
