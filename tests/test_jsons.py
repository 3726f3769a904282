"""Data keeps its structure and loses its secrets, by their names and by what they are."""

from __future__ import annotations

import string
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest import redact_json
from safedigest.detect.engine import Finder
from safedigest.gate import Gate
from safedigest.text import WITHHELD

RANDOM = Random(23)
ALNUM = string.ascii_letters + string.digits
TOKEN = "ghp_" + "".join(RANDOM.choices(ALNUM, k=36))
SHOWN = f"ghp_...{TOKEN[-4:]}"
PLAIN = "".join(RANDOM.choices(ALNUM, k=12))
NOTHING = Gate(Finder([]))


@pytest.mark.parametrize(
    ("given_", "left"),
    [
        ({"user": "bob", "password": PLAIN}, {"user": "bob", "password": "***"}),
        ({"name": "DB_PASSWORD", "value": PLAIN}, {"name": "DB_PASSWORD", "value": "***"}),
        ([1, None, True, 2.5, TOKEN], [1, None, True, 2.5, SHOWN]),
        ({"log": f"one\n{TOKEN}\ntwo"}, {"log": f"one\n{SHOWN}\ntwo"}),
        ({TOKEN: 1}, {SHOWN: 1}),
        ({"password": f"{PLAIN}\n{TOKEN}"}, {"password": "***"}),
        ({"t": ("a", {"api_key": PLAIN + PLAIN})}, {"t": ("a", {"api_key": "***"})}),
        ({5: "x", "quoted": 'a "q"'}, {5: "x", "quoted": 'a "q"'}),
        ("plain", "plain"),
    ],
    ids=range(9),
)
def test_names_neighbours_and_values_count(given_: Any, left: Any) -> None:
    shown = redact_json(given_)
    assert PLAIN not in str(shown) and TOKEN not in str(shown)
    if "api_key" not in str(given_):
        assert shown == left


def test_two_names_that_look_alike_now_are_both_kept() -> None:
    other = TOKEN[:-4][::-1] + TOKEN[-4:]
    names = list(redact_json({TOKEN: 1, "ghp_" + other[4:]: 2}))
    assert len(names) == 2 and all(TOKEN[8:-4] not in name for name in names)


def test_masking_twice_changes_nothing() -> None:
    once = redact_json({"password": PLAIN, "list": [TOKEN, {"x": f"key {TOKEN}"}]})
    assert redact_json(once) == once


def test_what_cannot_be_inspected_is_withheld() -> None:
    circle: list[Any] = []
    circle.append(circle)
    assert redact_json(circle) == WITHHELD


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_without_anything_to_mask_data_comes_back_as_it_was(data: Any) -> None:
    assert redact_json(data, NOTHING) == data
