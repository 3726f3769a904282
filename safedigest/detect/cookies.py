"""Cookies: in headers, in code, in a cookie jar, in what browser extensions export.

A cookie's name decides first (``theme`` stays, ``sessionid`` goes), then its value: what looks random goes whatever its
name. The header is read pair by pair, each once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from safedigest.detect.interface import Detector, Hit, Scan, Span
from safedigest.detect.lazy import pattern
from safedigest.detect.values import is_plain, is_reference
from safedigest.detect.wordlists import wordlists
from safedigest.detect.words import is_word, looks_random
from safedigest.model import Kind

_START = pattern(
    r"[a-z0-9]{0,3}(?:\\*[\"'`])?\s*(?:[:=,]|->|=>|\{|[\u3400-\u9fff]{1,12}[:,]?)\s*\\*[\"'`{(\[]{0,2}\s*\\*[\"'`]?"
    r"|[ \t]+(?=[\w.-]{2,60}=)|[\u3400-\u9fff]{0,12}\s*(?=[\w.-]{2,60}=)",
    re.IGNORECASE,
)
_PAIR = pattern(
    r"\s*\\*[\"']?(?P<name>[A-Za-z_$][\w.$:*-]{0,80})\\*[\"']?\s?[=:]\s?\\*(?P<quote>[\"'])?(?P<value>(?(quote)[^\"'\\\n]{1,4096}+|[^;\s\"'\\,，。；）]{1,4096}+))\\*[\"']?\s*(?P<more>[;,]?)"
)
_SHORT_NAMES: Final = ("sid", "sub", "xs", "t", "st", "u")
_FIRST_KNOWN: Final = 3
_LEAST: Final = 6
_RANDOM: Final = 14
_MOST_PAIRS: Final = 200


def _is_secret(name: str, value: str) -> bool:
    """Tell whether this cookie lets somebody in."""
    lower = name.lower()
    if (
        lower in _words()["attribute"]
        or lower in _words()["harmless"]
        or lower.startswith(("_ga", "hm_", "utm_"))
        or is_reference(value)
    ):
        return False
    if lower in _SHORT_NAMES or any(part in lower for part in _words()["inside"]):
        return len(value) >= _LEAST and not is_word(value) and not (is_plain(value) and not value.isdecimal())
    return len(value) >= _RANDOM and looks_random(value) and not is_plain(value)


def _words() -> Mapping[str, frozenset[str]]:
    return wordlists("cookies")


class Cookies:
    """Cookie pairs behind the word cookie."""

    def __init__(self) -> None:
        self.keywords: Sequence[str] = ("cookie", " -b '", ' -b "', *sorted(_words()["known"]))

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of the cookies that let somebody in."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            at = _first_pair(text, hit) if hit.start >= done else None
            scan.budget.spend(24)
            for pair in _pairs(text, at):
                scan.budget.spend(pair.end() - pair.start())
                done = pair.end()
                if _is_secret(pair["name"], pair["value"]):
                    yield Span(*pair.span("value"), "cookie", Kind.COOKIE)


def _first_pair(text: str, hit: Hit) -> int | None:
    """Return where the first pair that this keyword announces begins: the keyword itself, or what stands behind it."""
    if hit.word >= _FIRST_KNOWN:
        return None if text[hit.start - 1 : hit.start].isalnum() else hit.start
    if hit.word:
        return hit.end
    start = _START.match(text, hit.end)
    return start.end() if start else None


def _pairs(text: str, at: int | None) -> Iterator[re.Match[str]]:
    """Give the pairs from ``at`` on that follow one another."""
    for _ in range(_MOST_PAIRS if at is not None else 0):
        pair = _PAIR.match(text, at or 0)
        if pair is None:
            return
        yield pair
        if not pair["more"]:
            return
        at = pair.end()


class CookieJars:
    """Lines of a Netscape cookie file, and cookies as browser extensions export them."""

    keywords: Sequence[str] = ("\ttrue\t", "\tfalse\t", '"httponly"', '"hostonly"', '"samesite"')
    _LINE = pattern(
        r"\t(?:TRUE|FALSE)\t/[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,16}\t(?P<name>[^\t\n]{1,100})\t(?P<value>[^\t\n]{1,4096})",
        re.IGNORECASE,
    )
    _OBJECT = pattern(
        r"\"name\"\s*:\s*\"(?P<name>[^\"\n]{1,100})\"(?:[^{}]{0,300}?)\"value\"\s*:\s*\"(?P<value>[^\"\n]{1,4096})\""
    )

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of the cookies that let somebody in."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            if hit.word < 2 and hit.start >= done:  # noqa: PLR2004
                found = self._LINE.match(text, hit.start)
                if found and _is_secret(found["name"], found["value"]):
                    done = found.end()
                    yield Span(*found.span("value"), "cookie", Kind.COOKIE)
            elif hit.start >= done:
                low, done = max(done, hit.start - 600), hit.end + 600
                scan.budget.spend(done - low)
                for entry in self._OBJECT.finditer(text, low, done):
                    if _is_secret(entry["name"], entry["value"]):
                        yield Span(*entry.span("value"), "cookie", Kind.COOKIE)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [Cookies(), CookieJars()]
