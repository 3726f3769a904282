"""The operations of masked text that put words of ours in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.text import EMPTY, Mask, literal, tag
from tests.talks import mask, masked

DOT = literal("·")
PIECES = st.lists(st.one_of(st.text(max_size=6), st.just(mask("a...z"))), max_size=6)


def test_a_splice_replaces_plain_text_and_keeps_masks() -> None:
    text = masked("ab", mask(), "cd")
    assert text.splice([(0, 1, DOT), (5, 5, DOT)]) == masked("·b", mask(), "·cd")


@pytest.mark.parametrize("edit", [(3, 4), (1, 3), (4, 6), (0, 7), (3, 3)])
def test_a_splice_refuses_to_cut_a_mask(edit: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="plain text"):
        masked("ab", mask(), "cd").splice([(*edit, DOT)])


def test_edits_must_be_in_order() -> None:
    with pytest.raises(ValueError, match="after the one before"):
        masked("abcd").splice([(2, 3, DOT), (1, 2, DOT)])


@given(PIECES)
def test_no_edit_changes_nothing(pieces: list[str | Mask]) -> None:
    text = masked(*pieces)
    assert text.splice([]) == text


@given(PIECES, st.data())
def test_one_edit_changes_only_its_place(pieces: list[str | Mask], data: st.DataObject) -> None:
    text = masked(*pieces)
    at = data.draw(st.integers(0, len(text)))
    if any(left < at < right for left, right in text.mask_spans()):
        return
    new = text.splice([(at, at, DOT)])
    assert str(new) == str(text)[:at] + "·" + str(text)[at:]
    assert new.masks == text.masks


@given(PIECES)
def test_mask_spans_are_where_the_masks_are_shown(pieces: list[str | Mask]) -> None:
    text = masked(*pieces)
    assert [str(text)[start:end] for start, end in text.mask_spans()] == [m.shown for m in text.masks]


def test_a_tag_takes_short_plain_names_alone() -> None:
    assert str(tag("Asia/Shanghai +08:00")) == "Asia/Shanghai +08:00"
    assert tag("") == EMPTY
    for odd in ("密码", "a\nb", "x" * 65, "「", "`"):
        with pytest.raises(ValueError, match="plain short name"):
            tag(odd)
