"""``/digest``: narrow from anywhere, widen only by the owner, and tell nothing to others."""

from __future__ import annotations

from pathlib import Path

import pytest

from safedigest.plugin import commands, host, narrowed
from safedigest.sync import sync
from tests.fakes.store import NOW, FakeStore
from tests.plugin.conftest import OWNER

OWNERS = {
    "platform": "telegram",
    "chat_id": OWNER,
    "user_id": OWNER,
    "key": f"agent:main:telegram:dm:{OWNER}",
}
OTHERS = {
    "platform": "telegram",
    "chat_id": "70002",
    "user_id": "70002",
    "key": "agent:main:telegram:dm:70002",
}
GROUP = {**OWNERS, "chat_id": "-900", "key": f"agent:main:telegram:group:-900:{OWNER}"}
TERMINAL = {"id": "cli-1"}
TALK = narrowed.talk_name("telegram", OWNER)


@pytest.fixture
def there(home: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a synced home, with talk at the terminal, that the host names as its own."""
    with FakeStore.reopen(home / "state.db") as store:
        store.say("cli-1", "the tide is low", "noted", 2)
        store.dm("tg-2", "telegram", "70002")
        store.session(
            "tg-3", "telegram", user_id=OWNER, chat_id="-900", chat_type="group", session_key=GROUP["key"]
        )
    sync(home, now=NOW)
    monkeypatch.setattr(host, "home", lambda: home)
    return home


def type_in(monkeypatch: pytest.MonkeyPatch, where: dict[str, str], word: str, *, knows: bool = True) -> str:
    monkeypatch.setattr(host, "of_session", lambda name: where.get(name, ""))
    return commands.answer(word, knows_talk=knows)


@pytest.mark.parametrize(
    ("where", "knows"),
    [
        ({"key": "of-a-window", "id": "cli-1"}, True),
        ({"key": "of-a-window", "id": "tg-2"}, False),  # another person's
        ({**GROUP, "key": "unknown", "id": ""}, False),
        ({**GROUP, "id": "cli-1"}, False),  # left over from another talk
    ],
    ids=str,
)
def test_a_session_is_known_by_its_key_and_else_by_its_id(
    there: Path, monkeypatch: pytest.MonkeyPatch, where: dict[str, str], knows: bool
) -> None:
    assert ("Orsolya" in type_in(monkeypatch, where, "status")) is knows


def off(home: Path) -> set[str]:
    return set(narrowed.load(home / "safedigest").off)


def test_the_owner_sees_the_digest_in_the_status(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the tide is low" in type_in(monkeypatch, OWNERS, "")
    assert "Orsolya" in type_in(monkeypatch, TERMINAL, "status")


@pytest.mark.parametrize("where", [OTHERS, GROUP, {}], ids=["another person", "group", "unknown"])
def test_others_see_only_when_the_last_sync_was(
    there: Path, monkeypatch: pytest.MonkeyPatch, where: dict[str, str]
) -> None:
    reply = type_in(monkeypatch, where, "status")
    assert reply.startswith("safedigest: last sync")
    assert "\n" not in reply


def test_off_stops_and_on_resumes(there: Path, ticks: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no longer shared" in type_in(monkeypatch, OWNERS, "off")
    assert off(there) == {TALK}
    assert ticks == [there]  # what is written already is written anew at once
    assert "off here" in type_in(monkeypatch, OWNERS, "status")
    assert "tide" not in type_in(monkeypatch, OWNERS, "status")
    assert "shared again" in type_in(monkeypatch, OWNERS, "on")
    assert off(there) == set()


def test_the_terminal_may_do_the_same(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, TERMINAL, "off")
    assert off(there) == {"cli"}
    type_in(monkeypatch, TERMINAL, "on")
    assert off(there) == set()


def test_others_can_only_narrow_and_only_their_own_talk(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, GROUP, "off")
    type_in(monkeypatch, OTHERS, "off")
    expected = {narrowed.talk_name("telegram", "-900"), narrowed.talk_name("telegram", "70002")}
    assert off(there) == expected
    assert "only the owner" in type_in(monkeypatch, GROUP, "on")
    assert "only the owner" in type_in(monkeypatch, OTHERS, "on")
    assert off(there) == expected


def test_forget_drops_the_past(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Orsolya" in type_in(monkeypatch, TERMINAL, "status")
    type_in(monkeypatch, OWNERS, "forget")
    assert "Orsolya" not in (there / "shared-context" / "DIGEST.md").read_text()
    assert "Orsolya" not in (there / "safedigest" / "feed.json").read_text()
    assert "Orsolya" not in type_in(monkeypatch, TERMINAL, "status")


def test_where_the_talk_is_not_known_there_is_a_status_and_nothing_else(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the environment says is not believed there: it may be another talk's."""
    assert "\n" not in type_in(monkeypatch, OWNERS, "status", knows=False)
    for word in ("off", "on", "forget"):
        assert "only /digest status" in type_in(monkeypatch, OWNERS, word, knows=False)
    assert not (there / "safedigest" / narrowed.FILE).exists()


def test_other_words_get_the_usage(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert type_in(monkeypatch, OWNERS, "show all") == f"/digest {commands.HINT}"


def test_an_error_is_told_without_its_text(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (there / "safedigest" / "feed.json").write_text("{broken")
    reply = type_in(monkeypatch, OWNERS, "off")
    assert "did not work" in reply
    assert "broken" not in reply


def test_a_home_without_this_plugin_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "home", lambda: None)
    assert type_in(monkeypatch, OWNERS, "status") == ""
