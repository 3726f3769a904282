"""A stream masks what the gate masks, wherever it is cut, and never waits for more than it may.

No text with a secret in it is an argument of a test or of an assertion: a failure would print it.
"""

from __future__ import annotations

import itertools
import re
import string
import traceback
from collections.abc import Callable, Iterable, Sequence
from random import Random

import chunk_invariance
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from safedigest import stream
from safedigest.detect.engine import Finder
from safedigest.detect.interface import Scan, Span
from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.model import Kind
from safedigest.stream import MOST_WAITING, MaskStream, Pieces
from safedigest.swallow import Swallow
from safedigest.text import WITHHELD
from tests.corpus.cases import harmless_cases, secret_cases

Splits = str | list[list[str]]
ALNUM = string.ascii_letters + string.digits
GATE = Gate.default()
NOTHING = Gate(Finder([]))
WORD = re.compile(r"\b\w{10}\b")
WORDS = (
    "the mirror is up since noon 我们 今天 部署 服务器 nobody asked why and the kettle boils".split()  # noqa: SIM905
)
CASES = [*secret_cases(seed=17, each=1), *harmless_cases(seed=17, each=1)]
PLAIN = [
    case for case in CASES if case.group != "disguised"
]  # a text with many disguises costs too much to inspect


def prose(random: Random, size: int) -> str:
    """Return about ``size`` characters of ordinary lines."""
    words = random.choices(WORDS, k=max(size // 5, 1))
    return "\n".join(" ".join(words[at : at + 12]) for at in range(0, len(words), 12))


def key_block(random: Random, lines: int) -> str:
    """Return a private key of ``lines`` lines."""
    body = "\n".join("".join(random.choices(ALNUM, k=64)) for _ in range(lines))
    return f"-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----"


def secret_line(random: Random) -> str:
    """Return a line with a secret of some kind."""
    kinds = [
        "ghp_{alnum:36}",
        "password = {password:12}",
        "https://bob:{password:12}@example.com/x",
        "sk-ant-api03-{b64url:93}AA",
    ]
    return "use " + make(random.choice(kinds), random).text + " then"


def mixed(seed: int, size: int, blocks: Sequence[int] = (8,)) -> str:
    """Return lines of talk with secrets of every kind, keys, and harmless oddities among them."""
    random = Random(seed)
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        parts += [prose(random, random.randint(10, 900)), secret_line(random), random.choice(PLAIN).text]
        if random.random() < 0.2:
            parts.append(key_block(random, random.choice(blocks)))
    return "\n".join(parts)


def run(text: str, cuts: Iterable[int], gate: Gate = GATE) -> str:
    """Return what a stream makes of ``text``, cut at ``cuts``."""
    masked = MaskStream(gate)
    bounds = [0, *sorted(cuts), len(text)]
    return "".join(masked.feed(text[a:b]) for a, b in itertools.pairwise(bounds)) + masked.close()


def same(left: str, right: str) -> None:
    """Fail where two texts differ, and say where, not what stands there."""
    __tracebackhide__ = True
    if left != right:
        at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), -1)
        pytest.fail(f"{len(left)} and {len(right)} characters, not alike from {at} on", pytrace=False)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.integers(0, 6000), st.randoms(use_true_random=False))
def test_the_cuts_make_no_difference(seed: int, size: int, random: Random) -> None:
    text = mixed(seed, size)
    cuts = [random.randint(0, len(text)) for _ in range(random.randint(0, 40))]
    same(run(text, cuts), run(text, []))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.integers(0, 12_000))
def test_a_stream_masks_what_the_gate_masks(seed: int, size: int) -> None:
    text = mixed(seed, size)
    same(run(text, []), GATE.mask_text(text))


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("ab1 =:\n\"'-中，。：\u200b\ud83d😀é*.\r"), max_size=300), st.integers(0, 300))
def test_any_text_may_be_cut_anywhere(text: str, at: int) -> None:
    same(run(text, [min(at, len(text))]), GATE.mask_text(text))


