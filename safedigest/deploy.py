"""Writes the plugin into a home: ``$HERMES_HOME/plugins/safedigest/``, and which Python runs its ticks.

Invariants: each file whole, 0600 in a folder of 0700; what begins to work last is written last, so a host that starts
meanwhile finds the old plugin or the new one, or none; a module that the plugin no longer has goes. Whether Hermes
loads it is the owner's choice (``plugins.enabled``) and not decided here.
"""

from __future__ import annotations

import contextlib
import json
import site
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from safedigest import __version__
from safedigest.errors import WriteError
from safedigest.plugin.fresh import PATIENCE
from safedigest.publish import Outcome, write_private

NAME: Final = "safedigest"
_LAST: Final = ("__init__.py", "plugin.yaml")  # without these there is no plugin


def plugin_folder(home: Path) -> Path:
    """Return where the plugin of ``home`` lies."""
    return home / "plugins" / NAME


def write_plugin(home: Path) -> list[Path]:
    """Write the plugin into ``home`` and return the files that changed. Raises WriteError."""
    folder = plugin_folder(home)
    try:
        folder.parent.mkdir(0o700, exist_ok=True)  # Hermes' own folder keeps its mode where it is there
    except OSError as error:
        raise WriteError(f"{folder.parent}: could not be made ({error.strerror})") from None
    files = dict(_files())
    for old in set(folder.glob("*.py")) - {folder / name for name in files}:
        with contextlib.suppress(OSError):
            old.unlink()
    order = sorted(files, key=lambda name: (_LAST.index(name) if name in _LAST else -1, name))
    return [folder / name for name in order if write_private(folder / name, files[name]) is Outcome.WRITTEN]


def outdated(home: Path) -> list[str]:
    """Return the names of the plugin's files that are missing in ``home`` or not as they should be."""
    folder = plugin_folder(home)
    return sorted(name for name, data in _files() if _content(folder / name) != data)


def _content(path: Path) -> bytes | None:
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return None


def plugin_version(home: Path) -> str:
    """Return the version of the plugin in ``home``; empty where there is none."""
    with contextlib.suppress(OSError, ValueError):
        for line in (plugin_folder(home) / "plugin.yaml").read_text(encoding="utf-8").splitlines():
            if line.startswith("version:"):
                return line.partition(":")[2].strip().strip('"')
    return ""


def _files() -> Iterator[tuple[str, bytes]]:
    """Give each file of the plugin, by its name."""
    for file in resources.files("safedigest.plugin").iterdir():
        if file.name.endswith(".py"):
            yield file.name, file.read_bytes()
        elif file.name == "plugin.yaml":
            yield file.name, file.read_bytes().replace(b'version: "0"', f'version: "{__version__}"'.encode())
    yield "install.json", (json.dumps(_installation(), indent=1) + "\n").encode()


def _installation() -> dict[str, str | float]:
    """Return the Python that has us, the folder it must look into beside its own, and how long a turn waits for it."""
    root = Path(__file__).resolve().parents[1]
    installed = {Path(path).resolve() for path in [*site.getsitepackages(), site.getusersitepackages()]}
    return {
        "version": __version__,
        "python": sys.executable,
        "root": "" if root in installed else str(root),
        "patience": PATIENCE,
    }
