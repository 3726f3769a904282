"""Names in the head of a column or the first cell of a row, and Kubernetes secrets, whose every value is one.

Markdown tables, the boxes of database shells, CSV and tab-separated rows. ``read`` answers which cells belong to a
name; it does not judge them. A table is walked once for each of its named columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect.interface import Scan, Span
from safedigest.detect.lazy import pattern
from safedigest.detect.values import is_reference
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

_ROWS: Final = 400
_WIDTH: Final = 2_000
_RULE = pattern(r"[ \t]*[|+]?[ \t]*:?-{2,}[-+|: \t]*")
_HEAD_CELL = pattern(r"(?:> ?)*[\"'`*]*[A-Za-z_\u3400-\u9fff][\w \-./()（）\u3400-\u9fff]{0,40}[\"'`*]*")
_SEPARATORS: Final = ("|", "\t", ",", ";")
_LEAST_COLUMNS: Final = 2
_SELECT = pattern(r"\bselect\s(?P<columns>[\w\s,.`\"]{1,400}?)\sfrom\s", re.IGNORECASE)

_COLUMNS: Final = 700
_INSERT = pattern(
    r"\b(?:insert|replace)\s+(?:ignore\s+)?into\s+[\w.`\"\[\]]{1,80}\s*\((?P<columns>[\w\s,`\"\[\]]{1,600})\)\s*values?\s*\(",
    re.IGNORECASE,
)
_SQL_VALUE = pattern(
    r"\s*(?P<value>'(?:[^'\\\n]|''|\\.){0,500}+'|\"[^\"\n]{0,500}+\"|[^\s,()'\"]{1,500}+)\s*(?:,|(?=\)))"
)
_SQL_ROW = pattern(r"\s*\)\s*,\s*\(")


@dataclass(frozen=True, slots=True)
class Table:
    """The cells that belong to a name, and where the table part that was read ends."""

    cells: tuple[tuple[int, int], ...]
    end: int


class Seen:
    """Reads the tables of one text from its start on: a line that is no head, and rows below one, are not reread."""

    __slots__ = ("_head", "_plain", "_rows")

    def __init__(self) -> None:
        self._head = self._rows = self._plain = 0

    def read(self, text: str, start: int, end: int) -> Table | None:
        """Return the cells that the name at ``start:end`` heads; names must be given in their order."""
        if start < self._plain or self._head <= start < self._rows:
            return None
        table = read(text, start, end)
        line_end = text.find("\n", end, end + _WIDTH)
        line_end = line_end if line_end >= 0 else min(len(text), end + _WIDTH)
        if table:
            self._head, self._rows = line_end, table.end
        elif text[end : end + 1] in _SEPARATORS[1:]:
            self._plain = line_end
        return table


def _line(text: str, at: int) -> tuple[int, int]:
    """Return the line around ``at``, at most ``_WIDTH`` characters to either side."""
    start = text.rfind("\n", max(0, at - _WIDTH), at) + 1
    end = text.find("\n", at, at + _WIDTH)
    return max(start, at - _WIDTH), end if end >= 0 else min(len(text), at + _WIDTH)


def read(text: str, start: int, end: int) -> Table | None:
    """Return the cells that the name at ``start:end`` heads; None where it is no cell of a table."""
    mark = text[end : end + 8].lstrip("\"'`* ")[:1]
    if mark == "|":
        return _piped(text, start, end)
    if mark in (",", ")") and (table := _inserted(text, start)):
        return table
    if mark in ("\t", ",", ";", "\n", "\r", ""):
        if mark in ("\n", "\r") and (table := _piped(text, start, end)):
            return table
        return _separated(text, start)
    return _separated(text, start) if text.startswith((" from ", " FROM "), end) else None


def _piped(text: str, start: int, end: int) -> Table | None:
    low, high = _line(text, start)
    if "|" not in text[low:high]:
        return None
    ruled = _RULE.fullmatch(text, high + 1, _line(text, high + 1)[1]) if high < len(text) else None
    if ruled:
        return _cells(text, text.count("|", low, start), text.count("|", low, high), "|", ruled.end() + 1)
    if not text[low:high].lstrip("> \t").startswith("|"):
        return None
    bar = text.find("|", end, high)
    if bar < 0:
        return None
    stop = text.find("|", bar + 1, high)
    cell = _cell(text, bar + 1, stop if stop >= 0 else high)
    return Table((cell,), cell[1]) if cell else None


def _separated(text: str, start: int) -> Table | None:
    """Read CSV: a head of at least two names, then rows with as many cells."""
    low, high = _line(text, start)
    if (chosen := _SELECT.search(text, low, high)) and chosen.start("columns") <= start < chosen.end(
        "columns"
    ):
        return _selected(text, chosen, high, start)
    head = text[low:high].rstrip("\r")
    mark = next((s for s in _SEPARATORS[1:] if s in head), None)
    if mark is None or high >= len(text):
        return None
    names = head.split(mark)
    if len(names) < _LEAST_COLUMNS or not all(_HEAD_CELL.fullmatch(name.strip()) for name in names):
        return None
    return _cells(text, text.count(mark, low, start), text.count(mark, low, high), mark, high + 1)


def _selected(text: str, chosen: re.Match[str], high: int, start: int) -> Table | None:
    """Read the rows that a database shell printed below ``select a, b from t``: as many cells, tabs between them."""
    number, width = text.count(",", chosen.start("columns"), start), chosen["columns"].count(",")
    return _cells(text, number, width, "\t", high + 1) if width else None


def _inserted(text: str, start: int) -> Table | None:
    """Read the rows of ``insert into t (a, b) values (…), (…)`` where the name stands among the columns."""
    low = max(0, start - _COLUMNS)
    if "(" not in text[low:start]:
        return None
    heads = _INSERT.finditer(text, low, start + _COLUMNS)
    found = next((head for head in heads if head.start("columns") <= start < head.end("columns")), None)
    if found is None:
        return None
    number, cells, at = text.count(",", found.start("columns"), start), [], found.end()
    for _ in range(_ROWS):
        values = []
        while (value := _SQL_VALUE.match(text, at)) is not None:
            values.append(value.span("value"))
            at = value.end()
        if number < len(values) and (cell := _cell(text, *values[number])):
            cells.append(cell)
        row = _SQL_ROW.match(text, at)
        if row is None:
            break
        at = row.end()
    return Table(tuple(cells), at) if cells else None


def _cells(text: str, number: int, width: int, mark: str, at: int) -> Table | None:
    """Return cell ``number`` of every line from ``at`` on that has ``width`` marks."""
    cells: list[tuple[int, int]] = []
    for _ in range(_ROWS):
        row_end = text.find("\n", at, at + _WIDTH)
        row_end = row_end if row_end >= 0 else min(len(text), at + _WIDTH)
        if at >= len(text) or text.count(mark, at, row_end) != width:
            break
        bounds = [at - 1, *(i for i in range(at, row_end) if text[i] == mark), row_end]
        cell = _cell(text, bounds[number] + 1, bounds[number + 1])
        if cell:
            cells.append(cell)
        at = row_end + 1
    return Table(tuple(cells), min(at, len(text))) if cells else None


def _cell(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return ``start:end`` without blanks, quotes and Markdown marks; None for an empty cell."""
    while start < end and text[start] in " \t\"'`*\r":
        start += 1
    while start < end and text[end - 1] in " \t\"'`*\r":
        end -= 1
    return (start, end) if start < end else None


