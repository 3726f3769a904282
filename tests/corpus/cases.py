"""Puts kinds, wordings and glue together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tests.corpus.disguise import DISGUISES, TOKENS
from tests.corpus.disguise import WORDINGS as DISGUISED_WORDINGS
from tests.corpus.harmless import HARMLESS
from tests.corpus.kinds import GROUPS
from tests.corpus.wordings import GLUE, WORDINGS


@dataclass(frozen=True, slots=True)
class Case:
    """One message. ``surface`` is how ``value`` stands in ``text``; both are empty in a harmless one."""

    text: str
    group: str
    kind: str
    value: str = ""
    surface: str = ""


def secret_cases(seed: int, each: int) -> Iterator[Case]:
    """Yield ``each`` messages of every kind of every group, and of every disguise."""
    random = Random(seed)
    for group, kinds in GROUPS.items():
        for kind, make in kinds.items():
            for _ in range(each):
                value = make(random)
                text = _said(random, _wordings(WORDINGS[group], kind), value)
                yield Case(text, group, kind, value, value)
    for name, disguise in DISGUISES.items():
        for _ in range(each):
            value = GROUPS["vendor"][random.choice(TOKENS)](random)
            surface = disguise(value, random)
            yield Case(_said(random, DISGUISED_WORDINGS, surface), "disguised", name, value, surface)


def harmless_cases(seed: int, each: int) -> Iterator[Case]:
    """Yield ``each`` messages of every harmless kind."""
    random = Random(seed)
    for kind, make in HARMLESS.items():
        for _ in range(each):
            yield Case(random.choice(GLUE).format(make(random)), "harmless", kind)


def _wordings(wordings: Mapping[str, tuple[str, ...]], kind: str) -> tuple[str, ...]:
    return wordings.get(kind) or wordings["*"]


def _said(random: Random, wordings: tuple[str, ...], surface: str) -> str:
    return random.choice(GLUE).format(random.choice(wordings).format(surface))
