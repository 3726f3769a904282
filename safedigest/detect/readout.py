"""Values beside a label in read-out form: ``大写 K 小写 l v 八零五``, ``four eight two one``, ``1.7.9.2``.

A run of at least four read-out characters is one candidate. What else such a run could be (a year, an address, a list)
is sorted out here by its neighbours; whether it is a credential is up to the context, as for any candidate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from safedigest import kept
from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate
from safedigest.detect.levels import CODE, RANDOM
from safedigest.detect.lexicon import HAN, alternatives, lexicon

_LEAST: Final = 4
_UNITS: Final = "十百千万亿年月日号点个位天人次元块层楼栋分秒周岁路班期届级名章页条股倍成折斤米里站代"
_NOT_BEFORE: Final = lazy.pattern(r"(?:第|周|星期|礼拜|初|共|每|统|唯|万|百|千)\Z")
# What must not stand before is looked for behind the first character: a set of characters is searched fastest.
_SINGLES = lazy.pattern(
    r"[0-9A-Za-z!@#$%^&*_+=?~](?<![!-~].)"
    r"(?:(?: |[ ]?[.·•・,，、_-][ ]?| {2,3})[0-9A-Za-z!@#$%^&*_+=?~-]){3,63}(?![0-9A-Za-z])"
)
_COMMAS = lazy.pattern(r"[,，、]")
_GROUPS = lazy.pattern(r"\d(?<![0-9A-Za-z:./-].)\d{0,3}(?:[ -]\d{1,4}){1,6}(?![0-9A-Za-z:/%+-]|\.\d)")
_DATE = lazy.pattern(
    r"(?:19|20)\d\d[ -](?:0?[1-9]|1[0-2])(?:[ -]\d{1,2})?\Z|\d{1,2}[ -]\d{1,2}[ -](?:19|20)?\d\d\Z"
)
_CASE = lazy.pattern(r"(?i)大|小|capital|upper|lower|as in|\d")
_CHARACTER = lazy.pattern(
    r"(?i)[零〇一二两三四五六七八九幺洞拐勾]|(?<![a-z])(?:[b-hj-z0-9]|zero|one|two|three|four|five|six|seven|eight|nine)(?![a-z])"
)
_PLAIN_NUMBERS = lazy.pattern(r"\d\d")  # runs of whole numbers are judged by _GROUPS
_RANGE = lazy.pattern(r"\d{1,4}-\d{1,4}\)")  # ``(001-366)``
_RELEASE_AT = lazy.pattern(r"\d+\.\d+(?:\.\d+)+ at\Z")  # ``2.14.0 at the time of writing``
_HINT = lazy.pattern(
    r"[零〇一二两三四五六七八九幺洞拐勾大小号线杠特]"
    r"(?:(?<=[零〇一二两三四五六七八九幺洞拐勾])[\s,，、.·-]{0,3}[零〇一二两三四五六七八九幺洞拐勾]|(?<=[大小])写|(?<=[号线杠特]))"
)
_HINT_WORDS: Final = frozenset(map(str.encode, (
    "zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "double", "triple", "capital",
    "uppercase", "lowercase", "upper", "lower", "dollar", "hash", "underscore", "dash", "bang", "star", "as", "ling",
    "yao", "san", "liu", "jiu",
)))  # fmt: skip
_LETTERS: Final = bytes(byte if 97 <= byte <= 122 else 32 for byte in range(256))  # noqa: PLR2004  small ones alone
_ITEMS: Final = frozenset(b"0123456789abcdefghijklmnopqrstuvwxyz!@#$%^&*+=?~")
_ALONE: Final = bytes(120 if byte in _ITEMS else 46 for byte in range(256))
_ASCII_BEFORE = lazy.pattern(r"[0-9A-Za-z]{2,24}\Z")


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a run, of one item, and of what proves that a run is read out."""
    words = lexicon()
    digits = "".join(words.words("spell", "digits"))
    case = alternatives(words.words("spell", "case"))
    symbols = alternatives(words.words("spell", "symbols"))
    numbers = alternatives(words.words("spell", "numbers"))
    single = r"(?<![0-9A-Za-z])[0-9A-Za-z](?![0-9A-Za-z'])"
    proof = (
        rf"(?:{case})[ ,，、的]*+(?:[A-Za-z]{{1,3}}(?![A-Za-z]))|(?:{symbols})"
        rf"|{single},? (?:as in|for|like) [a-z]++"
    )
    item = (
        rf"(?:{proof}|{numbers}|[{digits}](?![{_UNITS}])|{single}|(?<![0-9A-Za-z])\d{{1,4}}(?![0-9A-Za-z])"
        rf"|(?:then|and|然后|再)(?=[ ,，、]))"
    )
    # Most places cannot begin a run: a letter inside a word, a character that begins no item. Five times faster.
    heads = "".join(
        sorted({w[0] for key in ("digits", "case", "symbols", "numbers") for w in words.words("spell", key)})
    )
    first = rf"(?:(?=[{re.escape(re.sub('[!-~]', '', heads))}然再])|(?<![0-9A-Za-z])(?=[0-9A-Za-z]))"
    run = rf"{first}(?:{item})(?:[\s,，、.·-]{{0,3}}(?:{item})){{2,63}}"
    return (
        kept.pattern(run, re.IGNORECASE),
        kept.pattern(item, re.IGNORECASE),
        kept.pattern(proof, re.IGNORECASE),
    )


