"""Rows of a table of bars."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: what was measured, the figure seen, its ratio to what it is held against, and whether it holds."""

    what: str
    seen: str
    ratio: float
    bar: str
    holds: bool


def table(rows: Iterable[Row]) -> list[str]:
    """Return the lines of a Markdown table."""
    head = ["| what | seen | ratio | bar | holds |", "|---|---:|---:|---|---|"]
    return head + [
        f"| {row.what} | {row.seen} | {row.ratio:.2f} | {row.bar} | {'yes' if row.holds else '**no**'} |"
        for row in rows
    ]
