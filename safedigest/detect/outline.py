"""The outline of a text: which class of character stands where, one byte each.

Most messages hold no digit, no long token and no escape. A look at the outline (a search of a few bytes in a short byte
string) tells so for a fraction of what a pattern costs, and spares the detectors that have no keywords.
"""

from __future__ import annotations

from typing import Final

_LOWER, _UPPER, _DIGIT, _JOINT, _OTHER = b"aA0-."
_LOWER_END: Final = 128


def _class(code: int) -> int:
    char = chr(code)
    if "a" <= char <= "z":
        return _LOWER
    if "A" <= char <= "Z":
        return _UPPER
    if "0" <= char <= "9":
        return _DIGIT
    return _JOINT if char in "+/_=-" else _OTHER


_CLASSES: Final = bytes(_class(code) if code < _LOWER_END else _OTHER for code in range(256))
_SOLID: Final = bytes.maketrans(b"aA0-", b"xxxx")
_SINGLE: Final = bytes.maketrans(b"aA0-", b"xxx.")
_SPACED: Final = (
    b".x.x.x",
    b"x.x.x.",
    b".x..x..x",
    b"x..x..x.",
    b".x...x...x",
    b"x...x...x.",
    b".x....x....x",
    b"x....x....x.",
)


class Outline:
    """Cheap facts about a text."""

    __slots__ = ("camel", "digits", "long", "longest", "spaced")

    def __init__(self, text: str) -> None:
        classes = text.encode("ascii", "replace").translate(_CLASSES)
        self.digits = classes.count(b"0")
        self.camel = b"aA" in classes
        solid = classes.translate(_SOLID)
        self.long = b"x" * 11 in solid
        self.longest = self.long and b"x" * 20 in solid
        single = b"." + classes.translate(_SINGLE) + b"."
        self.spaced = b".x." in single and any(form in single for form in _SPACED)
