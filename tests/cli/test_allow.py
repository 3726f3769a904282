"""What the owner allowed: a scan leaves it alone, and nothing else does."""

from __future__ import annotations

import json
import re
import stat
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from safedigest import allow
from safedigest.detect.template import make
from safedigest.errors import ConfigError
from tests.cli.runs import Runner
from tests.fakes.store import FakeStore

TOKEN = make("ghp_{alnum:36}", Random(1)).text
OTHER = make("ghp_{alnum:36}", Random(2)).text
TODAY = datetime.now(UTC).date()
PRINT = "bcdfghjklmnpqrst"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "home"
    made.mkdir()
    monkeypatch.setenv("HERMES_HOME", str(made))
    return made


def fingerprint(run: Runner, path: Path) -> str:
    found = re.search(r"\[([a-z]{16})\]", run("scan", path)[1])
    assert found
    return found[1]


def test_what_is_allowed_counts_no_more_wherever_it_stands(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"here {TOKEN}")
    (tmp_path / "g").write_text(f"and there\nagain {TOKEN}\nand {OTHER}")
    mark = fingerprint(run, tmp_path / "f")
    assert run("allow", "add", mark, "--reason", "an example of the manual") == (0, "", "")
    assert run("scan", tmp_path / "f") == (0, "nothing found, 1 text read, 1 allowed\n", "")
    code, out, _ = run("scan", tmp_path / "g")
    assert code == 1
    assert out.startswith(f"{tmp_path / 'g'}:3:5: ")
    assert out.splitlines()[1] == "1 found, 1 text read, 1 allowed"
    assert run("allow", "remove", mark) == (0, "", "")
    assert run("scan", tmp_path / "f")[0] == 1


def test_the_history_knows_what_is_allowed(run: Runner, home: Path) -> None:
    with FakeStore(home / "state.db") as store:
        store.session("s1", "cli")
        store.say("s1", f"use {TOKEN}", "done", 1)
    found = json.loads(run("scan", "--store", "--format", "json")[1])["findings"]
    run("allow", "add", found[0]["fingerprint"], "--reason", "a test account")
    code, out, err = run("scan", "--store", "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out)["findings"][0]["allowed"] == "a test account"


def test_no_comment_in_a_text_allows_anything(run: Runner, home: Path, tmp_path: Path) -> None:
    marks = (
        "# noqa",
        "# nosec",
        "// gitleaks:allow",
        "# pragma: allowlist secret",
        "<!-- safedigest: allow -->",
    )
    (tmp_path / "f").write_text(
        "".join(f"key {make('ghp_{alnum:36}', Random(n)).text} {m}\n" for n, m in enumerate(marks))
    )
    assert len(json.loads(run("scan", tmp_path / "f", "--format", "json")[1])["findings"]) == len(marks)


def test_the_digest_masks_what_is_allowed(run: Runner, home: Path) -> None:
    with FakeStore(home / "state.db", now=time.time()) as store:
        store.session("s1", "cli")
        store.say("s1", f"use {TOKEN} for it", "done", 1)
    mark = json.loads(run("scan", "--store", "--format", "json")[1])["findings"][0]["fingerprint"]
    run("allow", "add", mark, "--reason", "an example")
    assert run("sync")[0] == 0
    text = (home / "shared-context" / "DIGEST.md").read_text(encoding="utf-8")
    assert f"use ghp_...{TOKEN[-4:]} for it" in text
    assert TOKEN not in text


def test_an_allowance_ends_on_its_day(run: Runner, home: Path, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"here {TOKEN}")
    mark = fingerprint(run, tmp_path / "f")
    for day, code in ((TODAY + timedelta(days=2), 0), (TODAY, 1), (TODAY - timedelta(days=1), 1)):
        assert run("allow", "add", mark, "--reason", "for now", "--expires", day.isoformat())[0] == 0
        assert run("scan", tmp_path / "f")[0] == code
    assert run("allow", "list")[1] == f"{mark}  until {TODAY - timedelta(days=1)} (over)  for now\n"


def test_the_list_tells_why_and_until_when(run: Runner, home: Path) -> None:
    assert run("allow", "list") == (0, "", "")
    run("allow", "add", PRINT, "--reason", "  a\treason\nof 中文 ")
    run("allow", "add", PRINT[::-1], "--reason", "later", "--expires", "2999-01-31")
    assert run("allow", "list")[1].splitlines() == [
        f"{PRINT}  for good  a reason of 中文",
        f"{PRINT[::-1]}  until 2999-01-31  later",
    ]
    file = home / "safedigest" / allow.FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    run("allow", "add", PRINT, "--reason", "another")
    assert run("allow", "list")[1].count(PRINT) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["add", PRINT],
        ["add", "notafingerprint!", "--reason", "x"],
        ["add", TOKEN, "--reason", "x"],
        ["add", PRINT, "--reason", " "],
        ["add", PRINT, "--reason", f"it is {TOKEN}"],
        ["add", PRINT, "--reason", "x" * 201],
        ["add", PRINT, "--reason", "a\x1b[2J"],
        ["add", PRINT, "--reason", "x", "--expires", "soon"],
        ["remove", PRINT],
    ],
    ids=range(9),
)
def test_a_wrong_call_is_2_and_writes_nothing(run: Runner, home: Path, words: list[str]) -> None:
    code, _, err = run("allow", *words)
    assert code == 2
    assert TOKEN not in err
    assert not (home / "safedigest" / allow.FILE).exists()


@pytest.mark.parametrize(
    "text",
    [
        "[[allow]]\nfingerprint = 1\n",
        "[[allow]]\nfingerprint = 'x'\nreason = 'y'\n",
        f"[[allow]]\nfingerprint = '{PRINT}'\nreason = 'y'\nline = 3\n",
        f"[[allow]]\nfingerprint = '{PRINT}'\nreason = 'y'\nexpires = '2027-01-31'\n",
        "allow = 3\n",
        "[other]\n",
        "not toml",
    ],
    ids=range(7),
)
def test_a_file_that_is_misread_would_hide_something_so_it_is_an_error(
    run: Runner, home: Path, text: str
) -> None:
    (home / "safedigest").mkdir()
    (home / "safedigest" / allow.FILE).write_text(text)
    with pytest.raises(ConfigError):
        allow.load(home / "safedigest")
    assert run("scan")[0] == 3


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    entries = [
        allow.checked(PRINT, 'quotes " and \\ and 中文 🎉', date(2027, 1, 31)),
        allow.checked(PRINT[::-1], "'''", None),
    ]
    allow.save(tmp_path, entries)
    assert allow.load(tmp_path) == entries
    assert allow.in_force(tmp_path, date(2027, 1, 31)) == {PRINT[::-1]: "'''"}
