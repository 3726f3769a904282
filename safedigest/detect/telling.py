"""What tells about a password and is none: pieces of sentences, words of programs.

The counterpart of ``words``: that says whether letters are words at all, this whether people make passwords of them.
Lists: ``rules/names/worded.toml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.wordlists import wordlists
from safedigest.detect.words import is_word

_SUFFIX = lazy.pattern(r"(?:ed|ing|able|ible|ly|tion|ment|ness|less)\Z")
_BEGINS = lazy.pattern(
    r"[我你您他她它咱俺](?![爱想恨要和跟])|[这那每请别就也都还见问看找没未无非的是在有被把让给和与及或了过着比]|[全都]是"
)
_ROW = lazy.pattern(
    r"[A-Za-z]{3,12}(?P<mark>[._ -])[A-Za-z]{3,12}(?:(?P=mark)[A-Za-z]{3,12}){1,7}"
    r"|[A-Z][a-z]{2,11}(?:[A-Z][a-z]{2,11}){2,7}"
)
_PARTS = lazy.pattern(r"[A-Z][a-z]+|[A-Za-z]+")
_ENDS: Final = ("的", "里", "着", "中", "上")
_COMPOUND: Final = 9  # letters of two words in one
_WORD: Final = range(4, 13)
_MOST_WORDS: Final = 5


def tells(row: str) -> bool:
    """Tell whether Chinese words are a piece of a sentence about a password."""
    if _BEGINS.match(row) or row.endswith(_ENDS):
        return True
    return any(word in row for word in wordlists("worded")["tells"])


def goes_on(word: str) -> bool:
    """Tell whether a sentence goes on with ``word`` (lower case), so that it is no value."""
    return word in wordlists("worded")["talking"] or _SUFFIX.search(word) is not None


def is_technical(word: str) -> bool:
    """Tell whether ``word`` (lower case) is one of programs, pages and manuals."""
    return word in wordlists("worded")["technical"]


def everyday(parts: Sequence[str]) -> bool:
    """Tell whether all words are such as a passphrase is made of."""
    return all(
        is_word(part) and not is_technical(part.lower()) and not goes_on(part.lower()) for part in parts
    )


def is_phrase(value: str) -> bool:
    """Tell whether ``value`` is three everyday words and more, joined in one of the usual ways or with blanks."""
    return _ROW.fullmatch(value) is not None and everyday(_PARTS.findall(value))


def is_compound(word: str) -> bool:
    """Tell whether ``word`` (lower case) is no word, but two to five everyday ones that are written together."""
    if len(word) < _COMPOUND or is_word(word):
        return False
    count = {0: 0}  # words up to each place, the fewest
    for end in range(_WORD.start, len(word) + 1):
        before = [
            count[start]
            for start in range(max(0, end - _WORD.stop + 1), end - _WORD.start + 1)
            if start in count and everyday([word[start:end]])
        ]
        if before:
            count[end] = min(before) + 1
    return 1 < count.get(len(word), 0) <= _MOST_WORDS
