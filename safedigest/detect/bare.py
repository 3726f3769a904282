"""Random strings that stand alone: no label says what they are, and they can be nothing but a key.

Precision before recall: whatever is often pasted and public stays (git ids, digests, UUIDs, ids of messages, requests
and videos, wallet addresses, certificates, public keys, base64 pictures, file names, identifiers). So a string must
have lower case, upper case and digits, be long, and be unlike any language, and nothing beside it may say that it is
an id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy, words
from safedigest.detect.checks import base58check
from safedigest.detect.interface import Scan, Span
from safedigest.detect.outline import Sign
from safedigest.model import Kind

_TOKEN = lazy.pattern(
    r"(?<![0-9A-Za-z_+/=.@#?&%$\\~:<>-])(?:[0-9A-Za-z_-]{20,200}|[0-9A-Za-z+/]{32,200})={0,2}"
    r"(?![0-9A-Za-z_+/@(\[{<>\\=%&#?~-]|\.[0-9A-Za-z]|:[0-9A-Za-z/])"
)
_LABELLED = lazy.pattern(r"(?:[:=]\s?[\"'`]?|[\"'`])$")
_PUBLIC = lazy.pattern(
    r"(?<![a-z])(?:ids?|uuid|guid|sha\d*|md5|hash|commit|rev|ref|digest|integrity|checksum|etag|nonce|salt|cursor|trace|span|request|req|video|watch|channel"
    r"|docs?|document|sheet|file|folder|filename|path|address|addr|tx|txid|txn|transaction|block|cid|ipfs|wallet|contract|public|pub|pubkey|fingerprint|cert"
    r"|certificate|image|img|base64|model|build|node|pod|container|digest|signature|sig|openid|unionid|appid|client|order|invoice|tracking|ticket|msg|message"
    r"|call|response|run|thread|event|job|task|artifact|bucket|peer|endpoint|object|snapshot|lock|resolved|import|class|function|def|const|var|name)"
    r"[\"'`]?(?:[-_ ]?(?:ids?|no|hash|address|code|name|key))?[\"'`]?\s{0,2}"
    r"(?:[:=]|is|->|=>|#)?\s{0,2}(?:w/)?[\"'`(\[]?$"
    r"|(?:地址|哈希|公钥|指纹|校验|摘要|订单号?|单号|编号|流水号?|请求|消息|会话|链路|交易|合约|钱包|镜像|提交|视频|文档|文件|图片|编码|签名|证书|追踪|日志)(?:id)?(?:号|值|是|为|叫)?\s?[:=]?\s?[\"'`]?$"
    r"|;base64,$"
)
_PREFIXED = lazy.pattern(
    r"(?P<prefix>[A-Za-z][A-Za-z0-9]{0,15}(?:[-_][a-z0-9]{1,8}){0,3}?)[-_](?P<body>[0-9A-Za-z]{16,})"
)
_SECRET_PREFIX: Final = frozenset(
    [
        "sk",
        "secret",
        "token",
        "tok",
        "key",
        "apikey",
        "api",
        "pat",
        "live",
        "prod",
        "pwd",
        "pass",
        "auth",
        "private",
        "priv",
        "access",
        "refresh",
        "bearer",
    ]
)
_OPEN_PREFIX: Final = frozenset(["pk", "pub", "public", "publishable", "test", "id"])
_BEFORE: Final = 40
_WIDE: Final = 50
_COST: Final = 250  # of one token, in characters
_ALONE: Final = 20
_LONG: Final = 24
_LINE: Final = 60
_RANDOM: Final = 0.72
_ONE_CASE: Final = 40
_HEX = lazy.pattern(r"(?:0[xX])?[0-9A-Fa-f-]+")
_KNOWN = lazy.pattern(
    r"(?:bc|tb|ltc|addr|stake|cosmos|osmo|npub|note|age)1[02-9ac-hj-np-z]{38,}|CSGO-[0-9A-Za-z]{5}-"
    r"|(?:[1-8KQRBNPkqrbnp]{1,8}/){7}|AAAA[0-9A-Z][23][0-9A-Za-z]zaC1|AAAA[0-9A-Za-z]{2}VjZHNh|AAAAB3NzaC"
)  # a public key of ssh, a position of chess
_ADDRESS: Final = range(26, 36)
RULE: Final = "bare-random-string"


class Bare:
    """The detector."""

    keywords: Sequence[str] = ()
    needs = Sign.LONG

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of random strings."""
        text = scan.shadow.text
        if not scan.shadow.outline.longest:
            return
        low, high = _inked(text)
        for found in _TOKEN.finditer(text):
            scan.budget.spend(_COST + len(found[0]))
            if len(found[0]) >= _WIDE and _in_block(text, found):
                continue  # most long tokens are lines of a block, which is told faster
            if _is_key(found[0].rstrip("="), low >= found.start() and high <= found.end()) and not (
                _public(scan.shadow.lower, found) or _in_block(text, found)
            ):
                yield Span(found.start(), found.end(), RULE, Kind.API_KEY)


