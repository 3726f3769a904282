"""The host's framings, as data: each text as Hermes 0.13 to 0.22 writes it, by what is done with it.

Three verbs: *drop* the row, *unwrap* words that lie inside a frame, *strip* a frame and keep the words
beside it. They only narrow what is shown: a person who types such a text hides their own words, nobody can
add any. A pattern is anchored or starts with a literal, and never begins with a repetition, so that no
message makes it slow.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from safedigest import kept
from safedigest.model import Note
from safedigest.plugin import synthetic
from safedigest.plugin.records import dataclass
from safedigest.text import Raw

# drop: rows that nobody said

DROP: Final = synthetic.STARTS
CONTINUES: Final = (
    "[System: Your previous response was truncated",
    "[System: The previous response was cut off",
    "[System: Your previous tool call",
)
REVIEWS: Final = kept.pattern(
    "Review the conversation above and "
    "(?:update the skill library|consider saving to memory|update two things)"
)
KANBAN_OPENING: Final = synthetic.KANBAN_OPENING

ASSISTANT_DROP: Final = (
    "Operation interrupted",
    "Your request was not processed. Send it again",
    "This turn did not complete. Some actions may already have run",
    "[This response was interrupted by a user correction.]",
)
SILENT: Final = kept.pattern(
    r"(?:\(empty\)|\[response interrupted\]|\[interrupt: no assistant output for this turn\]"
    r"|[^\w\[]{0,8}\[?(?:silent|no[_ ]reply|静默|沉默)\]?[^\w\]]{0,8})\Z",
    re.IGNORECASE,
)

TYPED_KINDS: Final = synthetic.TYPED_KINDS
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
SUMMARY_END_LINE: Final = kept.pattern(r"[^\n]*\n?")
PRIOR: Final = "[PRIOR CONTEXT — for reference only; not a new message]"
PRIOR_END: Final = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]"
PRIOR_LEAD: Final = kept.pattern(re.escape(PRIOR) + r"\s*")

STEER: Final = "[OUT-OF-BAND USER MESSAGE"
# Whom to answer, as JSON with ids of people and chats: never shown.
_ORIGIN: Final = (
    r"Gateway message origin[^\n]*\n(?:\{(?:[^\n]*\}|[^\[]{0,2000}?\n\})\s*\n)?"
    r"(?:Do not guess a reply[^\n]*(?:\n\s*)?)?"
)
STEER_FRAME: Final = kept.pattern(
    rf"\[OUT-OF-BAND USER MESSAGE[^\]]*\]\s*(?:{_ORIGIN})?|\[/OUT-OF-BAND USER MESSAGE\]\s*", re.DOTALL
)
ORIGIN_LEAD: Final = kept.pattern(_ORIGIN, re.DOTALL)

SKILL: Final = synthetic.SKILL
SKILL_BUNDLE: Final = " skill bundle,"
SKILL_WORDS: Final = "The user has provided the following instruction alongside the skill invocation: "
BUNDLE_WORDS: Final = "\nUser instruction: "
BUNDLE_NEXT: Final = "\n\n[Loaded as part of the "
RUNTIME_NOTE: Final = "\n\n[Runtime note:"
SKILL_NAME: Final = kept.pattern(r"/?[\w.:/ -]{1,80}\Z")
AUTO_SKILL: Final = kept.pattern(r'\[IMPORTANT: The "[^"\n]{0,120}" skill is auto-loaded')
SKILL_FOOT: Final = "then run them with the terminal tool using the absolute path."

# Other people's words stand before the mark; what they wrote may hold the mark too, so the last one counts.
OVERHEARD: Final = (
    ("[Recent channel messages]", "[New message]\n"),
    ("[Context around the replied-to message]", "[New message]\n"),
    ("[Messages prefixed with [unverified]", "[New message]\n"),
    ("[Observed Telegram group context", "[Current addressed message"),
)
INTERRUPTED: Final = "[Context from the interrupted assistant response]"
INLINED_FILE: Final = kept.pattern(r"\[Content of [^\n]{1,200}\]:\n")
CAPTION_LONGEST: Final = 200  # characters; a longer last paragraph is the file's, not the caption


# strip: frames before, behind and among the words


@dataclass(frozen=True, slots=True)
class Strip:
    """A frame that begins with ``start`` and goes on as the pattern ``rest``, and the note that takes its place.

    The literal start is what most messages do not have; only where it stands a pattern is made and tried.
    """

    start: str
    rest: str = r"[^\]]*\]\s*"  # up to the closing bracket
    note: Note | None = None
    line: bool = False  # only at the start of a line

    def off(self, text: Raw) -> Raw:
        """Return ``text`` without the frame at its start."""
        return text.without_lead(self._pattern()) if text.startswith(self.start) else text

    def out(self, text: Raw) -> Raw:
        """Return ``text`` without the frame, wherever it stands."""
        return text.without(self._pattern()) if text.contains(self.start) else text

    def _pattern(self) -> re.Pattern[str]:
        return _compiled(("^" if self.line else "") + re.escape(self.start) + self.rest)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return kept.pattern(pattern, re.MULTILINE)


_REST_OF_TEXT: Final = r"(?s:.*)"

LEADS: Final = (
    Strip("[", r"[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [A-Za-z0-9_+\-/:]{1,40})?\]\s*"),
    Strip("[", r"\d{4}-\d\d-\d\dT\d\d:[^\]\s]{2,30}\]\s*"),
    Strip("[System note: "),
    # The quoted text may hold the closing marks; up to the last of them it is not the user's.
    Strip("[Replying to", r'[^"\n]{0,80}: "(?s:.*)"\](?:\n\n|\s*\Z)'),
    Strip("[Quoted message]:", r"(?s:.*?)(?:\n\n|\Z)"),
    Strip("[The user sent an image~ ", r"(?s:.*?)\]\n\[If you need a closer look[^\]]*\]\s*", Note.IMAGE),
    Strip("[The user attached an image. ", r"(?s:.*?)\]\n\[If you need a closer look[^\]]*\]\s*", Note.IMAGE),
    Strip("[The user sent an image", note=Note.IMAGE),
    Strip("[The user attached an image", note=Note.IMAGE),
    Strip("[Examine it with the vision_analyze tool", note=Note.IMAGE),
    Strip("[If you need a closer look, use vision_analyze", note=Note.IMAGE),
    Strip("[User attached image: ", note=Note.IMAGE),
    Strip("[User sent an image: ", note=Note.IMAGE),
    Strip("[User sent audio: ", note=Note.VOICE),
    Strip("[User ", r"(?:attached|sent) (?:a )?(?:file|video|PDF): [^\]]*\]\s*", Note.FILE),
    Strip("[The user sent a voice message", note=Note.VOICE),
    Strip("[voice message could not be transcribed", note=Note.VOICE),
    Strip("[Voice transcription provided by Weixin]", r"\s*", Note.VOICE),
    Strip("[Voice] [语音识别失败]", r"\s*", Note.VOICE),
    Strip("[Voice] ", "", Note.VOICE),
    Strip("[The user sent an audio file attachment", note=Note.FILE),
    Strip("[The user sent a video attachment", note=Note.FILE),
    Strip("[The user sent a text document", note=Note.FILE),
    Strip("[The user sent a document", note=Note.FILE),
    Strip("[The user sent a file", note=Note.FILE),
    Strip("[The user attempted to send a", note=Note.FILE),
    Strip("[Document: ", note=Note.FILE),
    Strip("[Attachment: ", note=Note.FILE),
    Strip("[The user sent a sticker", note=Note.IMAGE),
    Strip("[The user sent an animated sticker", note=Note.IMAGE),
    Strip("[The user reacted ", r"[^\n]{0,240}\]\s*"),
    Strip("[The user shared a location pin.]", r"\s*"),
    Strip("[Triggering message id: "),
    Strip("[Voice channel now: "),
    Strip("[Voice channel: "),
    Strip("[Note: model was just switched"),
    Strip("[Note: this message "),
    Strip("[Note: the user interrupted"),
    Strip("[Note: Some earlier"),
    Strip("[Voice input — respond concisely"),
    Strip("[Runtime note: "),
    Strip("[Recent spoken conversation, newest last:"),
    Strip("[STILL IN PROGRESS — "),
    Strip("[", r"[^\]|\n]{1,64}\|[A-Za-z0-9_@.+-]{3,64}\]\s"),  # [nickname|user id]
)
SENDER: Final = Strip("[", r"[^\]\n]{1,64}\]\s?(?=\S)")

ANYWHERE: Final = (
    Strip("[Image attached", r"(?: at)?: [^\]\n]*\]", Note.IMAGE),
    Strip("[Attached image — stripped after compression]", "", Note.IMAGE),
    Strip("[screenshot]", r"[ \t]*$\n?", Note.IMAGE, line=True),
    Strip("@image:", r"""(?:`[^`\n]+`|"[^"\n]+"|'[^'\n]+'|\S+)[ \t]*$\n?""", Note.IMAGE, line=True),
    Strip("[Attached image: ", r"[^\]\n]*\][^\n]*(?:\nURI: [^\n]*)?", Note.IMAGE, line=True),
    Strip("[Attached file: ", rf"[^\]\n]*\][^\n]*\nURI: {_REST_OF_TEXT}", Note.FILE, line=True),
    Strip("--- Attached Context ---", _REST_OF_TEXT, Note.FILE, line=True),
    Strip("--- Context Warnings ---", _REST_OF_TEXT, Note.FILE, line=True),
    Strip("[Your active task list was preserved across context compression]", _REST_OF_TEXT, line=True),
    Strip("[Planning state preserved", _REST_OF_TEXT, line=True),
    Strip("[Runtime note: ", _REST_OF_TEXT, line=True),
    Strip("Ask what they'd like to find nearby", r"[^\n]*", line=True),
)

# What stands in place of a message that has no words; alone, or several in a row.
PLACEHOLDERS: Final = (
    Strip("[", r"(?i:screenshot|image|photo|图片|照片|动画表情|表情)\]\s*", Note.IMAGE),
    Strip("[", r"(?i:sticker|image:)[^\]\n]{0,120}\]\s*", Note.IMAGE),
    Strip("[", r"(?i:语音|voice|audio)\]\s*", Note.VOICE),
    Strip("[", r"(?i:文件|视频|file|video|attachment)\]\s*", Note.FILE),
    Strip(
        "[", r"(?i:rich text message|merged forward message|interactive message|shared chat)\]\s*", Note.FILE
    ),
    Strip("(The user sent a message with no text content)", r"\s*", Note.FILE),
)
