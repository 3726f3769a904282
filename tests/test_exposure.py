"""What the audit amounts to: each value once, open until it is resolved, and open again when it is said again."""

from __future__ import annotations

from pathlib import Path

import pytest

from safedigest import exposure
from safedigest.audit import Item, Length, Told
from safedigest.exposure import State, secrets

ONE, TWO, THREE = ("bcdfghjklmnpqrst", "tsrqpnmlkjhgfdcb", "bbbbbbbbbbbbbbbb")


def told(time: float, fingerprint: str, end: str = "cli", kind: str = "password", message: int = 1) -> Told:
    return Told(time, Item("a-rule", kind, end, f"s-{end}", message, "user", Length.LONG, fingerprint))


def states(
    *seen: Told, resolved: dict[str, float] | None = None, stored: tuple[str, ...] = ()
) -> dict[str, State]:
    return {one.fingerprint: one.state for one in secrets(seen, resolved or {}, stored)}


def test_a_value_is_one_row_with_all_its_sightings() -> None:
    rows = secrets([told(1, ONE), told(5, TWO), told(9, ONE, "telegram"), told(11, ONE)], {}, ())
    first, second = rows
    assert (first.fingerprint, [one.time for one in first.seen]) == (ONE, [1, 9, 11])
    assert (first.ends, first.sessions) == (("cli", "telegram"), ("s-cli", "s-telegram"))
    assert second.fingerprint == TWO


def test_what_has_no_fingerprint_or_was_withheld_is_no_value() -> None:
    assert states(told(1, ""), told(2, ONE, kind="withheld")) == {}


def test_what_is_resolved_is_closed_until_it_is_said_again() -> None:
    assert states(told(1, ONE), resolved={ONE: 5.0}) == {ONE: State.RESOLVED}
    assert states(told(1, ONE), told(9, ONE), resolved={ONE: 5.0}) == {ONE: State.OPEN}
    assert states(told(1, ONE), told(9, ONE), resolved={ONE: 9.0, TWO: 1.0}) == {ONE: State.RESOLVED}


def test_a_known_value_that_left_its_file_is_probably_rotated() -> None:
    seen = (told(1, ONE, kind="known"), told(2, TWO, kind="known"), told(3, THREE))
    assert states(*seen, stored=(TWO,)) == {ONE: State.ROTATED, TWO: State.OPEN, THREE: State.OPEN}


def test_open_ones_come_first_and_the_newest_of_them() -> None:
    seen = [told(1, ONE), told(2, TWO), told(3, THREE)]
    assert [one.fingerprint for one in secrets(seen, {THREE: 9.0}, ())] == [TWO, ONE, THREE]


def test_what_was_resolved_is_remembered(tmp_path: Path) -> None:
    assert exposure.load_resolved(tmp_path) == {}
    exposure.resolve(tmp_path, ONE, 5.0)
    exposure.resolve(tmp_path, TWO, 6.0)
    exposure.resolve(tmp_path, ONE, 7.0)
    assert exposure.load_resolved(tmp_path) == {ONE: 7.0, TWO: 6.0}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"resolved": 3}', '{"resolved": {"x": "y"}}'])
def test_an_odd_file_closes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / exposure.FILE).write_text(text)
    assert exposure.load_resolved(tmp_path) == {}
