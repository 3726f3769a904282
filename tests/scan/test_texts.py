"""Laws of one text: where a finding stands, what is shown around it, and what takes its place."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest.detect.template import make
from safedigest.gate import Gate, findings
from safedigest.report.found import Place
from safedigest.scan.texts import found_in, replaced
from tests.scan.bulk import PLANTS

GATE = Gate.default()
TOKENS = [make(form, Random(seed)).text for seed, form in enumerate(PLANTS)]
TEXTS = st.lists(
    st.sampled_from(
        [*TOKENS, "\n", "\r\n", " ", "\t", "中文，", "key: ", "密码是 ", "🎉", "\u202e", "words ", "x" * 200]
    ),
    max_size=12,
).map("".join)


def offset(text: str, line: int, column: int) -> int:
    """Return where a line and a column lie in a text."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_lines_and_columns_lead_to_what_was_masked(text: str) -> None:
    masked = GATE.mask(text)
    told = list(found_in(masked, Place("f"), text))
    assert len(told) == len(masked.masks)
    for found, finding in zip(told, findings(masked), strict=True):
        place = found.place
        assert offset(text, place.line, place.column) == finding.start
        assert offset(text, place.end_line, place.end_column) == finding.end


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_what_is_shown_is_a_piece_of_the_masked_text_with_its_mask_at_the_marks(text: str) -> None:
    masked = GATE.mask(text)
    for found in found_in(masked, Place("f"), text):
        line = str(found.context)
        assert line in str(masked)
        assert line[slice(*found.marks)] == found.shown
        assert len(line) <= 2 * 60 + sum(len(mask) for mask in found.context.masks)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_only_what_was_masked_is_replaced_and_what_is_kept_is_not(text: str) -> None:
    masked = GATE.mask(text)
    assert replaced(masked, text, frozenset()) == str(masked)
    assert (
        replaced(masked, text, frozenset({""})) == text
    )  # without a key every value has the same fingerprint
