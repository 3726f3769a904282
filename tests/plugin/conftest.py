"""A home whose owner has said something, and the plugin's view of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from safedigest.plugin import fresh, sessions
from safedigest.sync import sync
from tests.fakes.store import NOW, FakeStore

OWNER = "70001"
SETTINGS = f'lang = "en"\n[owner]\ntelegram = "{OWNER}"\n'
Context = Callable[..., str]


@pytest.fixture(autouse=True)
def _patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a look at the store take its time, for these tests may run on a slow machine."""
    if "in_time" not in request.node.name:
        monkeypatch.setattr(sessions, "_PATIENCE", 30)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a talk on Telegram and a terminal where nothing was said; not synced yet."""
    (tmp_path / "safedigest").mkdir(mode=0o700)
    (tmp_path / "safedigest" / "config.toml").write_text(SETTINGS)
    with FakeStore(tmp_path / "state.db") as store:
        store.dm("tg-1", "telegram", OWNER)
        store.say("tg-1", "the harbour pilot is called Orsolya", "noted", 3)
        store.session("cli-1", "cli")
    return tmp_path


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Let each tick run here, at the time of the stores; gives the homes that were ticked."""
    seen: list[Path] = []

    def tick(home: Path, _: float) -> bool:
        seen.append(home)
        sync(home, now=NOW + len(seen))
        return True

    monkeypatch.setattr(fresh, "tick", tick)
    return seen


def event(
    session: str = "cli-1", text: str = "hello", *history: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Return what the host hands to the hook before a turn."""
    rows = [*history, {"role": "user", "content": text}]
    return {"session_id": session, "user_message": text, "conversation_history": rows, **more}


def sent(text: str, context: str) -> dict[str, Any]:
    """Return a message of the history as it was sent."""
    return {"role": "user", "content": text, "api_content": f"{text}\n\n{context}"}
