r"""Rows of the session store as values, and the border where stored text becomes ``Raw``.

Content is text, or ``\\0json:`` and a JSON list of parts (Hermes: ``_encode_content``). Only the text parts
are words; of pictures, files and sound there is a note, never a byte.
"""

from __future__ import annotations

import json
from enum import Enum
from typing import Final

from safedigest.model import Note
from safedigest.plugin.kin import Kin
from safedigest.plugin.records import dataclass
from safedigest.text import Raw

_JSON_MARK: Final = "\0json:"
_TEXT_PARTS: Final = frozenset({"text", "input_text", "output_text", ""})
_NOTES: Final = {
    "image_url": Note.IMAGE,
    "input_image": Note.IMAGE,
    "image": Note.IMAGE,
    "input_audio": Note.VOICE,
    "audio": Note.VOICE,
    "file": Note.FILE,
    "input_file": Note.FILE,
    "document": Note.FILE,
    "video_url": Note.FILE,
    "video": Note.FILE,
}
EMPTY: Final = Raw("")


class State(Enum):
    """Whether a row still stands."""

    LIVE = "live"
    ARCHIVED = "archived"  # summarised away; a copy of the newest rows stands as live ones
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow(Kin):
    """One session. ``newest`` is an upper bound of its message times; ``count`` is that of its messages."""

    name: Raw | None
    count: int
    newest: object


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One message. ``time`` is what stands in the store, which may be anything."""

    id: int
    role: str
    text: Raw
    notes: tuple[Note, ...]
    time: object
    calls: bool
    tool: str
    effect: bool
    truncated: bool
    kind: str
    summary: bool
    observed: bool
    state: State


def decode(content: object) -> tuple[Raw, tuple[Note, ...]]:
    """Return the words of a stored content and notes about what else it held."""
    if isinstance(content, bytes):
        content = content.decode("utf-8", "replace")
    if not isinstance(content, str):
        return EMPTY, ()
    if not content.startswith(_JSON_MARK):
        return Raw(content), ()
    try:
        value = json.loads(content[len(_JSON_MARK) :])
    except (ValueError, RecursionError):
        return EMPTY, (Note.WITHHELD,)
    return _parts(value if isinstance(value, list) else [value])


def _parts(parts: list[object]) -> tuple[Raw, tuple[Note, ...]]:
    words: list[Raw] = []
    notes: list[Note] = []
    for part in parts:
        text, note = _part(part)
        if text:
            words.append(Raw(text))
        if note is not None and note not in notes:
            notes.append(note)
    return Raw.join("\n", words), tuple(notes)


def _part(part: object) -> tuple[str, Note | None]:
    if isinstance(part, str):
        return part, None
    if not isinstance(part, dict):
        return "", None
    kind, text = part.get("type"), part.get("text")
    name = kind if isinstance(kind, str) else ""
    if name in _TEXT_PARTS and isinstance(text, str):
        return text, None
    return "", _NOTES.get(name)
