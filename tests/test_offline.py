"""Nothing leaves the machine: the main job runs where every socket is an error."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from safedigest.demo import invent, make_home
from safedigest.sync import Result, sync


def test_the_main_job_opens_no_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was asked for")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    with pytest.raises(AssertionError):
        socket.create_connection(("127.0.0.1", 9))
    make_home(tmp_path, lang="zh", now=time.time(), invented=invent())
    assert sync(tmp_path).result is Result.WRITTEN
