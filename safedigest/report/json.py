"""The JSON format, version 1: ``docs/schemas/scan.json`` describes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from safedigest.report.found import Found, Outcome, Place

VERSION: Final = 1


def render(outcome: Outcome) -> Iterator[str]:
    """Give the one JSON object, in one piece."""
    yield json.dumps(as_data(outcome), ensure_ascii=True, indent=1)


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "version": VERSION,
        "clean": not outcome.open,
        "texts": outcome.texts,
        "findings": [_finding(found) for found in outcome.found],
        "skipped": [{"name": one.name, "why": one.why.name.lower()} for one in outcome.skipped],
        "troubles": [{"name": one.name, "what": one.what} for one in outcome.troubles],
        "notes": list(outcome.notes),
        "fixed": list(outcome.fixed),
    }


def _finding(found: Found) -> dict[str, Any]:
    return {
        "rule": found.rule,
        "kind": found.kind.value,
        "mask": found.shown,
        "length": found.length.value,
        "fingerprint": found.fingerprint or None,
        "times": found.times,
        "allowed": found.allowed or None,
        "fixed": found.fixed,
        "place": _place(found.place),
        "last": _place(found.last) if found.last else None,
    }


def _place(place: Place) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": place.name,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    if place.session:
        data |= {
            "session": place.session,
            "message": place.message,
            "role": place.role,
            "time": moment(place.time),
        }
    return data


def moment(time: float) -> str | None:
    """Return epoch seconds as UTC text; None for what is no time."""
    try:
        return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if time > 0 else None
    except (ValueError, OverflowError, OSError):
        return None
