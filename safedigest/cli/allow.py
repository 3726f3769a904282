"""``safedigest allow``: values that a scan may leave alone. The digest masks them all the same."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from safedigest import allow as allowed
from safedigest.config import FOLDER
from safedigest.errors import ConfigError
from safedigest.exits import ExitCode, fail
from safedigest.gate import Gate
from safedigest.install.place import owners_home
from safedigest.report.still import still

HomeOption = Annotated[
    Path | None, typer.Option("--home", help="The Hermes home; else HERMES_HOME, else ~/.hermes.")
]
Print = Annotated[
    str, typer.Argument(metavar="FINGERPRINT", help="The letters that `safedigest scan` shows in brackets.")
]


def register(app: typer.Typer) -> None:
    """Add the group to ``app``."""
    group = typer.Typer(no_args_is_help=True)
    for name, command in (("add", add), ("list", list_), ("remove", remove)):
        group.command(name)(command)
    app.add_typer(
        group, name="allow", help="Allow values that a scan may leave alone; the digest never does."
    )


def add(
    fingerprint: Print,
    reason: Annotated[str, typer.Option(help="Why it may stay.")],
    expires: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The first day on which it may not any more."),
    ] = None,
    home: HomeOption = None,
) -> None:
    """Allow one value."""
    place = owners_home(home)
    folder = place / FOLDER
    if Gate.from_home(place, keep=False).mask(reason).masks:
        raise typer.Exit(fail("the reason holds a secret itself; say it without", ExitCode.USAGE))
    try:
        entry = allowed.checked(fingerprint, reason, expires.date() if expires else None)
    except ConfigError as error:
        raise typer.Exit(fail(str(error), ExitCode.USAGE)) from None
    others = [one for one in allowed.load(folder) if one.fingerprint != fingerprint]
    allowed.save(folder, [*others, entry])


def list_(home: HomeOption = None) -> None:
    """List what is allowed."""
    today = datetime.now(UTC).date()
    for one in allowed.load(owners_home(home) / FOLDER):
        until = f"until {one.expires}" if one.expires else "for good"
        over = "" if one.holds(today) else " (over)"
        print(f"{one.fingerprint}  {until}{over}  {still(one.reason)}")


def remove(fingerprint: Print, home: HomeOption = None) -> None:
    """Take an allowance back."""
    folder = owners_home(home) / FOLDER
    entries = allowed.load(folder)
    left = [one for one in entries if one.fingerprint != fingerprint]
    if len(left) == len(entries):
        raise typer.Exit(
            fail("nothing is allowed by that fingerprint; see `safedigest allow list`", ExitCode.USAGE)
        )
    allowed.save(folder, left)
