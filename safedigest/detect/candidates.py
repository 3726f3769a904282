"""Which pieces of a message could be a credential at all, and how much each looks like one by itself.

``level`` of a piece, whatever stands around it:

* 0: is something else (address, path, file, date, time, version, mask, reference, code)
* 1: a word, or up to three digits
* 2: an unknown word, or an identifier (``GD-8841``, ``fk_orders``, ``48V20A``, ``test01``)
* 3: a number of four to twelve digits, a short mixture, words with digits behind them
* 4: letters and digits mixed
* 5: the same with symbols, or what looks drawn by a machine

* 6: a mask already: it satisfies a label as the value did, so masking twice changes nothing

Context decides which level is enough (see ``spoken`` and ``dialogue``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from safedigest.detect.values import is_reference
from safedigest.detect.words import is_word, looks_random
from safedigest.text import is_mask

NEVER, WORD, NAME, CODE, MIXED, RANDOM, MASKED = range(7)
LONGEST: Final = 512

RUN: Final = re.compile(r"[!-~]++")
_OPEN: Final = "\"'`([{<,;:.|=~"
_CLOSE: Final = "\"'`)]}>,;:.|"

_ELSE = re.compile(
    r"""(?xi)
    (?: [a-z][a-z0-9+.-]{1,20}://\S*                                    # address
      | (?:www\.)\S+ | [a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|cn|net|org|io|dev|example|internal|local|lan|app|cc|top|me|ai|co|xyz|info)(?:[:/?\#]\S*)?
      | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                                    # e-mail
      | ~?/[\w.@%+~-]*(?:/[\w.@%+~*-]*)* | \.{1,2}/\S* | [a-z]:\\\S* | (?:[\w.-]+/)+[\w.*-]*   # path
      | [\w-]+(?:\.[\w-]+)*\.(?:py|js|ts|tsx|jsx|go|rs|java|kt|c|h|cpp|md|txt|json|ya?ml|toml|ini|cfg|conf|log|csv|xlsx?|docx?|pptx?|pdf|zip|gz|tar|rar|7z|png|jpe?g|gif|svg|mp[34]|sh|bat|exe|dll|so|sql|db|pem|crt|cer|key|pub|p12|pfx|jks|keystore|lock|env|html?|css|xml|iso|apk|ipa|bin|img|vue|rb|php|swift|bak|tmp|sum)
      | \d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T_ ]?\d{1,2}:\d{2}(?::\d{2})?\S*)? | \d{1,2}[-/]\d{1,2}[-/]\d{2,4}        # date
      | \d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:[ap]m)?(?:[-~]+\d{1,2}:\d{2}(?:[ap]m)?)? | \d{1,2}(?:[ap]m)     # time
      | v?\d+(?:\.\d+){1,4}(?:[-+.]?(?:rc|beta|alpha|dev|post|pre|b|a|p|final|lts)[\w.]*)? | \d+(?:\.\d+)?(?:%|x|k|w|h|s|ms|kb|mb|gb|tb|g|m|px|v|a|w|kg|cm|mm|km|mah|hz|fps|p|t|c|b|d|th|st|nd|rd|l|ml|元|块)   # version, amount
      | \d{1,3}(?:,\d{3})+(?:\.\d+)?  | [$€£¥]\d[\d.,]*k? | [+-]?\d+\.\d+ | \d{1,4}[-~]\d{1,3}(?:天|位|%)?
      | \d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)? | (?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]* | (?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}   # network
      | \#[0-9a-f]{3,8} | 0x(?:[0-9a-f]{1,8}|[0-9a-f]{40}) | wx[0-9a-f]{16} | cli_[0-9a-f]+ | @[\w.-]+ | \#\d{1,6} | --?[a-z][\w-]*(?:=\S*)? | [\w.]+\(\S*\)? | \S*[(){}<>;]\S*[(){}<>;]\S*
      | \#!\S* | -//\S* | \S*%20\S* | [.*]*\*/\S* | (?:/[\w.-]+)+[\#?]\S* | \$[a-z_{(]\S* | 0b[01_]+ | [cymdhst]+(?:[-:/]?[ymdhst]{2,4})+ | \S*0123456789\S* | \\\S+ | \?\S*\? | h\d:\S+ | sha\d+(?:sums?|[-:]\S*) | [a-z]+-\d{3}-gcm | (?:aes|sha|rsa|md|utf|base|ipv|http|tls|ssl|oauth|mp|h|x|win|windows|python|node|java|php|ios|android|iphone|ipad|rtx|gtx|gpt|claude|qwen|gemini|llama|web|usb|wifi|ps|switch|mac|office|vue|angular|es|log4j|s)-?\d{1,4}(?:\.\d+)*(?:pro|max|plus|mini|lts|[a-z])?
    )\Z"""
)
_IDENTIFIER = re.compile(r"[A-Z]{1,6}[-_]?\d+(?:-\d+)*\Z|(?=.{2,8}\Z)\d+[A-Za-z]{1,4}(?:\d+[A-Za-z]{1,3})*\Z|[A-Z]{1,4}\d{1,6}[A-Z]{1,2}\d{0,3}\Z|[A-Z]{2,4}\d+\+\Z")
_GROUPED = re.compile(r"(?=\S*[A-Z])(?=\S*\d)(?:[A-Z0-9]{4,8}-){2,7}[A-Z0-9]{4,8}\Z")  # licences and vouchers
_WORD_NUMBER = re.compile(r"(?P<word>[A-Za-z]+(?:[-_.][A-Za-z]+)*)[-_.@]?(?P<number>\d+)\Z")
_DAY = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\Z")
_SERVICE_NUMBER = re.compile(r"(?:100\d\d|12[0-9]\d\d|9[56]\d{3}|11[09]|1[29]0)\Z")
_DOTTED = re.compile(r"[a-z_]+\d{0,2}(?:\.[A-Za-z_]+\d{0,2}){1,8}\Z")
_SIGN = re.compile(r"[a-z]{1,3}\d{1,5}\Z")
_WILD = re.compile(r"[a-z][A-Z]+[a-z]\S*[A-Z]|[A-Z]{2,}[a-z]+[A-Z]|[a-z]{1,3}[A-Z][a-z]{1,2}[A-Z]{2}")  # no CamelCase is like this
_DIGITS = re.compile(r"[*#]?\d+[*#]?\Z")
_PARTS = re.compile(r"[-_.]+")
_HEX = re.compile(r"[0-9a-f]+\Z|[0-9A-F]+\Z")
_KEYCHARS = re.compile(r"[A-Za-z0-9+/=_.~-]+\Z")
_NOTATION = re.compile(r"[0-9A-Za-z_.-]+(?:[:,/&?=%+][0-9A-Za-z_./-]*)+\Z")  # ``zone:10m``, ``host:1521/db``, ``a=1&b=2``
_MARKED_NUMBER = re.compile(r"[*#!@]?\d{4,10}[*#!@]{1,2}\Z|[*#!@]{1,2}\d{4,10}\Z")
_PASSWORD_MARK = re.compile(r"[!@#$%^&*]")
_NOTATION_MARK = re.compile(r"[:,/&?=%+]")
_BRACKETS = re.compile(r"[(){}\[\]<>;\"'`\\]")
_DOLLAR = re.compile(r"\A[^${<%\[]+\$[^${(]+\Z")  # a sign inside a value does not make it a variable
_ASSIGN = re.compile(r"[A-Za-z_][\w.-]{0,40}=(?!=*\Z)")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece at ``start:end``; ``digits`` where it is a number only, ``spelled`` where it was read out."""

    start: int
    end: int
    level: int
    digits: bool = False
    spelled: bool = False


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out quotes, brackets and sentence marks around ``text[start:end]``; passwords' own ``!`` and ``#`` stay."""
    while start < end and (text[start] in _OPEN or text.startswith("**", start)):
        start += 1
    if start and text[start - 1] == "*" and text.startswith("**", end - 2):
        end -= 2
    while start < end and text[end - 1] in _CLOSE:
        if text[end - 1] in ")]}" and text.count(text[end - 1], start, end) <= text.count("([{"[")]}".index(text[end - 1])], start, end):
            break
        end -= 1
    if end - start > 1 and text[end - 1] == "?" and text[start : end - 1].isalpha():
        end -= 1
    return start, end


