r"""Private keys in blocks: PEM of every kind, OpenSSH, PGP, SSH2, PuTTY, OpenVPN, base64 of a PEM, JSON web keys.

A block is one span, from its BEGIN to its END, whatever stands between its lines: quotes of mails and Markdown,
line numbers, literal ``\\n``, JSON strings joined with ``+``, log prefixes. Without END (cut off by a chat) the
span ends with the last piece that can be key material. A BEGIN line without a key behind it (documentation) is no
finding, and neither are certificates and public keys.

Invariant: every character is walked over at most once per kind of block: a walk never starts inside what an earlier
one took, and END lines are collected in one pass. 100,000 BEGIN lines cost linear time.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.lazy import pattern
from safedigest.model import Kind

_GAP: Final = 120  # what may stand between two pieces of one key: a log prefix, "(snip)", a quote mark
_NEAR_END: Final = 16_000  # an END so close to its BEGIN ends the block whatever stands between
_LEAST: Final = (
    24  # characters of a key: fewer are an example such as "-----BEGIN … ----- ... -----END … -----"
)
_LINE: Final = 16
_WIDE: Final = 40
_BEFORE: Final = 48  # characters between the dashes of a BEGIN and its "PRIVATE KEY"
_TAIL: Final = 4

_BEGIN = pattern(r"-{2,5}[ +]?BEGIN[ +](?:[A-Z0-9]+[ +]){0,4}", re.IGNORECASE)
_BEGIN_REST = pattern(r"(?:[ +]BLOCK)?(?:[ +]?-{2,5}|(?=\s|\\[nr]|\Z))", re.IGNORECASE)
_END = pattern(
    r"-{2,5}[ +]?END[ +](?:[A-Z0-9]+[ +]){0,4}(?:PRIVATE[ +]KEY|STATIC KEY V1)(?:[ +]BLOCK)?[ +]?-{0,5}",
    re.IGNORECASE,
)
_RUN = pattern(r"[A-Za-z0-9+/]+={0,3}")
_ENCODED = pattern(r"[A-Za-z0-9+/_-]+(?:[ \t]*(?:\\n|\r?\n)[ \t]*[A-Za-z0-9+/_-]{24,})*={0,2}")
_COUNT = pattern(r"\s*\d{1,4}(?:\\n|\s)*")
_MAC = pattern(r"(?:\\n|[\s>|\"'+])*Private-(?:MAC|Hash):\s*[0-9a-f]+", re.IGNORECASE)
_HEX_LINE = pattern(r"(?:[\s>]|\\n)*(?:[0-9a-fA-F]{16,}(?:[\s>]|\\n)*)+")
_JWK_VALUE = pattern(r"\\*\"(?:d|p|q|dp|dq|qi|k)\\*\"\s*:\s*\\*\"(?P<secret>[A-Za-z0-9_-]{16,}={0,2})")
_JWK_REACH: Final = 3_000


def _is_material(run: str) -> bool:
    """Tell whether ``run`` is a line of base64 and no word: long, and of three classes unless very long."""
    if len(run) < _LINE:
        return False
    kinds = any(c.islower() for c in run) + any(c.isupper() for c in run) + any(c.isdigit() for c in run)
    return kinds == 3 or (len(run) >= _WIDE and kinds >= 2)  # noqa: PLR2004


def _is_last(run: str) -> bool:
    """Tell whether a short ``run`` can be the last line of a key: padding, digits or mixed case, so no word."""
    if len(run) < _TAIL:
        return False
    mixed = not (run.islower() or run.isupper() or run.istitle())
    return run.endswith("=") or any(c.isdigit() for c in run) or mixed


def walk(text: str, start: int, limit: int) -> int:
    """Return where the key material that begins at ``start`` ends (at most ``limit``); ``start`` if there is none."""
    end, number = start, 0
    for run in _RUN.finditer(text, start, limit):
        if run.start() - end > _GAP:
            break
        piece = run[0]
        if text[run.start() - 1] == "\\" and piece[0] in "nrt":
            piece = piece[1:]
        if _is_material(piece):
            end, number = run.end(), number + 1
        elif number and _is_last(piece) and text[end : run.start()].strip(" \t\r\n\\>|\"'+") == "":
            end = run.end()
            number = 0  # a second short piece belongs to the text behind
    return end


class Blocks:
    """Private keys between BEGIN and END lines, or after a BEGIN line alone."""

    keywords: Sequence[str] = ("private key", "private+key", "static key v1")

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give one span for each block."""
        text = scan.shadow.text
        heads = [head for hit in scan.hits if (head := _head(text, hit.start, hit.end)) is not None]
        if not heads:
            return
        scan.budget.spend(len(text))
        ends = [(found.start(), found.end()) for found in _END.finditer(text)]
        done = 0
        for number, (start, body) in enumerate(heads):
            if start < done:
                continue
            following = heads[number + 1][0] if number + 1 < len(heads) else len(text)
            end = _block_end(text, body, following, ends)
            scan.budget.spend(min(following, body + _NEAR_END) - start)
            if end > body:
                done = end
                yield Span(start, end, "private-key-block", Kind.PRIVATE_KEY)


