"""Stores that hold whatever their columns can hold: they are read, and nothing in them stops a run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from safedigest.config import parse
from safedigest.select import select
from tests.fakes.store import NOW, RELEASES, FakeStore

ODD: Final = (
    *(None, "", 0, 1, -1, 1.5, 5e246, float("inf"), 2**62, b"\xff\xfe", "NaN", "1700000000", "telegram"),
    *("\0json:[", "\0json:7", "[IMPORTANT: ", "<private>", "compression", "agent:a:b", "hello"),
)
SESSION_COLUMNS: Final = ("chat_id", "chat_type", "session_key", "profile_name", "ended_at", "message_count")
ROW_COLUMNS: Final = ("tool_name", "tool_calls", "active", "display_kind", "observed", "finish_reason")
SETTINGS: Final = parse({"owner": {"telegram": "1"}, "chats": {"weixin": ["hello"]}})


def fill(store: FakeStore, pick: random.Random) -> None:
    """Write sessions and rows whose every column is one of the odd values."""
    names = [f"s{number}" for number in range(5)]
    for name in names:
        odd = {column: pick.choice(ODD) for column in SESSION_COLUMNS}
        odd["parent_session_id"] = pick.choice([None, None, *names, "gone"])
        odd["user_id"] = pick.choice(["1", 1, None, b"1"])
        odd["end_reason"] = pick.choice([None, "compression", "branched", "session_reset"])
        marks = pick.choice([None, {"_branched_from": 3}, {"_reset_from": {"a": 1}}, ["_x_from"]])
        source = pick.choice(["cli", "telegram", "weixin", "My end"])
        store.session(name, source, started=1000, model_config=marks, **odd)
        for _ in range(20):
            role = pick.choice(["user", "assistant", "tool", "system"])
            values = {column: pick.choice(ODD) for column in ROW_COLUMNS}
            time = pick.choice([value for value in ODD if value is not None])
            store.row(name, role, pick.choice(ODD), 0, timestamp=time, **values)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("release", RELEASES)
def test_any_store_is_read(tmp_path: Path, release: str, seed: int) -> None:
    pick = random.Random(f"{release} {seed}")
    with FakeStore(tmp_path / "state.db", release, indexes=seed % 2 == 0) as store:
        fill(store, pick)
    selection = select(store.path, SETTINGS, NOW)
    for segment in selection.segments:
        assert segment.exchanges
        assert 0 < segment.last_time <= NOW
