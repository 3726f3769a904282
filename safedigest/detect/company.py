"""What stands around a token: credential words, identifier words, vendors, and how people talk about keys.

The lists are data: ``rules/opaque/words.toml`` and ``rules/opaque/vendors*.toml``. Distances are in characters of the
shadow and small: a word counts in its own clause, or in the line above where the token stands alone on its line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Hit
from safedigest.detect.rulefile import shipped_folder
from safedigest.errors import RuleError

_REACH_BEFORE: Final = 120
_REACH_AFTER: Final = 80
_NEAR: Final = 48  # a credential word this close before a token is its label
_CLOSE: Final = 14  # an identifier word this close before a token names it: "commit: ", "单号是 "
_TAIL: Final = 24  # what is said of a token right after it
_CLAUSE = re.compile(r"[\n。；！？]|[.;!?] ")
_WORD = re.compile(r"[A-Za-z0-9\u3400-\u9fff]")
_ASCII_ALNUM: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

_VETO: Final = -9
NAMED: Final = 2  # a credential word as a label, or a plea for secrecy
HINTED: Final = 1  # a credential word somewhere in the clause, a vendor, a phrase about keys


def _pattern(listed: Iterable[str]) -> re.Pattern[str]:
    """Make one pattern of words; a Latin word must stand by itself, ``_`` and ``-`` inside it match any separator."""
    ordered = sorted(listed, key=len, reverse=True)
    latin = "|".join("[-_. ]?".join(map(re.escape, re.split("[-_ ]", word))) for word in ordered if word.isascii())
    other = "|".join(re.escape(word) for word in ordered if not word.isascii())
    return re.compile(rf"(?<![a-z])(?:{latin})s?(?![a-z])|{other}")


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists as patterns over lower-case text."""

    credential: re.Pattern[str]
    identifier: re.Pattern[str]
    object: re.Pattern[str]
    secrecy: re.Pattern[str]
    phrase: re.Pattern[str]


class Table:
    """The lists of ``rules/opaque``, ready for use."""

    def __init__(self, word_lists: Mapping[str, Any], shapes: Mapping[str, Any]) -> None:
        self._lists = word_lists
        names: dict[str, list[str]] = {}
        for shape, entry in shapes.items():
            for name in _names(entry["vendors"]):
                names.setdefault(name, []).append(shape)
        self._vendors = {name: tuple(found) for name, found in names.items()}
        self._shapes = {shape: entry["pattern"] for shape, entry in shapes.items()}
        self._triggers = tuple(word_lists["wake"])
        self.keywords: Sequence[str] = (*self._vendors, *(w for w in self._triggers if w not in self._vendors))
        self._count = len(self._vendors)

    @cached_property
    def words(self) -> Words:
        """The word lists, compiled when the first candidate is looked at."""
        return Words(**{key: _pattern(self._lists[key]) for key in ("credential", "identifier", "object", "secrecy", "phrase")})

    @cached_property
    def _compiled(self) -> dict[str, re.Pattern[str]]:
        return {shape: re.compile(rf"(?:{pattern})\Z") for shape, pattern in self._shapes.items() if pattern}

    def vendor(self, word: int, shadow: Shadow, hit: Hit) -> str | None:
        """Return the vendor that keyword ``word`` names at ``hit``, if it stands there as a word."""
        if word >= self._count:
            return None
        name = self.keywords[word]
        return name if not name.isascii() or _stands_alone(shadow.text, hit.start, hit.end) else None

    def exact(self, vendors: Iterable[str], token: str) -> int:
        """Return 1 if one of ``vendors`` has keys of exactly the shape of ``token``, else 0."""
        known = {shape for name in vendors for shape in self._vendors[name]}
        return int(any((p := self._compiled.get(shape)) is not None and p.match(token) is not None for shape in known))


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether ``start:end`` is a whole name: ``exa`` in ``EXA_KEY`` and ``exaKey``, not in ``example``."""
    left = start == 0 or text[start - 1] not in _ASCII_ALNUM or (text[start - 1].islower() and text[start].isupper())
    right = end == len(text) or text[end] not in _ASCII_ALNUM or (text[end - 1].islower() and text[end].isupper())
    return left and right


class Company:
    """What stands around ``start:end`` of a shadow. ``weight`` sums up what speaks for a key; it is negative for an id."""

    __slots__ = ("after", "before", "size", "vendors", "weight")

    def __init__(self, table: Table, shadow: Shadow, start: int, end: int, vendors: Sequence[tuple[int, int, str]]) -> None:
        low, high = _clause(shadow.lower, start, end)
        self.before = shadow.lower[low:start]
        self.after = shadow.lower[end:high]
        self.size = high - low
        self.vendors = [name for s, e, name in vendors if (low <= s and e <= start) or (end <= s and e <= high)]
        self.weight = self._weigh(table.words)

    def _weigh(self, known: Words) -> int:
        credential = _last_end(known.credential, self.before)
        if self._names_something_else(known, credential):
            return _VETO
        around = f"{self.before}\n{self.after}"
        weight = HINTED if self.vendors else 0
        if known.secrecy.search(around):
            weight += NAMED
        elif known.phrase.search(around):
            weight += HINTED
        if credential >= 0:
            return weight + (NAMED if len(self.before) - credential <= _NEAR else HINTED)
        later = known.credential.search(self.after)
        return weight + (0 if later is None else NAMED if later.start() <= _TAIL else HINTED)

    def _names_something_else(self, known: Words, credential: int) -> bool:
        """Tell whether the nearest name is that of an identifier; ``credential`` is where the last credential word ends."""
        near = len(self.before) - _CLOSE
        identifier = _last_end(known.identifier, self.before, near - _NEAR)
        if identifier >= max(credential, near, 0):
            return True
        if credential >= 0:
            return False
        if _last_end(known.object, self.before, near - _NEAR) >= max(near, 0):
            return True
        found = known.identifier.search(self.after[:_TAIL])
        return found is not None and known.credential.search(self.after[:_TAIL], 0, found.start()) is None


def _last_end(pattern: re.Pattern[str], text: str, start: int = 0) -> int:
    """Return where the last match from ``start`` on ends, or -1."""
    end = -1
    for found in pattern.finditer(text, max(start, 0)):
        end = found.end()
    return end


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the clause around ``start:end``; a token alone on its line takes the line above too."""
    low = max(0, start - _REACH_BEFORE)
    cut = [found.end() for found in _CLAUSE.finditer(text, low, start)]
    found = _CLAUSE.search(text, end, min(len(text), end + _REACH_AFTER))
    high = found.start() if found else min(len(text), end + _REACH_AFTER)
    if not cut:
        return low, high
    while len(cut) > 1 and _WORD.search(text, cut[-1], start) is None:
        cut.pop()
    return (low if len(cut) == 1 and _WORD.search(text, cut[-1], start) is None else cut[-1]), high


def _names(listed: str) -> list[str]:
    return [name for part in listed.replace("\n", ",").split(",") if (name := part.strip())]


@lru_cache(maxsize=1)
def shipped() -> Table:
    """Return the shipped table, read once per process. Raises RuleError if it is missing or broken."""
    folder = shipped_folder() / "opaque"
    try:
        listed = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8"))
        shapes: dict[str, Any] = {}
        for file in sorted(folder.glob("vendors*.toml")):
            shapes |= tomllib.loads(file.read_text(encoding="utf-8"))
        return Table(listed, shapes)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise RuleError(f"rules/opaque: cannot be read ({type(error).__name__}); install safedigest again") from None
