"""The watch over the whole run finds what it is there to find."""

from __future__ import annotations

import string
from pathlib import Path
from random import Random

import pytest

from tests.leaks import Watch

ALNUM = string.ascii_letters + string.digits


def drawn(size: int) -> str:
    """Return random characters without the watch of the run hearing of it."""
    random = Random(8)
    return "".join(random.choice(ALNUM) for _ in range(size))


@pytest.mark.parametrize("cut", [slice(None), slice(20, 28), slice(-8, None)])
def test_a_secret_that_comes_out_is_found_by_eight_of_its_characters(cut: slice) -> None:
    watch, value = Watch(), drawn(40)
    watch.register(value)
    watch.heard("a log", f"before {value[cut]} after")
    assert watch.leaks() == ["a log"]


def test_a_mask_is_no_leak() -> None:
    watch, value = Watch(), drawn(40)
    watch.register(value)
    watch.heard("a log", f"before {value[:7]}...{value[-4:]} after".encode())
    assert watch.leaks() == []


def test_what_our_code_leaves_behind_is_read(tmp_path: Path) -> None:
    watch, value = Watch(), drawn(40)
    watch.register(value)
    places = ["h/safedigest/audit.jsonl", "h/page.html", "h/.x.1.tmp", "h/shared-context/DIGEST.md"]
    for name in [*places, "h/safedigest/status.json", "h/state.db"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(value if name in (*places, "h/state.db") else "{}")
    watch.files(tmp_path)
    assert watch.leaks() == sorted(places)
