"""Our own words, in Chinese and English.

Every text here is masked text made from a literal, so nothing of a chat is among them. No phrase may hold a word that
trips the host's scanner of context files (see ``neutral``); a test holds that.
"""

from __future__ import annotations

from typing import assert_never

from safedigest.config import Lang
from safedigest.phrases.en import EN
from safedigest.phrases.form import END_MARKER, Phrases, fill
from safedigest.phrases.zh import ZH


def phrases(lang: Lang) -> Phrases:
    """Return our words in ``lang``."""
    match lang:
        case Lang.ZH:
            return ZH
        case Lang.EN:
            return EN
        case _:
            assert_never(lang)


__all__ = ["EN", "END_MARKER", "ZH", "Phrases", "fill", "phrases"]
