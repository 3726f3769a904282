"""``report`` as a user runs it, on a home that was synced."""

from __future__ import annotations

import stat
import sys
import time
from pathlib import Path
from random import Random

import pytest

from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.keyfile import load_key
from tests.cli.runs import Runner
from tests.fakes.store import FakeStore
from tests.leaks import grams

FORMS = ("ghp_{alnum:36}", "sk-proj-{b64url:48}T3BlbkFJ{b64url:48}", "AKIA{base32:16}", "{alnum:14}")
VALUES = [make(form, Random(seed)).text for seed, form in enumerate(FORMS)]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Runner) -> Path:
    """Make a home whose owner said four secrets, and sync it."""
    made = tmp_path / "home"
    (made / "safedigest").mkdir(parents=True)
    (made / "safedigest" / "config.toml").write_text('lang = "en"\n[owner]\nweixin = "wxid_1"\n')
    monkeypatch.setenv("HERMES_HOME", str(made))
    with FakeStore(made / "state.db", now=time.time()) as store:
        store.session("s1", "cli")
        store.dm("s2", "weixin", "wxid_1")
        for session in ("s1", "s2"):
            for number, value in enumerate(VALUES):
                store.say(session, f"the password is {value} now", f"I noted {value}.", 9 - number)
    assert run("sync")[0] == 0
    return made


def test_the_page_tells_each_value_by_its_mask_and_holds_none(
    run: Runner, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    assert run("report", "--html", file) == (0, "", "")
    text = file.read_text(encoding="utf-8")
    known = set(grams(text))
    gate = Gate.from_home(home, key=load_key(home / "safedigest" / "key"))
    for value in VALUES:
        assert f"<code>{gate.fingerprint(value)}</code>" in text
        assert (
            f'<code class="mask">{gate.mask(value).masks[0].shown if len(value) > 14 else "***"}</code>'
            in text
        )
        hidden = value[7:-4] if len(value) > 14 else value
        assert not any(hidden[at : at + 8] in text for at in range(len(hidden) - 7))
        assert known.isdisjoint(grams(value))
    assert "微信" in text
    assert "https://github.com/settings/tokens" in text


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_the_file_is_private_and_its_folder_stays_as_it_was(run: Runner, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir(mode=0o755)
    run("report", "--html", folder / "r.html")
    assert stat.S_IMODE((folder / "r.html").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    (folder / "r.html").chmod(0o644)
    assert run("report", "--html", folder / "r.html")[0] == 0
    assert stat.S_IMODE((folder / "r.html").stat().st_mode) == 0o644  # an old file keeps its mode
    assert [path.name for path in folder.iterdir()] == ["r.html"]


def test_it_may_go_to_standard_output_in_either_language(run: Runner, home: Path) -> None:
    code, out, err = run("report", "--html", "-", "--lang", "zh")
    assert (code, err) == (0, "")
    assert out.startswith('<!doctype html><html lang="zh-Hans">')


@pytest.mark.parametrize(
    "words", [[], ["--html"], ["--html", "x", "--home", "gone"], ["--html", "x", "--lang", "fr"]], ids=str
)
def test_a_wrong_call_ends_with_2_or_3_and_writes_nothing(
    run: Runner, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("report", *words)
    assert (code, out) == (3 if "gone" in words else 2, "")
    assert not (tmp_path / "x").exists()


def test_where_it_cannot_be_written_one_line_says_so(run: Runner, home: Path, tmp_path: Path) -> None:
    code, out, err = run("report", "--html", tmp_path / "none" / "r.html")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert "could not be written" in err


def test_a_changed_audit_is_told_on_the_page(run: Runner, home: Path, tmp_path: Path) -> None:
    file = home / "safedigest" / "audit.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"end":"cli"', b'"end":"tui"', 1))
    run("report", "--html", tmp_path / "r.html")
    assert "not as it was written" in (tmp_path / "r.html").read_text(encoding="utf-8")
