"""What the tests of spoken secrets share: values drawn on the spot, and what a detector leaves of a text."""

from __future__ import annotations

import random
import string

from safedigest.detect.dialogue import DialogueDetector
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Turn
from safedigest.detect.levels import EVERYDAY_NUMBERS
from safedigest.detect.shaped import ShapedDetector
from safedigest.detect.spoken import SpokenDetector
from safedigest.model import Role

FINDER = Finder([SpokenDetector(), DialogueDetector(), ShapedDetector()])
_RNG = random.Random(20261201)


def password() -> str:
    """Return a mixed password of ten characters."""
    core = "".join(_RNG.choices(string.ascii_letters + string.digits, k=8))
    return f"{core[:4]}7{core[4:]}q"


def digits(count: int) -> str:
    """Return a number that is no year and no everyday one."""
    while True:
        value = "".join(_RNG.choices(string.digits, k=count))
        if (
            value not in EVERYDAY_NUMBERS
            and len(set(value)) > min(2, count - 1)
            and value[:2]
            not in (
                "19",
                "20",
                "10",
                "12",
                "95",
                "96",
                "11",
            )
        ):
            return value


def hexed(count: int) -> str:
    """Return hexadecimal digits that begin with a letter and hold a digit."""
    return "c3" + "".join(_RNG.choices("0123456789abcdef", k=count - 2))


def turns(*lines: str) -> list[Turn]:
    """Make turns of ``u: …`` and ``a: …``."""
    return [Turn(Role.USER if line[0] == "u" else Role.ASSISTANT, fold(line[3:])) for line in lines]


def found(text: str, *before: str, role: Role = Role.USER) -> list[str]:
    """Return the values that are found in ``text``, said after ``before``, in order."""
    shadow = fold(text)
    spans = FINDER.find(shadow, role if before else None, turns(*before))
    return [shadow.text[span.start : span.end] for span in sorted(set(spans), key=lambda s: (s.start, s.end))]


def hidden(value: str, text: str, *before: str, role: Role = Role.USER) -> bool:
    """Tell whether all of ``value`` lies in what is found in ``text``."""
    assert value in text
    return any(value in one for one in found(text, *before, role=role))
