"""Puts the detectors together."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from typing import Any

from safedigest.detect import known, rulefile, secrets_lib
from safedigest.detect.bare import Bare
from safedigest.detect.cache import Cache
from safedigest.detect.decoded import Disguised
from safedigest.detect.engine import Finder
from safedigest.detect.interface import Detector
from safedigest.detect.rules import RuleDetector


def default_finder(*, personal: str = "default", home: Path | None = None, memory: Any = None) -> Finder:
    """Make the finder of all detectors.

    ``personal`` says which personal data counts (``none``, ``default``, ``all``). ``home`` adds what its
    owner registered and the values of its credential files. Raises RuleError where a rule file is bad or none
    is there.
    """
    plain = [*_rules(personal, home), *_home(personal, home), *_parts(personal, home, memory)]
    inner, tokens = cache(lambda: Finder(plain)), cache(lambda: Finder(plain[:1]))
    return Finder([*plain, Disguised(inner, tokens), Bare()])


def _rules(personal: str, home: Path | None) -> list[Detector]:
    cache = Cache(home / "safedigest" if home else None)
    return [RuleDetector([*rulefile.shipped(cache).active(personal), *secrets_lib.rules(cache)])]


def _home(personal: str, home: Path | None) -> list[Detector]:
    """Return what a home adds: the owner's rules, names and values, and what its credential files hold."""
    if home is None:
        return []
    detectors: list[Detector] = [known.from_home(home)]
    if files := sorted((home / "safedigest" / "rules").glob("*.toml")):
        from safedigest.detect import userrules  # noqa: PLC0415  most homes have none, and `regex` is slow to import

        detectors.extend(userrules.load(files).detectors(personal))
    return detectors


def _parts(personal: str, home: Path | None, memory: Any) -> list[Detector]:
    """Ask every module that is there already for its ``detectors(personal=…, home=…, memory=…)``."""
    found: list[Detector] = []
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if file.stem == "build" or "\ndef detectors(" not in file.read_text(encoding="utf-8"):
            continue
        make = importlib.import_module(f"safedigest.detect.{file.stem}").detectors
        found.extend(make(personal=personal, home=home, memory=memory))
    return found
