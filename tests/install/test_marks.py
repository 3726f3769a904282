"""Our sections in files that people write: put in, replaced, found where the host keeps them, and taken out again."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest.install import marks
from safedigest.install.marks import BLOCK, SECTION
from safedigest.publish import Outcome

TEXTS: Final = {
    BLOCK: "<!-- CROSS-PLATFORM:BEGIN x -->\nwords\n<!-- CROSS-PLATFORM:END -->",
    SECTION: "<!-- SAFEDIGEST:BEGIN x -->\nwords\n\nmore\n<!-- SAFEDIGEST:END -->",
}
LONGER: Final = {name: text.replace("words", "quite\nother words") for name, text in TEXTS.items()}
BOTH: Final = pytest.mark.parametrize("markers", [BLOCK, SECTION], ids=["block", "section"])

_pieces = st.lists(
    st.sampled_from(
        ["# head", "text", "", "  ", "---", "漢字", "<!-- mine -->", "key: 1", "```", "\t", "\u2028", "\x0c"]
    )
)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Draw a file as a person may have written it."""
    data = draw(st.sampled_from(["\n", "\r\n"])).join(draw(_pieces)).encode()
    data += draw(st.sampled_from([b"", b"\n", b"\r\n", b"\n\n"]))
    return (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + data


def put(markers: marks.Markers, data: bytes) -> tuple[bytes, str]:
    """Put a section where that kind of section goes."""
    return (marks.on_top if markers is BLOCK else marks.at_end)(data, TEXTS[markers])


@BOTH
@settings(deadline=None)
@given(files())
def test_put_in_and_taken_out_every_byte_is_as_before(markers: marks.Markers, data: bytes) -> None:
    new, inserted = put(markers, data)
    place = marks.find(markers, new)
    assert not isinstance(place, Outcome)
    assert b"words" in new[slice(*place)]
    assert marks.taken_out(markers, new, inserted) == data


@BOTH
@settings(deadline=None)
@given(files())
def test_so_it_is_when_the_section_was_rewritten_meanwhile(markers: marks.Markers, data: bytes) -> None:
    new, inserted = put(markers, data)
    changed = marks.replaced(markers, new, LONGER[markers])
    assert changed != new
    assert marks.taken_out(markers, changed, inserted) == data


@BOTH
@settings(deadline=None)
@given(files(), st.sampled_from([b"above", b"one\n\ntwo"]), st.sampled_from([b"below", b"\nthree\n\nfour\n"]))
def test_what_was_written_around_it_stays(
    markers: marks.Markers, data: bytes, above: bytes, below: bytes
) -> None:
    new, inserted = put(markers, data)
    place = marks.find(markers, new)
    assert not isinstance(place, Outcome)
    edited = new[: place[0]] + above + b"\n" + new[place[0] : place[1]] + b"\n" + below + new[place[1] :]
    left = marks.taken_out(markers, edited, inserted)
    assert left is not None
    words = [line.strip() for line in (edited[: place[0]] + above + b"\n").splitlines() if line.strip()]
    assert [line.strip() for line in left.splitlines() if line.strip()][: len(words)] == words
    assert below.strip() in left
    assert b"words" not in left


@BOTH
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.partition("\n")[2],
        lambda text: text.rpartition("\n")[0],
        lambda text: f"{text}\n{text}",
        lambda text: "\n".join(reversed(text.split("\n"))),
    ],
    ids=["no first", "no last", "twice", "turned"],
)
def test_markers_that_are_no_pair_are_a_fault_and_can_be_cleared(
    markers: marks.Markers, spoil: object
) -> None:
    assert callable(spoil)
    data = f"own\n{spoil(TEXTS[markers])}\nalso own\n".encode()
    assert marks.find(markers, data) is Outcome.BROKEN_MARKERS
    assert marks.taken_out(markers, data, "") is None
    clear = marks.without_stray(markers, data)
    assert marks.find(markers, clear) is Outcome.NO_MARKERS
    assert clear.startswith(b"own\n")
    assert clear.endswith(b"also own\n")


def test_the_block_goes_behind_a_table_of_metadata() -> None:
    data = b"---\nname: x\n---\n# mine\n"
    new, _ = marks.on_top(data, TEXTS[BLOCK])
    assert new.startswith(b"---\nname: x\n---\n<!-- CROSS-PLATFORM:BEGIN")


def test_a_rule_that_is_never_closed_is_no_table() -> None:
    new, _ = marks.on_top(b"---\n# mine\n", TEXTS[BLOCK])
    assert new.startswith(b"<!-- CROSS-PLATFORM:BEGIN")


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        (0, 100, True),
        (0, 50_000, True),
        (15_000, 30_000, False),
        (30_000, 1_000, True),
        (13_000, 7_000, True),
    ],
)
def test_a_long_file_is_kept_at_its_head_and_its_tail(before: int, after: int, *, kept: bool) -> None:
    data = ("字" * before + "\n" + TEXTS[BLOCK] + "\n" + "字" * after).encode()
    place = marks.find(BLOCK, data)
    assert not isinstance(place, Outcome)
    assert marks.kept(data, place, 20_000) is kept
