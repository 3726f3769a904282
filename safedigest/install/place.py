"""The home that is worked on: that it is one, and whose it is.

Invariants: nothing is made to make a home; who is root works as the owner of the home, so that nothing is left
there that Hermes may not read.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from safedigest.errors import ConfigError
from safedigest.home import find_home

# One of these is in every home that Hermes ever started in.
_SIGNS: Final = ("state.db", "config.yaml", "SOUL.md", ".env", "cron", "sessions", "skills", "safedigest")


def find_hermes_home(option: Path | None) -> Path:
    """Return the home that ``option`` or the environment names, made sure to be one. Raises ConfigError.

    An empty folder counts: Hermes takes it for a home the first time it starts there.
    """
    home = find_home(option)
    try:
        names = set(os.listdir(home))  # noqa: PTH208  names, not paths
    except OSError as error:
        raise ConfigError(
            f"{home}: cannot be read ({error.strerror}); run as the user that owns it"
        ) from None
    if names and names.isdisjoint(_SIGNS):
        raise ConfigError(f"{home} is not a Hermes home; name the right one with --home")
    if not os.access(home, os.W_OK | os.X_OK):
        raise ConfigError(f"{home} belongs to somebody else; run as the user that owns it")
    return home


def owners_home(option: Path | None) -> Path:
    """Return the home that ``option`` or the environment names; root, as in a container, acts as its owner from now on.

    So what is written there can be read by the host. Raises ConfigError as ``find_home`` and ``act_as_owner`` do.
    """
    home = find_home(option)
    act_as_owner(home)
    return home


def act_as_owner(home: Path) -> int | None:
    """As root, become the owner of the home for the rest of this process, and return that user id; else None.

    Raises ConfigError where that user could not run this installation, and so neither the job nor the plugin.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        _refuse_foreign(home)
        return None
    status = home.stat()
    if status.st_uid == 0:
        return None
    _become(status.st_uid, status.st_gid, home)
    for path in (Path(sys.executable), Path(__file__)):
        if not os.access(path, os.R_OK):
            raise ConfigError(
                f"user {status.st_uid}, who owns {home}, may not read {path}; install safedigest where it may"
            )
    return status.st_uid


def _refuse_foreign(home: Path) -> None:
    if sys.platform != "win32" and home.stat().st_uid != os.geteuid():
        raise ConfigError(f"{home} belongs to user {home.stat().st_uid}; run as that user")


def _become(user: int, group: int, home: Path) -> None:
    import pwd  # noqa: PLC0415  there is none on Windows

    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
    try:
        os.environ["HOME"] = pwd.getpwuid(user).pw_dir
    except KeyError:  # a user id without a name, as containers have them; Hermes' own image sets it so, too
        os.environ["HOME"] = str(home)
