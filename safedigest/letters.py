"""Names for digests: sixteen consonants instead of hex digits.

A name that is written beside masked text must not look like what was masked. Hex holds runs of digits, and so now and
then a PIN; four consonants in a row are neither a number nor a word.
"""

from __future__ import annotations

from typing import Final

_ALPHABET: Final = b"bcdfghjklmnpqrst"
_BY_HEX: Final = bytes.maketrans(b"0123456789abcdef", _ALPHABET)


def letters(data: bytes, most: int | None = None) -> str:
    """Return two letters for each byte of ``data``, at most ``most`` letters."""
    return data.hex().encode().translate(_BY_HEX).decode()[:most]


def numeral(number: int) -> str:
    """Return ``number`` (0 and more) in the same letters."""
    return f"{number:x}".encode().translate(_BY_HEX).decode()
