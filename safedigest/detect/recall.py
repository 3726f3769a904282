"""The values of one run, to be found again wherever they stand bare, in the forms in which they travel.

In memory only. It is careful with what is everyday talk: no plain word, and short numbers only within the talk they
come from and only where they are not something else's (``5812 元``, ``房间 5812``).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from urllib.parse import quote

import ahocorasick_rs

from safedigest.detect import lazy
from safedigest.detect.interface import Span
from safedigest.detect.levels import CODE, EVERYDAY_NUMBERS, level
from safedigest.detect.lexicon import lexicon
from safedigest.detect.words import is_word
from safedigest.errors import BudgetSpentError
from safedigest.model import Kind
from safedigest.plugin.records import dataclass
from safedigest.text import is_mask

MOST: Final = 10_000  # values of one run
_LONGEST: Final = 512
_FEW: Final = 4_000  # places of values in one text, besides one for each character
_SHORTEST_FORM: Final = 6  # shorter values are not looked for backwards or encoded
_BARE: Final = 12  # a value this long may touch other letters (``-pVALUE``)
_ALWAYS: Final = 6  # digits from which a number is remembered in every talk
_LEAST: Final = 4
_YEAR = lazy.pattern(r"(?:19|20)\d\d\Z")
_DIGIT_WORDS: Final = {
    **dict(zip("零〇一二两三四五六七八九幺洞拐勾", "0012234567891079", strict=True)),
    **dict(
        zip(
            ["zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
            "00123456789",
            strict=True,
        )
    ),
    **dict(
        zip(
            ["ling", "yi", "er", "san", "si", "wu", "liu", "qi", "ba", "jiu", "yao", "dong", "guai", "gou"],
            "01234567891079",
            strict=True,
        )
    ),
}
_DIGIT_WORD = lazy.pattern("|".join(sorted(map(re.escape, _DIGIT_WORDS), key=len, reverse=True)) + r"|\d")
_SEPARATED = lazy.pattern(r"[0-9A-Za-z](?:[\s.·,，、-]+[0-9A-Za-z])+|\d+(?:[ -]\d+)+")
_LINE = lazy.pattern(r"\S(?:[^\n]*\S)?")
_ROW = lazy.pattern(r"(?:\d{4} \d{4}[\s,，、]{1,3}){1,11}\d{4} \d{4}")  # backup codes
_PAIR = lazy.pattern(r"\d{4} \d{4}")
_WORDS = lazy.pattern(r"[A-Za-z]{3,12}(?:[-_. ][A-Za-z]{3,12}){3,11}")  # a phrase of so many words
_SEPARATOR = lazy.pattern(r"[\s.·,，、-]")
_INSIDE: Final = frozenset(".,:-/")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of this run: its folded text, what it is, and the talk it came from (None: all talks)."""

    text: str
    rule: str
    kind: Kind
    talk: int | None = None


def _any_form(_: str) -> bool:
    return True


def values_of(text: str, span: Span, talk: int, wanted: Callable[[str], bool] = _any_form) -> Iterator[Value]:
    """Give what is worth remembering of ``text[span.start:span.end]``, in the ``wanted`` forms of those it has."""
    value = text[span.start : span.end].strip()
    if "\n" in value and len(value) <= _LONGEST:
        for line in _LINE.finditer(value):
            yield from values_of(line[0], Span(0, len(line[0]), span.rule, span.kind), talk, wanted)
    if is_mask(value) or "\n" in value or len(value) > _LONGEST:
        return
    if _ROW.fullmatch(value):
        for pair in _PAIR.finditer(value):
            yield Value(pair[0], span.rule, span.kind)
    for form in dict.fromkeys((value, _as_digits(value), *_forms(value))):
        if form and wanted(form) and (scope := _scope(form, talk, span.kind)) is not False:
            yield Value(form, span.rule, span.kind, scope)


def _scope(value: str, talk: int, kind: Kind) -> int | bool | None:
    """Return the talk that a value is remembered in, None for all, False for none."""
    letters = any(map(str.isalpha, value))
    if not letters:
        return _number_scope(re.sub(r"\D", "", value), talk)
    if (
        len(value) < _LEAST
        or (is_word(value) and not _WORDS.fullmatch(value))
        or (kind is Kind.PERSONAL and not any(map(str.isdigit, value)))
    ):
        return False
    if is_word(value):
        return talk
    if " " in value or not value.isascii():
        return None if value.isascii() and len(value) >= _BARE else talk
    return None if level(value) >= CODE or len(value) >= 8 else talk  # noqa: PLR2004


def _number_scope(digits: str, talk: int) -> int | bool | None:
    if len(digits) < _LEAST or _YEAR.match(digits) or digits in EVERYDAY_NUMBERS:
        return False
    return None if len(digits) >= _ALWAYS else talk


def _forms(value: str) -> Iterator[str]:
    """Give the forms in which a value travels: without separators, URL- and base64-encoded, reversed."""
    if _SEPARATED.fullmatch(value):
        yield _SEPARATOR.sub("", value)
    if len(value) < _SHORTEST_FORM or not value.isascii():
        return
    yield value[::-1]
    yield quote(value, safe="")
    if not value.isdigit():
        yield base64.b64encode(value.encode()).decode().rstrip("=")


def _as_digits(value: str) -> str:
    """Return a number that was read out in digits, or nothing."""
    lower = value.lower()
    if _DIGIT_WORD.match(lower.lstrip(" \n\t.·,，、-")) is None:
        return ""
    if _SEPARATOR.sub("", _DIGIT_WORD.sub("", lower)):
        return ""
    return "".join(_DIGIT_WORDS.get(word, word) for word in _DIGIT_WORD.findall(lower))


class Recall:
    """The values of one run, to be found again."""

    def __init__(self, values: Iterable[Value]) -> None:
        known: dict[str, list[Value]] = {}
        for value in values:
            known.setdefault(value.text, []).append(value)
        self._values = [known[text] for text in list(known)[:MOST]]
        self._automaton = (
            ahocorasick_rs.AhoCorasick([v[0].text for v in self._values], store_patterns=False)
            if known
            else None
        )

    def find(self, text: str, lower: str, talk: int) -> Iterator[Span]:
        """Give the places in ``text`` where a remembered value stands by itself.

        Raises BudgetSpentError where values lie within values so often that no person wrote them.
        """
        if self._automaton is None:
            return
        matches = self._automaton.find_matches_as_indexes(text, overlapping=True)
        if len(matches) > _FEW + len(text):
            raise BudgetSpentError(
                "a message repeats values more often than its size allows; it was withheld"
            )
        for number, start, end in matches:
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
    return not (
        number and (_inside_number(text[start - 2 : start]) or _inside_number(text[end : end + 2][::-1]))
    )


def _inside_number(pair: str) -> bool:
    """Tell whether a digit and a mark (``1.``, ``8:``) touch a number."""
    return len(pair) == 2 and pair[0].isdigit() and pair[1] in _INSIDE  # noqa: PLR2004


def _free(text: str, lower: str, start: int, end: int) -> bool:
    """Tell whether a short number is not something else's here (``5812 元``, ``房间 5812``)."""
    if not text[start:end].isdigit() or end - start >= _ALWAYS + 2:
        return True
    words = lexicon()
    return words.number_after.match(lower, end) is None and not (
        end - start < _ALWAYS and words.number_before(lower[max(0, start - 24) : start])
    )
