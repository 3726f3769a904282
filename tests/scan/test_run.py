"""Files that are scanned, and files that are mended."""

from __future__ import annotations

import codecs
import os
import secrets
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from safedigest import publish
from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.report.found import Outcome, Why
from safedigest.scan import texts
from safedigest.scan.run import FileScan
from safedigest.scan.walk import walk
from tests.scan.bulk import PLANTS, prose

KEY = secrets.token_bytes(32)
GATE = Gate(Gate.default()._finder, KEY, formed=Gate.default()._formed)


def token(seed: int, form: str = PLANTS[0]) -> str:
    return make(form, Random(seed)).text


def look(path: Path, **options: object) -> tuple[Outcome, FileScan]:
    run = FileScan(lambda _: GATE, **options)  # type: ignore[arg-type]
    run.steps(walk([path]))
    return run.outcome(), run


def key_block(seed: int) -> str:
    rows = [
        "".join(Random(seed + n).choices("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789+/", k=64))
        for n in range(9)
    ]
    return "\n".join(["-----BEGIN " + "RSA PRIVATE KEY-----", *rows, "-----END " + "RSA PRIVATE KEY-----"])


def text(seed: int = 0) -> str:
    """Return a text with a secret of several kinds on known lines."""
    return (
        f"# notes\n你好 🎉 token {token(seed)} end\n\ttab\n{key_block(seed)}\n"
        f"postgres://app:{token(seed + 1, '{alnum:14}')}@db.internal/x\n"
        f"中文密码是 {token(seed + 2, '{alnum:12}')}，记住了\nlast"
    )


def test_a_finding_tells_the_line_and_the_column(tmp_path: Path) -> None:
    (tmp_path / "f").write_text(text(), encoding="utf-8")
    outcome, _ = look(tmp_path / "f")
    places = [(f.place.line, f.place.column, f.place.end_line, f.place.end_column) for f in outcome.found]
    assert places == [
        (2, 12, 2, 52),
        (4, 1, 14, 30),
        (15, 16, 15, 30),
        (16, 7, 16, 19),
    ]
    assert all(f.place.name == str(tmp_path / "f") and f.fingerprint for f in outcome.found)
    assert outcome.found[0].fingerprint == GATE.fingerprint(token(0))


def test_the_line_around_a_finding_is_masked_too(tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"first {token(1)} then {token(2)} done\n")
    outcome, _ = look(tmp_path / "f")
    for number, found in enumerate(outcome.found, 1):
        line = str(found.context)
        assert line.startswith("first ghp_...")
        assert line.endswith(" done")
        assert line[slice(*found.marks)] == found.shown
        assert token(number)[-4:] in found.shown
        assert token(1) not in line
        assert token(2) not in line


def test_of_a_very_long_line_only_what_is_near_is_shown(tmp_path: Path) -> None:
    words = prose(Random(1), 3000).replace("\n", " ")
    (tmp_path / "f").write_text(f"{words} {token(1)} {words}")
    (found,) = look(tmp_path / "f")[0].found
    assert len(found.context) < 200
    assert str(found.context)[slice(*found.marks)] == found.shown


