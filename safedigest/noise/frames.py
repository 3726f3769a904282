"""The host's framings, as data: each text as Hermes 0.13 to 0.22 writes it, by what is done with it.

Three verbs: *drop* the row, *unwrap* words that lie inside a frame, *strip* a frame and keep the words
beside it. They only narrow what is shown: a person who types such a text hides their own words, nobody can
add any. A pattern is anchored or starts with a literal, and never begins with a repetition, so that no
message makes it slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from safedigest.model import Note

# drop: rows that nobody said

DROP: Final = (
    "[IMPORTANT: ",  # process and watch notices, reloads, cron headers; skills are unwrapped before
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
CONTINUES: Final = (
    "[System: Your previous response was truncated",
    "[System: The previous response was cut off",
    "[System: Your previous tool call",
)
REVIEWS: Final = re.compile(
    "Review the conversation above and "
    "(?:update the skill library|consider saving to memory|update two things)"
)
KANBAN_OPENING: Final = "work kanban task "

ASSISTANT_DROP: Final = (
    "Operation interrupted",
    "Your request was not processed. Send it again",
    "This turn did not complete. Some actions may already have run",
    "[This response was interrupted by a user correction.]",
)
SILENT: Final = re.compile(
    r"(?:\(empty\)|\[response interrupted\]|\[interrupt: no assistant output for this turn\]"
    r"|[^\w\[]{0,8}\[?(?:silent|no[_ ]reply|静默|沉默)\]?[^\w\]]{0,8})\Z",
    re.IGNORECASE,
)

TYPED_KINDS: Final = frozenset({"", "steer", "skill_invocation"})  # display_kind of rows that a person typed
HOST_KINDS: Final = frozenset(
    {
        "failed_turn",
        "hidden",
        "process_complete",
        "async_delegation_complete",
        "model_switch",
        "personality_switch",
        "auto_continue",
        "internal_notification",
    }
)


# unwrap: real words inside a frame

SUMMARIES: Final = ("[CONTEXT COMPACTION", "[CONTEXT SUMMARY]:")
COMPACTION_ROWS: Final = (
    "[Your active task list was preserved across context compression]",
    "[Planning state preserved",
    "Continue from the compressed conversation context above.",
)
SUMMARY_END: Final = "--- END OF CONTEXT SUMMARY"
SUMMARY_END_LINE: Final = re.compile(r"[^\n]*\n?")
PRIOR: Final = "[PRIOR CONTEXT — for reference only; not a new message]"
PRIOR_END: Final = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]"
PRIOR_LEAD: Final = re.compile(re.escape(PRIOR) + r"\s*")

STEER: Final = "[OUT-OF-BAND USER MESSAGE"
# Whom to answer, as JSON with ids of people and chats: never shown.
_ORIGIN: Final = (
    r"Gateway message origin[^\n]*\n(?:\{(?:[^\n]*\}|[^\[]{0,2000}?\n\})\s*\n)?"
    r"(?:Do not guess a reply[^\n]*(?:\n\s*)?)?"
)
STEER_FRAME: Final = re.compile(
    rf"\[OUT-OF-BAND USER MESSAGE[^\]]*\]\s*(?:{_ORIGIN})?|\[/OUT-OF-BAND USER MESSAGE\]\s*", re.DOTALL
)
ORIGIN_LEAD: Final = re.compile(_ORIGIN, re.DOTALL)

SKILL: Final = "[IMPORTANT: The user has invoked the "
SKILL_BUNDLE: Final = " skill bundle,"
SKILL_WORDS: Final = "The user has provided the following instruction alongside the skill invocation: "
BUNDLE_WORDS: Final = "\nUser instruction: "
BUNDLE_NEXT: Final = "\n\n[Loaded as part of the "
RUNTIME_NOTE: Final = "\n\n[Runtime note:"
SKILL_NAME: Final = re.compile(r"/?[\w.:/ -]{1,80}\Z")
AUTO_SKILL: Final = re.compile(r'\[IMPORTANT: The "[^"\n]{0,120}" skill is auto-loaded')
SKILL_FOOT: Final = "then run them with the terminal tool using the absolute path."

# Other people's words stand before the mark; what they wrote may hold the mark too, so the last one counts.
OVERHEARD: Final = (
    ("[Recent channel messages]", "[New message]\n"),
    ("[Context around the replied-to message]", "[New message]\n"),
    ("[Messages prefixed with [unverified]", "[New message]\n"),
    ("[Observed Telegram group context", "[Current addressed message"),
)
INTERRUPTED: Final = "[Context from the interrupted assistant response]"
INLINED_FILE: Final = re.compile(r"\[Content of [^\n]{1,200}\]:\n")
CAPTION_LONGEST: Final = 200  # characters; a longer last paragraph is the file's, not the caption


# strip: frames before, behind and among the words


@dataclass(frozen=True, slots=True)
class Strip:
    """A frame that is left out, and the note that takes its place."""

    frame: re.Pattern[str]
    note: Note | None = None


def _strip(pattern: str, note: Note | None = None, flags: int = 0) -> Strip:
    return Strip(re.compile(pattern, flags), note)


LEADS: Final = (
    _strip(r"\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [A-Za-z0-9_+\-/:]{1,40})?\]\s*"),
    _strip(r"\[\d{4}-\d\d-\d\dT\d\d:[^\]\s]{2,30}\]\s*"),
    _strip(r"\[System note: [^\]]*\]\s*"),
    # The quoted text may hold the closing marks; up to the last of them it is not the user's.
    _strip(r'\[Replying to[^"\n]{0,80}: ".*"\](?:\n\n|\s*\Z)', flags=re.DOTALL),
    _strip(r"\[Quoted message\]:.*?(?:\n\n|\Z)", flags=re.DOTALL),
    _strip(
        r"\[The user (?:sent an image~|attached an image\.) .*?\]\n\[If you need a closer look[^\]]*\]\s*",
        Note.IMAGE,
        re.DOTALL,
    ),
    _strip(r"\[The user (?:sent|attached) an image[^\]]*\]\s*", Note.IMAGE),
    _strip(
        r"\[(?:Examine it with|If you need a closer look, use) (?:the )?vision_analyze[^\]]*\]\s*", Note.IMAGE
    ),
    _strip(r"\[User (?:attached|sent an?) image:? [^\]]*\]\s*", Note.IMAGE),
    _strip(r"\[User sent audio: [^\]]*\]\s*", Note.VOICE),
    _strip(r"\[User (?:attached|sent) (?:a )?(?:file|video|PDF): [^\]]*\]\s*", Note.FILE),
    _strip(r"\[The user sent a voice message[^\]]*\]\s*", Note.VOICE),
    _strip(r"\[voice message could not be transcribed[^\]]*\]\s*", Note.VOICE),
    _strip(r"\[Voice transcription provided by Weixin\]\s*", Note.VOICE),
    _strip(r"\[Voice\] \[语音识别失败\]\s*", Note.VOICE),
    _strip(r"\[Voice\] ", Note.VOICE),
    _strip(
        r"\[The user sent an? (?:audio file attachment|video attachment|(?:text )?document|file)[^\]]*\]\s*",
        Note.FILE,
    ),
    _strip(r"\[The user attempted to send a[^\]]*\]\s*", Note.FILE),
    _strip(r"\[(?:Document|Attachment): [^\]\n]*\]\s*", Note.FILE),
    _strip(r"\[The user sent an? (?:animated )?sticker[^\]]*\]\s*", Note.IMAGE),
    _strip(r"\[The user reacted [^\n]{0,240}\]\s*"),
    _strip(r"\[The user shared a location pin\.\]\s*"),
    _strip(r"\[Triggering message id: [^\]]*\]\s*"),
    _strip(r"\[Voice channel(?: now)?: [^\]]*\]\s*"),
    _strip(r"\[Note: (?:model was just switched|this message |the user interrupted|Some earlier)[^\]]*\]\s*"),
    _strip(r"\[Voice input — respond concisely[^\]]*\]\s*"),
    _strip(r"\[Runtime note: [^\]]*\]\s*"),
    _strip(r"\[Recent spoken conversation, newest last:\n[^\]]*\]\s*"),
    _strip(r"\[STILL IN PROGRESS — [^\]]*\]\s*"),
    _strip(r"\[[^\]|\n]{1,64}\|[A-Za-z0-9_@.+-]{3,64}\]\s"),  # [nickname|user id]
)
SENDER: Final = _strip(r"\[[^\]\n]{1,64}\]\s?(?=\S)")

ANYWHERE: Final = (
    _strip(r"\[Image attached(?: at)?: [^\]\n]*\]", Note.IMAGE),
    _strip(r"\[Attached image — stripped after compression\]", Note.IMAGE),
    _strip(r"^\[screenshot\][ \t]*$\n?", Note.IMAGE, re.MULTILINE),
    _strip(r"""^@image:(?:`[^`\n]+`|"[^"\n]+"|'[^'\n]+'|\S+)[ \t]*$\n?""", Note.IMAGE, re.MULTILINE),
    _strip(r"^\[Attached image: [^\]\n]*\][^\n]*(?:\nURI: [^\n]*)?", Note.IMAGE, re.MULTILINE),
    _strip(r"^\[Attached file: [^\]\n]*\][^\n]*\nURI: .*", Note.FILE, re.MULTILINE | re.DOTALL),
    _strip(r"^--- (?:Attached Context|Context Warnings) ---.*", Note.FILE, re.MULTILINE | re.DOTALL),
    _strip(
        r"^\[Your active task list was preserved across context compression\].*",
        None,
        re.MULTILINE | re.DOTALL,
    ),
    _strip(r"^\[Planning state preserved.*", None, re.MULTILINE | re.DOTALL),
    _strip(r"^\[Runtime note: .*", None, re.MULTILINE | re.DOTALL),
    _strip(r"^Ask what they'd like to find nearby[^\n]*", None, re.MULTILINE),
)
# Without one of these none of the frames above is in a message.
ANYWHERE_STARTS: Final = (
    *("[Image att", "[Attached ", "[screenshot]", "@image:", "--- ", "[Your active", "[Planning", "[Runtime"),
    "Ask what",
)
PLACEHOLDERS: Final = (
    _strip(
        r"\[(?:screenshot|image|photo|图片|照片|动画表情|表情|sticker)[^\]\n]{0,120}\]\s*",
        Note.IMAGE,
        re.IGNORECASE,
    ),
    _strip(r"\[(?:语音|voice|audio)\]\s*", Note.VOICE, re.IGNORECASE),
    _strip(r"\[(?:文件|视频|file|video|attachment)\]\s*", Note.FILE, re.IGNORECASE),
    _strip(
        r"\[(?:rich text message|merged forward message|interactive message|shared chat)\]\s*",
        Note.FILE,
        re.IGNORECASE,
    ),
    _strip(r"\(The user sent a message with no text content\)\s*", Note.FILE),
)
