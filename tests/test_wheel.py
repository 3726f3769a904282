"""The built wheel, installed in an environment of its own away from the checkout, does the main job."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    words = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    done = _run(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a clean environment and return its command."""
    folder = tmp_path_factory.mktemp("clean")
    assert _run(sys.executable, "-m", "venv", folder / "venv", cwd=folder).returncode == 0
    done = _run(folder / "venv" / "bin" / "pip", "install", "--quiet", wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "venv" / "bin" / "safedigest"


def test_every_rule_file_is_in_the_wheel(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    rules = {path.relative_to(ROOT / "rules") for path in (ROOT / "rules").rglob("*") if path.is_file()}
    assert {f"safedigest/_rules/{path.as_posix()}" for path in rules} <= packed
    assert {"safedigest/py.typed", "safedigest/report/html/page.css"} <= packed


def test_the_wheel_holds_no_tests(wheel: Path) -> None:
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tests/")]


def test_the_installed_command_does_the_main_job(command: Path, tmp_path: Path) -> None:
    done = _run(command, "demo", "--lang", "en", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Check: of the 6 invented secrets, 0 stand in the files" in done.stdout


def test_without_its_rules_the_installed_command_stops(command: Path, tmp_path: Path) -> None:
    folder = next((command.parents[1] / "lib").glob("python*/site-packages/safedigest/_rules"))
    aside = folder.with_name("_aside")
    folder.rename(aside)
    try:
        done = _run(command, "redact", cwd=tmp_path)
    finally:
        aside.rename(folder)
    assert done.returncode == 3
    assert done.stdout == ""
    assert "rule" in done.stderr
