"""Masks the values of parsed JSON by the names they stand under and by what they are, and keeps the structure.

How: the data is written out as JSON, the gate reads that text as it reads any, and what it masks is carried back to
the values. So a name, a neighbour (``{"name": "DB_PASSWORD", "value": …}``) and the value itself all count, and there
are no second rules. Invariant: what cannot be carried back exactly, or inspected at all, becomes a mask whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from safedigest.gate import Gate, findings
from safedigest.model import Finding, Kind
from safedigest.plugin.records import dataclass
from safedigest.text import WITHHELD, Mask, Masked

_HIDDEN: Final = "***"


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A value or a name in the written text: ``start:end`` between its quotes."""

    start: int
    end: int
    value: Any
    exact: bool  # written as it is, without an escape


class _Writer:
    """Writes data as JSON and notes where each leaf stands."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.leaves: list[_Leaf] = []
        self._at = 0

    def write(self, value: Any) -> None:
        """Write one value, the whole of it."""
        if isinstance(value, dict):
            self._rows("{", [(key, item) for key, item in value.items()], "}")
        elif isinstance(value, list | tuple):
            self._rows("[", [(None, item) for item in value], "]")
        else:
            self._leaf(value)

    def _rows(self, head: str, rows: list[tuple[Any, Any]], tail: str) -> None:
        self._put(head)
        for number, (key, item) in enumerate(rows):
            self._put(",\n" if number else "\n")
            if head == "{":
                self._leaf(key if isinstance(key, str) else str(key))
                self._put(": ")
            self.write(item)
        self._put("\n" + tail)

    def _leaf(self, value: Any) -> None:
        if isinstance(value, str):
            text = json.dumps(value, ensure_ascii=False)
            inner = text[1:-1]
            self._put('"')
            self.leaves.append(_Leaf(self._at, self._at + len(inner), value, exact=inner == value))
            self._put(inner + '"')
        else:
            text = json.dumps(value, default=str)
            self.leaves.append(_Leaf(self._at, self._at + len(text), value, exact=False))
            self._put(text)

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self._at += len(text)


def redact_json(value: Any, gate: Gate | None = None) -> Any:
    """Return a copy of parsed JSON with every secret masked, names included.

    Dicts, lists and tuples keep their shape and order; a number that is a secret (a PIN under ``pin``) becomes the text
    ``***``. Data that cannot be inspected becomes ``[withheld]``. ``gate`` is that of the shipped rules by default.

    >>> redact_json({"user": "bob", "password": "sunny-side-42", "pin": 4711, "retries": 3})
    {'user': 'bob', 'password': '***', 'pin': '***', 'retries': 3}
    """
    gate = gate or Gate.default()
    try:
        writer = _Writer()
        writer.write(value)
        text = "".join(writer.parts)
        masked = gate.mask(text)
        if any(mask.kind == Kind.WITHHELD.value for mask in masked.masks):
            return WITHHELD
        shown = iter([_shown(entry, masked, gate) for entry in _with_masks(writer.leaves, masked)])
        return _rebuilt(value, shown)
    except Exception:  # noqa: BLE001  whatever it was (a circle, an odd type), the data did not pass
        return WITHHELD


def _with_masks(leaves: list[_Leaf], masked: Masked) -> Iterator[tuple[_Leaf, list[Finding]]]:
    """Give each leaf, and the masks that reach into it."""
    found = findings(masked)
    at = 0
    for leaf in leaves:
        while at < len(found) and found[at].end <= leaf.start:
            at += 1
        stop = at
        while stop < len(found) and found[stop].start < leaf.end:
            stop += 1
        yield leaf, found[at:stop]


def _shown(entry: tuple[_Leaf, list[Finding]], masked: Masked, gate: Gate) -> Any:
    """Return what is left of a leaf."""
    leaf, found = entry
    if leaf.exact:
        return _part(masked, leaf.start, leaf.end) if found else leaf.value
    if not isinstance(leaf.value, str):
        return _HIDDEN if found else leaf.value
    whole = any(mask.start <= leaf.start and leaf.end <= mask.end for mask in found)
    own = gate.mask(leaf.value)
    return _HIDDEN if whole or len(own.masks) < len(found) else str(own)


def _part(masked: Masked, low: int, high: int) -> str:
    """Return what stands for ``low:high`` of the written text; of a mask that reaches out of it nothing is shown."""
    parts: list[str] = []
    at = 0
    for piece in masked:
        size = piece.length if isinstance(piece, Mask) else len(piece)
        start, end = max(at, low), min(at + size, high)
        if start < end:
            whole = end - start == size
            parts.append(
                piece[start - at : end - at] if isinstance(piece, str) else piece.shown if whole else _HIDDEN
            )
        at += size
    return "".join(parts)


def _rebuilt(value: Any, shown: Iterator[Any]) -> Any:
    """Put what is shown where the leaves stood; two names that look alike now are told apart by a number."""
    if isinstance(value, dict):
        out: dict[Any, Any] = {}
        for key, item in value.items():
            name = next(shown)
            name = key if name == str(key) else name
            out[_free(name, out)] = _rebuilt(item, shown)
        return out
    if isinstance(value, list | tuple):
        items = [_rebuilt(item, shown) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    return next(shown)


def _free(name: Any, taken: dict[Any, Any]) -> Any:
    if name not in taken:
        return name
    return next(other for n in range(2, len(taken) + 3) if (other := f"{name} ({n})") not in taken)
