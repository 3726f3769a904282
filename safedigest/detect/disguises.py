"""Undoes what a person does by hand to slip a value past a filter: spaces it out, splits it, turns it round, shifts it.

What a person announces ("倒着写", "take the dashes out") is believed: then a run is hidden even if no rule knows it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from safedigest.detect import lazy, words
from safedigest.detect.checks import cn_mobile, not_in_order
from safedigest.detect.views import Edit

_SPACED = lazy.pattern(
    r"(?<![0-9A-Za-z])[0-9A-Za-z]"
    r"(?P<sep> ?[-.·•_/|,，、*~+:;] ?| {1,3}|\r?\n|\t|[\"'], ?[\"']|[-._*~]{2}|\)\(|\]\[|"
    r"[^\x00-\x7f\u3400-\u9fff]{1,2})"
    r"[!-~](?![0-9A-Za-z])(?:(?P=sep)[!-~](?![0-9A-Za-z])){2,200}+"
)
HIDING: Final = lazy.pattern(
    r"隔开|分开[发写]|拆开|拆成|竖着|竖排|一行一个|一个一个|逐字|逐个|连起来|合起来|拼起来|拼一下|你拼|念|读给"
    r"|去掉(?:空格|横|点|中间)|空格|横线|横杠|加了?点|屏蔽|被吞|被截|防[吞截和]|spaced? (?:it|out|them)"
    r"|with (?:spaces|dashes|dots)|spell|letter by letter|digit by digit|one per line|filter|redact"
    r"|without the|take out|strip (?:the|out)|remove the (?:spaces|dashes|dots)"
)
REVERSED: Final = lazy.pattern(
    r"倒着(?!排)|倒过来(?!排)|反着[写发念读打]|反过来(?:[写发念读看]|(?![排说讲想]))|倒写|倒序(?!排|输|列)|逆序(?!排|输|列)|反序(?!列)"
    r"|backwards?(?![- ](?:compat|incompat))|read (?:it )?from the (?:end|right)"
    r"|(?:written|typed|spelled|sent|stored|is|it'?s|them|it) (?:in )?reversed?(?![a-z_])|right to left"
    r"|reversed (?:so|here|it for|string)"
)
SHIFTED: Final = lazy.pattern(
    r"rot-?13|凯撒|caesar|每一?[位个](?:数字|字母|字符)?都?[加减+-]|移[一二三1-9]?位|shifted by"
    r"|(?:add|plus) (?:one|1) to each|each digit"
)
CODED: Final = lazy.pattern(
    r"base-?64|base-?32|b64|编码[了发后]|转码|解码|十六进制|二进制|(?<![a-z])hex(?![a-z])|ascii|转义"
    r"|url ?encode|decode|encoded|atob|xxd|fromcharcode|chr\(|解一下|自己解|自己转"
)
_LISTING: Final = frozenset("、,，/|:;")  # between capitals these make a list of units or choices
REVERSED_SIGNS: Final = ("倒", "反", "逆", "revers", "backward", "right to left", "from the")
WIDE_SIGNS: Final = ("全角", "表情", "emoji")
SHIFTED_SIGNS: Final = ("rot", "凯撒", "caesar", "每", "移", "shift", "each")
_REACH: Final = 160  # characters around what was announced that are believed
_TOKEN = lazy.pattern(r"(?<![0-9A-Za-z/+,])[0-9A-Za-z][0-9A-Za-z_.@!#$%&*+=~^-]{3,255}+")
_WEAK_TAIL: Final = ".!"
_VENDOR_LEAST: Final = 20  # a token shorter than this has no vendor's form when turned round
_LEAST: Final = 6
_CHUNK = lazy.pattern(r"[0-9A-Za-z_/+=-]{1,256}+")
_GAP = lazy.pattern(
    r"[ \t]{0,4}\\?(?:\r?\n[ \t>|]{0,12}){1,2}| {1,3}|[ \t]?(?:\+|\\|⏎|\||[,，、;；~]|空格|换行|加上|接)[ \t]?"
)
_GAP_LONGEST: Final = 28
_ODD_CHUNK = lazy.pattern(
    r"(?=[A-Za-z_/+=-]*[0-9])(?=[0-9_/+=-]*[A-Za-z])|[A-Za-z_-]*?(?:[a-z][A-Z]|[A-Z]{2}[a-z])"
)
_PUBLIC_HEAD = lazy.pattern(r"-{3,}|(?i:ssh-|ecdsa-|sha\d)")
_MEMBER = lazy.pattern(r"(?:[A-Za-z][a-z]{0,9}|[A-Z]{2,10})\d")  # of a list: ``Mod4, M4, Button1``
_TYPE = lazy.pattern(r"(?:[A-Z][a-z]+\d{0,5}){2,}")  # of a union: ``Key25519Public|Key25519Private``
_ALGORITHM = lazy.pattern(r"[A-Z]{2,5}-?\d{2,4}|\d{2,5}-bit")  # ``RS256``
_VARIABLE = lazy.pattern(r"[A-Z][A-Z0-9]+(?:_[A-Z0-9]{2,}){1,6}")  # of an environment
_FOLDER = lazy.pattern(r"[a-z]{3,}/")
_CRON = lazy.pattern(r"[\d*]{4}\*")
_AGE = lazy.pattern(r"(?:\d{1,4}[dhms]){1,2}")  # of a row of a table
_LABEL = lazy.pattern(  # may name what follows: ``openid``, ``Wechat``, ``HCLOUD_TOKEN``
    r"[A-Za-z]?[a-z]{3,11}|[A-Z]{2,16}(?:_[A-Z]{2,16}\d?)+"
)
_WHOLE = lazy.pattern(  # begins a token of its own
    r"[A-Za-z]{2,6}[-_](?:[a-z]{2,6}[-_])?[0-9A-Za-z]{16}|(?:AKIA|LTAI|AKID|AIza|eyJ)[0-9A-Za-z]{12}"
)
_NAMED_WHOLE = lazy.pattern(r"[A-Za-z]{2,6}[-_][0-9A-Za-z_-]{16}|(?:AKIA|LTAI|AKID|AIza|eyJ)[0-9A-Za-z]{12}")
_MASK_TAIL: Final = 4
_NUMBERED = lazy.pattern(r"[A-Za-z]?[a-z]{2,9}[0-9]{0,2}")  # ``key2``
_JOINING: Final = frozenset(
    ("and", "or", "to", "is", "the", "for", "as", "in", "vs", "not", "was", "by", "on", "at")
)
_SHORT: Final = 3
_PADDED: Final = 16  # a text of base64 this long ends with its padding
_NAMED = lazy.pattern(r"(?:[A-Z][a-z]{2,}){2,6}")  # ``ExpiredToken``, ``AccessKey``
_ASSIGNS = lazy.pattern(r"[A-Za-z_][\w.-]{0,60}=(?!=*\Z)")  # the next of several settings: ``theme=dark``
_WRAPPED: Final = 60
_TIDY: Final = 12  # a short piece of mixed case is no name even if it can be cut into words
_MAY_SPLIT = lazy.pattern(
    r"[\s+\\⏎|>,，、;；~空换加接](?s:(?<=[0-9A-Za-z_/+=-].))[\s+\\⏎|>,，、;；~空换加接]{0,7}"
    r"(?:(?=[A-Za-z_-]{0,40}[0-9])(?=[0-9_-]{0,40}[A-Za-z])|[A-Za-z_-]{0,20}(?:[a-z][A-Z]|[A-Z]{2}[a-z]))"
)


def says(signs: Sequence[str], lower: str) -> bool:
    """Tell whether one of ``signs`` stands in the lower-case text: a cheap look before a pattern's."""
    for sign in signs:  # noqa: SIM110  a generator costs as much again
        if sign in lower:
            return True
    return False


