"""Patterns that are not ours, under a clock: ``regex`` stops a match that takes too long, ``re`` cannot.

A pattern has a quarter of a second of processor time for all its calls on one text. When that is over it raises
TimeoutError, and the message is withheld.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, Final, cast

import regex

from safedigest.detect.han import simplified

_SECONDS: Final = 0.25  # for one text


class _Timed:
    """The part of ``re.Pattern`` that the rule detector uses."""

    def __init__(self, pattern: regex.Pattern[str]) -> None:
        self._pattern = pattern
        self.groupindex = pattern.groupindex
        self.groups = pattern.groups
        self._text = ""
        self._left = _SECONDS

    def match(self, text: str, pos: int = 0, endpos: int | None = None) -> Any:
        return self._run(self._pattern.match, text, pos, endpos)

    def search(self, text: str, pos: int = 0, endpos: int | None = None) -> Any:
        return self._run(self._pattern.search, text, pos, endpos)

    def _run(self, call: Callable[..., Any], text: str, pos: int, endpos: int | None) -> Any:
        if text is not self._text:
            self._text, self._left = text, _SECONDS
        if self._left <= 0:
            raise TimeoutError
        start = time.thread_time()
        try:
            return call(text, pos, endpos, timeout=self._left)
        finally:
            self._left -= time.thread_time() - start


def compile_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Compile ``pattern`` so that each text has a quarter of a second. Raises ``re.error`` and ``regex.error``.

    It will see folded text, in which Chinese stands in simplified characters.
    """
    return cast("re.Pattern[str]", _Timed(regex.compile(simplified(pattern), flags)))
