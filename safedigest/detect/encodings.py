"""Undoes what a program undoes: escapes, quoting, emphasis, joined literals; base64, base32, hex, character codes.

``escapes`` gives one edit for each escape. ``runs`` gives one edit for each run that decodes whole to readable text;
base64 of a picture, a digest or a key that is no text stays as it is.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from safedigest.detect import lazy, words
from safedigest.detect.outline import Outline
from safedigest.detect.views import Edit

_LONGEST: Final = 65_536  # a longer run is data
_SNIFF: Final = 64  # characters that decide whether a run is text at all
_LEAST: Final = 6
FEWEST_DIGITS: Final = 6  # of a run that is written in digits and blanks
_NEEDLESS: Final = 6  # so many letters and digits written as escapes are a disguise
_ASCII_END: Final = 0x7F

_ESCAPE = lazy.pattern(
    r"(?=[%\\U&=\"'`])(?:%[0-9A-Fa-f]{2}|\\u\{[0-9A-Fa-f]{1,6}\}|\\u[0-9A-Fa-f]{4}"
    r"|\\x[0-9A-Fa-f]{2}|\\[0-7]{3}|U\+00[0-9A-Fa-f]{2}[ ,]?"
    r"|&#(?:[0-9]{2,6}|[xX][0-9A-Fa-f]{2,5});?|&[a-zA-Z]{2,8};|(?:=3D|(?<==[0-9A-F]{2})=[0-9A-F]{2}|=[0-9A-F]{2}(?==[0-9A-F]{2}))(?==[0-9A-F]{2}|[0-9A-Za-z_-]{6})"
    r"|\\[nrt](?![a-z])|\\(?=[/\"'\\])"
    r"|(?:[\"']|(?<!`)`)[ \t]*(?:\+|\.{1,2}|&|\|\||\\?\r?\n)[ \t]*(?:\\?\r?\n[ \t]*)?[\"'`](?=[^\s,;:)\]}]))"
)
_MAY_ESCAPE = lazy.pattern(r"[\\&%](?:(?<=\\)|(?<=&)[#A-Za-z]|(?<=%)[0-9A-Fa-f]{2})")
_QUOTED_PRINTABLE = lazy.pattern(r"=[0-9A-F]{2}[=0-9A-Za-z_-]")
_QP_BEFORE = lazy.pattern(r"=[0-9A-F]{2}[!-~]*+\Z")
_QP_AFTER = lazy.pattern(r"[!-~]*?=[0-9A-F]{2}")
_MAY_JOIN = lazy.pattern(r"[\"'`]\s*[+.&|\n]")
_MARKUP = lazy.pattern(
    r"(?=[\\*~`|\"'$<])(?:\\(?=[-_*~`.:+=@#$!&%{}()\[\]<>|])|(?<=[0-9A-Za-z_-])(?:\*{1,3}|~~|`{1,3}|\|\|)(?=[0-9A-Za-z_-])"
    r"|(?<=[0-9A-Za-z_-])(?:\"\"|'')(?=[0-9A-Za-z_-])|[\"'`][ \t]*\r?\n?[ \t]*[\"'`](?=[^\s,;:)\]}\"'`])"
    r"|(?<=[0-9A-Za-z_-])[\"'`]\}|\$\{[\"'`](?=[0-9A-Za-z_-])"
    r"|</?(?:[bius]|em|strong|code|span|wbr|kbd|br ?/?)>|<!--.{0,40}?-->)"
)
_LISTED = lazy.pattern(r"(?<=[0-9A-Za-z_-])[\"'`][ \t]*,\s{0,4}[\"'`](?=[0-9A-Za-z_-])")
_MAY_MARKUP = lazy.pattern(r"[\\*`<]|[~|\"'](?:(?<=~)~|(?<=\|)\||(?<=\")[ \"\n]|(?<=')[ '\n])")
_MAY_QUOTE = lazy.pattern(r"[\"'`](?:[ \t]|\r?\n|,){0,8}[\"'`]")  # of halves with a blank between them
_WHITE = {"n": "\n", "r": "\r", "t": "\t"}


def has_escapes(text: str) -> bool:
    """Tell whether a sign stands in ``text`` that begins an escape."""
    return ("\\" in text or "%" in text or "&" in text) and _MAY_ESCAPE.search(text) is not None


def may_hold_escaped(text: str) -> bool:
    """Tell cheaply whether ``escaped_tokens`` could find anything."""
    return text.count("\\") + text.count("%") + text.count("&") >= _NEEDLESS


def may_escape(text: str) -> bool:
    """Tell cheaply whether ``escapes`` could find anything."""
    if has_escapes(text) or "U+00" in text:
        return True
    if "=" in text and _QUOTED_PRINTABLE.search(text):
        return True
    return ('"' in text or "'" in text or "`" in text) and _MAY_JOIN.search(text) is not None


def escapes(text: str) -> Iterator[Edit]:
    """Yield an edit for each escape and for each join of two literals."""
    for found in _ESCAPE.finditer(text):
        plain = _unescape(found[0])
        if plain is not None and not (found[0][0] == "=" and plain.isalnum() and _alone(text, found)):
            yield Edit(found.start(), found.end(), plain)


def _alone(text: str, found: re.Match[str]) -> bool:
    """Tell whether no other escape of quoted-printable stands near ``found`` in its run.

    No letter is written so alone: ``=42`` begins the value of a setting.
    """
    start, end = found.span()
    before, after = text[max(0, start - _SNIFF) : start], text[end : end + _SNIFF]
    return _QP_BEFORE.search(before) is None and _QP_AFTER.match(after) is None


def may_markup(text: str, *, wide: bool) -> bool:
    """Tell cheaply whether ``markup`` could find anything in a token; ``wide``: so much stands without a blank."""
    if wide or "<" in text:
        return _MAY_MARKUP.search(text) is not None
    return ('"' in text or "'" in text or "`" in text) and _MAY_QUOTE.search(text) is not None


def markup(text: str) -> Iterator[Edit]:
    """Yield an edit for each emphasis inside a word and each backslash that Markdown takes away."""
    for pattern in (_MARKUP, _LISTED) if "join" in text else (_MARKUP,):
        yield from (Edit(found.start(), found.end(), "") for found in pattern.finditer(text))


def _unescape(part: str) -> str | None:
    """Return what one escape stands for; None where it is none."""
    head = part[:1]
    if head == "&":
        from html import unescape  # noqa: PLC0415  few texts hold such a name, and its table is long

        plain = unescape(part if part.endswith(";") else part + ";")
        return plain if plain != part and len(plain) <= 2 else None  # noqa: PLR2004
    if head in "%=":
        return _char(part[1:], 16) if int(part[1:], 16) < _ASCII_END else None
    if part[:2] in ("\\u", "\\x", "U+"):
        return _char(part[2:].strip("{} ,"), 16)
    if head == "\\" and len(part) > 1:
        return _WHITE.get(part[1]) or _char(part[1:], 8)
    return ""


def _char(digits: str, base: int) -> str | None:
    number = int(digits, base)
    return chr(number) if 0x20 <= number <= 0xFFFF and not 0xD800 <= number < 0xE000 else None  # noqa: PLR2004


_ESCAPED_TOKEN = lazy.pattern(
    r"(?:[0-9A-Za-z_.~!*+-]|%[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|&#x?[0-9A-Fa-f]{2,4};){6,400}+"
)


def escaped_tokens(text: str) -> Iterator[Edit]:
    """Yield tokens with many letters or digits written as escapes, which no program needs."""
    for token in _ESCAPED_TOKEN.finditer(text):
        plains = list(map(_unescape, _ESCAPE.findall(token[0])))
        escaped = [plain for plain in plains if plain]
        if None in plains or sum(c.isalnum() and c.isascii() for c in escaped) < _NEEDLESS:
            continue
        whole = _unescaped(token[0])
        if not words.is_word(whole) and len(whole) >= _LEAST:
            yield Edit(token.start(), token.end(), whole, sure=True)


def _unescaped(token: str) -> str:
    """Return ``token`` with its escapes undone."""
    return _ESCAPE.sub(lambda found: _unescape(found[0]) or found[0], token)


# What must not stand before is looked for behind the first character: a set of characters is searched fastest.
_BASE64 = lazy.pattern(
    r"[0-9A-Za-z+/_-](?<![0-9A-Za-z+/_%&-].)"
    r"(?>[0-9A-Za-z+/_-]{59,119}\r?\n[ \t]*(?:[0-9A-Za-z+/_-]{60,120}\r?\n[ \t]*)*+|)"
    r"[0-9A-Za-z+/_-]{10,}+={0,2}(?![0-9A-Za-z+/_=])"
)
_HEX = lazy.pattern(
    r"[0-9A-Fa-f](?<![0-9A-Za-z].)(?:(?<=0)x[0-9A-Fa-f]{2}|[0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){5,}+(?![0-9A-Za-z])"
)
_HEX_ROW = lazy.pattern(
    r"(?<![0-9A-Za-z])(?:0x|\\x)?[0-9A-Fa-f]{2}(?:(?:, ?|; ?|[ :-])(?:0x|\\x)?[0-9A-Fa-f]{2}){5,}+(?![0-9A-Za-z])"
)
_DUMP_ROW = lazy.pattern(
    r"[ \t>|]{0,4}[0-9A-Fa-f]{4,8}:?[ \t]{1,2}"
    r"(?P<hex>(?:[0-9A-Fa-f]{2}){1,2}(?: {1,2}(?:[0-9A-Fa-f]{2}){1,2}){2,15}+)(?! ?[0-9A-Fa-f]{3})"
)
_DUMP = lazy.pattern(
    rf"(?m)^(?:{_DUMP_ROW.pattern.replace('?P<hex>', '?:')}[^\n]{{0,60}}(?:\n|\Z)){{1,400}}+"
)
_CODES = lazy.pattern(
    r"[0-9](?<![0-9A-Za-z.].)[0-9]{1,2}(?:(?:, ?|; ?|[ +-]"
    r"|\) ?[+.&,] ?[A-Za-z.]{0,20}\()[0-9]{2,3}){5,}+(?![0-9A-Za-z.])"
)
_BITS = lazy.pattern(r"(?<![0-9A-Za-z])[01]{8}(?:[ ,]?[01]{8}){3,}+(?![0-9A-Za-z])")
_BASE32 = lazy.pattern(r"[A-Z2-7](?<![0-9A-Za-z].)[A-Z2-7]{15,}+={0,6}(?![0-9A-Za-z])")


def _base64(run: str) -> bytes:
    body = "".join(run.split()).rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(body + "=" * (-len(body) % 4))


def _hex(run: str) -> bytes:
    return bytes.fromhex(
        "".join(
            re.findall(
                r"(?<![0-9A-Za-z])[0-9A-Fa-f]{2}(?![0-9A-Za-z])|[0-9A-Fa-f]{2}",
                run.replace("0x", " ").replace("\\x", " "),
            )
        )
    )


def _dump(run: str) -> bytes:
    """Decode the columns of a hex dump (``xxd``, ``hexdump -C``): offset, hex, text."""
    rows = [_DUMP_ROW.match(row) for row in run.splitlines()]
    return b"".join(bytes.fromhex(row["hex"]) for row in rows if row)


def _codes(run: str) -> bytes:
    return bytes(map(int, re.findall("[0-9]+", run)))


def _bits(run: str) -> bytes:
    return bytes(int(byte, 2) for byte in re.findall("[01]{8}", run))


def _base32(run: str) -> bytes:
    body = run.rstrip("=")
    return base64.b32decode(body + "=" * (-len(body) % 8))


# What stands in every such run. Few characters of a text are digits: these are searched several times faster.
_IN_DUMP = lazy.pattern(r"[0-9](?<=[0-9A-Fa-f]{4}):?[ \t]{1,2}[0-9A-Fa-f]{2}")
_IN_HEX_ROW = lazy.pattern(r"[0-9][0-9A-Fa-f](?:(?:, ?|; ?|[ :-])(?:0x|\\x)?[0-9A-Fa-f]{2}){3}")
_IN_CODES = lazy.pattern(r"[0-9]{2,3}(?:(?:, ?|; ?|[ +-]|\) ?[+.&,] ?[A-Za-z.]{0,20}\()[0-9]{2,3}){3}")
_IN_BASE32 = lazy.pattern(r"[2-7](?:(?=[A-Z2-7]{8})|(?<=[A-Z2-7]{8}))")
# Decoder, patterns, and the digits that a run of printable ASCII has at least: its bytes are 20 to 7e.
_ROWS: Final = (
    (_dump, _DUMP, _IN_DUMP, 6),
    (_hex, _HEX_ROW, _IN_HEX_ROW, 6),
    (_codes, _CODES, _IN_CODES, 12),
    (_bits, _BITS, None, 32),
)
_SOLID: Final = (
    (_base64, _BASE64, None, 0),
    (_hex, _HEX, lazy.pattern(r"[0-9][0-9A-Fa-f]{5}"), 6),
    (_base32, _BASE32, _IN_BASE32, 0),
)


def _worth(text: str, outline: Outline) -> Iterator[tuple[re.Pattern[str], Callable[[str], bytes]]]:
    """Give the patterns that may find a run in ``text``, and their decoders."""
    for decode, pattern, inside, digits in (*_ROWS, *(_SOLID if outline.strange else ())):
        if outline.figures >= digits and (inside is None or inside.search(text)):
            yield pattern, decode


def readable(data: bytes) -> str | None:
    """Return ``data`` as text if all of it is text that can be read."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return text if text and all(c.isprintable() or c in "\t\r\n" for c in text) else None


