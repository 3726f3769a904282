"""A home that Hermes has started in, and a Hermes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.hermes import FakeHermes, hermes

OWN = {
    "config.yaml": b"# mine\r\nmodel: {default: m}\r\nplugins:\r\n  enabled: [own] # keep\r\n",
    "AGENTS.md": b"\xef\xbb\xbf# Rules of the house\n\nNever before noon",
    "SOUL.md": "我自己写的人设，没有换行".encode(),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home with files that somebody wrote; the gateway of its user reads the home's own AGENTS.md."""
    path = tmp_path / "home"
    path.mkdir(0o700)
    for name, data in OWN.items():
        (path / name).write_bytes(data)
    monkeypatch.setenv("HOME", str(path))
    monkeypatch.setenv("HERMES_HOME", str(path))
    return path


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home that Hermes has never started in."""
    path = tmp_path / "empty"
    path.mkdir(0o700)
    monkeypatch.setenv("HOME", str(path))
    monkeypatch.setenv("HERMES_HOME", str(path))
    return path


@pytest.fixture
def host(tmp_path: Path) -> FakeHermes:
    """Give a Hermes."""
    return hermes(tmp_path)
