"""Values with named parts behave as frozen dataclasses do."""

from __future__ import annotations

import pytest

from safedigest.plugin.record import Record


class Place(Record):
    name: str
    depth: int = 3


class Harbour(Place):
    pilot: str = ""


def test_parts_are_given_by_order_or_by_name_and_may_have_defaults() -> None:
    assert (Place("quay").name, Place("quay").depth) == ("quay", 3)
    assert Place("quay", 5) == Place(depth=5, name="quay")
    assert Harbour("quay", 5, "Orsolya").pilot == "Orsolya"


@pytest.mark.parametrize("given", [((), {}), ((), {"depth": 1}), (("a", 1, 2), {}), (("a",), {"width": 1})])
def test_a_wrong_number_of_parts_is_an_error(given: tuple[tuple[object, ...], dict[str, object]]) -> None:
    with pytest.raises(TypeError, match="Place takes name, depth"):
        Place(*given[0], **given[1])  # type: ignore[arg-type]


def test_it_equals_its_like_alone() -> None:
    assert Place("quay") == Place("quay")
    assert hash(Place("quay")) == hash(Place("quay"))
    assert Place("quay") != Place("quay", 4)
    assert Place("quay") != Harbour("quay")


def test_it_never_changes() -> None:
    place = Place("quay")
    with pytest.raises(AttributeError):
        place.name = "pier"  # type: ignore[misc]
    assert place.but(name="pier") == Place("pier")
    assert place.name == "quay"


def test_it_shows_its_parts() -> None:
    assert repr(Place("quay")) == "Place(name='quay', depth=3)"
