"""Puts the detectors together, from those that know a form to those that judge a context."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from safedigest.detect import (
    answers,
    codes,
    cookies,
    dialogue,
    keys,
    known,
    meant,
    names,
    opaque,
    personal,
    remembered,
    replies,
    rulefile,
    sayings,
    secrets_lib,
    shaped,
    sides,
    spoken,
    urls,
    uses,
    uses_zh,
    worded,
)
from safedigest.detect.bare import Bare
from safedigest.detect.cache import Cache
from safedigest.detect.decoded import Disguised
from safedigest.detect.engine import Finder
from safedigest.detect.interface import Detector
from safedigest.detect.outline import WIDE, Sign
from safedigest.detect.reach import reach
from safedigest.detect.remembered import Memory
from safedigest.detect.rules import RuleDetector
from safedigest.plugin.records import dataclass


@dataclass(frozen=True, slots=True)
class Finders:
    """``every`` is for a message; ``formed`` knows secrets by what they are, and is for any text however joined."""

    every: Finder
    formed: Finder


def finders(
    *, wanted: str = "default", home: Path | None = None, memory: Memory | None = None, keep: bool = True
) -> Finders:
    """Make the finders.

    ``wanted`` says which personal data counts (``none``, ``default``, ``all``). ``home`` adds what its owner
    registered and the values of its credential files; with ``keep`` what is slow to make is kept there for the next
    run. Raises RuleError where a rule file is bad or none is there.
    """
    rules = _rules(wanted, Cache(home / "safedigest" if home and keep else None))
    formed = [
        *rules,
        *_home(wanted, home),
        *keys.detectors(),
        *cookies.detectors(),
        *codes.detectors(),
        *urls.detectors(),
    ]
    judged = [
        *names.detectors(),
        *personal.detectors(personal=wanted),
        *opaque.detectors(),
        *shaped.detectors(),
        *spoken.detectors(),
        *meant.detectors(),
        *sayings.detectors(),
        *uses.detectors(),
        *uses_zh.detectors(),
        *worded.detectors(),
        *answers.detectors(),
        *sides.detectors(),
        *dialogue.detectors(personal=wanted),
        *replies.detectors(),
        *remembered.detectors(memory),
    ]
    inner, tokens = cache(lambda: Finder(formed, judged)), cache(lambda: Finder(rules))
    every = Finder(formed, [*judged, Disguised(inner, tokens), Bare()])
    return Finders(every, Finder(formed))


def default_finder(
    *, personal: str = "default", home: Path | None = None, memory: Memory | None = None
) -> Finder:
    """Make the finder of all detectors; see ``finders``."""
    return finders(wanted=personal, home=home, memory=memory).every


def _rules(wanted: str, cache: Cache) -> list[Detector]:
    """Return the shipped rules as two detectors: most find nothing where there is no long token."""
    rules = [*rulefile.shipped(cache).active(wanted), *secrets_lib.rules(cache)]
    key = hashlib.sha256("\0".join(rule.pattern for rule in rules).encode()).hexdigest()
    wide = cache.get(f"reach-{wanted}", key, lambda: [reach(rule.pattern) >= WIDE for rule in rules])
    return [
        RuleDetector([rule for rule, is_wide in zip(rules, wide, strict=True) if not is_wide]),
        RuleDetector([rule for rule, is_wide in zip(rules, wide, strict=True) if is_wide], Sign.WIDE),
    ]


def _home(wanted: str, home: Path | None) -> list[Detector]:
    """Return what a home adds: the owner's rules, names and values, and what its credential files hold."""
    if home is None:
        return []
    detectors: list[Detector] = [known.from_home(home)]
    if files := sorted((home / "safedigest" / "rules").glob("*.toml")):
        from safedigest.detect import userrules  # noqa: PLC0415  most homes have none, and `regex` is slow to import

        detectors.extend(userrules.load(files).detectors(wanted))
    return detectors
