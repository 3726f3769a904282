"""How far a scan of the history came: ``$HERMES_HOME/safedigest/scan.json``, so that one that was stopped goes on.

Invariants: it holds masks, fingerprints and places, never a value; a file that is odd, of another version or of another
store counts as none; it goes when a scan is through.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from safedigest import __version__
from safedigest.audit import Length
from safedigest.model import Kind
from safedigest.publish import write_private
from safedigest.report.found import Found, Place

FILE: Final = "scan.json"


@dataclass(frozen=True, slots=True)
class Progress:
    """The last row that was read, how many were, what was found up to there, and how much more that was not kept."""

    row: int = 0
    rows: int = 0
    found: tuple[Found, ...] = ()
    more: int = 0


def load(folder: Path, store: Path, basis: str) -> Progress:
    """Return how far the last scan of ``store`` came; the beginning where there is none that can go on.

    ``basis`` names what its findings hang on beside the store; a scan with another one does not go on.
    """
    with suppress(OSError, ValueError, KeyError, TypeError):
        data: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
        if data["made"] == _made(store, basis):
            found = tuple(map(_found, data["found"]))
            return Progress(int(data["row"]), int(data["rows"]), found, int(data["more"]))
    return Progress()


def save(folder: Path, store: Path, basis: str, now: Progress) -> None:
    """Write how far a scan came. Raises WriteError."""
    data = {
        "made": _made(store, basis),
        "row": now.row,
        "rows": now.rows,
        "more": now.more,
        "found": [_data(one) for one in now.found],
    }
    write_private(folder / FILE, json.dumps(data).encode())


def clear(folder: Path) -> None:
    """Forget it."""
    with suppress(OSError):
        (folder / FILE).unlink()


def _made(store: Path, basis: str) -> list[object]:
    status = store.stat()
    return [__version__, str(store.absolute()), status.st_dev, status.st_ino, basis]


def _data(found: Found) -> dict[str, Any]:
    return {
        "place": asdict(found.place),
        "last": asdict(found.last) if found.last else None,
        "rule": found.rule,
        "kind": found.kind.value,
        "shown": found.shown,
        "length": found.length.value,
        "fingerprint": found.fingerprint,
        "times": found.times,
    }


def _found(data: dict[str, Any]) -> Found:
    return Found(
        place=Place(**data["place"]),
        last=Place(**data["last"]) if data["last"] else None,
        rule=data["rule"],
        kind=Kind(data["kind"]),
        shown=data["shown"],
        length=Length(data["length"]),
        fingerprint=data["fingerprint"],
        times=data["times"],
    )
