"""The messages that an event carries: what they say, and what was added to them on their way to the model.

Standard library only. Invariants: what somebody wrote is never taken for what was added, so nothing that is written in
a chat can pass for ours; where the two cannot be told apart, nothing was added.

Source: ``compose_user_api_content`` of Hermes 0.19 to 0.22 (``agent/turn_context.py``): what is added follows the words
in ``api_content``; a message in parts gets a part of its own (0.22).
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

_RECALLED = "</memory-context>"  # ends what a memory recalled, which somebody may have written


def history(event: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the messages that the event carries, oldest first."""
    rows = event.get("conversation_history")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def text_of(content: object) -> str:
    """Return the text of a message, of all its parts where it has parts."""
    return content if isinstance(content, str) else "\n".join(_parts(content))


def added(event: Mapping[str, Any]) -> Iterator[str]:
    """Give what was added to the user's messages."""
    for row in history(event):
        sent, content = row.get("api_content"), row.get("content")
        if (sent or isinstance(content, list)) and row.get("role") == "user":
            for text in _added(content, sent):
                yield text.rpartition(_RECALLED)[2]


def _added(content: object, sent: object) -> list[str]:
    if not isinstance(content, str):
        return _parts(content)[1:]
    at = sent.find(content) if isinstance(sent, str) else -1
    return [sent[at + len(content) :]] if isinstance(sent, str) and at >= 0 else []


def _parts(content: object) -> list[str]:
    if not isinstance(content, list):
        return []
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    return [part for part in parts if isinstance(part, str)]
