"""The gate: the only way from ``Raw`` to ``Masked``.

Invariants:

* Every message passes; there is no switch, no comment and no option that lets one by.
* It fails closed, per message: whatever goes wrong inside withholds that message whole and says so.
* Overlapping spans become one union; only what lies inside a span changes, the rest is the same text,
  character for character. Detection looks at a folded shadow, never at a changed text.
* A union shows what its strictest member shows.
* Masking a masked text changes nothing.
* No error, finding or mask holds a hidden character of a value.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from safedigest import kept
from safedigest.config import Personal, load_config
from safedigest.cuts import MOST, decide, itself, union
from safedigest.detect.build import finders
from safedigest.detect.engine import Finder
from safedigest.detect.fold import Shadow, fold
from safedigest.detect.interface import Span, Turn
from safedigest.detect.remembered import Memory
from safedigest.detect.said import Said
from safedigest.letters import letters
from safedigest.model import Exchange, Finding, Kind, Message, Note, Role, Segment
from safedigest.talk import repeated, spans_of_run
from safedigest.text import WITHHELD, Mask, Masked, Raw, forge, is_mask, reveal

# A mask of ours in a text: what is found inside it is what it shows. Digits alone behind the dots may be meant:
# "pin...4821".
_SHOWN_MASK: Final = kept.pattern(
    r"(?<![0-9A-Za-z_.*-])[0-9A-Za-z_:-]{2,7}\.{3}(?![0-9]++(?![0-9A-Za-z_-]))[0-9A-Za-z_-]{1,4}+(?![0-9A-Za-z_*-])"
)

Again = Callable[[Shadow, Sequence[Span]], Iterator[Span]]


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


def _heard(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return ``spans`` without those inside a mask that stands in ``text``, and those that yield to a cover.

    So a value that is remembered, or that looks random, is named by its own rule where that finds it too. Nothing
    yields to a rule of a user that shows something: users add and never weaken.
    """
    if "..." in text:
        masks = [found.span() for found in _SHOWN_MASK.finditer(text)]
        spans = [span for span in spans if not _inside(span, masks)]
    firm = [span for span in spans if not span.yields]
    covers = [(cut.start, cut.end) for cut in union([span for span in firm if span.most in (0, MOST)])]
    return firm + [span for span in spans if span.yields and not _inside(span, covers)]


def _inside(span: Span, places: Sequence[tuple[int, int]]) -> bool:
    """Tell whether one of ``places`` (in order, apart) holds the whole of ``span``."""
    at = bisect_right(places, (span.start, 1 << 60)) - 1
    return at >= 0 and span.end <= places[at][1]


def _home(shadow: Shadow, span: Span) -> Span:
    """Map a span back to the text; one that lies outside is a detector's fault, and the text is withheld for it."""
    if not 0 <= span.start < span.end <= len(shadow):
        raise ValueError("a detector gave a span outside the text")
    start, end = shadow.origin(span.start, span.end)
    return span._replace(start=start, end=end)


