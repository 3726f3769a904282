"""Patterns that are compiled when first used: most runs look at a few lines and need few of them."""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")


class _Lazy:
    """Stands for a pattern; its first use compiles it and puts the real methods in place of the search for them."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in (
            "match",
            "fullmatch",
            "search",
            "finditer",
            "findall",
            "sub",
            "subn",
            "split",
            "groupindex",
            "pattern",
        ):
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)


def pattern(source: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return what behaves like ``re.compile(source, flags)`` and is compiled when first used."""
    return cast("re.Pattern[str]", _Lazy(source, int(flags)))
