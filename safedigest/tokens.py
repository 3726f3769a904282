"""How many tokens a text may cost, without a tokenizer: an estimate for people, not for budgets."""

from __future__ import annotations

import re
from typing import Final

_WIDE = re.compile(r"[⺀-鿿　-〿가-힯＀-￯]")
_PER_WIDE: Final = 0.8  # tokens for one Chinese character with the large vocabularies of today
_PER_OTHER: Final = 0.27  # tokens for one character of English or code


def estimate(text: str) -> int:
    """Return about how many tokens ``text`` costs; tokenizers differ."""
    wide = len(_WIDE.findall(text))
    return round(wide * _PER_WIDE + (len(text) - wide) * _PER_OTHER)