@pytest.mark.parametrize(
    "write",
    [
        lambda t: t.encode(),
        lambda t: codecs.BOM_UTF8 + t.encode(),
        lambda t: codecs.BOM_UTF16_LE + t.encode("utf-16-le"),
        lambda t: codecs.BOM_UTF16_BE + t.encode("utf-16-be"),
        lambda t: t.encode("gb18030"),
        lambda t: t.replace("\n", "\r\n").encode() + b"\xff\xfe",
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16-le", "utf-16-be", "gb18030", "broken"],
)
def test_in_every_form_a_file_is_mended_and_nothing_else_in_it_changes(
    tmp_path: Path, write: Callable[[str], bytes]
) -> None:
    file = tmp_path / "f"
    file.write_bytes(write(text(5)))
    outcome, _ = look(file, fix=True)
    assert not outcome.open
    assert len(outcome.fixed) == 1
    shown = GATE.mask(token(5)).masks[0].shown
    wanted = text(5).replace(token(5), shown).replace(key_block(5), "***")
    for seed, form in ((6, "{alnum:14}"), (7, "{alnum:12}")):
        wanted = wanted.replace(token(seed, form), "***")
    assert file.read_bytes() == write(wanted)
    again, _ = look(file, fix=True)
    assert (again.found, again.fixed) == ((), ())
    assert file.read_bytes() == write(wanted)


@pytest.mark.parametrize("seed", range(6))
def test_mending_twice_is_mending_once(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    file = tmp_path / "f"
    lines = [
        prose(random, 100),
        *(f"{random.choice(['key', '密码:', 'token =', 'see'])} {make(p, random).text}" for p in PLANTS),
    ]
    random.shuffle(lines)
    file.write_text("\n".join(lines), encoding="utf-8")
    look(file, fix=True)
    first = file.read_bytes()
    assert look(file, fix=True)[0].found == ()
    assert file.read_bytes() == first


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_mode_is_kept_and_nothing_is_left_beside(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "f"
    file.write_text(text())
    file.chmod(mode)
    look(file, fix=True)
    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert list(tmp_path.iterdir()) == [file]  # a copy would hold the secret


@pytest.mark.parametrize("step", ["os.fsync", "os.open"])
def test_when_it_cannot_be_written_the_old_file_stays_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "f"
    file.write_text(text())
    monkeypatch.setattr(step, full)
    outcome, _ = look(file, fix=True)
    assert file.read_text() == text()
    assert list(tmp_path.iterdir()) == [file]
    assert outcome.open
    assert "No space left" in outcome.troubles[0].what


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "f"
    file.write_text(text())
    monkeypatch.setattr(publish, "_read", lambda path: (b"something else", path.stat()))
    outcome, _ = look(file, fix=True)
    assert file.read_text() == text()
    assert "changed meanwhile" in outcome.troubles[0].what


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_every_name_of_a_file_is_mended(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(text())
    os.link(tmp_path / "a", tmp_path / "b")
    outcome, _ = look(tmp_path, fix=True)
    assert any("hard links" in note for note in outcome.notes)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert not look(tmp_path)[0].found


def test_a_text_that_cannot_be_inspected_counts_and_is_never_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    file = tmp_path / "f"
    file.write_text(text())
    monkeypatch.setattr(GATE._finder.__class__, "find", fail)
    outcome, _ = look(file, fix=True)
    assert [f.rule for f in outcome.open] == ["withheld"]
    assert "could not be inspected" in outcome.troubles[0].what
    assert file.read_text() == text()


def test_both_sides_of_a_difference_are_masked_and_tell_no_length(tmp_path: Path) -> None:
    file = tmp_path / "f"
    shown = set()
    for value in (token(1, "{alnum:9}"), token(2, "{alnum:30}")):
        file.write_text(f"above\n密码是 {value}\nbelow\n", encoding="utf-8")
        _, run = look(file, diff=True)
        shown.add("\n".join(run.changes))
    (difference,) = shown
    assert difference.splitlines()[3:] == [" above", "-密码是 ████", "+密码是 ***", " below", " "]
    assert file.read_text(encoding="utf-8").startswith("above\n密码是 ")  # and nothing was written
    assert token(2, "{alnum:30}") in file.read_text(encoding="utf-8")


def test_what_is_allowed_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text(f"here {token(1)}\nthere {token(2)}\n")
    allowed = {GATE.fingerprint(token(1)): "an example"}
    outcome, run = look(file, allowed=allowed, fix=True, diff=True)
    assert [found.allowed for found in outcome.found] == ["an example", ""]
    assert file.read_text().startswith(f"here {token(1)}\nthere ghp_...")
    assert not any(token(1) in line for line in run.changes)
    assert [line for line in run.changes if line.startswith(("-h", "+h"))] == []
    file.unlink()  # it holds what is allowed, as it should; nothing else of a run may


def test_a_database_is_neither_read_nor_written(tmp_path: Path) -> None:
    file = tmp_path / "any.db"
    file.write_bytes(b"SQLite format 3\0" + token(1).encode())
    outcome, _ = look(file, fix=True)
    assert [(one.why, outcome.found) for one in outcome.skipped] == [(Why.DATABASE, ())]


def test_a_binary_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\0\1\2" + token(1).encode())
    outcome, _ = look(tmp_path)
    assert [(one.name, one.why) for one in outcome.skipped] == [(str(tmp_path / "f"), Why.BINARY)]


def test_a_secret_in_the_name_of_a_file_is_masked_and_told(tmp_path: Path) -> None:
    (tmp_path / f"{token(3)}.txt").write_text("nothing here")
    (tmp_path / f"{token(4)}.bin").write_bytes(b"\0\1")
    (tmp_path / f"{token(5)}.md").write_text(text())
    outcome, _ = look(tmp_path, fix=True)
    told = (
        [f.place.name for f in outcome.found]
        + [s.name for s in outcome.skipped]
        + list(outcome.fixed + outcome.notes)
    )
    assert len(outcome.notes) == 3
    assert not any(token(seed)[8:] in line for seed in (3, 4, 5) for line in told)


def test_a_very_long_text_is_looked_at_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "_WHOLE", 4000)
    file = tmp_path / "f"
    words = prose(Random(1), 9000)
    file.write_text(f"{words}\nset {token(1)}\n{key_block(2)}\n{words}\nset {token(3)}", encoding="utf-8")
    outcome, _ = look(file, fix=True)
    lines = words.count("\n") + 1
    assert [f.place.line for f in outcome.found] == [lines + 1, lines + 2, 2 * lines + 13]
    assert not look(file)[0].found
