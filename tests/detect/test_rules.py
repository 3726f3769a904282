"""The rule detector: anchored at keywords, nothing hidden behind a find, no tails, linear work."""

from __future__ import annotations

import string
from dataclasses import replace
from random import Random

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Budget
from safedigest.detect.rulefile import Rule
from safedigest.detect.rules import RuleDetector
from safedigest.errors import BudgetSpentError
from safedigest.model import Kind

ANCHORED = Rule(
    id="acme-token",
    kind=Kind.VENDOR_TOKEN,
    about="Acme",
    see="https://example.com",
    keywords=("acme_", "acmx_"),
    pattern=r"(?<![0-9A-Za-z])(?P<secret>(?P<label>acm[ex]_)[0-9A-Za-z]{20,}+)",
    match=("acme_{alnum:20}",),
    reject=("acme_",),
)
SEARCHED = replace(
    ANCHORED,
    id="acme-pair",
    kind=Kind.PASSWORD,
    keywords=("acme",),
    pattern=r"(?<![0-9A-Za-z])(?P<secret>[0-9]{8})(?: at acme)?",
    window=True,
    before=20,
    after=20,
)


def secret(size: int, seed: int = 1) -> str:
    return "".join(Random(seed).choices(string.ascii_letters + string.digits, k=size))


def found(text: str, *rules: Rule) -> list[str]:
    spans = Finder([RuleDetector(rules)]).find(fold(text))
    return [text[s.start : s.end] for s in sorted(spans, key=lambda s: s.start)]


def test_every_keyword_is_tried_where_it_stands() -> None:
    one, two = f"acme_{secret(20)}", f"acmx_{secret(24, 2)}"
    assert found(f"{one}，{two} {one}", ANCHORED) == [one, two, one]


def test_a_secret_that_begins_inside_another_match_is_found() -> None:
    greedy = replace(ANCHORED, kind=Kind.PASSWORD, pattern=r"(?i:acme)_(?P<secret>\S{3,6})")
    assert found("acme_acme_Q7x", greedy) == ["acme_Q", "Q7x"]


def test_the_label_is_counted_where_it_begins_the_secret() -> None:
    (span,) = Finder([RuleDetector([ANCHORED])]).find(fold(f"acme_{secret(30)}"))
    assert (span.label, span.kind, span.rule) == (5, Kind.VENDOR_TOKEN, "acme-token")
    inner = replace(ANCHORED, pattern=r"(?P<label>acme_)(?P<secret>[0-9A-Za-z]{20,}+)")
    (span,) = Finder([RuleDetector([inner])]).find(fold(f"acme_{secret(30)}"))
    assert (span.start, span.label) == (5, 0)


@pytest.mark.parametrize("tail", ["", "_x9", "-abc", "_", "ABC"])
def test_a_token_has_no_tail(tail: str) -> None:
    short = replace(ANCHORED, pattern=r"(?<![0-9A-Za-z])acme_[0-9A-Za-z]{20}")
    token = f"acme_{secret(20)}{tail}"
    assert found(f"「{token}」", short) == found(f"{token}，", short) == [token]


def test_a_password_keeps_the_bounds_of_its_pattern() -> None:
    assert found("acme 12345678abc", replace(SEARCHED, pattern="[0-9]{8}")) == ["12345678"]


def test_windows_that_overlap_are_searched_once_and_secrets_in_them_are_all_found() -> None:
    assert found("acme 11111111 acme 22222222 at acme 33333333", SEARCHED) == [
        "11111111",
        "22222222",
        "33333333",
    ]


def test_a_window_ends() -> None:
    assert found(f"12345678{' ' * 30}acme{' ' * 30}12345678", SEARCHED) == []
    assert found(f"12345678{' ' * 8}acme{' ' * 90}acme 87654321", SEARCHED) == ["12345678", "87654321"]


def test_a_rule_may_want_a_word_nearby_and_a_check() -> None:
    near = replace(ANCHORED, near=("warehouse", "仓库"), within=20)
    token = f"acme_{secret(20)}"
    assert found(f"the Warehouse: {token}", near) == found(f"{token} 给仓库", near) == [token]
    assert found(f"{token}{' ' * 30}warehouse", near) == []
    card = replace(SEARCHED, pattern="[0-9]{16}", checks=("luhn",))
    assert found("acme 4111111111111111", card)
    assert not found("acme 4111111111111112", card)


def test_an_empty_secret_is_none() -> None:
    assert found("acme_ x", replace(ANCHORED, pattern="acme_(?P<secret>[0-9]*)", kind=Kind.PASSWORD)) == []


@pytest.mark.parametrize("unit", ["acme_", "acme_a", "acme ", "acme_" + "x" * 25])
def test_a_keyword_repeated_costs_linear_work(unit: str) -> None:
    """Law: the work of twice the text is at most twice the work, in the budget's own count."""

    def work(size: int) -> int:
        budget = Budget(0)
        budget.left = start = 1 << 40
        Finder([RuleDetector([ANCHORED, SEARCHED])]).find(fold(unit * size), budget=budget)
        return start - budget.left

    assert work(4000) <= 2.1 * work(2000)


def test_work_beyond_the_budget_raises() -> None:
    budget = Budget(0)
    budget.left = 100
    with pytest.raises(BudgetSpentError):
        Finder([RuleDetector([ANCHORED])]).find(fold("acme_" * 100), budget=budget)


def test_a_pattern_is_compiled_when_first_needed() -> None:
    detector = RuleDetector([replace(ANCHORED, pattern="(broken")])
    assert Finder([detector]).find(fold("nothing of the kind")) == []