def invariant(filtered: Callable[[Iterable[str]], Iterable[str]], text: str, splits: Splits) -> None:
    """Let the outside check try ``splits``; its failure would quote the text, so only that it failed is told."""
    __tracebackhide__ = True
    held = True
    try:
        chunk_invariance.assert_chunk_invariant(filtered, GATE.mask_text, text, splits=splits)
    except chunk_invariance.ChunkInvarianceError:
        held = False
    if not held:
        pytest.fail("the output depends on the cuts", pytrace=False)


def test_no_cut_of_a_short_text_leaks() -> None:
    text = prose(Random(1), 40) + "\n" + secret_line(Random(2)) + "\n" + prose(Random(3), 40)
    invariant(lambda chunks: MaskStream(GATE).mask(chunks), text, "all-two-part")


def test_no_way_of_cutting_a_longer_text_leaks() -> None:
    random = Random(7)
    text = mixed(7, 6000)
    cuts = [sorted(random.sample(range(1, len(text)), random.choice((1, 5, 50, 500)))) for _ in range(8)]
    splits = [[text[a:b] for a, b in itertools.pairwise([0, *row, len(text)])] for row in cuts]
    invariant(lambda chunks: MaskStream(GATE).mask(chunks), text, splits)


def test_a_filter_that_leaks_is_caught_and_not_quoted() -> None:
    text = secret_line(Random(8))
    with pytest.raises(pytest.fail.Exception) as caught:
        invariant(lambda chunks: map(GATE.mask_text, chunks), text, "all-two-part")
    shown = "".join(traceback.format_exception(caught.value))
    assert [at for at in range(len(text) - 8) if text[at : at + 8] in shown] == []


@pytest.mark.slow
def test_a_long_text_with_long_keys_is_masked_alike() -> None:
    """Keys of 26 and 45 KB are longer than any step and shorter than the limit."""
    text = mixed(1, 20_000) + "\n" + "\n".join(
        f"{key_block(Random(lines), lines)}\n{mixed(lines, 9000)}" for lines in (400, 700)
    )  # fmt: skip
    wanted = str(GATE.mask_window(text))  # a talk of many lines also says some of its values twice
    same(run(text, range(0, len(text), 997)), wanted)


@pytest.mark.parametrize("glue", [" ", "\n", "", "，"])
def test_never_more_than_the_limit_waits(glue: str) -> None:
    text = glue.join(Random(5).choices(WORDS, k=60_000))
    masked, fed, got = MaskStream(NOTHING), 0, 0
    for at in range(0, len(text), 3000):
        fed, got = fed + len(text[at : at + 3000]), got + len(masked.feed(text[at : at + 3000]))
        assert not glue or fed - got <= MOST_WAITING
    if glue:
        assert got + len(masked.close()) == len(text)


