"""``scan`` as a user runs it."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from safedigest.detect.template import make
from safedigest.errors import WriteError
from safedigest.scan import walk
from tests.cli.runs import Runner
from tests.fakes.store import FakeStore


def token(seed: int) -> str:
    return make("ghp_{alnum:36}", Random(seed)).text


def password(seed: int) -> str:
    return make("{alnum:12}", Random(seed)).text


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home without anything in it, and the one that is found."""
    made = tmp_path / "home"
    made.mkdir()
    monkeypatch.setenv("HERMES_HOME", str(made))
    return made


PLACES = (
    "shared-context/DIGEST.md",
    "AGENTS.md",
    "SOUL.md",
    "memories/MEMORY.md",
    "memories/deep/USER.md",
    "cron/output/job-1/2026-11-30.md",
    "logs/agent.log",
)


def test_without_a_path_everything_of_the_home_that_shows_words_is_read(run: Runner, home: Path) -> None:
    for number, name in enumerate((*PLACES, ".env", "config.yaml", "skills/x/SKILL.md")):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(f"line\nit is {token(number)}\n")
    code, out, err = run("scan", "--format", "json")
    assert (code, err) == (1, "revoke github-token at https://github.com/settings/tokens\n")
    found = json.loads(out)["findings"]
    assert {(one["place"]["name"], one["place"]["line"]) for one in found} == {
        (str(home / name), 2) for name in PLACES
    }


def test_the_agents_file_of_the_settings_is_read(run: Runner, home: Path, tmp_path: Path) -> None:
    (home / "safedigest").mkdir()
    other = tmp_path / "work" / "AGENTS.md"
    other.parent.mkdir()
    (home / "safedigest" / "config.toml").write_text(f'agents_md_path = "{other}"\n')
    other.write_text(f"it is {token(1)}")
    assert run("scan")[1].startswith(f"{other}:1:7: github-token")


def test_an_empty_home_is_clean(run: Runner, home: Path) -> None:
    assert run("scan") == (0, "clean, 0 texts read\n", "")


def test_without_a_home_a_path_is_scanned_all_the_same(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "gone"))
    (tmp_path / "f").write_text(f"it is {token(1)}")
    code, out, _ = run("scan", tmp_path / "f", "--format", "json")
    assert code == 1
    assert json.loads(out)["findings"][0]["fingerprint"] is None


@pytest.mark.parametrize("extra", [[], ["--exit-zero"], ["--fix"], ["--format", "json"]], ids=str)
def test_a_path_that_is_missing_is_a_wrong_call_and_never_clean(
    run: Runner, home: Path, tmp_path: Path, extra: list[str]
) -> None:
    (tmp_path / "f").write_text("nothing")
    code, out, err = run("scan", tmp_path / "f", tmp_path / "gone", *extra)
    assert (code, out) == (2, "")
    assert err == f"safedigest: no such file or folder: {tmp_path / 'gone'}\n"


@pytest.mark.parametrize(
    "words",
    [["--format", "xml"], ["--bogus"], ["-", "--fix"], ["--home", "gone"], ["--store", "--home", "gone"]],
    ids=str,
)
def test_a_wrong_call_ends_with_2(run: Runner, home: Path, words: list[str]) -> None:
    code, out, err = run("scan", *words)
    assert (code, out) == (2, "")
    assert err


def test_found_is_1_and_may_be_turned_into_0_alone(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"it is {token(1)}")
    (tmp_path / "clean").write_text("nothing")
    assert run("scan", tmp_path / "clean")[0] == 0
    assert run("scan", tmp_path / "f")[0] == 1
    code, out, _ = run("scan", tmp_path / "f", "--exit-zero")
    assert (code, out.count("github-token")) == (0, 1)
    os.mkfifo(tmp_path / "pipe")
    assert run("scan", tmp_path)[0] == 1
    (tmp_path / "home" / "state.db").write_bytes(b"no database at all, but long enough to be looked at")
    code, out, err = run("scan", "--store", "--exit-zero")
    assert code == 3
    assert "state.db" in err
    assert "clean" not in out


def test_what_cannot_be_read_is_3(
    run: Runner, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "f").write_text(f"it is {token(1)}")

    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "f":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    code, out, err = run("scan", tmp_path / "f", "--exit-zero")
    assert (code, out) == (3, "nothing found, 0 texts read, 1 not read\n")
    assert err == f"safedigest: {tmp_path / 'f'}: Permission denied\n"


