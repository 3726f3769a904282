"""Only a home is worked on, never a made-up one, and never as somebody who should not."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from safedigest.errors import ConfigError
from safedigest.exits import ExitCode
from safedigest.install.place import act_as_owner, find_hermes_home
from tests.anyone import OTHER, ours_for_anyone
from tests.fakes.store import FakeStore

Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def others() -> Iterator[Path]:
    """Give a folder that other users can reach."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root can give a home to another user")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="module")
def python(others: Path) -> Path:
    """Give a Python that has us and that other users can run."""
    made = ours_for_anyone(others / "env")
    if made is None:
        pytest.skip("what runs these tests cannot be read by other users")
    return made


def safedigest(*words: str, python: Path | str = sys.executable, user: int | None = None) -> Done:
    """Run our command, as another user if one is given."""
    command = [python, "-m", "safedigest", *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd="/", user=user, group=user, timeout=120
    )


def test_a_home_is_known_by_what_hermes_leaves_in_it(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").touch()
    (tmp_path / "else").touch()
    assert find_hermes_home(tmp_path) == tmp_path


def test_an_empty_folder_is_a_home_to_be(tmp_path: Path) -> None:
    assert find_hermes_home(tmp_path) == tmp_path


def test_any_other_folder_is_none(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    with pytest.raises(ConfigError, match="not a Hermes home"):
        find_hermes_home(tmp_path)


@pytest.mark.parametrize("name", ["gone", "profiles/work"])
def test_a_missing_home_is_an_error_and_is_not_made(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="no Hermes home at"):
        find_hermes_home(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["install", "uninstall", "doctor", "verify"])
def test_no_command_makes_a_home(tmp_path: Path, command: str) -> None:
    done = safedigest(command, "--home", str(tmp_path / "profiles" / "work"))
    assert done.returncode == 3
    assert "no Hermes home at" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_in_ones_own_home_one_stays_who_one_is(tmp_path: Path) -> None:
    assert act_as_owner(tmp_path) is None


def test_a_home_of_somebody_else_is_refused(others: Path, python: Path) -> None:
    home = others / "open"
    home.mkdir()
    home.chmod(0o777)
    (home / "config.yaml").touch()
    done = safedigest("install", "--yes", "--home", str(home), python=python, user=OTHER)
    assert done.returncode == 3
    assert "belongs to user 0; run as that user" in done.stderr
    assert [path.name for path in home.iterdir()] == ["config.yaml"]


def test_a_home_that_may_not_be_read_is_refused(others: Path, python: Path) -> None:
    home = others / "closed"
    home.mkdir(0o700)
    done = safedigest("install", "--yes", "--home", str(home), python=python, user=OTHER)
    assert done.returncode == ExitCode.USAGE
    assert "is not readable" in done.stderr


def test_root_works_as_the_owner_of_the_home(others: Path, python: Path) -> None:
    home = others / "given"
    home.mkdir(0o700)
    os.chown(home, OTHER, OTHER)
    done = safedigest("install", "--yes", "--home", str(home), "--lang", "en", python=python)
    assert done.returncode == 0, done.stderr
    assert f"working as user {OTHER}" in done.stdout
    assert {path.stat().st_uid for path in home.rglob("*")} == {OTHER}


def test_so_does_a_sync_by_hand(others: Path, python: Path) -> None:
    home = others / "synced"
    home.mkdir(0o700)
    with FakeStore(home / "state.db") as store:
        store.session("cli-1", "cli")
        store.say("cli-1", "hello", "hello", 5)
    for path in (home, *home.iterdir()):
        os.chown(path, OTHER, OTHER)
    done = safedigest("sync", "--home", str(home), python=python)
    assert done.returncode == 0, done.stderr
    assert (home / "shared-context" / "DIGEST.md").exists()
    assert {path.stat().st_uid for path in home.rglob("*")} == {OTHER}


def test_an_installation_that_the_owner_cannot_run_is_refused(others: Path, tmp_path: Path) -> None:
    home = others / "unreached"
    home.mkdir(0o700)
    os.chown(home, OTHER, OTHER)
    tmp_path.chmod(0o700)
    made = ours_for_anyone(tmp_path / "env")
    if made is None:
        pytest.skip("what runs these tests cannot be read by other users")
    done = safedigest("install", "--yes", "--home", str(home), python=made)
    assert done.returncode == 3
    assert f"user {OTHER}, who owns {home}, may not read" in done.stderr
    assert list(home.iterdir()) == []
