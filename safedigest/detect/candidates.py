"""Which pieces of a message could be a credential at all: its ASCII runs, without the marks around them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from safedigest.detect import lazy
from safedigest.detect.levels import LONGEST, MASKED, NAME, NEVER, is_number, level
from safedigest.detect.otherwise import is_else
from safedigest.detect.words import is_word
from safedigest.text import is_mask

RUN: Final = lazy.pattern(r"[!-~]++")
_OPEN: Final = "\"'`([{<,;:.|=~"
_CLOSE: Final = "\"'`)]}>,;:.|"
_PARTNER: Final = {")": "(", "]": "[", "}": "{"}
_BOLD = lazy.pattern(r"\*\*(?P<inside>[^*\s].*?)(?:\*\*[,.;:!?]?|\Z)\Z")
_LIST = lazy.pattern(r"[,;|]|(?<=[A-Za-z_])[\"']:(?=[\"'])|&(?=[A-Za-z_][\w.-]{0,40}=)")
_ASKED = lazy.pattern(r"(?:[A-Za-z]+(?:[-_.][A-Za-z]+)*|\d+)\?\Z")
_JOINT = lazy.pattern(r"[,;|/:=]")
NAME_FIRST: Final = lazy.pattern(  # a name that another name stands before: ``AppSecret key: …``
    r"(?i:(?:api|access|app|auth|secret)?[_-]?(?:key|token|secret)|value|access|password|passwd|pwd|pass|code|wif)"
    r"[ \t]{0,2}[:=][ \t]{0,2}(?=[^\s:=/]{6})"
)
_KEPT: Final = 40  # characters of a run that is judged once


class Candidate(NamedTuple):
    """A piece at ``start:end``; ``digits`` where it is a number only, ``spelled`` where it was read out."""

    start: int
    end: int
    level: int
    digits: bool = False
    spelled: bool = False


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out quotes, brackets and sentence marks around ``text[start:end]``; passwords' own ``!`` and ``#`` stay."""
    while start < end and text[start] in _OPEN:
        start += 1
    if (bold := _BOLD.match(text, start, end)) is not None:
        start, end = bold.span("inside")
    while start < end and text[end - 1] in _CLOSE and not _closes(text, start, end):
        end -= 1
    if end - start > 1 and text[end - 1] == "?" and _ASKED.match(text, start, end):
        end -= 1
    return start, end


def unnamed(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out what ``trim`` does, and a name that stands before the value."""
    start, end = trim(text, start, end)
    name = NAME_FIRST.match(text, start, end)
    return (start, end) if name is None else trim(text, name.end(), end)


def _closes(text: str, start: int, end: int) -> bool:
    """Tell whether the last character is a bracket that was opened inside."""
    last = text[end - 1]
    return last in _PARTNER and text.count(last, start, end) <= text.count(_PARTNER[last], start, end)


def candidate(text: str, start: int, end: int) -> Candidate:
    """Judge ``text[start:end]``; what a template puts in is nothing."""
    token = text[start : min(end, start + LONGEST + 1)]  # a longer one is none
    if start and (text[start - 1] == "{" or text.startswith("[-", start - 1)):
        return Candidate(start, end, NEVER)
    return Candidate(start, end, level(token), is_number(token))


def candidates(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Give the ASCII pieces between ``start`` and ``end`` from level NAME, left to right."""
    for run in RUN.finditer(text, start, end):
        low, high = run.span()
        if high - low > _KEPT or (low == start and low) or (high == end and high < len(text)):
            yield from _pieces(text, *unnamed(text, low, high))
        else:
            for first, last, much, digits in _inside(run[0]):
                yield Candidate(low + first, low + last, much, digits)


@lru_cache(maxsize=8192)
def _inside(run: str) -> tuple[tuple[int, int, int, bool], ...]:
    """Return the pieces of a whole run, whatever stands around it: talk says the same words again and again."""
    if run.islower() and run.isalpha() and is_word(run):
        return ()
    return tuple(piece[:4] for piece in _pieces(run, *unnamed(run, 0, len(run))))


def _pieces(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Give a run whole, or its parts where it is a list or where ``/``, ``:`` or ``=`` join words in it."""
    while start < end:
        if mask := _mask_around(text, start, end):
            yield mask
            return
        whole = candidate(text, start, end)
        joint = _LIST.search(text, start, end) or (
            _JOINT.search(text, start, end) if whole.level == NEVER else None
        )
        if joint is None or is_else(text[start:end]):
            if whole.level >= NAME:
                yield whole
            return
        yield from _pieces(text, *unnamed(text, start, joint.start()))
        start, end = unnamed(text, joint.end(), end)


def _mask_around(text: str, start: int, end: int) -> Candidate | None:
    """Return the mask in brackets of which ``text[start:end]`` is the inside, or None."""
    if start and text[start - 1] == "[" and text[end : end + 1] == "]" and is_mask(text[start - 1 : end + 1]):
        return Candidate(start - 1, end + 1, MASKED)
    return None