class Words:
    """Masks every word of ten characters."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> list[Span]:
        return [Span(*word.span(), "word", Kind.PASSWORD) for word in WORD.finditer(scan.shadow.text)]


@pytest.mark.parametrize("glue", [" ", "；"])
def test_never_more_than_the_limit_waits_where_secrets_stand_close(glue: str) -> None:
    pieces, fed, got = Pieces(Gate(Finder([Words()]))), 0, 0
    for number in range(MOST_WAITING // 4):
        word = f"{number:010}{glue}"
        out = pieces.feed(word)
        fed, got = fed + len(word), got + len(out) + sum(mask.length - len(mask) for mask in out.masks)
        assert fed - got <= MOST_WAITING
    assert got > 0


def test_plain_lines_come_early() -> None:
    text = prose(Random(1), 4000)
    assert len(MaskStream(GATE).feed(text)) > len(text) // 2


def test_a_token_without_end_is_one_mask_and_swallowed() -> None:
    token = "".join(Random(2).choices(ALNUM, k=3 * MOST_WAITING))
    same(run(f"see {token} and go on", range(0, 200_000, 5000)), "see *** and go on")
    same(run(f"see {token}", [100]), "see ***")
    same(run(f"看{token}，继续", [100, 70_000]), "看***，继续")


END = "-----END RSA PRIVATE KEY-----"
TAILS = {
    "closed": (f"\n{END} and go on", " and go on"),
    "closed and more lines": (f"\n{END}\nand go\non", "\nand go\non"),
    "followed by words": ("\nso that was it, friend\nbye", "so that was it, friend\nbye"),
    "words in its last line": ("\nQx8hZ2k1Qx8hZ2k1Qw== 就是这个\nbye", " 就是这个\nbye"),
    "cut off": ("", ""),
    "cut off in its end": (f"\n{END[:14]}", ""),
}


@pytest.mark.parametrize("case", TAILS)
def test_an_open_key_is_one_mask_and_swallowed(case: str) -> None:
    tail, left = TAILS[case]
    block = key_block(Random(3), 1100).rpartition("\n")[0]
    same(run(f"here:\n{block}{tail}", range(0, len(block), 777)), f"here:\n***{left}")


def test_an_open_key_in_one_line_is_swallowed_to_its_end() -> None:
    block, behind = key_block(Random(3), 1100).replace("\n", "\\n"), '\\n"} and go on'
    same(run(f'{{"key": "{block}{behind}', [5000]), f'{{"key": "***{behind}')


@pytest.mark.parametrize("cut", range(1, len(f"\n{END}"), 3))
def test_an_end_that_comes_in_two_is_the_end(cut: int) -> None:
    for begun, whole in (
        ("-----BEGIN RSA PRIVATE KEY-----\\nMIIE", END + " more"),
        ("M\nMIIE", f"\n{END} more\n"),
    ):
        swallow = Swallow(begun)
        rest = swallow.rest(whole[:cut])
        assert rest + swallow.rest(whole[cut:]) == whole.partition(END)[2]
        assert not swallow.open


class Failing:
    """Fails once a word comes."""

    keywords: Sequence[str] = ("boom",)

    def find(self, scan: Scan, /) -> list[Span]:
        raise ValueError(scan.shadow.text)


def test_after_an_error_nothing_but_withheld_follows() -> None:
    gate = Gate(Finder([Failing()]))
    text = prose(Random(4), 5000)
    masked = MaskStream(gate)
    before = masked.feed(text)
    after = masked.feed("\nboom\n" + text * 3) + masked.feed(text) + masked.close()
    same(text[: len(before)], before)
    assert after.endswith(WITHHELD) and after.count(WITHHELD) == 1
    same(text[len(before) :][: len(after) - len(WITHHELD)], after[: -len(WITHHELD)])


def test_a_chunk_that_is_no_text_is_an_error_too() -> None:
    masked = MaskStream(GATE)
    assert masked.feed(b"bytes") == WITHHELD  # type: ignore[arg-type]
    assert masked.feed("text") + masked.close() == ""


def test_a_closed_stream_takes_nothing() -> None:
    masked = MaskStream()
    assert masked.feed("text") == "" and masked.close() == "text" and masked.close() == ""
    with pytest.raises(ValueError, match="closed"):
        masked.feed("more")
    assert repr(masked) == "<MaskStream>"


class Fixed:
    """Masks one place, whatever stands there, once the text is that long."""

    keywords: Sequence[str] = ()

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def find(self, scan: Scan, /) -> list[Span]:
        long = len(scan.shadow) >= self.high
        return [Span(self.low, self.high, "fixed", Kind.PASSWORD)] if long else []


def test_what_was_released_in_part_is_hidden_from_there_on() -> None:
    text = "word " * 100 + "\n" + "word " * 400
    shown = run(text, [], Gate(Finder([Fixed(450, 2400)])))
    assert "***" in shown and len(shown) < len(text)
    assert stream.OVER_LONG == "over-long"
