"""The library as another tool uses it: as documented, typed, shared by threads, with nothing set up."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import safedigest
from safedigest.gate import Gate
from tests.corpus.cases import harmless_cases, secret_cases

ROOT = Path(__file__).resolve().parents[1]
TEXTS = [case.text for case in [*secret_cases(seed=29, each=1), *harmless_cases(seed=29, each=1)]]


@pytest.mark.parametrize("name", ["safedigest", "safedigest.stream", "safedigest.logs", "safedigest.jsons"])
def test_the_examples_of_the_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_the_page_of_the_library_is_current() -> None:
    spec = importlib.util.spec_from_file_location("make_api", ROOT / "docs" / "make_api.py")
    assert spec is not None and spec.loader is not None
    make_api = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_api)
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert page == make_api.page(), "run python docs/make_api.py"
    assert all(f"## `{name}" in page for name in safedigest.__all__ if name != "__version__")


def test_threads_may_share_a_gate_from_its_first_text_on() -> None:
    wanted = list(map(safedigest.redact, TEXTS))
    shared = Gate.default()

    def masked(first: int) -> list[str]:
        return [shared.mask_text(text) for text in TEXTS[first:] + TEXTS[:first]]

    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(masked, range(8)))
    assert len({tuple(sorted(row)) for row in got} | {tuple(sorted(wanted))}) == 1


def test_one_liners_need_no_home_and_leave_nothing(tmp_path: Path) -> None:
    code = "import safedigest, sys; print(safedigest.redact(sys.stdin.read())); print(len(safedigest.inspect('x')))"
    environment = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, input="wifi password: sunny-side-42",
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("wifi password: ***\n0\n", "")
    assert list(tmp_path.iterdir()) == []


def test_a_gate_of_an_empty_home_masks_too(tmp_path: Path) -> None:
    gate = Gate.from_home(tmp_path)
    assert gate.mask_text("wifi password: sunny-side-42") == "wifi password: ***"


def test_nothing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for text in TEXTS:
            safedigest.redact(text)
    assert len(caplog.records) == 0
