"""Whether a person began a turn, or the host did: to what nobody said nothing is shown.

Standard library only. Invariants: where it is in doubt, nobody did; a person who types such words only hides from
themselves what is new. Of these words there is one list, for the plugin and for the digest (``noise.frames``).
"""

from __future__ import annotations

from .history import history, text_of

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Rows that nobody said; the digest drops them (``noise``).
STARTS = (
    "[IMPORTANT: ",  # process and watch notices, reloads, cron headers; skills are told apart before
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
SKILL = "[IMPORTANT: The user has invoked the "  # the words of a person follow
KANBAN_OPENING = "work kanban task "  # how a worker's talk opens
TYPED_KINDS = frozenset({"", "steer", "skill_invocation"})  # display_kind of what a person typed (0.22)
_REVIEW = "Review the conversation above and "  # wider than in the digest: here a turn is lost, there words


def is_typed(event: Mapping[str, Any]) -> bool:
    """Tell whether a person wrote the message that begins this turn."""
    words = text_of(event.get("user_message")).lstrip()
    if not words or (words.startswith((*STARTS, _REVIEW)) and not words.startswith(SKILL)):
        return False
    rows = history(event)
    if rows and rows[-1].get("role") == "user" and (rows[-1].get("display_kind") or "") not in TYPED_KINDS:
        return False
    opening = next((row for row in rows if row.get("role") == "user"), {"content": words})
    return not text_of(opening.get("content")).lstrip().lower().startswith(KANBAN_OPENING)
