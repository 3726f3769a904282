"""What stands around a token: credential words, identifier words, vendors, and how people talk about keys.

The lists are data: ``rules/opaque/words.toml`` and ``rules/opaque/vendors*.toml``. Distances are in
characters of the shadow and small: a word counts in its own clause, or in the line above where the token
begins its line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

from safedigest import kept
from safedigest.detect import lazy, words
from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Hit
from safedigest.detect.rulefile import shipped_folder
from safedigest.errors import RuleError
from safedigest.plugin.records import dataclass

_REACH_BEFORE: Final = 120
_REACH_AFTER: Final = 80
_BESIDE: Final = 6  # a credential word this close before a token is its label: "key: ", "密钥是「"
_NEAR: Final = 48  # a credential word this close before a token speaks of it
_CLOSE: Final = 14  # an identifier word this close before a token names it: "commit: ", "单号是 "
_TAIL: Final = 24  # what is said of a token right after it
_CLAUSE = lazy.pattern(r"[\n。；！？]|[.;!?] ")
_WORD = lazy.pattern(r"[A-Za-z0-9\u3400-\u9fff]")
_LABEL = lazy.pattern(r"(?:^|[\s,，。；;|{(（\"'])[^\s:=][^:=\n]{0,30}[:=]\s?[\"'`「“]?\Z")  # "name: "
_DRAWN = lazy.pattern(r"[a-z0-9+/_-]{20,}+")
_ALNUM: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

_VETO: Final = -9
LABELLED: Final = 3  # a credential word right before it
NAMED: Final = 2  # a credential word close by, or a plea for secrecy
HINTED: Final = 1  # a credential word somewhere in the clause, a vendor, a phrase about keys, any label


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists as patterns over lower-case text; ``words.toml`` says what each is."""

    credential: re.Pattern[str]
    identifier: re.Pattern[str]
    object: re.Pattern[str]
    secrecy: re.Pattern[str]
    phrase: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Vendor:
    """A vendor's ``name`` at ``start:end`` of a shadow."""

    name: str
    start: int
    end: int


class Table:
    """The lists of ``rules/opaque``, ready for use.

    ``word_lists`` maps a list's name to its words, ``shapes`` each spelling of a vendor's name to the patterns that its
    keys have, see ``by_name``.
    """

    def __init__(self, word_lists: Mapping[str, Sequence[str]], shapes: Mapping[str, Sequence[str]]) -> None:
        self._lists = word_lists
        self._shapes = names = shapes
        self._count = len(names)
        self.keywords: Sequence[str] = (*names, *(word for word in word_lists["wake"] if word not in names))

    @cached_property
    def words(self) -> Words:
        """The word lists, compiled when the first candidate is looked at."""
        return Words(**{name: _pattern(self._lists[name]) for name in Words.__slots__})

    def named(self, shadow: Shadow, hits: Iterable[Hit]) -> Vendors:
        """Return the vendors that ``hits`` name; a Latin name counts only as a whole word."""
        ours = [hit for hit in hits if hit.word < self._count]
        found = [Vendor(self.keywords[hit.word], hit.start, hit.end) for hit in ours]
        text = shadow.text
        return Vendors(v for v in found if not v.name.isascii() or _stands_alone(text, v.start, v.end))

    def fits(self, vendors: Iterable[str], token: str) -> int:
        """Return 1 if one of ``vendors`` has keys of exactly this shape, else 0."""
        shapes = {shape for name in vendors for shape in self._shapes[name]}
        return int(any(re.fullmatch(shape, token) is not None for shape in shapes))


def _pattern(listed: Iterable[str]) -> re.Pattern[str]:
    """Make one pattern of words; a Latin word stands by itself, any separator or none may be inside it."""
    ordered = sorted(listed, key=len, reverse=True)
    latin = _by_head([word for word in ordered if word.isascii()])
    other = _by_head([word for word in ordered if not word.isascii()])
    return kept.pattern(rf"(?<![a-z])(?:{latin})s?(?![a-z])|(?:{other})")


