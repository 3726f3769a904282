"""Codes that are handed out in lists or groups: recovery codes, BitLocker keys, and the words that restore a wallet.

Lists are read behind a word that announces them. Words of a wallet need no announcement where their checksum is
right (BIP39: one text in 16 and less passes by chance, and only of words of that list); behind an announcement
eleven such words in a row are enough, since people leave one out or mistype one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect.checks import bip39, is_mnemonic_word, mnemonic_words
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.lazy import pattern
from safedigest.detect.outline import Sign
from safedigest.model import Kind

_GAP: Final = 80  # from the announcement to the first code
_REACH: Final = 2_000
_CODE = (
    r"(?:(?=[A-Za-z-]{0,40}\d)[0-9A-Za-z]{3,10}(?:-[0-9A-Za-z]{3,10}){1,7}"
    r"|(?=[A-Za-z]{0,16}\d)[0-9A-Za-z]{8,24}|\d{3,6}[ -]\d{3,6}|[A-Z0-9]{10,24})"
)
_BETWEEN = r"(?:[\s,;、，；|/*`\"'\-•·]|\\n|(?<![0-9A-Za-z])\d{1,2}[.)、:](?=\s)){1,12}"
_LIST = pattern(rf"(?<![0-9A-Za-z]){_CODE}(?:{_BETWEEN}{_CODE}(?![0-9A-Za-z]))*+")
_IN_LIST: Final = 2
_HYPHENS: Final = 7
_ONE_CODE: Final = 8  # characters of a code that stands alone


class RecoveryCodes:
    """One-time codes for when the second factor is lost."""

    keywords: Sequence[str] = (
        "recovery code", "backup code", "recovery-code", "backup-code", "recovery_code", "backup_code",
        "scratch code", "emergency code", "rescue code", "one-time code", "backup verification code",
        "2fa code", "mfa code", "mfa reset", "2fa reset", "these codes", "new codes", "recovery key",
        "备用码", "恢复码", "备份码", "恢复代码", "备用代码", "备用验证码", "备份验证码",
        "应急码", "还原码", "救援码", "恢复密钥", "bitlocker", "恢复秘钥",
    )  # fmt: skip

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give each list behind an announcement, from its first code to its last."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            if hit.start < done:
                continue
            high = min(len(text), hit.end + _REACH)
            found = _LIST.search(text, hit.end, min(high, hit.end + _GAP + 60))
            scan.budget.spend(_GAP + 60)
            if found is None or found.start() - hit.end > _GAP:
                continue
            found = _LIST.match(text, found.start(), high) or found
            done = found.end()
            scan.budget.spend(done - hit.end)
            if len(re.findall(_CODE, found[0])) >= _IN_LIST or _is_code(found[0]):
                yield Span(found.start(), done, "recovery-codes", Kind.PASSPHRASE)


def _is_code(one: str) -> bool:
    """Tell whether a single piece is a code and no date, time or version."""
    digits = sum(c.isdigit() for c in one)
    return (
        len(one) >= _ONE_CODE
        and digits >= _IN_LIST
        and re.fullmatch(r"(?:19|20)\d\d-\d\d-\d\d\d*|\d{1,4}[-.]\d{1,3}", one) is None
    )


class VolumeKeys:
    """BitLocker recovery passwords: eight groups of six digits, each a multiple of eleven."""

    keywords: Sequence[str] = ()
    needs = Sign.NUMBER
    _KEY = pattern(r"\d{6}(?:-\d{6}){7}(?![0-9])")

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give every such number."""
        if scan.shadow.text.count("-") < _HYPHENS:
            return
        for found in self._KEY.finditer(scan.shadow.text):
            if scan.shadow.text[found.start() - 1 : found.start()].isdigit():
                continue
            groups = re.findall(r"\d{6}", found[0])
            if all(int(group) % 11 == 0 for group in groups) or "bitlocker" in scan.shadow.lower:
                yield Span(*found.span(), "bitlocker-recovery", Kind.PASSPHRASE)


