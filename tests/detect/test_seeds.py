"""Rows of wallet words."""

from __future__ import annotations

import random

from safedigest.detect.checks import is_mnemonic_word
from safedigest.detect.seeds import LEAST, seeds
from tests.detect.speaking import found

_LISTED = [
    *("advice", "awake", "citizen", "fiscal", "echo", "wisdom"),
    *("emerge", "empty", "orphan", "neglect", "bronze", "alley"),
]


def _row(count: int) -> list[str]:
    assert all(map(is_mnemonic_word, _LISTED))
    return random.Random(7).sample(_LISTED, count)


def test_a_row_is_found_in_any_layout_near_a_label() -> None:
    row = _row(12)
    numbered = "\n".join(f"{number}. {word}" for number, word in enumerate(row, 1))
    for text in (" ".join(row), ", ".join(row), numbered):
        assert found(f"助记词备份\n{text}") == [text]


def test_few_words_and_prose_are_no_row() -> None:
    assert list(seeds("the seed of advice is awake", 0, 27, LEAST)) == []
    assert found("my wallet is empty and I need advice") == []
