"""Text for a terminal: whatever stands in it, it moves no cursor, changes no colour and turns no reading direction."""

from __future__ import annotations

import unicodedata
from typing import Final

_ODD: Final = "\ufffd"


def still(text: str) -> str:
    """Return ``text`` with every character that is not simply printed replaced by a sign of the same length."""
    return "".join(char if char.isprintable() else " " if char == "\t" else _ODD for char in text)


def width(text: str) -> int:
    """Return how many columns ``text`` takes on a terminal."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
