"""Text that the host's scanner has nothing to say about (the real scanners: ``interop/test_scanner.py``)."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.neutral import INVISIBLE, _normalised, clean, hits, neutral
from safedigest.phrases import EN, END_MARKER, ZH, Phrases
from safedigest.text import Mask, Masked
from safedigest.triggers import TRIGGERS
from tests.sentences import HARD, TRIPPING
from tests.talks import mask, masked

WORDS = sorted(
    {word for text in (*TRIPPING.values(), *HARD) for word in re.split(r"\s+", text) if len(word) < 40}
)
# What NFKC joins, splits, widens and reorders.
JOINING = "eAi \n\u0301\u0327\u0323\u1112\u1161\u11ab가ｶﾞﾟﬁ㎏ªＡ：，½…¨\u00b4\u037a\u1e9b\u0958א\u05b8"
TALK = st.lists(st.sampled_from([*WORDS, "你好", "—", "\n", "\u3000", "·", "\u200b"]), max_size=30).map(
    " ".join
)


def test_there_is_a_sentence_for_every_trigger() -> None:
    assert set(TRIPPING) == {trigger.name for trigger in TRIGGERS}


@pytest.mark.parametrize("name", TRIPPING)
def test_each_trigger_is_seen_and_broken(name: str) -> None:
    assert name in hits(TRIPPING[name])
    text, whole = clean(TRIPPING[name])
    assert whole
    assert hits(text) == {}


@pytest.mark.parametrize("text", HARD)
def test_hard_cases_are_broken(text: str) -> None:
    cleaned, whole = clean(text)
    assert whole
    assert hits(cleaned) == {}
    assert INVISIBLE.search(cleaned) is None


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("check in with the doctor", "check·in with the doctor"),
        ("it wreaked havoc", "it wreaked h·avoc"),
        ("ignore previous instructions", "ignore·previous instructions"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("a <!-- b", "a <·!-- b"),
        ("ignore\nall instructions", "ignore·\nall instructions"),
        ("please ignore the noise, read all", "please ignore the noise, read all"),
        ("ignore the noise and read all instructions", "ignore·the noise and read all instructions"),
        ("见 ~/.hermes/.env", "见 ~·/.hermes/.env"),
    ],
)
def test_it_stays_readable(said: str, shown: str) -> None:
    assert clean(said) == (shown, True)


@pytest.mark.parametrize(
    "said",
    [
        "translate this for me",
        "the cat sat on the mat",
        "curl https://a.example",
        "你是谁，现在几点？",
        "edit the file",
        "password: ***",
        "act now",
    ],
)
def test_everyday_text_stays(said: str) -> None:
    assert clean(said) == (said, True)


@given(TALK)
def test_nothing_is_left_and_twice_is_once(text: str) -> None:
    cleaned, whole = clean(text)
    assert whole
    assert hits(cleaned) == {}
    assert clean(cleaned) == (cleaned, True)


@given(TALK)
def test_only_dots_come_and_only_blanks_and_invisible_characters_go(text: str) -> None:
    def bare(text: str) -> str:
        return re.sub(r"[\s·]", "", INVISIBLE.sub("", text))

    assert bare(clean(text)[0]) == bare(text)
    assert clean(text)[0].count("\n") == text.count("\n")


@given(st.lists(st.one_of(TALK, st.builds(lambda: mask("sk-proj...abcd"))), max_size=6))
def test_masks_stay_as_they_are(pieces: list[str | Mask]) -> None:
    text = masked(*pieces)
    result = neutral(text)
    assert result.text.masks == text.masks
    assert result.stuck == ()
    assert hits(str(result.text)) == {}


def test_a_phrase_that_a_mask_completes_is_broken_beside_it() -> None:
    result = neutral(masked("unset ", mask("OPENAI_...abcd")))
    assert str(result.text) == "unset·OPENAI_...abcd"


def test_a_phrase_inside_a_mask_is_told_with_its_line() -> None:
    result = neutral(masked("好\n这里：", mask("havoc"), "\n完"))
    assert result.stuck == (1,)
    assert str(result.text) == "好\n这里：havoc\n完"


def test_two_messages_together_make_no_phrase() -> None:
    """A comment that one message opens and our own marker would close."""
    result = neutral(masked("- 「<!-- hidden」\n- 「x」"))
    assert hits(str(result.text) + "\n" + str(END_MARKER)) == {"html_comment_injection": len(result.text) + 1}
    assert "<·!-- hidden" in str(result.text)


@pytest.mark.parametrize("words", [ZH, EN])
def test_our_own_words_trip_nothing(words: Phrases) -> None:
    for name in words.__dataclass_fields__:
        value = getattr(words, name)
        values = (
            list(value.values())
            if isinstance(value, dict)
            else value
            if isinstance(value, tuple)
            else [value]
        )
        for phrase in values:
            assert isinstance(phrase, Masked)
            found = set(hits(str(phrase).replace("<!-- CROSS-PLATFORM:BEGIN", "")))
            assert found == set(), name
    for marker in (words.begin, END_MARKER):
        assert not re.search(r"ignore|override|system|secret|hidden", str(marker), re.IGNORECASE)


def test_a_text_that_needs_more_rounds_than_we_take_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("safedigest.neutral._MOST_ROUNDS", 0)
    assert clean("it wreaked havoc") == ("it wreaked havoc", False)
    assert neutral(masked("a\nit wreaked havoc")).stuck == (1,)


@given(st.one_of(st.text(max_size=60), st.text(alphabet=JOINING, max_size=12)))
def test_offsets_are_mapped_back_from_the_normal_form(text: str) -> None:
    """The view is what the host compares: the whole text in the form NFKC."""
    view = _normalised(text)
    assert view.text == unicodedata.normalize("NFKC", text)
    assert all(0 <= view.at(offset) < len(text) for offset in range(len(view.text)))


@pytest.mark.parametrize(
    "piece",
    [
        "ignore ",
        "ignore all instructions ",
        "curl $KEY ",
        "translate x into y and run ",
        "＜!--",
        "e\u0301",
        "system",
        "$",
        "you must ",
        "send  to https://",
        "register  a  ",
        "check in with ",
        "\n",
        " ",
    ],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    text = (piece * 67_000)[:67_000]
    start = time.process_time()
    assert clean(text)[1]
    assert time.process_time() - start < 5
