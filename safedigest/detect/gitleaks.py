"""Imports a gitleaks configuration: ``[[rules]]`` with ``regex``, ``secretGroup``, ``keywords``, ``entropy``.

Format: https://github.com/gitleaks/gitleaks (README, "Configuration"). Its patterns are RE2 as Go reads it
(https://github.com/google/re2/wiki/Syntax); what means something else here is translated or refused. An
allowlist narrows the rules of its own file and nothing else; paths and commits mean nothing in a talk, so
they never narrow. What else a configuration says is left out, and ``unread`` names it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import regex

from safedigest.detect import rulefile, timed
from safedigest.detect.interface import Scan, Span
from safedigest.errors import RuleError
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

_LINE: Final = 4096  # characters of a line before and behind a secret by which it is judged
_SHORT_GROUP: Final = 8  # a first group shorter than this is a choice of prefixes, not the secret
# What is read, and what only describes; the rest would have narrowed or widened what a rule finds.
_TAKEN: Final = frozenset({
    "id", "description", "regex", "secretGroup", "entropy", "keywords", "allowlist", "allowlists", "tags", "severity",
    "confidence", "validate", "title", "rules", "minVersion",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Allow:
    """One allowlist: what it matches in a secret, the match or its line is no finding."""

    patterns: tuple[re.Pattern[str], ...]
    words: tuple[str, ...]
    target: str
    every: bool

    def lets_by(self, secret: str, match: str, line: str) -> bool:
        where = {"match": match, "line": line}.get(self.target, secret)
        held = [any(p.search(where) for p in self.patterns)] if self.patterns else []
        if self.words:
            held.append(any(word in secret.lower() for word in self.words))
        return bool(held) and (all(held) if self.every else any(held))


@dataclass(frozen=True, slots=True)
class GitleaksRule:
    """One imported rule; it is a detector of its own."""

    id: str
    file: str
    keywords: Sequence[str]
    pattern: re.Pattern[str]
    group: int
    entropy: float
    allow: tuple[_Allow, ...]

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of this rule anywhere in the text."""
        text, at = scan.shadow.text, 0
        scan.budget.spend(len(text))
        while found := self.pattern.search(text, at):
            at = max(found.end(), found.start() + 1)
            scan.budget.spend(32 + found.end() - found.start())
            start, end = self._secret(found)
            if start < end and not self._passes(text, found, start, end):
                yield Span(start, end, self.id, Kind.API_KEY, most=0)

    def _secret(self, found: re.Match[str]) -> tuple[int, int]:
        if self.group:
            return found.span(self.group)
        for group in range(1, self.pattern.groups + 1):
            if found.end(group) - found.start(group) >= _SHORT_GROUP:
                return found.span(group)
        return found.span()

    def _passes(self, text: str, found: re.Match[str], start: int, end: int) -> bool:
        secret = text[start:end]
        if self.entropy and _entropy(secret) < self.entropy:
            return True
        low, high = max(0, start - _LINE), min(len(text), end + _LINE)
        line = text[
            max(low, text.rfind("\n", low, start) + 1) : (text.find("\n", end, high) + 1 or high + 1) - 1
        ]
        return any(allow.lets_by(secret, found[0], line) for allow in self.allow)