def read_out(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Give the read-out runs between ``start`` and ``end``; the caller pays for the length."""
    part = text[start:end].lower().encode("utf-8", "surrogatepass")
    alone = (b".%b." % part.translate(_ALONE)).decode("latin-1")
    if alone.count(".x.") >= _LEAST // 2:  # of four, two that do not overlap
        yield from _singles(text, start, end)
    for found in _GROUPS.finditer(text, start, end):
        if text.startswith("(", found.start() - 1) and _RANGE.match(text, found.start()):
            continue
        if _LEAST <= sum(map(str.isdigit, found[0])) <= 14 and not _DATE.match(found[0]):  # noqa: PLR2004
            yield Candidate(found.start(), found.end(), CODE, digits=True, spelled=True)
    if _HINT_WORDS.isdisjoint(part.translate(_LETTERS).split()) and _HINT.search(text, start, end) is None:
        return
    run, item, proof = _patterns()
    for found in run.finditer(text, start, end):
        yield from _judge(text, found, item, proof)


def _singles(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Give the runs of single characters."""
    for found in _SINGLES.finditer(text, start, end):
        if not any(map(str.isalnum, found[0])):  # the border of a table
            continue
        if _COMMAS.search(found[0]) and sum(map(str.isdigit, found[0])) < 2:  # noqa: PLR2004  a list of choices
            continue
        number = not any(map(str.isalpha, found[0]))
        yield Candidate(found.start(), found.end(), CODE, digits=number, spelled=True)


def hints(lower: str) -> bool:
    """Tell cheaply whether something may be read out in the lower-case text."""
    words = lower.encode("utf-8", "surrogatepass").translate(_LETTERS).split()
    return not _HINT_WORDS.isdisjoint(words) or _HINT.search(lower) is not None


def _judge(
    text: str, found: re.Match[str], item: re.Pattern[str], proof: re.Pattern[str]
) -> Iterator[Candidate]:
    """Give one run if it has enough items and its neighbours do not make it a count or a date."""
    low, high = found.span()
    if _RELEASE_AT.match(found[0]):
        return
    proofs = sum(1 for _ in proof.finditer(text, low, high))
    items = sum(1 for _ in item.finditer(text, low, high))
    if proofs and (_CASE.search(found[0]) or sum(1 for _ in _CHARACTER.finditer(found[0])) > 1):
        strong = proofs > 1 or items >= _LEAST
        yield Candidate(_word_before(text, low), high, RANDOM if strong else CODE, spelled=True)
    elif (
        not proofs
        and items >= _LEAST
        and not _PLAIN_NUMBERS.search(found[0])
        and not _NOT_BEFORE.search(text, max(0, low - 3), low)
    ):
        yield Candidate(low, high, CODE, digits=True, spelled=True)


def _word_before(text: str, at: int) -> int:
    """Return where the ASCII word that touches ``at`` starts: ``maomao波浪号四五九`` is one value."""
    found = _ASCII_BEFORE.search(text, max(0, at - 25), at)
    return found.start() if found and re.match(rf"[{HAN}]", text[at : at + 1]) else at
