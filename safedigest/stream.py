"""Masks a text that comes in chunks, as early as is safe.

Invariants:

* The output does not depend on the cuts: what is decided is decided at places that only the text itself sets, never
  where a chunk ends.
* It equals ``Gate.mask`` of the whole text where no secret is longer than 64 KiB and nothing hangs on a dialogue or on
  another sighting in the text: a value is masked where its own place gives it away, as ``Gate.mask_window`` does.
* At most 64 KiB wait. A secret that is still open then becomes one ``***`` and is swallowed to its end, and so is a
  token without end, whatever it is: what has no end cannot be inspected.
* After an error, whatever it was, ``[withheld]`` follows and nothing else.

How: a text is looked at again each time it has grown by a step. Released is what stands before a line break that lies
a good way back, with nothing open around it, so that whatever follows cannot change how it is read. Where no such
place comes, nothing is released until 64 KiB wait, and then only as much as must be.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from safedigest.gate import Gate, findings, stand_in
from safedigest.model import Kind
from safedigest.swallow import Swallow
from safedigest.text import EMPTY, Mask, Masked, Raw

MOST_WAITING: Final = 1 << 16  # characters
OVER_LONG: Final = "over-long"  # the rule of what was too long to wait for
CONTEXT: Final = 8192  # characters before what waits that are looked at with it
_LOOK_AHEAD: Final = (
    1024  # characters behind a place of release; more than any rule looks ahead for a plain value
)
_LEAST_STEP: Final = 512
_MOST_STEP: Final = 8192
_FORCED: Final = MOST_WAITING // 2  # characters released at once where nothing but the limit releases any
# A line that may be one of several of a blob: no blank inside, and long.
_DENSE: Final = re.compile(r"[ \t>|\"'+]*[0-9A-Za-z+/=_\\.:-]{24,}[\"'\\,;]*[ \t\r]*\Z")
_OPEN_TOKEN: Final = re.compile(r"[0-9A-Za-z+/=_.~%\\-]+\Z")
_NO_TOKEN: Final = re.compile(r"[^0-9A-Za-z+/=_.~%\\-]")


class Pieces:
    """The stream as masked pieces; ``MaskStream`` is its plain form.

    ``late``: nobody waits for what is released, so as much comes together as may before it is looked at. ``before`` is
    what stands before the stream; it is looked at with it and not released.
    """

    def __init__(self, gate: Gate, *, late: bool = False, before: str = "") -> None:
        self._gate = gate
        self._late = late
        self._text = before  # what was released last, for context, and what waits
        self._done = len(before)  # characters of it that are released
        self._seen = len(before)  # characters of the whole stream before the end of ``_text``
        self._next = len(before) + (
            MOST_WAITING if late else _LEAST_STEP
        )  # how much of the stream must have come for the next look
        self._coming: list[str] = []  # behind ``_text``, not yet looked at
        self._came = 0
        self._swallow: Swallow | None = None
        self._withheld = False
        self._closed = False

    def feed(self, chunk: str) -> Masked:
        """Take in ``chunk`` and return what can be released by now."""
        if self._closed:
            raise ValueError("the stream is closed")
        return self._guarded(chunk, last=False)

    def close(self) -> Masked:
        """Return all that waited. The stream takes nothing more."""
        if self._closed:
            return EMPTY
        self._closed = True
        return self._guarded("", last=True)

    def _guarded(self, chunk: str, *, last: bool) -> Masked:
        """Run, and withhold everything from the first error on."""
        if self._withheld:
            return EMPTY
        parts: list[Masked] = []
        try:
            for part in self._take(_text(chunk)):
                parts.append(part)
                if _stopped(part):
                    return self._stop(parts)
            if last:
                parts.extend(self._finish())
        except Exception:  # noqa: BLE001  whatever it was, the rest did not pass
            return self._stop([*parts, _withheld()])
        return self._stop(parts) if parts and _stopped(parts[-1]) else EMPTY.join(parts)

    def _stop(self, parts: list[Masked]) -> Masked:
        self._withheld = True
        self._text, self._coming, self._swallow = "", [], None
        return EMPTY.join([*parts[:-1], _withheld()])

    def _take(self, chunk: str) -> Iterator[Masked]:
        """Cut what came at the places where the text is looked at, and look."""
        at = 0
        while self._seen + self._came + len(chunk) - at >= self._next:
            size = self._next - self._seen - self._came
            self._coming.append(chunk[at : at + size])
            at, self._came = at + size, self._came + size
            self._arrive()
            yield from self._look()
            self._next = self._seen + self._step()
        self._coming.append(chunk[at:])
        self._came += len(chunk) - at

    def _arrive(self) -> None:
        """Put what came behind the text, but for what is swallowed."""
        new = "".join(self._coming)
        self._seen += len(new)
        self._coming, self._came = [], 0
        if self._swallow is not None:
            new = self._swallow.rest(new)
            if not self._swallow.open:
                self._swallow = None
        self._text += new

    def _step(self) -> int:
        """Return how many more characters must come before the next look.

        It grows with the stream, so that a short one is answered soon and a long one is fast, and with what waits, so
        that a secret which stays open is looked at again few times.
        """
        waiting = len(self._text) - self._done
        if self._late:
            return max(1, MOST_WAITING - waiting)
        step = max(min(max(_LEAST_STEP, self._seen // 8), _MOST_STEP), waiting)
        return max(1, min(step, MOST_WAITING - waiting))

    def _finish(self) -> Iterator[Masked]:
        """Release the rest."""
        self._arrive()
        if self._swallow is not None:
            self._text += self._swallow.last()
        if self._done < len(self._text):
            yield self._release(self._gate.mask_window(Raw(self._text)), len(self._text))

    def _look(self) -> Iterator[Masked]:
        """Release what cannot change any more."""
        waiting = len(self._text) - self._done
        if waiting <= _LOOK_AHEAD:
            return
        masked = self._gate.mask_window(Raw(self._text))
        if _stopped(masked):
            yield masked
            return
        masks = [(f.start, f.end) for f in findings(masked)]
        end = self._place(masks)
        if end is None and waiting >= MOST_WAITING:
            end = self._forced(masks)
            if end is None:
                yield self._overlong()
                return
        if end is not None:
            yield self._release(masked, end)

    def _place(self, masks: list[tuple[int, int]]) -> int | None:
        """Return the last place where the text can be released up to, or None."""
        text, limit = self._text, len(self._text) - _LOOK_AHEAD
        at = text.rfind("\n", self._done, limit) + 1
        while at > self._done:
            if not _inside(masks, at) and not self._in_blob(at):
                return at
            at = text.rfind("\n", self._done, at - 1) + 1
        return None

    def _in_blob(self, at: int) -> bool:
        """Tell whether the lines on both sides of a line break could be of one blob."""
        text = self._text
        before = text[max(text.rfind("\n", 0, at - 1) + 1, at - 1 - _LOOK_AHEAD) : at - 1]
        stop = text.find("\n", at)
        after = text[at : stop if stop >= 0 else len(text)]
        return _DENSE.match(before) is not None and _DENSE.match(after) is not None

    def _forced(self, masks: list[tuple[int, int]]) -> int | None:
        """Return up to where must be released, now that as much waits as may.

        No part of a secret or of a token is; None where nothing else waits.
        """
        text, low = self._text, self._done
        open_token = _OPEN_TOKEN.search(text, max(low, len(text) - MOST_WAITING))
        limit = min(low + _FORCED, open_token.start() if open_token else len(text))
        for start, end in masks:
            if start < limit < end:
                limit = start
        gap = max((m.end() for m in _NO_TOKEN.finditer(text, low, limit)), default=low)
        if not _inside(masks, gap) and gap > low:
            return gap
        before = max((end for _, end in masks if low < end <= limit), default=low)
        return before if before > low else self._first_token(masks)

    def _first_token(self, masks: list[tuple[int, int]]) -> int | None:
        """Return the end of a token or a secret that begins where the waiting text does and ends within it."""
        text, low = self._text, self._done
        end = next((end for start, end in masks if start <= low < end), low)
        found = _NO_TOKEN.search(text, max(end, low))
        stop = end if end > low else (found.end() if found else len(text))
        growing = end > len(text) - _LOOK_AHEAD
        return stop if stop < len(text) and not growing and not _inside(masks, stop) else None

    def _overlong(self) -> Masked:
        """Put one mask for what has no end, and swallow the rest of it as it comes."""
        waiting = self._text[self._done :]
        self._swallow = Swallow(waiting)
        self._text, self._done = "", 0
        return stand_in(len(waiting), OVER_LONG, Kind.PRIVATE_KEY)

    def _release(self, masked: Masked, end: int) -> Masked:
        """Return what waits up to ``end``, and keep what the next look needs."""
        out = _between(masked, self._done, end)
        keep = max(self._text.rfind("\n", 0, max(end - CONTEXT, 0)) + 1, end - 2 * CONTEXT, 0)
        self._text = self._text[keep:]
        self._done = end - keep
        return out


class MaskStream:
    """Masks a text that comes in chunks: ``feed`` each, then ``close``; what both return is the masked text.

    ``gate`` is the gate to mask with, the one of the shipped rules by default. One stream is for one text and one
    thread. What comes out does not depend on where the text is cut, at most 64 KiB wait, and after an error only
    ``[withheld]`` follows.

    >>> stream = MaskStream()
    >>> stream.feed("wifi pass") + stream.feed("word: sunny-") + stream.feed("side-42") + stream.close()
    'wifi password: ***'
    """

    def __init__(self, gate: Gate | None = None) -> None:
        self._pieces = Pieces(gate or Gate.default())

    def __repr__(self) -> str:
        return "<MaskStream>"

    def feed(self, chunk: str) -> str:
        """Take in ``chunk`` and return the masked text that is safe to pass on by now, often nothing.

        Raises ValueError after ``close``.
        """
        return str(self._pieces.feed(chunk))

    def close(self) -> str:
        """Return the rest of the masked text."""
        return str(self._pieces.close())

    def mask(self, chunks: Iterable[str]) -> Iterator[str]:
        """Give the masked text of all ``chunks`` as they come, and close the stream."""
        for chunk in chunks:
            if out := self.feed(chunk):
                yield out
        if out := self.close():
            yield out


def resting(gate: Gate, text: str) -> int:
    """Return the last place near the end of ``text`` where a stream would let go of all before it; 0 for none."""
    low = max(0, len(text) - 2 * CONTEXT - _LOOK_AHEAD)
    stream = Pieces(gate, before=text[low : low + CONTEXT])
    stream._text = text[low:]
    masked = gate.mask_window(Raw(text[low:]))
    if _stopped(masked):
        return 0
    place = stream._place([(f.start, f.end) for f in findings(masked)])
    return low + place if place else 0


def _text(chunk: object) -> str:
    if not isinstance(chunk, str):
        raise TypeError("a chunk must be a str")
    return chunk


def _withheld() -> Masked:
    return stand_in(0, "withheld", Kind.WITHHELD)


def _stopped(masked: Masked) -> bool:
    return any(mask.kind == Kind.WITHHELD.value for mask in masked.masks)


def _between(masked: Masked, low: int, high: int) -> Masked:
    """Return what stands for ``low:high`` of the text as it was given; of a secret cut by a bound nothing is shown."""
    parts: list[Masked] = []
    at = shown = 0
    first = last = 0  # what is whole, in characters of ``str(masked)``
    for piece in masked:
        size = piece.length if isinstance(piece, Mask) else len(piece)
        start, end = max(at, low), min(at + size, high)
        if start < end:
            if isinstance(piece, str):
                first = first if last > first else shown + start - at
                last = shown + end - at
            elif end - start == size:
                first = first if last > first else shown
                last = shown + len(piece)
            else:
                parts += [masked.slice(first, last), stand_in(end - start, piece.rule, Kind.PRIVATE_KEY)]
                first = last = 0
        at, shown = at + size, shown + len(piece)
    return EMPTY.join([*parts, masked.slice(first, last)])


def _inside(places: list[tuple[int, int]], at: int) -> bool:
    """Tell whether ``at`` lies within one of ``places`` (in order, apart), not at its bounds."""
    number = bisect_right(places, (at, -1)) - 1
    return number >= 0 and places[number][0] < at < places[number][1]
