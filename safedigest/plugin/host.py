"""What is asked of Hermes itself. Standard library and Hermes only, and either may be missing.

Paths are texts: a shell hook asks for its home too, and `pathlib` costs as much as half of Python's start.
"""
# ruff: noqa: PTH100, PTH111, PTH118, PTH120

from __future__ import annotations

import os
import sys


def home() -> str | None:
    """Return the home that this turn belongs to; None where this plugin is not that home's.

    One process may serve several profiles: what was written into one home must not speak in another.
    """
    current = _current()
    folder, name = os.path.split(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if name == "plugins" and os.path.realpath(folder) != os.path.realpath(current):
        return None
    return current


def _current() -> str:
    try:
        from hermes_constants import get_hermes_home  # noqa: PLC0415  not there outside Hermes
    except ImportError:
        return _named()
    return str(get_hermes_home())


def _named() -> str:
    named = os.environ.get("HERMES_HOME", "").strip()
    if named:
        return os.path.expanduser(named)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or os.path.join(os.path.expanduser("~"), "AppData", "Local")
        return os.path.join(local, "hermes")
    return os.path.join(os.path.expanduser("~"), ".hermes")


def of_session(name: str) -> str:
    """Return what the host says of the session that a command is typed in: such as ``platform``, ``id`` or ``key``."""
    try:
        from gateway.session_context import get_session_env  # noqa: PLC0415  not there outside Hermes
    except ImportError:
        return ""
    return str(get_session_env(f"HERMES_SESSION_{name.upper()}", "") or "")