@lru_cache(maxsize=16384)
def level(token: str) -> int:
    """Return how much ``token`` (trimmed, no white space) looks like a credential by itself."""
    if is_mask(token):
        return MASKED
    if not token or len(token) > LONGEST or _ELSE.match(token) or (is_reference(token) and not _DOLLAR.search(token)):
        return NEVER
    if _SERVICE_NUMBER.match(token):
        return WORD
    if _DAY.match(token):
        return NAME
    if _DIGITS.match(token):
        return _number(sum(map(str.isdigit, token)))
    letters, digits = any(map(str.isalpha, token)), any(map(str.isdigit, token))
    if not token.isascii() or not (letters or digits) or _ASSIGN.match(token):
        return NEVER
    if _KEYCHARS.match(token):
        if not letters:
            return _number_groups(token)
        return _mixed(token) if digits else _letters(token)
    return _symbols(token, letters=letters, digits=digits)


def _number(digits: int) -> int:
    if digits < 4:  # noqa: PLR2004
        return WORD
    return CODE if digits <= 12 else NAME  # noqa: PLR2004


def _number_groups(token: str) -> int:
    """Judge digits with separators."""
    digits = sum(map(str.isdigit, token))
    return MIXED if digits >= 20 else _number(digits)  # noqa: PLR2004


