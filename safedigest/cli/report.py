"""``safedigest report``: the audit as one page to be read in a browser."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from safedigest import audit
from safedigest.config import FOLDER, Config, Lang, load_config
from safedigest.errors import WriteError
from safedigest.gate import Gate
from safedigest.home import find_home, home_zone
from safedigest.keyfile import load_key
from safedigest.publish import write_shared
from safedigest.report.html import render
from safedigest.report.overview import Overview, rounds
from safedigest.rotation import rotations
from safedigest.status import load
from safedigest.tally import tally

_STDOUT = Path("-")
_ROUNDS = 10  # last syncs that are told


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("report")(report)


def report(
    html: Annotated[Path, typer.Option("--html", help="The file to write, or - for standard output.")],
    home: Annotated[
        Path | None, typer.Option("--home", help="The Hermes home; else HERMES_HOME, else ~/.hermes.")
    ] = None,
    lang: Annotated[
        Lang | None, typer.Option(help="The language shown first; else that of the settings.")
    ] = None,
) -> None:
    """Write a page about what was exposed and what to rotate. It holds masks alone and needs nothing else."""
    place = find_home(home)
    data = page(place, load_config(place), lang, time.time()).encode()
    if html == _STDOUT:
        sys.stdout.buffer.write(data)
        return
    try:
        old = html.read_bytes() if html.exists() else None
    except OSError as error:
        raise WriteError(f"{html}: cannot be read ({error.strerror}); name another file") from None
    write_shared(html, old, data)


def page(home: Path, config: Config, lang: Lang | None, now: float) -> str:
    """Return the page about ``home`` at ``now`` (epoch seconds)."""
    folder = home / FOLDER
    key = load_key(folder / "key")
    told = audit.read(folder / audit.FILE)
    view = Overview(
        made=now,
        tally=tally(told, folder),
        status=load(folder),
        rotations=tuple(rotations(home, Gate.from_home(home, key=key))),
        rounds=rounds(told, _ROUNDS),
        whole=audit.verify(folder / audit.FILE, key) is None,
        lang=lang or config.lang,
        zone=home_zone(home),
    )
    return "".join(render(view))
