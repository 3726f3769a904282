"""How people disguise a token before they send it."""

from __future__ import annotations

import base64
import codecs
import html
from collections.abc import Callable, Mapping
from random import Random
from typing import Final
from urllib.parse import quote

Disguise = Callable[[str, Random], str]


def _each(random: Random, share: float, change: Callable[[str], str], value: str) -> str:
    """Change about ``share`` of the characters of ``value``, at least two of them."""
    forced = set(random.sample(range(len(value)), k=2))
    return "".join(change(c) if n in forced or random.random() < share else c for n, c in enumerate(value))


def _between(value: str, random: Random, filler: str, times: int) -> str:
    for place in sorted(random.sample(range(6, len(value) - 4), k=times), reverse=True):
        value = value[:place] + filler + value[place:]
    return value


def _wide(char: str) -> str:
    return chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char


def _bold(char: str) -> str:
    if char.islower():
        return chr(0x1D41A + ord(char) - 97)
    return chr(0x1D400 + ord(char) - 65) if char.isupper() else char


_CYRILLIC: Final = str.maketrans("aecopxyABCEHKMOPTX", "аесорхуАВСЕНКМОРТХ")

DISGUISES: Final[Mapping[str, Disguise]] = {
    "zero-width": lambda v, r: _between(v, r, r.choice("\u200b\u200d\u2060\ufeff\u00ad"), 3),
    "bidi": lambda v, r: "\u202d" + _between(v, r, "\u200f", 2) + "\u202c",
    "struck": lambda v, _: "".join(c + "\u0336" for c in v),
    "full-width": lambda v, _: "".join(map(_wide, v)),
    "math-bold": lambda v, _: "".join(map(_bold, v)),
    "cyrillic": lambda v, _: v.translate(_CYRILLIC),
    "blanks": lambda v, _: " ".join(v),
    "two-blanks": lambda v, _: "  ".join(v),
    "dots": lambda v, _: "·".join(v),
    "bars": lambda v, _: "|".join(v),
    "lines": lambda v, _: "\n".join(v),
    "split-line": lambda v, r: _between(v, r, "\n", 1),
    "split-blank": lambda v, r: _between(v, r, " ", 1),
    "split-twice": lambda v, r: _between(v, r, "\n", 2),
    "plus": lambda v, r: _between(f'"{v}"', r, '" + "', 2),
    "php-dot": lambda v, r: _between(f"'{v}'", r, "' . '", 1),
    "backslash": lambda v, r: _between(v, r, "\\", 0).replace("_", "\\_").replace("-", "\\-"),
    "emphasis": lambda v, r: _between(v, r, "**", 2),
    "percent": lambda v, r: _each(r, 0.4, lambda c: f"%{ord(c):02X}", v),
    "percent-twice": lambda v, r: quote(_each(r, 0.4, lambda c: f"%{ord(c):02X}", v)),
    "unicode-escape": lambda v, r: _each(r, 0.4, lambda c: f"\\u{ord(c):04x}", v),
    "hex-escape": lambda v, _: "".join(f"\\x{ord(c):02x}" for c in v),
    "html-decimal": lambda v, r: _each(r, 0.4, lambda c: f"&#{ord(c)};", v),
    "html-named": lambda v, _: (
        html.escape(v).replace("_", "&lowbar;").replace("-", "&#45;").replace(":", "&colon;")
    ),
    "base64": lambda v, _: base64.b64encode(v.encode()).decode(),
    "base64-bare": lambda v, _: base64.urlsafe_b64encode(v.encode()).decode().rstrip("="),
    "base64-twice": lambda v, _: base64.b64encode(base64.b64encode(v.encode())).decode(),
    "base32": lambda v, _: base64.b32encode(v.encode()).decode(),
    "hex": lambda v, _: v.encode().hex(),
    "hex-blanks": lambda v, _: v.encode().hex(" "),
    "hex-of-base64": lambda v, _: base64.b64encode(v.encode()).hex(),
    "codes": lambda v, _: ", ".join(str(ord(c)) for c in v),
    "bits": lambda v, _: " ".join(f"{ord(c):08b}" for c in v),
    "backwards": lambda v, _: v[::-1],
    "rot13": lambda v, _: codecs.encode(v, "rot13"),
}
# Kinds whose form is strong enough to be known again without any word beside them.
TOKENS: Final = (
    "openai-project",
    "anthropic",
    "deepseek",
    "groq",
    "huggingface",
    "github-classic",
    "gitlab",
    "google",
    "stripe",
    "npm",
)
WORDINGS: Final = (
    "{}",
    "token: {}",
    "我的key：{}",
    "试试 {} 行不行",
    "密钥 {} 收好",
    "decode it yourself {}",
    "try {} please",
)
