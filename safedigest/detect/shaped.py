"""Tokens that have the shape of a password people make up, and hardly any other use: ``Xiaoli*2019``, ``tk3#Ymmq88``.

Letters, digits and one of ``!@#$%^&*`` between or behind them, seven to forty characters, nothing else; or
a number as it is typed at a door (``5812#``). What is written like that for another reason (an issue ``tool#42``, a
version ``name@18``, a host ``root@web01``, ``US$2000``) stays. No word needs to stand near, so the bar is high.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import trim
from safedigest.detect.checks import not_in_order
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, EVERYDAY_NUMBERS, MIXED, RANDOM, level
from safedigest.detect.words import is_compound_pinyin, is_word
from safedigest.model import Kind

_MARKS: Final = "!@#$%^&*"
_SHAPE = lazy.pattern(
    r"(?=\D*\d)(?=(?:[^A-Za-z]*[A-Za-z]){2})[A-Za-z0-9._-]+[!@#$%^&*][A-Za-z0-9!@#$%^&*._-]*\Z"
)
_RUN = lazy.pattern(r"[!-~]{1,64}")
_EVERYDAY = lazy.pattern(
    r"[\w.-]+\#\d{1,6}\Z"
    r"|\d{3,5}#(?:section|sec|page|appendix|line|note|fn|top|heading)[-.\d]*\Z"
    r"|\d{3,5}#[a-z]+(?:-[a-z]+)+\Z|\w+@@[A-Z]+_\d[\w.]*!?\Z"  # an issue, a place in a document
    r"|[A-Za-z][A-Za-z.-]*@[\w.-]*\Z|\w+@[a-z][a-z-]*\d{0,2}\Z|\d+!.*\Z"
    r"|[\w.+-]+@[\w-]+\.[\w.-]+\Z"  # a host, a package, an address
    r"|[A-Za-z]{1,3}\$\d+[kKmMbB]?\Z|\d+%?[A-Za-z]*\Z|.*%[0-9A-Fa-f]{2}|.*%\d*\$?[sdfxiuc]"
    # money, a share, escapes, formats
    r"|[A-Za-z]+\d{0,2}(?:\*+[A-Za-z0-9]+)+\Z|(?:[a-z]\w?[*@]?)+\d*\Z|[\w.-]+&[a-z]+\Z"
    r"|\d+\.\d+\*.*"  # arithmetic, a format
)
# A name, a mark, four digits: as people write passwords, and issues, tags and packages with other words.
_NAME_MARK = lazy.pattern(r"(?P<name>[A-Z]?[a-z]{3,12}(?:[A-Z][a-z]{2,9})?)(?P<mark>[#@])\d{4,6}[!@#$%&*]?\Z")
_NAME_NUMBER = lazy.pattern(
    r"(?P<name>[A-Z][a-z]{3,12}|[a-z]{4,14})(?!(?:19|20)\d\d[#!])(?:\d{4}[!#&]|\d{2,3}[#&])\Z"
)
_NUMBERED: Final = frozenset({
    "issue", "issues", "bug", "ticket", "case", "room", "order", "task", "story", "number", "build", "job", "run",
    "unit", "suite", "item", "part", "step", "page", "line", "level", "test", "team", "group", "channel", "version",
    "release", "invoice", "batch", "card", "seat", "table", "gate", "flight", "route", "chapter", "volume", "episode",
    "season", "player", "user", "epic", "spec", "patch", "commit", "host", "node", "server", "shard", "chunk", "block",
    "slot", "port", "pull", "request", "merge", "change", "incident", "alert", "discord", "steam", "draft", "figure",
    "comment", "thread", "question", "answer", "problem", "lesson", "apollo", "windows", "office", "electron",
    "react", "python",
})  # fmt: skip
_TAGGED: Final = (
    "discord",
    "battle",
    "战网",
    "好友",
    "加我",
    "add me",
    "gamertag",
    "issue",
    "github",
    "gitlab",
    "jira",
)
_KEYPAD = lazy.pattern(r"[*#]?(?!(?:19|20)\d\d[*#])\d{4,10}[*#]\Z")  # what is typed at a door
_NAMED_STAR = lazy.pattern(r"[A-Z][a-z]{3,}\*\d{3,}\Z")
_LENGTH: Final = range(7, 41)
_ROW: Final = 6  # digits of a longer row are a scale


def _is_typed(number: str) -> bool:
    """Tell whether a number is no row of all digits, no port and no power of two that is multiplied."""
    digits = number.strip("*#")
    if len(digits) > _ROW:
        return not_in_order(digits)
    return not (number.endswith("*") and digits in EVERYDAY_NUMBERS)


def shaped(token: str) -> bool:
    """Tell whether ``token`` (trimmed) has the shape of a made-up password."""
    if (_KEYPAD.match(token) and _is_typed(token)) or _NAMED_STAR.match(token):
        return True
    if _named(token):
        return True
    if len(token) not in _LENGTH or _SHAPE.match(token) is None or _EVERYDAY.match(token):
        return False
    if sum(map(str.isdigit, token)) < 2 and (token.islower() or sum(c in _MARKS for c in token) < 2):  # noqa: PLR2004
        return False
    core = token.rstrip(_MARKS)
    if any(mark in core for mark in _MARKS):
        return level(token) >= RANDOM
    letters = re.sub(r"[^A-Za-z]", "", core)
    return level(core) >= MIXED or (level(core) == CODE and (token[-1] in "@$^" or not is_word(letters)))


def _named(token: str) -> bool:
    """Tell whether ``token`` is a name with a mark and a number (``Maple#6510``), and nothing that is counted so."""
    found = _NAME_MARK.match(token) or _NAME_NUMBER.match(token)
    if found is None or found["name"].lower() in _NUMBERED:
        return False
    return not found["name"].islower() or is_compound_pinyin(found["name"])


class ShapedDetector:
    """Finds such tokens."""

    keywords: Sequence[str] = tuple(_MARKS)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the tokens around the marks."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            if hit.start < done or not hit.start or not text[hit.start - 1].isalnum():
                continue
            low = hit.start
            while low > max(done, hit.start - 48) and "!" <= text[low - 1] <= "~":
                low -= 1
            run = _RUN.match(text, low)
            scan.budget.spend(64)
            if run is None:
                continue
            done = run.end()
            start, end = trim(text, *run.span())
            if (
                shaped(text[start:end])
                and not text.startswith("//", end)
                and text[start - 1 : start] not in ("/", "@")
                and not (
                    _NAME_MARK.match(text[start:end]) and any(map(scan.shadow.lower.__contains__, _TAGGED))
                )
            ):
                yield Span(start, end, "password-shaped", Kind.PASSWORD)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [ShapedDetector()]
