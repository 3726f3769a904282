"""The host is found, asked in a process of its own, and never trusted to answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from safedigest.errors import ConfigError
from safedigest.install import host as hosts
from safedigest.install.host import Host, find_host, read_version


def script(path: Path, text: str) -> Path:
    """Write a command."""
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let no Hermes be found but what a test puts on the PATH."""
    monkeypatch.setattr(hosts, "_USUAL", ())
    monkeypatch.setattr(sys, "executable", str(tmp_path / "env" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_none_is_none(nowhere: Path) -> None:
    assert find_host() is None


def test_it_is_found_on_the_path_with_the_python_of_its_first_line(nowhere: Path) -> None:
    command = script(nowhere / "hermes", f"#!{nowhere}/bin/python3.11\n")
    assert find_host() == Host(command, nowhere / "bin" / "python3.11")


def test_it_is_found_beside_our_own_python(nowhere: Path) -> None:
    (nowhere / "env").mkdir()
    command = script(nowhere / "env" / "hermes", "#!/usr/bin/python3\n")
    found = find_host()
    assert found is not None
    assert found.command == command


def test_its_python_is_found_through_a_wrapper(nowhere: Path) -> None:
    script(nowhere / "real", "#!/srv/venv/bin/python\n")
    command = script(nowhere / "hermes", f'#!/bin/sh\nunset PYTHONPATH\nexec "{nowhere}/real" "$@"\n')
    assert find_host() == Host(command, Path("/srv/venv/bin/python"))


def test_a_wrapper_that_leads_in_a_circle_has_no_python(nowhere: Path) -> None:
    command = script(nowhere / "hermes", f"#!/bin/sh\nexec {nowhere}/hermes\n")
    assert find_host() == Host(command, None)


def test_a_command_that_was_named_and_cannot_be_run_is_an_error(nowhere: Path) -> None:
    with pytest.raises(ConfigError, match="no command that can be run"):
        find_host(nowhere / "typo")


def test_it_is_asked_for_the_home_and_without_our_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/ours")
    command = script(tmp_path / "hermes", '#!/bin/sh\necho "$HERMES_HOME $1 ${PYTHONPATH-none}"\n')
    ran = Host(command, None).run(tmp_path, "version")
    assert (ran.code, ran.output) == (0, f"{tmp_path} version none\n")


@pytest.mark.parametrize(
    "text", ["#!/bin/sh\nexit 3\n", "#!/bin/sh\necho noise\n", "#!/bin/sh\nsleep 9\n", "#!/gone\n"]
)
def test_one_that_does_not_answer_is_an_answer_too(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "_PATIENCE", 0.5)
    command = script(tmp_path / "python", text)
    assert Host(command, command).ask(tmp_path, version=True) == {}


def test_what_its_code_does_not_know_is_missing(tmp_path: Path) -> None:
    """Our own Python has no Hermes in it."""
    answers = Host(Path("hermes"), Path(sys.executable)).ask(tmp_path, version=True, scan=[["a", "b"]])
    assert answers["version"] is None
    assert answers["errors"]["scan"] == "ModuleNotFoundError"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "version"),
    [("0.19.0", (0, 19, 0)), ("v0.22.2.post1", (0, 22, 2)), ("", ()), (None, ()), ("unknown", ())],
)
def test_a_version_is_numbers(said: object, version: tuple[int, ...]) -> None:
    assert read_version(said) == version