@pytest.mark.parametrize("form", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_standard_input_is_read_in_any_form(run: Runner, home: Path, form: str) -> None:
    code, out, _ = run("scan", "-", given=f"中文标题，第一行\n密码是 {password(1)}\n".encode(form))
    assert code == 1
    assert out.startswith("-:2:5: ")


def test_too_much_of_standard_input_is_never_clean(
    run: Runner, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("safedigest.cli.scan.MOST_WHOLE", 1 << 20)
    code, out, err = run("scan", "-", given=b"x " * (1 << 20))
    assert code == 3
    assert "more than 1 MB" in err
    assert "clean" not in out


def test_what_is_skipped_is_named(
    run: Runner, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "MOST_BYTES", 40)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r")
    (folder / "huge.log").write_text("words " * 40)
    (folder / "link").symlink_to(tmp_path)
    code, out, _ = run("scan", folder)
    assert code == 0
    assert out.splitlines() == [
        f"skipped {folder / 'link'}: a symbolic link that leads out",
        f"skipped {folder / 'huge.log'}: too large",
        f"skipped {folder / 'picture.png'}: binary",
        "nothing found, 0 texts read, 3 skipped",
    ]


def test_how_a_text_was_read_is_told(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes("一些中文写在这里，没有别的\n".encode("gb18030") + b"\xff")
    code, out, _ = run("scan", tmp_path / "f")
    assert code == 0
    assert out.startswith(
        f"note: {tmp_path / 'f'}: read as GB18030, 1 bytes that are not GB18030 were kept as they are\n"
    )


def test_mending_tells_what_it_did_and_ends_well(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"it is {token(1)}\nand {token(2)}\n")
    code, out, err = run("scan", tmp_path / "f", "--fix")
    assert (code, err) == (0, "revoke github-token at https://github.com/settings/tokens\n")
    assert out.splitlines() == [
        f"fixed {tmp_path / 'f'}: 2 masked",
        "clean, 1 text read, 2 masked",
        "what was readable counts as known: revoke it where it was issued",
    ]
    assert run("scan", tmp_path / "f", "--fix")[1] == "clean, 1 text read\n"


def test_a_difference_goes_where_programs_do_not_read(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"it is {token(1)}\n")
    code, out, err = run("scan", tmp_path / "f", "--diff", "--format", "json")
    assert code == 1
    json.loads(out)
    assert f"-it is ████\n+it is ghp_...{token(1)[-4:]}\n" in err
    assert f"-it is ████\n+it is ghp_...{token(1)[-4:]}\n" in run("scan", tmp_path / "f", "--diff")[1]


def talk(home: Path) -> FakeStore:
    store = FakeStore(home / "state.db")
    store.session("s1", "cli")
    store.say("s1", f"use {token(1)}", "done", 30)
    store.tool("s1", f"export KEY={token(2)}\n" * 3, 20)
    store.session("s2", "telegram")
    store.say("s2", f"again {token(1)}", "done", 10)
    return store


def test_the_history_is_read_and_the_way_to_remove_it_is_told(run: Runner, home: Path) -> None:
    with talk(home):
        pass
    before = (home / "state.db").read_bytes()
    code, out, err = run("scan", "--store", "--fix")
    assert code == 1
    assert [re.sub(r"\[.*", "", line) for line in out.splitlines()[:2]] == [
        f"state.db: session s1, message 3, tool, line 1: github-token vendor-token ghp_...{token(2)[-4:]} (3 times) ",
        f"state.db: session s1, message 1, user, line 1: github-token vendor-token ghp_...{token(1)[-4:]} (2 times) ",
    ]
    assert err.splitlines() == [
        "revoke github-token at https://github.com/settings/tokens",
        "state.db is never changed here: rotate what was found, then remove the talk with"
        " `hermes sessions delete s1` (and of 1 more)",
    ]
    assert (home / "state.db").read_bytes() == before
    assert sorted(path.name for path in home.iterdir()) == ["safedigest", "state.db"]


def test_a_missing_store_is_told(run: Runner, home: Path) -> None:
    code, out, err = run("scan", "--store")
    assert (code, out) == (3, "")
    assert "no session store" in err


def on_a_terminal(*words: str) -> str:
    """Run the command on a terminal of its own and return all that it shows there."""
    import pty  # noqa: PLC0415  not on Windows

    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "safedigest", *words], stdout=follower, stderr=follower
    ) as process:
        os.close(follower)
        shown = b""
        while True:
            try:
                part = os.read(leader, 1 << 16)
            except OSError:
                break
            if not part:
                break
            shown += part
        process.wait()
    os.close(leader)
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_on_a_terminal_there_are_carets_and_a_bar(home: Path) -> None:
    with talk(home):
        pass
    shown = on_a_terminal("scan", "--store")
    assert "\r[##############################] 5/5 rows" in shown
    line = next(line for line in shown.splitlines() if line.startswith("  1 | use ghp_"))
    carets = shown.splitlines()[shown.splitlines().index(line) + 1]
    assert carets == "    | " + " " * 4 + "^" * 11
    assert token(1)[5:-4] not in shown


def test_into_a_pipe_there_is_no_bar_and_a_line_a_finding(run: Runner, home: Path) -> None:
    with talk(home):
        pass
    _, out, err = run("scan", "--store")
    assert "\r" not in out + err
    assert "^" not in out


def test_what_is_printed_moves_no_cursor(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J\u202eb").write_text(f"\x1b]0;t\x07 \u202e it is {token(1)} \x9b2J\n")
    for form in ("text", "concise", "github", "sarif", "json"):
        _, out, err = run("scan", tmp_path / "a\x1b[2J\u202eb", "--diff", "--format", form)
        assert all(char.isprintable() or char == "\n" for char in out + err)
    _, out, err = run("scan", tmp_path / "gone\x1b[2J")
    assert all(char.isprintable() or char == "\n" for char in out + err)


def digest_by_hand(home: Path) -> None:
    """Write what a script without any masking writes: the last talk of each end, cut, into the digest and AGENTS.md."""
    with sqlite3.connect(home / "state.db") as store:
        rows = store.execute(
            "SELECT session_id, role, content FROM messages ORDER BY session_id, id"
        ).fetchall()
    for file, cut in ((home / "shared-context" / "DIGEST.md", 120), (home / "AGENTS.md", 40)):
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            "# Digest\n" + "".join(f"- {s} {r}: {c[:cut]}\n" for s, r, c in rows), encoding="utf-8"
        )


