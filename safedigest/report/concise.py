"""One line for each finding, as compilers write them: for pipes, editors and ``grep``."""

from __future__ import annotations

from collections.abc import Iterator

from safedigest.report.found import Outcome
from safedigest.report.still import still
from safedigest.report.text import summary, where


def render(outcome: Outcome) -> Iterator[str]:
    """Give the lines of the report."""
    for found in outcome.open:
        again = f" ({found.times} times)" if found.times > 1 else ""
        mark = f" [{found.fingerprint}]" if found.fingerprint else ""
        yield f"{where(found)}: {found.rule} {found.kind.value} {found.shown}{again}{mark}"
    for skipped in outcome.skipped:
        yield f"skipped {still(skipped.name)}: {skipped.why.value}"
    for note in outcome.notes:
        yield f"note: {still(note)}"
    for name in outcome.fixed:
        yield f"fixed {still(name)}"
    yield from summary(outcome)
