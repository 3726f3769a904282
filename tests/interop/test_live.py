"""Said there, known here: the plugin in the real host, from the store to the request that reaches the model."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop.hermes import V22, Release
from tests.interop.host import OWNER, Host, Json, direct, living
from tests.sentences import HARD, TRIPPING

RANDOM = random.Random(97)
THERE = {"platform": "telegram", **direct()}  # where things are said
HERE: Json = {"session": "here", "platform": "cli"}  # where they are asked for
WORDS = "the harbour pilot is called Orsolya"


def chat(**other: str) -> Json:
    return {"do": "chat", **THERE, **other}


def said(session: str, question: str, answer: str = "noted") -> Json:
    return {"do": "said", "session": session, "question": question, "answer": answer}


def say(text: str, **where: str) -> Json:
    return {"do": "say", **(where or HERE), "text": text}


@pytest.fixture
def host(tmp_path: Path, release: Release) -> Iterator[Host]:
    """Give a home whose owner is known."""
    with living(tmp_path, release) as made:
        yield made


@pytest.fixture
def there(host: Host) -> str:
    """Give the session on Telegram, with nothing said in it."""
    session: str = host.run(chat())[0]
    return session


def test_what_is_said_there_is_known_here_once_and_masked(host: Host, there: str) -> None:
    token = "ghp_" + "".join(RANDOM.choices(string.ascii_letters + string.digits, k=36))
    host.run(
        said(there, f"{WORDS}, the key is {token}"),
        say("who is the pilot?"),
        say("and the ship?"),
        said(there, "the ship is called Marsovin"),
        say("what now?"),
    )
    (first,), (second,), (third,) = host.sent("who is"), host.sent("and the"), host.sent("what now")
    assert first.count("Orsolya") == second.count("Orsolya") == third.count("Orsolya") == 1
    assert second.count("〔") == first.count("〔")  # nothing was added to the second turn
    assert "Marsovin" not in second
    assert third.count("Marsovin") == 1
    everything = json.dumps([*host.server.requests, *host.server.others]) + _files(host.home)
    assert token[8:-4] not in everything


def _files(home: Path) -> str:
    """Return all that we have written into a home."""
    folders = ("safedigest", "shared-context", "plugins")
    paths = [path for folder in folders for path in (home / folder).rglob("*") if path.is_file()]
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in paths)


def test_the_owners_direct_chat_knows_what_the_terminal_said(host: Host, there: str) -> None:
    host.run(said("cli-1", WORDS), say("who is the pilot?", session=there, **THERE))
    (request,) = host.sent("who is")
    assert request.count("Orsolya") == 1


def test_the_own_end_is_left_out(host: Host, there: str) -> None:
    host.run(said(there, WORDS), said("cli-1", "the tide is low"), say("hello?"))
    (request,) = host.sent("hello")
    assert "Orsolya" in request
    assert "the tide" not in request


def test_an_undone_turn_does_not_take_the_digest_with_it(host: Host, there: str) -> None:
    host.run(
        said(there, WORDS), say("who is the pilot?"), {"do": "undo", "session": "here"}, say("once more")
    )
    (request,) = host.sent("once more")
    assert request.count("Orsolya") == 1


def test_a_retried_turn_has_the_digest_once(host: Host, there: str) -> None:
    host.run(said(there, WORDS), say("who is the pilot?"), {"do": "retry", **HERE})
    first, second = host.sent("who is")
    assert first.count("Orsolya") == second.count("Orsolya") == 1


def test_a_compacted_talk_has_the_digest_once_and_then_only_what_is_new(host: Host, there: str) -> None:
    turns = [
        said("here", f"question {n} " + "word " * 200, f"answer {n} " + "word " * 200) for n in range(12)
    ]
    *_, after = host.run(said(there, WORDS), say("who is the pilot?"), *turns, {"do": "compress", **HERE})
    where = {**HERE, "session": after}
    host.run(say("after that", **where), said(there, "the ship is called Marsovin"), say("and now", **where))
    (first,), (second,) = host.sent("after that"), host.sent("and now")
    assert first.count("Orsolya") == second.count("Orsolya") == 1
    assert second.count("Marsovin") == 1
    assert "Marsovin" not in first


@pytest.mark.parametrize(
    "peer",
    [
        {"chat_id": "-900", "chat_type": "group"},
        {"chat_id": "-901", "chat_type": "thread", "thread_id": "7"},
        {"user_id": "70002", "chat_id": "70002"},
    ],
    ids=["group", "thread", "another person"],
)
def test_others_are_shown_nothing(host: Host, there: str, peer: dict[str, str]) -> None:
    where = {**THERE, **peer}
    session = host.run(said("cli-1", WORDS), said(there, WORDS), {"do": "chat", **where})[-1]
    host.tick()
    host.run(say("who is the pilot?", session=session, **where))
    (request,) = host.sent("who is")
    assert "Orsolya" not in request
    assert host.status()["plugin"] == ""


def test_what_nobody_asked_is_shown_nothing(host: Host, there: str) -> None:
    """A subagent, a scheduled job and a look back in the background."""
    errand = {"session": "errand", "platform": "cli"}
    host.run(said(there, WORDS), {"do": "delegate", **errand, "goal": "count the boats"})
    assert _shown(host, "prepare") == [True]  # the turn before it, typed by a person, was shown it
    assert _shown(host, "count the boats") == [False]
    host.run({"do": "cron", "prompt": "water the plants"})
    assert not any("Orsolya" in str(request) for request in _of(host, "water the plants"))
    assert _of(host, "water the plants")


def test_a_look_back_eats_no_news(host: Host, there: str) -> None:
    host.run(
        say("hello"), said(there, WORDS), {"do": "review", **HERE}, said(there, "the ship is called Marsovin")
    )
    host.run({"do": "review", **HERE}, say("what now?"))
    reviews = _of(host, "Review the conversation above")
    assert reviews
    assert all(str(review["messages"][-1]).count("Orsolya") == 0 for review in reviews)
    (last,) = host.sent("what now")
    assert last.count("Orsolya") == last.count("Marsovin") == 1


def _of(host: Host, text: str) -> list[Json]:
    return [
        r for r in [*host.server.requests, *host.server.others] if text in json.dumps(r, ensure_ascii=False)
    ]


def _shown(host: Host, text: str) -> list[bool]:
    return ["Orsolya" in request for request in host.sent(text)]


def test_no_sentence_keeps_a_file_from_loading_or_a_request_from_going_out(host: Host, there: str) -> None:
    """Each trigger of the host's scanner, and a family of emoji, in what was said."""
    texts = [*TRIPPING.values(), *HARD, "the family: \U0001f468\u200d\U0001f469\u200d\U0001f467"]
    settings = host.home / "safedigest" / "config.toml"
    settings.write_text(
        'agents_md = "full"\n' + settings.read_text() + "[limits]\nfull = 90000\ncompact = 9000\n"
    )
    agents = host.home / "AGENTS.md"
    loaded = []
    for start in range(0, len(texts), 24):  # as many turns as one end shows
        agents.write_text("hand-written\n<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n")
        host.run(*(said(there, text) for text in texts[start : start + 24]))
        host.tick()
        loaded += host.run({"do": "context_file"})
    assert all("hand-written" in text and "CROSS-PLATFORM:END" in text for text in loaded)
    assert not any("[BLOCKED" in text for text in loaded)
    host.run(say("is everything all right?"))
    (request,) = host.sent("is everything")
    assert "「" in request
    assert "[BLOCKED" not in request


