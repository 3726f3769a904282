"""What language looks like, and what does not.

Two questions are answered here for every detector that must tell ``correcthorse`` from ``kQ7xB2mv``: is this token made
of words, and how unlike language is it? Words, names of software and pinyin syllables come from ``data/words.txt``;
how likely three characters follow one another comes from ``data/trigrams.bin``. ``scripts/make_words.py`` makes both.

Nothing is read before the first question, and groups of words are unpacked only when one of them is asked for.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import eq
from pathlib import Path
from typing import Final

from safedigest.detect import lazy

_DATA: Final = Path(__file__).with_name("data")
_PIECE = lazy.pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LETTERS = lazy.pattern(r"[A-Za-z]+(?:[-_ .'][A-Za-z]+)*\Z")
_SHORT: Final = 2  # a piece this short is a word of any name: ``is``, ``db``, ``x``
_PINYIN_LONGEST: Final = 6
_COMPOUND: Final = 6  # letters of two syllables and more


@cache
def _groups() -> dict[str, str]:
    """Return the words by their first two letters: ``{"ab": "andon ase …"}``."""
    text = (_DATA / "words.txt").read_text(encoding="ascii")
    return {line[:2]: line[3:] for line in text.splitlines() if line[:1] != "#"}


@cache
def _group(head: str) -> frozenset[str]:
    return frozenset(_groups().get(head, "").split(" "))


def _known(word: str) -> bool:
    """Tell whether ``word`` (lower case, three letters and more) is in the list."""
    return word[2:] in _group(word[:2])


@cache
def _syllables() -> frozenset[str]:
    return frozenset(_groups()["**"].split(" "))


def is_pinyin(word: str) -> bool:
    """Tell whether ``word`` (lower case) can be cut into pinyin syllables."""
    ends = {0}
    for end in range(1, len(word) + 1):
        if any(
            start in ends and word[start:end] in _syllables()
            for start in range(max(0, end - _PINYIN_LONGEST), end)
        ):
            ends.add(end)
    return len(word) in ends


def is_compound_pinyin(word: str) -> bool:
    """Tell whether ``word`` (lower case) is several syllables of pinyin and no word that is listed (``dahuanggou``)."""
    return len(word) >= _COMPOUND and not _known(word) and is_pinyin(word)


def classes(token: str) -> int:
    """Count which of lower case, upper case, digit and ASCII symbol occur in ``token``."""
    return len(set(token.encode("ascii", "ignore").translate(_KINDS, _BLANKS)))


@lru_cache(maxsize=4096)
def is_word(token: str) -> bool:
    """Tell whether ``token`` is a word, a common technical word or pinyin, or a name made of such.

    ``snake_case``, ``kebab-case``, ``dotted.name`` and ``CamelCase`` are taken apart; every part must be a word.
    """
    lower = token.lower()
    if not lower.isascii() or not lower:
        return False
    if len(lower) > _SHORT and _known(lower):
        return True
    if not _LETTERS.match(token):
        return False
    pieces = [piece.lower() for piece in _PIECE.findall(token)]
    short = sum(len(piece) for piece in pieces if len(piece) <= _SHORT)
    if short * 2 > sum(map(len, pieces)) and len(pieces) > 1:
        return False
    return all(len(piece) <= _SHORT or _known(piece) or is_pinyin(piece) for piece in pieces)


@cache
def _table() -> bytes:
    return (_DATA / "trigrams.bin").read_bytes()


_KINDS: Final = bytes(
    ord("a" if 97 <= c <= 122 else "A" if 65 <= c <= 90 else "0" if 48 <= c <= 57 else "-")  # noqa: PLR2004
    for c in range(256)
)
_BLANKS: Final = bytes([*range(0x21), 0x7F])
# A letter is its number, 32 more for a capital; what is no ASCII stands for its kind.
_UPPER, _DIGIT, _OTHER, _OTHER_LOWER, _OTHER_LETTER, _OTHER_DIGIT = 32, 64, 128, 129, 130, 131
_DIGITS: Final = (_DIGIT, _OTHER_DIGIT)
_OTHER_LETTERS: Final = (_OTHER_LOWER, _OTHER_LETTER)
_LETTERS_AND_DIGITS: Final = bytes(
    c - 96 if 97 <= c <= 122 else c - 32 if 65 <= c <= 90 else _DIGIT if 48 <= c <= 57 else max(c, _OTHER)  # noqa: PLR2004
    for c in range(256)
)
_STEP: Final = 1 / 16  # bits per unit of the table
_DIGIT_COST: Final = 3.3
_SWITCH_COST: Final = 4.5
_PLAIN: Final = 3.6  # bits per character of ordinary names and words
_WILD: Final = 6.4  # bits per character of a random string


def _plain(token: str) -> str:
    """Return ``token`` with a stand-in for each character that is no ASCII."""
    return token if token.isascii() else "".join(c if c.isascii() else chr(_kind(c)) for c in token)


def _kind(char: str) -> int:
    if char.isdigit():
        return _OTHER_DIGIT
    return _OTHER_LOWER if char.islower() else _OTHER_LETTER if char.isalpha() else _OTHER


def _cost(token: str) -> float:
    """Return the bits that a model of words and names spends on ``token``."""
    table, bits = _table(), 0.0
    before = 0  # the two letters before, as the table has them
    previous = _OTHER
    for code in _plain(token).encode("latin-1").translate(_LETTERS_AND_DIGITS):
        if code < _DIGIT:
            if previous in _DIGITS:
                bits += _SWITCH_COST
            elif code > _UPPER and (previous < _UPPER or previous == _OTHER_LOWER):
                bits += _SWITCH_COST / 2
                before = 0
            letter = code & 31
            bits += table[before * 27 + letter] * _STEP
            before = before % 27 * 27 + letter
        else:
            lettered = previous < _DIGIT or previous in _OTHER_LETTERS
            bits += _SWITCH_COST / 2 if code > _DIGIT else _DIGIT_COST + (_SWITCH_COST if lettered else 0)
            before = 0
        previous = code
    return bits


def _kinds(token: str) -> bytes:
    """Return one byte for each character: ``a`` and ``A`` a letter, ``0`` a digit, ``-`` anything else."""
    return token.encode("ascii", "replace").translate(_KINDS)


@lru_cache(maxsize=4096)
def randomness(token: str) -> float:
    """Return how unlike language ``token`` is: 0 for words and names, 1 for random characters."""
    if not token:
        return 0.0
    per_char = _cost(token) / len(token)
    return min(1.0, max(0.0, (per_char - _PLAIN) / (_WILD - _PLAIN)))


def switches(token: str) -> int:
    """Count how often neighbours in ``token`` are of different classes; a capital before its word does not count."""
    kinds = _kinds(token)
    same: int = sum(map(eq, kinds, kinds[1:]))
    return max(0, len(kinds) - 1) - same - kinds.count(b"Aa")


def looks_random(token: str) -> bool:
    """Tell whether ``token`` looks drawn by a machine; short ones need more proof."""
    if len(token) < 8 or is_word(token):  # noqa: PLR2004
        return False
    return randomness(token) >= (0.5 if len(token) >= 16 else 0.62)  # noqa: PLR2004
