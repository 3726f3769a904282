"""The gate: the only way from ``Raw`` to ``Masked``.

Invariants:

* Every message passes; there is no switch, no comment and no option that lets one by.
* It fails closed, per message: whatever goes wrong inside withholds that message whole and says so.
* Overlapping spans become one union; only what lies inside a span changes, the rest is the same text, character for
  character. Detection looks at a folded shadow, never at a changed text.
* A union shows what its strictest member shows.
* Masking a masked text changes nothing.
* No error, finding or mask holds a hidden character of a value.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from safedigest.detect.engine import Finder
from safedigest.detect.fold import Shadow, fold
from safedigest.detect.interface import Span, Turn
from safedigest.model import Exchange, Finding, Kind, Message, Note, Role, Segment
from safedigest.text import WITHHELD, Mask, Masked, Raw, forge, is_mask, reveal

_HEAD_SHOWN: Final = 7  # characters of a public label; more would not be a mask when read back
_TAIL_SHOWN: Final = 4
_FIRST_SHOWN: Final = 3  # of a long value without a label
_LEAST_HIDDEN: Final = 12
_LONG: Final = 24
_REPEAT: Final = 3  # an end of this length that stands in the hidden part too gives that away
_PLAIN_HEAD: Final = re.compile(r"[0-9A-Za-z_.:-]*")  # never a quote, a bracket or a sign that ends a value
_PLAIN_TAIL: Final = re.compile(r"[0-9A-Za-z_-]*")
_CONTEXT: Final = 6  # earlier messages of the talk that a detector may look at


@dataclass(frozen=True, slots=True)
class _Cut:
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
    left, hidden, right = value[:head], value[head : len(value) - tail], value[len(value) - tail :]
    if not value.isascii() or _PLAIN_HEAD.fullmatch(left) is None or _PLAIN_TAIL.fullmatch(right) is None:
        return "***"
    ends = [part for shown in (left, right) for part in (shown[:_REPEAT], shown[-_REPEAT:]) if len(part) == _REPEAT]
    return "***" if any(part in hidden for part in ends) else f"{left}...{right}"


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


def union(spans: Sequence[Span]) -> list[_Cut]:
    """Merge spans that overlap or touch inside one another into cuts, in order."""
    cuts: list[_Cut] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if cuts and span.start < cuts[-1].end:
            last = cuts[-1]
            cuts[-1] = _Cut(last.start, max(last.end, span.end), (*last.spans, span))
        else:
            cuts.append(_Cut(span.start, span.end, (span,)))
    return cuts


def _decide(value: str, cut: _Cut) -> tuple[Span, str]:
    """Return the span that names a cut, its strictest, and what is shown: what that member shows which shows least."""
    strictest = max(cut.spans, key=lambda s: (_strictness(s.kind), s.end - s.start, s.label))
    labelled = (replace(s, label=s.label if s.start == cut.start else 0) for s in cut.spans)
    return strictest, min((show(value, span) for span in labelled), key=len)


def findings(masked: Masked) -> list[Finding]:
    """Read back from a masked text what was masked, in offsets of the text as it was given."""
    found: list[Finding] = []
    at = 0
    for piece in masked:
        if isinstance(piece, Mask):
            found.append(Finding(piece.rule, Kind(piece.kind), at, at + piece.length))
            at += piece.length
        else:
            at += len(piece)
    return found


def _home(shadow: Shadow, span: Span) -> Span:
    """Map a span back to the text; one that lies outside is a detector's fault, and the text is withheld for it."""
    if not 0 <= span.start < span.end <= len(shadow):
        raise ValueError("a detector gave a span outside the text")
    start, end = shadow.origin(span.start, span.end)
    return replace(span, start=start, end=end)


class Gate:
    """Masks text. Immutable, so threads may share it; ``key`` is for fingerprints and stays inside."""

    def __init__(self, finder: Finder, key: bytes = b"") -> None:
        self._finder = finder
        self._key = key

    def __repr__(self) -> str:
        return "<Gate>"

    def mask(self, raw: Raw, role: Role | None = None, before: Sequence[Turn] = ()) -> Masked:
        """Return ``raw`` with every secret masked; a text that cannot be inspected whole becomes ``[withheld]``."""
        text = reveal(raw)
        spans = self._spans(text, role, before)
        return self._withheld(text) if spans is None else self._apply(text, spans)

    def inspect(self, text: str) -> list[Finding]:
        """Return what ``mask`` would hide in ``text``, in order."""
        return findings(self.mask(Raw(text)))

    def _spans(self, text: str, role: Role | None, before: Sequence[Turn]) -> list[Span] | None:
        """Find spans in original offsets; None where anything went wrong."""
        try:
            shadow = fold(text)
            return [_home(shadow, span) for span in self._finder.find(shadow, role, before) if span.start != span.end]
        except Exception:  # noqa: BLE001  whatever it was, the text did not pass
            return None

    def _apply(self, text: str, spans: Sequence[Span]) -> Masked:
        """Put masks where the spans are; a value that is a mask already stays."""
        pieces: list[str | Mask] = []
        at = 0
        for cut in union(spans):
            value = text[cut.start : cut.end]
            if is_mask(value):
                continue
            span, shown = _decide(value, cut)
            pieces.append(text[at : cut.start])
            pieces.append(Mask(shown, span.rule, span.kind.value, len(value), self.fingerprint(value)))
            at = cut.end
        pieces.append(text[at:])
        return forge(pieces)

    def _withheld(self, text: str) -> Masked:
        return forge([Mask(WITHHELD, "withheld", Kind.WITHHELD.value, len(text))])

    def fingerprint(self, value: str) -> str:
        """Return 64 bits of HMAC-SHA-256 over ``value`` as hex; empty where this gate has no key."""
        if not self._key:
            return ""
        return hmac.new(self._key, value.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:16]

    def mask_segment(self, segment: Segment[Raw]) -> Segment[Masked]:
        """Mask a whole talk: each message is seen with what was said before it."""
        before: list[Turn] = []
        exchanges = []
        for exchange in segment.exchanges:
            question = self._message(exchange.question, before)
            answer = self._message(exchange.answer, before) if exchange.answer else None
            exchanges.append(Exchange(question, answer, exchange.acted))
        return Segment(segment.end, segment.session, tuple(exchanges))

    def _message(self, message: Message[Raw], before: list[Turn]) -> Message[Masked]:
        masked = self.mask(message.text, message.role, before[-_CONTEXT:])
        before.append(Turn(message.role, fold(reveal(message.text))))
        notes = message.notes
        if any(m.kind == Kind.WITHHELD.value for m in masked.masks):
            notes = (*notes, Note.WITHHELD)
        return Message(message.id, message.role, masked, message.time, notes)


__all__ = ["Gate", "findings", "show", "union"]
