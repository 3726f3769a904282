"""The rule files' detector: a rule runs only where one of its keywords stands, anchored there.

A pattern is matched (never searched) with its start at the keyword, so work is bounded by keywords found times pattern
length; a look-behind at its start checks the left boundary. ``window = true`` is for the few rules whose keyword lies
inside: there the pattern is searched in the ``before`` characters before the keyword and what follows it.
Patterns are compiled on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from safedigest.detect import checks
from safedigest.detect.interface import Hit, Scan, Span
from safedigest.detect.rulefile import Rule


class _Compiled:
    """A rule with its pattern, compiled when first asked for."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.checks = tuple(checks.CHECKS[name] for name in rule.checks)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.rule.pattern)

    def spans(self, scan: Scan, hit: Hit) -> Iterator[Span]:
        """Give the spans of this rule at one keyword hit."""
        text = scan.shadow.text
        if not self.rule.window:
            found = self.pattern.match(text, hit.start)
            scan.budget.spend(32 if found is None else 32 + found.end() - hit.start)
            if found is not None:
                yield from self._span(scan, found)
            return
        low, high = max(0, hit.start - self.rule.before), min(len(text), hit.end + self.rule.after)
        scan.budget.spend(high - low)
        for found in self.pattern.finditer(text, low, high):
            yield from self._span(scan, found)

    def _span(self, scan: Scan, found: re.Match[str]) -> Iterator[Span]:
        groups = self.pattern.groupindex
        start, end = found.span("secret" if "secret" in groups else 0)
        if start == end or not all(check(scan.shadow.text[start:end]) for check in self.checks):
            return
        if self.rule.near and not self._near(scan, start, end):
            return
        label = 0
        if "label" in groups and found.start("label") == start:
            label = found.end("label") - start
        yield Span(start, end, self.rule.id, self.rule.kind, label)

    def _near(self, scan: Scan, start: int, end: int) -> bool:
        """Tell whether one of the rule's ``near`` words stands close by."""
        around = scan.shadow.lower[max(0, start - self.rule.within) : end + self.rule.within]
        scan.budget.spend(len(around))
        return any(word in around for word in self.rule.near)


class RuleDetector:
    """All rules of a rule set as one detector."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        by_word: dict[str, list[_Compiled]] = {}
        for rule in rules:
            compiled = _Compiled(rule)
            for word in rule.keywords:
                by_word.setdefault(word, []).append(compiled)
        self.keywords: Sequence[str] = tuple(by_word)
        self._rules = tuple(tuple(group) for group in by_word.values())

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of every rule at every keyword hit that does not lie inside one of its own spans."""
        done: dict[str, int] = {}
        for hit in sorted(scan.hits, key=lambda h: (h.start, -h.end)):
            for compiled in self._rules[hit.word]:
                if hit.start < done.get(compiled.rule.id, 0):
                    continue
                for span in compiled.spans(scan, hit):
                    done[compiled.rule.id] = span.end
                    yield span
