"""The outline of a text: which class of character stands where, one byte each.

Most messages hold no digit, no long token and no escape. A look at the outline (a search of a few bytes in a short byte
string) tells so for a fraction of what a pattern costs. ``signs`` says it in one number, so that a detector that cannot
find anything in such a text is not even asked.
"""

from __future__ import annotations

import re
from enum import IntFlag
from typing import Final

_LOWER, _UPPER, _DIGIT, _JOINT, _MARK, _BLANK = b"aA0-!."
_ASCII_END: Final = 128


class Sign(IntFlag):
    """What a text holds. A detector names the signs without which it finds nothing."""

    NONE = 0
    WIDE = 1  # 16 ASCII characters in a row without a blank
    LONG = 2  # 20 letters, digits and ``+/_=-`` in a row
    NUMBER = 4  # 11 digits
    DIGITS = 8  # 4 digits
    TALK = 16  # something was said before


WIDE: Final = 16
_NUMBER: Final = 11
_DIGITS: Final = 4


def _class(code: int) -> int:
    char = chr(code)
    if "a" <= char <= "z":
        return _LOWER
    if "A" <= char <= "Z":
        return _UPPER
    if "0" <= char <= "9":
        return _DIGIT
    if char in "+/_=-":
        return _JOINT
    return _MARK if "!" <= char <= "~" else _BLANK


_CLASSES: Final = bytes(_class(code) if code < _ASCII_END else _BLANK for code in range(256))
_INK: Final = bytes.maketrans(b"aA0-!", b"xxxxx")
_SOLID: Final = bytes.maketrans(b"aA0-!", b"xxxx.")
_SINGLE: Final = bytes.maketrans(b"aA0-!", b"xxx..")
_SPACED: Final = re.compile(rb"\.x(\.{1,4})x\1x")
_RUN_LONG, _RUN_LONGEST, _RUN_WIDE = b"x" * 11, b"x" * 20, b"x" * WIDE
_TOKENS: Final = re.compile(rb"[aA0-]{11,}")
_CODED: Final = (b"aA", b"AAa", b"a" * 16)
_LINE: Final = 60
_GAPS: Final = 4  # between five groups
_GROUPED: Final = re.compile(rb"\.(x{2,8})\.\1\.\1\.")
# Plain numbers: sums of flags are slow.
_FEW, _SOME, _MANY = 0, int(Sign.DIGITS), int(Sign.DIGITS | Sign.NUMBER)
_WIDE, _LONG = int(Sign.WIDE), int(Sign.LONG)


class Outline:
    """Cheap facts about a text; those that few ask for are found when they are asked for."""

    __slots__ = ("_classes", "_text", "digits", "longest", "signs")

    def __init__(self, text: str) -> None:
        self._text = text
        # What is not ASCII is several bytes here: only rows of ASCII characters and their counts are looked at.
        self._classes = classes = text.encode("utf-8", "surrogatepass").translate(_CLASSES)
        self.digits = digits = classes.count(b"0")
        signs = _FEW if digits < _DIGITS else _SOME if digits < _NUMBER else _MANY
        self.longest = False
        if _RUN_WIDE in classes.translate(_INK):
            signs |= _WIDE
            if _RUN_LONGEST in classes.translate(_SOLID):
                self.longest = True
                signs |= _LONG
        self.signs = signs

    @property
    def long(self) -> bool:
        """Tell whether eleven letters, digits and ``+/_=-`` stand in a row."""
        return self.longest or _RUN_LONG in self._classes.translate(_SOLID)

    @property
    def camel(self) -> bool:
        """Tell whether a capital follows a small letter."""
        return b"aA" in self._classes

    @property
    def coded(self) -> bool:
        """Tell whether a digit stands in the text, or letters as no word of sixteen letters has them."""
        return bool(self.digits) or any(row in self._classes for row in _CODED)

    @property
    def spaced(self) -> bool:
        """Tell whether single letters or digits stand side by side, with the same gap between them."""
        single = self._classes.translate(_SINGLE)
        alone = single.count(b".x.") + single.startswith(b"x.") + single.endswith(b".x")
        if alone < 2:  # noqa: PLR2004  four in a row are two that do not overlap
            return False
        if not self._text.isascii():  # a gap has as many characters, not as many bytes
            single = self._text.encode("ascii", "replace").translate(_CLASSES).translate(_SINGLE)
        single = b".%b." % single
        return _SPACED.search(single) is not None or _SPACED.search(single[::-1]) is not None

    @property
    def strange(self) -> bool:
        """Tell whether a long token is no word: it has more than small letters, or more than any word has."""
        return self.long and any(
            run.strip(b"a") or len(run) >= _LINE for run in _TOKENS.findall(self._classes)
        )

    @property
    def mixed(self) -> bool:
        """Tell whether a token has letters and digits, or capitals within."""
        if self.camel:
            return True
        bare = self._classes.translate(None, b"-")
        if b"AAa" in bare:
            return True
        return bool(self.digits) and (b"a0" in bare or b"0a" in bare or b"A0" in bare or b"0A" in bare)

    @property
    def grouped(self) -> bool:
        """Tell whether three words of two to eight characters and of one length follow one another."""
        if self._text.count(" ") + self._text.count("\n") < _GAPS:
            return False
        return _GROUPED.search(self._classes.translate(_SOLID)) is not None
