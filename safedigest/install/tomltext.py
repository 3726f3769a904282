"""Changes our own ``config.toml`` by inserting lines, so that comments and order stay.

Invariants: the text is parsed before and after, as settings, and only the wanted key may differ; its line breaks
are kept.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from safedigest.config import parse
from safedigest.errors import ConfigError

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def set_key(text: str, key: str, value: str) -> str:
    """Return the text with a top-level key set to a value. Raises ConfigError."""
    end = _end(text)
    line = f"{key} = {_quoted(value)}{end}"
    first = _HEADER.search(text)
    top, rest = (text[: first.start()], text[first.start() :]) if first else (text, "")
    old = re.search(rf"^[ \t]*{re.escape(key)}[ \t]*=.*\n?", top, re.MULTILINE)
    if old:
        top = top[: old.start()] + line + top[old.end() :]
    else:
        top = (top.rstrip("\r\n") + end if top.strip() else "") + line + (end if rest else "")
    return _checked(text, top + rest, {key: value})


def add_owner(text: str, end: str, user: str) -> str:
    """Return the text with the owner of an end added. Raises ConfigError."""
    br = _end(text)
    line = f"{end} = {_quoted(user)}{br}"
    header = re.search(r"^[ \t]*\[owner\][ \t]*(?:#.*|\r)?(?:\n|\Z)", text, re.MULTILINE)
    if header:
        new = text[: header.end()] + ("" if header[0].endswith("\n") else br) + line + text[header.end() :]
    else:
        lead = "" if not text or text.endswith("\n") else br
        new = text + lead + (br if text.strip() else "") + f"[owner]{br}{line}"
    owners = _table(text).get("owner", {})
    return _checked(text, new, {"owner": {**(owners if isinstance(owners, dict) else {}), end: user}})


def _end(text: str) -> str:
    """Return how the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def _checked(old: str, new: str, change: dict[str, Any]) -> str:
    wanted = {**_table(old), **change}
    try:
        alone = tomllib.loads(new) == wanted
    except tomllib.TOMLDecodeError:
        alone = False
    if not alone:
        raise ConfigError(
            "config.toml cannot be extended without changing something else; add the line by hand"
        )
    parse(wanted)
    return new


def _table(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ConfigError("config.toml is not valid TOML; correct it first") from None


def _quoted(value: str) -> str:
    """Return a text as a TOML string; its escapes are those of JSON but for one."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
