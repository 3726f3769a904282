"""Secrets by the name of their setting, in any notation.

Env, YAML, JSON, TOML, INI, XML, code, flags, device lines, tables.

The name says how much its value is worth (``naming``), the notation says where the value stands (``assigned``), and
here both are weighed with what the value looks like (``values``, ``words``). A word behind a strong name counts
only where the notation is that of a setting; in prose ("token: a unit of text") it is left alone.

Invariant: a name is looked at once, however many keywords lie in it; what is read behind it is bounded and paid
for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import tables
from safedigest.detect.assigned import Assigned, Form, read
from safedigest.detect.interface import Detector, Hit, Scan, Span
from safedigest.detect.naming import Grade, Meaning, meaning, split
from safedigest.detect.values import is_name, is_path, is_plain, is_reference
from safedigest.detect.words import is_word, looks_random
from safedigest.model import Kind

_SIDE: Final = 64  # characters of a name on either side of its keyword
_NAME_CHARS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$-"
_NAME_REST = re.compile(r"[A-Za-z0-9_]{0,64}(?:[.-](?=[A-Za-z_])[A-Za-z0-9_]{1,64}){0,4}")
_HAN_REST = re.compile(r"[\u3400-\u9fff]{0,8}")
_HAN_BEFORE = re.compile(r"[\u3400-\u9fffA-Za-z0-9]{0,10}\Z")
_QUALIFIER = re.compile(r"(?:\A|[^A-Za-z0-9_])(?P<phrase>(?:[A-Za-z0-9]{2,20}[ \t]){1,2})\Z")
_PROSE = re.compile(r"[ \t]+(?:[A-Za-z]{2,}|[A-Za-z](?=[ \t]))")
_INDEXED = re.compile(r"[A-Za-z_][\w.]*\[[A-Za-z_\"']")
_GROUPS = re.compile(r"[a-z]{4}(?: [a-z]{4}){3}(?![A-Za-z0-9 ])")
_CONFIG: Final = frozenset({Form.EQUALS, Form.ELEMENT, Form.PAIR, Form.FLAG, Form.TYPED})
_LEAST_NUMBER: Final = {Grade.PASSWORD: 4, Grade.SECRET: 6}
_SHORTEST: Final = {Grade.PASSWORD: 2, Grade.SECRET: 4, Grade.KEY: 6, Grade.WEAK: 12}
_RULES: Final = {
    Grade.PASSWORD: "named-password",
    Grade.SECRET: "named-secret",
    Grade.KEY: "named-key",
    Grade.WEAK: "named-random",
}


class Names:
    """Values of settings whose name says that they are secret."""

    keywords: Sequence[str] = (
        "pass", "pwd", "psw", "secret", "token", "key", "auth", "cred", "psk", "salt", "signature", "sess", "cookie", "jwt", "otp", "seed", "mnemonic",
        "licen", "community", "webhook", "ticket", "pepper", "bearer", "_pw", "-pw", "_sk", "_ak", "_pk", *(word + sign for word in ("pw", "sk", "ak", "pk", "mm") for sign in ("=", ":", " =", " :", "\": ", "\":")), "mima", "senha",
        "contrasena", "kennwort", "mdp", "steamaccount", "密码", "口令", "密钥", "秘钥", "令牌", "授权码", "私钥", "凭证", "凭据", "密碼", "密鑰", "金鑰",
    )  # fmt: skip

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of all names that promise a secret and hold one."""
        text, done, rows = scan.shadow.text, 0, 0
        for hit in sorted(scan.hits, key=lambda h: h.start):
            if hit.start < done:
                continue
            start, end = _bounds(text, hit)
            done = end
            scan.budget.spend(8)
            found = _meaning(text, start, end)
            if found.grade is Grade.NONE:
                continue
            if start >= rows and (table := tables.read(text, start, end)):
                rows = table.end
                scan.budget.spend(table.end - start)
                yield from _cells(text, table, found, text[start:end])
                continue
            value = read(text, start, end)
            if value is None:
                continue
            scan.budget.spend(value.end - start)
            span = _span(text, text[start:end], found, value)
            if span:
                done = max(done, span.end)
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
    found = meaning(text[start:end])
    if found.grade not in (Grade.WEAK, Grade.SECRET) or text[start - 1 : start] != " ":
        return found
    phrase = _QUALIFIER.search(text, max(0, start - 44), start)
    if phrase is None:
        return found
    longer = meaning(phrase["phrase"].replace(" ", "_").replace("\t", "_") + text[start:end])
    return longer if longer.grade in (Grade.SECRET, Grade.NONE) else found


def _span(text: str, name: str, found: Meaning, value: Assigned) -> Span | None:
    start, end = value.start, value.end
    if (
        not value.quoted
        and (groups := _GROUPS.match(text, start))
        and not all(map(is_word, groups[0].split()))
    ):
        end = groups.end()
    elif not _is_secret(text, name, found.grade, value):
        return None
    return Span(start, end, _RULES[found.grade], found.kind)