def _decode(decode: Callable[[str], bytes], run: str) -> str | None:
    if len(run) > _LONGEST or (run.isalpha() and run.islower()):
        return None
    try:
        if decode is _base64 and len(run) > _SNIFF and _base64(run[:_SNIFF]).translate(None, _TEXT):
            return None
        return readable(decode(run))
    except (ValueError, binascii.Error):
        return None


_TEXT: Final = bytes([9, 10, 13, *range(0x20, _ASCII_END), *range(0x80, 0xF5)])


def runs(text: str, announced: Callable[[int], bool], outline: Outline) -> Iterator[Edit]:
    """Yield an edit for each run that decodes whole to text; ``announced`` tells where that is spoken of."""
    for pattern, decode in _worth(text, outline):
        for found in pattern.finditer(text):
            plain = _decode(decode, found[0])
            if plain is not None and not _is_table(found[0], plain):
                sure = _hides(found[0], plain, announced=announced(found.start()))
                yield Edit(found.start(), found.end(), plain, sure=sure)


_PLAIN_NUMBER = lazy.pattern(r"(?<![0-9A-Za-z])[0-9]{1,4}(?![0-9A-Za-z])")


def _is_table(run: str, plain: str) -> bool:
    """Tell whether a run is a table of codes, or counts upwards or downwards by ones."""
    if len({ord(b) - ord(a) for a, b in pairwise(plain)}) == 1:
        return True
    steps = {int(b) - int(a) for a, b in pairwise(_PLAIN_NUMBER.findall(run))}
    return len(steps) == 1


_TOKEN = lazy.pattern(r"[!-~]{6,128}\Z")
_ID = lazy.pattern(
    r"[0-9]{0,8}:?[A-Za-z]+[:_/#-][A-Za-z_]*[:_-]?[0-9-]*\Z"
)  # ids of paging cursors and nodes: `010:User42`


_LETTERS = lazy.pattern(r"[A-Za-z]+")


def _hides(run: str, plain: str, *, announced: bool) -> bool:
    """Tell whether ``run`` can only be a secret that was encoded: it reads as one word that is no word."""
    if not _TOKEN.match(plain) or words.is_word(run) or words.is_word(plain):
        return False
    if announced:
        return True
    symbols = sum(not c.isalnum() for c in plain)
    if len(run) < 16 or run.isdigit() or symbols * 4 > len(plain) or "/" in plain or " " in run:  # noqa: PLR2004
        return False
    if all(map(words.is_word, _LETTERS.findall(plain))) and not any(map(str.isdigit, plain)):
        return False
    return words.classes(plain) > 1 and not _ID.match(plain) and not plain.isdigit()
