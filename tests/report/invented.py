"""An invented month: what was masked at three ends, what became of it, and what was shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from safedigest.audit import Item, Length, Told
from safedigest.config import Lang
from safedigest.exposure import Rotation, Secret, State
from safedigest.letters import letters
from safedigest.report.overview import Overview, rounds
from safedigest.rotation import pages
from safedigest.status import Status
from safedigest.tally import Tally, counted, day

NOW: Final = 1_796_100_000.0  # 2026-12-01
_DAY: Final = 86_400.0
_VALUES: Final = (
    ("github-token", "vendor-token", "ghp_...{}", ("cli", "telegram"), 9),
    ("openai-key", "vendor-token", "sk-proj...{}", ("weixin",), 3),
    ("known-value", "known", "***", ("cli",), 5),
    ("spoken-password", "password", "***", ("weixin", "cli"), 4),
    ("slack-token", "vendor-token", "xoxb-...{}", ("telegram",), 2),
    ("known-value", "known", "***", ("telegram",), 2),
    ("spoken-pin", "pin", "***", ("weixin",), 2),
    ("url-password", "url-credential", "***", ("cli",), 6),
    ("private-key", "private-key", "***", ("cli",), 1),
    ("aws-access-key-id", "vendor-token", "AKIA...{}", ("cli",), 3),
)


def told(random: Random) -> Iterator[list[Told]]:
    """Give the sightings of each value."""
    for number, (rule, kind, _, ends, times) in enumerate(_VALUES):
        mark = letters(random.randbytes(8), 16)
        first = random.uniform(1, 29)
        whens = sorted(NOW - first * _DAY * random.random() // 300 * 300 for _ in range(times))
        yield [
            Told(
                when,
                Item(rule, kind, random.choice(ends), f"session-{number}", at, "user", Length.LONG, mark),
            )
            for at, when in enumerate(whens)
        ]


def overview(lang: Lang = Lang.EN, seed: int = 5) -> Overview:
    """Return the month."""
    random = Random(seed)
    where = pages()
    rotations = []
    every: list[Told] = []
    states = [State.OPEN] * 5 + [State.ROTATED] + [State.OPEN] + [State.RESOLVED] * 3
    for seen, (_, _, form, _, _), state in zip(told(random), _VALUES, states, strict=True):
        every += seen
        tail = "".join(random.choices("abcdefghjkmnpqrstuvwxyz23456789", k=4))
        one = seen[0].item
        rows = (
            tuple((each.item.session, each.item.message) for each in seen)
            if state is not State.RESOLVED
            else ()
        )
        files = (".env",) if one.kind == "known" and state is State.OPEN else ()
        secret = Secret(one.fingerprint, tuple(seen), state)
        rotations.append(Rotation(secret, form.format(tail), files, rows, where.get(one.rule, "")))
    every.sort(key=lambda each: each.time)
    shown = {
        day(NOW - back * _DAY): {
            "telegram": (random.randrange(4, 15), 2400),
            "cli": (random.randrange(9), 1300),
        }
        for back in range(14)
    }
    status = Status(tried=NOW - 120, good=NOW - 120, put=NOW - 900, ends=3, turns=17, masks=9)
    return Overview(NOW, Tally(counted(every), shown), status, tuple(rotations), rounds(every, 8), lang=lang)
