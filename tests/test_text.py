"""Raw text has no way out but the gate; masked text has no way to be cut or forged."""

from __future__ import annotations

import copy
import json
import logging
import pickle
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.text import EMPTY, WITHHELD, Mask, Masked, Raw, forge, is_mask, literal, reveal, tag

SECRET = "".join(Random(1).choices("abcdefghjkmnpqrstuvwxyz23456789", k=24))
MASK = Mask("ghp_...wxyz", "a-rule", "vendor-token", 40)


@dataclass
class Holder:
    raw: Raw


WAYS_OUT: dict[str, Callable[[Raw], object]] = {
    "str": str,
    "f-string": lambda raw: f"{raw}",
    "f-string with width": lambda raw: f"{raw:>30}",
    "percent": lambda raw: "%s" % raw,  # noqa: UP031
    "format": "{}".format,
    "join": lambda raw: "".join([raw]),  # type: ignore[list-item]
    "concatenation": lambda raw: raw + "",
    "concatenation on the right": lambda raw: "" + raw,
    "slice": lambda raw: raw[0:3],
    "iteration": list,
    "json": json.dumps,
    "pickle": pickle.dumps,
    "old pickle": lambda raw: pickle.dumps(raw, protocol=0),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "asdict": lambda raw: asdict(Holder(raw)),
    "vars": vars,
    "bytes": bytes,
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_raw_text_raises_on_every_way_out(way: str) -> None:
    with pytest.raises(TypeError) as caught:
        WAYS_OUT[way](Raw(SECRET))
    assert SECRET not in str(caught.value)


def test_repr_tells_the_length_alone() -> None:
    raw = Raw(SECRET)
    assert repr(raw) == "<Raw 24 chars>"
    assert repr(Holder(raw)).endswith("Holder(raw=<Raw 24 chars>)")
    assert f"{raw!r}" == f"{[raw]}"[1:-1] == repr(raw)


def test_logging_raw_text_writes_none_of_it(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """A handler formats late; with ``raiseExceptions`` it prints a traceback, which must not hold the text."""
    with pytest.raises(TypeError):  # pytest's own handler lets the error through
        logging.getLogger("t").warning("got %s", Raw(SECRET))
    logging.getLogger("t").warning("got %r", Raw(SECRET))
    out = capsys.readouterr()
    assert SECRET not in caplog.text + out.out + out.err


def test_only_a_str_becomes_raw() -> None:
    class Loud(str):
        __slots__ = ()

    for wrong in (Loud("x"), b"x", 1, None):
        with pytest.raises(TypeError):
            Raw(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("closed", [Raw, Masked])
def test_no_subclass(closed: type) -> None:
    with pytest.raises(TypeError):
        type("Sub", (closed,), {})


def test_raw_answers_questions() -> None:
    raw = Raw("[a] b: c: d")
    assert raw
    assert not Raw(" \n")
    assert not Raw("")
    assert len(raw) == 11
    assert raw.startswith("[a]")
    assert raw.startswith(("x", "["))
    assert not raw.startswith("b")
    assert raw.contains("c:")
    assert not raw.contains("z")
    assert raw.matches(re.compile(r"\["))
    assert not raw.matches(re.compile("b"))
    assert raw == Raw("[a] b: c: d")
    assert raw != Raw("x")
    assert raw != "[a] b: c: d"
    assert len({raw, Raw("[a] b: c: d")}) == 1


def test_raw_gives_raw_parts() -> None:
    raw = Raw(" a: b: c ")
    assert reveal(raw.before(":")) == " a"
    assert reveal(raw.after(":")) == " b: c "
    assert reveal(raw.after_last(":")) == " c "
    assert reveal(raw.after_last("?")) == reveal(raw.after("?")) == ""
    assert reveal(raw.before("?")) == " a: b: c "
    assert reveal(raw.strip()) == "a: b: c"
    assert reveal(raw.without(re.compile("[:c]"))) == " a b  "
    assert reveal(raw.without_lead(re.compile(" a: "))) == "b: c "
    assert raw.without_lead(re.compile("b")) is raw
    assert reveal(Raw.join("-", [Raw("a"), Raw("b")])) == "a-b"


def test_masked_is_made_by_the_gate_alone() -> None:
    with pytest.raises(TypeError):
        Masked(["text"], object())
    with pytest.raises(TypeError):
        pickle.dumps(literal("x"))
    assert copy.copy(EMPTY) is EMPTY is copy.deepcopy(EMPTY)


def test_masked_text_is_equal_however_it_was_pieced_together() -> None:
    one, two = forge(["a", "", "b", MASK, "c"]), literal("ab") + forge([MASK]) + literal("c")
    assert one == two
    assert hash(one) == hash(two)
    assert one.pieces == ("ab", MASK, "c") == tuple(one)
    assert one != "abghp_...wxyzc"
    assert one != literal("ab")
    assert str(one) == "abghp_...wxyzc"
    assert len(one) == 14
    assert one.masks == (MASK,)
    assert repr(one) == "<Masked 14 chars, 1 masks>"
    with pytest.raises(TypeError):
        one + "x"  # type: ignore[operator]


def test_masked_is_true_where_it_says_anything() -> None:
    assert forge([MASK])
    assert literal("x")
    assert not literal(" \n")
    assert not EMPTY


def test_join_map_and_strip_leave_masks_alone() -> None:
    row = literal(", ").join([literal("a"), forge([MASK]), literal("b")])
    assert str(row) == "a, ghp_...wxyz, b"
    assert str(row.map_plain(str.upper)) == "A, ghp_...wxyz, B"
    assert str(forge(["  ", MASK, " x "]).strip()) == "ghp_...wxyz x"
    assert literal("  ").strip() == EMPTY
    assert str(literal("").join([])) == ""


def test_a_mask_is_never_cut() -> None:
    text = forge(["abc", MASK, "def"])
    assert str(text.slice(1, 10)) == "bc"
    assert str(text.slice(4, 20)) == "def"
    assert str(text.slice(3, 14)) == MASK.shown
    assert str(text.slice(15, 16)) == "e"
    assert str(text.clip(10)) == "abc…"
    assert str(text.clip(17)) == str(text)
    assert str(text.clip(0)) == ""
    assert str(text.clip(1, "...")) == "."


def test_lines_and_split_pass_over_masks() -> None:
    shown = Mask("a\nb", "r", "password", 3)
    assert [str(line) for line in forge(["x\ny", shown, "z\n"]).lines()] == ["x", "ya\nbz", ""]
    assert [str(part) for part in literal("a,b").split(",")] == ["a", "b"]


def test_plain_hides_what_a_mask_shows_and_keeps_offsets() -> None:
    text = forge(["ab", MASK, "c"])
    assert text.plain() == "ab" + "\ufffc" * 11 + "c"
    assert len(text.plain("*")) == len(text)


@given(st.lists(st.text(max_size=5) | st.just(MASK), max_size=6), st.integers(0, 40), st.integers(0, 40))
def test_a_slice_is_the_text_between_or_less(pieces: list[str | Mask], start: int, end: int) -> None:
    """Law: with no mask at a bound a slice is Python's slice; with one, it is that without the cut mask."""
    text = forge(pieces)
    part = text.slice(start, end)
    assert set(part.masks) <= set(text.masks)
    assert len(part) <= max(0, end - start)
    if not text.masks:
        assert str(part) == str(text)[start:end]


@pytest.mark.parametrize(
    "value",
    ["***", "ghp_...wxyz", "abcdefg...wxyz", "…", "sk-…", "[masked]", WITHHELD, "[REDACTED: key]"],
)
def test_a_mask_is_known_by_its_whole_form(value: str) -> None:
    assert is_mask(value)


@pytest.mark.parametrize("value", ["***é[withheld]", "[masked]***", "[masked][withheld]"])
def test_a_mask_beside_withheld_text_is_one_too(value: str) -> None:
    assert is_mask(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "**",
        "abcdefgh...wxyz",
        "abc...vwxyz",
        "a b***",
        f"***{SECRET}",
        f"{SECRET}...",
        "[masked] x",
        "[secret]",
        "abc[withheld]",
        "[masked]***abcde[masked]",
        "***[masked]***",
    ],
)
def test_what_only_contains_dots_or_stars_is_no_mask(value: str) -> None:
    assert not is_mask(value)


def test_splice_replaces_plain_text_and_never_reaches_into_a_mask() -> None:
    text = forge(["abc", MASK, "def"])
    assert text.mask_spans() == [(3, 14)]
    assert str(text.splice([(0, 1, literal("X")), (14, 16, EMPTY)])) == "Xbcghp_...wxyzf"
    for wrong in ([(2, 4, EMPTY)], [(2, 3, EMPTY), (1, 2, EMPTY)], [(2, 1, EMPTY)]):
        with pytest.raises(ValueError, match="plain text"):
            text.splice(wrong)


def test_a_tag_is_a_short_plain_name() -> None:
    assert str(tag("2 of 3")) == "2 of 3"
    for wrong in ("x" * 65, "密码", "a`b"):
        with pytest.raises(ValueError, match="plain short name"):
            tag(wrong)