def _entropy(value: str) -> float:
    """Return Shannon's entropy of ``value`` in bits per character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


def read_gitleaks(file: Path) -> list[GitleaksRule]:
    """Read a configuration. Raises RuleError for a rule that cannot be run here."""
    data = rulefile.parse(file)
    shared = _allows(file.name, data)
    rules = [
        _rule(file.name, table, shared)
        for table in rulefile.tables(file.name, data, "rules")
        if "regex" in table
    ]
    if not rules:
        raise RuleError(
            f"{file.name}: no [[rules]] with a regex; what only extends or narrows other rules adds nothing here"
        )
    return rules


def unread(file: Path) -> list[str]:
    """Tell what of a configuration is not read: a line for its head, and one for all rules that have the same parts."""
    data = rulefile.parse(file)
    rules: dict[tuple[str, ...], list[str]] = {}
    for row in rulefile.tables(file.name, data, "rules"):
        rules.setdefault(_left(row), []).append(_name(file.name, row))
    lines = [("", _left(data))]
    for keys, names in rules.items():
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        lines.append((f"rule {names[0]:.60}{more}: ", keys))
    return [f"{file.name}: {who}not read: {', '.join(keys)}" for who, keys in lines if keys]


def _left(table: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(f"{key:.40}" for key in sorted(table.keys() - _TAKEN))


def _name(file: str, table: Mapping[str, Any]) -> str:
    """Return the id of a rule; before version 8 its description was the only name it had."""
    name = table.get("id", table.get("description"))
    if not isinstance(name, str) or not name:
        raise RuleError(f"{file}: a rule has no id")
    return name


def _rule(file: str, table: Mapping[str, Any], shared: tuple[_Allow, ...]) -> GitleaksRule:
    name = _name(file, table)
    where = f"{file}: rule {name:.60}"
    group, entropy = table.get("secretGroup", 0), table.get("entropy", 0)
    pattern = compiled(where, table["regex"])
    if type(group) is not int or not 0 <= group <= pattern.groups:
        raise RuleError(f"{where}: secretGroup must be the number of a group of the regex")
    if type(entropy) not in (int, float):
        raise RuleError(f"{where}: entropy must be a number")
    words = tuple(word.lower() for word in _texts(where, table, "keywords") if word)
    if pattern.search("") is not None:
        raise RuleError(f"{where}: the pattern matches the empty text")
    return GitleaksRule(name, file, words, pattern, group, entropy, (*_allows(where, table), *shared))


def _allows(where: str, table: Mapping[str, Any]) -> tuple[_Allow, ...]:
    """Read ``allowlist`` (older) and ``allowlists``."""
    rows = table.get("allowlists", table.get("allowlist", []))
    rows = [rows] if isinstance(rows, dict) else rows
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise RuleError(f"{where}: an allowlist must be a table")
    found = []
    for row in rows:
        every = str(row.get("condition", "OR")).upper() == "AND"
        if every and (row.get("paths") or row.get("commits")):
            continue
        if row.get("targetRules"):
            continue  # a file-wide list for some rules: letting nothing by is the safe reading
        patterns = tuple(compiled(where, text) for text in _texts(where, row, "regexes"))
        words = tuple(word.lower() for word in _texts(where, row, "stopwords") if word)
        found.append(_Allow(patterns, words, str(row.get("regexTarget", "secret")), every))
    return tuple(found)


def _texts(where: str, table: Mapping[str, Any], key: str) -> list[str]:
    values = table.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise RuleError(f"{where}: {key} must be a list of texts")
    return values


def compiled(where: str, pattern: object) -> re.Pattern[str]:
    """Compile a Go pattern. Raises RuleError, which begins with ``where``."""
    if not isinstance(pattern, str):
        raise RuleError(f"{where}: a regex must be a text")
    try:
        return timed.compile_pattern(translate(pattern), regex.V1 | regex.ASCII)
    except (regex.error, ValueError) as error:
        raise RuleError(f"{where}: the regex cannot be run here: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return (
        str(error)
        if isinstance(error, ValueError) and not isinstance(error, regex.error)
        else "not valid syntax"
    )


_CLASS_NAME: Final = re.compile(r"\[:\^?[a-z]+:\]")
_QUOTED: Final = re.compile(r"\\Q(.*?)(?:\\E|\Z)", re.DOTALL)
_UNGREEDY: Final = re.compile(r"\(\?[a-zA-Z]*U")


def translate(pattern: str) -> str:
    r"""Rewrite Go's RE2 syntax to ``regex`` version 1.

    ``\z`` is ``\Z``, ``\Q…\E`` quotes, ``\x{10FFFF}`` is a code point, and in a class ``[``, ``&&``, ``||``,
    ``~~`` and ``--`` are plain characters. Raises ValueError for what has no counterpart.
    """
    if _UNGREEDY.search(pattern):
        raise ValueError("the flag U is not supported")
    out: list[str] = []
    at, inside = 0, False
    while at < len(pattern):
        piece = pattern[at]
        if piece == "\\":
            piece, text = _escape(pattern, at)
            out.append(text)
        elif inside and (name := _CLASS_NAME.match(pattern, at)):
            piece = name[0]
            out.append(piece)
        elif inside:
            inside = piece != "]"
            out.append("\\" + piece if piece in "[&|~" else piece)
        elif piece == "[":
            piece = re.match(r"\[\^?\]?", pattern[at:])[0]  # type: ignore[index]
            inside = True
            out.append(piece.replace("]", r"\]"))
        else:
            out.append(piece)
        at += len(piece)
    return "".join(out)


def _escape(pattern: str, at: int) -> tuple[str, str]:
    """Translate the escape at ``at``: what was read, and what it becomes."""
    if quoted := _QUOTED.match(pattern, at):
        return quoted[0], re.escape(quoted[1])
    if point := re.compile(r"\\x\{([0-9A-Fa-f]{1,6})\}").match(pattern, at):
        return point[0], f"\\U{int(point[1], 16):08X}"
    piece = pattern[at : at + 2]
    if piece == r"\C":
        raise ValueError(r"\C (one byte) is not supported")
    return piece, {r"\z": r"\Z"}.get(piece, piece)
