"""Secrets by the name of their setting, in any notation.

Env, YAML, JSON, TOML, INI, XML, code, flags, device lines, tables.

The name says how much its value is worth (``naming``), the notation says where the value stands (``assigned``), and
here the two are put together and weighed (``weighing``).

Invariant: a name is looked at once, however many keywords lie in it; what is read behind it is bounded and paid for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from safedigest.detect import tables
from safedigest.detect.assigned import Assigned, Form, read
from safedigest.detect.candidates import NAME_FIRST
from safedigest.detect.interface import Detector, Hit, Scan, Span, bound
from safedigest.detect.lazy import pattern
from safedigest.detect.naming import Grade, Meaning, meaning
from safedigest.detect.weighing import Case, is_secret
from safedigest.detect.wordlists import wordlists
from safedigest.detect.words import is_word, looks_random
from safedigest.model import Kind

_START: Final = attrgetter("start")
_SIGNS: Final = ("=", ":", " =", " :", '":')  # what makes two letters a name
_SIDE: Final = 64  # characters of a name on either side of its keyword
_NAME_CHARS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$-"
_NAME_REST = pattern(r"[A-Za-z0-9_]{0,64}(?:[.-](?=[A-Za-z_])[A-Za-z0-9_]{1,64}){0,4}")
_HAN_REST = pattern(r"[\u3400-\u9fff]{0,8}")
_HAN_BEFORE = pattern(r"[\u3400-\u9fffA-Za-z0-9]{0,10}\Z")
_QUALIFIER = pattern(r"(?:\A|[^A-Za-z0-9_])(?P<phrase>(?:[A-Za-z0-9]{2,20}[ \t]){1,2})\Z")
# An application password as mail services show it: four groups of four letters.
_GROUPS = pattern(r"[a-z]{4}(?: [a-z]{4}){3}(?![A-Za-z0-9 ])")
_MOST_GROUPS: Final = 20  # characters of such groups
_COOKIE = pattern(r"[A-Za-z_$][\w.$:-]{0,80}=(?=[^=\s])")  # its own name stands behind the word cookie
_LONG_NAME: Final = 24
_LONG: Final = 400  # a value this long is read once, even if it is no secret
_COST: Final = 100  # of a name, in characters
_COST_OF_VALUE: Final = 400
_MOST: Final = 64  # names in 1000 characters
_MOST_BLANKS: Final = 3  # in a cell: more is a sentence
_RULES: Final = {
    Grade.PASSWORD: "named-password",
    Grade.SECRET: "named-secret",
    Grade.KEY: "named-key",
    Grade.WEAK: "named-random",
}


class Names:
    """Values of settings whose name says that they are secret."""

    def __init__(self) -> None:
        listed = wordlists("settings")
        signed = (word + sign for word in listed["short"] for sign in _SIGNS)
        self.keywords: Sequence[str] = sorted({*listed["stem"], *signed})

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of all names that promise a secret and hold one."""
        text, done, seen = scan.shadow.text, 0, tables.Seen()
        bound(len(scan.hits), len(text), _MOST)
        hits = sorted(scan.hits, key=_START)
        for number, hit in enumerate(hits, 1):
            if hit.start < done:
                continue
            start, end = _bounds(text, hit)
            done = end
            scan.budget.spend(_COST)
            if end - start > _LONG_NAME and looks_random(text[start:end]):
                continue  # a key or a blob that ends like a name
            found = _meaning(text, start, end)
            if found.grade is Grade.NONE:
                continue
            if table := seen.read(text, start, end):
                scan.budget.spend(table.end - start)
                yield from _cells(scan, table, found, text[start:end])
                continue
            following = hits[number].start if number < len(hits) else len(text)
            for value in read(text, start, end):
                scan.budget.spend(value.end - start)
                if value.end <= following and not scan.wants(value.start, value.end + _MOST_GROUPS):
                    continue
                scan.budget.spend(_COST_OF_VALUE)
                span = _span(text, text[start:end], found, value)
                if span or value.end - value.start > _LONG:
                    done = max(done, span.end if span else value.end)
                if span:
                    yield span


def _bounds(text: str, hit: Hit) -> tuple[int, int]:
    """Return where the name around a keyword begins and ends."""
    low = max(0, hit.start - _SIDE)
    tail = len(text[hit.start : hit.end].rstrip('=:" '))
    hit = Hit(hit.word, hit.start, hit.start + tail)
    if text[hit.start] >= "\u3400":
        before = _HAN_BEFORE.search(text, max(0, hit.start - 10), hit.start)
        rest = _HAN_REST.match(text, hit.end)
        return before.start() if before else hit.start, rest.end() if rest else hit.end
    start = low + len(text[low : hit.start].rstrip(_NAME_CHARS))
    if text[start] in ":$.":
        start += 1
    found = _NAME_REST.match(text, hit.end)
    return min(start, hit.start), found.end() if found else hit.end


def _meaning(text: str, start: int, end: int) -> Meaning:
    """Say what the name means, with the words before it where they belong to it (``API key``, ``Client Secret``)."""
    if text.startswith("):", end) and "_" in text[start:end] and text[start - 1 : start] == "(":
        return Meaning(
            Grade.NONE, Kind.API_KEY
        )  # a function in a list of changes: ``(read_passphrase): New.``
    found = meaning(text[start:end])
    if found.grade not in (Grade.WEAK, Grade.SECRET) or text[start - 1 : start] != " ":
        return found
    phrase = _QUALIFIER.search(text, max(0, start - 44), start)
    if phrase is None:
        return found
    longer = meaning(phrase["phrase"].replace(" ", "_").replace("\t", "_") + text[start:end])
    return longer if longer.grade in (Grade.SECRET, Grade.NONE) else found


def _span(text: str, name: str, found: Meaning, value: Assigned) -> Span | None:
    groups = None if value.quoted else _GROUPS.match(text, value.start)
    if groups and not all(map(is_word, groups[0].split())):
        return Span(*groups.span(), _RULES[found.grade], found.kind)
    if not is_secret(Case(text, name, found.grade, value)):
        return None
    start, end = value.start, value.end
    named = (_COOKIE if found.kind is Kind.COOKIE else NAME_FIRST).match(text, start, end)
    start = named.end() if named else start
    if found.kind is Kind.COOKIE and (stop := text.find(";", start, end)) > start:
        end = stop  # what follows is another cookie, or says where this one counts
    return Span(start, end, _RULES[found.grade], found.kind)


def _cells(scan: Scan, table: tables.Table, found: Meaning, name: str) -> Iterator[Span]:
    """Give the cells of a column, or the one beside a name, that hold secrets."""
    text = scan.shadow.text
    for start, end in table.cells:
        if not scan.wants(start, end):
            continue
        value = Assigned(start, end, Form.EQUALS, quoted=False, name_end=table.end)
        if text[start:end].count(" ") <= _MOST_BLANKS and is_secret(Case(text, name, found.grade, value)):
            yield Span(start, end, _RULES[found.grade], found.kind)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [Names(), tables.Cluster()]