def test_a_new_session_has_the_digest_in_its_section(tmp_path: Path, hermes22: Path) -> None:
    """Only 0.22 has sections: there the turns of that session add nothing until there is something new."""
    del hermes22
    with living(tmp_path, V22) as host:
        there = host.run(chat())[0]
        group: Json = {**THERE, "chat_id": "-900", "chat_type": "group"}
        session = host.run(said("cli-1", WORDS), said(there, "hello"), {"do": "chat", **group})[-1]
        host.tick()
        host.run(
            say("who is the pilot?", session=there, **THERE),
            said("cli-1", "the ship is called Marsovin"),
            say("and the ship?", session=there, **THERE),
            say("what do you know?", session=session, **group),
        )
        assert host.system("who is").count("Orsolya") == 1
        (first,), (second,), (other,) = host.sent("who is"), host.sent("and the"), host.sent("what do")
        assert first.count("Orsolya") == second.count("Orsolya") == 1
        assert "Marsovin" not in first
        assert second.count("Marsovin") == 1
        assert "Orsolya" not in other
        assert "Marsovin" not in other


def test_the_plugin_writes_where_and_when_it_showed_something(host: Host, there: str) -> None:
    host.run(said(there, WORDS), say("hello"))
    (talk,) = host.status("shown.json")["talks"].values()
    assert talk["end"] == "cli"
    assert OWNER not in (host.home / "safedigest" / "feed.json").read_text()
