"""Keys without a form of their own: 32 hex digits, a UUID, 40 characters of base64, 24 letters and digits.

Such a string is a key only by its company. Three things speak for it: a credential word close by, a vendor
named in the same clause (most of all one whose keys have exactly this shape), and a phrase that people use
about keys ("keep it safe", "换成", "401"). One thing speaks against it: a word that names an identifier
(commit, md5, trace, order number) and stands nearer than any credential word. How much must speak for it
depends on how much it looks like nothing else.

Invariant: names, shapes and words are data (``rules/opaque``); no vendor is known to this module. Work is
linear: each candidate looks at a bounded stretch of text on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final

from safedigest.detect import company, lazy, words
from safedigest.detect.company import Company, Table, Vendors
from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.measures import OF_A_POD
from safedigest.detect.outline import Sign
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

_SHORTEST: Final = 16
_LONGEST: Final = 4096
_COST: Final = 400  # of one token and what stands around it, in characters
# One run of what keys are made of. A sign of equality ends a run (name=value) unless it pads the end.
_RUN = lazy.pattern(r"(?<![A-Za-z0-9_+/.~-])[A-Za-z0-9_+/.~-]{16,}+={0,2}(?![A-Za-z0-9])")
# The end of what stands before a value that is given to a name.
_ASSIGNED = lazy.pattern(r"[=:(,>]>?[ \t]{0,3}[\"'`「]?\Z")
_HEX = lazy.pattern(r"(?:[0-9a-f]{24,}|[0-9A-F]{24,})\Z")
_UUID = lazy.pattern(r"(?i:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\Z")
# An id and a secret in one: Zhipu and Ollama (32 hex digits, a dot, letters and digits of all kinds), fal (UUID:hex).
_DOTTED = r"[0-9a-f]{32}\.(?=[0-9A-Za-z_-]{0,40}[0-9])(?=[0-9A-Za-z_-]{0,40}[A-Z])[0-9A-Za-z_-]{14,}+"
_COMPOUND = lazy.pattern(rf"{_DOTTED}\Z")
# Payload, time and signature as itsdangerous joins them (Flask's sessions); a Discord token has the same form.
_SIGNED = (
    r"(?<![_-])[0-9A-Za-z_-]{20,400}+\.[0-9A-Za-z_-]{6}\."
    r"(?=[^.\s]{0,40}[0-9])(?=[^.\s]{0,40}[A-Z])(?P<sign>[0-9A-Za-z_-]{27,43}+)(?![0-9A-Za-z_.-])"
)
_PAIR = lazy.pattern(
    rf"(?<![0-9A-Za-z])(?:{_DOTTED}|{_SIGNED}|[0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}:[0-9a-f]{{32,}}+(?![0-9A-Za-z]))"
)
_LETTER, _DIGIT = re.compile(r"[A-Za-z]"), re.compile(r"[0-9]")
_DIGEST: Final = 32  # hexadecimal digits of the shortest digest in use (MD5)
_LONG: Final = 20  # from here on a mixture of letters and digits is hardly a name
# What says by its own first characters that it is no key: integrity hashes, SSH public keys, pictures.
_PUBLIC = lazy.pattern(
    r"sha\d{1,3}-|nonce-|AAAA[BCE][0-9A-Za-z]{2}zaC1|AAAAE2VjZHNh|iVBORw0KGgo|/9j/|R0lGOD|PHN2Zy|0x[0-9a-fA-F]{40}(?!\w)"
    r"|(?:[1-8KQRBNPkqrbnp]{1,8}/){7}"  # a position of chess
    # public keys, as certificates and DKIM records hold them
    r"|MI[A-Za-z0-9]{2,4}A0GCSqGSIb3DQEBAQUAA4|MII[BC]IjANBgkqhkiG9w0BAQEFAAOCA|MFkwEwYHKoZIzj0CAQ|MCowBQYDK2VwAyEA"
)
_BEFORE_PUBLIC: Final = ("base64,", "sha256:", "sha512:", "sha1:", "md5:", "h1:")
_NAMED_BY = lazy.pattern(
    r"(?<![a-z])(?:urn|spotify|did|ark|hdl|isrc):(?:[a-z0-9-]{2,20}:)+\Z"
)  # ids with a name space
_POD = lazy.pattern(rf"(?:[a-z][a-z0-9]*-)+{OF_A_POD}\Z")
_ENDS_URL = lazy.pattern(r"[\s\"'`<>，。；！？、（）「」【】]")
_BLOCK_WIDTHS: Final = (60, 64, 65, 70, 72, 76)
_BLOCK_LINE = lazy.pattern(
    r"(?:[A-Za-z0-9+/]{60,76}+={0,2}|-----(?:BEGIN|END) [A-Z ]{3,40}-----)(?=\r?\n|\Z)"
)


class Look(Enum):
    """How much a token looks like a key by itself; the value is what must speak for it besides."""

    NOTHING = 99
    FAINT = 3
    LIKELY = 2
    CLEAR = 1
    CERTAIN = 0


@dataclass(frozen=True, slots=True)
class Token:
    """One candidate: ``text`` stands at ``start:end`` of the shadow."""

    text: str
    start: int
    end: int


class OpaqueDetector:
    """Finds keys that only their company gives away."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.keywords: Sequence[str] = table.keywords
        self.needs = Sign.WIDE

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the span of every token whose company outweighs its doubts."""
        tokens = _tokens(scan.shadow) if scan.shadow.outline.long else []
        vendors = self._table.named(scan.shadow, scan.hits) if tokens else Vendors()
        for token in tokens:
            if not scan.wants(token.start, token.end):
                continue
            look = look_of(token.text)
            if look is Look.NOTHING:
                continue
            around = Company.of(self._table.words, scan.shadow, token.start, token.end)
            scan.budget.spend(_COST + around.size)
            named = around.named(vendors)
            exact = self._table.fits(named, token.text)
            if exact and _ASSIGNED.search(scan.shadow.text, max(0, token.start - 8), token.start):
                exact += 1
            if around.weight(named) + exact >= look.value:
                rule = "opaque-vendor-key" if exact else "opaque-key"
                yield Span(token.start, token.end, rule, Kind.API_KEY)


class UnnamedDetector:
    """Finds what needs no word to wake it: an id and its secret in one, what is signed, clear keys behind any label."""

    keywords: Sequence[str] = ()
    needs = Sign.LONG

    def __init__(self, table: Table) -> None:
        self._table = table

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of such pairs and keys."""
        text = scan.shadow.text
        if not scan.shadow.outline.longest:
            return
        for found in _PAIR.finditer(text):
            if (found["sign"] is None or words.looks_random(found["sign"])) and not _in_url(
                text, found.start()
            ):
                yield Span(found.start(), found.end(), "id-and-secret", Kind.API_KEY)
        for token in _tokens(scan.shadow):
            if scan.wants(token.start, token.end) and look_of(token.text) is Look.CLEAR:
                around = Company.of(self._table.words, scan.shadow, token.start, token.end)
                scan.budget.spend(_COST + around.size)
                if around.weight() >= Look.CLEAR.value:
                    yield Span(token.start, token.end, "opaque-key", Kind.API_KEY)


