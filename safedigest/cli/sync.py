"""``safedigest sync`` and ``safedigest status``."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from safedigest import status as status_file
from safedigest.cli.show import absences, ago, changes
from safedigest.config import FOLDER, load_config
from safedigest.exits import ExitCode, fail
from safedigest.home import find_home
from safedigest.install.place import owners_home
from safedigest.sync import Report, Result, digest_path, sync

HomeOption = Annotated[
    Path | None, typer.Option("--home", help="The Hermes home; else HERMES_HOME, else ~/.hermes.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("sync")(run)
    app.command("status")(show)


def run(
    home: HomeOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Do everything but write.")] = False,
    diff: Annotated[
        bool,
        typer.Option("--diff", help="Show what changes, both sides masked; writes nothing with --dry-run."),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="Say what was done, and what was left out and why.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Bring the digest up to date. Silent when all is well, since cron posts what it prints."""
    place = owners_home(home)
    before = changes.read(place) if diff else None
    report = sync(place, dry_run=dry_run)
    if as_json:
        print(json.dumps(_as_json(report), ensure_ascii=False))
    else:
        if before is not None and report.draft is not None:
            sys.stdout.writelines(changes.lines(place, before, report.draft))
        if verbose:
            _tell(place, report)
    if report.result is Result.FAULT:
        raise typer.Exit(fail(report.notices[0], ExitCode.FAILED))


def _tell(home: Path, report: Report) -> None:
    now = report.status
    print(
        f"{report.result.value}: {now.ends} ends, {now.turns} turns, {now.masks} masks, {now.withheld} withheld"
    )
    for file in report.files:
        print(f"  wrote {file}")
    for notice in report.notices:
        print(f"  note: {notice}")
    for line in absences(now.left_out, home / FOLDER):
        print(f"  {line}")


def _as_json(report: Report) -> dict[str, object]:
    """Return the documented form of a sync's result (version 1)."""
    files = [str(file) for file in report.files]
    return {"version": 1, "result": report.result.value, "files": files, "status": asdict(report.status)}


def show(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Say what the last sync did, what is left out, and why."""
    place = find_home(home)
    load_config(place)
    now = status_file.load(place / FOLDER)
    if as_json:
        print(json.dumps({"version": 1, "home": str(place), **asdict(now)}, ensure_ascii=False))
        return
    clock = time.time()
    print(f"home: {place}")
    print(f"digest: {digest_path(place)}")
    print(f"last good sync: {ago(now.good, clock)}; last change: {ago(now.put, clock)}")
    print(f"shown: {now.ends} ends, {now.turns} turns, {now.masks} masks, {now.withheld} withheld")
    if now.error:
        print(f"last error: {now.error}")
    for notice in now.notices:
        print(f"note: {notice}")
    for line in absences(now.left_out, place / FOLDER):
        print(line)
