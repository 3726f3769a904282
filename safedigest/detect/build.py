"""Puts the detectors together."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from safedigest.detect import rulefile
from safedigest.detect.engine import Finder
from safedigest.detect.interface import Detector
from safedigest.detect.rules import RuleDetector


def default_finder(*, personal: str = "default", home: Path | None = None, memory: Any = None) -> Finder:
    """Make the finder of all detectors.

    ``personal`` says which personal data counts (``none``, ``default``, ``all``). ``home`` adds what its owner
    registered and the values of its credential files. Raises RuleError where a rule file is bad or none is there.
    """
    detectors: list[Detector] = [RuleDetector(rulefile.shipped().active(personal))]
    detectors.extend(_parts(personal, home, memory))
    return Finder(detectors)


def _parts(personal: str, home: Path | None, memory: Any) -> list[Detector]:
    """Ask every module that is there already for its ``detectors(personal=…, home=…, memory=…)``."""
    found: list[Detector] = []
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if file.stem in {"__init__", "build", "engine", "fold", "interface", "rulefile", "rules", "template"}:
            continue
        make = getattr(importlib.import_module(f"safedigest.detect.{file.stem}"), "detectors", None)
        if make is not None:
            found.extend(make(personal=personal, home=home, memory=memory))
    return found
