"""Watches a whole run of the tests for secrets that got out.

Every secret that the tests make up is registered when it is made: what templates and corpora call one, what is drawn
from letters or as bytes (``random`` and ``secrets``), and what any gate masks in this process. All that came out is
searched for each run of eight of their characters: output, logs and traceback of every test, output of commands that
run in the process or as one of their own, and every file below the tests' folders. What is found is named by its place,
never by its text.

A file is left out only where it must hold a secret: one that a test wrote as it still stands there (an input), and the
stores and credential files in ``SOURCES``. They are counted, and the count is shown at the end of the run. Packages in
an environment that a test made and what a browser keeps for itself are not ours (``FOREIGN``).
"""

from __future__ import annotations

import base64
import hashlib
import random
import re
import secrets
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from safedigest.detect.template import Sample
from safedigest.gate import Gate
from tests.corpus.cases import Case

GRAM: Final = 8
_LEAST: Final = 10
_LABEL: Final = 16  # characters at the start of a long value that may be its public label
_LONG: Final = 32
_HEX: Final = "0123456789abcdef"
_RUN: Final = re.compile(r"[!-~]{8,}")
# Files that hold secrets by their nature: a store and the credentials of the host, and our own key.
SOURCES: Final = re.compile(r".*\.db(?:-wal|-shm|-journal)?|\.env|key")

FOREIGN: Final = frozenset(
    ("site-packages", "Default")
)  # code of others in an environment; a browser's own profile


def grams(text: str) -> Iterator[int]:
    """Give the hashes of the runs in ``text`` that no innocent text has by chance: eight with a letter and a digit."""
    for run in _RUN.finditer(text):
        part = run[0]
        at = 0
        for digit in (n for n, char in enumerate(part) if char.isdigit()):
            at = max(at, digit - GRAM + 1)
            while at <= min(digit, len(part) - GRAM):
                gram = part[at : at + GRAM]
                if not gram.strip(
                    _HEX
                ):  # digests are everywhere: two of them share eight characters by chance
                    gram = part[at : at + 2 * GRAM]
                if len(gram) % GRAM == 0 and any(map(str.isalpha, gram)):
                    yield hash(gram)
                at += 1


class Watch:
    """What was made up, and what came out."""

    def __init__(self) -> None:
        self.values: set[str] = set()
        self.said: list[tuple[str, str]] = []
        self.row: list[str] = []  # characters that were drawn one by one
        self.sources = 0
        self._planted: dict[Path, bytes] = {}

    def register(self, value: str) -> None:
        """Note a secret that a test made."""
        if len(value) >= _LEAST:
            self.values.add(value)

    def end_row(self) -> None:
        """Register what was drawn one by one up to now."""
        self.register("".join(self.row))
        self.row.clear()

    def data(self, value: bytes) -> None:
        """Note secret bytes in the forms in which they are written."""
        for form in (base64.b64encode(value), base64.urlsafe_b64encode(value)):
            self.register(form.decode().rstrip("="))
        self.register(value.hex())

    def plant(self, path: Path) -> None:
        """Note that a test wrote ``path`` as it stands there now."""
        self._planted[path.resolve()] = hashlib.sha256(path.read_bytes()).digest()

    def heard(self, where: str, text: object) -> None:
        """Note what came out at ``where``."""
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        if isinstance(text, str) and text:
            self.said.append((where, text))

    def files(self, base: Path) -> None:
        """Note all that lies in files below ``base``, but for what must hold secrets."""
        for path in base.rglob("*"):
            if path.is_symlink() or not path.is_file() or FOREIGN.intersection(path.parts):
                continue
            data = b"" if SOURCES.fullmatch(path.name) else path.read_bytes()
            known = self._planted.get(path.resolve())
            if SOURCES.fullmatch(path.name) or known == hashlib.sha256(data).digest():
                self.sources += 1
            else:
                self.heard(str(path.relative_to(base)), data)

    def leaks(self) -> list[str]:
        """Return the places where a run of a registered secret came out."""
        self.end_row()
        known: set[int] = set()
        for value in self.values:
            known.update(grams(value[_LABEL:] if len(value) >= _LONG else value))
        return sorted({where for where, text in self.said if not known.isdisjoint(grams(text))})

    def counts(self) -> str:
        """Say how much was watched."""
        size = sum(len(text) for _, text in self.said)
        return (
            f"{len(self.values)} secrets, {len(self.said)} texts of {size} characters; "
            f"{self.sources} files are inputs of tests, stores or keys"
        )


