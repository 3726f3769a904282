"""What is cut out of a text, and what of it is shown.

A cut is the union of the spans that overlap. It shows what its strictest member shows: of a vendor's token its public
label and the last characters, of a long key its ends, of anything that a person made up nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from safedigest import kept
from safedigest.detect.interface import Span
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

_HEAD_SHOWN: Final = 7  # characters of a public label; more would not be a mask when read back
_TAIL_SHOWN: Final = 4
MOST: Final = _HEAD_SHOWN + _TAIL_SHOWN  # characters that a mask shows at most
_FIRST_SHOWN: Final = 3  # of a long value without a label
_LEAST_HIDDEN: Final = 12
_BY_FORM: Final = (Kind.VENDOR_TOKEN, Kind.KNOWN)
_LONG: Final = 24
_REPEAT: Final = 3  # an end of this length that stands in the value twice gives away more than itself
_PLAIN_HEAD: Final = kept.pattern(r"[0-9A-Za-z_.:-]*")  # never a quote, a bracket or a sign that ends a value
_PLAIN_TAIL: Final = kept.pattern(r"[0-9A-Za-z_-]*")


@dataclass(frozen=True, slots=True)
class Cut:
    """One union of spans in original offsets, with all it came from (strictest kind first)."""

    start: int
    end: int
    spans: tuple[Span, ...]


def _strictness(kind: Kind) -> int:
    """Order kinds by how little of a value they show: 0 shows most."""
    match kind:
        case Kind.VENDOR_TOKEN:
            return 0
        case Kind.API_KEY | Kind.URL_CREDENTIAL | Kind.WEBHOOK:
            return 1
        case (
            Kind.PASSWORD
            | Kind.PIN
            | Kind.OTP
            | Kind.PASSPHRASE
            | Kind.PRIVATE_KEY
            | Kind.MNEMONIC
            | Kind.COOKIE
            | Kind.PERSONAL
            | Kind.KNOWN
            | Kind.LITERAL
            | Kind.WITHHELD
        ):
            return 2
        case _:
            assert_never(kind)


def _visible(value: str, head: int, tail: int) -> str:
    """Show ``head`` and ``tail`` characters of ``value``, or ``***`` where they give more away or break a line."""
    left, right = value[:head], value[len(value) - tail :]
    if not value.isascii() or _PLAIN_HEAD.fullmatch(left) is None or _PLAIN_TAIL.fullmatch(right) is None:
        return "***"
    ends = [
        part
        for shown in (left, right)
        for part in (shown[:_REPEAT], shown[-_REPEAT:])
        if len(part) == _REPEAT
    ]
    return "***" if any(value.find(part) != value.rfind(part) for part in ends) else f"{left}...{right}"


def show(value: str, span: Span) -> str:
    """Return what a reader sees of ``value``: ``prefix...suffix`` or ``***``."""
    if _strictness(span.kind) == 0 and span.label:
        head = min(span.label, _HEAD_SHOWN, span.most)
        random = len(value) - span.label
        tail = min(_TAIL_SHOWN, random // 3, random - _LEAST_HIDDEN, span.most - head)
        return "***" if tail < 0 else _visible(value, head, tail)
    if _strictness(span.kind) <= 1 and len(value) >= _LONG and span.most >= _FIRST_SHOWN + _TAIL_SHOWN:
        return _visible(value, _FIRST_SHOWN, _TAIL_SHOWN)
    return "***"


def union(spans: Sequence[Span]) -> list[Cut]:
    """Merge spans that overlap or touch inside one another into cuts, in order."""
    groups: list[list[Span]] = []
    end = 0
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if groups and span.start < end:
            groups[-1].append(span)
        else:
            groups.append([span])
            end = span.end
        end = max(end, span.end)
    return [Cut(group[0].start, max(span.end for span in group), tuple(group)) for group in groups]


def decide(value: str, cut: Cut) -> tuple[Span, str]:
    """Return the span that names a cut, its strictest, and what is shown: what that member shows which shows least."""
    strictest = max(cut.spans, key=lambda s: (_strictness(s.kind), s.end - s.start, s.label))
    labelled = (s if s.start == cut.start else s._replace(label=0) for s in cut.spans)
    return strictest, min((show(value, span) for span in labelled), key=len)


def itself(text: str, cut: Cut) -> str:
    """Return the value by which a cut is known again: that of a detector that knows it by its form, else all of it.

    What only the words around it tell may reach a sign too far, in one sentence and not in the next.
    """
    firm = (span for span in cut.spans if not span.yields)
    first = max(firm, key=lambda s: (s.kind in _BY_FORM, s.end - s.start), default=cut)
    return text[first.start : first.end]
