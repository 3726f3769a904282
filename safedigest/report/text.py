"""The format for people: each finding with its line, and a caret line under the mask."""

from __future__ import annotations

from collections.abc import Iterator

from safedigest.model import Kind
from safedigest.report.found import Found, Outcome
from safedigest.report.still import still, width


def render(outcome: Outcome) -> Iterator[str]:
    """Give the lines of the report."""
    for found in outcome.open:
        yield from _finding(found)
    for skipped in outcome.skipped:
        yield f"skipped {still(skipped.name)}: {skipped.why.value}"
    for note in outcome.notes:
        yield f"note: {still(note)}"
    for name in outcome.fixed:
        yield f"fixed {still(name)}"
    yield from summary(outcome)


def where(found: Found) -> str:
    """Say where a finding is."""
    place = found.place
    if not place.session:
        return f"{still(place.name)}:{place.line}:{place.column}"
    row = f", message {place.message}" if place.message else ""
    who = f", {place.role}" if place.role else ""
    return f"{still(place.name)}: session {still(place.session)}{row}{who}, line {place.line}"


def summary(outcome: Outcome) -> Iterator[str]:
    """Say what it comes to, in one line or a few."""
    found = len(outcome.open)
    allowed = sum(bool(one.allowed) for one in outcome.found)
    masked = sum(one.fixed for one in outcome.found)
    none = "nothing found" if outcome.skipped or outcome.troubles or allowed else "clean"
    texts = "1 text read" if outcome.texts == 1 else f"{outcome.texts} texts read"
    parts = [f"{found} found" if found else none, texts]
    parts += [f"{count} {word}" for count, word in ((masked, "masked"), (allowed, "allowed")) if count]
    parts += [f"{len(outcome.skipped)} skipped"] if outcome.skipped else []
    parts += [f"{len(outcome.troubles)} not read"] if outcome.troubles else []
    yield ", ".join(parts)
    if found or masked:
        yield "what was readable counts as known: revoke it where it was issued"


def _finding(found: Found) -> Iterator[str]:
    mark = f"  [{found.fingerprint}]" if found.fingerprint else ""
    again = f"  {found.times} times" if found.times > 1 else ""
    what = "could not be inspected" if found.kind is Kind.WITHHELD else f"{found.kind.value}  {found.shown}"
    yield f"{where(found)}: {found.rule}  {what}{again}{mark}"
    line = str(found.context)
    if line:
        number = str(found.place.line)
        start, end = found.marks
        yield f"  {number} | {still(line)}"
        carets = "^" * max(width(still(line[start:end])), 1)
        yield f"  {' ' * len(number)} | {' ' * width(still(line[:start]))}{carets}"
