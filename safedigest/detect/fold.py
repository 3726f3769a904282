"""A shadow of a text for detection alone, with a way back to the offsets of the text.

Full-width letters, digits and symbols become ASCII one to one, look-alike letters and odd spaces too; zero-width, bidi
and control characters are dropped, and so are the colours of a terminal. The text itself is never normalised: spans
found in the shadow are mapped back and the rest of the text stays as it was, byte for byte.

Traditional characters become simplified ones one to one (``han``), so that one list of words serves both.

Kept as they are: Chinese sentence punctuation (，。；！？、（）【】「」《》): it bounds a value as ASCII does not.
"""

from __future__ import annotations

import unicodedata
from array import array
from itertools import pairwise
from typing import Any, Final

from safedigest import kept
from safedigest.detect import han
from safedigest.detect.outline import Outline

_KEEP: Final = frozenset("，；！？（）")
_BY_HAND: Final = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-",
    "−": "-", "﹣": "-", "ﹰ": "", "﹦": "=", "﹕": ":", "∶": ":", "˸": ":", "꞉": ":", "․": ".", "∕": "/", "⁄": "/",
    "＿": "_", "‗": "_", "∗": "*", "⁎": "*", "﹡": "*", "﹟": "#", "﹠": "&", "﹪": "%", "﹫": "@", "İ": "I",
    # letters of other scripts that look like ASCII ones
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "һ": "h",
    "ԁ": "d", "ԛ": "q", "ԝ": "w", "ӏ": "l", "к": "k", "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H",
    "О": "O", "Р": "P", "С": "C", "Т": "T", "У": "Y", "Х": "X", "Ѕ": "S", "І": "I", "Ј": "J",
    "ο": "o", "α": "a", "ν": "v", "ι": "i", "κ": "k", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I",
    "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X",
}  # fmt: skip
# Rows of look-alikes: the characters from a code point on stand for those of the text.
_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROWS: Final = (
    *((first, _CAPITALS) for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)),
    (0x249C, _CAPITALS.lower()),
    *((first, "123456789") for first in (0x2474, 0x24F5, 0x2776, 0x2780, 0x278A)),
    *((first, "0") for first in (0x24FF, 0x1F10C)),
)
_SMALL_CAPITALS: Final = dict(
    zip("ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢɑɡıⅼꓲ", "abcdeffghijklmnopqrstuvwyzagilI", strict=True)
)
_ROWED: Final = {chr(first + n): char for first, row in _ROWS for n, char in enumerate(row)} | _SMALL_CAPITALS
# Drawn as nothing, though letters by name.
_BLANK: Final = frozenset("\u3164\u115f\u1160\uffa0\u2800\u180e\u17b4\u17b5")
# Marks that strike through, underline, ring or cap the character before them.
_STROKES = kept.pattern("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff\ufe20-\ufe2f]")
_CJK: Final = range(0x3400, 0xA000)


def _unchanged() -> str:
    """Return the ideographs that stay as they are, as the inside of a set of characters."""
    bounds = [_CJK.start - 1, *sorted(code for code in han.TABLE if code in _CJK), _CJK.stop]
    gaps = ((low + 1, high - 1) for low, high in pairwise(bounds))
    return "".join(f"{chr(low)}-{chr(high)}" for low, high in gaps if low <= high)


# Anything outside plain ASCII, Latin-1 letters, CJK ideographs and their own punctuation may need folding.
_PLAIN: Final = (
    r"\t\n\r -~\u00a1-\u00ac\u00ae-\u012f\u0132-\u0250\u0252-\u0260\u0263-\u0269\u026b-\u0273\u0275-\u027f"
    r"\u0281-\u028e\u0290-\u0298\u029d-\u029e\u02a0-\u02af\u3001-\u302f\u3031-\u3163\u3165-\u33ff，；！？（）"
    + _unchanged()
)
_MAY_BE_ODD: Final = kept.pattern(
    f"[^{_PLAIN}]"
)  # one set of characters: searched several times faster than `_ODD`
# What a terminal reads as a colour goes as a whole; its numbers are short, so no value can hide in one.
_ODD: Final = kept.pattern(rf"\x1b\[\??(?:[0-9]{{1,3}}(?:[;:][0-9]{{1,3}}){{0,15}})?[A-Za-z]|[^{_PLAIN}]")


