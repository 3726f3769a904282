"""Which files are read, and that all others are named."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from safedigest.errors import ConfigError
from safedigest.report.found import Skipped, Trouble, Why
from safedigest.scan import walk as module
from safedigest.scan.walk import check, walk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and modes of POSIX")


def names(top: Path, *paths: Path) -> tuple[list[str], dict[str, Why]]:
    """Return what is read and what is skipped, relative to ``top``."""
    steps = list(walk(paths or [top]))
    read = [str(step.relative_to(top)) for step in steps if isinstance(step, Path)]
    return read, {os.path.relpath(step.name, top): step.why for step in steps if isinstance(step, Skipped)}


def test_a_folder_is_walked_to_its_depth_in_a_steady_order(tmp_path: Path) -> None:
    for name in ("b.md", "a.md", "x/deep/.hidden", "x/deep/c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("words")
    assert names(tmp_path) == (["a.md", "b.md", "x/deep/.hidden", "x/deep/c"], {})


def test_a_link_that_leads_out_is_named_and_not_followed(tmp_path: Path) -> None:
    outside, top = tmp_path / "outside", tmp_path / "top"
    outside.mkdir()
    top.mkdir()
    (outside / "f").write_text("words")
    (top / "file").symlink_to(outside / "f")
    (top / "folder").symlink_to(outside)
    (top / "up").symlink_to("..")
    assert names(top) == ([], {"file": Why.LINK, "folder": Why.LINK, "up": Why.LINK})


def test_a_link_inside_is_read_once_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("words")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "loop").symlink_to(".")
    assert names(tmp_path) == (["real"], {})


def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("words")
    (tmp_path / "link").symlink_to("real")
    assert names(tmp_path, tmp_path / "link") == (["link"], {})


def test_what_is_named_twice_is_read_once_and_each_hard_link_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("words")
    os.link(tmp_path / "a", tmp_path / "b")
    assert names(tmp_path, tmp_path / "a", tmp_path, tmp_path / "a")[0] == ["a", "b"]


def test_huge_and_special_files_and_a_repository_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    (tmp_path / "huge").write_bytes(b"x" * 11)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("words")
    assert names(tmp_path) == ([], {"huge": Why.HUGE, "pipe": Why.SPECIAL, ".git": Why.OBJECTS})


def test_a_folder_that_cannot_be_read_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shut").mkdir()
    scandir = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    (trouble,) = walk([tmp_path])
    assert trouble == Trouble(str(tmp_path / "shut"), "Permission denied")


def test_a_path_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        check([tmp_path, tmp_path / "gone"])
