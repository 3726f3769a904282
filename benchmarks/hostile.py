"""Texts that are made to cost time, of any length, and how the time of masking grows with it.

    python -m benchmarks.hostile [CHARACTERS …]

For every rule: its keyword over and over, a beginning of its value that never ends, its keyword in nested openers.
Beside these: what is known to be slow elsewhere.
"""

from __future__ import annotations

import sys
import time
from base64 import b64encode
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


def rows(make: Callable[[Random], str]) -> Shape:
    """Return the shape of rows that are all different."""

    def shape(size: int) -> str:
        random, parts, have = Random(size), [], 0  # noqa: S311  test data
        while have < size:
            parts.append(make(random))
            have += len(parts[-1])
        return "".join(parts)[:size]

    return shape


def token(random: Random, length: int) -> str:
    """Return a random token."""
    return "".join(random.choices(LETTERS, k=length))


def wrapped(times: int) -> Shape:
    """Return the shape of settings that are written in base64, and that in base64 again."""

    def row(random: Random) -> str:
        text = f"password={token(random, 12)}".encode()
        for _ in range(times):
            text = b64encode(text)
        return f"{text.decode()}\n"

    return rows(row)


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
    # The worst of single detectors.
    "vendors and keys": rows(lambda r: f"openai {token(r, 24)} "),
    "tokens": rows(lambda r: f"{token(r, 24)} "),
    "tokens in lines": rows(lambda r: f"{token(r, 20)}\n"),
    "tokens in one line": rows(lambda r: f"{token(r, 30)},"),
    "halves": rows(lambda r: f"{token(r, 10)} {token(r, 9)}\n"),
    "settings": rows(lambda r: f"X{r.randrange(99)}_TOKEN={token(r, 20)}\n"),
    "settings in one line": rows(lambda r: f"password={token(r, 9)}&"),
    "spoken": rows(lambda r: f"密码是 {token(r, 8)}，"),
    "spoken pins": rows(lambda r: f"pin {r.randrange(1000, 9999)} "),
    "halves of numbers": rows(lambda r: f"前四位 {r.randrange(1000, 9999)} "),
    "labels in quotes": over_and_over('密码"'),
    "open quotes": over_and_over('password "'),
    "values within values": lambda size: "".join(f"password={'aB3' * (n % 150 + 3)}\n" for n in range(size))[
        :size
    ],
    "bodies of keys": over_and_over(f"-----BEGIN PRIVATE KEY-----\n{LETTERS}\n"),
    "ends of keys": over_and_over("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"),
    "web keys": over_and_over('"kty":"oct","k":"'),
    "cookies": over_and_over("cookie: a=b; "),
    "cookie jars": over_and_over('"httponly":"name":"a",'),
    "clusters": over_and_over("kind: Secret\ndata:\n  a: b\n"),
    "recovery codes": over_and_over("recovery code 1a2b "),
    "seeds": over_and_over("seed phrase apple "),
    "seeds in Chinese": over_and_over("助记词 苹 果 "),
    "hosts": over_and_over("a:b1c@d:80 "),
    "addresses": over_and_over("http://a.b/?token="),
    "users and hosts": over_and_over("://@@@@a"),
    "marked": over_and_over("a1!b2@"),
    "emphasis": over_and_over("a**b`c~~"),
    "entities": over_and_over("&#65;&amp;"),
    "joined literals": over_and_over("'a' + "),
    "wrapped": wrapped(1),
    "wrapped thrice": wrapped(3),
    "escaped tokens": rows(lambda r: "".join(f"%{ord(c):02x}" for c in token(r, 12)) + " "),
    "backwards": rows(lambda r: f"倒着 {token(r, 9)} "),
    "rotated": rows(lambda r: f"rot13 {token(r, 9)} "),
    "numerals": over_and_over("五六七八，"),
    "read out": over_and_over("capital a one "),
    "letters apart": over_and_over("a b 1 c "),
    "groups": over_and_over("7ns6 yzDf "),
    "digests": rows(lambda r: f"{r.getrandbits(128):032x} "),
    "escapes in tokens": rows(lambda r: f"token={r.randrange(10, 99)}{token(r, 20)}\n"),
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