def _by_head(words_: Sequence[str]) -> str:
    """Return what matches one of ``words_``; those with one first character share it, so that few are tried."""
    rests: dict[str, list[str]] = {}
    for word in words_:
        parts = re.split("[-_ ]", word[1:]) if word.isascii() else [word[1:]]
        rests.setdefault(word[0], []).append("[-_. ]?".join(map(re.escape, parts)))
    return "|".join(f"{re.escape(head)}(?:{'|'.join(row)})" for head, row in rests.items()) or "(?!)"


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether ``start:end`` is a whole name: ``exa`` in ``EXA_KEY`` and ``exaKey``, not in ``exact``."""
    left = start == 0 or text[start - 1] not in _ALNUM or _is_hump(text, start)
    return left and (end == len(text) or text[end] not in _ALNUM or _is_hump(text, end))


def _is_hump(text: str, at: int) -> bool:
    return text[at - 1].islower() and text[at].isupper()


class Vendors:
    """The vendors that a text names, in order of their place; those of a part are found without asking all."""

    __slots__ = ("_named", "_starts")

    def __init__(self, named: Iterable[Vendor] = ()) -> None:
        self._named = sorted(named, key=lambda v: v.start)
        self._starts = [v.start for v in self._named]

    def within(self, low: int, high: int) -> list[Vendor]:
        """Return those that begin in ``low:high``."""
        return self._named[bisect_left(self._starts, low) : bisect_left(self._starts, high)]


class Company:
    """What stands around ``start:end`` of a lower-case text.

    ``size`` counts the characters looked at.
    """

    __slots__ = ("_after", "_before", "_bounds", "_gap", "_weight", "size")

    def __init__(self, known: Words, lower: str, start: int, end: int) -> None:
        low, high = self._bounds = _clause(lower, start, end)
        self.size = high - low
        self._before = _DRAWN.sub(_blank, lower[low:start])
        self._after = _DRAWN.sub(_blank, lower[end:high])
        self._gap = end - start
        self._weight = self._weigh(known)

    @classmethod
    def of(cls, known: Words, shadow: Shadow, start: int, end: int) -> Company:
        """Return the company of ``start:end``, which is looked at once however many ask."""
        seen: Company | None = shadow.memo.get((cls, start, end))
        if seen is None:
            seen = shadow.memo[cls, start, end] = cls(known, shadow.lower, start, end)
        return seen

    def named(self, vendors: Vendors) -> list[str]:
        """Return which of ``vendors`` are named in the clause."""
        low, high = self._bounds
        clause = [v for v in vendors.within(low, high) if v.end <= high]
        if not clause:
            return []
        seen = f"{self._before}{' ' * self._gap}{self._after}"
        return [v.name for v in clause if seen[v.start - low : v.end - low] == v.name]

    def weight(self, vendors: Sequence[str] = ()) -> int:
        """Sum up what speaks for a key; negative where the nearest name is that of an identifier."""
        return self._weight + (HINTED if vendors and self._weight != _VETO else 0)

    def _weigh(self, known: Words) -> int:
        credential = _last_end(known.credential, self._before)
        if self._names_something_else(known, credential):
            return _VETO
        weight = 0
        around = f"{self._before}\n{self._after}"
        if known.secrecy.search(around):
            weight += NAMED
        else:
            weight += min(NAMED, HINTED * len(set(known.phrase.findall(around))))
        if credential >= 0:
            gap = len(self._before) - credential
            return weight + (LABELLED if gap <= _BESIDE else NAMED if gap <= _NEAR else HINTED)
        if _LABEL.search(self._before):
            weight += HINTED
        later = known.credential.search(self._after)
        return weight + (0 if later is None else NAMED if later.start() <= _TAIL else HINTED)

    def _names_something_else(self, known: Words, credential: int) -> bool:
        """Tell whether an identifier is named last; the last credential word ends at ``credential``."""
        close = len(self._before) - _CLOSE
        if _last_end(known.identifier, self._before, close - _NEAR) >= max(credential, close, 0):
            return True
        if credential >= 0:
            return False
        if _last_end(known.object, self._before, close - _NEAR) >= max(close, 0):
            return True
        tail = self._after[:_TAIL]
        found = known.identifier.search(tail)
        if found is not None:
            return known.credential.search(tail, 0, found.start()) is None
        return known.identifier.search(self._before) is not None and not known.credential.search(self._after)


def _blank(run: re.Match[str]) -> str:
    """Blank out a long run that is no name: words are not looked for inside keys."""
    return run[0] if "_" in run[0] or not words.looks_random(run[0]) else " " * len(run[0])


def _last_end(pattern: re.Pattern[str], text: str, start: int = 0) -> int:
    """Return where the last match from ``start`` on ends, or -1."""
    end = -1
    for found in pattern.finditer(text, max(start, 0)):
        end = found.end()
    return end


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the clause around ``start:end``; where a token begins its line, from above."""
    low = max(0, start - _REACH_BEFORE)
    cuts = [low, *(found.end() for found in _CLAUSE.finditer(text, low, start))]
    while len(cuts) > 1 and _WORD.search(text, cuts[-1], start) is None:
        cuts.pop()
    stop = _CLAUSE.search(text, end, min(len(text), end + _REACH_AFTER))
    return cuts[-1], stop.start() if stop else min(len(text), end + _REACH_AFTER)


def _split(listed: str) -> list[str]:
    return [name for part in listed.replace("\n", ",").split(",") if (name := part.strip())]


_JOINED: Final = tuple(str.maketrans(dict.fromkeys(" .-", joined)) for joined in ("_", "-", ""))


def _spellings(name: str) -> set[str]:
    """Return ``name`` and how it stands in names of variables: ``last.fm``, ``last_fm``, ``last-fm``, ``lastfm``."""
    if not name.isascii() or name.isalnum():
        return {name}
    return {name, *(name.translate(joined) for joined in _JOINED)}


def by_name(shapes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the patterns by each spelling of a vendor's name.

    ``shapes`` are pairs of a pattern (empty for none) and the spellings of the vendors whose keys have it, a line each.
    """
    names: dict[str, list[str]] = {}
    for pattern, spelled in shapes:
        for written in spelled.split("\n"):
            names.setdefault(written, []).extend([pattern] if pattern else [])
    return names


def spelled_out(shapes: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return ``shapes`` for ``by_name``: of pairs whose vendors stand between commas and line breaks."""
    return [
        (pattern, "\n".join(written for name in _split(listed) for written in sorted(_spellings(name))))
        for pattern, listed in shapes
    ]


def _vendors(files: Iterable[bytes]) -> list[tuple[str, str]]:
    import tomllib  # noqa: PLC0415  slow to read in, and most runs find the tables parsed

    tables = [tomllib.loads(data.decode("utf-8")) for data in files]
    return spelled_out(
        (str(one["pattern"]), str(one["vendors"])) for table in tables for one in table.values()
    )


@lru_cache(maxsize=1)
def shipped() -> Table:
    """Return the shipped table, read once per process. Raises RuleError if it is missing or broken."""
    folder = shipped_folder() / "opaque"
    try:
        files = [file.read_bytes() for file in sorted(folder.glob("vendors*.toml"))]
        shapes = by_name(kept.table("opaque/vendors", b"\0".join(files), lambda: _vendors(files)))
        table = Table(kept.toml("opaque/words", (folder / "words.toml").read_bytes()), shapes)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RuleError(f"rules/opaque: cannot be read ({type(error).__name__}); install again") from None
    return table
