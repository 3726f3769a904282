"""Whole files, and the block in a file of somebody else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest import publish
from safedigest.errors import WriteError
from safedigest.publish import Outcome, find_block, put_block, write_private

BEGIN, END = "<!-- CROSS-PLATFORM:BEGIN — x -->", "<!-- CROSS-PLATFORM:END -->"
BLOCK = f"{BEGIN}\n新的一行\n{END}"
OLD = f"# 手写\n\n{BEGIN}\nold\n{END}\n\n尾巴\n".encode()
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, owners and links of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def left_behind(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.tmp"))


@posix
def test_a_file_of_ours_is_private_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "shared-context" / "DIGEST.md"
    old = os.umask(0)
    try:
        assert write_private(path, b"x") is Outcome.WRITTEN
    finally:
        os.umask(old)
    assert (mode(path), mode(path.parent)) == (0o600, 0o700)


@posix
def test_an_open_folder_and_file_of_ours_are_closed(tmp_path: Path) -> None:
    folder = tmp_path / "shared-context"
    folder.mkdir(0o755)
    path = folder / "DIGEST.md"
    path.write_bytes(b"x")
    path.chmod(0o644)
    assert write_private(path, b"x") is Outcome.WRITTEN
    assert (mode(path), mode(folder)) == (0o600, 0o700)


def test_the_same_content_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "ours" / "f"
    write_private(path, b"x")
    before = path.stat()
    assert write_private(path, b"x") is Outcome.UNCHANGED
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino


def test_a_missing_home_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="No such file"):
        write_private(tmp_path / "gone" / "safedigest" / "f", b"x")
    assert not (tmp_path / "gone").exists()


class FullError(OSError):
    """A full disk."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__(28, "No space left on device")


def fail(*_: object, **__: object) -> None:
    raise FullError


@pytest.mark.parametrize("step", ["os.fsync", "os.replace", "os.fdopen", "os.open", "os.fchmod"])
@pytest.mark.parametrize(
    "write", [lambda path: put_block(path, BLOCK), lambda path: write_private(path, b"new")]
)
def test_whatever_fails_the_old_file_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, write: Callable[[Path], object]
) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    monkeypatch.setattr(step, fail)
    with pytest.raises(WriteError, match=r"AGENTS\.md: could not be written \(No space left"):
        write(path)
    monkeypatch.undo()
    assert path.read_bytes() == OLD
    assert left_behind(tmp_path) == []


def test_a_process_killed_between_two_steps_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        put_block(path, BLOCK)
    assert path.read_bytes() == OLD
    assert left_behind(tmp_path) == []


_KILL = """
import os, sys
from pathlib import Path
from safedigest.publish import put_block
step, path = sys.argv[1:3]
setattr(os, step, lambda *_: os._exit(9))
put_block(Path(path), sys.stdin.read())
"""


@pytest.mark.parametrize("step", ["fchmod", "fsync", "replace"])
def test_a_process_that_is_gone_in_an_instant_leaves_the_old_file(tmp_path: Path, step: str) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    command = [sys.executable, "-c", _KILL, step, str(path)]
    gone = subprocess.run(command, input=BLOCK, text=True, cwd=Path(__file__).parents[1], check=False)
    assert gone.returncode == 9
    assert path.read_bytes() == OLD
    assert len(left_behind(tmp_path)) == 1


def test_what_a_killed_process_left_is_swept_up(tmp_path: Path) -> None:
    path = tmp_path / "f"
    old, young = tmp_path / ".f.aaaa.tmp", tmp_path / ".f.bbbb.tmp"
    for left in (old, young):
        left.write_bytes(b"x")
    os.utime(old, (time.time() - 7200, time.time() - 7200))
    write_private(path, b"y")
    assert left_behind(tmp_path) == [young.name]


def test_a_folder_that_cannot_be_synced_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def no_folders(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise FullError
        return real(path, flags, mode)

    monkeypatch.setattr("os.open", no_folders)
    assert write_private(tmp_path / "f", b"x") is Outcome.WRITTEN


def test_only_what_lies_between_the_markers_changes(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    assert put_block(path, BLOCK).outcome is Outcome.WRITTEN
    assert path.read_bytes() == f"# 手写\n\n{BLOCK}\n\n尾巴\n".encode()
    before = path.stat().st_mtime_ns
    assert put_block(path, BLOCK).outcome is Outcome.UNCHANGED
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (b"\xef\xbb\xbf", b"\n"),
        (b"\xff\xfe not UTF-8 \x00\r\n", b"\n\r\n mixed \n"),
        (b"\xef\xbb\xbf# a\r\n", b"\r\nb\r\n"),
        ("见 `<!-- CROSS-PLATFORM:BEGIN -->` 一行\n".encode(), b"\n"),
    ],
)
def test_the_rest_stays_byte_for_byte(tmp_path: Path, before: bytes, after: bytes) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(before + f"{BEGIN}\n{END}".encode() + after)
    assert put_block(path, BLOCK).outcome is Outcome.WRITTEN
    assert path.read_bytes() == before + BLOCK.encode() + after


