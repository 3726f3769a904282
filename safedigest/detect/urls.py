"""Credentials in URLs: passwords, secret parameters, one-time paths, proxy links.

Only the value is masked; the rest of the URL stays as it was. A password may hold any character that people paste,
``@``, ``/``, ``#``, ``:`` and ``%`` among them, so the end of the user part is looked for from the host's side.

Invariant: each URL is looked at once, at most ``_LONGEST`` characters of it, and never past the scheme of the next
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.lazy import pattern
from safedigest.detect.naming import Grade, meaning, split
from safedigest.detect.values import is_path, is_plain, is_reference
from safedigest.detect.wordlists import wordlists
from safedigest.detect.words import is_word, looks_random
from safedigest.model import Kind

_LONGEST: Final = 4_000
_LEAST_NUMBER: Final = 6
_LEAST_RANDOM: Final = 12
_LEAST_LETTERS: Final = 20  # of a value without digits
_SCHEME_CHARS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-"
_URL = pattern(r"[^\s<>\"`\u3001-\u3030\u3400-\u9fff，；！？（）【】]+")
_HOST_AFTER = pattern(r"(?:\[[0-9a-fA-F:.%]+\]|[\w${}<>%*.-]+|tcp\(|unix\()")
_GOOD_HOST = pattern(
    r"(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,18}(?=[:/?#]|\Z)|localhost(?=[:/?#]|\Z)|\d{1,3}(?:\.\d{1,3}){3}(?=[:/?#]|\Z)"
)
_PORT = pattern(r"\d{1,5}\Z")
_PARAMETER = pattern(r"(?P<name>[A-Za-z_][\w.\[\]-]{0,60}|\$)=(?P<value>[^&#;\s]+)")
_CODED = pattern(r"%[0-9A-Fa-f]{2}")
_UUID = pattern(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_SEGMENT = pattern(r"[A-Za-z0-9_=.~%-]{16,}")


def _words() -> Mapping[str, frozenset[str]]:
    return wordlists("urls")


class Urls:
    """Credentials of everything that looks like ``scheme://…``."""

    keywords: Sequence[str] = ("://",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of credentials of every URL."""
        text = scan.shadow.text
        for number, hit in enumerate(scan.hits):
            following = scan.hits[number + 1].start if number + 1 < len(scan.hits) else len(text)
            low = max(0, hit.start - 32)
            start = low + len(text[low : hit.start].rstrip(_SCHEME_CHARS))
            limit = min(
                hit.end + _LONGEST, following if following == len(text) else _scheme_start(text, following)
            )
            found = _URL.match(text, hit.end, max(limit, hit.end))
            if found is None or start == hit.start:
                continue
            scan.budget.spend(found.end() - start)
            yield from _url(text, text[start : hit.start].lower(), hit.end, _trim(text, hit.end, found.end()))


def _scheme_start(text: str, at: int) -> int:
    low = max(0, at - 32)
    return low + len(text[low:at].rstrip(_SCHEME_CHARS))


def _trim(text: str, start: int, end: int) -> int:
    """Take off what closes or separates and is no part of the URL."""
    while end > start and (
        text[end - 1] in ",.;:'|\\*_~]" or (text[end - 1] == ")" and "(" not in text[start:end])
    ):
        if text[end - 1] == "]" and "[" in text[start:end]:
            break
        end -= 1
    return end


def _url(text: str, scheme: str, start: int, end: int) -> Iterator[Span]:
    """Give the credentials of one URL whose part behind ``://`` is ``start:end``."""
    base = (
        scheme.rpartition("+")[0]
        if scheme not in _words()["proxy"] and scheme.rpartition("+")[0] in _words()["proxy"]
        else scheme
    )
    at = _user_end(text, scheme, start, end)
    if base in _words()["proxy"]:
        yield from _proxy(text, start, at, end)
        return
    if at is not None:
        yield from _userinfo(text, start, at)
        start = at + 1
    yield from _parameters(text, scheme, start, end)
    yield from _path(text, start, end)


def _user_end(text: str, scheme: str, start: int, end: int) -> int | None:
    """Return where the ``@`` before the host stands; None where the URL has no user part."""
    marks = [i for i in range(start, end) if text[i] == "@" and _HOST_AFTER.match(text, i + 1, end)][:64]
    if not marks:
        return None
    stop = next((i for i in range(start, end) if text[i] in "/?#"), end)
    if marks[0] > stop and not _odd_password(text, start, stop):
        return None
    query = text.find("?", marks[0], end)
    if query >= 0 and (scheme in _words()["web"] or _PARAMETER.match(text, query + 1, end)):
        marks = [i for i in marks if i < query] or marks[:1]
    if scheme in _words()["web"]:
        return next((i for i in marks if _GOOD_HOST.match(text, i + 1, end)), marks[-1])
    return marks[-1]


def _odd_password(text: str, start: int, stop: int) -> bool:
    """Tell whether what stands before the first ``/``, ``?`` or ``#`` is a user and half a password, no host."""
    head = text[start:stop]
    name, colon, rest = head.partition(":")
    if not colon:
        return False
    return not (_PORT.match(rest) and int(rest) < 65536) and not _GOOD_HOST.fullmatch(name)  # noqa: PLR2004


def _userinfo(text: str, start: int, at: int) -> Iterator[Span]:
    """Give the password before the host, or the token that stands as the user's name."""
    user, colon, password = text[start:at].partition(":")
    if colon and password and not _no_password(password) and not _is_sample(text, password, at):
        yield Span(start + len(user) + 1, at, "url-password", Kind.PASSWORD)
    if len(user) >= 16 and looks_random(user) and not is_reference(user):  # noqa: PLR2004
        yield Span(start, start + len(user), "url-user-token", Kind.URL_CREDENTIAL)


def _is_sample(text: str, password: str, at: int) -> bool:
    """Tell whether this is the URL of a manual: three characters before ``example.com``."""
    return len(password) <= 3 and re.match(r"example\.(?:com|org|net)", text[at + 1 : at + 13]) is not None  # noqa: PLR2004


def _no_password(password: str) -> bool:
    lower = password.lower().strip("{}<>[]$%()")
    return is_reference(password) or lower in _words()["sample"] or set(password) <= set("*x.X•")


def _proxy(text: str, start: int, at: int | None, end: int) -> Iterator[Span]:
    """Give what a proxy's share link holds: all before the host, or the whole of an encoded body."""
    if at is None:
        name = text.find("#", start, end)
        at = name if name >= 0 else end
    if at - start >= 8 and not is_reference(text[start:at]):  # noqa: PLR2004
        yield Span(start, at, "proxy-link", Kind.PASSWORD)


def _parameters(text: str, scheme: str, start: int, end: int) -> Iterator[Span]:
    """Give the values of secret parameters, in the query and in the fragment."""
    query = next((i for i in range(start, end) if text[i] in "?#;"), end)
    host = text[start : start + 60].lower()
    for found in _PARAMETER.finditer(text, query, end):
        name, value = found["name"], found["value"].rstrip("'\",.")
        if _is_credential(scheme, host, name.lower(), value):
            low = found.start("value")
            yield Span(low, low + len(value), "url-parameter", Kind.URL_CREDENTIAL)


def _is_credential(scheme: str, host: str, name: str, value: str) -> bool:
    """Tell whether a parameter carries a secret: its name says so, or a weak name has a random value."""
    plain = _CODED.sub("", value)
    if is_reference(value) or not plain:
        return False
    if name in _words()["signature"] or (scheme.startswith("otpauth") and name in ("secret", "data")):
        return True
    if name in ("pwd", "passcode", "p", "password") and any(site in host for site in _words()["drive"]):
        return True
    grade = meaning(name).grade
    match grade:
        case Grade.PASSWORD:
            return value.lower() not in _words()["sample"]
        case Grade.SECRET | Grade.KEY:
            return (
                not is_word(plain)
                and not (plain.isdecimal() and len(plain) < _LEAST_NUMBER)
                and not is_path(value)
            )
        case Grade.WEAK | Grade.NONE:
            weak = (
                grade is Grade.WEAK
                or name in _words()["parameter"]
                or name.rpartition("_")[2] in ("code", "sig")
            )
            return weak and len(plain) >= _LEAST_RANDOM and not is_plain(plain) and _mixed(plain)
        case _:
            assert_never(grade)


def _mixed(value: str) -> bool:
    """Tell whether a value is random: letters and digits mixed and no word, or so long that no word is."""
    has_digit = any(c.isdigit() for c in value)
    return (has_digit and any(c.isalpha() for c in value) and looks_random(value)) or (
        len(value) >= _LEAST_LETTERS and looks_random(value)
    )


def _path(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the random part of a link whose path says that it lets somebody in: reset, invite, magic, hook."""
    stop = next((i for i in range(start, end) if text[i] in "?#"), end)
    parts = text[start:stop].split("/")
    at = start
    for number, part in enumerate(parts):
        before = {word for p in parts[max(1, number - 2) : number] for word in (p.lower(), *split(p))}
        if number > 1 and before & _words()["one_time"] and _is_drawn(part):
            yield Span(at, at + len(part), "one-time-link", Kind.URL_CREDENTIAL)
        elif (said := _PRIVATE.fullmatch(part)) is not None:
            yield Span(at + said.start("secret"), at + len(part), "private-link", Kind.URL_CREDENTIAL)
        at += len(part) + 1


_PRIVATE = pattern(
    r"(?i:private|secret|token|key|auth)[-_](?P<secret>[0-9a-f]{16,}|(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=\D*\d)[0-9A-Za-z]{16,})"
)


def _is_drawn(part: str) -> bool:
    """Tell whether a part of a path was drawn by a machine."""
    if _UUID.fullmatch(part):
        return True
    return _SEGMENT.fullmatch(part) is not None and _mixed(part) and not is_plain(part)


class Bare:
    """``user:password@host`` without a scheme: data source names of Go, proxies, ``scott/tiger@host``."""

    keywords: Sequence[str] = ("@",)
    _RIGHT = pattern(
        r"(?:tcp|udp|unix)\(|\d{1,3}(?:\.\d{1,3}){3}(?![0-9.])|(?!sha\d{3}:)(?:[A-Za-z0-9-]{1,63}\.){0,8}[A-Za-z0-9-]{1,63}:\d{2,5}(?![0-9])|//[A-Za-z0-9.-]+"
    )
    _LEFT = pattern(
        r"(?<![A-Za-z0-9_.@/:-])(?P<user>[A-Za-z][\w.-]{0,60})[:/](?P<secret>[^\s:/\"'<>，。；：（）]{3,80})\Z"
    )

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the passwords between a user and an ``@`` with a host and a port behind it."""
        text = scan.shadow.text
        for hit in scan.hits:
            if self._RIGHT.match(text, hit.end) is None:
                continue
            low = max(0, hit.start - 150)
            scan.budget.spend(hit.start - low)
            found = self._LEFT.search(text, low, hit.start)
            if found is None or found["user"].lower() in _words()["no_user"] or _no_password(found["secret"]):
                continue
            if text[found.start("secret") - 1] == "/" and not text.startswith("//", hit.end):
                continue
            yield Span(*found.span("secret"), "dsn-password", Kind.PASSWORD)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [Urls(), Bare()]
