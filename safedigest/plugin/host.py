"""What is asked of Hermes itself. Standard library and Hermes only, and either may be missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path | None:
    """Return the home that this turn belongs to; None where this plugin is not that home's.

    One process may serve several profiles: what was written into one home must not speak in another.
    """
    current = _current()
    own = Path(__file__).parent.parent
    if own.name == "plugins" and os.path.realpath(own.parent) != os.path.realpath(current):
        return None
    return current


def _current() -> Path:
    try:
        from hermes_constants import get_hermes_home  # noqa: PLC0415  not there outside Hermes
    except ImportError:
        return _named()
    return Path(get_hermes_home())


def _named() -> Path:
    named = os.environ.get("HERMES_HOME", "").strip()
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "hermes"
    return Path.home() / ".hermes"


def of_session(name: str) -> str:
    """Return what the host says of the session that a command is typed in: such as ``platform``, ``id`` or ``key``."""
    try:
        from gateway.session_context import get_session_env  # noqa: PLC0415  not there outside Hermes
    except ImportError:
        return ""
    return str(get_session_env(f"HERMES_SESSION_{name.upper()}", "") or "")
