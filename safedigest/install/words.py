"""What the installer and the doctor say, in Chinese and English side by side, where it is said."""

from __future__ import annotations

import locale
import os
from dataclasses import dataclass
from typing import assert_never

from safedigest.config import Lang


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages; ``{name}`` is a slot for ``fill``."""

    zh: str
    en: str

    def fill(self, **values: object) -> Words:
        """Return the text with its slots filled; a value may be ``Words`` too."""
        zh, en = ({name: _in(value, lang) for name, value in values.items()} for lang in (Lang.ZH, Lang.EN))
        return Words(self.zh.format(**zh), self.en.format(**en))

    def of(self, lang: Lang) -> str:
        """Return the text in one language."""
        match lang:
            case Lang.ZH:
                return self.zh
            case Lang.EN:
                return self.en
            case _:
                assert_never(lang)


def _in(value: object, lang: Lang) -> object:
    return value.of(lang) if isinstance(value, Words) else value


def same(text: str) -> Words:
    """Return a text that is the same in both languages: a path, a command."""
    return Words(text, text)


def locale_lang() -> Lang | None:
    """Return the language of the locale; None where the locale speaks none (``C``) or another one."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    name = (name or locale.getlocale()[0] or "").lower()
    if name.startswith(("zh", "chinese")):
        return Lang.ZH
    return Lang.EN if name.startswith(("en", "english")) else None