def install(watch: Watch) -> Callable[[], None]:
    """Register what is made up, and hear what comes out, from now on; return what undoes that."""
    patch = pytest.MonkeyPatch()
    _hear_drawn(watch, patch)
    _hear_made(watch, patch)
    _hear_said(watch, patch)
    _hear_written(watch, patch)
    return patch.undo


def _after(patch: pytest.MonkeyPatch, owner: Any, name: str, then: Callable[..., None]) -> None:
    """Let ``then(result, *arguments)`` follow every call of ``owner.name``."""
    before = getattr(owner, name)

    @wraps(before)
    def call(*args: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        result = before(*args, **options)
        then(result, *args)
        return result

    patch.setattr(owner, name, call)


def _hear_drawn(watch: Watch, patch: pytest.MonkeyPatch) -> None:
    """Register rows of characters and bytes that are drawn at random."""
    row = watch.row

    def drawn(result: list[Any], _: object, population: object = "", *__: object) -> None:
        if isinstance(population, str):
            watch.register("".join(result))

    def chosen(result: object, _: object, population: object = "") -> None:
        if isinstance(population, str) and isinstance(result, str):
            row.append(result)
        else:
            watch.end_row()

    _after(patch, random.Random, "choices", drawn)
    _after(patch, random.Random, "sample", drawn)
    _after(patch, random.Random, "choice", chosen)
    _after(patch, random.Random, "randbytes", lambda result, *_: watch.data(result))
    for name in ("choices", "sample", "choice", "randbytes"):
        patch.setattr(random, name, getattr(random._inst, name))
    _after(patch, secrets, "token_bytes", lambda result, *_: watch.data(result))
    for name in ("token_hex", "token_urlsafe"):
        _after(patch, secrets, name, lambda result, *_: watch.register(result))


def _hear_made(watch: Watch, patch: pytest.MonkeyPatch) -> None:
    """Register what a template calls secret, and what a gate masks."""

    def made(_: None, sample: Sample, *__: object) -> None:
        for low, high in sample.secrets:
            watch.register(sample.text[low:high])

    def told(_: None, case: Case, *__: object) -> None:
        watch.register(case.value)
        watch.register(case.surface)

    _after(patch, Sample, "__init__", made)
    _after(patch, Case, "__init__", told)
    _after(patch, Gate, "fingerprint", lambda _, __, value: watch.register(value))


def _hear_said(watch: Watch, patch: pytest.MonkeyPatch) -> None:
    """Hear what commands print, in this process and in their own, and what a test takes from its captured output."""

    def invoked(result: Any, *_: object) -> None:
        watch.heard("the output of a command", result.output)
        if result.exc_info and not isinstance(result.exception, SystemExit):
            watch.heard("the traceback of a command", "".join(traceback.format_exception(*result.exc_info)))

    def communicated(result: tuple[Any, Any], process: subprocess.Popen[Any], *_: object) -> None:
        command = str(process.args)
        if "safedigest" in command:
            name = command.rpartition("safedigest")[2][:40]
            watch.heard(f"the output of safedigest{name}", result[0])
            watch.heard(f"the errors of safedigest{name}", result[1])

    def taken(result: Any, *_: object) -> None:
        watch.heard("captured output", result.out)
        watch.heard("captured errors", result.err)

    _after(patch, CliRunner, "invoke", invoked)
    _after(patch, subprocess.Popen, "communicate", communicated)
    _after(patch, pytest.CaptureFixture, "readouterr", taken)


def _hear_written(watch: Watch, patch: pytest.MonkeyPatch) -> None:
    """Tell files that tests write from those that our code writes, and read folders before they are removed."""

    def written(_: int, path: Path, *__: object) -> None:
        if sys._getframe(2).f_globals.get("__name__", "").startswith(("tests", "test_")):
            watch.plant(path)

    _after(patch, Path, "write_text", written)
    _after(patch, Path, "write_bytes", written)
    clean = tempfile.TemporaryDirectory.cleanup

    def cleanup(self: tempfile.TemporaryDirectory[str]) -> None:
        watch.files(Path(self.name))
        clean(self)

    patch.setattr(tempfile.TemporaryDirectory, "cleanup", cleanup)


def report_texts(report: Any) -> Iterable[str]:
    """Give all that a test's report holds: what it printed, what it logged, and its traceback."""
    return (report.capstdout, report.capstderr, report.caplog, report.longreprtext)
