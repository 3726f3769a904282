"""Texts that are made to cost time, of any length, and how the time of masking grows with it.

    python -m benchmarks.hostile [CHARACTERS …]

For every rule: its keyword over and over, a beginning of its value that never ends, its keyword in nested openers.
Beside these: what is known to be slow elsewhere.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice, pairwise
from random import Random
from typing import Final

from safedigest.detect.rulefile import Rule, shipped
from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.model import Kind

Shape = Callable[[int], str]
PRINTABLE: Final = "".join(map(chr, range(0x21, 0x7F)))
LETTERS: Final = "".join(c for c in PRINTABLE if c.isalnum())


def over_and_over(unit: str, head: str = "") -> Shape:
    """Return the shape of ``head`` and ``unit`` repeated."""
    return lambda size: (head + unit * (size // len(unit) + 1))[:size]


def drawn(letters: str) -> Shape:
    """Return the shape of random characters without a blank."""
    return lambda size: "".join(Random(size).choices(letters, k=size))  # noqa: S311  test data


SHAPES: Final[Mapping[str, Shape]] = {
    "dotted key": lambda size: "a." * (size // 2) + "=",
    "underscores": over_and_over("token_"),
    "dotted names": over_and_over("password.token.secret."),
    "base64": drawn(LETTERS + "+/"),
    "one letter": over_and_over("a"),
    "one digit": over_and_over("0"),
    "one sign": over_and_over("="),
    "no blank": drawn(PRINTABLE),
    "key blocks": over_and_over("-----BEGIN RSA PRIVATE KEY-----\n"),
    "deep JSON": over_and_over('{"a":['),
    "deep JSON of keys": over_and_over('{"password":{"key":["'),
    "pictures": over_and_over("\U0001f600\U0001f511"),
    "invisible": over_and_over("a\u200b"),
    "quotes": over_and_over("\"'`"),
    "escapes": over_and_over("\\u0041\\"),
    "half escapes": over_and_over("%41%2"),
    "schemes": over_and_over("://"),
    "users": over_and_over("http://a@"),
    "labels in Chinese": over_and_over("密码"),
    "labels with a link": over_and_over("密码是 "),
    "labels in English": over_and_over("password is "),
    "parameters": over_and_over("token=a&"),
    "digits apart": over_and_over("1 2 "),
    "numbers apart": over_and_over("12 34 "),
    "hex apart": over_and_over("6f 6a "),
    "table": over_and_over("|password|\n|---|\n"),
    "columns": over_and_over("key,secret,token\n"),
    "spelled": over_and_over("one two "),
    "wallet words": over_and_over("abandon ability "),
    "masks": over_and_over("sk-...abcd "),
    "colours": over_and_over("\x1b[0m"),
    "openers": over_and_over("[{("),
}


def of_rule(rule: Rule) -> Iterator[tuple[str, Shape]]:
    """Yield the worst cases of one rule, made from its keyword and its first sample."""
    word, sample = rule.keywords[0], make(rule.match[0], Random(rule.id)).text  # noqa: S311  as above
    yield f"{rule.id}: keyword", over_and_over(word)
    yield f"{rule.id}: no end", over_and_over("aB3-", sample[: max(1, len(sample) // 2)])
    yield f"{rule.id}: beginnings", over_and_over(sample[: max(1, len(sample) * 3 // 4)])
    yield f"{rule.id}: nested", over_and_over(f'{word}="{{(')


def of_rules(each: int = 1) -> Iterator[tuple[str, Shape]]:
    """Yield the worst cases of every ``each``-th shipped rule."""
    return chain.from_iterable(map(of_rule, islice(shipped().rules, 0, None, each)))


def seconds(gate: Gate, text: str, runs: int = 1) -> float:
    """Return the least processor time of masking ``text``."""
    least = float("inf")
    for _ in range(runs):
        begin = time.process_time()
        gate.mask(text)
        least = min(least, time.process_time() - begin)
    return least


def withheld(gate: Gate, text: str) -> bool:
    """Tell whether the gate withholds ``text`` whole."""
    masks = gate.mask(text).masks
    return len(masks) == 1 and masks[0].kind == Kind.WITHHELD.value and masks[0].length == len(text)


def growth(gate: Gate, shape: Shape, sizes: list[int]) -> list[float]:
    """Return the seconds at each size."""
    return [seconds(gate, shape(size)) for size in sizes]


def main(sizes: list[int]) -> None:
    """Print a line for each shape."""
    gate = Gate.default()
    for name, shape in SHAPES.items():
        took = growth(gate, shape, sizes)
        steps = [after / max(before, 1e-9) for before, after in pairwise(took)]
        held = "withheld" if withheld(gate, shape(sizes[-1])) else ""
        print(f"{name:20}", *(f"{t * 1000:8.1f}" for t in took), "ms ", *(f"{s:4.2f}" for s in steps), held)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [12_500, 25_000, 50_000, 100_000])
