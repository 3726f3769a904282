"""Times on the page, in the zone of the home."""

from __future__ import annotations

from datetime import datetime

from safedigest.report.html.words import both
from safedigest.report.overview import Overview


def moment(view: Overview, time: float) -> str:
    """Return epoch seconds as HTML; never is said for what is no time."""
    if time <= 0:
        return both(("never", "从未"))
    return f"{datetime.fromtimestamp(time, view.zone):%Y-%m-%d %H:%M}"
