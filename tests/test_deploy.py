"""The plugin is written into a home."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from safedigest import __version__, deploy
from safedigest.errors import WriteError


def test_all_of_it_is_written_once_and_closed_to_others(tmp_path: Path) -> None:
    written = deploy.write_plugin(tmp_path)
    folder = deploy.plugin_folder(tmp_path)
    assert {path.name for path in written} == {path.name for path in folder.iterdir()}
    assert written[-1].name == "plugin.yaml"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in written} == {0o600}
    assert deploy.write_plugin(tmp_path) == []


def test_it_knows_its_version_and_the_python_that_has_us(tmp_path: Path) -> None:
    assert deploy.plugin_version(tmp_path) == ""
    deploy.write_plugin(tmp_path)
    assert deploy.plugin_version(tmp_path) == __version__
    install = json.loads((deploy.plugin_folder(tmp_path) / "install.json").read_text())
    assert (install["version"], install["python"]) == (__version__, sys.executable)
    command = [install["python"], "-P", "-c", "import safedigest.tick"]
    subprocess.run(command, env={"PYTHONPATH": install["root"]}, cwd=tmp_path, check=True)


def test_a_module_of_an_older_version_goes(tmp_path: Path) -> None:
    deploy.write_plugin(tmp_path)
    folder = deploy.plugin_folder(tmp_path)
    (folder / "old.py").write_text("")
    (folder / "turn.py").write_text("old")
    assert [path.name for path in deploy.write_plugin(tmp_path)] == ["turn.py"]
    assert not (folder / "old.py").exists()


def test_the_folder_of_other_plugins_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir(0o755)
    deploy.write_plugin(tmp_path)
    assert stat.S_IMODE((tmp_path / "plugins").stat().st_mode) == 0o755


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="plugins"):
        deploy.write_plugin(tmp_path / "gone")
    assert not (tmp_path / "gone").exists()
