"""Unsafe text and safe text are different types, and neither is a ``str``.

Invariants:

* ``Raw`` is what somebody wrote. It answers yes/no questions and gives other ``Raw`` values; it cannot be
  printed, formatted, copied, pickled or turned into JSON. ``reveal`` reads it, and only the gate may call
  that (the linter holds it).
* ``Masked`` is what may be written. It is a row of plain pieces and ``Mask`` atoms, closed under its own
  operations: no operation cuts an atom, and none makes plain text out of ``Raw``. Only the gate (``forge``)
  and literals in our own source (``literal``) make one.
* ``Raw`` has no operation that cuts by length: what is cut first is masked too late.

This guards against mistakes, not against hostile code in the same process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, LiteralString, NoReturn, Self, SupportsIndex

from safedigest import kept
from safedigest.plugin.records import dataclass

_NO_TEXT: Final = "raw text has no text form; mask it first"


class Raw:
    """Unmasked text: closed under its operations, mute towards every sink."""

    __slots__ = ("__text",)

    def __init__(self, text: str, /) -> None:
        if type(text) is not str:
            raise TypeError("Raw takes a str")
        self.__text = text

    def __repr__(self) -> str:
        return f"<Raw {len(self.__text)} chars>"

    def __len__(self) -> int:
        return len(self.__text)

    def __bool__(self) -> bool:
        """Tell whether there is anything but white space."""
        return bool(self.__text) and not self.__text.isspace()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Raw) and self.__text == other.__text

    def __hash__(self) -> int:
        return hash(self.__text)

    def startswith(self, prefix: str | tuple[str, ...], /) -> bool:
        """Tell whether the text begins so."""
        return self.__text.startswith(prefix)

    def contains(self, part: str, /) -> bool:
        """Tell whether ``part`` stands in the text."""
        return part in self.__text

    def matches(self, pattern: re.Pattern[str], /) -> bool:
        """Tell whether ``pattern`` matches at the start of the text."""
        return pattern.match(self.__text) is not None

    def before(self, mark: str, /) -> Raw:
        """Return what stands before the first ``mark``; all of the text where there is none."""
        return Raw(self.__text.partition(mark)[0])

    def after(self, mark: str, /) -> Raw:
        """Return what stands after the first ``mark``; nothing where there is none."""
        return Raw(self.__text.partition(mark)[2])

    def after_last(self, mark: str, /) -> Raw:
        """Return what stands after the last ``mark``; nothing where there is none."""
        _, found, rest = self.__text.rpartition(mark)
        return Raw(rest if found else "")

    def without(self, pattern: re.Pattern[str], /) -> Raw:
        """Return the text with every match of ``pattern`` left out."""
        return Raw(pattern.sub("", self.__text))

    def without_lead(self, pattern: re.Pattern[str], /) -> Raw:
        """Return the text without a match of ``pattern`` at its start."""
        found = pattern.match(self.__text)
        return Raw(self.__text[found.end() :]) if found else self

    def strip(self) -> Raw:
        """Return the text without white space at both ends."""
        return Raw(self.__text.strip())

    @staticmethod
    def join(separator: str, parts: Iterable[Raw], /) -> Raw:
        """Join raw parts to one raw text."""
        return Raw(separator.join(part.__text for part in parts))

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(_NO_TEXT)

    __str__ = __format__ = __iter__ = __getitem__ = __add__ = __radd__ = __mod__ = _refuse
    __copy__ = __deepcopy__ = __getstate__ = __reduce__ = _refuse

    def __reduce_ex__(self, _: SupportsIndex, /) -> NoReturn:
        raise TypeError(_NO_TEXT)

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("Raw is closed")


def reveal(raw: Raw, /) -> str:
    """Return the text of ``raw``. For the gate alone."""
    return raw._Raw__text  # type: ignore[attr-defined,no-any-return]


@dataclass(frozen=True, slots=True)
class Mask:
    """What stands where a secret stood: an atom that is never cut, escaped or joined into.

    ``shown`` is all a reader sees. ``length`` counts the characters (code points) that were hidden.
    ``fingerprint`` is a keyed digest of the value (hex), or empty where no key is at hand.
    """

    shown: str
    rule: str
    kind: str
    length: int
    fingerprint: str = ""

    def __len__(self) -> int:
        return len(self.shown)


_FORGE: Final = object()


class Masked:
    """Text that has passed the gate: plain pieces and masks, in order."""

    __slots__ = ("_pieces",)

    def __init__(self, pieces: Iterable[str | Mask], key: object, /) -> None:
        if key is not _FORGE:
            raise TypeError("Masked is made by the gate; use literal() for text of our own")
        self._pieces = _tidied(pieces)

    def __str__(self) -> str:
        plain = self._alone()
        return "".join(p if isinstance(p, str) else p.shown for p in self._pieces) if plain is None else plain

    def _alone(self) -> str | None:
        """Return the text where it has no mask, as most have; None where it has."""
        pieces = self._pieces
        if not pieces:
            return ""
        return pieces[0] if len(pieces) == 1 and isinstance(pieces[0], str) else None

    def __repr__(self) -> str:
        return f"<Masked {len(self)} chars, {len(self.masks)} masks>"

    def __len__(self) -> int:
        return sum(map(len, self._pieces))

    def __bool__(self) -> bool:
        """Tell whether there is anything but white space."""
        return any(isinstance(p, Mask) or not p.isspace() for p in self._pieces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Masked) and self._pieces == other._pieces

    def __hash__(self) -> int:
        return hash(self._pieces)

    def __add__(self, other: Masked) -> Masked:
        if not isinstance(other, Masked):
            return NotImplemented
        return Masked(self._pieces + other._pieces, _FORGE)

    @property
    def pieces(self) -> tuple[str | Mask, ...]:
        """The pieces in order; no two plain ones stand side by side."""
        return self._pieces

    @property
    def masks(self) -> tuple[Mask, ...]:
        """The masks in order."""
        return tuple(p for p in self._pieces if isinstance(p, Mask))

    def join(self, parts: Iterable[Masked], /) -> Masked:
        """Join ``parts`` with this text between them."""
        pieces: list[str | Mask] = []
        for number, part in enumerate(parts):
            if number:
                pieces.extend(self._pieces)
            pieces.extend(part._pieces)
        return Masked(pieces, _FORGE)

    def map_plain(self, change: Callable[[str], str], /) -> Masked:
        """Return the text with every plain piece changed; masks stay as they are."""
        return Masked([change(p) if isinstance(p, str) else p for p in self._pieces], _FORGE)

    def slice(self, start: int, end: int, /) -> Masked:
        """Return what lies in ``start:end`` (characters of ``str(self)``); a mask that is cut by a bound stays out."""
        plain = self._alone()
        if plain is not None:
            return Masked((plain[max(start, 0) : max(end, 0)],), _FORGE)
        pieces: list[str | Mask] = []
        at = 0
        for piece in self._pieces:
            low, high = max(start - at, 0), min(end - at, len(piece))
            if isinstance(piece, str):
                if low < high:
                    pieces.append(piece[low:high])
            elif low == 0 and high == len(piece):
                pieces.append(piece)
            at += len(piece)
        return Masked(pieces, _FORGE)

    def clip(self, limit: int, /, mark: str = "…") -> Masked:
        """Return at most ``limit`` characters; a shortened text ends in ``mark``."""
        if len(self) <= limit:
            return self
        kept = self.slice(0, max(limit - len(mark), 0))
        return kept + Masked([mark[:limit]], _FORGE)

    def splice(self, edits: Iterable[tuple[int, int, Masked]], /) -> Masked:
        """Return the text with each ``start:end`` (in order, apart) replaced by other masked text.

        Raises ValueError where a range reaches into a mask: an atom is never cut.
        """
        parts: list[Masked] = []
        masks = self.mask_spans()
        at = 0
        for start, end, new in edits:
            if start < at or end < start or any(left < end and start < right for left, right in masks):
                raise ValueError("an edit must lie in plain text, after the one before it")
            parts += [self.slice(at, start), new]
            at = end
        return EMPTY.join([*parts, self.slice(at, len(self))])

    def mask_spans(self) -> list[tuple[int, int]]:
        """Give where the masks stand, in characters of ``str(self)``."""
        spans = []
        at = 0
        for piece in self._pieces:
            if isinstance(piece, Mask):
                spans.append((at, at + len(piece)))
            at += len(piece)
        return spans

    def split(self, separator: str, /) -> tuple[Masked, ...]:
        """Split at every ``separator`` that stands in plain text."""
        plain = self._alone()
        if plain is not None:
            return tuple(Masked((part,), _FORGE) for part in plain.split(separator))
        rows: list[list[str | Mask]] = [[]]
        for piece in self._pieces:
            if isinstance(piece, Mask):
                rows[-1].append(piece)
                continue
            first, *rest = piece.split(separator)
            rows[-1].append(first)
            rows.extend([part] for part in rest)
        return tuple(Masked(row, _FORGE) for row in rows)

    def lines(self) -> tuple[Masked, ...]:
        """Split into lines at the line feed; a mask is never split."""
        return self.split("\n")

    def strip(self) -> Masked:
        """Return the text without white space at both ends."""
        plain = str(self)
        start = len(plain) - len(plain.lstrip())
        return self.slice(start, max(start, len(plain.rstrip())))

    def plain(self, blank: str = "\ufffc") -> str:
        """Return the text with one ``blank`` (one character) for every character of a mask: same length and offsets.

        For code that decides by looking at words and must not look at what a mask shows.
        """
        plain = self._alone()
        return (
            "".join(p if isinstance(p, str) else blank * len(p) for p in self._pieces)
            if plain is None
            else plain
        )

    def __iter__(self) -> Iterator[str | Mask]:
        return iter(self._pieces)

    def __reduce_ex__(self, _: SupportsIndex, /) -> NoReturn:
        raise TypeError("masked text is not pickled; write str(masked)")

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("Masked is closed")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


def _tidied(pieces: Iterable[str | Mask]) -> tuple[str | Mask, ...]:
    """Glue neighbouring plain pieces and drop empty ones, so that equal texts are equal."""
    row = pieces if type(pieces) is tuple or type(pieces) is list else list(pieces)
    try:
        text = "".join(row)  # type: ignore[arg-type]
    except TypeError:  # there is a mask; most texts have none
        return tuple(_tidy(row))
    return (text,) if text else ()


def _tidy(pieces: Iterable[str | Mask]) -> Iterator[str | Mask]:
    plain: list[str] = []
    for piece in pieces:
        if isinstance(piece, Mask):
            if plain:
                yield "".join(plain)
                plain = []
            yield piece
        elif piece:
            plain.append(piece)
    if plain:
        yield "".join(plain)


def forge(pieces: Iterable[str | Mask], /) -> Masked:
    """Make masked text from pieces whose plain parts were inspected. For the gate alone."""
    return Masked(pieces, _FORGE)


def literal(text: LiteralString, /) -> Masked:
    """Make masked text from a literal of our own source."""
    return Masked([text], _FORGE)


_TAG = kept.pattern(r"[0-9A-Za-z _.:/+-]{0,64}\Z")


def tag(text: str, /) -> Masked:
    """Make masked text from a short name, number or time of ours: at most 64 of ``[0-9A-Za-z _.:/+-]``.

    Raises ValueError on anything else: words of a chat do not come in by this door.
    """
    if _TAG.match(text) is None:
        raise ValueError("not a plain short name")
    return Masked([text], _FORGE)


EMPTY: Final = literal("")
WITHHELD: Final = "[withheld]"

# What counts as a mask already: the whole value must have this form (at most 7 characters, dots or stars, at most 4).
_PART = r"\S{0,7}?(?:\.{3}|…|\*{3,})\S{0,4}"
_BRACKETED = r"\[(?:masked|withheld|REDACTED[^\]\n]{0,60})\]"
_MASK = kept.pattern(rf"(?:{_PART}|{_BRACKETED})\Z")
_MASKS = kept.pattern(
    rf"(?:{_BRACKETED})*(?:{_PART})?(?:{_BRACKETED})*\Z"
)  # one with withheld text beside it


def is_mask(value: str, /) -> bool:
    """Tell whether the whole of ``value`` has the form of a mask (ours or a peer's)."""
    return _MASK.match(value) is not None or ("]" in value and _MASKS.match(value) is not None)
