"""The floors of detection on the generated corpus; ``python -m benchmarks.detection`` prints the figures."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.detection import by_group, leaks, measure
from safedigest.detect.build import default_finder
from safedigest.gate import Gate
from safedigest.text import Raw
from tests.corpus.cases import Case, harmless_cases, secret_cases

GROUPS = ("vendor", "config", "url", "spoken-zh", "spoken-en", "personal", "disguised")


@cache
def _gate() -> Gate:
    return Gate(default_finder(personal="all"))


def _mask(text: str) -> str:
    return str(_gate().mask(Raw(text)))


@pytest.fixture(scope="module")
def masked_share() -> dict[str, float]:
    total, wrong = measure(_mask, secret_cases(seed=2026, each=8))
    groups, bad = by_group(total), by_group(wrong)
    return {group: 1 - bad[group] / groups[group] for group in groups}


@pytest.mark.parametrize("group", GROUPS)
def test_nearly_all_secrets_of_every_group_are_masked(group: str, masked_share: dict[str, float]) -> None:
    assert masked_share[group] >= 0.97


def test_harmless_messages_stay() -> None:
    total, wrong = measure(_mask, harmless_cases(seed=2026, each=20))
    assert wrong.total() / total.total() <= 0.01


def test_the_measure_sees_a_leak_and_a_mask() -> None:
    case = Case(
        "token abcdefghijklmnopqrstuvwxyz0123",
        "vendor",
        "x",
        "abcdefghijklmnopqrstuvwxyz0123",
        "abcdefghijklmnopqrstuvwxyz0123",
    )
    assert leaks(case, case.text)
    assert leaks(case, "token abc...mnopqrstuvwxyz0123")
    assert not leaks(case, "token abc...0123")