def _tokens(shadow: Shadow) -> list[Token]:
    """Return the runs that could be keys; each text is searched for them once."""
    known: list[Token] | None = shadow.memo.get(Token)
    if known is None:
        known = shadow.memo[Token] = list(_find_tokens(shadow.text))
    return known


def _find_tokens(text: str) -> Iterator[Token]:
    """Give the runs that could be keys: not those in a URL, in a block, or public by what they begin with."""
    for found in _RUN.finditer(text):
        run = found[0]
        if "//" in run or (len(run) < _DIGEST and _DIGIT.search(run) is None):
            continue  # an address, or a word
        start = found.start() + len(run) - len(run.lstrip("./~-"))
        end = found.end() - (len(run) - len(run.rstrip("./~-")))
        if not _SHORTEST <= end - start <= _LONGEST or _PUBLIC.match(text, start):
            continue
        head = text[max(0, start - 40) : start].lower()
        if head.endswith(_BEFORE_PUBLIC) or _NAMED_BY.search(head):
            continue
        if not (_in_url(text, start) or _in_block(text, start, end)):
            yield Token(text[start:end], start, end)


def _in_url(text: str, start: int) -> bool:
    """Tell whether ``start`` lies in a URL; its parameters are judged by their names elsewhere."""
    scheme = text.rfind("://", max(0, start - 300), start)
    return scheme >= 0 and _ENDS_URL.search(text, scheme, start) is None


def _in_block(text: str, start: int, end: int) -> bool:
    """Tell whether ``start:end`` is a whole line of a block of base64, as of a certificate."""
    whole = text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n")
    if not whole or end - start not in _BLOCK_WIDTHS:
        return False
    above = text.rfind("\n", 0, max(0, start - 1)) + 1
    return any(_BLOCK_LINE.match(text, line) is not None for line in (above, end + 1) if line != start)


@lru_cache(maxsize=4096)
def look_of(token: str) -> Look:
    """Say how much ``token`` looks like a key by itself."""
    if _COMPOUND.match(token):
        return Look.CERTAIN
    if _UUID.match(token):
        return Look.LIKELY
    letters, digits = _LETTER.search(token) is not None, _DIGIT.search(token) is not None
    if _HEX.match(token) and letters and digits:
        return Look.LIKELY if len(token) >= _DIGEST else Look.FAINT
    if not letters or _POD.match(token) or not words.looks_random(token) or _is_made_of_words(token):
        return Look.NOTHING
    if len(token) >= _LONG and words.classes(re.sub(r"[^A-Za-z0-9]", "", token)) == 3:  # noqa: PLR2004
        return Look.CLEAR
    return Look.LIKELY if len(token) >= (_LONG if digits else _DIGEST) else Look.FAINT


def _is_made_of_words(token: str) -> bool:
    """Tell whether ``token`` is a path, a name or a title: words make up most of its parts."""
    parts = [part for part in re.split(r"[-_/.~+]", token) if part]
    plain = [part for part in parts if len(part) <= 2 or part.isdigit() or words.is_word(part)]  # noqa: PLR2004
    return len(parts) > 1 and sum(map(len, plain)) * 2 > sum(map(len, parts))


def detectors() -> list[Detector]:
    """Make the detectors, with the shipped table."""
    return [OpaqueDetector(company.shipped()), UnnamedDetector(company.shipped())]
