"""Whether a person began a turn, or the host did: to what nobody said nothing is shown.

Standard library only. Invariants: where it is in doubt, nobody did; a person who types such words only hides from
themselves what is new. The words are those of the host's own messages (``noise.frames`` knows the same ones in the
store; a test holds the two together).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

STARTS = (
    "Review the conversation above and ",
    "[IMPORTANT: ",
    "[Background process ",
    "[ASYNC DELEGATION ",
    "A background fan-out of ",
    "A background subagent you dispatched earlier has finished.",
    "[Cron delivery: ",
    "[Cronjob ",
    "Cronjob Response:",
    "[Session was just handed off from CLI (",
    "[Continuing toward your standing goal",
    "[Continuing toward this kanban task",
    "[System:",
    "[SYSTEM]",
    "You've reached the maximum number of tool-calling iterations allowed.",
    "You just executed tool calls but returned an empty response.",
    "Your previous turn indicated a tool call but none was included.",
    "[Your active task list was preserved across context compression]",
    "[Planning state preserved",
    "Continue from the compressed conversation context above.",
    "[Earlier conversation digest",
    "Your request was not processed. Send it again",
    "This turn did not complete. Some actions may already have run",
)
_INVOKED = "[IMPORTANT: The user has invoked the "  # a skill: the words of a person follow
_KANBAN = "work kanban task "  # how a worker's talk opens
_TYPED_KINDS = (None, "", "steer", "skill_invocation")  # display_kind of what a person typed (0.22)


def is_typed(event: Mapping[str, Any]) -> bool:
    """Tell whether a person wrote the message that begins this turn."""
    words = text_of(event.get("user_message")).lstrip()
    if not words or (words.startswith(STARTS) and not words.startswith(_INVOKED)):
        return False
    rows = history(event)
    if rows and rows[-1].get("role") == "user" and rows[-1].get("display_kind") not in _TYPED_KINDS:
        return False
    opening = next((row for row in rows if row.get("role") == "user"), {"content": words})
    return not text_of(opening.get("content")).lstrip().lower().startswith(_KANBAN)


def history(event: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the messages that the event carries."""
    rows = event.get("conversation_history")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def text_of(content: object) -> str:
    """Return the text of a message, of all its parts where it has parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    return "\n".join(part for part in parts if isinstance(part, str))