class Gate:
    """Masks text.

    Without a memory it is immutable, so threads may share it; ``key`` is for fingerprints and stays inside.
    """

    def __init__(
        self, finder: Finder, key: bytes = b"", memory: Memory | None = None, formed: Finder | None = None
    ) -> None:
        self._finder = finder
        self._formed = formed or finder
        self._key = key
        self._memory = memory

    @classmethod
    def default(cls, personal: Personal = Personal.DEFAULT) -> Gate:
        """Make the gate of the shipped rules alone. Raises RuleError where they are not whole."""
        found = finders(wanted=personal.value)
        return cls(found.every, formed=found.formed)

    @classmethod
    def from_home(
        cls,
        home: Path,
        *,
        personal: Personal | None = None,
        key: bytes = b"",
        memory: Memory | None = None,
        keep: bool = True,
    ) -> Gate:
        """Make the gate of a Hermes home: its settings, its owner's rules and the values of its credential files.

        ``personal`` overrides the setting; without ``keep`` nothing is written there. Raises ConfigError and
        RuleError for a file that its owner must correct.
        """
        wanted = personal or load_config(home).personal
        found = finders(wanted=wanted.value, home=home, memory=memory, keep=keep)
        return cls(found.every, key, memory, found.formed)

    def __repr__(self) -> str:
        return "<Gate>"

    def mask(self, raw: Raw | str, role: Role | None = None, before: Sequence[Turn] = ()) -> Masked:
        """Return ``raw`` with every secret masked; a text that cannot be inspected whole becomes ``[withheld]``.

        A plain ``str`` is taken for raw text. ``str()`` of the result is what may be shown.
        """
        return self._mask(raw, role, before, again=repeated)

    def mask_window(self, raw: Raw | str) -> Masked:
        """Mask a window of a longer text: as ``mask``, but each place is judged where it stands.

        A value is not looked for again elsewhere in the window, so what is masked does not hang on where it was cut.
        """
        return self._mask(raw, None, (), again=None)

    def _mask(
        self, raw: Raw | str, role: Role | None, before: Sequence[Turn], *, again: Again | None
    ) -> Masked:
        text = reveal(raw) if isinstance(raw, Raw) else raw
        try:
            shadow = fold(text)
            spans = self._finder.find(shadow, role, before)
            if spans and again is not None:
                spans = [*spans, *again(shadow, spans)]
            return self._apply(text, shadow, spans) if spans else forge((text,))
        except Exception:  # noqa: BLE001  whatever it was, the text did not pass
            return _withheld(text)

    def mask_text(self, text: str) -> str:
        """Return ``text`` with every secret masked, as a plain text."""
        return str(self.mask(Raw(text)))

    def mask_exchange(
        self, question: Raw | str, answer: Raw | str | None = None
    ) -> tuple[Masked, Masked | None]:
        """Mask what a user said and what came back, each seen with the other.

        So a value that only one of the two names is masked in both.
        """
        said = [(Role.USER, question)] + ([] if answer is None else [(Role.ASSISTANT, answer)])
        talk = [
            Message(n, role, t if isinstance(t, Raw) else Raw(t), 0.0) for n, (role, t) in enumerate(said)
        ]
        first, *rest = (message.text for message in self.mask_talks([talk])[0])
        return first, rest[0] if rest else None

    def inspect(self, text: str) -> list[Finding]:
        """Return what ``mask`` would hide in ``text``, in order."""
        return findings(self.mask(Raw(text)))

    @property
    def formed(self) -> Gate:
        """The same gate with those detectors alone that know a secret by its form, whatever stands around it."""
        return Gate(self._formed, self._key)

    def mask_run(self, segments: Sequence[Segment[Raw]], now: float = 0.0) -> list[Segment[Masked]]:
        """Mask the talks of one run together.

        Each message is seen with what was said before it, and a value that was found once is masked wherever
        it stands. ``now`` (epoch seconds) is when the values count as seen, for the memory of later runs.
        """
        masked = self.mask_talks([_said(segment) for segment in segments], now)
        return [_rebuilt(segment, row) for segment, row in zip(segments, masked, strict=True)]

    def mask_talks(
        self, talks: Sequence[Sequence[Message[Raw]]], now: float = 0.0
    ) -> list[list[Message[Masked]]]:
        """Mask talks together, each a row of messages in the order they were said; see ``mask_run``."""
        turns = [[Turn(message.role, fold(reveal(message.text))) for message in talk] for talk in talks]
        try:
            spans = spans_of_run(turns, self._finder.find)
        except Exception:  # noqa: BLE001  what happened between the messages withholds them all
            spans = [[None] * len(talk) for talk in talks]
        masked = [[*map(self._message, *row)] for row in zip(talks, turns, spans, strict=True)]
        self._remember(turns, spans, now)
        return masked

    def knowing(self, talks: Sequence[Sequence[Message[Raw]]], *, short: bool) -> Gate:
        """Return a gate that also knows what was secret in ``talks``: where it stands bare, or cut off by a line.

        With ``short`` it knows short numbers and codes too, which elsewhere may mean something else. What goes wrong
        in a message of ``talks`` is passed over: nothing of it comes out here.
        """
        turns = [[Turn(message.role, fold(reveal(message.text))) for message in talk] for talk in talks]
        said = Said(turns, spans_of_run(turns, self._finder.find), short=short)
        return Gate(self._finder.joined(said), self._key, formed=self._formed)

    def _message(self, message: Message[Raw], turn: Turn, spans: Sequence[Span] | None) -> Message[Masked]:
        text = reveal(message.text)
        try:
            masked = _withheld(text) if spans is None else self._apply(text, turn.shadow, spans)
        except Exception:  # noqa: BLE001  as in mask()
            masked = _withheld(text)
        notes = message.notes
        if any(mask.kind == Kind.WITHHELD.value for mask in masked.masks):
            notes = (*notes, Note.WITHHELD)
        return Message(message.id, message.role, masked, message.time, notes)

    def _remember(
        self, turns: Sequence[Sequence[Turn]], spans: Sequence[Sequence[Sequence[Span] | None]], now: float
    ) -> None:
        """Note the values of this run by fingerprint."""
        if self._memory is None:
            return
        for talk, found in zip(turns, spans, strict=True):
            for turn, row in zip(talk, found, strict=True):
                for span in row or ():
                    self._memory.note(turn.shadow.text[span.start : span.end], now)

    def _apply(self, text: str, shadow: Shadow, spans: Iterable[Span]) -> Masked:
        """Put masks where the spans are; a value that is a mask already stays, and one value has one mask."""
        cuts = union(_heard(text, [_home(shadow, span) for span in spans if span.start != span.end]))
        values = [(cut, text[cut.start : cut.end]) for cut in cuts]
        decided = [(cut, value, *decide(value, cut)) for cut, value in values if not is_mask(value)]
        least: dict[str, str] = {}
        for _, value, _, shown in decided:
            least[value] = min(least.get(value, shown), shown, key=len)
        pieces: list[str | Mask] = []
        at = 0
        for cut, value, span, _ in decided:
            pieces.append(text[at : cut.start])
            mark = self.fingerprint(itself(text, cut))
            pieces.append(Mask(least[value], span.rule, span.kind.value, len(value), mark))
            at = cut.end
        return forge([*pieces, text[at:]])

    def fingerprint(self, value: str) -> str:
        """Return 64 bits of HMAC-SHA-256 over ``value`` as 16 letters; empty where this gate has no key."""
        if not self._key:
            return ""
        digest = hmac.new(self._key, value.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
        return letters(digest, 16)


class Mark(NamedTuple):
    """A mask at ``start:end`` of a text, as it goes from one process of ours to another."""

    start: int
    end: int
    shown: str
    rule: str
    kind: str
    fingerprint: str

    def until(self, end: int) -> Mark:
        """Return the mark cut off at ``end``; of a value that is cut nothing is shown."""
        return self if self.end <= end else self._replace(end=end, shown="***", fingerprint="")


def marks_of(masked: Masked) -> list[Mark]:
    """Read the masks back from a masked text, in offsets of the text as it was given."""
    places = zip(findings(masked), masked.masks, strict=True)
    return [Mark(f.start, f.end, m.shown, m.rule, m.kind, m.fingerprint) for f, m in places]


def marked(text: str, marks: Iterable[Mark]) -> Masked:
    """Put masks that a gate found in ``text`` (in order, apart) where they stand."""
    pieces: list[str | Mask] = []
    at = 0
    for mark in marks:
        pieces += (
            text[at : mark.start],
            Mask(mark.shown, mark.rule, mark.kind, mark.end - mark.start, mark.fingerprint),
        )
        at = mark.end
    return forge([*pieces, text[at:]])


def stand_in(length: int, rule: str, kind: Kind) -> Masked:
    """Return a mask that shows nothing, for ``length`` characters that a caller holds back."""
    return forge([Mask(WITHHELD if kind is Kind.WITHHELD else "***", rule, kind.value, length)])


def _withheld(text: str) -> Masked:
    return forge([Mask(WITHHELD, "withheld", Kind.WITHHELD.value, len(text))])


def _said(segment: Segment[Raw]) -> list[Message[Raw]]:
    return [*segment.heard, *(message for exchange in segment.exchanges for message in _of(exchange))]


def _of(exchange: Exchange[Raw]) -> tuple[Message[Raw], ...]:
    heard = (exchange.question, *exchange.between)
    return heard if exchange.answer is None else (*heard, exchange.answer)


def _rebuilt(segment: Segment[Raw], messages: Sequence[Message[Masked]]) -> Segment[Masked]:
    """Put masked messages, in their order, where the raw ones stood; what was only heard is left out."""
    rest = iter(messages[len(segment.heard) :])
    exchanges = []
    for exchange in segment.exchanges:
        heard = [next(rest) for _ in _of(exchange)]
        exchanges.append(Exchange(heard[0], heard[-1] if exchange.answer else None, exchange.acted))
    return Segment(segment.end, segment.session, tuple(exchanges))


__all__ = ["Gate", "Mark", "findings", "marked", "marks_of", "stand_in"]
