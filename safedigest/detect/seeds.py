"""Words that open a wallet, as people pass them on: numbered, one a line, with commas, a few at a time.

Only words of the BIP 39 list count. Whether the run's checksum holds is not asked: a copying error must not let it
through, and a half has none. So a label (``助记词``, ``seed``) or a wallet's name must stand near.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.checks import is_mnemonic_word
from safedigest.detect.interface import Scan, Span
from safedigest.model import Kind

LEAST: Final = 4  # words in a row, where they are asked for by name
_SURE: Final = 8  # so many in a row are no sentence
_OF_SENTENCES: Final = frozenset({
    "about", "above", "across", "again", "all", "also", "always", "any", "around", "can", "cannot", "certain",
    "have", "history", "just", "keep", "know", "like", "mean", "more", "much", "must", "never", "now", "off",
    "once", "only", "open", "other", "own", "please", "put", "same", "should", "size", "some", "such", "than",
    "that", "then", "there", "they", "this", "too", "toward", "under", "until", "very", "wait", "want", "what",
    "when", "where", "will", "with", "you", "your", "safe", "print", "lost",
})  # fmt: skip
_ONE = lazy.pattern(
    r"(?:\d{1,2}[.)、:：]?[ \t]*)?(?<![A-Za-z])([a-z]{3,8})(?![A-Za-z])(?P<gap>[\s,，、|;.→-]{0,4})"
)
_GAPS: Final = 11  # between twelve characters
_LENGTHS: Final = (12, 15, 18, 21, 24)
_HAN = lazy.pattern(
    r"(?<![\u4e00-\u9fff])(?:[\u4e00-\u9fff][ \t,，、]{1,2}){11,23}[\u4e00-\u9fff](?![\u4e00-\u9fff])"
)
# Two such characters side by side: begins with what few characters are, so it is searched several times faster.
_IN_HAN = lazy.pattern(r"[ 、][\u4e00-\u9fff][ \t,，、]{1,2}[\u4e00-\u9fff][ \t,，、]")


def han_rows(text: str) -> Iterator[tuple[int, int]]:
    """Give the rows of twelve and more single Chinese characters, hardly one of them twice: nobody writes else so."""
    for found in _HAN.finditer(text):
        signs = re.findall(r"[\u4e00-\u9fff]", found[0])
        if len(signs) in _LENGTHS and len(signs) - len(set(signs)) < 2:  # noqa: PLR2004
            yield found.span()


def seeds(text: str, start: int, end: int, least: int) -> Iterator[tuple[int, int]]:
    """Give ``(start, end)`` of every run of at least ``least`` listed words between the offsets."""
    yield from (found.span() for found in _HAN.finditer(text, start, end))
    at = start
    while one := _ONE.search(text, at, end):
        count, low, high = 0, one.start(), one.start()
        said = False
        while one and is_mnemonic_word(one[1]):
            count, high = count + 1, one.end() - len(one["gap"])
            said = said or one[1] in _OF_SENTENCES
            one = _ONE.match(text, one.end(), end)
        if count >= (max(least, _SURE) if said else least):
            yield low, high
        at = max(high, one.end() if one else high, at + 1)


class RowDetector:
    """Finds rows of single Chinese characters, as wallets give them out."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the rows; no label need stand near."""
        text = scan.shadow.text
        if text.isascii() or text.count(" ") + text.count("、") < _GAPS or _IN_HAN.search(text) is None:
            return
        scan.budget.spend(len(scan.shadow))
        yield from (Span(low, high, "spoken-mnemonic", Kind.MNEMONIC) for low, high in han_rows(text))
