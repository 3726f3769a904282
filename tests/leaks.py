"""Watches a whole run of the tests for secrets that got out.

Every secret that the tests make up at run time is registered: what ``Random.choices`` draws from letters, and what any
gate masks in this process. At the end all that our code said or wrote is searched for them and for each run of eight
of their characters: captured output, logs and tracebacks of every test, the output of every ``safedigest`` process, and
the files in our own folders, the pages and what a killed write would leave. What is found is named by its place, never
by its text.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from safedigest.detect.words import classes
from safedigest.gate import Gate

GRAM: Final = 8
_LEAST_DRAWN: Final = 10
_LABEL: Final = 16  # characters at the start of a long value that may be its public label
_LONG: Final = 32
_MOST_VALUES: Final = 20_000
_MOST_TEXT: Final = 200_000_000
_OURS: Final = ("*/safedigest/*.json", "*/safedigest/*.jsonl", "*/safedigest/allow.toml", "*.html", ".*.tmp")


def grams(value: str) -> Iterator[str]:
    """Give the runs of ``value`` that no innocent text has by chance, and that are no label."""
    first = _LABEL if len(value) >= _LONG else 0
    for at in range(first, len(value) - GRAM + 1):
        gram = value[at : at + GRAM]
        if (
            gram.isascii()
            and classes(gram) > 1
            and any(map(str.isdigit, gram))
            and any(map(str.isalpha, gram))
        ):
            yield gram


class Watch:
    """What was made up, and what came out."""

    def __init__(self) -> None:
        self.values: set[str] = set()
        self._said: list[tuple[str, str]] = []
        self._size = 0

    def register(self, value: str) -> None:
        """Note a secret that a test made."""
        if len(self.values) < _MOST_VALUES:
            self.values.add(value)

    def heard(self, where: str, text: object) -> None:
        """Note what came out at ``where``."""
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        if isinstance(text, str) and text and self._size < _MOST_TEXT:
            self._said.append((where, text))
            self._size += len(text)

    def files(self, base: Path) -> None:
        """Note what our code left below ``base``."""
        for form in _OURS:
            for path in base.rglob(form):
                if path.is_file() and path.stat().st_size < _MOST_TEXT:
                    self.heard(str(path.relative_to(base)), path.read_bytes())
        for status in base.rglob("safedigest/status.json"):
            page = status.parent.parent / "shared-context" / "DIGEST.md"
            if page.is_file():
                self.heard(str(page.relative_to(base)), page.read_bytes())

    def leaks(self) -> list[str]:
        """Return the places where a registered secret or a run of one came out."""
        known = {gram for value in self.values for gram in grams(value)}
        return sorted({where for where, text in self._said if known and _holds(text, known)})

    def counts(self) -> str:
        """Say how much was watched."""
        return f"{len(self.values)} secrets, {len(self._said)} texts, {self._size} characters"


def _holds(text: str, known: set[str]) -> bool:
    return any(text[at : at + GRAM] in known for at in range(len(text) - GRAM + 1))


def install(watch: Watch) -> Callable[[], None]:
    """Register what is drawn and masked from now on; return what undoes that."""
    choices, fingerprint, run = random.Random.choices, Gate.fingerprint, subprocess.run

    def drawing(self: random.Random, population: Any, *args: Any, **options: Any) -> list[Any]:
        drawn = choices(self, population, *args, **options)
        if isinstance(population, str) and len(drawn) >= _LEAST_DRAWN:
            watch.register("".join(drawn))
        return drawn

    def printing(self: Gate, value: str) -> str:
        if len(value) >= _LEAST_DRAWN and classes(value) > 1:
            watch.register(value)
        return fingerprint(self, value)

    def running(*words: Any, **options: Any) -> Any:
        done = run(*words, **options)
        command = str(words[0] if words else options.get("args"))
        if "safedigest" in command:
            watch.heard(f"the output of {command.rpartition('safedigest')[2][:60]}", done.stdout)
            watch.heard(f"the errors of {command.rpartition('safedigest')[2][:60]}", done.stderr)
        return done

    random.Random.choices = drawing  # type: ignore[method-assign]
    Gate.fingerprint = printing  # type: ignore[method-assign]
    subprocess.run = running  # type: ignore[assignment]

    def undo() -> None:
        random.Random.choices, Gate.fingerprint = choices, fingerprint  # type: ignore[method-assign]
        subprocess.run = run

    return undo


def report_texts(report: Any) -> Iterable[str]:
    """Give all that a test's report holds: what it printed, what it logged, and its traceback."""
    return (report.capstdout, report.capstderr, report.caplog, report.longreprtext)