def _letters(token: str) -> int:
    if len(set(token)) == 1 or is_word(token) or all(is_word(part) for part in _PARTS.split(token) if part):
        return WORD
    return MIXED if looks_random(token) else NAME


def _mixed(token: str) -> int:  # noqa: PLR0911  one case a line reads best
    """Judge letters and digits with ``+/=_.~-`` at most."""
    if _IDENTIFIER.match(token):
        return NAME
    if found := _WORD_NUMBER.match(token):
        return _word_number(found["word"], found["number"])
    if _GROUPED.match(token):
        return RANDOM
    if _DOTTED.match(token):
        return NAME
    parts = [part for part in _PARTS.split(token) if part]
    if len(parts) > 1 and all(_plain_part(part) for part in parts):
        return NAME
    if _HEX.match(token):
        return NAME if len(token) < 12 else MIXED  # noqa: PLR2004
    if len(token) < 6:  # noqa: PLR2004
        return CODE if len(token) > 3 else NAME  # noqa: PLR2004
    return RANDOM if len(token) >= 10 and looks_random(token) else MIXED  # noqa: PLR2004


def _plain_part(part: str) -> bool:
    """Tell whether a part of a ``kebab-name-12`` is a word, a number or a short sign."""
    return part.isdigit() or (part.isalpha() and (part.islower() or is_word(part))) or _IDENTIFIER.match(part) is not None or _SIGN.match(part) is not None


def _word_number(word: str, number: str) -> int:
    """Judge letters with digits behind them: a name and its number, a word and a year, or random letters."""
    token = word + number
    if not is_word(word) and _WILD.search(word):
        return RANDOM if len(token) >= 10 else MIXED  # noqa: PLR2004
    if len(number) >= 3 or (len(word) >= 8 and len(number) >= 2):  # noqa: PLR2004
        return CODE
    return CODE if word[:1].isupper() and word[1:].islower() and len(word) > 3 and len(number) > 1 else NAME  # noqa: PLR2004


def _symbols(token: str, *, letters: bool, digits: bool) -> int:
    """Judge what holds other symbols."""
    if _BRACKETS.search(token) and not (letters and digits and looks_random(token)):
        return NEVER
    if token[-1] == "*" and "*" not in token[1:-1]:
        return level(token.rstrip("*"))
    if letters and digits:
        if _NOTATION.match(token):
            return max(level(part) for part in _NOTATION_MARK.split(token))
        return RANDOM if len(token) >= 6 else CODE  # noqa: PLR2004
    if digits:
        return CODE if _MARKED_NUMBER.match(token) else WORD
    if _NOTATION.match(token) or not _PASSWORD_MARK.search(token, 1):
        return WORD
    pieces = [piece for piece in re.split(r"[^A-Za-z]+", token) if piece]
    if all(is_word(piece) for piece in pieces):
        return NAME if len(token) > 5 and token[-1] in "!@#$%*" else WORD  # noqa: PLR2004
    return MIXED if len(token) >= 7 and not token.islower() and not token.isupper() else NAME  # noqa: PLR2004


def candidate(text: str, start: int, end: int) -> Candidate:
    """Judge ``text[start:end]``; what a template puts in is nothing."""
    token = text[start:end]
    if start and text[start - 1] == "{":
        return Candidate(start, end, NEVER)
    return Candidate(start, end, level(token), bool(_DIGITS.match(token)))


def candidates(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Give the ASCII pieces between ``start`` and ``end`` with level 2 and more, left to right."""
    for run in RUN.finditer(text, start, end):
        if not (run[0].islower() and run[0].isalpha() and is_word(run[0])):
            yield from _pieces(text, *trim(text, *run.span()))


def _pieces(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Give a run whole, or its parts where ``,``, ``;``, ``|``, ``/`` or ``:`` join words in it."""
    if start >= end:
        return
    run = _mask_at(text, start, end)
    if run is not None:
        yield run
        return
    if (cut := _LIST.search(text, start, end)) and not _ELSE.match(text[start:end]):
        yield from _pieces(text, *trim(text, start, cut.start()))
        yield from _pieces(text, *trim(text, cut.end(), end))
        return
    whole = candidate(text, start, end)
    if whole.level == NEVER and (cut := _JOINT.search(text, start, end)) and not _ELSE.match(text[start:end]):
        yield from _pieces(text, *trim(text, start, cut.start()))
        yield from _pieces(text, *trim(text, cut.end(), end))
    elif whole.level >= NAME:
        yield whole


def _mask_at(text: str, start: int, end: int) -> Candidate | None:
    """Return the mask of which ``text[start:end]`` is a part, brackets included, or None."""
    if start and text[start - 1] == "[" and text[end : end + 1] == "]" and is_mask(text[start - 1 : end + 1]):
        return Candidate(start - 1, end + 1, MASKED)
    return None


_LIST = re.compile(r"[,;|]")
_JOINT = re.compile(r"[,;|/:=]")
