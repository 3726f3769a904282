"""The plugin's files in the home; whether Hermes loads them is the business of ``settings``."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from safedigest.deploy import outdated, plugin_folder, write_plugin
from safedigest.install.ledger import Entry, Kind
from safedigest.install.site import Change, Doing, Live, Site, Step
from safedigest.install.words import Words

NAME: Final = "plugin"
_TITLE: Final = Words("插件：这边说的，那边马上知道", "Plugin: said there, known here")


def plan(site: Site) -> Step:
    """Return the step."""
    if site.options.live is not Live.PLUGIN:
        return Step(NAME, _TITLE)
    folder = plugin_folder(site.home)
    changed = outdated(site.home)
    if not changed:
        return Step(NAME, _TITLE)

    def work() -> Entry:
        write_plugin(site.home)
        return Entry(NAME, Kind.FOLDER, str(folder))

    return Step(NAME, _TITLE, (Doing(tuple(f"+ {folder / name}" for name in changed), work),))


def undoing(entry: Entry) -> Change:
    """Return what takes the plugin's folder away: all in it is ours, or was compiled from it."""
    folder = Path(entry.target)
    return Doing((f"- {folder}/",), lambda: shutil.rmtree(folder, ignore_errors=True))
