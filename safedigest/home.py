"""Where a Hermes home is, and its clock.

Invariants: nothing here creates a file or a folder. Times are shown in the zone that Hermes is configured
with, else the machine's: ``HERMES_TIMEZONE`` (environment, else the home's ``.env``), then ``timezone`` in
``config.yaml``; a name that is no zone falls through (Hermes: ``hermes_time.py``). The two lines are read
by hand: a YAML parser would be a dependency for one scalar, on a path that must start fast.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from safedigest.errors import ConfigError

_MOST_BYTES: Final = 4 << 20  # a configuration file larger than this is not one
_VALUE: Final = rb"([\"']?)([\w+/-]{1,64})\1[ \t]*(?:#.*)?\r?$"
_ENV_LINE = re.compile(rb"^[ \t]*(?:export[ \t]+)?HERMES_TIMEZONE[ \t]*=[ \t]*" + _VALUE, re.MULTILINE)
_YAML_LINE = re.compile(rb"^timezone[ \t]*:[ \t]+" + _VALUE, re.MULTILINE)


def find_home(option: str | Path | None = None) -> Path:
    """Return the Hermes home: ``option``, else ``HERMES_HOME``, else ``~/.hermes``.

    Raises ConfigError where it does not exist; it is never created: that would bring a deleted profile back.
    """
    home = Path(option or os.environ.get("HERMES_HOME", "").strip() or _default_home()).expanduser()
    if not home.is_dir():
        raise ConfigError(f"no Hermes home at {home}: use --home or HERMES_HOME, or start Hermes once")
    return home.absolute()


def _default_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "hermes"
    return Path.home() / ".hermes"


def home_zone(home: Path) -> tzinfo:
    """Return the zone of ``home``; never fails, the machine's zone is the last resort."""
    for name in _names(home):
        zone = _zone(name)
        if zone is not None:
            return zone
    return machine_zone()


def _names(home: Path) -> Iterator[str]:
    if _environment_speaks_for(home):
        yield os.environ.get("HERMES_TIMEZONE", "")
    for file, line in ((".env", _ENV_LINE), ("config.yaml", _YAML_LINE)):
        found = line.findall(_head(home / file))
        if found:
            yield found[-1][-1].decode("ascii", "replace")


def _environment_speaks_for(home: Path) -> bool:
    """Tell whether the environment belongs to ``home``; of another ``--home`` it says nothing."""
    named = os.environ.get("HERMES_HOME", "").strip() or _default_home()
    return Path(named).expanduser().absolute() == home.absolute()


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except OSError:
        return b""


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name.strip()) if name.strip() else None
    except (OSError, ValueError, LookupError):  # no such zone, or not even a name
        return None


def machine_zone() -> tzinfo:
    """Return the machine's zone with its history, so that a time before a clock change is shown right."""
    zone = _zone(os.environ.get("TZ", "").removeprefix(":"))
    if zone is not None:
        return zone
    try:
        path = Path("/etc/localtime")
        with path.open("rb") as file:
            return ZoneInfo.from_file(file, key=str(path.resolve()).partition("zoneinfo/")[2] or None)
    except (OSError, ValueError):
        now = datetime.now().astimezone()
        assert now.tzinfo is not None  # noqa: S101  astimezone() always sets it
        return now.tzinfo
