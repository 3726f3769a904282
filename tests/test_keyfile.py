"""The key for fingerprints."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from pathlib import Path

import pytest

from safedigest.errors import ConfigError, WriteError
from safedigest.keyfile import load_key


def test_it_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "safedigest" / "key"
    key = load_key(path)
    assert len(key) == 32
    assert load_key(path) == key
    assert [entry.name for entry in path.parent.iterdir()] == ["key"]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_two_homes_have_two_keys(tmp_path: Path) -> None:
    assert load_key(tmp_path / "a") != load_key(tmp_path / "b")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_size_stops_the_run_and_stays(tmp_path: Path, size: int) -> None:
    path, data = tmp_path / "key", secrets.token_bytes(size)
    path.write_bytes(data)
    with pytest.raises(ConfigError, match="not a key of 32 bytes") as error:
        load_key(path)
    assert path.read_bytes() == data
    assert not data or data.hex() not in str(error.value)


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_an_open_key_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(secrets.token_bytes(32))
    path.chmod(0o644)
    load_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_one_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    with pytest.raises(ConfigError, match="cannot be read"):
        load_key(tmp_path / "key")


def test_whoever_was_first_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, theirs = tmp_path / "key", secrets.token_bytes(32)
    real = os.link

    def late(source: Path, target: Path) -> None:
        path.write_bytes(theirs)
        real(source, target)

    monkeypatch.setattr(os, "link", late)
    assert load_key(path) == theirs
    assert [entry.name for entry in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize("step", ["fsync", "link"])
def test_a_full_disk_leaves_no_half_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(WriteError, match="No space"):
        load_key(tmp_path / "key")
    assert list(tmp_path.iterdir()) == []
