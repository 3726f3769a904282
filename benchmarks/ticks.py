"""Times whole ticks beside a plain script: nothing new, something new, and stores of several sizes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Final

from benchmarks.process import Compared, Cost, compare, middle, run
from benchmarks.report import Row
from benchmarks.store import ENDS, SESSIONS, build
from tests.fakes.store import FakeStore

PLAIN: Final = Path(__file__).with_name("plain_sync.py")
SETTINGS: Final = '[owner]\ntelegram = "70001"\nweixin = "70001"\n'
NOTHING_NEW, SOMETHING_NEW, SIZE, MEMORY = 1.2, 2.5, 1.3, 60e6
_NUMBERS = count(1)


def home(folder: Path, messages: int) -> Path:
    """Make a home with a store of ``messages``, and another for the plain script; return the first."""
    made = folder / str(messages)
    (made / "safedigest").mkdir(parents=True, mode=0o700)
    (made / "safedigest" / "config.toml").write_text(SETTINGS, encoding="utf-8")
    build(made / "state.db", messages, "0.19")
    plain = folder / f"{messages}-plain"
    plain.mkdir()
    copyfile(made / "state.db", plain / "state.db")
    return made


def settle(home: Path) -> None:
    """Let ticks run until there is nothing new; what was written a moment ago is not trusted to stay so."""
    for _ in range(2):
        tick(home)
        for path in home.rglob("*"):
            os.utime(path, (time.time() - 99, time.time() - 99))
    tick(home)


def tick(home: Path) -> Cost:
    """Run one tick."""
    return run([sys.executable, "-m", "safedigest.tick", "--home", str(home)], {})


def plain(home: Path) -> Cost:
    """Run the plain script."""
    return run([sys.executable, str(PLAIN)], {"HERMES_HOME": str(home.with_name(f"{home.name}-plain"))})


def whole(home: Path) -> Cost:
    """Run a tick that does not know whether anything changed."""
    (home / "safedigest" / "watermark").unlink(missing_ok=True)
    return tick(home)


def told(home: Path, act: Callable[[Path], Cost]) -> Cost:
    """Let something be said at three ends, in both stores where ``act`` is the tick, and run it."""
    number = next(_NUMBERS)
    store = home if act is tick else home.with_name(f"{home.name}-plain")
    with FakeStore.reopen(store / "state.db", now=time.time()) as fake:
        for end in range(1, len(ENDS)):
            fake.say(f"s{SESSIONS - len(ENDS) + end:03}", f"what about {number}", f"it is done {number}", 0)
    return act(home)


def ticks(folder: Path, sizes: Sequence[int]) -> list[Row]:
    """Measure; ``sizes`` count the messages of the stores."""
    homes = {size: home(folder, size) for size in sizes}
    big = homes[300_000]
    settle(big)
    nothing = compare(partial(tick, big), partial(plain, big))
    costs = {size: middle([whole(homes[size]) for _ in range(3)]) for size in sizes}
    times = [cost.seconds for cost in costs.values()]
    something = compare(partial(told, big, tick), partial(told, big, plain), 5)
    spread, most = max(times) / min(times), max(cost.memory for cost in costs.values())
    seen = ", ".join(f"{size:,}: {cost.seconds:.2f} s" for size, cost in costs.items())
    return [
        _beside("tick, nothing new, 300,000 messages", nothing, NOTHING_NEW),
        _beside("tick, new messages at three ends", something, SOMETHING_NEW),
        Row("whole sync by size of the store", seen, spread, f"within {SIZE} of each other", spread <= SIZE),
        Row("whole sync, peak memory", f"{most / 1e6:.0f} MB", most / MEMORY, "under 60 MB", most < MEMORY),
    ]


def _beside(what: str, found: Compared, bar: float) -> Row:
    seen = f"{found.one.seconds * 1000:.0f} ms"
    return Row(what, seen, found.ratio, f"at most {bar} × the plain script", found.ratio <= bar)
