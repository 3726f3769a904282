"""What a pattern needs is a lower bound: where it says "nothing to find here", nothing is."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.detect.fold import fold
from safedigest.detect.reach import reach
from safedigest.detect.rulefile import Rule, shipped
from safedigest.detect.template import make

_INK = re.compile(r"[!-~]+")
_PIECES = [
    "a",
    r"\d",
    "[a-z]",
    "[0-9A-Z_-]",
    r"\s",
    ".",
    "[^x]",
    r"[\s=]",
    r"(?<![a-z])",
    r"(?=\d)",
    r"\b",
    "密",
]
_TIMES = ["", "?", "*", "+", "{3}", "{2,5}", "{4,}", "*?", "++"]


def longest(text: str) -> int:
    return max((len(row) for row in _INK.findall(text)), default=0)


def patterns(depth: int = 2) -> st.SearchStrategy[str]:
    piece = st.sampled_from(_PIECES)
    if depth:
        inner = patterns(depth - 1)
        piece |= st.builds("(?:{})".format, inner) | st.builds("(?:{}|{})".format, inner, inner)
        piece |= st.builds("(?>{})".format, inner)
    repeated = st.builds(
        lambda p, times: p if p.startswith("(?<") else f"(?:{p}){times}", piece, st.sampled_from(_TIMES)
    )
    return st.lists(repeated, min_size=1, max_size=4).map("".join)


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        (r"ghp_[0-9A-Za-z]{36}", 40),
        (r"\bkey\s*=\s*[a-z]{8,}", 8),
        (r"(?:ab|abcd)[0-9]{2}", 4),
        (r"密码[:：][a-z]{6}", 6),
        (r"[^ ]{40}", 0),
        (r"(?:ab)?\d{4}", 4),
        (r"(?:ab){3}", 6),
        (r"(?:a b){3}", 2),
        (r"(broken", 0),
    ],
)
def test_the_row_that_a_pattern_needs_is_read_from_it(pattern: str, size: int) -> None:
    assert reach(pattern) == size


@given(pattern=patterns(), text=st.text(alphabet="ax0Z_-= 密\n", max_size=40))
def test_whatever_matches_holds_the_row(pattern: str, text: str) -> None:
    for found in re.finditer(pattern, text):
        assert longest(found[0]) >= reach(pattern)


@pytest.mark.parametrize("rule", shipped().rules, ids=lambda rule: rule.id)
def test_no_example_of_a_rule_is_shorter_than_its_pattern_says(rule: Rule) -> None:
    random = Random(rule.id)
    for template in rule.match:
        text = fold(make(template, random).text).text
        assert longest(text) >= reach(rule.pattern)
