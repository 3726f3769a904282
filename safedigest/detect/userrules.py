"""The rule files of a home: ``$HERMES_HOME/safedigest/rules/``.

Invariants: users add and never weaken; a bad file stops the run; their patterns run under a clock; a rule
that matches nothing at all, or more than one in a hundred harmless lines, is refused before it blanks out
every message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import regex

from safedigest.detect import rulefile, timed
from safedigest.detect.engine import Finder
from safedigest.detect.fold import Shadow, fold
from safedigest.detect.gitleaks import GitleaksRule, read_gitleaks, unread
from safedigest.detect.interface import Detector
from safedigest.detect.registered import LiteralDetector, NameDetector
from safedigest.detect.rulefile import Rule
from safedigest.detect.rules import RuleDetector
from safedigest.errors import RuleError
from safedigest.plugin.records import dataclass

_FOREIGN: Final = ".gitleaks.toml"
_MOST_ALARMS: Final = 0.01


@dataclass(frozen=True, slots=True)
class UserRules:
    """All that a home's rule files hold."""

    own: rulefile.RuleSet
    foreign: tuple[GitleaksRule, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in our own format."""
        return self.own.rules

    def detectors(self, personal: str) -> Iterator[Detector]:
        """Give the detectors of these files."""
        if rules := self.own.active(personal):
            yield RuleDetector(rules)
        if self.own.names:
            yield NameDetector(self.own.names)
        if self.own.literals:
            yield LiteralDetector(self.own.literals)
        yield from self.foreign


def load(files: Iterable[Path]) -> UserRules:
    """Read rule files that are not ours. Raises RuleError for a bad one."""
    files = list(files)
    own = rulefile.load([file for file in files if not file.name.endswith(_FOREIGN)], user=True)
    rulefile.refuse_twins((*rulefile.shipped().rules, *own.rules))
    foreign = tuple(rule for file in files if file.name.endswith(_FOREIGN) for rule in read_gitleaks(file))
    for rule in own.rules:
        _refuse_broken(f"{rule.file}: rule {rule.id}", rule.pattern)
        _refuse_loose(f"{rule.file}: rule {rule.id}", RuleDetector([rule]))
    for one in foreign:
        _refuse_loose(f"{one.file}: rule {one.id}", one)
    return UserRules(own, foreign)


def left_out(files: Iterable[Path]) -> list[str]:
    """Tell what of foreign configurations is not read; nothing to say of our own format, which is read whole."""
    return [line for file in files if file.name.endswith(_FOREIGN) for line in unread(file)]


@lru_cache(maxsize=1)
def _harmless() -> Sequence[Shadow]:
    text = (rulefile.shipped_folder() / "harmless.txt").read_text(encoding="utf-8")
    return tuple(fold(line) for line in text.splitlines() if line)


def _refuse_broken(where: str, pattern: str) -> None:
    """Raise RuleError for a pattern that does not compile, or that matches where nothing stands."""
    try:
        empty = timed.compile_pattern(pattern).search("") is not None
    except regex.error:
        raise RuleError(f"{where}: the pattern is not valid; patterns are Python's `re` syntax") from None
    if empty:
        raise RuleError(f"{where}: the pattern matches the empty text")


def _refuse_loose(where: str, detector: Detector) -> None:
    """Raise RuleError if the rule would blank out ordinary talk, or cannot even look at it in time."""
    finder = Finder([detector])
    lines = _harmless()
    try:
        alarms = sum(bool(finder.find(line)) for line in lines)
    except TimeoutError:
        raise RuleError(f"{where}: the pattern takes too long on harmless text") from None
    if alarms > _MOST_ALARMS * len(lines):
        raise RuleError(f"{where}: masks {alarms} of {len(lines)} harmless lines; make the pattern tighter")
