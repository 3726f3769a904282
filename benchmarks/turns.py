"""Times what every turn of a talk waits for: the plugin in its process, the shell hook, the command's start."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.process import Cost, compare, run
from benchmarks.report import Row
from benchmarks.ticks import home, settle
from safedigest.plugin import guarded, turn
from tests.fakes.store import FakeStore

ROWS: Final = 2_500  # of 2,000 characters: 5 MB of history
QUIET, NEWS = 3.0, 10.0
PYTHON: Final = sys.executable


def event(text: str, *shown: str) -> dict[str, Any]:
    """Return what the host hands over: a long history, what was shown before at its end, and a question."""
    rows = [{"role": ("user", "assistant")[n % 2], "content": "so it goes on " * 143} for n in range(ROWS)]
    rows += [{"role": "user", "content": "hello", "api_content": f"hello\n\n{one}"} for one in shown]
    return {"session_id": "s056", "user_message": text, "conversation_history": rows, "platform": "cli"}


def _milliseconds(call: Callable[[], object], runs: int = 15) -> float:
    took = []
    for _ in range(runs):
        begin = time.process_time()
        call()
        took.append(time.process_time() - begin)
    return median(took) * 1000


def measure(folder: Path) -> list[Row]:
    """Measure the plugin, the hook and the command."""
    made = home(folder, 6_000)
    settle(made)
    os.environ["HERMES_HOME"] = str(made)
    return [*_plugin(made), *_hook(made), *_command()]


def _plugin(made: Path) -> list[Row]:
    first = guarded("context", event("hello"))
    known = event("and?", first)
    quiet = _milliseconds(partial(guarded, "context", known))
    with FakeStore.reopen(made / "state.db", now=time.time()) as store:
        store.say("s059", "the ferry leaves at noon", "noted", 0)
    settle(made)
    news = _milliseconds(partial(turn.context, made, known, time.time()))
    return [
        Row(
            "plugin, nothing new, 5 MB of history",
            f"{quiet:.2f} ms",
            quiet / QUIET,
            "under 3 ms",
            quiet < QUIET,
        ),
        Row("plugin, something new", f"{news:.2f} ms", news / NEWS, "under 10 ms", news < NEWS),
    ]


def _hook(made: Path) -> list[Row]:
    frame = {"hook_event_name": "pre_llm_call", "session_id": "s056"}
    said = [{"role": "user", "content": "x" * 3_600}]
    extra = {"session_id": "s056", "user_message": "hello", "platform": "cli", "conversation_history": said}
    told = json.dumps({**frame, "extra": extra}).encode()
    seen_before = {"role": "user", "content": "hello", "api_content": "hello" + guarded("context", extra)}
    extra["conversation_history"] = [*said, seen_before]
    same = json.dumps({**frame, "extra": extra}).encode()
    bare = partial(run, [PYTHON, "-c", "import json, sys"], {})
    rows = []
    for name, data, bar in (("unchanged", same, 1.5), ("changed", told, 2.0)):
        found = compare(partial(_answer, made, data), bare)
        seen = f"{found.one.seconds * 1000:.0f} ms"
        rows.append(
            Row(
                f"`safedigest-hook`, feed {name}",
                seen,
                found.ratio,
                f"at most {bar} × Python with json",
                found.ratio <= bar,
            )
        )
    return rows


def _answer(made: Path, data: bytes) -> Cost:
    env: Mapping[str, str] = {"HERMES_HOME": str(made)}
    (made / "safedigest" / "shown.json").unlink(missing_ok=True)  # a talk is shown so much a day, and no more
    return run([PYTHON, "-c", "import sys; from safedigest.hook import main; sys.exit(main())"], env, data)


def _command() -> list[Row]:
    rows = []
    for option, beside, bar, name in (
        ("--version", "pass", 1.5, "bare Python"),
        ("--help", "import typer", 3.0, "`import typer`"),
    ):
        found = compare(
            partial(run, [PYTHON, "-c", "from safedigest.cli.app import main; main()", option], {}),
            partial(run, [PYTHON, "-c", beside], {}),
        )
        seen = f"{found.one.seconds * 1000:.0f} ms"
        rows.append(
            Row(f"`safedigest {option}`", seen, found.ratio, f"at most {bar} × {name}", found.ratio <= bar)
        )
    return rows
