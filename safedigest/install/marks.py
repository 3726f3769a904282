"""Sections of ours in Markdown files that people write: found by their marker lines, put in and taken out.

Invariants: all else in the file stays, byte for byte; a section that nobody touched around leaves no trace; markers
that are not one ordered pair of whole lines are a fault, never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from safedigest.publish import Outcome, find_block

_BOM: Final = b"\xef\xbb\xbf"
_FENCE: Final = b"---"
_HEAD: Final = 0.7  # of the characters that a host keeps of a long file, and from its end the next
_TAIL: Final = 0.2
_TITLE: Final = 40  # characters that the host puts before the file


@dataclass(frozen=True, slots=True)
class Markers:
    """What the first and the last line of a section start with; both are whole-line HTML comments."""

    begin: bytes
    end: bytes

    def find(self, data: bytes) -> tuple[int, int] | Outcome:
        """Return where the section is, as ``publish.find_block`` does for the block."""
        starts, ends, at = [], [], 0
        for line in data.split(b"\n"):
            bare = line.removesuffix(b"\r")
            if bare.startswith(self.begin):
                starts.append(at)
            elif bare.startswith(self.end):
                ends.append(at + len(bare))
            at += len(line) + 1
        if not starts and not ends:
            return Outcome.NO_MARKERS
        if len(starts) != 1 or len(ends) != 1 or starts[0] > ends[0]:
            return Outcome.BROKEN_MARKERS
        return starts[0], ends[0]


BLOCK: Final = Markers(b"<!-- CROSS-PLATFORM:BEGIN", b"<!-- CROSS-PLATFORM:END")
SECTION: Final = Markers(b"<!-- SAFEDIGEST:BEGIN", b"<!-- SAFEDIGEST:END")


def find(markers: Markers, data: bytes) -> tuple[int, int] | Outcome:
    """Return where a section is, or why it is nowhere."""
    return find_block(data) if markers is BLOCK else markers.find(data)


def on_top(data: bytes, section: str) -> tuple[bytes, str]:
    """Return the file with a section at its top (behind a table of metadata), and the text that was inserted.

    The top is what a host keeps of a file that is too long.
    """
    at = _start(data)
    lead = "" if data[:at] in (b"", _BOM) or data[:at].endswith(b"\n") else "\n"
    text = f"{lead}{section}\n" + ("\n" if data[at:].strip() else "")
    return data[:at] + _breaks(text, data) + data[at:], text


def at_end(data: bytes, section: str) -> tuple[bytes, str]:
    """Return the file with a section at its end, and the text that was inserted."""
    ended = not data or data.endswith(b"\n")
    apart = not data.strip() or data.endswith((b"\n\n", b"\n\r\n"))
    lead = "\n" * (2 - ended - apart)
    text = f"{lead}{section}\n"
    return data + _breaks(text, data), text


def replaced(markers: Markers, data: bytes, section: str) -> bytes:
    """Return the file with the section's text changed; it must have one."""
    place = find(markers, data)
    assert not isinstance(place, Outcome)  # noqa: S101  callers have looked
    return data[: place[0]] + _breaks(section, data) + data[place[1] :]


def taken_out(markers: Markers, data: bytes, inserted: str) -> bytes | None:
    """Return the file without its section and the blank lines that came with it; None where it has none."""
    place = find(markers, data)
    if isinstance(place, Outcome):
        return None
    start, end = place
    head, _, _ = inserted.partition(markers.begin.decode())
    tail = inserted.rpartition("-->")[2]
    lead, trail = _breaks(head, data), _breaks(tail, data)
    before, after = data[:start], data[end:]
    after = after.removeprefix(trail) if after.startswith(trail) else after.removeprefix(_breaks("\n", data))
    if lead and before.endswith(lead):
        before = before.removesuffix(lead)
        if after.strip() and not before.endswith(b"\n"):  # somebody wrote on below us
            before += _breaks("\n", data)
    return before + after


def guessed(markers: Markers, data: bytes, place: tuple[int, int]) -> str:
    """Return what was probably inserted for a section that is at ``place``: it, and a blank line that parts it."""
    start, end = place
    before, after = (part.replace(b"\r\n", b"\n") for part in (data[:start], data[end:]))
    text = data[start:end].decode().replace("\r\n", "\n")
    if markers is BLOCK:
        return text + ("\n\n" if after.startswith(b"\n\n") else "\n")
    return ("\n" if before.endswith(b"\n\n") else "") + text + "\n"


def kept(data: bytes, place: tuple[int, int], most: int) -> bool:
    """Tell whether what is at ``place`` is in the part that a host keeps of a file, ``most`` characters."""
    text = data.decode("utf-8", "replace")
    start, end = (len(data[:at].decode("utf-8", "replace")) for at in place)
    if len(text) + _TITLE <= most:
        return True
    return end <= int(most * _HEAD) - _TITLE or start >= len(text) - int(most * _TAIL)


def without_stray(markers: Markers, data: bytes) -> bytes:
    """Return the file without any marker line, whole sections but for their first included.

    What stands between markers that are no pair stays: whose it is cannot be told.
    """
    lines = data.split(b"\n")
    marks = [
        (n, line.startswith(markers.begin))
        for n, line in enumerate(lines)
        if line.lstrip().startswith((markers.begin, markers.end))
    ]
    drop = {n for n, _ in marks}
    for (first, begins), (last, begins_too) in pairwise(marks):
        if begins and not begins_too:
            drop.update(range(first, last + 1))
    return b"\n".join(line for n, line in enumerate(lines) if n not in drop)


def _start(data: bytes) -> int:
    """Return where the text of a file starts: behind a byte order mark and a ``---`` table."""
    at = len(_BOM) if data.startswith(_BOM) else 0
    lines = data[at:].splitlines(keepends=True)
    if lines and lines[0].rstrip() == _FENCE:
        length = len(lines[0])
        for line in lines[1:]:
            length += len(line)
            if line.rstrip() == _FENCE:
                return at + length
    return at


def _breaks(text: str, data: bytes) -> bytes:
    return (text.replace("\n", "\r\n") if b"\r\n" in data else text).encode()
