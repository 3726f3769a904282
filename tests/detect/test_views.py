"""A view maps every place back to what it came from."""

from hypothesis import given
from hypothesis import strategies as st

from safedigest.detect.views import Edit, View, stretches


def _edits(data: st.DataObject, size: int) -> list[Edit]:
    bounds = sorted(data.draw(st.lists(st.integers(0, size), max_size=8).filter(lambda b: len(b) % 2 == 0)))
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return [Edit(start, end, data.draw(st.text("XY", max_size=3))) for start, end in pairs if start < end]


@given(st.text("abc", max_size=30), st.data())
def test_plain_places_map_to_themselves_and_edited_ones_to_their_edit(text: str, data: st.DataObject) -> None:
    edits = _edits(data, len(text))
    view = View(text, edits)
    for at, char in enumerate(view.text):
        start, end = view.origin(at, at + 1)
        assert 0 <= start < end <= len(text)
        if char in "XY":
            assert any((edit.start, edit.end) == (start, end) for edit in edits)
        else:
            assert text[start:end] == char


@given(st.text("abc", min_size=1, max_size=30), st.data())
def test_only_what_holds_an_edit_is_touched(text: str, data: st.DataObject) -> None:
    edits = _edits(data, len(text))
    view = View(text, edits)
    start = data.draw(st.integers(0, max(0, len(view.text) - 1)))
    end = data.draw(st.integers(start, len(view.text)))
    if start < end and not view.touched(start, end):
        low, high = view.origin(start, end)
        assert text[low:high] == view.text[start:end]


def test_a_cut_inside_touches_and_one_at_the_edge_does_not() -> None:
    view = View("ab cd", [Edit(2, 3, "")])
    assert view.text == "abcd"
    assert view.touched(0, 4)
    assert not view.touched(0, 2)
    assert not view.touched(2, 4)
    assert view.origin(1, 3) == (1, 4)


def test_an_edit_that_overlaps_an_earlier_one_is_left_out() -> None:
    assert View("abcdef", [Edit(0, 4, "X"), Edit(2, 6, "Y")]).text == "Xef"


def test_a_short_text_is_one_stretch() -> None:
    edits = [Edit(3, 4, "-"), Edit(90, 91, "-")]
    assert list(stretches("x" * 100, edits)) == [(0, 100, edits)]


@given(st.lists(st.integers(0, 30_000), min_size=1, max_size=12))
def test_every_edit_lies_in_one_stretch_with_room_around_it(places: list[int]) -> None:
    text = "word " * 6_100
    edits = [Edit(at, at + 1, "-") for at in sorted(set(places))]
    found = list(stretches(text, edits))
    assert [edit for _, _, near in found for edit in near] == edits
    for low, high, near in found:
        assert all(
            max(0, edit.start - 500) >= low and min(len(text), edit.end + 500) <= high for edit in near
        )


def test_a_stretch_of_a_text_maps_to_the_text() -> None:
    text = "word " * 2_000 + "to%6ben" + " word" * 2_000
    at = text.index("%6b")
    ((low, high, near),) = stretches(text, [Edit(at, at + 3, "k")])
    view = View(text, near, low, high)
    start = view.text.index("token")
    assert high - low < len(text) / 2
    assert view.touched(start, start + 5)
    assert view.origin(start, start + 5) == (at - 2, at + 5)
