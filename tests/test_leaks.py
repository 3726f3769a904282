"""The watch over the whole run finds what it is there to find."""

from __future__ import annotations

import string
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.leaks import Watch

ROOT = Path(__file__).resolve().parents[1]
ALNUM = string.ascii_letters + string.digits


def drawn(size: int = 40) -> str:
    """Return random characters."""
    return "".join(Random(8).choices(ALNUM, k=size))


@pytest.mark.parametrize("cut", [slice(None), slice(20, 28), slice(-8, None)])
def test_a_secret_that_comes_out_is_found_by_eight_of_its_characters(cut: slice) -> None:
    watch, value = Watch(), "q7" * 8 + "w2" * 12
    watch.register(value)
    watch.heard("a log", f"before {value[cut]} after")
    assert watch.leaks() == ["a log"]


def test_a_mask_is_no_leak() -> None:
    watch, value = Watch(), drawn()
    watch.register(value)
    watch.heard("a log", f"before {value[:7]}...{value[-4:]} after".encode())
    assert watch.leaks() == []


def test_every_file_is_read_but_for_inputs_and_stores(tmp_path: Path) -> None:
    watch, value = Watch(), drawn()
    watch.register(value)
    for name in ("audit.jsonl", ".x.1.tmp", "deep/page.html", "state.db", "input.md", "changed.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(value)
    for name in ("input.md", "changed.md"):
        watch.plant(tmp_path / name)
    (tmp_path / "changed.md").write_text(f"{value} more")
    watch.files(tmp_path)
    assert watch.leaks() == [".x.1.tmp", "audit.jsonl", "changed.md", "deep/page.html"]
    assert watch.sources == 2


LEAKING = """
import logging, os, random, secrets, string, subprocess, sys, tempfile
from pathlib import Path
from safedigest.detect.template import make
ALNUM = string.ascii_letters + string.digits
EARLY = "".join(random.choices(ALNUM, k=30))
def test_prints(): print(EARLY)
def test_logs(): logging.getLogger("x").error("oh %s", "".join(random.choice(ALNUM) for _ in range(30)))
def test_fails(): raise ValueError(secrets.token_urlsafe(30))
def test_prints_of_a_template(): print(make("k={alnum:30}", random.Random()).text)
def test_takes(capsys): print(secrets.token_hex(20)); capsys.readouterr()
def test_leaves_a_file(tmp_path):
    with open(tmp_path / "left", "w") as file: file.write(EARLY)
def test_leaves_a_file_for_a_while():
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/brief", "w") as file: file.write(EARLY)
def test_runs():
    subprocess.run([sys.executable, "-c", "import os, safedigest; print(os.environ['V'])"],
        env={**os.environ, "V": EARLY}, stdout=subprocess.PIPE)
def test_keeps_still(tmp_path): (tmp_path / "input").write_text(secrets.token_hex(20))
"""


def run(folder: Path, *words: str) -> tuple[int, str]:
    """Run the leaking tests under the watch, in a process of their own, and return the exit code and the output."""
    (folder / "test_made.py").write_text(LEAKING)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore",
    ]
    command += ["--show-capture=no", "-c", "/dev/null", "--rootdir", str(folder), *words]
    done = subprocess.run([*command, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_a_run_in_which_tests_leak_fails_and_names_them_not_what_leaked(tmp_path: Path) -> None:
    """In a run of its own, since this one would fail by it."""
    code, out = run(tmp_path, "-k", "not fails")
    found = [line.rpartition(" in ")[2] for line in out.splitlines() if line.startswith("LEAK:")]
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "8 passed" in out
    assert sorted(name.rpartition("::")[2].rpartition("/")[2] for name in found) == [
        "brief",
        "captured output",
        "left",
        "test_logs",
        "test_prints",
        "test_prints_of_a_template",
        "the output of safedigest; print(os.environ['V'])\"]",
    ]


def test_a_traceback_is_searched(tmp_path: Path) -> None:
    code, out = run(tmp_path, "-k", "fails")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "LEAK: a secret of the tests came out in the report of test_made.py::test_fails" in out


def test_a_run_without_a_leak_passes(tmp_path: Path) -> None:
    code, out = run(tmp_path, "-k", "keeps_still")
    assert code == pytest.ExitCode.OK
    assert "LEAK" not in out and "watched for leaks: " in out
