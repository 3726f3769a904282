"""Whether there is nothing to say to a turn, told from as little as can be: most turns of a talk bring nothing new.

Standard library only, and little of it. Invariants: a yes is what ``turn.context`` would answer with nothing, whoever
listens: nothing has changed since the last sync, and the talk's own history tells that it was shown all of the feed.
In doubt the answer is no, which costs only the longer way.
"""

from __future__ import annotations

from . import files, marks, watermark
from .history import added

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def knows_all(home: str, event: Mapping[str, Any], now: float) -> bool:
    """Tell whether a talk was shown all that there is; ``now`` is epoch seconds.

    Raises OSError, ValueError, and KeyError for a feed that lacks a part.
    """
    texts = list(added(event))
    folder = f"{home}/{files.FOLDER}"
    if not texts or not watermark.unchanged(folder, now):
        return False
    feed = files.read(f"{folder}/{files.FEED}")
    told = marks.spans(feed, texts) if feed else []
    return marks.has_begun(told) and not marks.untold(told, feed["seq"])
