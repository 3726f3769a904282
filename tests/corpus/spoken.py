"""Talks in which secrets are said, and talks that only look so, made from templates with values drawn on the spot.

``talks(seed)`` gives talks with secrets, ``harmless()`` those without. The templates lie beside this file; what a slot
stands for is said at their head. No value is written down anywhere: each comes from the seed.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from safedigest.model import Role

_HERE = Path(__file__).parent
_SLOT = re.compile(r"\{([a-z]+\d*?)(\d?)\}")
_LOWER, _ALNUM = string.ascii_lowercase, string.ascii_letters + string.digits
_SYLLABLES = [
    "ba",
    "ke",
    "mo",
    "ri",
    "tu",
    "vel",
    "zan",
    "dor",
    "pim",
    "lux",
    "quo",
    "fen",
    "gar",
    "hil",
    "jut",
    "nox",
]
_WORDS = [
    "amber",
    "lantern",
    "otter",
    "cobalt",
    "meadow",
    "falcon",
    "tulip",
    "granite",
    "velvet",
    "harbor",
    "comet",
    "juniper",
    "saddle",
    "copper",
    "willow",
    "thistle",
]


@dataclass(frozen=True)
class Talk:
    """The messages of a talk and the values in it."""

    turns: tuple[tuple[Role, str], ...]
    secrets: tuple[str, ...]


def _word(rng: random.Random) -> str:
    return "".join(rng.choices(_SYLLABLES, k=3))


def _password(rng: random.Random) -> str:
    digits = str(rng.randrange(100, 99999))
    mark = rng.choice("!@#*")
    return rng.choice(
        [
            _word(rng) + digits,
            _word(rng).title() + mark + digits,
            "".join(rng.choices(_ALNUM, k=8)) + rng.choice(string.digits) + rng.choice(_LOWER),
            rng.choice(_WORDS) + str(rng.randrange(1000, 9999)),
            rng.choice(_WORDS).title() + rng.choice(_WORDS).title() + str(rng.randrange(10, 99)),
            rng.choice(_LOWER) * 2 + str(rng.randrange(100000, 999999)) + rng.choice(["", mark]),
            "".join(rng.choices(_ALNUM + "#$%*+-", k=12)) + "7q",
        ]
    )


def _digits(count: int) -> Callable[[random.Random], str]:
    def draw(rng: random.Random) -> str:
        while True:
            value = "".join(rng.choices(string.digits, k=count))
            if not re.match(r"(19|20)\d\d\Z", value) and len(set(value)) > 2:
                return value

    return draw


_MAKE: dict[str, Callable[[random.Random], str]] = {
    "pw": _password,
    "word": _word,
    "phrase": lambda rng: " ".join(rng.sample(_WORDS, 4)),
    "pin": _digits(4),
    "pin6": _digits(6),
    "num8": _digits(8),
    "otp": _digits(6),
    "key": lambda rng: "sk-" + "".join(rng.choices(_ALNUM, k=32)),
    "hex": lambda rng: "".join(rng.choices("0123456789abcdef", k=32)),
    "code": lambda rng: (
        rng.choice(string.digits) + "".join(rng.choices(_LOWER + string.digits, k=2)) + rng.choice(_LOWER)
    ),
    "gift": lambda rng: "-".join(
        "".join(rng.choices(string.ascii_uppercase + string.digits, k=5)) for _ in range(4)
    ),
    "zhnum": lambda rng: "".join(rng.choices("零一二三四五六七八九", k=6)),
    "ennum": lambda rng: " ".join(
        rng.choices(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], k=6)
    ),
    "half": lambda rng: "".join(rng.choices(_ALNUM, k=11)) + "8",
}


def _blocks(name: str) -> Iterator[list[tuple[Role, str]]]:
    text = (_HERE / name).read_text(encoding="utf-8")
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if line[:2] in ("u:", "a:")]
        if lines:
            yield [(Role.USER if line[0] == "u" else Role.ASSISTANT, line[3:]) for line in lines]


def _fill(block: list[tuple[Role, str]], rng: random.Random) -> Talk:
    fixed: dict[str, str] = {}
    secrets: list[str] = []

    def draw(match: re.Match[str]) -> str:
        slot = match[0]
        name = slot[1:-1] if slot[1:-1] in _MAKE else slot[1:-2]
        value = fixed.get(slot) or _MAKE[name](rng)
        if slot[1:-1] != name:
            fixed[slot] = value
        secrets.append(value)
        return value

    turns = tuple((role, re.sub(r"\{\w+\}", draw, text)) for role, text in block)
    return Talk(turns, tuple(dict.fromkeys(secrets)))


def talks(seed: int, rounds: int = 3) -> Iterator[Talk]:
    """Give every template ``rounds`` times with fresh values."""
    rng = random.Random(seed)
    for _ in range(rounds):
        for block in _blocks("talks.txt"):
            yield _fill(block, rng)


def harmless() -> Iterator[Talk]:
    """Give the talks without secrets."""
    for block in _blocks("harmless.txt"):
        yield Talk(tuple(block), ())
