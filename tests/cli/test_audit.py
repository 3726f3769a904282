"""``audit`` as a user runs it, on a home that was synced."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from safedigest import lock
from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.keyfile import load_key
from safedigest.plugin import shown
from tests.cli.runs import Runner
from tests.fakes.store import FakeStore

TOKEN = make("ghp_{alnum:36}", Random(1)).text
PASSWORD = make("{alnum:12}", Random(2)).text
KNOWN = make("{alnum:24}", Random(3)).text
NOW = time.time()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def store(home: Path) -> Iterator[FakeStore]:
    with FakeStore(home / "state.db", now=NOW) as made:
        yield made


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home whose owner said three secrets at two ends."""
    made = tmp_path / "home"
    (made / "safedigest").mkdir(parents=True)
    (made / "safedigest" / "config.toml").write_text('[owner]\ntelegram = "70001"\n')
    (made / ".env").write_text(f"MAIL_PASSWORD={KNOWN}\n")
    monkeypatch.setenv("HERMES_HOME", str(made))
    return made


@pytest.fixture
def synced(run: Runner, home: Path, store: FakeStore) -> Path:
    store.session("s1", "cli")
    store.say("s1", f"use {TOKEN} for the mirror", f"{TOKEN} is set", 9)
    store.say("s1", f"密码是 {PASSWORD}", "好", 8)
    store.dm("s2", "telegram", "70001")
    store.say("s2", f"mail does not take {KNOWN}", "I look", 7)
    store.commit()
    assert run("sync") == (0, "", "")
    return home


def mark(home: Path, value: str) -> str:
    return Gate.from_home(home, key=load_key(home / "safedigest" / "key")).fingerprint(value)


def rows(run: Runner, *words: str) -> dict[str, dict[str, object]]:
    data = json.loads(run("audit", "secrets", "--json", *words)[1])
    assert data["version"] == 1
    return {row["fingerprint"]: row for row in data["secrets"]}


def test_the_list_tells_each_item_and_filters(run: Runner, synced: Path) -> None:
    code, out, err = run("audit", "list")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 4
    assert run("audit")[1] == out
    assert len(run("audit", "list", "--end", "telegram")[1].splitlines()) == 1
    assert len(run("audit", "list", "--kind", "vendor-token")[1].splitlines()) == 2
    assert len(run("audit", "list", "--rule", "github-token", "--session", "s1")[1].splitlines()) == 2
    assert len(run("audit", "list", "--fingerprint", mark(synced, TOKEN))[1].splitlines()) == 2
    assert run("audit", "list", "--since", "2999-01-01")[1] == ""
    assert len(run("audit", "list", "--since", "2020-01-01")[1].splitlines()) == 4
    items = [json.loads(line) for line in run("audit", "list", "--json")[1].splitlines()]
    assert {item["end"] for item in items} == {"cli", "telegram"}
    assert set(items[0]) == {
        "time", "rule", "kind", "end", "session", "message", "role", "length", "fingerprint",
    }  # fmt: skip


def test_each_value_is_a_row_that_tells_where_it_lives_and_where_it_is_revoked(
    run: Runner, synced: Path
) -> None:
    found = rows(run)
    assert set(found) == {mark(synced, value) for value in (TOKEN, PASSWORD, KNOWN)}
    token, known = found[mark(synced, TOKEN)], found[mark(synced, KNOWN)]
    assert (token["mask"], token["state"], token["times"]) == (f"ghp_...{TOKEN[-4:]}", "open", 2)
    assert token["lives"] == {
        "files": [],
        "rows": [{"session": "s1", "message": 1}, {"session": "s1", "message": 2}],
        "beyond": ["the model provider's logs"],
    }
    assert str(token["rotate"]).startswith("https://github.com/")
    assert known["lives"] == {
        "files": [".env"],
        "rows": [{"session": "s2", "message": 5}],
        "beyond": ["the telegram chat", "the model provider's logs"],
    }
    code, out, _ = run("audit", "secrets")
    assert code == 0
    assert f"[{mark(synced, KNOWN)}]  open  known  ***  (known-value, once)" in out
    assert "  still in: .env, state.db (1 row), the telegram chat, the model provider's logs\n" in out
    assert "  revoke at: https://github.com/" in out
    assert out.endswith("3 values: rotate what is open, then `safedigest audit resolve FINGERPRINT`\n")
    assert not any(value[8:-4] in out for value in (TOKEN, KNOWN, PASSWORD * 2))


def test_rows_that_were_removed_are_told_no_more(run: Runner, synced: Path, store: FakeStore) -> None:
    store.execute("DELETE FROM messages WHERE session_id = 's1'")
    store.commit()
    row = rows(run)[mark(synced, TOKEN)]
    assert (row["mask"], row["lives"]) == (
        "***",
        {"files": [], "rows": [], "beyond": ["the model provider's logs"]},
    )
    (synced / "state.db").rename(synced / "gone.db")
    assert rows(run)[mark(synced, KNOWN)]["lives"] == {
        "files": [".env"],
        "rows": [],
        "beyond": ["the telegram chat", "the model provider's logs"],
    }