def test_a_digest_that_nobody_masked_is_cleaned_by_one_command(run: Runner, home: Path) -> None:
    random = Random(9)
    made = []
    forms = (
        "ghp_{alnum:36}",
        "sk-proj-{b64url:48}T3BlbkFJ{b64url:48}",
        "AKIA{base32:16}",
        "xoxb-{digit:12}-{digit:13}-{alnum:24}",
    )
    with FakeStore(home / "state.db") as store:
        for end in ("cli", "telegram", "weixin"):
            store.session(end, end)
            for number, form in enumerate(forms):
                made.append(make(form, random).text)
                store.say(end, f"Please use {made[-1]} for the mirror, no. {number}", "Done.", 60 - number)
                made.append(make("{alnum:12}", random).text)
                store.assistant(end, "服务器的密码是什么？", 50 - number)
                store.user(end, made[-1], 49.9 - number)
                store.assistant(end, f"收到，{made[-1]} 已经记下。", 49.8 - number)
    digest_by_hand(home)
    files = [home / "shared-context" / "DIGEST.md", home / "AGENTS.md"]
    assert any(value in file.read_text(encoding="utf-8") for value in made for file in files)
    code, out, _ = run("scan", "--fix")
    assert code == 0
    assert out.count("fixed ") == 2
    for file in files:
        text = file.read_text(encoding="utf-8")
        for value in made:
            hidden = value[7:-4] if len(value) > 12 else value
            assert not any(hidden[at : at + 6] in text for at in range(len(hidden) - 5))
        assert text.count("\n- ") == 60  # every line is still there
    assert run("scan")[0] == 0


def test_a_home_that_cannot_be_written_has_no_fingerprints_and_is_scanned(
    run: Runner, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "SOUL.md").write_text(f"it is {token(1)}")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("safedigest.keyfile.os.open", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    code, out, _ = run("scan")
    assert code == 1
    assert out.startswith("note: this home cannot be written, so there are no fingerprints\n")
    assert out.splitlines()[1].endswith(f"ghp_...{token(1)[-4:]}")


def test_without_a_place_for_its_progress_the_history_is_scanned(
    run: Runner, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise WriteError("read-only")

    with talk(home):
        pass
    monkeypatch.setattr("safedigest.scan.progress.write_private", refuse)
    code, out, _ = run("scan", "--store")
    assert code == 1
    assert "2 found, 5 texts read\n" in out
    assert "note: this home cannot be written, so a scan that is stopped begins anew\n" in out


def test_a_scan_that_somebody_stops_is_never_clean(
    run: Runner, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    with talk(home):
        pass
    monkeypatch.setattr("safedigest.scan.history.HistoryScan._scan", press)
    code, out, _ = run("scan", "--store")
    assert (code, out) == (130, "")


def test_who_mends_a_log_is_told_what_a_running_host_does(run: Runner, home: Path) -> None:
    (home / "logs").mkdir()
    (home / "logs" / "agent.log").write_text(f"line with {token(1)}\n")
    assert "note: a Hermes that is running writes on into the old log file" in run("scan", "--fix")[1]


def test_the_id_of_a_session_shows_no_secret(run: Runner, home: Path) -> None:
    with FakeStore(home / "state.db") as store:
        store.session(token(7), "api_server")
        store.row(token(7), token(8), f"use {token(1)}", 5)
        store.execute("UPDATE sessions SET title = ?", f"about {token(2)}")
    for form in ("text", "concise", "json", "sarif", "github"):
        _, out, err = run("scan", "--store", "--format", form)
        assert "github-token" in out
        assert not any(token(seed)[8:20] in out + err for seed in (1, 2, 7, 8))


def test_the_file_of_progress_holds_masks_alone(
    run: Runner, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talk(home):
        pass
    monkeypatch.setattr("safedigest.scan.progress.clear", lambda _: None)
    run("scan", "--store")
    file = home / "safedigest" / "scan.json"
    text = file.read_text(encoding="utf-8")
    assert len(json.loads(text)["found"]) == 2
    assert not any(token(seed)[8:20] in text for seed in (1, 2))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    code, out, _ = run("scan", "--store")
    assert code == 1
    assert "note: the scan went on behind row 5, where the last one was stopped\n" in out
