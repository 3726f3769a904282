"""Patterns that are not ours, under a clock: ``regex`` stops a match that takes too long, ``re`` cannot.

A pattern that runs out of time raises TimeoutError, and the message is withheld.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

import regex

_SECONDS: Final = 0.25  # of one call


class _Timed:
    """The part of ``re.Pattern`` that the rule detector uses."""

    def __init__(self, pattern: regex.Pattern[str]) -> None:
        self._pattern = pattern
        self.groupindex = pattern.groupindex
        self.groups = pattern.groups

    def match(self, text: str, pos: int = 0, endpos: int | None = None) -> Any:
        return self._pattern.match(text, pos, endpos, timeout=_SECONDS)

    def search(self, text: str, pos: int = 0, endpos: int | None = None) -> Any:
        return self._pattern.search(text, pos, endpos, timeout=_SECONDS)


def compile_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Compile ``pattern`` so that each call has a quarter of a second. Raises ``re.error`` and ``regex.error``."""
    return cast("re.Pattern[str]", _Timed(regex.compile(pattern, flags)))