def test_a_known_value_that_left_the_file_is_probably_rotated(run: Runner, synced: Path) -> None:
    (synced / ".env").write_text("")
    assert rows(run)[mark(synced, KNOWN)]["state"] == "probably rotated"


def test_what_is_resolved_is_closed_and_said_again_it_is_open_again(
    run: Runner, synced: Path, store: FakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("audit", "resolve", mark(synced, TOKEN)) == (0, "", "")
    assert mark(synced, TOKEN) not in rows(run)
    assert rows(run, "--all")[mark(synced, TOKEN)]["state"] == "resolved"
    store.say("s1", f"use {TOKEN} for the backup", "done", 0.5)
    store.commit()
    monkeypatch.setattr("safedigest.sync.time.time", lambda: NOW + 400)
    assert run("sync")[0] == 0
    assert rows(run)[mark(synced, TOKEN)]["state"] == "open"


def test_what_nobody_said_cannot_be_resolved(run: Runner, synced: Path) -> None:
    code, out, err = run("audit", "resolve", "bcdfghjklmnpqrst")
    assert (code, out) == (2, "")
    assert "audit secrets --all" in err


def test_counts_are_told_by_day_end_and_kind(run: Runner, synced: Path) -> None:
    shown.record(synced / "safedigest", "s2", "telegram", 120, NOW)
    shown.record(synced / "safedigest", "s2", "telegram", 30, NOW)
    data = json.loads(run("audit", "stats", "--json")[1])
    day = time.strftime("%Y-%m-%d", time.gmtime(NOW))
    assert {(row["end"], row["kind"], row["count"]) for row in data["masked"]} == {
        ("cli", "password", 1), ("cli", "vendor-token", 2), ("telegram", "known", 1),
    }  # fmt: skip
    assert data["shown"][0] | {"day": day} == {"day": day, "end": "telegram", "turns": 2, "characters": 150}
    lines = run("audit", "stats")[1].splitlines()
    assert len(lines) == 14 + 1 + 5 + 1 + 2
    assert lines[13].endswith("      4  " + "#" * 40)
    assert [line.split()[:2] + line.split()[-2:] for line in lines[15:20]] == [
        ["end", "kind", day[5:], "all"],
        ["cli", "password", "1", "1"],
        ["cli", "vendor-token", "2", "2"],
        ["telegram", "known", "1", "1"],
        ["all", ".", "4", "4"],
    ]
    assert lines[-1].split() == ["telegram", "2", "150"]


def test_a_home_where_nothing_was_masked_is_told_as_that(run: Runner, home: Path) -> None:
    assert run("audit", "list") == (0, "", "")
    assert run("audit", "stats")[1] == "nothing was masked yet\n\nnothing was shown to other talks yet\n"
    assert run("audit", "secrets")[1] == "0 values\n"
    assert run("audit", "verify") == (0, "nothing was masked yet\n", "")


def test_lines_that_are_whole_and_in_order_are_told_so(run: Runner, synced: Path) -> None:
    assert run("audit", "verify") == (0, "4 items, all whole and in order\n", "")


def test_a_line_that_was_changed_is_named(run: Runner, synced: Path) -> None:
    file = synced / "safedigest" / "audit.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"end":"cli"', b'"end":"tui"', 1))
    code, out, err = run("audit", "verify")
    assert (code, out) == (3, "")
    assert err == "safedigest: audit.jsonl: line 1 is not as it was written, or one before it is gone\n"


@pytest.mark.parametrize("by", ["verify", "sync"])
def test_a_line_that_a_crash_cut_off_is_removed_and_that_is_said(
    run: Runner, synced: Path, store: FakeStore, by: str
) -> None:
    file = synced / "safedigest" / "audit.jsonl"
    file.write_bytes(file.read_bytes() + b'{"time":"2026-12-01T0')
    if by == "verify":
        code, out, err = run("audit", "verify")
        assert (code, out) == (0, "4 items, all whole and in order\n")
        assert err == "the audit's last line was cut off by a crash; it was removed\n"
    else:
        store.user("s1", "and now?", 0)
        store.commit()
        assert (
            "  note: the audit's last line was cut off by a crash; it was removed\n" in run("sync", "-v")[1]
        )
    assert file.read_bytes().endswith(b'"}\n')
    assert run("audit", "verify")[2] == ""


def test_while_a_sync_is_at_work_nothing_is_repaired(run: Runner, synced: Path) -> None:
    with lock.only_one(synced / "safedigest" / "lock"):
        code, _, err = run("audit", "verify")
    assert code == 3
    assert "a sync is at work" in err


@pytest.mark.parametrize(
    "words", [["bogus"], ["list", "--since", "soon"], ["resolve"], ["--home", "gone"]], ids=str
)
def test_a_wrong_call_ends_with_2(run: Runner, home: Path, words: list[str]) -> None:
    assert run("audit", *words)[0] == 2
