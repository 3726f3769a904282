"""What was said, generic over the type of its text: ``Raw`` before the gate, ``Masked`` after it.

The gate is the only function from the one to the other; a renderer that takes ``Segment[Masked]`` cannot be
given ``Segment[Raw]``.
"""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar

from safedigest.plugin.records import dataclass
from safedigest.text import Masked, Raw

T = TypeVar("T", Raw, Masked)


class Role(Enum):
    """Who said it."""

    USER = "user"
    ASSISTANT = "assistant"


class Kind(Enum):
    """What a finding is. A closed set: it decides how much a mask shows (``gate.show``)."""

    VENDOR_TOKEN = "vendor-token"
    API_KEY = "api-key"
    PASSWORD = "password"
    PIN = "pin"
    OTP = "otp"
    PASSPHRASE = "passphrase"
    PRIVATE_KEY = "private-key"
    MNEMONIC = "mnemonic"
    COOKIE = "cookie"
    URL_CREDENTIAL = "url-credential"
    WEBHOOK = "webhook"
    PERSONAL = "personal"
    KNOWN = "known"
    LITERAL = "literal"
    WITHHELD = "withheld"


class Note(Enum):
    """What we say about a message beside its words."""

    PRIVATE = "private"
    PARTIAL = "partial"
    WITHHELD = "withheld"
    IMAGE = "image"
    FILE = "file"
    VOICE = "voice"


@dataclass(frozen=True, slots=True)
class End:
    """One end of the line: a place where the owner talks to the agent.

    ``name`` is the source in ``[a-z0-9_-]{1,24}`` or ``other``; ``chat_type`` is ``dm``, ``local`` or the
    configured group's type.
    """

    name: str
    chat_type: str = "local"


@dataclass(frozen=True, slots=True)
class Message(Generic[T]):
    """One thing said: ``id`` is the row's (not stable across retries), ``time`` is epoch seconds."""

    id: int
    role: Role
    text: T
    time: float
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange(Generic[T]):
    """What the user said and what came back; ``answer`` is None while nothing did.

    ``acted`` names the tools whose rows prove that something was done in this turn. ``between`` is what was said on the
    way to the answer: the gate hears it, since it may name what stands bare elsewhere, and nobody is shown it.
    """

    question: Message[T]
    answer: Message[T] | None
    acted: tuple[str, ...] = ()
    between: tuple[Message[T], ...] = ()


@dataclass(frozen=True, slots=True)
class Segment(Generic[T]):
    """The last stretch of talk of one end, in the order it was said.

    ``heard`` is what was said right before it: as with ``between``, the gate hears it and nobody is shown it.
    """

    end: End
    session: str
    exchanges: tuple[Exchange[T], ...]
    heard: tuple[Message[T], ...] = ()

    @property
    def last_time(self) -> float:
        """Epoch seconds of the last message."""
        last = self.exchanges[-1]
        return max(last.question.time, last.answer.time if last.answer else 0.0)


@dataclass(frozen=True, slots=True)
class Finding:
    """One masked place: offsets in code points of the given text, ``length`` = ``end - start``; never a value."""

    rule: str
    kind: Kind
    start: int
    end: int

    @property
    def length(self) -> int:
        """Hidden code points."""
        return self.end - self.start
