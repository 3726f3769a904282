"""Which sessions descend from which, and which of them are talks of their own.

Invariants: a child is a talk of its own only where its parent ended in a compaction that it continues,
where it is a branch, or where the same chat was reset into it; every other child is an agent's errand, and
so is all that descends from one. Who speaks in a continuation is what its parent proves, where it does not
say so itself.

Of this file there is one, for the digest (``people``) and for the plugin: both must know the same talks.
"""

from __future__ import annotations

from .kin import Kin
from .records import replace

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final, Generic, TypeVar

    Row = TypeVar("Row", bound=Kin)
else:

    class Generic:
        """Stands for that of `typing`."""

        def __class_getitem__(cls, _):
            return cls

    Row = Kin

_RESETS: Final = frozenset(
    {"session_reset", "session_switch", "idle", "daily", "suspended", "resume_pending_expired"}
)
_DEEPEST: Final = 100  # sessions in one line of descent


class Family(Generic[Row]):
    """Which sessions descend from which, and which of them are talks of their own."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = {row.id: row for row in rows}
        self._continues = _continuations(self._rows)

    def talks(self) -> Iterable[Row]:
        """Return the sessions that are talks."""
        return (row for row in self._rows.values() if self.is_talk(row))

    def is_talk(self, row: Row) -> bool:
        """Tell whether a session, and each it descends from, is somebody's talk and no errand of an agent."""
        for _ in range(_DEEPEST):
            if row.id.startswith("cron_") or "delegate" in row.marks:
                return False
            if row.parent is None:
                return True
            parent = self._rows.get(row.parent)
            if parent is None or not self._is_own_talk(row, parent):
                return False
            row = parent
        return False

    def _is_own_talk(self, child: Row, parent: Row) -> bool:
        if self._continues.get(parent.id) == child.id or "branched" in child.marks:
            return True
        if parent.end_reason == "branched":
            return _number(child.started) >= _number(parent.ended)
        # A chat that was reset goes on in a child (0.22); the routing key tells it from an errand.
        same_key = child.key is not None and child.key == parent.key
        return child.marks.get("reset") == parent.id or (same_key and parent.end_reason in _RESETS)

    def with_peer(self, row: Row) -> Row:
        """Return ``row`` with whom it is with, inherited where a compaction began it and did not say."""
        peer = row
        for _ in range(_DEEPEST):
            if peer.user is not None or peer.chat is not None or peer.key is not None or peer.parent is None:
                break
            if self._continues.get(peer.parent) != peer.id:
                break
            peer = self._rows[peer.parent]
        same_end = peer.source == row.source
        if peer is row or not same_end:
            return row
        return replace(row, user=peer.user, key=peer.key, chat=peer.chat, chat_type=peer.chat_type)


def _continuations(rows: Mapping[str, Row]) -> dict[str, str]:
    """Return, by session that ended in a compaction, the one child that goes on with it.

    Its other children are errands or stale twins. As Hermes (``get_compression_tip``): one that was
    compacted in turn, else one still open, else the one begun last.
    """
    children: dict[str, list[Row]] = {}
    for row in rows.values():
        parent = rows.get(row.parent or "")
        if parent is None or parent.end_reason != "compression" or "delegate" in row.marks:
            continue
        if row.marks.get("branched") != parent.id:  # a mark that names another session is inherited
            children.setdefault(parent.id, []).append(row)
    return {parent: max(rows, key=_continues_best).id for parent, rows in children.items()}


def _continues_best(row: Kin) -> tuple[bool, bool, float, str]:
    return row.end_reason == "compression", row.ended is None, _number(row.started), row.id


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
