"""A value once found by its context stays masked where it stands bare.

``Recall`` knows the values of one run, in memory only. ``Memory`` knows the values of earlier runs by keyed fingerprints
of their tokens: the file holds nothing from which a value could be read, and without the home's key nothing that could be
tried out. Both are careful with what is everyday talk: no plain word, and short numbers only within the talk they come from.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import ahocorasick_rs

from safedigest.detect.candidates import Candidate, candidates
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, MASKED, level
from safedigest.detect.lexicon import lexicon
from safedigest.detect.words import classes, is_word
from safedigest.model import Kind
from safedigest.text import is_mask

MOST: Final = 1000
DAYS: Final = 30
_REFRESH: Final = 86_400.0  # seconds
_SHORTEST: Final = 6
_LONGEST: Final = 64
_BARE: Final = 12  # a value this long may touch other letters (``-pVALUE``)
_ALWAYS: Final = 6  # digits from which a number is remembered in every talk
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_EVERYDAY_NUMBERS: Final = frozenset("1234 0000 1111 8888 6666 9999 2222 3333 4444 5555 7777 8080 3306 6379 5432 3000 8000 1024 2048 4096 8192 1000 2000 5000 10000".split())
_DIGIT_WORDS: Final = {
    **dict(zip("零〇一二两三四五六七八九幺洞拐勾", "0012234567891079", strict=True)),
    **dict(zip("zero oh one two three four five six seven eight nine".split(), "00123456789", strict=True)),
    **dict(zip("ling yi er san si wu liu qi ba jiu yao dong guai gou".split(), "01234567891079", strict=True)),
}
_DIGIT_WORD = re.compile("|".join(sorted(map(re.escape, _DIGIT_WORDS), key=len, reverse=True)) + r"|\d")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of this run: its folded text, what it is, and the talk it came from (None: all talks)."""

    text: str
    rule: str
    kind: Kind
    talk: int | None = None


def values_of(text: str, span: Span, talk: int) -> Iterator[Value]:
    """Give what is worth remembering of ``text[span.start:span.end]``, in the forms in which it comes back."""
    value = text[span.start : span.end].strip()
    if is_mask(value) or "\n" in value or len(value) > 512:  # noqa: PLR2004
        return
    for form in dict.fromkeys((value, _as_digits(value), *_forms(value))):
        if form and (scope := _scope(form, talk, span.kind)) is not False:
            yield Value(form, span.rule, span.kind, scope)


def _scope(value: str, talk: int, kind: Kind) -> int | None | bool:
    """Return the talk that a value is remembered in, None for all, False for none."""
    digits = sum(map(str.isdigit, value))
    if digits and not any(map(str.isalpha, value)):
        core = re.sub(r"\D", "", value)
        if digits < 4 or _YEAR.match(core) or core in _EVERYDAY_NUMBERS:  # noqa: PLR2004
            return False
        return None if digits >= _ALWAYS else talk
    if kind is Kind.PERSONAL and not digits:
        return False
    if is_word(value) or len(value) < 4:  # noqa: PLR2004
        return False
    if not value.isascii():
        return talk if len(value) >= 4 else False  # noqa: PLR2004
    if " " in value:
        return None if len(value) >= _BARE else talk
    return None if level(value) >= CODE or len(value) >= 8 else talk  # noqa: PLR2004


def _forms(value: str) -> Iterator[str]:
    """Give the forms in which a value travels: without separators, URL- and base64-encoded, reversed."""
    bare = re.sub(r"[\s.·,，、-]", "", value)
    if bare != value and re.fullmatch(r"[0-9A-Za-z](?:[\s.·,，、-]+[0-9A-Za-z])+|\d+(?:[ -]\d+)+", value):
        yield bare
    if len(value) < _SHORTEST or not value.isascii():
        return
    yield value[::-1]
    yield quote(value, safe="")
    if not value.isdigit():
        yield base64.b64encode(value.encode()).decode().rstrip("=")


def _as_digits(value: str) -> str:
    """Return a number that was read out in digits, or nothing."""
    lower = value.lower()
    if re.sub(r"[\s,，、.·-]", "", _DIGIT_WORD.sub("", lower)):
        return ""
    return "".join(_DIGIT_WORDS.get(word, word) for word in _DIGIT_WORD.findall(lower))


