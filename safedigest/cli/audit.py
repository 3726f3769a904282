"""``safedigest audit``: what was masked so far, and what to rotate because of it."""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from safedigest import audit, exposure, lock
from safedigest.config import FOLDER, load_config
from safedigest.exits import ExitCode, fail
from safedigest.exposure import State
from safedigest.gate import Gate
from safedigest.install.place import owners_home
from safedigest.keyfile import load_key
from safedigest.report import ledger
from safedigest.report.still import still
from safedigest.rotation import rotations
from safedigest.tally import tally

HomeOption = Annotated[
    Path | None, typer.Option("--home", help="The Hermes home; else HERMES_HOME, else ~/.hermes.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def register(app: typer.Typer) -> None:
    """Add the group to ``app``."""
    group = typer.Typer(no_args_is_help=False, invoke_without_command=True)
    group.callback()(_default)
    for name, command in (
        ("list", list_), ("stats", stats), ("secrets", secrets), ("resolve", resolve), ("verify", verify),
    ):  # fmt: skip
        group.command(name)(command)
    app.add_typer(group, name="audit", help="What was masked, and what to rotate because of it.")


def _default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_()


def _folder(home: Path) -> Path:
    load_config(home)
    return home / FOLDER


def _file(home: Path) -> Path:
    return _folder(home) / audit.FILE


def list_(
    home: HomeOption = None,
    end: Annotated[str | None, typer.Option(help="Only this end.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind.")] = None,
    rule: Annotated[str | None, typer.Option(help="Only this rule.")] = None,
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    fingerprint: Annotated[str | None, typer.Option(help="Only this value.")] = None,
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="From this day on (UTC).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List what was masked, oldest first."""
    first = since.replace(tzinfo=UTC).timestamp() if since else 0.0
    wanted = {"end": end, "kind": kind, "rule": rule, "session": session, "fingerprint": fingerprint}
    for told in audit.read(_file(owners_home(home))):
        if told.time >= first and all(w in (None, getattr(told.item, name)) for name, w in wanted.items()):
            print(json.dumps(ledger.item(told)) if as_json else still(ledger.item_line(told)))


def stats(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Count what was masked and what was shown: by day, end and kind."""
    place = owners_home(home)
    counts = tally(audit.read(_file(place)), place / FOLDER)
    if as_json:
        print(json.dumps(ledger.stats(counts)))
        return
    for line in ledger.stats_lines(counts):
        print(still(line))


def secrets(
    home: HomeOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Resolved ones too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List each value that was said, where it still lives and where it is revoked: the list to rotate from."""
    place = owners_home(home)
    gate = Gate.from_home(place, key=load_key(_folder(place) / "key"))
    found = [one for one in rotations(place, gate) if everything or one.secret.state is not State.RESOLVED]
    if as_json:
        print(json.dumps({"version": 1, "secrets": list(map(ledger.rotation, found))}, indent=1))
        return
    for one in found:
        for line in ledger.rotation_lines(one):
            print(still(line))
    todo = ": rotate what is open, then `safedigest audit resolve FINGERPRINT`" if found else ""
    print(f"{len(found)} value{'' if len(found) == 1 else 's'}{todo}")


def resolve(
    fingerprint: Annotated[str, typer.Argument(metavar="FINGERPRINT", help="As `audit secrets` shows it.")],
    home: HomeOption = None,
) -> None:
    """Close a value that was rotated; should it be said again, it is open again."""
    place = owners_home(home)
    if not any(told.item.fingerprint == fingerprint for told in audit.read(_file(place))):
        raise typer.Exit(
            fail("no value has that fingerprint; see `safedigest audit secrets --all`", ExitCode.USAGE)
        )
    exposure.resolve(place / FOLDER, fingerprint, time.time())


def verify(home: HomeOption = None) -> None:
    """Check that every line is whole and in order.

    This is against accidents and hands without the key, not against somebody who owns the folder: the key lies there
    too, and lines that are missing at the very end cannot be told.
    """
    place = owners_home(home)
    file = _file(place)
    if not file.exists():
        print("nothing was masked yet")
        return
    with lock.only_one(_folder(place) / "lock") as mine:
        if not mine:
            raise typer.Exit(fail("a sync is at work; run it again in a moment"))
        if audit.repair(file):
            print(audit.REPAIRED, file=sys.stderr)
    broken = audit.verify(file, load_key(_folder(place) / "key"))
    if broken:
        raise typer.Exit(
            fail(f"{broken[0].name}: line {broken[1]} is not as it was written, or one before it is gone")
        )
    print(f"{len(audit.read(file))} items, all whole and in order")