_DATA = pattern(r"^(?P<indent>[ \t]*)(?:stringData|data):[ \t]*\n", re.MULTILINE)
_ENTRY = pattern(
    r"(?P<indent>[ \t]+)[\w.-]{1,80}:[ \t]+[\"']?(?P<value>[^\s\"'|>][^\n\"']{3,4000})[\"']?[ \t]*(?:\n|\Z)"
)
_SECRET_REACH: Final = 20_000


class Cluster:
    """Kubernetes ``kind: Secret``: every value under ``data`` and ``stringData``, whatever its name."""

    keywords: Sequence[str] = ("kind: secret", '"kind": "secret"', '"kind":"secret"')

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of the document around the keyword."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            low = max(done, text.rfind("\n---", max(0, hit.start - _SECRET_REACH), hit.start) + 1)
            cut = text.find("\n---", hit.end, hit.end + _SECRET_REACH)
            high = cut if cut >= 0 else min(len(text), hit.end + _SECRET_REACH)
            if hit.start < done:
                continue
            scan.budget.spend(high - low)
            done = high
            for block in _DATA.finditer(text, low, high):
                yield from _entries(text, block, high)


def _entries(text: str, block: re.Match[str], high: int) -> Iterator[Span]:
    at = block.end()
    while (entry := _ENTRY.match(text, at, high)) and len(entry["indent"]) > len(block["indent"]):
        at = entry.end()
        value = entry["value"].rstrip()
        if not is_reference(value):
            yield Span(
                entry.start("value"), entry.start("value") + len(value), "kubernetes-secret", Kind.PASSWORD
            )
