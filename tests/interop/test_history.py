"""A scan of stores that the real Hermes wrote, whatever tables its release keeps the words in."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.keyfile import load_key
from tests.cli.runs import Runner
from tests.interop import hermes

# Runs in the host's Python: a home and four secrets in; a talk with a prompt, a call and its output comes to be.
_TALK = """
import json, sys
from pathlib import Path
from hermes_state import SessionDB
home, prompt, said, called, returned = sys.argv[1:]
db = SessionDB(Path(home) / "state.db")
db.create_session("s1", "cli", system_prompt="You may use " + prompt)
db.append_message("s1", "user", "use " + said)
arguments = json.dumps({"command": "export K=" + called})
call = {"id": "c", "type": "function", "function": {"name": "terminal", "arguments": arguments}}
db.append_message("s1", "assistant", "I do.", tool_calls=[call])
db.append_message("s1", "tool", "K=" + returned, tool_name="terminal", tool_call_id="c")
db.close()
"""
PLACES = ("prompt", "message 1, user", "message 2, assistant", "message 3, tool")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.mark.parametrize("release", [hermes.V13, hermes.V16, hermes.V19, hermes.V22], ids=lambda r: r.version)
def test_each_place_where_the_host_keeps_words_is_read(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, release: hermes.Release
) -> None:
    python = hermes.ensure(release)
    if python is None:
        pytest.skip("this Hermes has no build for a Python on this machine")
    made = [make("ghp_{alnum:36}", Random(seed)).text for seed in range(4)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command: list[str | Path] = [python, "-c", _TALK, tmp_path, *made]
    host = {**environment, "HERMES_HOME": str(tmp_path)}
    subprocess.run(command, cwd=tmp_path, env=host, capture_output=True, timeout=120, check=True)
    monkeypatch.setenv("HERMES_HOME", str(tmp_path))
    found = json.loads(run("scan", "--store", "--format", "json")[1])["findings"]
    gate = Gate.from_home(tmp_path, key=load_key(tmp_path / "safedigest" / "key"))
    assert {one["fingerprint"] for one in found} == {gate.fingerprint(value) for value in made}
    lines = run("scan", "--store")[1].splitlines()
    for place, value in zip(PLACES, made, strict=True):
        assert any(place in line and gate.fingerprint(value) in line for line in lines)
