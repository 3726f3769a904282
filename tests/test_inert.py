"""The quoting form."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.detect.fold import fold
from safedigest.inert import inert, one_line
from safedigest.text import Mask
from tests.talks import mask, masked

PIECES = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(["「", "〕", "![", "](", "```", "@file:x", "<!--", "\r\n"]),
        st.just(mask()),
    ),
    max_size=8,
)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("他说「好」〔真的〕", "他说『好』（真的）"),
        ("半角｢也｣", "半角『也』"),
        ("![图](http://a.example/x.png)", "！[图］(http://a.example/x.png)"),
        ("[点我](http://a.example)", "[点我］(http://a.example)"),
        ("<img src=x> </b> <!-- x --> <?php", "＜img src=x> ＜/b> ＜!-- x --> ＜?php"),
        ("<https://a.example>", "＜https://a.example>"),
        ("```py", "｀｀｀py"),
        ("~~~~", "～～～～"),
        ("看 @file:/etc/hosts 和 @bob", "看 ＠file:/etc/hosts 和 ＠bob"),
        ("…(略 9 字)", "…（略 9 字)"),
        ("a⏎b", "a↵b"),
        ("a\u202eb\u200bc\ue0041"[:5] + "\U000e0041", "abc"),
    ],
)
def test_what_could_do_something_does_nothing(said: str, shown: str) -> None:
    assert str(inert(masked(said))) == shown


@pytest.mark.parametrize(
    "said",
    [
        "me@example.com", "a < b 且 c > d", "x < 3", "`ls -l`", "~/blog", "1. 好", "https://a.example/b", "a\tb",
        "Authorization: Bearer <token>", "<id>releases</id>", "wg0: <POINTOPOINT,NOARP,UP,LOWER_UP>", "List<T>",
        "postgresql://app:***@db-1:5432/orders", "set <YOUR_KEY> and <your-token>", '@Value("${a.b}")',
    ],
)  # fmt: skip
def test_everyday_text_stays(said: str) -> None:
    assert str(inert(masked(said))) == said


@pytest.mark.parametrize(
    "said",
    [
        "<system>", "</system>", "<user>", "<USER>", "<assistant>", "<memory-context>", "</memory-context>",
        "<script>", "<B>", "<SYSTEM_PROMPT>", "<untrusted_tool_result>", "<token onload=x>", "<id/x>",
        "postgres://app:***@file:/etc/passwd", "***@git:x", "@value:(x", "@file:(x", "@Bob hi",
        "<private>", "<dir>", "<A_HREF=x>",
    ],
)  # fmt: skip
def test_a_tag_or_a_reference_that_only_looks_like_a_placeholder_does_nothing(said: str) -> None:
    assert not re.search("<[A-Za-z/]|@[A-Za-z]", str(inert(masked(said))))


def test_a_mask_is_no_start_of_a_mention() -> None:
    assert str(inert(masked("db://app:", mask(), "@db.internal"))) == "db://app:***@db.internal"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\v", "\f", "\x1c", "\x1e", "\x85", "\u2028", "\u2029"])
def test_every_line_break_is_one(end: str) -> None:
    assert str(one_line(inert(masked(f"a{end}{end}b")))) == "a ⏎ b"


def test_no_character_is_another_form_of_a_bracket_of_ours() -> None:
    ours = set("「」〔〕")
    alike = [c for c in map(chr, range(0x110000)) if unicodedata.normalize("NFKC", c) in ours]
    assert len(alike) >= 8
    assert not ours & set(unicodedata.normalize("NFKC", str(inert(masked("".join(alike))))))


def test_a_lone_surrogate_can_be_written() -> None:
    assert str(inert(masked("a\ud800b"))).encode() == "a\ufffdb".encode()


@given(PIECES)
def test_nothing_of_ours_is_left_and_masks_stay(pieces: list[str | Mask]) -> None:
    text = masked(*pieces)
    line = one_line(inert(text))
    assert line.masks == text.masks
    assert len(str(line).splitlines()) <= 1
    assert not re.search(
        r"[「」〔〕]|!\[|\]\(|```|<(?=[A-Za-z/!?])(?!/?[A-Za-z]>)|(?<![\w/])@[A-Za-z]",
        str(line).replace("***", "x"),
    )


@given(PIECES)
def test_it_never_grows_and_does_nothing_twice(pieces: list[str | Mask]) -> None:
    once = inert(masked(*pieces))
    assert len(once) <= len(masked(*pieces))
    assert inert(once) == once


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=40))
def test_a_detector_sees_the_same_text(text: str) -> None:
    """Or the seal would find in our form what the gate did not find in the words."""
    assert fold(str(inert(masked(text)))).text == fold(text).text
