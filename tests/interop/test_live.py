"""Said there, known here: the plugin in the real host, from the store to the request that reaches the model."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest

from tests.interop.hermes import V22, Release
from tests.interop.host import OWNER, Host, Json, direct, living
from tests.sentences import HARD, TRIPPING

RANDOM = random.Random(97)
THERE = {"platform": "telegram", **direct()}  # where things are said
GROUP: Json = {**THERE, "chat_id": "-900", "chat_type": "group"}
THREAD: Json = {**THERE, "chat_id": "-901", "chat_type": "thread", "thread_id": "7"}
OTHER: Json = {"platform": "telegram", **direct("70002")}
WORDS = "the harbour pilot is called Orsolya"
SHIP = "the ship is called Marsovin"
ENDS = ("tui", "acp", "desktop", "webui", "local", "@there")  # beside the one where is asked


def chat(name: str = "there", **source: str) -> Json:
    """Let the gateway begin a session, which later steps call ``@name``."""
    return {"do": "chat", "as": name, **(source or THERE)}


def said(session: str, question: str, answer: str = "noted", source: str = "cli") -> Json:
    """Store what was said; ``source`` is that of a new session."""
    return {"do": "said", "session": session, "question": question, "answer": answer, "source": source}


def say(text: str, session: str = "here", **where: str) -> Json:
    """Ask; at the terminal, where nothing else is said."""
    return {"do": "say", "session": session, **(where or {"platform": "cli"}), "text": text}


def at_terminal(do: str, session: str, **more: str) -> Json:
    return {"do": do, "session": session, "platform": "cli", **more}


@dataclass(frozen=True)
class Told:
    """A host in which the story was told, and the secret that was said in it."""

    host: Host
    token: str

    def added(self, text: str) -> list[str]:
        """Return what each message of the user holds beside its own words, in the request that asks ``text``."""
        (request,) = self.host.requests(text)
        return [str(row["content"]) for row in request["messages"] if row["role"] == "user"]

    def counts(self, text: str) -> tuple[int, int]:
        """Return how often the first and the second fact stand in the request that asks ``text``."""
        (request,) = self.host.sent(text)
        return request.count("Orsolya"), request.count("Marsovin")


def _story(token: str, work: Path) -> list[Json]:
    """Return the steps: what is said on Telegram, and talks of every kind before and after something new is said.

    One process takes them all, as a gateway would: starting a host is what takes time.
    """
    filler = [
        said("squeezed", f"question {n} " + "word " * 200, f"answer {n} " + "word " * 200) for n in range(12)
    ]
    before = [
        *(say("plain-1, who is it?", "plain"), say("plain-2, and then?", "plain")),
        *(say("again-1, who is it?", "again"), at_terminal("retry", "again")),
        *(
            say("undone-1, who?", "undone"),
            {"do": "undo", "session": "undone"},
            say("undone-2, who?", "undone"),
        ),
        *(
            say("squeezed-1, who?", "squeezed"),
            *filler,
            at_terminal("compress", "squeezed") | {"as": "after"},
        ),
        say("squeezed-2, who?", "@after"),
        *(say("looked-1, who?", "looked"), at_terminal("review", "looked")),
        at_terminal("delegate", "errand", goal="count the boats"),
    ]
    others = [
        *(chat("group", **GROUP), say("group-1, who?", "@group", **GROUP)),
        *(chat("thread", **THREAD), say("thread-1, who?", "@thread", **THREAD)),
        *(chat("other", **OTHER), say("other-1, who?", "@other", **OTHER)),
        {**say("profile-1, who?", "work"), "home": str(work)},
    ]
    after = [
        said("@there", SHIP),
        *(say("plain-3, what now?", "plain"), say("plain-4, still?", "plain")),
        say("again-2, what now?", "again"),
        say("undone-3, what now?", "undone"),
        *(say("squeezed-3, what now?", "@after"), say("squeezed-4, still?", "@after")),
        *(at_terminal("review", "looked"), say("looked-2, what now?", "looked")),
        *(said("elsewhere", "the tide is low"), say("direct-1, how is it?", "@there", **THERE)),
        {"do": "cron", "prompt": "water the plants"},
    ]
    return [chat(), said("@there", f"{WORDS}, the key is {token}"), *before, *others, *after]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, release: Release) -> Iterator[Told]:
    """Give a host of each release in which the story was told."""
    token = "ghp_" + "".join(RANDOM.choices(string.ascii_letters + string.digits, k=36))
    home = tmp_path_factory.mktemp("home")
    work = home / "profiles" / "work"
    work.mkdir(parents=True)
    with living(home, release) as host:
        (work / "config.yaml").write_text((home / "config.yaml").read_text())
        host.run(*_story(token, work))
        yield Told(host, token)


def test_what_is_said_there_is_known_here_once(told: Told) -> None:
    assert told.counts("plain-1") == (1, 0)


def test_the_next_turn_is_told_nothing(told: Told) -> None:
    *before, last = told.added("plain-2")
    assert last == "plain-2, and then?"
    assert sum("Orsolya" in text for text in before) == 1


def test_after_a_change_only_what_is_new_is_told(told: Told) -> None:
    *_, last = told.added("plain-3")
    assert "Marsovin" in last and "Orsolya" not in last
    assert told.counts("plain-3") == (1, 1)
    *_, last = told.added("plain-4")
    assert last == "plain-4, still?"


def test_what_is_told_is_masked_and_nothing_of_ours_holds_the_secret(told: Told) -> None:
    assert told.token[:4] + "..." in told.host.sent("plain-1")[0]
    server = told.host.server
    elsewhere = [r for r in [*server.requests, *server.others] if "direct-1" not in str(r)]
    leaked = told.token[8:-4] in json.dumps(elsewhere) + _files(told.host.home)
    assert not leaked


def _files(home: Path) -> str:
    """Return all that we have written into a home."""
    folders = ("safedigest", "shared-context", "plugins")
    paths = [path for folder in folders for path in (home / folder).rglob("*") if path.is_file()]
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in paths)


def test_a_retried_turn_is_told_once_and_then_only_what_is_new(told: Told) -> None:
    first, second = told.host.sent("again-1")
    assert first.count("Orsolya") == second.count("Orsolya") == 1
    assert told.counts("again-2") == (1, 1)


def test_an_undone_turn_does_not_take_the_digest_with_it(told: Told) -> None:
    assert told.counts("undone-1") == told.counts("undone-2") == (1, 0)
    assert told.counts("undone-3") == (1, 1)


def test_a_compacted_talk_is_told_once_and_then_only_what_is_new(told: Told) -> None:
    assert told.counts("squeezed-1") == told.counts("squeezed-2") == (1, 0)
    assert told.counts("squeezed-3") == told.counts("squeezed-4") == (1, 1)


def test_the_owners_direct_chat_knows_what_the_terminal_said_and_not_itself(told: Told) -> None:
    (request,) = told.host.sent("direct-1")
    assert request.count("the tide is low") == 1
    assert "what was said at the other ends" in request.lower()
    assert request.count("Orsolya") == request.count("Marsovin") == 1  # in its own history, and nowhere else


@pytest.mark.parametrize("who", ["group", "thread", "other", "profile"])
def test_others_are_told_nothing(told: Told, who: str) -> None:
    """A group, a thread, another person, and another profile of the same gateway."""
    assert told.counts(f"{who}-1") == (0, 0)
    assert told.added(f"{who}-1") == [f"{who}-1, who?"]


def test_errands_are_told_nothing(told: Told) -> None:
    """A subagent, though the talk that sends it out was told, and a scheduled job."""
    assert told.counts("prepare") == (1, 0)
    assert told.counts("count the boats") == (0, 0)
    watered = [request for request in told.host.server.requests if "water the plants" in str(request)]
    assert watered
    assert "Orsolya" not in str(watered)


def test_a_look_back_is_told_nothing_and_eats_no_news(told: Told) -> None:
    reviews = told.host.requests("Review the conversation above")
    assert len(reviews) >= 2
    assert not any("Orsolya" in str(review["messages"][-1]) for review in reviews)
    assert told.counts("looked-1") == (1, 0)
    assert told.counts("looked-2") == (1, 1)


def test_nothing_went_wrong_and_what_was_shown_is_counted(told: Told) -> None:
    assert told.host.status()["plugin"] == ""
    ends = [talk["end"] for talk in told.host.status("shown.json")["talks"].values()]
    assert set(ends) == {"cli", "telegram"}
    assert OWNER not in _files(told.host.home / "safedigest")


def test_no_sentence_keeps_a_file_from_loading_or_a_request_from_going_out(
    tmp_path: Path, release: Release
) -> None:
    """Each trigger of the host's scanner, and a family of emoji, in what was said."""
    texts = [*TRIPPING.values(), *HARD, "the family: \U0001f468\u200d\U0001f469\u200d\U0001f467"]
    with living(tmp_path, release) as host:
        settings = host.home / "safedigest" / "config.toml"
        settings.write_text(
            'agents_md = "full"\n' + settings.read_text() + "[limits]\nfull = 90000\ncompact = 18000\n"
        )
        agents = host.home / "AGENTS.md"
        agents.write_text("hand-written\n<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n")
        said_there = (said(end, text, source=end) for end, text in zip(cycle(ENDS), texts, strict=False))
        host.run(chat(), *said_there)
        host.tick()
        assert agents.read_text().count("user: 「") == len(texts)  # a dozen at each end: none is left out
        (loaded,) = host.run({"do": "context_file"})
        assert "hand-written" in loaded and "CROSS-PLATFORM:END" in loaded
        assert "[BLOCKED" not in loaded
        agents.unlink()
        host.run(say("is everything all right?"))
        (request,) = host.sent("is everything")
        assert request.count("user: 「") > len(texts) / 2
        assert "[BLOCKED" not in request