class SetupKeys:
    """The setup key of an authenticator as sites show it: eight groups of four, letters and digits of base32."""

    keywords: Sequence[str] = ()
    needs = Sign.GROUPS
    _KEY = pattern(
        r"(?<![0-9A-Za-z])(?=[a-zA-Z ]{0,40}[2-7][a-zA-Z ]{0,40}[2-7])"
        r"(?:[a-z2-7]{4}(?: [a-z2-7]{4}){7,15}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){7,15})(?![0-9A-Za-z])"
    )

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give every such row of groups."""
        for found in self._KEY.finditer(scan.shadow.text):
            scan.budget.spend(len(found[0]))
            if not found[0].replace(" ", "").isdigit():
                yield Span(*found.span(), "authenticator-setup-key", Kind.API_KEY)


_NUMBERED = r"(?:\d{1,2}\s{0,2}[.):、]\s{0,2})?"
_WORD = pattern(r"[a-z]{3,8}(?![a-z])")
_WORD_GAP = pattern(r"(?:[\s,、，;|\"'`*\-\[\]]|\\n|\d{1,2}\s{0,2}[.):、]?(?=\s|[a-z])){1,12}")
_ROW = pattern(
    r"(?<![a-z])[a-z]{3,8}(?:(?:[ \t]++|[ \t]*+\n[ \t]*+|[ \t]*+,[ \t]*+)[a-z]{3,8}(?![a-z])){11,}+"
)
_HAN_ROW = pattern(r"[^\S\n]*[:：]?\s*(?P<secret>(?:[\u4e00-\u9fff][ ,，、]\s?){11,23}[\u4e00-\u9fff])")
_ENOUGH: Final = 11
_SAMPLE: Final = 10
_ALONE: Final = b"\1" * 10
_WORDS: Final = frozenset((12, 15, 18, 21, 24))


def _words(lower: str, start: int, limit: int) -> list[tuple[int, int]]:
    """Return the row of mnemonic words that begins at ``start``."""
    row: list[tuple[int, int]] = []
    at = start
    while (found := _WORD.match(lower, at, limit)) and is_mnemonic_word(found[0]):
        row.append(found.span())
        gap = _WORD_GAP.match(lower, found.end(), limit)
        if gap is None:
            break
        at = gap.end()
    return row


class AnnouncedWords:
    """The words of a wallet behind a word that says so; the checksum need not hold."""

    keywords: Sequence[str] = (
        "助记词", "助记詞", "mnemonic", "seed phrase", "recovery phrase", "seed words", "backup phrase",
        "secret phrase", "secret recovery", "wallet phrase", "seed:", "seed =",
        "恢复短语", "种子短语", "备份短语", "恢复词",
        "recovery words", "recovery seed", "wallet seed", "word phrase", "种子词", "phrase:",
    )  # fmt: skip

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the row of words."""
        lower, done = scan.shadow.lower, 0
        for hit in scan.hits:
            if hit.start < done:
                continue
            if han := _HAN_ROW.match(lower, hit.end):
                yield Span(*han.span("secret"), "mnemonic", Kind.MNEMONIC)
            high = min(len(lower), hit.end + _REACH)
            scan.budget.spend(_GAP)
            for found in re.finditer(r"(?<![a-z])[a-z]{3,8}(?![a-z])", lower[hit.end : hit.end + _GAP]):
                row = _words(lower, hit.end + found.start(), high)
                scan.budget.spend(8 * len(row))
                if len(row) >= _ENOUGH:
                    done = row[-1][1]
                    yield Span(row[0][0], done, "mnemonic", Kind.MNEMONIC)
                    break


class BareWords:
    """The words of a wallet without any announcement, where the checksum holds."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give rows of 12, 15, 18, 21 or 24 words whose checksum is right."""
        lower = scan.shadow.lower
        if not _may_hold_a_row(scan.shadow.words):
            return
        for found in _ROW.finditer(lower):
            words = list(re.finditer(r"[a-z]+", found[0]))
            scan.budget.spend(len(found[0]))
            yield from _valid(found.start(), words)


def _may_hold_a_row(words: Sequence[str]) -> bool:
    """Tell whether twelve listed words may follow one another; cheap, since it is asked always.

    Of a row, the first and the last word may touch other characters: ten stand by themselves.
    """
    if len(words) < _ENOUGH:
        return False
    is_listed = mnemonic_words().__contains__
    return _ALONE in bytes(map(is_listed, words)) if any(map(is_listed, words[::_SAMPLE])) else False


def _valid(base: int, words: Sequence[re.Match[str]]) -> Iterator[Span]:
    """Give the stretches of listed words that are a whole mnemonic."""
    start = 0
    for number in range(len(words) + 1):
        if number < len(words) and is_mnemonic_word(words[number][0]):
            continue
        size = number - start
        if size >= min(_WORDS):
            first, last = base + words[start].start(), base + words[number - 1].end()
            if size > max(_WORDS) or (size in _WORDS and bip39(" ".join(w[0] for w in words[start:number]))):
                yield Span(first, last, "mnemonic", Kind.MNEMONIC)
        start = number + 1


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [RecoveryCodes(), VolumeKeys(), SetupKeys(), AnnouncedWords(), BareWords()]
