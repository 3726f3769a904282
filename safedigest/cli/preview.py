"""``safedigest preview``: what one end's agent is shown."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from safedigest.cli.show import absences
from safedigest.cli.sync import HomeOption
from safedigest.config import FOLDER, load_config
from safedigest.exits import ExitCode
from safedigest.home import find_home
from safedigest.plugin import compose
from safedigest.sync import sync
from safedigest.tokens import estimate


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("preview")(show)


def show(
    home: HomeOption = None,
    as_: Annotated[
        str,
        typer.Option(
            "--as", metavar="END", help="The end that is shown to, such as weixin; its own talk is left out."
        ),
    ] = "",
) -> None:
    """Print exactly what that end's agent is shown, its size, and what was left out and why. Writes nothing."""
    place = find_home(home)
    config = load_config(place)
    draft = sync(place, dry_run=True).draft
    if draft is None:
        raise typer.Exit(ExitCode.FAILED)
    text = compose.whole(draft.feed.data, now=time.time(), limit=config.limits.compact, without=as_)
    print(text or "(nothing to show)")
    print(f"\n-- {len(text)} characters, about {estimate(text)} tokens")
    for line in absences(draft.left_out, place / FOLDER):
        print(f"-- {line}")