class Near:
    """Tells whether a place lies near one of some words in the lower-case text; looks for them when first asked."""

    __slots__ = ("_lower", "_places", "_words")

    def __init__(self, words_: re.Pattern[str], lower: str) -> None:
        self._words = words_
        self._lower = lower
        self._places: list[int] | None = None

    def __call__(self, at: int) -> bool:
        """Tell whether the place ``at`` lies near one of the words."""
        if self._places is None:
            self._places = [found.start() for found in self._words.finditer(self._lower)]
        after = bisect_left(self._places, at)
        return any(abs(place - at) <= _REACH for place in self._places[max(0, after - 1) : after + 1])


def spaced(text: str, announced: Callable[[int], bool]) -> Iterator[Edit]:
    """Yield runs of single characters with one separator between them (``s k - 5 2``, ``1.7.9.2``)."""
    for found in _SPACED.finditer(text):
        step = 1 + len(found["sep"])
        plain = found[0][::step]
        if _CRON.fullmatch(plain) or (found["sep"] == " -" and text.startswith("-", found.start() - 1)):
            continue
        if plain.isalpha() and found["sep"].strip() in _LISTING and not plain.islower():
            continue
        yield Edit(found.start(), found.end(), plain, sure=_cut_up(plain, announced=announced(found.start())))