def _head(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where the BEGIN line around the keyword begins and ends; None where the keyword stands in other text."""
    low = max(0, start - _BEFORE)
    found = None
    for begin in _BEGIN.finditer(text, low, start):
        found = begin if begin.end() == start else found
    rest = _BEGIN_REST.match(text, end)
    return (found.start(), rest.end()) if found and rest else None


def _block_end(text: str, body: int, following: int, ends: Sequence[tuple[int, int]]) -> int:
    """Return where the block whose BEGIN line ends at ``body`` ends; ``body`` where no key stands behind it."""
    at = bisect_left(ends, (body, 0))
    last = walk(text, body, following)
    if at < len(ends) and ends[at][0] < following:
        first, after = ends[at]
        between = text[body : min(first, body + _NEAR_END)]
        if last > body and first - last <= _GAP:
            return after
        if first - body <= _NEAR_END and _holds_key(between):
            return after
    return last


def _holds_key(between: str) -> bool:
    """Tell whether what stands between BEGIN and END is a key in some dress and no example or prose."""
    packed = re.sub(r"[^A-Za-z0-9+/=]", "", between)
    words = re.findall(r"[a-z]{3,}(?=\s)", between)
    return len(packed) >= _LEAST and any(c.isdigit() for c in packed) and len(words) * 12 < len(packed)


class Putty:
    """The private lines of a PuTTY key file; the public lines stay."""

    keywords: Sequence[str] = ("private-lines:",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the span from the first private line to the end of the MAC."""
        text = scan.shadow.text
        done = 0
        for hit in scan.hits:
            count = _COUNT.match(text, hit.end)
            if hit.start < done or count is None:
                continue
            end = walk(text, count.end(), len(text))
            if end > count.end():
                mac = _MAC.match(text, end)
                done = mac.end() if mac else end
                scan.budget.spend(done - hit.start)
                yield Span(count.end(), done, "putty-private-key", Kind.PRIVATE_KEY)


class Encoded:
    """Base64 of a PEM file, as kubeconfig and CI variables hold it; a certificate in that form stays."""

    keywords: Sequence[str] = ("ls0tls1crudjti",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the whole base64 run, wrapped lines included."""
        text = scan.shadow.text
        done = 0
        for hit in scan.hits:
            if hit.start < done:
                continue
            found = _ENCODED.match(text, hit.start)
            if found is None:
                continue
            done = found.end()
            scan.budget.spend(done - hit.start)
            if b"PRIVATE" in _decoded(found[0][:96]):
                yield Span(hit.start, done, "private-key-base64", Kind.PRIVATE_KEY)


def _decoded(run: str) -> bytes:
    packed = "".join(run.split()).replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(packed[: len(packed) // 4 * 4])
    except (binascii.Error, ValueError):
        return b""


class StaticKeys:
    """OpenVPN's shared secret: lines of hexadecimal digits behind a BEGIN line."""

    keywords: Sequence[str] = ("openvpn static key v1",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the hexadecimal lines."""
        text = scan.shadow.text
        done = 0
        for hit in scan.hits:
            rest = _BEGIN_REST.match(text, hit.end)
            if rest is None or hit.start < done:
                continue
            found = _HEX_LINE.match(text, rest.end())
            if found:
                done = found.end()
                scan.budget.spend(done - hit.start)
                yield Span(
                    rest.end(),
                    rest.end() + len(text[rest.end() : done].rstrip()),
                    "openvpn-static-key",
                    Kind.PRIVATE_KEY,
                )


class WebKeys:
    """The private members of a JSON web key (RFC 7517, RFC 7518 section 6): d, p, q, dp, dq, qi, and k."""

    keywords: Sequence[str] = ('"kty', '"kty\\"')

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the private members that stand in the same object as ``kty``."""
        text = scan.shadow.text
        done = 0
        for hit in scan.hits:
            low, high = max(done, hit.start - _JWK_REACH), min(len(text), hit.end + _JWK_REACH)
            if high <= done:
                continue
            scan.budget.spend(high - low)
            for found in _JWK_VALUE.finditer(text, low, high):
                yield Span(*found.span("secret"), "json-web-key", Kind.PRIVATE_KEY)
            done = high


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [Blocks(), Putty(), Encoded(), StaticKeys(), WebKeys()]