# Our own marks stand around a block only where it is broken.
FOREIGN = st.binary(max_size=40).filter(lambda data: b"<!-- CROSS-PLATFORM:" not in data)
INNER = st.text(max_size=20).filter(lambda text: "<!-- CROSS-PLATFORM:" not in text)


@settings(max_examples=60, deadline=None)
@given(FOREIGN, FOREIGN, INNER)
def test_any_bytes_around_the_block_stay(before: bytes, after: bytes, inner: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "AGENTS.md"
        path.write_bytes(before + b"\n" + f"{BEGIN}\n{END}".encode() + b"\n" + after)
        block = f"{BEGIN}\n{inner.replace(chr(13), '')}\n{END}".encode("utf-8", "replace").decode()
        assert put_block(path, block).outcome is Outcome.WRITTEN
        assert path.read_bytes() == before + b"\n" + block.encode() + b"\n" + after


def test_the_line_breaks_of_the_file_are_used(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(f"a\r\n{BEGIN}\r\n{END}\r\nb".encode())
    put_block(path, BLOCK)
    assert path.read_bytes() == ("a\n" + BLOCK + "\nb").replace("\n", "\r\n").encode()
    assert put_block(path, BLOCK).outcome is Outcome.UNCHANGED


@pytest.mark.parametrize("text", ["", "没有标记\n", "一句里提到 <!-- CROSS-PLATFORM:BEGIN --> 的话"])
def test_no_markers_no_block(tmp_path: Path, text: str) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_text(text, encoding="utf-8")
    assert put_block(path, BLOCK).outcome is Outcome.NO_MARKERS
    assert path.read_text(encoding="utf-8") == text


def test_no_file_no_block(tmp_path: Path) -> None:
    assert put_block(tmp_path / "AGENTS.md", BLOCK).outcome is Outcome.NO_FILE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        BEGIN,
        END,
        f"{END}\n{BEGIN}",
        f"{BEGIN}\n{END}\n{BEGIN}\n{END}",
        f"{BEGIN}\n{BEGIN}\n{END}",
        f"{BEGIN}\n{END}\n{END}",
        f"{BEGIN} x\n{END}",
        f"  {BEGIN}\n{END}",
        f"{BEGIN}\n{END} ",
        f"{BEGIN} -->\n{END}",
        "<!-- CROSS-PLATFORM:BEGIN\n" + END,
        f"{BEGIN}\n<!-- CROSS-PLATFORM:END x -->",
    ],
)
def test_broken_markers_are_left_alone_and_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_text(text, encoding="utf-8")
    first, second = put_block(path, BLOCK), put_block(path, BLOCK)
    assert first.outcome is Outcome.BROKEN_MARKERS
    assert first == second
    assert path.read_text(encoding="utf-8") == text


def test_the_same_fault_is_known_again_by_the_content(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_text(BEGIN, encoding="utf-8")
    first = put_block(path, BLOCK).seen
    path.write_text(BEGIN + "\n", encoding="utf-8")
    assert put_block(path, BLOCK).seen != first


@posix
def test_mode_and_owner_stay(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 1234, 2345)
    before = path.stat()
    put_block(path, BLOCK)
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


@posix
def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "there" / "real.md", tmp_path / "AGENTS.md"
    target.parent.mkdir()
    target.write_bytes(OLD)
    link.symlink_to(target)
    assert put_block(link, BLOCK).outcome is Outcome.WRITTEN
    assert link.is_symlink()
    assert BLOCK.encode() in target.read_bytes()


@posix
def test_a_read_only_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(WriteError, match="read-only"):
        put_block(path, BLOCK)
    assert path.read_bytes() == OLD


def test_a_folder_in_its_place_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").mkdir()
    with pytest.raises(WriteError):
        put_block(tmp_path / "AGENTS.md", BLOCK)


def test_what_somebody_writes_meanwhile_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    real, edits = publish._with_breaks, [b"edited\n" + OLD]

    def edit(block: str, old: bytes) -> bytes:
        if edits:
            path.write_bytes(edits.pop())
        return real(block, old)

    monkeypatch.setattr(publish, "_with_breaks", edit)
    assert put_block(path, BLOCK).outcome is Outcome.WRITTEN
    assert path.read_bytes().startswith(b"edited\n# ")
    assert BLOCK.encode() in path.read_bytes()


def test_a_file_that_never_rests_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    monkeypatch.setattr(publish, "_put", lambda *_: None)
    with pytest.raises(WriteError, match="changes all the time"):
        put_block(path, BLOCK)


def test_a_block_is_found_where_it_is() -> None:
    assert find_block(OLD) == (OLD.index(BEGIN.encode()), OLD.index(END.encode()) + len(END))
