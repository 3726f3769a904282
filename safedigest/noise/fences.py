"""Text between two marks that is nobody's talk, or is not to be shared.

Invariants: a fence only takes away; what was opened and never closed reaches to the end of the message,
what was closed and never opened back to its start; every pattern is linear, since a scan stops at the next
opening mark.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from safedigest import kept
from safedigest.text import Raw

_MOST_NESTED: Final = 8
_FLAGS: Final = re.IGNORECASE | re.DOTALL


class Fence:
    """A pair of marks whose inside is left out; ``tail`` says where an unclosed one counts.

    ``starts`` are the literals that a mark may begin with: patterns are made only where one of them stands.
    """

    def __init__(
        self, starts: tuple[str, ...], opening: str, closing: str, *, tail: str | None = None
    ) -> None:
        self._starts = starts
        self._opening = opening
        self._closing = closing
        self._unclosed = tail or opening

    def cut(self, raw: Raw) -> Raw:
        """Return ``raw`` without what the fence holds."""
        if not any(raw.contains(start) for start in self._starts):
            return raw
        for _ in range(_MOST_NESTED):  # from the inside out
            rest = raw.without(self._pair)
            if rest == raw:
                break
            raw = rest
        return raw.without(self._tail).without_lead(self._head)

    @cached_property
    def _pair(self) -> re.Pattern[str]:
        return kept.pattern(
            f"{self._opening}(?:(?!{self._opening}|{self._closing}).)*+{self._closing}", _FLAGS
        )

    @cached_property
    def _tail(self) -> re.Pattern[str]:
        return kept.pattern(f"{self._unclosed}.*", _FLAGS)

    @cached_property
    def _head(self) -> re.Pattern[str]:
        return kept.pattern(f".*{self._closing}", _FLAGS)


def _spelled(word: str) -> str:
    """Return a pattern of ``word`` in half or full width, with invisible characters anywhere inside."""
    invisible = "[\u200b-\u200f\u2060\ufeff\u00ad]*"
    return invisible.join(f"[{c}{chr(ord(c) + 0xFEE0)}]" for c in word)


_LT, _GT, _GAP = "(?:[<＜〈⟨]|&lt;)", "(?:[>＞〉⟩]|&gt;)", "[\\s\u200b-\u200f\u2060\ufeff\u00ad]{0,8}"
PRIVATE: Final = Fence(
    ("<", "＜", "〈", "⟨", "&lt;"),
    f"{_LT}{_GAP}{_spelled('private')}(?:\\s[^<>＜＞]{{0,80}})?{_GAP}{_GT}",
    f"{_LT}{_GAP}[/／]{_GAP}{_spelled('private')}{_GAP}{_GT}",
)
MEMORY: Final = Fence(("<",), "<memory-context>", "</memory-context>")
_THOUGHT_TAGS: Final = "(?:think|thinking|reasoning|thought|reasoning_scratchpad)"
# A model that only mentions the tag in its prose must not lose the rest: unclosed counts at a line's start.
THOUGHTS: Final = Fence(
    ("<",), f"<{_THOUGHT_TAGS}>", f"</{_THOUGHT_TAGS}>", tail=rf"(?:\A|\n)[ \t]*<{_THOUGHT_TAGS}>"
)
CALLS: Final = Fence(
    ("<",),
    "<(?:tool_calls?|tool_result|function_calls?)>",
    "</(?:tool_calls?|tool_result|function_calls?)>",
    tail=r"(?:\A|\n)[ \t]*<(?:tool_calls?|function_calls?)>",
)
