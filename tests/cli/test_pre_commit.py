"""The hooks for pre-commit: what the manifest names can be run, and stops a commit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from safedigest.detect.template import make

HOOKS = Path(__file__).resolve().parents[2] / ".pre-commit-hooks.yaml"


def hooks() -> dict[str, dict[str, Any]]:
    return {hook["id"]: hook for hook in yaml.safe_load(HOOKS.read_text(encoding="utf-8"))}


def test_each_hook_has_what_the_manifest_asks_for() -> None:
    assert set(hooks()) == {"safedigest", "safedigest-fix"}
    for hook in hooks().values():
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert hook["language"] == "python"


@pytest.mark.parametrize(("name", "codes"), [("safedigest", (1, 1)), ("safedigest-fix", (0, 0))])
def test_a_hook_is_run_with_the_files_of_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, codes: tuple[int, int]
) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "none"))
    before = f"key = {make('ghp_{alnum:36}', Random(1)).text}\n"
    (tmp_path / "a.py").write_text(before)
    (tmp_path / "b.py").write_text("nothing\n")
    program, *words = hooks()[name]["entry"].split()
    assert program == "safedigest"
    for code in codes:
        command = [sys.executable, "-m", program, *words, "a.py", "b.py"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert "2 texts read" in done.stdout
    changed = (tmp_path / "a.py").read_text() != before  # pre-commit stops at a file that a hook changed
    assert changed == (name == "safedigest-fix")
