"""Whether the last sync still holds: ``$HERMES_HOME/safedigest/watermark``, written by ``watch``.

Packed JSON: hundreds of long numbers in plain text would hold every PIN by chance.

Of this file there is one, for the tick and for the plugin. Standard library only, and little of it: it runs each turn.
Where it is in doubt the answer is no, which only costs a sync.
"""

from __future__ import annotations

import json
import os
import zlib

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from pathlib import Path

FILE = "watermark"


def mark(path: str) -> list[int] | None:
    """Return what tells that the file at ``path`` is the same; None where there is none.

    A store's log without content is as good as none: reading the store makes it.
    """
    try:
        seen = os.stat(path)  # noqa: PTH116  half the time of Path.stat, and there are fifty of them
    except OSError:
        return None
    if not seen.st_size and path.endswith("-wal"):
        return None
    return [seen.st_ino, seen.st_size, seen.st_mtime_ns]


def unchanged(folder: str | Path, now: float, version: str = "") -> bool:
    """Tell whether the last sync of a home (``folder`` is ours in it) still holds at ``now`` (epoch seconds).

    ``version`` must be that of the sync, where it is given.
    """
    try:
        with open(os.path.join(folder, FILE), "rb") as file:  # noqa: PTH118, PTH123  as above
            kept = json.loads(zlib.decompress(file.read()))
        if version not in ("", kept["version"]) or not kept["made"] <= now < kept["until"]:
            return False
        return all(mark(path) == seen for path, seen in kept["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error):
        return False
