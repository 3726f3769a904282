"""One file's change: made as a plan, shown as a diff, written whole.

Invariants: a plan holds the file as it was found and as it will be; writing refuses a file that changed since. A
diff shows lines of other people's files, so it passes the gate like any text.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from safedigest.errors import WriteError
from safedigest.publish import FILE_MODE, make_folder, write_shared


def digest(data: bytes | None) -> str:
    """Return the hash of a content; empty for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def content(path: Path) -> bytes | None:
    """Return what a file holds; None where there is none. Raises WriteError where it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WriteError(f"{path}: cannot be read ({error.strerror}); correct its permissions") from None


@dataclass(frozen=True, slots=True)
class Edit:
    """A file with its old and new content; ``None`` is no file. ``mode`` is that of a new one."""

    path: Path
    old: bytes | None
    new: bytes | None
    mode: int = FILE_MODE

    @property
    def idle(self) -> bool:
        """Whether nothing is to be done."""
        return self.old == self.new

    def apply(self) -> None:
        """Write the new content. Raises WriteError."""
        if self.idle:
            return
        if self.new is not None:
            make_folder_if_missing(self.path.parent)
        write_shared(self.path, self.old, self.new, self.mode)

    def lines(self, context: int = 1) -> Iterator[str]:
        """Give the lines of the diff, not masked yet."""
        before, after = (_lines(data) for data in (self.old, self.new))
        names = (
            (str(self.path) if self.old is not None else "/dev/null"),
            (str(self.path) if self.new is not None else "/dev/null"),
        )
        yield from difflib.unified_diff(before, after, *names, n=context, lineterm="")


def make_folder_if_missing(path: Path) -> None:
    """Make a folder of ours in somebody's home; one that is there keeps its mode. Raises WriteError."""
    if not path.is_dir():
        make_folder(path)


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()
