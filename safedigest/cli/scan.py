"""``safedigest scan``: what already leaked, where, and with ``--fix`` out of the files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from safedigest import allow
from safedigest.config import FOLDER, Personal
from safedigest.errors import ConfigError, WriteError
from safedigest.exits import ExitCode, fail
from safedigest.gate import Gate
from safedigest.home import find_home
from safedigest.keyfile import load_key
from safedigest.report.found import Outcome, Trouble
from safedigest.report.still import still
from safedigest.rotation import pages
from safedigest.scan import places
from safedigest.scan.history import HistoryScan
from safedigest.scan.run import MOST_WHOLE, FileScan
from safedigest.scan.walk import check, walk
from safedigest.store import store_path

_STDIN = "-"


class Format(StrEnum):
    """How the findings are told."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("scan")(scan)


def scan(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Files, folders, or - for standard input; else this home's own files."),
    ] = None,
    home: Annotated[
        Path | None, typer.Option(help="The Hermes home; else HERMES_HOME, else ~/.hermes.")
    ] = None,
    store: Annotated[bool, typer.Option("--store", help="Read the whole history in state.db.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mask what is found in the files themselves.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix changes, both sides masked.")] = False,
    form: Annotated[
        Format | None, typer.Option("--format", help="How to tell; text on a terminal, else concise.")
    ] = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="End with 0 where something was found, not with 1.")
    ] = False,
    personal: Annotated[Personal | None, typer.Option(help="Which personal data counts.")] = None,
) -> None:
    """Look for secrets that already leaked.

    Ends with 0 where none is left, 1 where one was found, 2 for a wrong call, 3 where something could not be read.
    """
    named = list(paths or ())
    streams = [path for path in named if str(path) == _STDIN]
    files = [path for path in named if str(path) != _STDIN]
    if streams and fix:
        raise typer.BadParameter("standard input cannot be fixed in place; use `safedigest redact`")
    try:
        check(files)
        place = _home(home, needed=not named or store)
    except ConfigError as error:
        raise typer.Exit(fail(str(error), ExitCode.USAGE)) from None
    run, note = _prepared(place, personal, fix=fix, diff=diff)
    if streams:
        _stream(run)
    if place is not None and not named and not store:
        files = places.of_home(place)
    run.steps(walk(files))
    if store and place is not None:
        _history(run, place, personal)
    if place is not None and any(name.startswith(str(place / "logs")) for name in run.fixed):
        run.notes.append("a Hermes that is running writes on into the old log file: start it again")
    outcome = run.outcome()
    _tell(outcome, form or (Format.TEXT if sys.stdout.isatty() else Format.CONCISE), [*run.changes, *note])
    _advise(outcome, place)
    raise typer.Exit(_code(outcome, exit_zero=exit_zero))


def _stream(run: FileScan) -> None:
    """Scan standard input."""
    data = sys.stdin.buffer.read(MOST_WHOLE + 1)
    if len(data) > MOST_WHOLE:
        run.troubles.append(Trouble(_STDIN, f"more than {MOST_WHOLE >> 20} MB; scan it in parts"))
    else:
        run.data(data, _STDIN)


def _home(option: Path | None, *, needed: bool) -> Path | None:
    """Return the home; None where there is none and none is needed."""
    try:
        return find_home(option)
    except ConfigError:
        if needed or option is not None:
            raise
        return None


def _prepared(
    home: Path | None, personal: Personal | None, *, fix: bool, diff: bool
) -> tuple[FileScan, list[str]]:
    """Return a scan with the gates that ``home`` gives it, and what is to be said about that."""
    if home is None:
        gate = Gate.default(personal or Personal.DEFAULT)
        return FileScan(lambda _: gate, fix=fix, diff=diff), []
    note: list[str] = []
    try:
        key = load_key(home / FOLDER / "key")
    except WriteError:
        key, note = b"", ["note: this home cannot be written, so there are no fingerprints"]
    plain = Gate.from_home(home, personal=personal, key=key, keep=bool(key))
    allowed = allow.in_force(home / FOLDER, datetime.now(UTC).date())
    return FileScan(_gates(plain, home), allowed, fix=fix, diff=diff), note


def _gates(plain: Gate, home: Path) -> Callable[[Path], Gate]:
    """Return which gate a file goes through: what was made from the talk is known by the talk."""
    made = places.digests(home)
    top = home.resolve()

    @cache
    def knowing(*, short: bool) -> Gate:
        return places.knowing(plain, home, short=short)

    def choose(path: Path) -> Gate:
        real = path.resolve()
        if not real.is_relative_to(top) and real not in made:
            return plain
        return knowing(short=real in made)

    return choose


def _history(run: FileScan, home: Path, personal: Personal | None) -> None:
    """Scan the store of ``home``."""
    gate = run.gate_for(Path("/"))
    scan_ = HistoryScan(
        gate,
        store_path(home),
        home / FOLDER,
        places.basis(home, gate, personal.value if personal else ""),
        _bar() if sys.stderr.isatty() else _quiet,
    )
    found, rows = scan_.run()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if scan_.resumed:
        run.notes.append(f"the scan went on behind row {scan_.resumed}, where the last one was stopped")
    if not scan_.kept:
        run.notes.append("this home cannot be written, so a scan that is stopped begins anew")
    if scan_.more:
        run.notes.append(f"{scan_.more} places of further values are not listed: there are too many")
    run.skipped.extend(scan_.skipped)
    run.add(found, rows)


def _quiet(_done: int, _total: int) -> None:
    """Draw nothing."""


def _bar() -> Callable[[int, int], None]:
    """Return what draws a bar on the terminal."""

    def draw(done: int, total: int) -> None:
        full = 30 * done // max(total, 1)
        print(f"\r[{'#' * full}{'.' * (30 - full)}] {done}/{total} rows", end="", file=sys.stderr, flush=True)

    return draw


def _tell(outcome: Outcome, form: Format, before: list[str]) -> None:
    plain = form in (Format.TEXT, Format.CONCISE)
    for line in before:
        print(still(line), file=sys.stdout if plain else sys.stderr)
    for line in _rendered(outcome, form):
        print(line)
    for trouble in outcome.troubles:
        fail(f"{still(trouble.name)}: {still(trouble.what)}")


def _rendered(outcome: Outcome, form: Format) -> Iterator[str]:
    lines: Iterator[str] = import_module(f"safedigest.report.{form.value}").render(outcome)
    return lines


def _advise(outcome: Outcome, home: Path | None) -> None:
    """Say where what was found is revoked, and what removes a talk from Hermes' own store, which stays as it is."""
    where = pages()
    for rule in sorted({found.rule for found in outcome.found if not found.allowed} & set(where)):
        print(f"revoke {rule} at {where[rule]}", file=sys.stderr)
    places = [place for found in outcome.open for place in (found.place, found.last) if place]
    sessions = list(dict.fromkeys(place.session for place in places if place.session))
    if sessions and home is not None:
        more = f" (and of {len(sessions) - 1} more)" if len(sessions) > 1 else ""
        print(
            "state.db is never changed here: rotate what was found, then remove the talk with"
            f" `hermes sessions delete {still(sessions[0])}`{more}",
            file=sys.stderr,
        )


def _code(outcome: Outcome, *, exit_zero: bool) -> ExitCode:
    if outcome.troubles:
        return ExitCode.FAILED
    if outcome.open and not exit_zero:
        return ExitCode.FOUND
    return ExitCode.DONE
