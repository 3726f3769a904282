"""Finds in the lines of a message what is no prose: code, tables, logs, patches, stack traces.

It looks at plain lines and gives line ranges; it never changes text. Only what is certain by its form
counts: a wrong guess would hide words that somebody said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from safedigest import kept
from safedigest.plugin.records import dataclass


class Shape(Enum):
    """What a run of lines is."""

    CODE = "code"
    TABLE = "table"
    LOG = "log"
    DIFF = "diff"
    TRACE = "trace"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines ``start:end``; the first ``head`` and the last ``tail`` of them (code fences) are not content."""

    shape: Shape
    start: int
    end: int
    head: int = 0
    tail: int = 0

    @property
    def size(self) -> int:
        """How many lines of content."""
        return self.end - self.start - self.head - self.tail


LIST_ITEM: Final = kept.pattern(
    r"\s*+(?:[-*+•·]\s|\d{1,2}[.)、．]\s?+|[（(]\d{1,2}[)）]|[一二三四五六七八九十]{1,3}[、．])\s*+\S"
)
_FENCE = kept.pattern(r"[\s>]*+(`{3,}|~{3,})(.*)")
_ARMOUR = kept.pattern(r"[\s>]*+-----BEGIN [A-Z0-9 ]{1,40}-----\s*+$")
_ARMOUR_END = kept.pattern(r"[\s>]*+-----END [A-Z0-9 ]{1,40}-----\s*+$")
_BASE64 = kept.pattern(r"[\s>]*+[0-9A-Za-z+/=]{1,100}\s*+$")
_DIFF_START = kept.pattern(r"diff --git |@@ -\d|Index: \S|--- [ab]?/")
_DIFF_LINE = kept.pattern(r"[-+@ \\]|index [0-9a-f]|diff |(?:new|deleted) file|rename |similarity ")
_TRACE_START = kept.pattern(r"\s*+Traceback \(most recent call last\)")
_FRAME = kept.pattern(r"\s++\S|\s*+File \".*\", line \d|\s*+During handling")
_STACK = kept.pattern(r"\s++at \S.*[:(]|\s*+\.\.\. \d+ more")
_ROW = kept.pattern(r"\s*+[|│┃║].*[|│┃║]\s*+$|\s*+[+┌├└╔╠╚][-─═+┬┼┴╦╬╩┐┤┘╗╣╝]{3,}\s*+$")
_COLUMNS = kept.pattern(r"[^\t\n]++\t[^\t\n]*+\t")
_LOG = kept.pattern(
    r"\s*+(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
    r"|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b)"
)
_CODE = kept.pattern(
    r".*[;{}]\s*+$|\s*+[}\])]|\s*+[\"'][^\"']{1,60}[\"']\s*+:|\s*+(?://|/\*|\*/|#include|#!)"
    r"|\s*+(?:async |export |public |private |static )*+"
    r"(?:def|class|func|fn|function|import|from|const|let|var|if|elif|else|for|while|try|except|finally|with|return"
    r"|switch|case|match)\b.*[:;{(,=)]\s*+$"
    r"|(?: {4}|\t)[^\s]"
)
_LEAST_LOG: Final = 3
_LEAST_CODE: Final = 4
_LEAST_ROWS: Final = 2


def blocks(lines: Sequence[str]) -> list[Block]:
    """Return the blocks of ``lines``, in order and apart; all other lines are prose."""
    found: list[Block] = []
    at = 0
    while at < len(lines):
        block = next((b for b in (look(lines, at) for look in _LOOKS) if b is not None), None)
        if block is not None:
            found.append(block)
        at = block.end if block is not None else at + 1
    return found


def _run(lines: Sequence[str], at: int, pattern: re.Pattern[str]) -> int:
    """Return where the run of lines that ``pattern`` matches ends."""
    while at < len(lines) and pattern.match(lines[at]):
        at += 1
    return at


def _fence(lines: Sequence[str], at: int) -> Block | None:
    opening = _FENCE.match(lines[at])
    if opening is None or "`" in opening[2]:
        return None
    shape = Shape.DIFF if opening[2].strip().lower() in ("diff", "patch") else Shape.CODE
    for end in range(at + 1, len(lines)):
        closing = _FENCE.match(lines[end])
        if closing and closing[1].startswith(opening[1]) and not closing[2].strip():
            return Block(shape, at, end + 1, 1, 1)
    return Block(shape, at, len(lines), 1)


def _armour(lines: Sequence[str], at: int) -> Block | None:
    """Find a certificate or a public key: half of one, or some of its lines, would look like a secret."""
    if not _ARMOUR.match(lines[at]):
        return None
    end = _run(lines, at + 1, _BASE64)
    end += end < len(lines) and _ARMOUR_END.match(lines[end]) is not None
    return Block(Shape.CODE, at, end) if end - at >= _LEAST_ROWS else None


def _diff(lines: Sequence[str], at: int) -> Block | None:
    if not _DIFF_START.match(lines[at]):
        return None
    end = _run(lines, at + 1, _DIFF_LINE)
    return Block(Shape.DIFF, at, end) if end - at >= _LEAST_ROWS else None


def _trace(lines: Sequence[str], at: int) -> Block | None:
    """Find a stack trace; the line that names the error stays prose."""
    if _TRACE_START.match(lines[at]):
        return Block(Shape.TRACE, at, _run(lines, at + 1, _FRAME))
    end = _run(lines, at, _STACK)
    return Block(Shape.TRACE, at, end) if end - at >= _LEAST_ROWS else None


def _table(lines: Sequence[str], at: int) -> Block | None:
    for pattern in (_ROW, _COLUMNS):
        end = _run(lines, at, pattern)
        if end - at >= _LEAST_ROWS:
            return Block(Shape.TABLE, at, end)
    return None


def _log(lines: Sequence[str], at: int) -> Block | None:
    end = _run(lines, at, _LOG)
    return Block(Shape.LOG, at, end) if end - at >= _LEAST_LOG else None


def _code(lines: Sequence[str], at: int) -> Block | None:
    end = at
    while end < len(lines) and _CODE.match(lines[end]) and not LIST_ITEM.match(lines[end]):
        end += 1
    return Block(Shape.CODE, at, end) if end - at >= _LEAST_CODE else None


_LOOKS: Final[tuple[Callable[[Sequence[str], int], Block | None], ...]] = (
    _fence,
    _armour,
    _diff,
    _trace,
    _table,
    _log,
    _code,
)
