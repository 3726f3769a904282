"""Replies that only the talk makes a secret, as whole talks through the finder of all detectors."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest

from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.talk import spans_of_run
from tests.detect.speaking import digits, turns
from tests.detect.told import GIVEN
from tests.detect.untold import HARMLESS

_RNG = random.Random(20261202)
_WORDS: Final = [
    "lantern",
    "marble",
    "saddle",
    "copper",
    "thistle",
    "walnut",
    "ginger",
    "falcon",
    "kettle",
    "velvet",
    "pepper",
    "biscuit",
    "magnet",
]
_SYLLABLES: Final = [
    "meng",
    "fang",
    "lao",
    "zhu",
    "hua",
    "ting",
    "xiang",
    "nuan",
    "hong",
    "qing",
    "ping",
    "guo",
    "shu",
    "lin",
]
_THINGS: Final = ["豆腐", "外婆", "狐狸", "灯塔", "山楂", "糯米", "企鹅"]
_CONSONANTS: Final = "BCFHJKMNPRTXZ"
_SEEDS: Final = [
    "animal",
    "beach",
    "bicycle",
    "castle",
    "coral",
    "breeze",
    "ability",
    "cupboard",
    "camera",
    "aspect",
    "arctic",
    "burden",
    "anchor",
]


def _letters(count: int, signs: str = _CONSONANTS) -> str:
    return "".join(_RNG.choices(signs, k=count))


def _backup() -> str:
    signs = "bcdfghjkmnpqrstvwxz" + string.digits
    return "-".join(f"{_letters(3, signs)}{digits(1)}{_letters(1, signs)}" for _ in range(2))


def _groups(signs: str) -> str:
    return " ".join(f"{_letters(2, signs)}{_RNG.choice('234567')}{_letters(1, signs)}" for _ in range(4))


_MAKE: Final[dict[str, Callable[[], str]]] = {
    "number 3": lambda: digits(3),
    "number 4": lambda: digits(4),
    "number 6": lambda: digits(6),
    "number 8": lambda: digits(8),
    "apart": lambda: " ".join(digits(4)),
    "mixed": lambda: f"{_RNG.choice(_WORDS).title()}{digits(4)}{_RNG.choice('!#%')}{_letters(1)}",
    "pinyin": lambda: "".join(_RNG.sample(_SYLLABLES, 4)),
    "phrase": lambda: (
        f"{_RNG.choice(_THINGS)}{_RNG.choice(['偷吃', '骑着', '梦见', '追赶'])}{_RNG.choice(_THINGS)}"
    ),
    "compound": lambda: "".join(_RNG.sample(_WORDS, 2)),
    "word": lambda: _RNG.choice(_WORDS),
    "dashes": lambda: "-".join(_RNG.sample(_WORDS, 4)),
    "printed": lambda: _letters(3) + digits(3),
    "voucher": lambda: _letters(3) + digits(2) + _letters(2) + digits(4),
    "backup": _backup,
    "seed": lambda: _groups(_CONSONANTS),
    "seed_lower": lambda: _groups(_CONSONANTS.lower()),
    "dial": lambda: "-".join(str(_RNG.randint(11, 59)) for _ in range(3)),
    "pet": lambda: _RNG.choice(["oreo", "mimi", "beipang", "wangcai"]) + digits(3),
    "name": lambda: _RNG.choice(["Marchetti", "Kowalska", "Luna", "Biscuit", "Rosedale"]),
    "han_name": lambda: _RNG.choice(["尉迟", "司徒", "赵", "钱"]) + _RNG.choice(["淑华", "桂珍", "明远"]),
    "mnemonic": lambda: " ".join(_RNG.sample(_SEEDS, 12)),
    "shelf": lambda: f"{_RNG.randint(2, 30)}-{_RNG.randint(1, 9)}-{digits(4)}",
}


@cache
def _finder() -> Finder:
    return default_finder(personal="all")


def _hidden(said: str) -> list[list[str]]:
    talk = turns(*said.split(" / "))
    (found,) = spans_of_run([talk], _finder().find)
    return [
        [turn.shadow.text[span.start : span.end] for span in spans or ()]
        for turn, spans in zip(talk, found, strict=True)
    ]


@pytest.mark.parametrize(("kind", "said"), GIVEN, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(GIVEN)])
def test_a_value_is_masked_wherever_it_stands_in_its_talk(kind: str, said: str) -> None:
    value = _MAKE[kind]()
    said = said.replace("{qq}", digits(9)).replace("{user}", f"lihua{digits(2)}").replace("{}", value)
    for line, found in zip(said.split(" / "), _hidden(said), strict=True):
        assert value not in line or any(value in one for one in found)


@pytest.mark.parametrize("said", HARMLESS, ids=range(len(HARMLESS)))
def test_a_talk_without_a_secret_stays(said: str) -> None:
    assert not any(_hidden(said))