class Recall:
    """The values of one run, to be found again."""

    def __init__(self, values: Iterable[Value]) -> None:
        known: dict[str, list[Value]] = {}
        for value in values:
            known.setdefault(value.text, []).append(value)
        self._values = [known[text] for text in list(known)[: 10 * MOST]]
        self._automaton = ahocorasick_rs.AhoCorasick([v[0].text for v in self._values], store_patterns=False) if known else None

    def find(self, text: str, lower: str, talk: int) -> Iterator[Span]:
        """Give the places in ``text`` where a remembered value stands by itself."""
        if self._automaton is None:
            return
        for number, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True):
            value = next((v for v in self._values[number] if v.talk in (None, talk)), None)
            if value is not None and _bounded(text, start, end) and _free(text, lower, start, end):
                yield Span(start, end, "remembered", value.kind, yields=True)


def _bounded(text: str, start: int, end: int) -> bool:
    """Tell whether ``start:end`` is not a piece of a longer word or number."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if end - start >= _BARE and not text[start:end].isdigit():
        return True
    number = text[start:end].isdigit()
    if before.isascii() and before.isalnum() and text[start].isalnum():
        return False
    if after.isascii() and after.isalnum() and text[end - 1].isalnum():
        return False
    return not (number and (_inside_number(text[start - 2 : start]) or _inside_number(text[end : end + 2][::-1])))


def _inside_number(pair: str) -> bool:
    """Tell whether a digit and a mark (``1.``, ``8:``) touch a number."""
    return len(pair) == 2 and pair[0].isdigit() and pair[1] in ".,:-/"  # noqa: PLR2004


def _free(text: str, lower: str, start: int, end: int) -> bool:
    """Tell whether a short number is not something else's here (``5812 元``, ``房间 5812``)."""
    if not text[start:end].isdigit() or end - start >= _ALWAYS + 2:
        return True
    words = lexicon()
    return words.number_after.match(lower, end) is None and not (end - start < _ALWAYS and words.number_before(lower[max(0, start - 24) : start]))


class Memory:
    """Fingerprints of values of earlier runs. Not shared between threads while values are added."""

    def __init__(self, key: bytes, seen: Mapping[str, float] | None = None) -> None:
        self._key = key[:64]
        self._seen = dict(seen or {})
        self.changed = False  # since it was read

    def __len__(self) -> int:
        return len(self._seen)

    def __repr__(self) -> str:
        return f"<Memory of {len(self)} values>"

    @classmethod
    def load(cls, file: Path, key: bytes, now: float) -> Memory:
        """Read ``file``; one that is missing or odd is an empty memory. ``now`` is epoch seconds."""
        with suppress(OSError, ValueError):
            data = json.loads(file.read_text(encoding="utf-8"))
            seen = data.get("seen") if isinstance(data, dict) else None
            if isinstance(seen, dict):
                fresh = {str(k): float(v) for k, v in seen.items() if isinstance(v, int | float) and v > now - DAYS * 86_400}
                return cls(key, fresh)
        return cls(key)

    def fingerprint(self, token: str) -> str:
        """Return 64 bits of keyed BLAKE2b over ``token`` as hex."""
        return hashlib.blake2b(token.encode("utf-8", "surrogatepass"), key=self._key, digest_size=8).hexdigest()

    def note(self, value: str, now: float) -> None:
        """Remember ``value`` (folded) if it could be a password: 6 to 64 characters of two kinds, no word, no path."""
        if self._key and _worthy(value):
            name = self.fingerprint(value)
            if now - self._seen.get(name, 0.0) > _REFRESH:  # a tick that finds nothing new writes nothing
                self._seen[name] = now
                self.changed = True

    def knows(self, token: str) -> bool:
        """Tell whether ``token`` was remembered."""
        return self.fingerprint(token) in self._seen

    def encode(self) -> bytes:
        """Return the newest fingerprints as the file is written."""
        newest = sorted(self._seen.items(), key=lambda item: (-item[1], item[0]))[:MOST]
        return (json.dumps({"seen": dict(newest)}, indent=0) + "\n").encode()


def _worthy(token: str) -> bool:
    return _SHORTEST <= len(token) <= _LONGEST and classes(token) > 1 and CODE <= level(token) < MASKED and not is_word(token)


class RememberedDetector:
    """Finds tokens of earlier runs by their fingerprints."""

    keywords: tuple[str, ...] = ()

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the tokens of a message that were once masked."""
        if not len(self._memory):
            return
        text = scan.shadow.text
        scan.budget.spend(len(text))
        for piece in candidates(text, 0, len(text)):
            if self._known(text, piece):
                yield Span(piece.start, piece.end, "remembered", Kind.PASSWORD, yields=True)

    def _known(self, text: str, piece: Candidate) -> bool:
        token = text[piece.start : piece.end]
        return _worthy(token) and self._memory.knows(token)


def detectors(memory: Memory | None) -> list[Detector]:
    """Return the detectors of this module: none without a memory."""
    return [RememberedDetector(memory)] if memory else []
