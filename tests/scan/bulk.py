"""A large history with planted secrets, and a scan of it in a process of its own whose memory is measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

from safedigest.detect.template import make
from tests.fakes.store import FakeStore

PLANTS: Final = (
    "ghp_{alnum:36}",
    "sk-proj-{b64url:48}T3BlbkFJ{b64url:48}",
    "AKIA{base32:16}",
    "glpat-{b64url:20}",
    "xoxb-{digit:12}-{digit:13}-{alnum:24}",
    "npm_{alnum:36}",
    "hf_{alnum:34}",
    "gsk_{alnum:52}",
    "dop_v1_{hex:64}",
    "sk_live_{alnum:24}",
)
_WORDS: Final = [
    "build",
    "step",
    "finished",
    "the",
    "mirror",
    "was",
    "copied",
    "to",
    "the",
    "second",
    "host",
    "while",
    "nobody",
    "watched",
    "我们",
    "今天",
    "部署",
    "完成",
    "然后",
    "检查",
    "日志",
    "warning",
    "retry",
    "connection",
    "closed",
    "by",
    "peer",
    "line",
    "column",
    "value",
    "returned",
    "from",
    "worker",
    "queue",
    "empty",
    "done",
]


def prose(random: Random, size: int) -> str:
    """Return about ``size`` characters of words in lines."""
    text = " ".join(random.choices(_WORDS, k=max(1, size // 7)))
    return "\n".join(text[at : at + 120] for at in range(0, len(text), 120))


def fill(path: Path, size: int, planted: int, seed: int = 3) -> list[str]:
    """Write a store of about ``size`` bytes and return the ``planted`` secrets in it, in talk and in tool output."""
    random = Random(seed)
    blocks = [prose(random, 20_000) for _ in range(12)]
    rows = max(size // 20_500, planted)
    where = set(random.sample(range(rows), planted))
    made: list[str] = []
    with FakeStore(path) as store:
        names = [store.session(f"s{number}", "cli") for number in range(20)]
        for number in range(rows):
            text = random.choice(blocks) if size > 1_000_000 else prose(random, 500)
            if number in where:
                made.append(make(PLANTS[number % len(PLANTS)], random).text)
                cut = text.find("\n", random.randrange(len(text))) + 1
                text = f"{text[:cut]}set it to {made[-1]} and go on\n{text[cut:]}"
            session = names[number % len(names)]
            if number % 3:
                store.tool(session, text, rows - number)
            else:
                store.user(session, text, rows - number)
    return made


_RUN: Final = """
import resource, runpy, sys
sys.argv = ["safedigest", *sys.argv[1:]]
try:
    runpy.run_module("safedigest", run_name="__main__")
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def scan(home: Path) -> tuple[list[dict[str, object]], str, int]:
    """Scan the store of ``home``; return the findings, all that was printed, and the peak memory in KiB."""
    words = ["scan", "--store", "--home", str(home), "--format", "json"]
    done = subprocess.run([sys.executable, "-c", _RUN, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1, f"ended with {done.returncode}"
    return json.loads(done.stdout)["findings"], done.stdout + done.stderr, int(done.stderr.split()[-1])
