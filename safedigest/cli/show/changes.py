"""What a sync changes, as a unified diff of which both sides have passed the gate."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from safedigest.config import load_config
from safedigest.gate import Gate
from safedigest.publish import read_block
from safedigest.sync import Draft, digest_path
from safedigest.text import Raw


def read(home: Path) -> list[tuple[Path, list[str]]]:
    """Return the lines of what stands in the targets now, masked: whoever wrote it, it is not trusted."""
    config = load_config(home)
    gate = Gate.from_home(home, personal=config.personal)
    agents = config.agents_file(home)
    found = [(digest_path(home), _text(digest_path(home))), (agents, read_block(agents))]
    return [(path, str(gate.mask(Raw(text))).splitlines(keepends=True)) for path, text in found]


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def lines(home: Path, before: list[tuple[Path, list[str]]], draft: Draft) -> Iterator[str]:
    """Give the lines of the diff."""
    after = [f"{draft.full.text}\n", f"{draft.block}\n"]
    for (path, old), new in zip(before, after, strict=True):
        name = str(path.relative_to(home) if path.is_relative_to(home) else path)
        yield from difflib.unified_diff(old, new.splitlines(keepends=True), f"{name} (now)", f"{name} (new)")
