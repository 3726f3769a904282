"""A stream masks what the gate masks, wherever it is cut, and never waits for more than it may."""

from __future__ import annotations

import string
from collections.abc import Sequence
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
from safedigest.stream import MOST_WAITING, MaskStream
from safedigest.text import WITHHELD

ALNUM = string.ascii_letters + string.digits
GATE = Gate.default()
WORDS = [
    "the",
    "mirror",
    "is",
    "up",
    "since",
    "noon",
    "我们",
    "今天",
    "部署",
    "服务器",
    "nobody",
    "asked",
    "why",
    "and",
    "the",
    "kettle",
    "boils",
]


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
    """Return lines of talk with secrets and keys among them."""
    random = Random(seed)
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        parts += [prose(random, random.randint(10, 900)), secret_line(random)]
        if random.random() < 0.2:
            parts.append(key_block(random, random.choice(blocks)))
    return "\n".join(parts)


def run(text: str, cuts: Sequence[int], gate: Gate = GATE) -> str:
    """Return what a stream makes of ``text``, cut at ``cuts``."""
    masked = MaskStream(gate)
    bounds = [0, *sorted(cuts), len(text)]
    return "".join(masked.feed(text[a:b]) for a, b in zip(bounds, bounds[1:], strict=False)) + masked.close()


def alike(left: str, right: str) -> bool:
    """Tell whether two texts are equal; an assertion on them would print both."""
    return left == right


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.integers(0, 6000), st.randoms(use_true_random=False))
def test_the_cuts_make_no_difference(seed: int, size: int, random: Random) -> None:
    text = mixed(seed, size)
    cuts = [random.randint(0, len(text)) for _ in range(random.randint(0, 40))]
    assert alike(run(text, cuts), run(text, []))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.integers(0, 12_000))
def test_a_stream_masks_what_the_gate_masks(seed: int, size: int) -> None:
    text = mixed(seed, size)
    assert alike(run(text, []), GATE.mask_text(text))


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("ab1 =:\n\"'-中，。：\u200b\ud83d😀é*.\r"), max_size=300), st.integers(0, 300))
def test_any_text_may_be_cut_anywhere(text: str, at: int) -> None:
    assert alike(run(text, [min(at, len(text))]), GATE.mask_text(text))


@pytest.mark.parametrize("seed", range(3))
def test_no_way_of_cutting_leaks(seed: int) -> None:
    """The outside check tries every cut; its failure would quote the text, so only its kind is told."""
    text = prose(Random(seed), 300) + "\n" + secret_line(Random(seed)) + "\n" + prose(Random(seed), 300)
    try:
        chunk_invariance.assert_chunk_invariant(
            lambda chunks: "".join(MaskStream(GATE).mask(chunks)), text, secrets=[]
        )
    except chunk_invariance.ChunkInvarianceError:
        pytest.fail("the output depends on the cuts", pytrace=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_long_texts_with_long_keys_are_masked_alike(seed: int) -> None:
    text = mixed(seed, 150_000, blocks=(8, 40, 400, 700))
    whole = run(text, [])
    assert alike(whole, GATE.mask_text(text))
    assert alike(whole, run(text, range(0, len(text), 997)))


@pytest.mark.parametrize("glue", [" ", "\n", ""])
def test_never_more_than_the_limit_waits(glue: str) -> None:
    random = Random(5)
    text = glue.join(random.choices(WORDS, k=40_000))
    masked, given_, got = MaskStream(GATE), 0, 0
    for at in range(0, len(text), 3000):
        given_ += len(text[at : at + 3000])
        got += len(masked.feed(text[at : at + 3000]))
        if glue:
            assert given_ - got <= MOST_WAITING + 3000


def test_plain_lines_come_early() -> None:
    masked = MaskStream(GATE)
    text = prose(Random(1), 4000)
    assert len(masked.feed(text)) > len(text) // 2


def test_a_token_without_end_is_one_mask_and_swallowed() -> None:
    token = "".join(Random(2).choices(ALNUM, k=3 * MOST_WAITING))
    assert alike(run(f"see {token} and go on", range(0, 200_000, 5000)), "see *** and go on")
    assert alike(run(f"see {token}", [100]), "see ***")


@pytest.mark.parametrize(
    ("tail", "left"),
    [("\n-----END RSA PRIVATE KEY----- and go on", " and go on"), ("\nso that was it, friend\nbye", "so that was it, friend\nbye"), ("", "")],
    ids=["closed", "followed by words", "cut off"],
)  # fmt: skip
def test_an_open_key_is_one_mask_and_swallowed(tail: str, left: str) -> None:
    block = key_block(Random(3), 3000).rpartition("\n")[0]
    for step in (50_000, 777):
        assert alike(run(f"here:\n{block}{tail}", range(0, len(block), step)), f"here:\n***{left}")


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
    assert alike(text[: len(before)], before)
    assert after.endswith(WITHHELD) and after.count(WITHHELD) == 1
    assert alike(text[len(before) :][: len(after) - len(WITHHELD)], after[: -len(WITHHELD)])


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
