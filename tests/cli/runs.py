"""Runs a command in this process, so that a test of one costs no start of Python."""

from __future__ import annotations

import io
import sys

import pytest

from safedigest.cli import app


class Runner:
    """Runs commands; what comes back is the exit code, the output and the errors."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, given: bytes = b"") -> tuple[int, str, str]:
        """Run ``safedigest`` with ``words``; ``given`` is its standard input."""
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = app._run([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return int(code), out, err
