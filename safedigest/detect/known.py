"""Values that this home really uses: what stands in its credential files is masked wherever it is said.

Invariants: values are held in memory only, and no ``repr``, note or error shows one. A value counts from 6
characters, or 4 where its name says that it is a secret; words, numbers, paths, addresses and booleans never
count, since they would blank out ordinary talk. Each is also known in the forms in which it travels:
JSON-escaped, URL- and base64-encoded.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from safedigest.detect import credentials, lazy
from safedigest.detect.fold import fold
from safedigest.detect.interface import Scan, Span
from safedigest.detect.values import is_plain, is_reference
from safedigest.detect.words import is_word, looks_random
from safedigest.model import Kind

_SECRET_NAME: Final = lazy.pattern(
    r"pass(?:word|wd|phrase|code)?(?![a-z])|pwd|secret|token|credential|auth(?:orization)?(?![a-z])|cookie|webhook"
    r"|private|api[-_.]?key|access[-_.]?key|(?<![a-z])(?:pw|pin|key)(?![a-z])|[a-z]key\Z",
    re.IGNORECASE,
)
_PUBLIC_NAME: Final = lazy.pattern(
    r"(?:_|\b)(?:path|file|dir|url|host|model|provider|type|mode|name|user|users|email|id|ids|version|expires?\w*)\Z"
    r"|token[-_]?type|max[-_]?tokens|public|fingerprint|(?:created|updated|last)[-_]\w+",
    re.IGNORECASE,
)
_LEAST: Final = 6
_LEAST_NAMED: Final = 4
_LEAST_DIGITS: Final = 6  # of a number under a secret name; shorter ones are everywhere
_BOUNDED: Final = 12  # a value shorter than this must not have letters or digits right beside it
_LEAST_CORE: Final = 10  # characters of a base64 form that are the same wherever the value stands
_MOST: Final = 5000
_TOKEN_CHAR: Final = lazy.pattern(r"[0-9A-Za-z]")
_BASE64_TAIL: Final = lazy.pattern(r"[0-9A-Za-z+/_-]*+={0,2}")


def counts(name: str, value: str) -> bool:
    """Tell whether ``value``, found under ``name``, is worth knowing: a secret, and no everyday text."""
    value = value.strip()
    named = _SECRET_NAME.search(name) is not None and _PUBLIC_NAME.search(name) is None
    if len(value) < (_LEAST_NAMED if named else _LEAST) or is_reference(value):
        return False
    if value.isdecimal():
        return named and len(value) >= _LEAST_DIGITS
    if is_word(value) or is_plain(value):
        return False
    return named or looks_random(value)


def _candidates(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Give a value and what is secret inside it: the password of a URL, what follows ``Bearer``, the lines of a key."""
    if "://" in value:
        try:
            secret = urlsplit(value).password
        except ValueError:
            secret = None
        if secret:
            yield "password", secret
            yield "password", unquote(secret)
        if "webhook" not in name.lower():
            return
    parts = value.split("\n") if "\n" in value else value.split()
    if len(parts) > 1:
        for part in parts:
            if looks_random(part.strip()):
                yield "", part.strip()
    yield name, value


def secret_values(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Give what counts of ``pairs``, a name and a value each, as it stands in a file."""
    for name, value in pairs:
        yield from (
            inner.strip() for inner_name, inner in _candidates(name, value) if counts(inner_name, inner)
        )


def _forms(value: str) -> Iterator[str]:
    """Give ``value`` in every form in which it travels."""
    yield value
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield quote(value, safe="")
    yield quote(value)
    raw = value.encode("utf-8", "surrogatepass")
    for shift in range(3):
        # Inside a longer text the value starts at one of three places of a base64 group; its first and last
        # characters there also depend on the neighbours.
        coded = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        core = coded[(shift * 8 + 5) // 6 : (shift + len(raw)) * 8 // 6]
        if len(core) >= _LEAST_CORE:
            yield core
            yield core.translate(str.maketrans("+/", "-_"))


class KnownValues:
    """Finds exact values. ``notes`` name the files that could not be read."""

    def __init__(self, pairs: Iterable[tuple[str, str]], notes: Sequence[str] = ()) -> None:
        forms: dict[str, None] = {}
        for name, value in pairs:
            for inner_name, inner in _candidates(name, value):
                if counts(inner_name, inner):
                    forms.update(dict.fromkeys(map(_folded, _forms(inner.strip()))))
            if len(forms) > _MOST:
                break
        self._forms = tuple(form for form in forms if form)
        self.keywords: Sequence[str] = tuple(dict.fromkeys(form.lower() for form in self._forms))
        by_lower: dict[str, set[str]] = {}
        for form in self._forms:
            by_lower.setdefault(form.lower(), set()).add(form)
        self._exact = tuple(frozenset(by_lower[word]) for word in self.keywords)
        self.notes = tuple(notes)

    def __repr__(self) -> str:
        return f"<KnownValues {len(self._forms)} forms>"

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the span of every known value; letter case counts, and a short value must stand by itself."""
        text = scan.shadow.text
        for hit in scan.hits:
            scan.budget.spend(hit.end - hit.start)
            if text[hit.start : hit.end] in self._exact[hit.word] and _stands(text, hit.start, hit.end):
                tail = _BASE64_TAIL.match(text, hit.end)
                end = tail.end() if tail and hit.end - hit.start >= _BOUNDED else hit.end
                scan.budget.spend(end - hit.start)
                yield Span(hit.start, end, "known-value", Kind.KNOWN)


def _folded(form: str) -> str:
    return fold(form).text


def _stands(text: str, start: int, end: int) -> bool:
    """Tell whether a short value stands by itself; a long one may stand anywhere."""
    if end - start >= _BOUNDED:
        return True
    return not any(
        _TOKEN_CHAR.match(inner) and _TOKEN_CHAR.match(outer)
        for inner, outer in ((text[start], text[start - 1 : start]), (text[end - 1], text[end : end + 1]))
    )


def from_home(home: Path) -> KnownValues:
    """Read the credential files of ``home``."""
    pairs = credentials.harvest(home)
    return KnownValues(pairs.items, pairs.notes)