def test_a_new_session_has_the_digest_in_its_section(tmp_path: Path, hermes22: Path) -> None:
    """Only 0.22 has sections: there the turns of that session add nothing until there is something new."""
    del hermes22
    with living(tmp_path, V22) as host:
        host.run(
            *(chat(), said("cli-1", WORDS), said("@there", "hello"), chat("group", **GROUP)),
            say("who is the pilot?", "@there", **THERE),
            said("cli-1", SHIP),
            say("and the ship?", "@there", **THERE),
            say("what do you know?", "@group", **GROUP),
        )
        assert host.system("who is").count("Orsolya") == 1
        (first,), (second,), (other,) = host.sent("who is"), host.sent("and the"), host.sent("what do")
        assert first.count("Orsolya") == second.count("Orsolya") == 1
        assert "Marsovin" not in first
        assert second.count("Marsovin") == 1
        assert "Orsolya" not in other
        assert "Marsovin" not in other


def test_a_section_does_not_repeat_what_the_context_file_shows(tmp_path: Path, hermes22: Path) -> None:
    del hermes22
    with living(tmp_path, V22) as host:
        (tmp_path / "AGENTS.md").write_text("<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n")
        host.run(said("cli-1", WORDS))
        host.tick()
        host.run(
            chat(),
            say("who is the pilot?", "@there", **THERE),
            said("cli-1", SHIP),
            say("and the ship?", "@there", **THERE),
        )
        (first,), (second,) = host.sent("who is"), host.sent("and the")
        assert first.count("Orsolya") == second.count("Orsolya") == second.count("Marsovin") == 1
