"""Writes ``docs/api.md`` from the docstrings of what the package offers: ``python docs/make_api.py``."""

from __future__ import annotations

import inspect
import re
from enum import Enum
from pathlib import Path
from typing import Final

import safedigest

PAGE: Final = Path(__file__).with_name("api.md")
_METHODS: Final = {  # what other tools call; the rest serves the digest
    "Gate": ("default", "from_home", "mask", "mask_text", "mask_exchange", "inspect", "fingerprint"),
    "MaskStream": ("feed", "close", "mask"),
    "RedactingFilter": ("filter",),
}
_ORDER: Final = (
    "redact", "inspect", "Gate", "MaskStream", "RedactingFilter", "redact_json", "Finding", "Kind",
)  # fmt: skip


def page() -> str:
    """Return the page."""
    parts = ["# The library", "Made by `python docs/make_api.py` from the docstrings.", _prose(safedigest)]
    for name in _ORDER:
        parts += _entry(name, getattr(safedigest, name))
    return "\n\n".join(parts) + "\n"


def _entry(name: str, offered: object) -> list[str]:
    """Return the headline and the text of one name, and of its methods or values."""
    if isinstance(offered, type) and issubclass(offered, Enum):
        values = ", ".join(f"`{member.value}`" for member in offered)
        return [f"## `{name}`", _prose(offered), values]
    parts = [f"## `{name if name == 'Gate' else _called(name, offered)}`", _prose(offered)]
    for method in _METHODS.get(name, ()):
        found = getattr(offered, method)
        parts += [f"### `{_called(f'{name}.{method}', found)}`", _prose(found)]
    return parts


def _called(name: str, offered: object) -> str:
    """Return how something is called: types are named shortly, as they stand in the source."""
    if not callable(offered):
        raise TypeError(f"{name} is not called")
    text = re.sub(r"(?<![b\w])'([^']+)'", r"\1", str(inspect.signature(offered)).replace("b''", 'b""'))
    text = re.sub(r"<(\w+\.\w+):[^>]*>", r"\1", text)
    return name + re.sub(r"\(self(?:, )?", "(", text)


def _prose(offered: object) -> str:
    """Return a docstring as Markdown: examples and lists are kept, other lines are joined."""
    blocks = re.split(r"\n\n", inspect.cleandoc(inspect.getdoc(offered) or ""))
    return "\n\n".join(map(_block, blocks))


def _block(text: str) -> str:
    if text.startswith(">>>"):
        return f"```python\n{text}\n```"
    return re.sub(r"\n(?!\*)\s*", " ", text).replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