def _fold_one(char: str) -> str:
    """Return the shadow of one character: itself, one ASCII character, or nothing."""
    if char in _KEEP:
        return char
    known = han.PAIRS.get(char) or _BY_HAND.get(char) or _ROWED.get(char)
    category = unicodedata.category(char)
    if known is not None:
        return known
    if category == "Cs":  # half a surrogate pair: the search for keywords cannot read one
        return "\ufffd"
    if category in ("Cc", "Cf") or char in _BLANK or "\ufe00" <= char <= "\ufe0f" or _STROKES.match(char):
        return ""
    if category in ("Zs", "Zl", "Zp"):
        return " " if category == "Zs" else "\n"
    plain = str(unicodedata.decimal(char)) if category == "Nd" else unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 and plain.isascii() else char


class _Table(dict[int, str]):
    """Folds each character once and remembers it (``str.translate`` asks here)."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = folded = _fold_one(char) if _MAY_BE_ODD.match(char) else char
        return folded


_TABLE: Final = _Table()
_FEW: Final = 16  # kinds of odd characters that are replaced one after the other, which is faster


class Shadow:
    """The folded copy of one text. ``text`` and ``lower`` have the same length and offsets.

    ``memo`` is for what several detectors would find out about it, so that it is found out once; keys are theirs.
    """

    __slots__ = ("_map", "_outline", "_words", "lower", "memo", "text")

    def __init__(self, text: str, map_: array[int] | None) -> None:
        self.text = text
        lower = text.lower()
        self.lower = (
            lower
            if len(lower) == len(text)
            else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
        )
        self._map = map_
        self._outline: Outline | None = None
        self._words: list[str] | None = None
        self.memo: dict[object, Any] = {}

    def __repr__(self) -> str:
        return f"<Shadow {len(self.text)} chars>"

    def __len__(self) -> int:
        return len(self.text)

    @property
    def outline(self) -> Outline:
        """The outline of the text, made when first asked for."""
        if self._outline is None:
            self._outline = Outline(self.text)
        return self._outline

    @property
    def words(self) -> list[str]:
        """What stands between blanks, commas and hyphens, in lower case; made when first asked for."""
        if self._words is None:
            self._words = self.lower.replace(",", " ").replace("-", " ").split()
        return self._words

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the original text of ``start:end``, which must not be empty."""
        if self._map is None:
            return start, end
        return self._map[start], self._map[end - 1] + 1


def _evened(text: str, odd: set[str]) -> str:
    """Return ``text`` with each of the ``odd`` characters folded to one other."""
    if len(odd) > _FEW:
        return text.translate(_TABLE)
    for char in odd:
        text = text.replace(char, _TABLE[ord(char)])
    return text


def fold_word(word: str) -> str:
    """Return a word as it stands in the shadow of a text, in lower case."""
    if word.isascii():
        return word
    return word.lower() if _MAY_BE_ODD.search(word) is None else fold(word).lower


def fold(text: str) -> Shadow:
    """Make the shadow of ``text``; plain ASCII and Chinese text is its own shadow."""
    if _MAY_BE_ODD.search(text) is None:
        return Shadow(text, None)
    odd = set(_MAY_BE_ODD.findall(text))
    if all(
        map(_TABLE.__getitem__, map(ord, odd))
    ):  # each becomes one: nothing is dropped, no colour stands in it
        return Shadow(_evened(text, odd), None)
    pieces: list[str] = []
    map_: array[int] = array("L")
    at = 0
    for found in _ODD.finditer(text):
        here = found.start()
        pieces.append(text[at:here])
        map_.extend(range(at, here))
        folded = "" if len(found[0]) > 1 else _TABLE[ord(found[0])]
        if folded:
            pieces.append(folded)
            map_.append(here)
        at = found.end()
    pieces.append(text[at:])
    map_.extend(range(at, len(text)))
    return Shadow("".join(pieces), map_)
