"""Our own files closed to everybody else: whoever changed that, the digest is one person's talk."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from safedigest.config import FOLDER
from safedigest.errors import WriteError
from safedigest.install.site import Doing, Site, Step
from safedigest.install.words import Words
from safedigest.publish import FILE_MODE, FOLDER_MODE
from safedigest.sync import digest_path

NAME: Final = "modes"
_TITLE: Final = Words("文件权限", "File modes")


def too_open(home: Path) -> Iterator[tuple[Path, int]]:
    """Give each file and folder of ours that others may read or write, with the mode it should have."""
    if sys.platform == "win32":
        return
    full = digest_path(home)
    folders = [home / FOLDER, full.parent]
    files = [path for path in (home / FOLDER).glob("*") if path.is_file()]
    wanted = [*((path, FOLDER_MODE) for path in folders), *((path, FILE_MODE) for path in (*files, full))]
    for path, mode in wanted:
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield path, mode


def plan(site: Site) -> Step:
    """Return the step."""
    changes = []
    for path, mode in too_open(site.home):

        def work(path: Path = path, mode: int = mode) -> None:
            try:
                path.chmod(mode)
            except OSError as error:
                raise WriteError(
                    f"{path}: cannot be closed to others ({error.strerror}); do it as its owner"
                ) from None

        changes.append(Doing((f"$ chmod {mode:o} {path}",), work))
    return Step(NAME, _TITLE, tuple(changes))