def _inked(text: str) -> tuple[int, int]:
    """Return where the message begins and ends but for white space and quotes: a token there stands alone."""
    return len(text) - len(text.lstrip(" \t\r\n\"'`")), len(text.rstrip(" \t\r\n\"'`."))


def _is_key(token: str, alone: bool) -> bool:  # noqa: FBT001
    if _HEX.fullmatch(token) or _KNOWN.match(token) or words.is_word(token):
        return False
    prefixed = _PREFIXED.fullmatch(token)
    if prefixed is not None:
        names = set(re.split("[-_]", prefixed["prefix"].lower()))
        if names & _OPEN_PREFIX or not (names & _SECRET_PREFIX or (alone and len(token) >= _ONE_CASE)):
            return False
        return _random(prefixed["body"], 1)
    if "/" in token and not _random_path(token):
        return False
    if len(token) in _ADDRESS and base58check(token):
        return False
    return len(token) >= (_ALONE if alone else _LONG) and _random(token, 2)


def _random(token: str, least: int) -> bool:
    """Tell whether ``token`` has digits and both cases (or is very long) and follows no language."""
    digits = sum("0" <= c <= "9" for c in token)
    upper = any("A" <= c <= "Z" for c in token)
    lower = any("a" <= c <= "z" for c in token)
    if digits < least or digits * 2 > len(token) or (not (upper and lower) and len(token) < _ONE_CASE):
        return False
    return words.randomness(token) >= _RANDOM and words.switches(token) * 4 >= len(token) and _no_words(token)


_CHUNK = lazy.pattern(r"[A-Z]?[a-z]{4,}|[A-Z]{5,}")


def _no_words(token: str) -> bool:
    """Tell whether words make up less than a third of ``token``."""
    spelled = sum(len(chunk) for chunk in _CHUNK.findall(token) if words.is_word(chunk))
    return spelled * 3 < len(token)


def _random_path(token: str) -> bool:
    """Tell whether a token with slashes is base64 rather than a path."""
    return all(not words.is_word(piece) for piece in token.split("/") if len(piece) > 2) and "-" not in token  # noqa: PLR2004


def _public(lower: str, found: re.Match[str]) -> bool:
    """Tell whether what stands before says that the string is public."""
    return _PUBLIC.search(lower[max(0, found.start() - _BEFORE) : found.start()]) is not None


def _in_block(text: str, found: re.Match[str]) -> bool:
    """Tell whether a string is a line of a longer block."""
    before, after = (
        text[max(0, found.start() - _LINE - 20) : found.start()],
        text[found.end() : found.end() + _LINE + 20],
    )
    return _BLOCK_BEFORE.search(before) is not None or _BLOCK_AFTER.match(after) is not None


_BLOCK_BEFORE = lazy.pattern(r"[0-9A-Za-z+/=]{50,}\r?\n[ \t>|]*\Z|BEGIN [A-Z0-9 ]{0,30}-----\r?\n\Z")
_BLOCK_AFTER = lazy.pattern(r"\r?\n[ \t>|]*[0-9A-Za-z+/=]{50,}|\r?\n-----END")
