"""Annotations of GitHub's workflow commands, one line for each finding.

Format: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from safedigest.report.found import Found, Outcome
from safedigest.report.still import still

_DATA: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(outcome: Outcome) -> Iterator[str]:
    """Give the annotations."""
    for found in outcome.open:
        yield f"::error {_properties(found)}::{_data(f'{found.kind.value} ({found.rule}), shown as {found.shown}')}"
    for skipped in outcome.skipped:
        yield f"::notice title=skipped::{_data(f'{skipped.name}: {skipped.why.value}')}"
    for trouble in outcome.troubles:
        yield f"::warning title=not read::{_data(f'{trouble.name}: {trouble.what}')}"


def _properties(found: Found) -> str:
    place = found.place
    pairs = {
        "file": place.name,
        "line": place.line,
        "endLine": place.end_line,
        "col": place.column,
        "endColumn": place.end_column,
        "title": f"safedigest {found.rule}",
    }
    return ",".join(f"{name}={still(str(value)).translate(_PROPERTY)}" for name, value in pairs.items())


def _data(text: str) -> str:
    return still(text).translate(_DATA)