def _is_secret(text: str, name: str, grade: Grade, value: Assigned) -> bool:
    """Weigh name, notation and value."""
    shown = text[value.start : value.end]
    if len(shown) < _SHORTEST[grade] or is_reference(shown) or _says_itself(name, shown):
        return False
    if shown.isdecimal():
        return len(shown) >= _LEAST_NUMBER.get(grade, 99) and value.form is not Form.BESIDE
    if not any(c.isascii() and c.isalnum() for c in shown):
        return grade is Grade.PASSWORD and value.quoted and shown.isascii()
    if _is_code(text, shown, value):
        return False
    if grade is Grade.PASSWORD:
        return _password(text, name, shown, value)
    if is_plain(shown):
        return False
    if grade is Grade.WEAK:
        return looks_random(shown) and value.form is not Form.BESIDE
    if _wordy(shown):
        return grade is Grade.SECRET and _plain_setting(text, name, shown, value)
    return value.form not in (Form.BESIDE, Form.COLUMN) or value.quoted or looks_random(shown)


def _password(text: str, name: str, shown: str, value: Assigned) -> bool:
    """Tell whether what stands behind the name of a password is one."""
    if is_path(shown) or "://" in shown or ("." in shown and is_name(shown) and _wordy(shown)):
        return False
    if value.form is Form.BESIDE and (name.lower() == "pass" or text[value.end : value.end + 1] == "`"):
        return looks_random(shown)
    if value.form in (Form.BESIDE, Form.COLUMN, Form.ARGUMENT):
        return not _wordy(shown) or (value.form is Form.COLUMN and "_" in name)
    return not _wordy(shown) or _plain_setting(text, name, shown, value)


def _wordy(shown: str) -> bool:
    """Tell whether a value is words alone (``moonrise``, ``redis-auth``, ``a unit of text``)."""
    shown = shown.replace("/", " ")
    return all(is_word(part.strip(".!?,;:()\"'")) or part in "-–/&" for part in shown.split())


def _plain_setting(text: str, name: str, shown: str, value: Assigned) -> bool:
    """Tell whether a word stands where a setting has its value, and not a sentence or a reference its words."""
    if value.form not in _CONFIG and value.form is not Form.COLON:
        return False
    if " " in shown or _PROSE.match(text, value.end):
        return " " in shown and value.quoted and value.form in _CONFIG
    if set(split(shown)) & {
        "password",
        "passwd",
        "secret",
        "token",
        "key",
        "credentials",
        "auth",
        "pass",
        "pwd",
    }:
        return False
    return value.quoted or value.form in _CONFIG or len(split(name)) > 1 or _own_line(text, value)


def _own_line(text: str, value: Assigned) -> bool:
    """Tell whether nothing stands behind the value on its line."""
    return text[value.end : value.end + 1] in ("", "\n", "\r", ",", "}", "，", "。", "；")


def _says_itself(name: str, shown: str) -> bool:
    """Tell whether the value is its own name: ``password=password``, ``token: token``, ``secret=mySecret``."""
    words = set(split(shown))
    return bool(words) and words <= {*split(name), "my", "the", "value", "your"} and len(shown) < _SIDE


def _is_code(text: str, shown: str, value: Assigned) -> bool:
    """Tell whether a bare value is an expression: an argument passed on, a call cut at a blank, a keyword."""
    if value.quoted:
        return False
    if shown in (
        "await",
        "new",
        "return",
        "not",
        "lambda",
        "async",
        "typeof",
        "if",
        "null",
        "input",
        "is",
        "in",
        "or",
        "and",
    ):
        return True
    after = text[value.end : value.end + 1]
    if after in ("(", "[") or _INDEXED.match(shown):
        return True
    inner = shown.strip("{}[]()\"'*<>`")
    if inner != shown and (not inner or is_word(inner) or is_plain(inner) or is_reference(inner)):
        return True
    if (
        value.form is Form.COLON
        and text[value.name_end : value.name_end + 1] in ("'", '"')
        and is_name(shown)
    ):
        return True  # a dictionary of a program: its strings are quoted, so this is a variable
    return (
        after in (")", ",", ";")
        and value.form is Form.EQUALS
        and is_name(shown)
        and _wordy(shown.replace("_", "-"))
    )


def _cells(text: str, table: tables.Table, found: Meaning, name: str) -> Iterator[Span]:
    """Give the cells of a column, or the one beside a name, that hold secrets."""
    for start, end in table.cells:
        value = Assigned(start, end, Form.EQUALS, quoted=False, name_end=table.end)
        if _is_secret(text, name, found.grade, value) and not text[start:end].count(" ") > 3:  # noqa: PLR2004
            yield Span(start, end, _RULES[found.grade], found.kind)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [Names(), tables.Cluster()]


__all__ = ["Kind", "Names", "detectors"]
