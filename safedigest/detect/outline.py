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
    CODE = 32  # a piece that may be a code: four digits, letters with digits or marks, capitals within
    MIXED = 64  # letters beside digits, or capitals within a word
    SINGLES = 128  # two single letters or digits
    ESCAPE = 256  # what begins an escape, or a quote
    MARKUP = 512  # what a page or a chat takes away, or a quote
    GROUPS = 1024  # five words


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
_RUN_LONG, _RUN_LONGEST, _RUN_WIDE = "x" * 11, "x" * 20, "x" * WIDE
_TOKENS: Final = re.compile(r"[aA0-]{11,}")
_MIXED: Final = ("a0", "0a", "A0", "0A", "aA", "AAa")
_LETTERS: Final = ("a" * 16, "A" * 16)  # of one case, as no word has them
_DATE: Final = "0000-00-00"  # is no code where it stands alone, written with ``-`` or ``/``
_MARK_INSIDE: Final = re.compile(r"[!@#$%^&*](?<=[A-Za-z].)[!-~]")
_DOTS: Final = 5  # between the numbers of what is no version and no address any more
_LOOSE: Final = re.compile(r"\.x\.{1,9}x\.")  # of single characters that follow one another
# Three single characters with the same gap between them, at most four wide.
_SPACED: Final = tuple(
    row for gap in (".", "..", "...", "....") for row in (f".x{gap}x{gap}x", f"x{gap}x{gap}x.")
)
_LINE: Final = 60
_GAPS: Final = 4  # between five groups
_GROUPED: Final = re.compile(r"\.(x{2,8})\.\1\.\1\.")
# Plain numbers: sums of flags are slow.
_FEW, _SOME, _MANY = 0, int(Sign.DIGITS), int(Sign.DIGITS | Sign.NUMBER)
_WIDE, _LONG, _CODE = int(Sign.WIDE), int(Sign.LONG), int(Sign.CODE)
_CODED: Final = int(Sign.CODE | Sign.MIXED)
_ALONE, _ESCAPE, _MARKUP, _FIVE = int(Sign.SINGLES), int(Sign.ESCAPE), int(Sign.MARKUP), int(Sign.GROUPS)


class Outline:
    """Cheap facts about a text; those that few ask for are found when they are asked for."""

    __slots__ = ("_bytes", "_classes", "_strange", "_text", "digits", "figures", "longest", "signs")

    def __init__(self, text: str) -> None:
        self._text = text
        self._strange: bool | None = None
        # What is not ASCII is several bytes here: only rows of ASCII characters and their counts are looked at.
        self._bytes = text.encode("utf-8", "surrogatepass").translate(_CLASSES)
        # A string is searched several times faster than bytes are.
        self._classes = classes = self._bytes.decode("latin-1")
        self.digits = self.figures = digits = classes.count("0")  # figures: but for those of dates
        signs = _FEW if digits < _DIGITS else _SOME if digits < _NUMBER else _MANY
        self.longest = False
        if _RUN_WIDE in self._as(_INK):
            signs |= _WIDE
            if _RUN_LONGEST in self._as(_SOLID):
                self.longest = True
                signs |= _LONG
        if self._single().count(".x.") > 1:
            signs |= _ALONE
        self.signs = signs | self._written() | self._code(bool(signs & _ALONE))

    def _written(self) -> int:
        """Return the signs of what is escaped, quoted, marked up or in groups."""
        text, signs = self._text, 0
        if "\\" in text or '"' in text or "'" in text or "`" in text:
            signs = _ESCAPE | _MARKUP
        elif "%" in text or "&" in text or "U+" in text or "=" in text:
            signs = _ESCAPE
        if "*" in text or "<" in text or "~~" in text or "||" in text:
            signs |= _MARKUP
        return signs | _FIVE if text.count(" ") + text.count("\n") >= _GAPS else signs

    def _as(self, table: bytes | None, but: bytes = b"") -> str:
        return self._bytes.translate(table, but).decode("latin-1")

    @property
    def long(self) -> bool:
        """Tell whether eleven letters, digits and ``+/_=-`` stand in a row."""
        return self.longest or _RUN_LONG in self._as(_SOLID)

    @property
    def camel(self) -> bool:
        """Tell whether a capital follows a small letter."""
        return "aA" in self._classes

    @property
    def threes(self) -> bool:
        """Tell whether three digits follow one another, or what else may be a code."""
        return bool(self.signs & _CODE) or (self.digits > 2 and "000" in self._as(None, b"-"))  # noqa: PLR2004

    def _code(self, singles: bool) -> int:  # noqa: FBT001
        """Return the signs of a piece that could be a code; see ``levels``."""
        classes, text = self._classes, self._text
        if _DATE in classes and not ("_" in text or "=" in text or "+" in text):
            whole = f".{classes}."
            classes = whole.replace(f".{_DATE}.", "..")
            self.figures -= (
                8 * (len(whole) - len(classes)) // 10
            )  # so many digits, and so many characters in all
        joined = self._as(None, b"-!")
        for pair in _MIXED:
            if pair in joined:
                return _CODED
        if _LETTERS[0] in classes or _LETTERS[1] in classes or _MARK_INSIDE.search(text):
            return _CODE
        if not self.digits:
            return 0
        if "0.0" in classes or "0000" in classes.replace("-", ""):
            return _CODE
        dots = classes.count("0!0")
        if dots >= _DOTS or (dots > 1 and "~" in text):
            return _CODE
        return _CODE if singles and _LOOSE.search(self._single()) is not None else 0

    def _single(self) -> str:
        """Return the outline with ``x`` for letters and digits and a dot for anything else."""
        return f".{self._as(_SINGLE)}."

    @property
    def spaced(self) -> bool:
        """Tell whether single letters or digits stand side by side, with the same gap between them."""
        if not self.signs & _ALONE:  # four in a row are two that do not overlap
            return False
        single = self._single()
        if not self._text.isascii():  # a gap has as many characters, not as many bytes
            bare = self._text.encode("ascii", "replace").translate(_CLASSES).translate(_SINGLE)
            single = f".{bare.decode('latin-1')}."
        for row in _SPACED:  # noqa: SIM110  a generator costs as much again
            if row in single:
                return True
        return False

    @property
    def strange(self) -> bool:
        """Tell whether a long token is no word: it has digits or capitals, or more characters than any word."""
        if self._strange is None:
            runs = _TOKENS.findall(self._classes) if self.long else ()
            self._strange = any(run.strip("a-") or len(run) >= _LINE for run in runs)
        return self._strange

    @property
    def grouped(self) -> bool:
        """Tell whether three words of two to eight characters and of one length follow one another."""
        return self.signs & _FIVE > 0 and _GROUPED.search(self._as(_SOLID)) is not None
