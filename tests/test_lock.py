"""One sync at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from safedigest.errors import WriteError
from safedigest.lock import only_one

_HOLD = """
import sys
from pathlib import Path
from safedigest.lock import only_one
with only_one(Path(sys.argv[1])) as mine:
    print(mine, flush=True)
    sys.stdin.read()
"""


def test_a_second_one_is_told_at_once_and_may_later(tmp_path: Path) -> None:
    path = tmp_path / "safedigest" / "lock"
    with only_one(path) as first, only_one(path) as second:
        assert (first, second) == (True, False)
    with only_one(path) as third:
        assert third


def test_another_process_counts_and_a_killed_one_does_not(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    root = str(Path(__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        with only_one(path) as mine:
            assert not mine
        other.kill()
    with only_one(path) as mine:
        assert mine


def test_a_lock_that_cannot_be_opened_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(WriteError, match="lock"), only_one(tmp_path / "lock"):
        pass
