"""The script that a user would write by hand: the last talk of each end into one file, nothing masked.

    HERMES_HOME=DIR python benchmarks/plain_sync.py

Standard library only. Whole ticks are timed beside it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

ENDS: Final = ("cli", "tui", "telegram", "weixin")
PAUSE: Final = 15 * 60  # seconds of silence that end a talk
ROWS: Final = 72
LAST: Final = "SELECT session_id, max(timestamp) AS last FROM messages GROUP BY session_id ORDER BY last DESC"
SAID: Final = (
    "SELECT role, content, timestamp FROM messages"
    " WHERE session_id = ? AND role IN ('user', 'assistant') ORDER BY timestamp DESC LIMIT ?"
)


def talks(store: sqlite3.Connection) -> dict[str, list[tuple[str, str, float]]]:
    """Return what was said last at each end, oldest first."""
    source = dict(store.execute("SELECT id, source FROM sessions"))
    found: dict[str, list[tuple[str, str, float]]] = {}
    for session, _ in store.execute(LAST):
        end = source.get(session, "")
        if end not in ENDS or end in found:
            continue
        found[end] = []
        for row in store.execute(SAID, (session, ROWS)):
            if found[end] and found[end][-1][2] - row[2] > PAUSE:
                break
            found[end].append(row)
        found[end].reverse()
    return found


def main() -> None:
    """Write the file if it changed."""
    home = Path(os.environ["HERMES_HOME"])
    store = sqlite3.connect(f"file:{home / 'state.db'}?mode=ro", uri=True)
    parts = []
    for end, rows in talks(store).items():
        ago = int((time.time() - rows[-1][2]) // 60)
        lines = [f"- {role}: {(text or '').strip()[:600]}" for role, text, _ in rows]
        parts.append("\n".join([f"## {end}, {ago} minutes ago", *lines]))
    target = home / "plain.md"
    text = "\n\n".join(parts)[:9000]
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
