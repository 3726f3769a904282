"""SARIF 2.1.0, the exchange format of static analysis (https://docs.oasis-open.org/sarif/sarif/v2.1.0/)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from safedigest import __version__
from safedigest.report.found import Found, Outcome, Place

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_PRINT: Final = "safedigest/v1"


def render(outcome: Outcome) -> Iterator[str]:
    """Give the one log, in one piece."""
    yield json.dumps(as_data(outcome), ensure_ascii=True, indent=1)


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Return the log as plain data."""
    left = [found for found in outcome.found if not found.fixed]
    rules = sorted({(found.rule, found.kind.value) for found in left})
    numbers = {rule: number for number, rule in enumerate(rules)}
    driver = {
        "name": "safedigest",
        "semanticVersion": __version__,
        "rules": [{"id": rule, "shortDescription": {"text": f"{kind}: {rule}"}} for rule, kind in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {"executionSuccessful": not outcome.troubles, "toolExecutionNotifications": _notices(outcome)}
        ],
        "results": [_result(found, numbers[found.rule, found.kind.value]) for found in left],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(found: Found, number: int) -> dict[str, Any]:
    data: dict[str, Any] = {
        "ruleId": found.rule,
        "ruleIndex": number,
        "level": "error",
        "message": {"text": f"{found.kind.value} ({found.rule}), shown as {found.shown}"},
        "locations": [_location(found.place)],
        "occurrenceCount": found.times,
    }
    if found.fingerprint:
        data["partialFingerprints"] = {_PRINT: found.fingerprint}
    if found.allowed:
        data["suppressions"] = [{"kind": "external", "justification": found.allowed}]
    return data


def _location(place: Place) -> dict[str, Any]:
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    data: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": _uri(place.name)}}}
    if place.session:
        name = f"session {place.session}, message {place.message}"
        data["logicalLocations"] = [{"name": name, "kind": "message"}]
    else:
        data["physicalLocation"]["region"] = region
    return data


def _uri(name: str) -> str:
    """Return a file's name as a URI: relative as it was given, or absolute."""
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogateescape")


def _notices(outcome: Outcome) -> list[dict[str, Any]]:
    texts = [f"skipped {one.name}: {one.why.value}" for one in outcome.skipped]
    texts += [f"{one.name}: {one.what}" for one in outcome.troubles] + list(outcome.notes)
    return [{"level": "note", "message": {"text": text}} for text in texts]
