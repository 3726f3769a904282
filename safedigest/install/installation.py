"""How other programs start this installation of safedigest: by absolute path, whatever their environment is."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import safedigest


@dataclass(frozen=True, slots=True)
class Installation:
    """The interpreter, and the folder it must be told to look into; ``root`` is empty for an installed package."""

    python: str
    root: str

    def command(self, module: str, *words: str) -> list[str]:
        """Return the command that runs one of our modules; ``-P``: the folder it is started in is not ours."""
        return [self.python, "-P", "-m", module, *words]


def installation() -> Installation:
    """Return the installation that runs now. A virtual environment's own interpreter is kept, not what it links to."""
    package = Path(safedigest.__file__).resolve().parent
    installed = package.parent.name in ("site-packages", "dist-packages")
    return Installation(sys.executable, "" if installed else str(package.parent))


def typed(*words: str) -> str:
    """Return a command of ours as a person types it."""
    name = shutil.which("safedigest")
    ours = name and Path(name).resolve().parent == Path(sys.executable).parent.resolve()
    start: Sequence[str] = ["safedigest"] if ours else [sys.executable, "-m", "safedigest"]
    return shlex.join([*start, *words])
