"""What the owner registered in rule files: exact values (``[[literal]]``) and names of secrets (``[[name]]``).

Invariants: a literal is masked wherever it stands, however short it is, and no command, ``repr`` or error
shows one. The value of a registered name is masked in any notation that assigns one; a reference to a secret
stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.fold import fold
from safedigest.detect.interface import Scan, Span
from safedigest.detect.values import is_reference
from safedigest.model import Kind


class LiteralDetector:
    """Finds registered values, letter by letter."""

    def __init__(self, values: Iterable[str]) -> None:
        exact: dict[str, set[str]] = {}
        for value in values:
            folded = fold(value.strip()).text
            exact.setdefault(folded.lower(), set()).add(folded)
        self.keywords: Sequence[str] = tuple(word for word in exact if word)
        self._exact = tuple(frozenset(exact[word]) for word in self.keywords)

    def __repr__(self) -> str:
        return f"<LiteralDetector {len(self.keywords)} values>"

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the span of every registered value."""
        for hit in scan.hits:
            scan.budget.spend(hit.end - hit.start)
            if scan.shadow.text[hit.start : hit.end] in self._exact[hit.word]:
                yield Span(hit.start, hit.end, "registered-value", Kind.LITERAL, most=0)


# What may stand between a name and its value: quotes, brackets of Markdown, one sign or word that assigns.
_ASSIGNS: Final = lazy.pattern(
    r"""["'`*\])】」]{0,3}[ \t]{0,4}(?:=>|:=|[=:]{1,2}|->|[|]|>|是|为|(?<=[ \t])is(?=[ \t]))"""
    r"""[ \t]{0,4}\n?[ \t]{0,8}["'`*\[(]{0,3}"""
)
_OPTION: Final = lazy.pattern(r"""[ \t=]{1,4}["']?""")
_QUOTED: Final = {quote: re.compile(rf"(?:[^{quote}\\\n]|\\.){{1,4000}}+") for quote in "\"'`"}
_BARE: Final = lazy.pattern(r"""[^\s"'`<>|,;，；。、！？）】」]{1,4000}+""")


class NameDetector:
    """Finds the value that is assigned to a registered name."""

    def __init__(self, names: Iterable[str]) -> None:
        self.keywords: Sequence[str] = tuple(
            dict.fromkeys(word for name in names if (word := fold(name.strip()).lower))
        )

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the span of the value behind each name that stands by itself and is assigned one."""
        for hit in scan.hits:
            scan.budget.spend(64)
            if bounds := _value(scan, hit.start, hit.end):
                yield Span(*bounds, "registered-name", Kind.PASSWORD, most=0)


def _value(scan: Scan, start: int, end: int) -> tuple[int, int] | None:
    text = scan.shadow.text
    if start and re.match(r"[0-9A-Za-z]{2}", text[start - 1 : start + 1]):
        return None
    sign = _ASSIGNS.match(text, end)
    if sign is None and text[max(0, start - 1) : start] == "-":
        sign = _OPTION.match(text, end)
    if sign is None:
        return None
    quote = sign[0][-1]
    found = _QUOTED.get(quote, _BARE).match(text, sign.end())
    if found is None:
        return None
    scan.budget.spend(len(found[0]))
    if is_reference(found[0]):
        return None
    value = found[0].rstrip() if quote in _QUOTED else found[0].rstrip(".*)]}")
    return (found.start(), found.start() + len(value)) if value and not is_reference(value) else None
