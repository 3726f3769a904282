"""One session as a row of the store tells it: whose child it is, and with whom it is.

Of this file and of ``family`` there is one, for the digest (``people``, ``store``) and for the plugin: both must know
the same talks and read the same columns in the same way. Standard library only.
"""

from __future__ import annotations

import json

from .records import dataclass

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from typing import Final

PRIVATE_CHATS: Final = frozenset({"dm", "local", "private"})
_OWN_PROFILES: Final = frozenset({"", "default", "main"})
_MARKS: Final = {"_branched_from": "branched", "_delegate_from": "delegate", "_reset_from": "reset"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """A session; columns that a schema lacks are None.

    ``marks`` holds, by name (``branched``, ``delegate``, ``reset``), the session that its ``model_config`` says it
    comes from. ``archived`` counts hidden ones too.
    """

    id: str
    source: str
    user: str | None
    key: str | None
    chat: str | None
    chat_type: str | None
    parent: str | None
    marks: dict[str, str]
    started: object
    ended: object
    end_reason: str | None
    archived: bool
    profile: str | None

    def key_part(self, at: int) -> str:
        """Return a part of ``agent:<profile>:<source>:<chat type>:…``; empty where the key is none of these."""
        parts = (self.key or "").split(":")
        return parts[at] if parts[0] == "agent" and len(parts) > at else ""

    def chat_kind(self) -> str:
        """Return the type of the chat, empty where nothing tells it."""
        return self.chat_type or self.key_part(3)

    def belongs_to(self, profile: str) -> bool:
        """Tell whether it is a session of this profile; a gateway may serve several from one store."""
        return {self.profile or "", self.key_part(1)} <= _OWN_PROFILES | {profile}


def text_or_none(value: object) -> str | None:
    """Return a stored text; None where there is none."""
    return value if isinstance(value, str) and value else None


def id_or_none(value: object) -> str | None:
    """Return an id as text; some adapters store numbers."""
    return str(value) if isinstance(value, str | int) and str(value) else None


def marks(model_config: object) -> dict[str, str]:
    """Return the marks that a stored ``model_config`` holds."""
    if not isinstance(model_config, str):
        return {}
    try:
        table = json.loads(model_config)
    except (ValueError, RecursionError):
        return {"delegate": "?"}  # it names an origin that we cannot read: not a talk of its own
    if not isinstance(table, dict):
        return {}
    return {ours: str(table[key]) for key, ours in _MARKS.items() if table.get(key) is not None}
