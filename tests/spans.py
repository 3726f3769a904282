"""Runs detectors on texts made from templates, and says what they left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Budget, Detector, Hit, Scan
from safedigest.detect.template import make


def masked(detectors: Sequence[Detector], text: str) -> str:
    """Return ``text`` with one ``#`` for every character that lies in a span."""
    shadow = fold(text)
    out = list(text)
    for span in Finder(detectors).find(shadow):
        low, high = shadow.origin(span.start, span.end)
        out[low:high] = "#" * (high - low)
    return "".join(out)


def left(detectors: Sequence[Detector], template: str, seed: int = 0) -> tuple[str, str]:
    """Return what should stay of a text made from ``template`` and what did, secrets as ``#``."""
    sample = make(template, Random(seed))
    wanted = list(sample.text)
    for low, high in sample.secrets:
        wanted[low:high] = "#" * (high - low)
    return "".join(wanted), masked(detectors, sample.text)


def cost(detectors: Sequence[Detector], text: str) -> int:
    """Return the work that ``detectors`` paid for ``text``. Raises BudgetSpentError where it was too much."""
    shadow, total = fold(text), 0
    for detector in detectors:
        budget = Budget(len(shadow))
        before = budget.left
        list(detector.find(Scan(shadow, None, (), _hits(detector.keywords, shadow.lower), budget)))
        total += before - budget.left
    return total


def _hits(keywords: Sequence[str], text: str) -> list[Hit]:
    hits = []
    for number, word in enumerate(keywords):
        at = text.find(word)
        while at >= 0:
            hits.append(Hit(number, at, at + len(word)))
            at = text.find(word, at + 1)
    return sorted(hits, key=lambda hit: (hit.end, hit.start))
