"""What the owner allowed to stay: ``$HERMES_HOME/safedigest/allow.toml``, by the keyed fingerprint of a value.

Invariants: only a scan reads this file, for what it reports and how it ends; no gate does, so the digest masks an
allowed value like any other. A value is named by its fingerprint alone: no line, no path and no comment in a text can
allow anything. An unknown key or a value of the wrong type is an error, since a misread entry would hide a finding.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Final

from safedigest.errors import ConfigError
from safedigest.plugin.records import dataclass
from safedigest.publish import write_private

FILE: Final = "allow.toml"
_PRINT: Final = re.compile(r"[bcdfghjklmnpqrst]{16}\Z")
_MOST_REASON: Final = 200  # characters
_KEYS: Final = frozenset({"fingerprint", "reason", "expires"})


@dataclass(frozen=True, slots=True)
class Allowed:
    """One value that may stay, why, and the first day on which it may not any more."""

    fingerprint: str
    reason: str
    expires: date | None = None

    def holds(self, today: date) -> bool:
        """Tell whether it still counts."""
        return self.expires is None or today < self.expires


def load(folder: Path) -> list[Allowed]:
    """Read the file in ``folder``; none is an empty list. Raises ConfigError for one that must be corrected."""
    path = folder / FILE
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise ConfigError(f"{path}: not TOML in UTF-8; correct it or remove it") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); correct its permissions") from None
    rows = data.get("allow", [])
    if set(data) - {"allow"} or not isinstance(rows, list):
        raise ConfigError(f"{path}: there are [[allow]] tables and nothing else")
    return [_entry(path, row) for row in rows]


def _entry(path: Path, row: object) -> Allowed:
    if not isinstance(row, dict) or set(row) - _KEYS:
        raise ConfigError(f"{path}: an [[allow]] has fingerprint, reason and, if it ends, expires")
    expires = row.get("expires")
    if expires is not None and type(expires) is not date:
        raise ConfigError(f"{path}: expires is a date without quotes, such as 2027-01-31")
    return checked(str(row.get("fingerprint", "")), str(row.get("reason", "")), expires)


def checked(fingerprint: str, reason: str, expires: date | None) -> Allowed:
    """Return an entry. Raises ConfigError where it makes no sense."""
    if not _PRINT.match(fingerprint):
        raise ConfigError("a fingerprint is the 16 letters that `safedigest scan` shows in brackets")
    reason = " ".join(reason.split())
    if not reason or len(reason) > _MOST_REASON or not reason.isprintable():
        raise ConfigError(f"a reason of 1 to {_MOST_REASON} plain characters is needed")
    return Allowed(fingerprint, reason, expires)


def save(folder: Path, entries: Iterable[Allowed]) -> None:
    """Write the file whole. Raises WriteError."""
    tables = []
    for one in entries:
        lines = ["[[allow]]", f'fingerprint = "{one.fingerprint}"', f"reason = {_quoted(one.reason)}"]
        lines += [f"expires = {one.expires.isoformat()}"] if one.expires else []
        tables.append("\n".join(lines) + "\n")
    write_private(folder / FILE, "\n".join(tables).encode())


def _quoted(text: str) -> str:
    """Return printable ``text`` as TOML: as in JSON, but a character beyond the BMP has no form in two halves there."""
    return json.dumps(text, ensure_ascii=False)


def in_force(folder: Path, today: date) -> dict[str, str]:
    """Return the reasons of what is allowed on ``today``, by fingerprint."""
    return {one.fingerprint: one.reason for one in load(folder) if one.holds(today)}
