"""What is kept for the next start is what would be made anew, and nothing of anybody's words."""

from __future__ import annotations

import ast
import os
import re
import stat
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import safedigest
from safedigest import kept
from tests.fakes.store import FakeStore

PACKAGE = Path(safedigest.__file__).parent
SOURCES = (
    (r"(?P<left>a|b)+(?<!c)\d{2,}(?P<right>[^\W_]++)?", re.IGNORECASE),
    ("[一-鿿ａ-ｚ]{1,3}码(?:是|为)", re.NOFLAG),
    (r"^ x (?= y ) # z", re.VERBOSE | re.MULTILINE),
    (r"(?i:key)(?-i:KEY)|(a)(?:(b)|c)*+", re.DOTALL),
)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Give a place to keep things in, and see that nothing goes on being kept."""
    yield tmp_path / "start.cache"
    kept.end()


def filled(file: Path) -> None:
    """Keep all of ``SOURCES``."""
    kept.begin(str(file))
    for source, flags in SOURCES:
        kept.compiled(source, int(flags))
    kept.end()


def again(file: Path, monkeypatch: pytest.MonkeyPatch) -> list[re.Pattern[str]]:
    """Return all of ``SOURCES`` without a way to compile one."""
    kept.begin(str(file))
    with monkeypatch.context() as patch:
        patch.setattr(re, "compile", lambda *_: pytest.fail("compiled"))
        patch.setattr(kept, "_entry", lambda *_: pytest.fail("compiled"))
        return [kept.compiled(source, int(flags)) for source, flags in SOURCES]


def test_a_kept_pattern_is_the_one_that_is_compiled_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(file)
    found = again(file, monkeypatch)
    assert found == [re.compile(source, flags) for source, flags in SOURCES]  # instruction for instruction
    assert found[0].groupindex == {"left": 1, "right": 2}
    match = found[0].search("x AB1234yz")
    assert match is not None
    assert match.groupdict() == {"left": "B", "right": "yz"}


def test_a_lazy_pattern_is_kept_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(file)
    kept.begin(str(file))
    monkeypatch.setattr(kept, "_entry", lambda *_: pytest.fail("compiled"))
    source, flags = SOURCES[0]
    assert kept.pattern(source, flags).sub("-", "x AB1234yz") == "x -"


def test_it_is_for_the_owner_alone(file: Path) -> None:
    filled(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_nothing_is_written_where_nothing_was_missing(file: Path) -> None:
    filled(file)
    os.utime(file, (1, 1))
    filled(file)
    assert file.stat().st_mtime == 1


ODD = (b"[]", b'{"for": []}', b'{"for": [], "patterns": {}, "tables": {}}')


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"x" * 99,
        *((len(head := zlib.compress(one))).to_bytes(4, "big") + head + b"abc" for one in ODD),
    ],
)
def test_an_odd_file_is_made_anew(file: Path, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(data)
    filled(file)
    assert again(file, monkeypatch) == [re.compile(source, flags) for source, flags in SOURCES]


def test_instructions_that_were_changed_are_made_anew(file: Path) -> None:
    filled(file)
    data = bytearray(file.read_bytes())
    data[-9] ^= 1
    file.write_bytes(data)
    kept.begin(str(file))
    assert kept._store is not None
    assert kept._store.patterns == {}


def test_a_file_of_another_python_or_version_is_made_anew(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(file)
    monkeypatch.setattr(sys, "version", "3.99")
    kept.begin(str(file))
    assert kept._store is not None
    assert kept._store.patterns == {}


def test_instructions_that_python_refuses_are_not_used(file: Path) -> None:
    filled(file)
    kept.begin(str(file))
    assert kept._store is not None
    kept._store.code[:] = type(kept._store.code)("I", [0xFFFF] * len(kept._store.code))
    source, flags = SOURCES[0]
    assert kept.compiled(source, int(flags)) == re.compile(source, flags)


def test_where_python_has_other_ways_patterns_are_compiled_as_ever(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("re._compiler._code")
    filled(file)
    source, flags = SOURCES[0]
    kept.begin(str(file))
    assert kept.compiled(source, int(flags)) == re.compile(source, flags)
    assert not file.exists()


def test_a_table_is_made_once_for_the_same_file(file: Path) -> None:
    for made in ({"a": [1]}, {"never": "made"}):
        kept.begin(str(file))
        assert kept.table("names", b"a = [1]", lambda made=made: made) == {"a": [1]}  # type: ignore[misc]
        kept.end()
    kept.begin(str(file))
    assert kept.table("names", b"a = [2]", lambda: {"a": [2]}) == {"a": [2]}


def test_only_what_stands_in_our_source_is_kept() -> None:
    """A pattern that is made from a value would carry it into the file: such calls stand inside functions."""
    allowed = {
        "detect/lexicon.py",
        "detect/company.py",
        "detect/readout.py",
        "detect/rules.py",
        "noise/fences.py",
        "noise/frames.py",
        "triggers.py",
        "kept.py",
    }  # of word lists, of constants
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.Lambda) and name not in allowed:
                made = [ast.unparse(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)]
                assert not {"kept.pattern", "kept.compiled", "pattern"} & set(made), name


def test_a_second_tick_compiles_nothing_that_the_first_one_did(tmp_path: Path) -> None:
    (tmp_path / "safedigest").mkdir(mode=0o700)
    secret = os.urandom(9).hex()
    (tmp_path / ".env").write_text(f"SHOP_TOKEN={secret}\n")
    with FakeStore(tmp_path / "state.db", now=time.time()) as store:
        store.session("one", "cli")
        store.say("one", f"the password of the harbour is {secret}", "已改好，验证码发你了", 5)
    code = (
        "import sys; from re import _compiler; made = []; real = _compiler.compile\n"
        "def noted(source, flags=0):\n"
        "    frame = sys._getframe(1)\n"
        "    while frame.f_globals['__name__'] in ('re', 're._compiler'): frame = frame.f_back\n"
        "    made.append(frame.f_globals['__name__']); return real(source, flags)\n"
        "_compiler.compile = noted\n"
        "from safedigest import kept, tick\n"
        "entries = []; entry = kept._entry\n"
        "kept._entry = lambda *a: (entries.append(a[1]), entry(*a))[1]\n"
        f"assert tick.main(['--home', {str(tmp_path)!r}]) == 0\n"
        "print(len([name for name in made if name.startswith('safedigest')]), len(entries))"
    )
    counts = []
    for _ in range(2):
        (tmp_path / "safedigest" / "watermark").unlink(missing_ok=True)
        env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
        )
        counts.append([int(number) for number in done.stdout.split()])
    (_, first), (others, second) = counts
    assert first > 50
    assert second == 0
    assert others < 30  # small ones that are not worth keeping; a large one belongs among the kept
    data = (tmp_path / "safedigest" / "start.cache").read_bytes()
    assert secret.encode() not in zlib.decompress(data[4:])
    assert secret.encode() not in data
