"""Who listens: the owner as the digest knows them, and nobody else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from safedigest.config import MACHINE_SOURCES, Config, Owner
from safedigest.feed import Reach
from safedigest.people import LOCAL_ENDS, OPT_IN_ENDS, local_ends, owned_ends, sort_out
from safedigest.plugin import sessions
from safedigest.plugin.audience import Listener, listener
from safedigest.plugin.narrowed import talk_name
from safedigest.store import Reader, snapshot
from tests.fakes.store import FakeStore

CONFIG = Config(
    owner={"telegram": Owner(frozenset({"70001"})), "slack": Owner(frozenset({"u1"}), frozenset({"d1"}))}
)
MARK = "abcdefgh"


def feed(config: Config = CONFIG) -> dict[str, Any]:
    return {"mark": MARK, "who": Reach(local_ends(config), owned_ends(config)).who(MARK)}


def who(
    store: FakeStore, session: str, own: str = "", config: Config = CONFIG, **event: Any
) -> Listener | None:
    """Ask the plugin who listens."""
    store.commit()
    with sessions.opened(store.path.parent) as opened:
        return listener(opened, {"session_id": session, **event}, feed(config), own)


@pytest.fixture
def store(tmp_path: Path) -> FakeStore:
    return FakeStore(tmp_path / "state.db")


def test_the_owners_direct_chat_and_a_local_end_are_the_owner(store: FakeStore) -> None:
    store.dm("a", "telegram", "70001")
    store.session("b", "cli")
    assert who(store, "a") == Listener("a", "telegram", talk_name("telegram", "70001"))
    assert who(store, "b") == Listener("b", "cli", "cli")
    assert who(store, "a", platform="telegram", sender_id="70001") is not None


@pytest.mark.parametrize(
    "columns",
    [
        {"user_id": "70002"},
        {"user_id": None},
        {"chat_type": "group"},
        {"chat_type": "thread"},
        {"chat_type": "channel"},
        {"chat_type": None, "session_key": None},
        {"chat_type": "dm", "session_key": "agent:main:telegram:group:70001:70001"},
        {"session_key": "agent:work:telegram:dm:70001"},
        {"profile_name": "work"},
        {"archived": 1},
        {"hidden": 1},
        {"source": "discord"},
        {"source": "api_server", "user_id": None, "chat_type": None, "session_key": None, "chat_id": None},
        {"source": "cron", "user_id": None},
        {"source": "subagent"},
        {"model_config": {"_delegate_from": "x"}},
        {"parent_session_id": "gone"},
        {"parent_session_id": "a"},
        {"chat_type": "DM"},
        {"chat_type": "dm "},
        {"chat_type": "group", "session_key": None},
        {"user_id": " 70001"},
        {"user_id": "70001", "chat_type": None, "session_key": "dm"},
        {"profile_name": "custom"},
    ],
    ids=str,
)
def test_what_is_not_proven_is_nobody(store: FakeStore, columns: dict[str, Any]) -> None:
    source = columns.pop("source", "telegram")
    store.dm("a", source, "70001", **columns)
    assert who(store, "a") is None


@pytest.mark.parametrize(
    "event",
    [
        {"platform": "discord"},
        {"sender_id": "70002"},
        {"profile": "work"},
        {"profile_name": "work"},
        {"parent_session_id": "z"},
    ],
    ids=str,
)
def test_an_event_that_says_otherwise_is_nobody(store: FakeStore, event: dict[str, Any]) -> None:
    store.dm("a", "telegram", "70001")
    assert who(store, "a") is not None
    assert who(store, "a", **event) is None


def test_a_host_calls_a_home_of_no_profile_by_several_names(store: FakeStore) -> None:
    store.dm("a", "telegram", "70001")
    assert all(who(store, "a", profile=name) is not None for name in ("", "default", "main", "custom"))
    assert who(store, "a", own="work", profile="work") is not None
    assert who(store, "a", own="work", profile="default") is None


def test_a_child_of_its_own_child_is_nobody(store: FakeStore) -> None:
    store.session("a", "cli", parent_session_id="b")
    store.session("b", "cli", parent_session_id="a")
    store.end("a", "compression", 5)
    store.end("b", "compression", 4)
    assert who(store, "a") is None
    assert who(store, "b") is None


def test_a_chat_counts_where_chats_are_configured(store: FakeStore) -> None:
    store.dm("a", "slack", "u1", chat_id="d1")
    store.dm("b", "slack", "u1", chat_id="d2")
    store.dm("c", "slack", "u1", chat_id=None)
    assert [who(store, name) is not None for name in "abc"] == [True, False, False]


def test_a_terminal_with_a_user_is_nobody(store: FakeStore) -> None:
    store.session("a", "cli", user_id="70001")
    store.session("b", "cli")
    assert who(store, "a") is None
    assert who(store, "b", sender_id="70001") is None
    assert who(store, "b", platform="telegram") is None
    assert who(store, "b", platform="tui") is not None


def test_a_compaction_goes_on_with_the_talk_and_an_errand_does_not(store: FakeStore) -> None:
    store.session("a", "cli")
    store.end("a", "compression", 5)
    store.session("b", "cli", parent_session_id="a", started=4)
    store.session("c", "cli", parent_session_id="b", started=3)
    assert who(store, "b") is not None
    assert who(store, "c") is None


def test_a_child_that_does_not_say_who_it_is_with_is_nobody(store: FakeStore) -> None:
    store.dm("a", "telegram", "70001")
    store.end("a", "compression", 5)
    store.session("b", "telegram", parent_session_id="a", started=4)
    store.dm("c", "telegram", "70001", parent_session_id="a", started=3)
    assert who(store, "b") is None
    assert who(store, "c") is not None


@pytest.mark.parametrize("release", ["0.13", "0.16"])
def test_a_schema_without_chats_proves_nothing(tmp_path: Path, release: str) -> None:
    old = FakeStore(tmp_path / "state.db", release)
    old.session("a", "cli")
    assert who(old, "a") is None


def test_an_end_that_the_owner_does_not_list_is_nobody(store: FakeStore) -> None:
    store.session("a", "cli")
    store.dm("b", "telegram", "70001")
    listed = Config(owner=CONFIG.owner, sources=("telegram",))
    assert who(store, "a", config=listed) is None
    assert who(store, "b", config=listed) is not None


def test_another_profile_has_another_owner(store: FakeStore) -> None:
    store.dm("a", "telegram", "70001", profile_name="work", session_key="agent:work:telegram:dm:70001")
    assert who(store, "a") is None
    assert who(store, "a", own="work") is not None


def test_machine_made_sources_are_the_ones_of_the_digest() -> None:
    assert set(sessions.MACHINE_SOURCES) == MACHINE_SOURCES


def _random_store(path: Path, rng: random.Random) -> list[str]:
    """Make sessions of every kind, some the children of others."""
    names: list[str] = []
    with FakeStore(path) as store:
        for number in range(40):
            columns: dict[str, Any] = {
                "user_id": rng.choice(["70001", "70001", "70002", "u1", None]),
                "chat_id": rng.choice(["70001", "d1", "-900", None]),
                "chat_type": rng.choice(["dm", "dm", "group", "thread", "private", None]),
                "profile_name": rng.choice([None, None, "default", "work"]),
                "archived": rng.random() < 0.1,
                "hidden": rng.random() < 0.05,
            }
            source = rng.choice(
                ["cli", "cli", "tui", "telegram", "telegram", "slack", "cron", "api_server", "x"]
            )
            if rng.random() < 0.5:
                columns |= dict.fromkeys(("user_id", "chat_id", "chat_type"))
            if columns["chat_type"] and rng.random() < 0.8:
                columns["session_key"] = f"agent:main:{source}:{columns['chat_type']}:{columns['chat_id']}"
            if names and rng.random() < 0.4:
                parent = rng.choice(names)
                columns["parent_session_id"] = parent
                store.end(parent, rng.choice(["compression", "branched", "idle", "cli_close"]), 500)
            if rng.random() < 0.1:
                columns["model_config"] = {rng.choice(["_delegate_from", "_branched_from"]): "s0"}
            names.append(store.session(f"s{number}", source, started=400 - number, **columns))
    return names


@pytest.mark.parametrize("seed", range(25))
def test_the_plugin_and_the_digest_know_the_same_owner(tmp_path: Path, seed: int) -> None:
    """Whom the plugin speaks to, the digest speaks of; and the other way round wherever the row itself says enough."""
    path = tmp_path / "state.db"
    names = _random_store(path, random.Random(seed))
    talks, _ = snapshot(path, lambda db: sort_out(Reader(db).sessions(), CONFIG, ""))
    private = {talk.row.id: talk for talk in talks if not talk.shared}
    heard = {}
    for name in names:
        with sessions.opened(tmp_path) as opened:
            heard[name] = listener(opened, {"session_id": name}, feed(), "")
    for name, to in heard.items():
        if to is not None:
            assert name in private
            assert to.talk == private[name].name
    for name, talk in private.items():
        row = talk.row
        says_enough = (
            row.chat_kind() in {"dm", "private"} and row.chat if row.user else row.source in LOCAL_ENDS
        )
        inherits = row.parent is not None and row.user is None and row.chat is None
        if says_enough and not inherits and row.source not in OPT_IN_ENDS:
            assert heard[name] is not None, row.source
