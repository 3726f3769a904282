"""How long a row of ASCII characters without a blank a pattern needs, read from the pattern itself.

Most tokens have at least sixteen characters, and most messages hold no such row: there, the rules of these tokens need
not be looked at. The answer is a lower bound: what is not understood counts as nothing.

The parsed form is that of Python's own ``re`` (``re._parser``); where a Python has another one, every pattern counts as
one that needs nothing, and everything is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Final, NamedTuple

_FIRST, _LAST = ord("!"), ord("~")
_MOST: Final = 64  # repetitions that are counted
_ZERO_WIDTH: Final = frozenset(("AT", "ASSERT", "ASSERT_NOT"))
_REPEATS: Final = frozenset(("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))


class _Reach(NamedTuple):
    """Least lengths: of the match, of the row it begins and ends with, and of its longest; ``whole``: it is one row."""

    size: int
    head: int
    tail: int
    best: int
    whole: bool


_NOTHING: Final = _Reach(0, 0, 0, 0, whole=True)
_UNKNOWN: Final = _Reach(0, 0, 0, 0, whole=False)
_BLANK: Final = _Reach(1, 0, 0, 0, whole=False)
_INK: Final = _Reach(1, 1, 1, 1, whole=True)


def reach(pattern: str) -> int:
    """Return how many characters between ``!`` and ``~`` stand in a row in whatever ``pattern`` matches, at least."""
    try:
        return _row(re._parser.parse(pattern)).best  # type: ignore[attr-defined]
    except (AttributeError, re.error, TypeError, ValueError):
        return 0


def _row(items: Iterable[tuple[Any, Any]]) -> _Reach:
    return reduce(_joined, (_item(str(op), value) for op, value in items), _NOTHING)


def _joined(left: _Reach, right: _Reach) -> _Reach:
    return _Reach(
        left.size + right.size,
        left.size + right.head if left.whole else left.head,
        right.size + left.tail if right.whole else right.tail,
        max(left.best, right.best, left.tail + right.head),
        left.whole and right.whole,
    )


def _least(choices: Sequence[_Reach]) -> _Reach:
    return _Reach(
        min(choice.size for choice in choices),
        min(choice.head for choice in choices),
        min(choice.tail for choice in choices),
        min(choice.best for choice in choices),
        all(choice.whole for choice in choices),
    )


def _item(op: str, value: Any) -> _Reach:
    if op in _ZERO_WIDTH:
        return _NOTHING
    if op == "LITERAL":
        return _INK if _inked(op, value) else _BLANK
    if op == "IN":
        return _INK if all(_inked(str(kind), one) for kind, one in value) else _BLANK
    if op in ("ANY", "NOT_LITERAL"):
        return _BLANK
    return _group(op, value)


def _group(op: str, value: Any) -> _Reach:
    if op == "BRANCH":
        return _least([_row(choice) for choice in value[1]])
    if op in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _row(value[-1] if op == "SUBPATTERN" else value)
    return _repeated(*value) if op in _REPEATS else _UNKNOWN


def _inked(kind: str, value: Any) -> bool:
    """Tell whether a member of a set is always a character between ``!`` and ``~``."""
    if kind == "LITERAL":
        return bool(_FIRST <= value <= _LAST)
    if kind == "RANGE":
        return bool(value[0] >= _FIRST and value[1] <= _LAST)
    return kind == "CATEGORY" and str(value) == "CATEGORY_DIGIT"  # all are ASCII once a text is folded


def _repeated(least: int, most: int, items: Any) -> _Reach:
    one = _row(items)
    found = reduce(_joined, [one] * min(least, _MOST), _NOTHING)
    more = most > min(least, _MOST)
    return _joined(found, _UNKNOWN) if more and not one.whole else found
