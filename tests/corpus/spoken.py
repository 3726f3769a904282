"""Talks in which secrets are said, and talks that only look so, made from templates with values drawn on the spot.

``talks(seed)`` gives talks with secrets, ``harmless()`` those without. The templates lie beside this file; what a slot
stands for is said at their head. No value is written down anywhere: each comes from the seed.
"""

from __future__ import annotations

import base64
import random
import re
import string
import uuid
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


_HAN = list("度起现同表之根电金品把天小时候问从前身手心地高水力山花月日开美好先风云光海石林火竹")
_MNEMONIC = [
    "ability",
    "absent",
    "absorb",
    "abstract",
    "absurd",
    "abuse",
    "accident",
    "acid",
    "acoustic",
    "acquire",
    "zebra",
    "zoo",
    "winter",
    "window",
    "wisdom",
]
_STREETS = ["Alder Street", "Foxglove Lane", "Juniper Ave", "Heron Road"]
_TOWNS = ["青田市云和区", "枫林区", "松江镇", "东阳县"]
_ROADS = ["稻香路", "桂花大道", "银杏街", "科苑路"]


def _capitals(count: int) -> Callable[[random.Random], str]:
    def draw(rng: random.Random) -> str:
        return "".join(rng.choices(string.ascii_uppercase + string.digits, k=count - 1)) + rng.choice("4679")

    return draw


def _sentence(rng: random.Random) -> str:
    return "".join(rng.sample(_HAN, rng.randrange(5, 9)))


def _address(rng: random.Random) -> str:
    house, block, room = rng.randrange(11, 999), rng.randrange(1, 30), rng.randrange(101, 2904)
    return f"{rng.choice(_TOWNS)}{rng.choice(_ROADS)}{house}号{block}幢2单元{room}室"


def _card(rng: random.Random) -> str:
    body = "4" + "".join(rng.choices(string.digits, k=14))
    total = sum(sum(divmod(int(c) * (2 - at % 2), 10)) for at, c in enumerate(body))
    return body + str(-total % 10)


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
    "three": _digits(3),
    "two": lambda rng: str(rng.randrange(11, 99)),
    "pick": lambda rng: f"{rng.randrange(1, 30)}-{rng.randrange(1, 9)}-{rng.randrange(1000, 9999)}",
    "han": _sentence,
    "hanpw": lambda rng: _sentence(rng) + str(rng.randrange(10, 9999)),
    "hanmn": lambda rng: " ".join(rng.sample(_HAN, 12)),
    "mnem": lambda rng: " ".join(rng.sample(_MNEMONIC, 12)),
    "gifta": lambda rng: "-".join((_capitals(5)(rng), _capitals(5)(rng), _capitals(2)(rng))),
    "giftb": lambda rng: "-".join((_capitals(3)(rng), _capitals(5)(rng), _capitals(5)(rng))),
    "eight": lambda rng: f"{rng.randrange(1000, 9999)} {rng.randrange(1000, 9999)}",
    "phrnum": lambda rng: " ".join([*rng.sample(_WORDS, 2), str(rng.randrange(100, 999))]),
    "kebab": lambda rng: "-".join(rng.sample(_WORDS, 4)),
    "addr": _address,
    "addren": lambda rng: f"{rng.randrange(10, 9999)} {rng.choice(_STREETS)}, Apt {rng.randrange(1, 40)}",
    "card": _card,
    "exp": lambda rng: f"{rng.randrange(1, 13):02}/{rng.randrange(27, 34)}",
    "cvv": _digits(3),
    "key36": lambda rng: "".join(rng.choices(_ALNUM, k=36)),
    "key44": lambda rng: "".join(rng.choices(_ALNUM, k=44)),
    "dtok": lambda rng: ".".join(
        (
            "MT" + "".join(rng.choices(_ALNUM, k=24)),
            "G" + "".join(rng.choices(_ALNUM, k=5)),
            "".join(rng.choices(_ALNUM, k=38)),
        )
    ),
    "bitl": lambda rng: "-".join("".join(rng.choices(string.digits, k=6)) for _ in range(8)),
    "wx16": lambda rng: "".join(rng.choices(_LOWER, k=16)),
    "up16": lambda rng: "".join(rng.choices(string.ascii_uppercase, k=16)),
    "up6": lambda rng: "".join(rng.choices(string.ascii_uppercase, k=6)),
    "up5": lambda rng: "".join(rng.choices("BCDFGHJKMNPQRTVWXY23456789", k=4)) + "7",
    "rec": lambda rng: "-".join("".join(rng.choices("0123456789abcdef", k=4)) + "7" for _ in range(2)),
    "uuid": lambda rng: str(uuid.UUID(int=rng.getrandbits(128), version=4)),
    "eleven": lambda rng: "-".join("".join(rng.choices(string.digits, k=size)) for size in (4, 3, 4)),
    "b64": lambda rng: base64.b64encode(_password(rng).encode()).decode(),
    "emoji": lambda rng: "".join(f"{digit}\ufe0f\u20e3" for digit in _digits(4)(rng)),
    "circ": lambda rng: "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(digit)] for digit in _digits(6)(rng)),
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

    turns = tuple((role, re.sub(r"\{\w+\}", draw, text).replace("\\n", "\n")) for role, text in block)
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
