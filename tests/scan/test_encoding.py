"""Whatever a text is written in, it is read, and what is not masked stays byte for byte."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.scan.encoding import Form, decode, is_binary

CHINESE = "密码已经换了，请不要再用旧的那个。\n" * 4
MIXED = f"{CHINESE}The old password was changed 🎉\r\n"
WRITTEN = {
    Form.UTF8: MIXED.encode(),
    Form.UTF16_LE: codecs.BOM_UTF16_LE + MIXED.encode("utf-16-le"),
    Form.UTF16_BE: codecs.BOM_UTF16_BE + MIXED.encode("utf-16-be"),
    Form.UTF32_LE: codecs.BOM_UTF32_LE + MIXED.encode("utf-32-le"),
    Form.UTF32_BE: codecs.BOM_UTF32_BE + MIXED.encode("utf-32-be"),
    Form.GB18030: MIXED.encode("gb18030"),
}


@pytest.mark.parametrize("form", WRITTEN)
def test_each_form_is_read_told_and_written_back(form: Form) -> None:
    data = WRITTEN[form]
    read = decode(data)
    assert not is_binary(data)
    assert (read.text, read.form, read.broken) == (MIXED, form, 0)
    assert read.encode(read.text) == data
    assert read.note == ("" if form is Form.UTF8 else f"read as {form.value.upper()}")


def test_a_mark_of_utf8_is_no_character_and_stays() -> None:
    data = codecs.BOM_UTF8 + MIXED.encode()
    read = decode(data)
    assert (read.text, read.note) == (MIXED, "")
    assert read.encode(read.text) == data


@pytest.mark.parametrize("form", [Form.UTF16_LE, Form.UTF16_BE])
def test_utf16_without_a_mark_is_known_by_its_zeros(form: Form) -> None:
    data = ("plain words, and 中文\n" * 3).encode(form.value)
    assert not is_binary(data)
    assert decode(data).form is form


@pytest.mark.parametrize("form", WRITTEN)
def test_broken_bytes_are_kept_and_told_and_the_rest_is_read(form: Form) -> None:
    data = WRITTEN[form] * 5 + b"\xff"
    read = decode(data)
    assert MIXED.strip() in read.text
    assert (read.form, read.broken) == (form, 1)
    assert read.encode(read.text) == data
    assert f"1 bytes that are not {form.value.upper()}" in read.note


def test_half_a_surrogate_pair_in_utf16_is_no_end_of_it() -> None:
    data = codecs.BOM_UTF16_LE + MIXED.encode("utf-16-le") + b"\x00\xd8" + MIXED.encode("utf-16-le")
    read = decode(data)
    assert (read.form, read.broken) == (Form.UTF16_LE, 1)
    assert read.text.count("🎉") == 2
    assert read.encode(read.text) == data


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x01\x01" + bytes(60), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(32)) * 9]
)
def test_what_is_no_text_is_binary(data: bytes) -> None:
    assert is_binary(data)


@pytest.mark.parametrize("data", [b"", b"a", b"\x1b[31mred\x1b[0m\n\ttab\f\r\n", "日志".encode()])
def test_a_text_is_not_binary(data: bytes) -> None:
    assert not is_binary(data)


@given(st.binary(max_size=200))
def test_any_bytes_come_back_as_they_were(data: bytes) -> None:
    read = decode(data)
    assert read.encode(read.text) == data