def _cut_up(plain: str, *, announced: bool) -> bool:
    if words.is_word(plain) or (not not_in_order(plain) and plain.isdigit()):
        return False
    mixed = any(c.isdigit() for c in plain) and any(c.isalpha() for c in plain)
    if announced:
        return plain.isdigit() or (mixed and len(plain) >= _LEAST)
    return mixed and len(plain) >= 10 and words.randomness(plain) > 0.5  # noqa: PLR2004


def may_split(text: str) -> bool:
    """Tell cheaply whether ``split`` could find anything."""
    return _MAY_SPLIT.search(text) is not None


def split(text: str) -> Iterator[Edit]:
    """Yield the gaps (blank, line break, plus sign) between two pieces that look like halves of one token.

    A gap is weak where the first half may be a name (``sk_live_``, ``open_id``).
    """
    pieces = [found.span() for found in _CHUNK.finditer(text)]
    odd_ones = [_odd_chunk(text[start:end]) for start, end in pieces] + [False]
    joined = -1
    for number, ((low, left_end), (start, end)) in enumerate(pairwise(pieces), 1):
        if not (odd_ones[number] or odd_ones[number + 1]):
            continue
        if left_end - low <= _MASK_TAIL and text.endswith("...", 0, low):
            continue  # what a mask of ours shows behind its dots was no beginning
        if start - left_end > _GAP_LONGEST or _GAP.fullmatch(text, left_end, start) is None:
            continue
        after = text[slice(*pieces[number + 1])] if number + 1 < len(pieces) else ""
        left, right = text[low:left_end], text[start:end]
        if _lists(text[left_end], left, right):
            continue
        if not _goes_on(left, right, after, chained=joined == low):
            continue
        odd = joined == low or (len(left) > _SHORT and not words.is_word(left) and not _LABEL.fullmatch(left))
        if odd or "-" in left or "_" in left:
            joined = start
            yield Edit(left_end, start, "", weak=not odd)


def _lists(mark: str, left: str, right: str) -> bool:
    """Tell whether two names stand in a list or a union, or a path goes on in the next line."""
    member = {",": _MEMBER, "|": _TYPE}.get(mark)
    if member is not None and member.fullmatch(left) and member.fullmatch(right):
        return True
    return left.endswith("/") and _FOLDER.match(right) is not None


def _goes_on(left: str, right: str, after: str, *, chained: bool) -> bool:
    """Tell whether ``right`` can go on what ``left`` began: it is odd, or stands between two odd pieces."""
    block = not chained and len(left) >= _WRAPPED and "-" not in left and "_" not in left
    if block or _PUBLIC_HEAD.match(left) or left.endswith(("---", "base64")) or right.startswith("base64"):
        return False
    # ``key2`` between a token and the one that it names
    names = (_NUMBERED.fullmatch(right) and _NAMED_WHOLE.match(after)) or (
        _NUMBERED.fullmatch(left) and _NAMED_WHOLE.match(right)
    )
    if _odd_chunk(left) and (names or _WHOLE.match(right)):
        return False
    if _NAMED.fullmatch(right) or _ASSIGNS.match(right) or _VARIABLE.fullmatch(right):
        return False
    if _AGE.fullmatch(left) or _ALGORITHM.fullmatch(left) or (left.endswith("=") and len(left) >= _PADDED):
        return False
    if _odd_chunk(right):
        return True
    begun = _odd_chunk(left) or "-" in left or "_" in left
    short = len(right) <= _SHORT and right not in _JOINING
    return begun and _odd_chunk(after) and (short or not words.is_word(right))


