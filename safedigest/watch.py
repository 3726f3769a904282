"""Tells a tick that nothing it depends on has changed: ``$HERMES_HOME/safedigest/watermark``.

Invariants:

* It may skip work, never masking: a run that is skipped would have written what stands there already. In doubt it runs.
* Everything that a sync reads or writes is watched by inode, size and time: the store with its logs, settings, rules
  (ours too), credential files, key, memory, and the targets.
* A source that was written in the last two seconds before the run is not trusted: it could change again within the
  resolution of its time.
* ``until`` is the next moment at which the text changes by time alone: a talk ends, or ages out.

Standard library only, and little of it: an unchanged tick imports no more than this.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from pathlib import Path

from safedigest import __version__
from safedigest.plugin.watermark import FILE, mark, unchanged

__all__ = ["FILE", "Marks", "encode", "mark", "marks", "unchanged"]

_RACY_NS = 2_000_000_000
Marks = dict[str, list[int] | None]


def marks(paths: Iterable[Path]) -> Marks:
    """Return the marks of all ``paths``."""
    return {str(path): mark(str(path)) for path in paths}


def encode(sources: Marks, targets: Marks, *, made: float, until: float) -> bytes | None:
    """Return the file for a sync at ``made`` that holds until ``until`` (epoch seconds).

    ``sources`` were marked before they were read, ``targets`` after they were written. None where a source is too young
    to be trusted.
    """
    newest = max((seen[2] for seen in sources.values() if seen), default=0)
    if newest > made * 1e9 - _RACY_NS:
        return None
    files = sources | targets
    kept = {"version": __version__, "made": made, "until": until, "files": files}
    return zlib.compress(json.dumps(kept).encode(), 1)
