"""The plugin's files in the home; whether Hermes loads them is the business of ``settings``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from safedigest import status
from safedigest.config import FOLDER
from safedigest.deploy import outdated, plugin_folder, write_plugin
from safedigest.errors import WriteError
from safedigest.install.ledger import Entry, Kind
from safedigest.install.site import Change, Doing, Found, Live, Site, Step
from safedigest.install.words import Words

NAME: Final = "plugin"
_TITLE: Final = Words("插件：这边说的，那边马上知道", "Plugin: said there, known here")
RESTART: Final = Words(
    "gateway 在运行的话要重启才会加载：hermes gateway restart；已打开的终端要退出再进",
    "a running gateway loads this when it is restarted: hermes gateway restart; "
    "an open terminal, when it is opened anew",
)


def plan(site: Site) -> Step:
    """Return the step; a plugin that is not wanted any more goes."""
    known = site.ledger.find(NAME)
    if site.options.live is not Live.PLUGIN:
        return Step(NAME, _TITLE, (undoing(known),), settles=(known,)) if known else Step(NAME, _TITLE)
    folder = plugin_folder(site.home)
    changed = outdated(site.home)
    entry = Entry(NAME, Kind.FOLDER, str(folder))
    if not changed:
        return Step(NAME, _TITLE, (*_forgotten(site), *(() if known else (Found(entry),))))

    def work() -> Entry:
        write_plugin(site.home)
        return entry

    written = Doing((f"+ {folder}/: {', '.join(changed)}",), work)
    remarks = (RESTART,) if known else ()  # the first time that is said where it is switched on
    return Step(NAME, _TITLE, (written, *_forgotten(site)), remarks)


def _forgotten(site: Site) -> Iterator[Change]:
    """Take back a note of what went wrong in the plugin: if it goes wrong again, it is noted again."""
    noted = status.load(site.home / FOLDER)

    def work() -> None:
        replace(noted, plugin="").save(site.home / FOLDER)

    if noted.plugin:
        yield Doing((f"- {site.home / FOLDER / status.FILE}: {noted.plugin}",), work)


def undoing(entry: Entry) -> Change:
    """Return what takes the plugin's folder away: all in it is ours, or was compiled from it."""
    folder = Path(entry.target)

    def work() -> None:
        try:
            shutil.rmtree(folder)
        except FileNotFoundError:
            return
        except OSError as error:
            raise WriteError(f"{folder}: cannot be removed ({error.strerror}); remove it by hand") from None

    return Doing((f"- {folder}/",), work)
