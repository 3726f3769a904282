"""The layout of a container: Hermes' tree apart from the home, the home another user's, and root at the keyboard."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.anyone import OTHER, ours_for_anyone, python_for_anyone
from tests.interop import hermes
from tests.interop.installed import Home
from tests.interop.server import ModelServer
from tests.interop.test_install import BLOCK, SECTION

_COMMAND = "#!{python}\nimport sys\nfrom hermes_cli.main import main\nsys.exit(main())\n"


# One release is the rule here, since each copies a whole tree; the longer run takes both.
_RELEASES = (hermes.V22, hermes.V19) if os.environ.get("SAFEDIGEST_OLD_HERMES") else (hermes.V22,)


@pytest.fixture(scope="module", params=_RELEASES, ids=lambda r: r.version)
def release(request: pytest.FixtureRequest) -> hermes.Release:
    chosen: hermes.Release = request.param
    if hermes.ensure(chosen) is None:
        pytest.skip(f"{chosen.package} {chosen.version} has no build for a Python on this machine")
    return chosen


@pytest.fixture(scope="module")
def box(release: hermes.Release) -> Iterator[Home]:
    """Give ``opt/data``, owned by a user without a name, and Hermes in ``opt/hermes``, owned by root."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root can give a home to another user")
    with tempfile.TemporaryDirectory() as name, ModelServer().running() as server:
        opt = Path(name)
        opt.chmod(0o755)
        (packages,) = release.folder.glob("lib/python3*/site-packages")
        python = python_for_anyone(opt / "hermes" / ".venv", packages)
        ours = ours_for_anyone(opt / "ours")
        if python is None or ours is None:
            pytest.skip("what runs these tests cannot be read by other users")
        command = python.with_name("hermes")
        command.write_text(_COMMAND.format(python=python))
        command.chmod(0o755)
        home = Home(opt / "data", command, server, OTHER, ours)
        home.path.mkdir(0o700)
        home.settle()
        for path in (home.path, home.path / "config.yaml"):
            os.chown(path, OTHER, OTHER)
        yield home


def test_from_install_to_uninstall(box: Home) -> None:
    before = box.tree()
    said = box.ours("install", "--yes", "--lang", "en")
    assert f"working as user {OTHER}" in said
    (job,) = box.jobs()
    assert "succeeded" in box.hermes("cron", "run", job["id"])
    outputs = [path.read_text() for path in (box.path / "cron" / "output").glob("*/*.md")]
    assert outputs
    assert all("silent" in text for text in outputs)
    prompt = box.prompt("who are you?")
    assert BLOCK in prompt
    assert SECTION in prompt
    assert BLOCK not in box.prompt("and in your own tree?", cwd=box.command.parents[2])
    assert json.loads(box.ours("doctor", "--json"))["ok"]
    assert box.ours("verify", "--lang", "en").count("ok ") == 4
    assert [path for path in box.path.rglob("*") if path.stat().st_uid != OTHER] == []
    box.ours("uninstall", "--yes", "--purge")
    left = box.tree()
    assert {name: left[name] for name in before} == before
    assert [
        name for name, data in left.items() if b"safedigest" in data.lower() or "safedigest" in name
    ] == []
    assert box.jobs() == []


def test_a_problem_is_found_and_mended_by_root_too(box: Home) -> None:
    box.ours("install", "--yes", "--lang", "en")
    box.prompt("is anybody there?")
    box.ours("sync")
    (box.path / "scripts" / "safedigest-tick.py").unlink()
    said = json.loads(box.ours("doctor", "--json", code=3))
    (problem,) = [check for check in said["checks"] if not check["ok"]]
    assert problem["name"] == "script"
    box.shell(problem["fix"])
    assert json.loads(box.ours("doctor", "--json"))["ok"]
    assert (box.path / "scripts" / "safedigest-tick.py").stat().st_uid == OTHER
