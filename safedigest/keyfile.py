"""The key for fingerprints: ``$HERMES_HOME/safedigest/key``, 32 random bytes, made once.

Invariants: it is made whole or not at all, 0600, and two processes that make it at once agree on one; a
key that cannot be read or is too short stops the run: with another key every known value would look new.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import Final

from safedigest.errors import ConfigError, WriteError
from safedigest.publish import FILE_MODE, make_folder

KEY_BYTES: Final = 32


def load_key(path: Path) -> bytes:
    """Return the key at ``path``; make one where there is none.

    Raises ConfigError where it cannot be used, WriteError where it cannot be made.
    """
    key = _read(path)
    if key is None:
        _make(path)
        key = _read(path)
    if key is None or len(key) != KEY_BYTES:
        raise ConfigError(f"{path}: not a key of {KEY_BYTES} bytes; move it away to have a new one made")
    return key


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            if sys.platform != "win32" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                os.fchmod(file.fileno(), FILE_MODE)
            return file.read(KEY_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ConfigError(f"{path}: cannot be read ({reason}); correct its permissions") from None


def _make(path: Path) -> None:
    """Put a new key at ``path`` unless one is there by then: a hard link is whole, and never over a file."""
    make_folder(path.parent)
    beside = path.with_name(f".{path.name}.{os.urandom(6).hex()}.tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(KEY_BYTES))
            file.flush()
            os.fsync(descriptor)
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)
    except OSError as error:
        raise WriteError(f"{path}: the key cannot be made ({error.strerror})") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
