"""The shadow: same offsets, a way back, and look-alikes made plain."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.detect.fold import fold, fold_word

_ANY = st.text(st.characters(), max_size=60)
_TRICKY = st.text(
    st.sampled_from("aZ9_-密码：，０Ａａ\u200b\u202e\u00ad\u3000\u2028аеÉßİ𝐚🅰❼٣\u0335\u20e3\ufe0f😀\ue000"),
    max_size=40,
)


@given(_ANY | _TRICKY)
def test_text_and_lower_have_the_same_length(text: str) -> None:
    shadow = fold(text)
    assert len(shadow.text) == len(shadow.lower)


@given(_ANY | _TRICKY)
def test_every_character_of_the_shadow_maps_to_one_of_the_text(text: str) -> None:
    shadow = fold(text)
    places = [shadow.origin(at, at + 1) for at in range(len(shadow))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(left[0] < right[0] for left, right in pairwise(places))


@given(_ANY | _TRICKY, st.data())
def test_a_plain_piece_is_found_again_at_its_offsets(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    whole = f"{text[:at]} marker7 {text[at:]}"
    shadow = fold(whole)
    start = shadow.text.index("marker7")
    low, high = shadow.origin(start, start + 7)
    assert "marker7" in whole[low:high] or "marker7" in text


@given(_ANY | _TRICKY)
def test_folding_the_shadow_changes_nothing(text: str) -> None:
    shadow = fold(text)
    assert fold(shadow.text).text == shadow.text


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_is_its_own_shadow(text: str) -> None:
    assert fold(text).text == text


@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        ("ｇｈｐ＿Ａ１", "ghp_A1"),
        ("𝐬𝐤-𝟙", "sk-1"),
        ("ѕk‐рrоj", "sk-proj"),
        ("s\u200bk\u2060-\u202ex", "sk-x"),
        ("s\u0336k\u0336", "sk"),
        ("8️⃣1️⃣3️⃣", "813"),
        ("🅿🅸🅽", "PIN"),
        ("🇦🇧", "AB"),
        ("❶❷❸", "123"),
        ("٣٤٥", "345"),
        ("ᴘᴡᴅ", "pwd"),
        ("a\u2800b\u3164c", "abc"),
        ("密码：“x”", '密码:"x"'),
        ("密码，。；！？（）", "密码，。；！？（）"),
        ("\x1b[1;31mpwd\x1b[0m=a\x1b[38;5;12mb\x1b[?25h", "pwd=ab"),
    ],
)
def test_look_alikes_read_as_what_they_look_like(odd: str, plain: str) -> None:
    assert fold(odd).text == plain


def test_every_decimal_digit_of_every_script_is_a_digit() -> None:
    digits = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Nd"]
    assert {fold(char).text for char in digits} == set("0123456789")


@pytest.mark.parametrize(
    ("said", "shadow"), [("密碼", "密码"), ("簡訊驗證碼", "简讯验证码"), ("門鎖", "门锁"), ("帳號", "帐号")]
)
def test_traditional_characters_become_simplified_ones_one_for_one(said: str, shadow: str) -> None:
    assert fold(said).text == shadow
    assert fold(f"a{said}b").origin(1, 1 + len(said)) == (1, 1 + len(said))


def test_a_word_is_folded_as_the_text_that_holds_it() -> None:
    for word in ("пароль", "密碼", "password"):
        assert fold_word(word) in fold(f"a {word} b").lower
