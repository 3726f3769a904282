"""Another tool that is typed sees our types: what is right passes, and raw or wrong values are errors."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = """
import logging
from pathlib import Path
from safedigest import Finding, Gate, Kind, MaskStream, RedactingFilter, inspect, redact, redact_json

shown: str = redact("x")
found: list[Finding] = inspect("x")
kinds: list[Kind] = [one.kind for one in found]
size: int = sum(one.length for one in found)
gate: Gate = Gate.from_home(Path("home"))
text: str = str(gate.mask("x")) + gate.mask_text("x")
question, answer = gate.mask_exchange("x", "y")
stream = MaskStream(gate)
parts: list[str] = [stream.feed("x"), stream.close(), *MaskStream().mask(["a", "b"])]
logging.getLogger().addFilter(RedactingFilter(gate))
data: object = redact_json({"a": [1, None]})

redact(b"x")  # wrong: arg-type
number: int = redact("x")  # wrong: assignment
joined: str = "a" + gate.mask("x")  # wrong: operator
stream.feed(1)  # wrong: arg-type
Gate.from_home("home")  # wrong: arg-type
gate.masks("x")  # wrong: attr-defined
"""


def test_what_is_right_passes_and_what_is_wrong_does_not(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text(SAMPLE)
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--follow-imports=silent"]
    words += ["--cache-dir", str(tmp_path / "cache"), "--no-error-summary", str(sample)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    wanted = {
        (n, line.rpartition(": ")[2]) for n, line in enumerate(SAMPLE.splitlines(), 1) if "# wrong" in line
    }
    got = {(int(n), code) for n, code in re.findall(r"sample\.py:(\d+): error: .*\[([\w-]+)\]", done.stdout)}
    assert got == wanted, done.stdout + done.stderr
