"""A large history with planted secrets, and a scan of it in a process of its own whose memory is measured."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

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
_TEXT: Final = (
    "build step finished the mirror was copied to second host while nobody watched warning retry connection closed by"
    " peer line column value returned from worker queue empty done request handler cache entry index shard replica"
    " 我们 今天 部署 完成 然后 检查 日志 服务 重启 之后 一切 正常"
)
_WORDS: Final = _TEXT.split()
_LEVELS: Final = ("INFO", "INFO", "INFO", "DEBUG", "WARN")
_ROW: Final = 16_000  # characters of a row of output
_TALK: Final = 400  # characters of a message
_ENDS: Final = ("cli", "telegram", "weixin")


def prose(random: Random, size: int) -> str:
    """Return about ``size`` characters of words in lines."""
    text = " ".join(random.choices(_WORDS, k=max(1, size // 7)))
    return "\n".join(text[at : at + 120] for at in range(0, len(text), 120))


def log(random: Random, size: int) -> str:
    """Return about ``size`` characters of a server's log."""
    words = iter(random.choices(_WORDS, k=size // 8 + 8))
    lines: list[str] = []
    length, second = 0, random.randrange(80_000)
    while length < size:
        second += random.randrange(4)
        text = " ".join(next(words, "done") for _ in range(8))
        clock = (
            f"2026-11-30 {second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02},{length % 1000:03}"
        )
        lines.append(
            f"{clock} {random.choice(_LEVELS)} [worker-{second % 16}] app.queue: {text} ({second % 97} ms)"
        )
        length += len(lines[-1]) + 1
    return "\n".join(lines)


def code(random: Random, size: int) -> str:
    """Return about ``size`` characters of a program."""
    words = iter(random.choices([word for word in _WORDS if word.isascii()], k=size // 6 + 8))
    lines: list[str] = []
    length = 0
    while length < size:
        a, b, c, d = (next(words, "done") for _ in range(4))
        lines.append(
            f"    if self.{a}_{b} is not None and len({c}) > {len(lines) % 50}:\n        return {d}({a}, {b}.{c})"
        )
        length += len(lines[-1]) + 1
    return "\n".join(lines)


def rows_of_json(random: Random, size: int) -> str:
    """Return about ``size`` characters of JSON as an API answers it."""
    words = iter(random.choices(_WORDS, k=size // 12 + 8))
    items: list[str] = []
    length = 0
    while length < size:
        a, b, c = (next(words, "done") for _ in range(3))
        items.append(
            f'  {{"id": {len(items) + 1}, "name": "{a}-{b}", "state": "{c}", "count": {length % 977}}}'
        )
        length += len(items[-1]) + 2
    return "[\n" + ",\n".join(items) + "\n]"


_OUTPUTS: Final = (prose, log, code, rows_of_json)


@dataclass(slots=True)
class _Filling:
    """A store being filled: every so many rows one holds a secret."""

    random: Random
    made: list[str]
    planted: int

    def text(self, text: str, left: int) -> str:
        """Return ``text``, with the next secret in it where ``left`` rows must take what is left of them."""
        if self.random.random() >= (self.planted - len(self.made)) / max(left, 1):
            return text
        self.made.append(make(PLANTS[len(self.made) % len(PLANTS)], self.random).text)
        cut = text.find("\n", self.random.randrange(len(text))) + 1
        return f"{text[:cut]}set it to {self.made[-1]} and go on\n{text[cut:]}"


def fill(path: Path, size: int, planted: int, seed: int = 3) -> list[str]:
    """Write a store of about ``size`` bytes and return the ``planted`` secrets in it, in talk and in tool output.

    A turn is a question, a call, its output, and an answer; a session has fifty of them, at one of three ends.
    """
    random = Random(seed)
    filling = _Filling(random, [], planted)
    turns = max(size // (_ROW + 3 * _TALK), planted // 2)
    long = min(_ROW, size // turns)
    left = turns * 3
    with FakeStore(path) as store:
        for turn in range(turns):
            if turn % 50 == 0:
                session = store.session(f"s{turn // 50}", _ENDS[turn // 50 % 3])
            texts = []
            for write, length in ((prose, _TALK), (random.choice(_OUTPUTS), long), (prose, _TALK)):
                texts.append(filling.text(write(random, length), left))
                left -= 1
            ago = float(turns - turn)
            store.user(session, texts[0], ago)
            store.call(session, "I look at it.", ago - 0.1)
            store.tool(session, texts[1], ago - 0.2)
            store.assistant(session, texts[2], ago - 0.3)
    return filling.made


_RUN: Final = r"""
import re, runpy, sys
sys.argv = ["safedigest", *sys.argv[1:]]
try:
    runpy.run_module("safedigest", run_name="__main__")
finally:
    # not ru_maxrss: in a new process that begins with what the process that made it had
    print(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1], file=sys.stderr)
"""


def scan(home: Path) -> tuple[list[dict[str, Any]], str, int]:
    """Scan the store of ``home``; return the findings, all that was printed, and the peak memory in KiB."""
    words = ["scan", "--store", "--home", str(home), "--format", "json"]
    done = subprocess.run([sys.executable, "-c", _RUN, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1, f"ended with {done.returncode}"
    return json.loads(done.stdout)["findings"], done.stdout + done.stderr, int(done.stderr.split()[-1])
