"""The rule files' detector: a rule runs only where one of its keywords stands, anchored there.

A pattern is matched (never searched) with its start at the keyword, so the work is the number of keywords
times what a pattern reads; a look-behind at its start checks the left boundary. ``window = true`` is for the
few rules whose keyword lies inside: there the pattern is searched around its keywords, in windows that are
joined where they overlap.

Invariants:

* Every keyword is tried: a secret that begins inside another one is found too. What that may cost is bounded
  by the budget, and by the growth test of every rule (``safedigest rules lint``).
* A token has no tail: what the pattern leaves of a run of letters, digits, ``_`` and ``-`` belongs to the
  token.
* Patterns are compiled on first use: most texts need a handful.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from safedigest import kept
from safedigest.detect import checks
from safedigest.detect.interface import Hit, Scan, Span
from safedigest.detect.outline import Sign
from safedigest.detect.rulefile import Rule
from safedigest.model import Kind

_FIXED: Final = 32  # what one attempt costs, in characters, beside what it reads
_TAIL: Final = re.compile(r"[0-9A-Za-z_-]*+")
_USER: Final = 100  # characters of a user's name in a URL
_USERINFO: Final = re.compile(r"[^\s/?#@\"'<>]*:[^\s/?#@\"'<>]*")
_TAILED: Final = frozenset({Kind.VENDOR_TOKEN, Kind.API_KEY})


def _opens_a_url(text: str, start: int, end: int) -> bool:
    """Tell whether what looks like an address of mail is a password and its host (``https://me:pass@host/``)."""
    at = text.find("@", start, end)
    scheme = text.rfind("://", max(0, start - _USER), start) if at > 0 else -1
    return scheme >= 0 and _USERINFO.fullmatch(text, scheme + 3, at) is not None


class _Runs:
    """Where runs of token characters end in one text; a run is read once, however many tokens are found in it."""

    __slots__ = ("_high", "_low", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._low = self._high = 0

    def end(self, at: int) -> int:
        """Return the end of the run that goes on at ``at``."""
        if not self._low <= at < self._high:
            found = _TAIL.match(self._text, at)
            self._low, self._high = at, found.end() if found else at
        return self._high


class _Compiled:
    """A rule with its pattern, compiled when first asked for."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._checks = tuple(checks.CHECKS[name] for name in rule.checks)
        self._tailed = rule.kind in _TAILED

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        if self.rule.user:
            from safedigest.detect import timed  # noqa: PLC0415  most homes have no rules of their own

            return timed.compile_pattern(self.rule.pattern)
        return kept.compiled(self.rule.pattern, 0)  # a rule that came with the package

    @cached_property
    def match(self) -> Callable[[str, int], re.Match[str] | None]:
        """Match the pattern at an offset."""
        return self._pattern.match

    @cached_property
    def _secret(self) -> str | int:
        return "secret" if "secret" in self._pattern.groupindex else 0

    def search(self, scan: Scan, hits: Sequence[Hit], runs: _Runs) -> Iterator[Span]:
        """Search the windows around ``hits``, going on behind each secret and not behind what was read after it."""
        text = scan.shadow.text
        for low, high in self._windows(len(text), hits):
            scan.budget.spend(_FIXED + high - low)
            at = low
            while found := self._pattern.search(text, at, high):
                scan.budget.spend(_FIXED)
                yield from self.spans(scan, found, runs)
                at = max(found.end(self._secret), found.start() + 1)

    def _windows(self, size: int, hits: Sequence[Hit]) -> Iterator[tuple[int, int]]:
        before, after = self.rule.before, self.rule.after
        low = high = -1
        for start, end in sorted((hit.start, hit.end) for hit in hits):
            if start - before > high:
                if high > 0:
                    yield low, high
                low = max(0, start - before)
            high = max(high, min(size, end + after))
        if high > 0:
            yield low, high

    def spans(self, scan: Scan, found: re.Match[str], runs: _Runs) -> Iterator[Span]:
        """Give the span of one match, if the rule's checks hold for it."""
        text = scan.shadow.text
        start, end = found.span(self._secret)
        if start == end or not all(check(text[start:end]) for check in self._checks):
            return
        if self.rule.near and not self._near(scan, start, end):
            return
        if self.rule.kind is Kind.PERSONAL and _opens_a_url(text, start, end):
            return
        label = 0
        if "label" in self._pattern.groupindex and found.start("label") == start:
            label = found.end("label") - start
        if self._tailed:
            end = runs.end(end)
        yield Span(start, end, self.rule.id, self.rule.kind, label, self.rule.most)

    def _near(self, scan: Scan, start: int, end: int) -> bool:
        """Tell whether one of the rule's ``near`` words stands close by."""
        around = scan.shadow.lower[max(0, start - self.rule.within) : end + self.rule.within]
        scan.budget.spend(len(around))
        return any(word in around for word in self.rule.near)


class RuleDetector:
    """All rules of a rule set as one detector."""

    def __init__(self, rules: Sequence[Rule], needs: Sign = Sign.NONE) -> None:
        self.needs = needs
        anchored: dict[str, list[_Compiled]] = {}
        searched: dict[str, list[_Compiled]] = {}
        for rule in rules:
            compiled = _Compiled(rule)
            for word in dict.fromkeys(rule.keywords):
                (searched if rule.window else anchored).setdefault(word, []).append(compiled)
        self.keywords: Sequence[str] = tuple(dict.fromkeys((*anchored, *searched)))
        self._anchored = tuple(tuple(anchored.get(word, ())) for word in self.keywords)
        self._searched = tuple(tuple(searched.get(word, ())) for word in self.keywords)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of every rule at every keyword hit."""
        text, budget = scan.shadow.text, scan.budget
        windows: dict[_Compiled, list[Hit]] = {}
        runs = _Runs(text)
        for hit in scan.hits:
            start = hit.start
            for rule in self._anchored[hit.word]:
                found = rule.match(text, start)
                if found is None:
                    budget.spend(_FIXED)
                else:
                    budget.spend(_FIXED + found.end() - start)
                    yield from rule.spans(scan, found, runs)
            for rule in self._searched[hit.word]:
                windows.setdefault(rule, []).append(hit)
        for rule, hits in windows.items():
            yield from rule.search(scan, hits, runs)