def _odd_chunk(chunk: str) -> bool:
    if chunk.isalpha() and (chunk.islower() or chunk.istitle()):
        return False
    tidy = chunk.islower() or chunk.istitle() or chunk.isupper() or len(chunk) > _TIDY
    return _ODD_CHUNK.match(chunk) is not None and not (tidy and words.is_word(chunk))


_WIDE_DIGITS = lazy.pattern(r"(?<![0-9A-Za-z_.:/-])[0-9]{4,8}(?![0-9A-Za-z_.:/-])")


def announced_digits(text: str) -> Iterator[Edit]:
    """Yield short numbers of a message that says they are written in full-width digits or pictures."""
    for found in _WIDE_DIGITS.finditer(text):
        if not found[0].startswith(("19", "20")) and not_in_order(found[0]):
            yield Edit(found.start(), found.end(), found[0], sure=True)


def grouped(text: str) -> Iterator[Edit]:
    """Yield the gaps in a row of short groups of one length (``7ns6 yzDf AFfR``)."""
    for found in _GROUPED.finditer(text):
        sizes = [len(group) for group in _BLANK.split(found["groups"])]
        if len(set(sizes[:-1])) == 1 and sizes[-1] <= sizes[0]:
            yield from (
                Edit(gap.start(), gap.end(), "") for gap in _BLANK.finditer(text, found.start(), found.end())
            )


_BLANK = lazy.pattern(r"[ \n]")
_GROUPED = lazy.pattern(
    r"(?<![0-9A-Za-z_-])(?:[0-9A-Za-z_-]{1,16}[ \n])?"
    r"(?P<groups>[0-9A-Za-z_-]{2,8}(?:[ \n][0-9A-Za-z_-]{1,8}){4,60}+)(?![0-9A-Za-z_-])"
)


def undone(text: str) -> Iterator[Edit]:
    """Yield long tokens turned round, and with their letters turned by thirteen places, though nobody said so."""
    for found in tokens(text, _VENDOR_LEAST):
        if _PLAIN_ID.fullmatch(found[0]) is None:
            yield Edit(found.start(), found.end(), found[0][::-1])
            yield Edit(found.start(), found.end(), found[0].translate(_ROT13))


_PLAIN_ID = lazy.pattern(r"[0-9A-Fa-f-]+|[a-z.]+|[^+]*\+.*")  # digests, names, lines of base64


def tokens(text: str, least: int) -> Iterator[re.Match[str]]:
    """Yield the tokens of at least ``least`` characters that are no words."""
    for found in _TOKEN.finditer(text):
        if len(found[0]) >= least and not words.is_word(found[0]):
            yield found


def backwards(text: str, announced: Callable[[int], bool]) -> Iterator[Edit]:
    """Yield tokens that were said to be turned round."""
    for found in tokens(text, _LEAST):
        token = found[0].rstrip(_WEAK_TAIL)
        forth = words.is_word(token.rstrip("0123456789"))  # ``index1`` reads as it stands
        if announced(found.start()) and _odd(token) and not forth:
            yield Edit(found.start(), found.start() + len(token), token[::-1], sure=True)


def _odd(token: str) -> bool:
    """Tell whether a token that was said to be turned round or shifted can be the value."""
    if token.isdigit():
        return len(token) >= _LEAST and (cn_mobile(token[::-1]) or not cn_mobile(token))
    if _EVERYDAY.fullmatch(token):
        return False
    return words.classes(token) > 1 and any(c.isdigit() for c in token)


_EVERYDAY = lazy.pattern(
    r"(?i)[0-9.]{1,4}-?[a-z]{1,4}|[a-z]{1,4}-?[0-9.]{1,3}|(?:[a-z]+\.)?rot[-_]?13|[0-9]{1,4}(?:[-./:][0-9]{1,4}){1,6}|v?[0-9]+(?:\.[0-9]+)+"
)


_ROT13: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm",
)


def rotated(text: str, announced: Callable[[int], bool]) -> Iterator[Edit]:
    """Yield tokens whose letters were said to be shifted; their plain form is that of ROT13."""
    for found in tokens(text, 4):
        plain = found[0].translate(_ROT13)
        if announced(found.start()) and (_odd(found[0]) or found[0].isdigit() or words.is_word(plain)):
            yield Edit(found.start(), found.end(), plain, sure=True)
