"""The proof that each rule carries: its ``match`` and ``reject`` templates, run in the places where people paste.

A rule holds if every text made from a ``match`` template is found, by this rule alone and through the real
keyword search, with every secret piece inside a span: bare, glued to Chinese, in full-width punctuation, in a
code fence, in JSON and in a URL; and if no text made from a ``reject`` template gives a span. ``lint`` asks
for more: that every keyword can wake the rule, and that hostile input costs linear time.

Failures name the rule, the number of the template and the place, never a text: a user's template may hold a
secret.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Span
from safedigest.detect.rulefile import Rule
from safedigest.detect.rules import RuleDetector
from safedigest.detect.template import Sample, make
from safedigest.errors import BudgetSpentError, RuleError

_SEEDS: Final = range(3)
_MANY_SEEDS: Final = range(60)  # where a keyword is drawn, as the country of an account number is
_GLUED: Final = (
    ("bare", "", ""),
    ("in a line", "ok ", " thanks"),
    ("glued to Chinese", "我的是", "谢谢"),
    ("in full-width punctuation", "（如下：", "，已经换过）"),
    ("in corner brackets", "「", "」。"),
    ("in a code fence", "```\n", "\n```"),
    ("at the end of a sentence", "it is ", "."),
)
_URL_SAFE: Final = re.compile(r"[0-9A-Za-z_.~-]+\Z")


def prove(rule: Rule) -> list[str]:
    """Return what does not hold of ``rule``, one line each; nothing where all holds."""
    finder = Finder([RuleDetector([rule])])
    return [*_matches(rule, finder), *_rejects(rule, finder)]


def _matches(rule: Rule, finder: Finder) -> Iterator[str]:
    for number, template in enumerate(rule.match, 1):
        for seed in _SEEDS:
            sample = _make(rule, template, seed)
            for place, text, shift in _places(sample):
                spans = finder.find(fold(text))
                if not all(_covered(spans, start + shift, end + shift) for start, end in sample.secrets):
                    yield f"{rule.file}: rule {rule.id}: match {number} is not masked whole {place} (seed {seed})"
                    break


def _rejects(rule: Rule, finder: Finder) -> Iterator[str]:
    for number, template in enumerate(rule.reject, 1):
        for seed in _SEEDS:
            for place, before, after in _GLUED[:3]:
                text = before + _make(rule, template, seed).text + after
                if finder.find(fold(text)):
                    yield f"{rule.file}: rule {rule.id}: reject {number} is masked {place} (seed {seed})"
                    break


def _make(rule: Rule, template: str, seed: int) -> Sample:
    try:
        return make(template, Random(f"{rule.id} {seed}"))  # noqa: S311  test data
    except ValueError as error:
        raise RuleError(f"{rule.file}: rule {rule.id}: bad template: {error}") from None


def _places(sample: Sample) -> Iterator[tuple[str, str, int]]:
    """Put a sample where people paste it: name of the place, text, and how far the sample moved."""
    for place, before, after in _GLUED:
        yield place, before + sample.text + after, len(before)
    if json.dumps(sample.text) == f'"{sample.text}"':
        yield "in JSON", f'{{"note": "{sample.text}", "n": 1}}', len('{"note": "')
    if _URL_SAFE.match(sample.text):
        lead = "https://example.com/a?q="
        yield "in a URL", f"{lead}{sample.text}&page=2", len(lead)


def _covered(spans: Sequence[Span], start: int, end: int) -> bool:
    """Tell whether the union of ``spans`` holds ``start:end``."""
    for span in sorted(spans, key=lambda s: s.start):
        if span.start <= start < span.end:
            start = span.end
    return start >= end


def lint(rule: Rule) -> list[str]:
    """Return what is weak about ``rule``, one line each."""
    where = f"{rule.file}: rule {rule.id}"
    problems = [f"{where}: keyword {word!r} never wakes the rule" for word in idle_keywords(rule)]
    if not rule.see.startswith("https://"):
        problems.append(f"{where}: see is no https address")
    if re.search(r"(?<!\\)\\b|\(\?<?[=!]\\w\)", rule.pattern):
        problems.append(rf"{where}: \b and \w take Chinese for letters; write the bounds with [0-9A-Za-z_]")
    problems.extend(
        f"{where}: work grows {ratio:.1f} times for twice the text ({shape})" for shape, ratio in growth(rule)
    )
    return problems


def idle_keywords(rule: Rule) -> list[str]:
    """Return the keywords that wake the rule in no match template, nor where they take another one's place."""
    finder = Finder([RuleDetector([rule])])
    idle = []
    for word in rule.keywords:
        samples = (_make(rule, template, seed).text for seed in _MANY_SEEDS for template in rule.match)
        texts = (text for sample in samples for text in _with_keyword(rule, sample, word))
        if not any(finder.find(fold(text)) for text in texts):
            idle.append(word)
    return idle


def _with_keyword(rule: Rule, text: str, word: str) -> Iterator[str]:
    lower = text.lower()
    if word in lower:
        yield text
    if rule.window:
        yield from (f"{word} {text}", f"{text} {word}")
    for other in rule.keywords:
        at = lower.find(other)
        if at >= 0:
            for form in (word, word.upper(), word.capitalize()):
                yield text[:at] + form + text[at + len(other) :]


_SIZE: Final = 6_000
_NOISE: Final = 0.02  # seconds; less is not worth a ratio
_WORST: Final = 2.3


def growth(rule: Rule) -> list[tuple[str, float]]:
    """Return the shapes of hostile text that cost more than 2.3 times the time for twice the size."""
    finder = Finder([RuleDetector([rule])])
    found = []
    for shape, text in _hostile(rule):
        # Once is cheap and enough where all is well; a ratio that is not the same again was a busy machine.
        for size, times in ((_SIZE, 1), (_SIZE, 5), (2 * _SIZE, 5)):
            large = _seconds(finder, text(2 * size), times)
            ratio = large / max(_seconds(finder, text(size), times), _NOISE / 4)
            if large < _NOISE or ratio < _WORST:
                break
        else:
            found.append((shape, ratio))
    return found


def _hostile(rule: Rule) -> Iterator[tuple[str, Callable[[int], str]]]:
    word = rule.keywords[0]
    sample = _make(rule, rule.match[0], 0).text
    for shape, unit in (
        ("keyword repeated", word),
        ("keywords in a line", f"{word} "),
        ("keyword and equals", f"{word}="),
        ("keyword and quote", f'{word}:"'),
        ("beginnings of the value", sample[: max(1, len(sample) * 3 // 4)]),
    ):
        yield shape, lambda size, unit=unit: (unit * size)[:size]  # type: ignore[misc]
    for filler in ("a", "a.", " ", "0", "aB3-", '"'):
        yield f"keyword and {filler!r} repeated", lambda size, f=filler: word + (f * size)[:size]  # type: ignore[misc]


def _seconds(finder: Finder, text: str, times: int) -> float:
    """Return the least processor time of one search; a text whose budget is spent is withheld then: that bounds it."""
    shadow = fold(text)
    least = float("inf")
    for _ in range(times):
        start = time.process_time()
        with suppress(BudgetSpentError):
            finder.find(shadow)
        least = min(least, time.process_time() - start)
    return least
