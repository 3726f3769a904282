"""Ordinary talk with an agent, made up: questions of a line or two, answers of some sentences, a secret in a few.

Sentences are drawn and filled at random from a seed, in Chinese, English and both mixed, so that two runs measure the
same text. What stands in them is what people talk about: dates, sums, files, commands, links, versions, errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

from tests.corpus.cases import secret_cases

Maker = Callable[[Random], object]

_FILLERS: Final[Mapping[str, Maker]] = {
    "n": lambda r: r.randint(2, 9),
    "nn": lambda r: r.randint(10, 99),
    "sum": lambda r: r.randint(100, 9999),
    "share": lambda r: f"{r.uniform(1, 99):.1f}%",
    "clock": lambda r: f"{r.randint(7, 22)}:{r.choice(('00', '15', '30', '45'))}",
    "date": lambda r: f"2026-{r.randint(1, 12):02}-{r.randint(1, 28):02}",
    "version": lambda r: f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}",
    "who": lambda r: r.choice(("小李", "老王", "张姐", "陈工", "房东", "Anna", "Tom", "妈妈", "前台", "Ben")),
    "city": lambda r: r.choice(("上海", "杭州", "成都", "Berlin", "Lisbon", "东京", "广州", "西安")),
    "thing": lambda r: r.choice(("报表", "合同", "发票", "方案", "周报", "简历", "菜单", "行程", "照片", "笔记")),
    "item": lambda r: r.choice(("report", "invoice", "draft", "recipe", "ticket", "album", "budget", "slide deck")),
    "tool": lambda r: r.choice(("nginx", "docker", "git", "pandas", "ffmpeg", "sqlite", "systemd", "tmux", "pytest")),
    "file": lambda r: r.choice(("notes.md", "src/main.py", "config.yaml", "data/sales.csv", "index.html", "run.sh")),
    "path": lambda r: r.choice(("~/projects/blog", "/var/log/syslog", "/etc/hosts", "docs/guide/install.md")),
    "link": lambda r: r.choice((
        "https://docs.python.org/3/library/re.html", "https://github.com/python/cpython/issues/1234",
        "https://zh.wikipedia.org/wiki/猫", "https://example.com/blog/2026/how-to-brew-coffee",
    )),
    "error": lambda r: r.choice((
        "KeyError: 'total'", "ModuleNotFoundError: No module named 'numpy'", "connection refused", "HTTP 502",
        "permission denied", "TypeError: unsupported operand type(s) for +: 'int' and 'str'", "exit code 137",
    )),
    "name": lambda r: r.choice(("load_rows", "maxRetries", "user_id", "parseDate", "is_active", "TimeoutError")),
}  # fmt: skip


def _sentences(mark: str) -> tuple[str, ...]:
    lines = Path(__file__).with_name("chat.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line[2:].replace("\\n", "\n") for line in lines if line[0] == mark)


_ASKED: Final = _sentences("?")
_ANSWERED: Final = _sentences("!")


def _filled(random: Random, sentence: str) -> str:
    out = []
    for piece in sentence.replace("}", "\0}").split("{"):
        name, inside, rest = piece.partition("\0}")
        known = inside and name in _FILLERS
        out.append(f"{_FILLERS[name](random)}{rest}" if known else piece)
    return "".join(out).replace("\0", "")


def _message(random: Random, sentences: Sequence[str], most: int) -> str:
    chosen = [_filled(random, random.choice(sentences)) for _ in range(random.randint(1, most))]
    return random.choice(("", "", " ", "\n")).join(chosen)


def plain(seed: int) -> Iterator[str]:
    """Yield messages without a secret, a question and an answer in turn, without end."""
    random = Random(seed)  # noqa: S311  test data
    while True:
        yield _message(random, _ASKED, 2)
        yield _message(random, _ANSWERED, 5)


def messages(seed: int, size: int, secret_each: int = 50) -> list[str]:
    """Return about ``size`` bytes of talk (UTF-8); one message in ``secret_each`` holds a secret of some kind."""
    found = [case.text for case in secret_cases(seed, 4)]
    secrets = cycle(Random(seed).sample(found, len(found)))  # noqa: S311  test data
    talk: list[str] = []
    for number, text in enumerate(plain(seed), 1):
        talk.append(next(secrets) if number % secret_each == 0 else text)
        size -= len(talk[-1].encode())
        if size <= 0:
            break
    return talk
