"""One text: through the gate, and what was masked in it as findings with lines and columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from safedigest.audit import Length
from safedigest.gate import Gate, findings, stand_in
from safedigest.model import Finding, Kind
from safedigest.report.found import Found, Place
from safedigest.scan import parts
from safedigest.text import EMPTY, Mask, Masked

_WHOLE: Final = 1 << 20  # characters; a longer text goes through the gate as a stream
_AROUND: Final = 60  # characters shown on each side of a mask


def mask(gate: Gate, text: str) -> Masked:
    """Return ``text`` masked; what is too long to be looked at at once is looked at piece by piece."""
    if len(text) <= _WHOLE:
        return gate.mask(text)
    whole = EMPTY.join(part for part, _ in parts.masked(gate, parts.blocks(text), len(text)))
    known = sum(piece.length if isinstance(piece, Mask) else len(piece) for piece in whole)
    stopped = any(mask_.kind == Kind.WITHHELD.value for mask_ in whole.masks)
    # Of a secret without end not all is kept: where the rest stood nobody knows.
    return stand_in(len(text), "withheld", Kind.WITHHELD) if stopped or known != len(text) else whole


def found_in(masked: Masked, place: Place, text: str | None = None) -> Iterator[Found]:
    """Give what was masked of ``text``, which stands at ``place``, in order.

    Lines go on from that of ``place``. Without ``text`` the line breaks inside what was masked are not counted.
    """
    text = _blanked(masked) if text is None else text
    line, start = place.line, 0  # of the line that ``at`` lies in
    at = 0
    plain, places = masked.plain("x"), masked.mask_spans()
    for number, (finding, mask_) in enumerate(zip(findings(masked), masked.masks, strict=True)):
        line += text.count("\n", at, finding.start)
        start = text.rfind("\n", 0, finding.start) + 1
        at = finding.start
        first, last = _line(plain, places, number)
        yield Found(
            place=_place(place, text, finding, line, start),
            rule=mask_.rule,
            kind=finding.kind,
            shown=mask_.shown,
            length=Length.of(mask_.length),
            fingerprint=mask_.fingerprint,
            context=masked.slice(first, last),
            marks=(places[number][0] - first, places[number][1] - first),
        )


def _blanked(masked: Masked) -> str:
    """Return the text with a sign for each hidden character: offsets are those of the text as it was given."""
    return "".join("\ufffc" * piece.length if isinstance(piece, Mask) else piece for piece in masked)


def _place(place: Place, text: str, finding: Finding, line: int, start: int) -> Place:
    last = text.rfind("\n", finding.start, finding.end)
    return replace(
        place,
        line=line,
        column=finding.start - start + 1,
        end_line=line + text.count("\n", finding.start, finding.end),
        end_column=finding.end - (last + 1 if last >= 0 else start) + 1,
    )


def _line(plain: str, places: list[tuple[int, int]], number: int) -> tuple[int, int]:
    """Return the bounds of what is shown around mask ``number``: of its line, and no other mask in part."""
    low, high = places[number]
    first = max(plain.rfind("\n", 0, low) + 1, low - _AROUND)
    stop = plain.find("\n", high)
    last = min(stop if stop >= 0 else len(plain), high + _AROUND)
    for start, end in places[max(0, number - _AROUND) : number + _AROUND]:
        first = end if start < first < end else first
        last = start if start < last < end else last
    return first, last


def replaced(masked: Masked, text: str, keep: frozenset[str]) -> str:
    """Return ``text`` with masks for what was masked, but for the values whose fingerprint is in ``keep``."""
    parts: list[str] = []
    at = 0
    for piece in masked:
        size = piece.length if isinstance(piece, Mask) else len(piece)
        if isinstance(piece, Mask) and piece.fingerprint not in keep:
            parts.append(piece.shown)
        else:
            parts.append(text[at : at + size])
        at += size
    return "".join(parts)
