"""Where Hermes looks for context files, found as it does itself.

A gateway's folder is ``terminal.cwd``, else ``MESSAGING_CWD``, else the home directory of its user; a terminal's is
the one it was started in. Of a folder one file is read: ``.hermes.md`` before ``AGENTS.md`` (Hermes:
``gateway/cwd_placeholder.py``, ``agent/prompt_builder.py``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from safedigest.install import yamltext
from safedigest.install.edit import content

CONFIG: Final = "config.yaml"
_PLACEHOLDERS: Final = frozenset({"", ".", "auto", "cwd"})
_HIDING: Final = (".hermes.md", "HERMES.md")
_MOST_KEPT: Final = 20_000  # more with a model of a large window, but not every talk has one
_OVERRIDE: Final = "AGENTS.override.md"  # from 0.22 on
_USUAL: Final = ("AGENTS.md", "agents.md")
_LINE = re.compile(
    rb"^[ \t]*(?:export[ \t]+)?(MESSAGING_CWD|TERMINAL_CWD)[ \t]*=[ \t]*[\"']?([^\"'\r\n#]+)", re.MULTILINE
)


def settings(home: Path) -> dict[str, Any]:
    """Return the home's ``config.yaml`` as data; empty where there is none. Raises WriteError, YamlTextError."""
    data = content(home / CONFIG)
    try:
        return yamltext.parsed((data or b"").decode("utf-8"))
    except UnicodeDecodeError:
        raise yamltext.YamlTextError(f"{home / CONFIG}: not UTF-8") from None
    except yamltext.YamlTextError as error:
        raise yamltext.YamlTextError(f"{home / CONFIG}: {error}") from None


def gateway_folder(home: Path) -> Path:
    """Return the folder whose context file every talk of this home's gateway is given."""
    terminal = settings(home).get("terminal")
    configured = str(terminal.get("cwd") or "") if isinstance(terminal, dict) else ""
    named = dict(_LINE.findall(_env(home)))
    for value in (
        configured,
        os.fsdecode(named.get(b"TERMINAL_CWD", b"")),
        os.fsdecode(named.get(b"MESSAGING_CWD", b"")),
    ):
        if value.strip() not in _PLACEHOLDERS:
            return Path(os.path.expandvars(value.strip())).expanduser()
    return Path.home()


def file_read(folder: Path, *, overrides: bool) -> Path:
    """Return the context file that Hermes reads of a folder, or would if it were there.

    ``overrides`` tells whether this Hermes knows ``AGENTS.override.md``.
    """
    names = [*_HIDING, _OVERRIDE, *_USUAL] if overrides else [*_HIDING, *_USUAL]
    for name in names:
        if _says_something(folder / name) or (name in _USUAL and (folder / name).exists()):
            return folder / name
    return folder / _USUAL[0]


def most_kept(settings: Mapping[str, Any]) -> int:
    """Return how many characters of a context file Hermes keeps, whatever model it uses."""
    own = settings.get("context_file_max_chars")
    return int(own) if isinstance(own, int | float) and not isinstance(own, bool) and own > 0 else _MOST_KEPT


def same_folder(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to the same folder."""
    return os.path.realpath(one) == os.path.realpath(other)


def _says_something(path: Path) -> bool:
    try:
        return bool(path.read_bytes().strip())
    except OSError:
        return False


def _env(home: Path) -> bytes:
    try:
        return (home / ".env").read_bytes()
    except OSError:
        return b""
