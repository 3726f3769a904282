"""Who the owner could be: shown without giving anybody away."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest

from safedigest.config import Config, Owner
from safedigest.gate import Gate
from safedigest.install.survey import Open, open_ends
from tests.fakes.store import NOW, FakeStore

RANDOM = random.Random(5)


def surveyed(home: Path, **settings: object) -> tuple[Open, ...]:
    """Return the ends that have no owner yet."""
    return open_ends(home, Config(**settings), Gate.from_home(home, keep=False), NOW)  # type: ignore[arg-type]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home in which one person speaks at one end and two at another."""
    with FakeStore(tmp_path / "state.db") as store:
        store.session("cli-1", "cli")
        store.say("cli-1", "hello", "hello", 9)
        for name in ("w1", "w2"):
            store.dm(name, "weixin", "wxid_abcdef12", display_name="小林")
            store.say(name, "在吗", "在", 50)
        store.dm("t1", "telegram", "7000155512", display_name="Ana")
        store.say("t1", "hi", "hi", 30)
        store.dm("t2", "telegram", "7000255512")
        store.say("t2", "hi", "hi", 20)
        store.say("t2", "again", "yes", 10)
        group = {
            "chat_type": "group",
            "chat_id": "-5",
            "session_key": "agent:main:qqbot:group:-5:9",
            "user_id": "9",
        }
        store.session("g1", "qqbot", **group)  # type: ignore[arg-type]
        store.say("g1", "hi", "hi", 5)
    return tmp_path


def test_each_end_with_direct_messages_and_no_owner_is_asked_about(home: Path) -> None:
    telegram, weixin = surveyed(home)
    assert (telegram.end, weixin.end) == ("telegram", "weixin")
    assert weixin.single is not None
    assert (weixin.single.user, weixin.single.name) == ("wxid_abcdef12", "小林")
    assert (weixin.single.sessions, weixin.single.messages) == (2, 4)
    assert telegram.single is None
    assert [person.user for person in telegram.people] == ["7000255512", "7000155512"]  # most messages first
    last = telegram.people[0].last
    assert last is not None
    assert abs(last - (NOW - 600)) < 60


def test_an_id_is_shown_masked(home: Path) -> None:
    for end in surveyed(home):
        for person in end.people:
            assert person.user not in person.shown
            assert person.user not in repr(person)
            assert len(person.shown) >= 2


def test_two_who_look_the_same_are_told_apart(tmp_path: Path) -> None:
    with FakeStore(tmp_path / "state.db") as store:
        for number, user in enumerate(("7000155512", "7000155598")):
            store.dm(f"t{number}", "telegram", user)
            store.say(f"t{number}", "hi", "hi", 30 - number)
    (end,) = surveyed(tmp_path)
    shown = {person.user: person.shown for person in end.people}
    assert shown["7000155512"] != shown["7000155598"]
    assert all(user not in text and len(text) < 8 for user, text in shown.items())


def test_an_end_with_an_owner_is_not_asked_about(home: Path) -> None:
    (end,) = surveyed(home, owner={"telegram": Owner(frozenset({"7000155512"}))})
    assert end.end == "weixin"


def test_without_a_store_nobody_speaks(tmp_path: Path) -> None:
    assert surveyed(tmp_path) == ()


def test_what_somebody_calls_himself_is_masked_inert_and_short(tmp_path: Path) -> None:
    token = "ghp_" + "".join(RANDOM.choices(string.ascii_letters + string.digits, k=36))
    with FakeStore(tmp_path / "state.db") as store:
        store.dm("t1", "telegram", "7000155512", display_name=f"\x1b[31m{token} \u202e" + "very long " * 9)
        store.say("t1", "hi", "hi", 30)
    (end,) = surveyed(tmp_path)
    name = end.people[0].name
    assert token not in name
    assert "\x1b" not in name
    assert "\u202e" not in name
    assert len(name) <= 26
