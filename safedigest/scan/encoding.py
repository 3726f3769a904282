"""Bytes to text and back, so that whatever is not masked stays byte for byte what it was."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO, Final

_BLOCK: Final = 1 << 20  # bytes
_HEAD: Final = 8192  # bytes by which a form is told
_MOST_CONTROLS: Final = 0.1
_MOST_BROKEN: Final = 0.1  # of the bytes beyond ASCII; a text with more is hardly UTF-8
_SHARE_OF_ZEROS: Final = 0.3  # in UTF-16 text without a mark that is mostly ASCII
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\r\f\b\x1b")) + b"\x7f"


class Form(Enum):
    """How a text is written: Python's name of it."""

    UTF8 = "utf-8"
    UTF16_LE = "utf-16-le"
    UTF16_BE = "utf-16-be"
    UTF32_LE = "utf-32-le"
    UTF32_BE = "utf-32-be"
    GB18030 = "gb18030"

    @property
    def broken(self) -> str:
        """How Python is to handle what is no part of the form, so that it can be written back."""
        return "surrogateescape" if self in (Form.UTF8, Form.GB18030) else "surrogatepass"


_MARKS: Final = (
    (codecs.BOM_UTF8, Form.UTF8),
    (codecs.BOM_UTF32_LE, Form.UTF32_LE),  # begins like that of UTF-16
    (codecs.BOM_UTF32_BE, Form.UTF32_BE),
    (codecs.BOM_UTF16_LE, Form.UTF16_LE),
    (codecs.BOM_UTF16_BE, Form.UTF16_BE),
)
_UNIT: Final = {Form.UTF16_LE: 2, Form.UTF16_BE: 2, Form.UTF32_LE: 4, Form.UTF32_BE: 4}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and all that is needed to write it back. ``broken`` counts bytes that are no part of the form.

    ``tail`` is what is left of a last character.
    """

    text: str
    form: Form
    mark: bytes
    broken: int
    tail: bytes = b""

    def encode(self, text: str) -> bytes:
        """Return ``text`` in the same form, bytes that were broken as they were."""
        return self.mark + text.encode(self.form.value, self.form.broken) + self.tail

    @property
    def note(self) -> str:
        """What is to be said about how it was read; empty for plain UTF-8."""
        told = [] if self.form is Form.UTF8 else [f"read as {self.form.value.upper()}"]
        if self.broken:
            told.append(f"{self.broken} bytes that are not {self.form.value.upper()} were kept as they are")
        return ", ".join(told)


def is_binary(data: bytes) -> bool:
    """Tell whether ``data`` is no text in any form that is read here."""
    head = data[:_HEAD]
    if any(data.startswith(mark) for mark, _ in _MARKS) or _wide(head) is not None:
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return b"\0" in head or controls > _MOST_CONTROLS * len(head)


def decode(data: bytes) -> Decoded:
    """Read ``data``, which is no binary: by its mark, else as what fits it best. Never fails."""
    for mark, form in _MARKS:
        if data.startswith(mark):
            return _read(data, form, mark) or _utf8(data[len(mark) :], mark)
    wide = _wide(data[:_HEAD])
    if wide and (read := _read(data, wide, b"")):
        return read
    read = _utf8(data, b"")
    high = len(data) - len(data.translate(None, bytes(range(128, 256))))
    if read.broken > _MOST_BROKEN * high:
        other = _read(data, Form.GB18030, b"")
        return other if other and other.broken < read.broken * _MOST_BROKEN else read
    return read


def blocks(file: BinaryIO, read: Decoded) -> Iterator[str]:
    """Give the text of ``file`` in blocks, in the form of its beginning, which was ``read``. Raises OSError."""
    file.seek(len(read.mark))
    decoder = codecs.getincrementaldecoder(read.form.value)(read.form.broken)
    while data := file.read(_BLOCK):
        yield decoder.decode(data)
    yield decoder.decode(b"", final=True)


def _read(data: bytes, form: Form, mark: bytes) -> Decoded | None:
    """Read ``data`` as ``form``; None where that does not give the same bytes back."""
    body = data[len(mark) :]
    whole = len(body) - len(body) % _UNIT.get(form, 1)
    try:
        text = body[:whole].decode(form.value, form.broken)
        read = Decoded(text, form, mark, _odd(text) + len(body) - whole, body[whole:])
        return read if read.encode(text) == data else None
    except UnicodeError:
        return None


def _odd(text: str) -> int:
    """Count what stands for something broken."""
    return 0 if text.isascii() else sum("\ud800" <= char <= "\udfff" for char in text)


def _utf8(body: bytes, mark: bytes) -> Decoded:
    text = body.decode("utf-8", "surrogateescape")
    return Decoded(text, Form.UTF8, mark, _odd(text))


def _wide(head: bytes) -> Form | None:
    """Tell whether ``head`` is UTF-16 without a mark: nearly every other byte zero, and only those."""
    half = len(head) // 2
    if half < 2:  # noqa: PLR2004  too short to tell
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > _SHARE_OF_ZEROS * half and not even:
        return Form.UTF16_LE
    return Form.UTF16_BE if even > _SHARE_OF_ZEROS * half and not odd else None
