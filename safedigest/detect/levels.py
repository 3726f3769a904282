"""How much a token looks like a credential by itself, whatever stands around it.

* NEVER: is something else (see ``otherwise``), a reference or code
* WORD: a word, or up to three digits
* NAME: an unknown word, or an identifier (``GD-8841``, ``fk_orders``, ``48V20A``, ``test01``)
* CODE: a number of four to twelve digits, a short mixture, words with digits behind them
* MIXED: letters and digits mixed
* RANDOM: the same with symbols, or what looks drawn by a machine
* MASKED: a mask already: it satisfies a label as the value did, so masking twice changes nothing
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.otherwise import is_else
from safedigest.detect.values import is_reference
from safedigest.detect.words import is_word, looks_random
from safedigest.text import is_mask

NEVER, WORD, NAME, CODE, MIXED, RANDOM, MASKED = range(7)
LONGEST: Final = 512
_NUMBER: Final = range(4, 13)  # digits of a code
_HEX_ID: Final = 12  # fewer hex digits are a commit's
EVERYDAY_NUMBERS: Final = frozenset({  # ports, powers of two, rows of one digit
    "1234", "0000", "1111", "8888", "6666", "9999", "2222", "3333", "4444", "5555", "7777", "8080", "3306", "6379",
    "5432", "3000", "8000", "1024", "2048", "4096", "8192", "1000", "2000", "5000", "10000", "8443", "9090", "9200",
    "5672", "3389", "27017", "11434", "65535", "443", "2181", "9092",
    "9600", "19200", "38400", "57600", "115200",
})  # fmt: skip
_SHORT: Final = 6
_THREE: Final = 3
_SURE: Final = 10
_LONG: Final = 16  # letters of one case that are no name

_IDENTIFIER = lazy.pattern(
    r"[A-Z]{1,6}[-_]?\d+(?:-\d+)*\Z|(?=.{2,8}\Z)\d+[A-Za-z]{1,4}(?:\d+[A-Za-z]{1,3})*\Z"
    r"|[A-Z]{1,4}\d{1,6}[A-Z]{1,2}\d{0,3}\Z|[A-Z]{2,4}\d+\+\Z"
)
_GROUPED = lazy.pattern(
    r"(?=\S*[A-Z])(?=\S*\d)(?:[A-Z0-9]{4,8}-){2,7}[A-Z0-9]{4,8}\Z"
)  # licences and vouchers
_GROUPS_CUT = lazy.pattern(  # the same with a piece of a group at an end, as a line break leaves it
    r"(?=\S*[A-Z])(?=\S*\d)"
    r"(?:(?:[A-Z0-9]{1,4}-)?(?:[A-Z0-9]{5}-)+[A-Z0-9]{1,5}|(?:[A-Z0-9]{1,3}-)?(?:[A-Z0-9]{4}-){2,}[A-Z0-9]{1,4})\Z"
)
_WORD_NUMBER = lazy.pattern(r"(?P<word>[A-Za-z]+(?:[-_.][A-Za-z]+)*)[-_.@]?(?P<number>\d+)\Z")
_DAY = lazy.pattern(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\Z")
_SERVICE_NUMBER = lazy.pattern(r"(?:100\d\d|12[0-9]\d\d|9[56]\d{3}|11[09]|1[29]0)\Z")
_DOTTED = lazy.pattern(r"[a-z_]+\d{0,2}(?:\.[A-Za-z_]+\d{0,2}){1,8}\Z")
_SIGN = lazy.pattern(r"[a-z]{1,3}\d{1,5}[a-z]?\Z")
_VERSIONED = lazy.pattern(r"(?:lib)?[a-z]{2,8}\d{1,3}\Z")  # in ``libgmp10-dev``, ``ed448_shake256_init``
_WILD = lazy.pattern(
    r"[a-z][A-Z]+[a-z]\S*[A-Z]|[A-Z]{2,}[a-z]+[A-Z]|[a-z]{1,3}[A-Z][a-z]{1,2}[A-Z]{2}"
)  # no CamelCase
_CONSTANT = lazy.pattern(
    r"(?:[A-Z]{2,12}\d{0,4}_)++(?:[A-Z]{2,12}\d{0,4}|\d{1,2}|[A-Z]\d?)(?:_[A-Z]{2,12}\d{0,4})*\Z"
)
_CLASS = lazy.pattern(  # of a program: ``Hmac1Signer``, ``Curve25519PublicKey``
    r"[A-Z][A-Za-z]{1,12}\d{1,5}(?:[A-Z][a-z]+)*"
    r"(?:Key|Auth|Client|Server|Signer|Provider|Request|Response|Error|Exception|Config|Service|Handler|Encoder|Decoder|Model|Type"
    r"|Signature|Algorithm|Cipher|Hash|Info|Test|Parser|Reader|Writer|Factory|Manager|Backend|Adapter|Base|Impl)s?\Z"
)
_CLASS_NAME = lazy.pattern(
    r"[A-Z][A-Za-z]{2,30}(?:Client|Server|Error|Exception|Handler|Provider|Request|Response|Config|Service|Manager"
    r"|Factory|Encoder|Decoder|Parser|Reader|Writer|Adapter|Hasher|Middleware|Plugin)s?\Z"
)
_DIGITS = lazy.pattern(r"[*#]?\d+[*#]?\Z")
_PARTS = lazy.pattern(r"[-_.+]+")
_HEX = lazy.pattern(r"[0-9a-f]+\Z|[0-9A-F]+\Z")
_KEY_CHARACTERS = lazy.pattern(r"[A-Za-z0-9+/=_.~-]+\Z")
_NOTATION = lazy.pattern(
    r"[0-9A-Za-z_.-]+(?:[:,/&?=%+][0-9A-Za-z_./-]*)+\Z"
)  # ``zone:10m``, ``host:1521/db``
_AMPERSAND = lazy.pattern(r"[0-9A-Za-z_.-]{5,}&\Z")  # joins nothing
_WITHIN = lazy.pattern(  # ``aB3%xyz=9``: a mark that escapes nothing, formats nothing and joins no parameters
    r"(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)(?!\S*%[0-9A-F]{2})(?!\S*%[dsifxr](?![a-z0-9]))(?!\w+=)"
    r"(?!\S*&\w+=\w)[0-9A-Za-z]{3,}[%&][0-9A-Za-z][0-9A-Za-z%&=+_.-]{2,}\Z"
)
_NOTATION_MARK = lazy.pattern(r"[:,/&?=%+]")
_MARKED_NUMBER = lazy.pattern(r"[*#!@]?\d{4,10}[*#!@]{1,2}\Z|[*#!@]{1,2}\d{4,10}\Z")
_PASSWORD_MARK = lazy.pattern(r"[!@#$%^&*]")
_RELEASE = lazy.pattern(r"\d\.\d|-\d+[bBkK]\Z")  # ``qwen2.5-72b``
_NAME_END = lazy.pattern(r"[A-Z]?[a-z]+\d{1,2}\Z")  # ``Ubuntu24``
_HUMPS = lazy.pattern(r"[a-z0-9][A-Z]")
_BRACKETS = lazy.pattern(r"[(){}\[\]<>;\"'`\\]")
_DOLLAR = lazy.pattern(r"\A[^${<%\[]+\$[^${(]+\Z")  # a sign inside a value does not make it a variable
_ASSIGNMENT = lazy.pattern(r"[A-Za-z_][\w.-]{0,40}=(?!=*\Z)")


def is_number(token: str) -> bool:
    """Tell whether ``token`` is digits, but for a ``#`` or ``*`` as keypads have them."""
    return _DIGITS.match(token) is not None


def is_service(token: str) -> bool:
    """Tell whether ``token`` is a number that everybody may call (``10086``)."""
    return _SERVICE_NUMBER.match(token) is not None


def made_up(token: str) -> bool:
    """Tell whether ``token`` is written as people make up passwords, and as no name of a product is.

    Letters with three digits and more, with a mark (``Rex!22``), in mixed case (``AmberComet96``), or drawn by a
    machine.
    """
    digits = sum(map(str.isdigit, token))
    if len(token) < _SHORT or not digits or not any(map(str.isalpha, token)) or _RELEASE.search(token):
        return False
    drawn = token.isalnum() and _NAME_END.match(token) is None and looks_random(token)
    humps = drawn or _HUMPS.search(token) is not None
    return digits >= _THREE or humps or _PASSWORD_MARK.search(token, 1) is not None


def is_grouped(token: str) -> bool:
    """Tell whether ``token`` is written like a licence key or a voucher."""
    return _GROUPED.match(token) is not None


@lru_cache(maxsize=16384)
def level(token: str) -> int:
    """Return how much ``token`` (trimmed, no white space) looks like a credential by itself."""
    if is_mask(token):
        return MASKED
    if not 0 < len(token) <= LONGEST or not token.isascii() or is_else(token) or _refers(token):
        return NEVER
    if _DIGITS.match(token):
        return _number(token)
    letters, digits = any(map(str.isalpha, token)), any(map(str.isdigit, token))
    if not _KEY_CHARACTERS.match(token):
        return _symbols(token, letters=letters, digits=digits)
    if letters:
        return _mixed(token) if digits else _letters(token)
    return _groups_of_digits(token)


def _refers(token: str) -> bool:
    """Tell whether ``token`` only says where a value comes from."""
    return _ASSIGNMENT.match(token) is not None or (is_reference(token) and _DOLLAR.match(token) is None)


def _number(token: str) -> int:
    if _SERVICE_NUMBER.match(token):
        return WORD
    digits = sum(map(str.isdigit, token))
    if _DAY.match(token) or digits >= _NUMBER.stop:
        return NAME
    return CODE if digits in _NUMBER else WORD


def _groups_of_digits(token: str) -> int:
    digits = sum(map(str.isdigit, token))
    if digits >= 20:  # noqa: PLR2004  a recovery key
        return MIXED
    return CODE if digits in _NUMBER else NAME if digits else NEVER


def _letters(token: str) -> int:
    if len(set(token)) == 1 or is_word(token) or all(is_word(part) for part in _PARTS.split(token) if part):
        return WORD
    if _CLASS_NAME.match(token):
        return NAME
    one_case = token.islower() or token.isupper() or token.istitle()
    return MIXED if looks_random(token) and (not one_case or len(token) >= _LONG) else NAME


def _mixed(token: str) -> int:
    """Judge letters and digits with ``+/=_.~-`` at most."""
    if _GROUPED.match(token) or (_GROUPS_CUT.match(token) and not _of_words(token)):
        return RANDOM
    if found := _WORD_NUMBER.match(token):
        return NAME if _IDENTIFIER.match(token) else _word_number(found["word"], found["number"])
    if any(form.match(token) for form in (_IDENTIFIER, _DOTTED, _CONSTANT, _CLASS)) or _name_of_parts(token):
        return NAME
    if _HEX.match(token):
        return MIXED if len(token) >= _HEX_ID else NAME
    if len(token) < _SHORT:
        return CODE if len(token) > 3 else NAME  # noqa: PLR2004
    return RANDOM if len(token) >= _SURE and looks_random(token) else MIXED


def _of_words(token: str) -> bool:
    letters = re.findall("[A-Z]{3,}", token)
    return all(map(is_word, letters)) and (bool(letters) or sum(map(str.isdigit, token)) < 4)  # noqa: PLR2004


def _name_of_parts(token: str) -> bool:
    """Tell whether ``token`` is a ``kebab-name-12``: every part a word, a number or a short sign."""
    parts = [part for part in _PARTS.split(token) if part]
    head = [part for part in parts[:-1] if not (part.isalpha() and part.islower())]
    if head and parts[-1].isalpha() and parts[-1].islower() and all(map(_VERSIONED.match, head)):
        return True
    return len(parts) > 1 and all(
        part.isdigit()
        or (part.isalpha() and (part.islower() or is_word(part)))
        or _IDENTIFIER.match(part)
        or _SIGN.match(part)
        for part in parts
    )


def _tidy(word: str) -> bool:
    return all(map(is_word, word.split("_")))


def _word_number(word: str, number: str) -> int:
    """Judge letters with digits behind them: a name and its number, a word and a year, or random letters."""
    if word.islower() and ("-" in word or ("_" in word and len(number) < _THREE and _tidy(word))):
        return NAME
    if _WILD.search(word) and not is_word(word):
        return RANDOM if len(word) + len(number) >= _SURE else MIXED
    if len(number) > 2 or (len(number) == 2 and (len(word) >= 8 or (word.istitle() and len(word) > 3))):  # noqa: PLR2004
        return CODE
    return NAME


def _symbols(token: str, *, letters: bool, digits: bool) -> int:
    """Judge what holds other symbols."""
    if not (letters or digits) or (
        _BRACKETS.search(token) and not (letters and digits and looks_random(token))
    ):
        return NEVER
    if token[-1] == "*" and "*" not in token.rstrip("*")[1:]:
        return level(token.rstrip("*"))
    if not digits:
        return _marked_letters(token)
    if not letters:
        return CODE if _MARKED_NUMBER.match(token) else WORD
    if _NOTATION.match(token) and not _AMPERSAND.match(token) and not _WITHIN.match(token):
        return max(level(part) for part in _NOTATION_MARK.split(token))
    return RANDOM if len(token) >= _SHORT else CODE


def _marked_letters(token: str) -> int:
    """Judge letters with marks and no digit."""
    if _NOTATION.match(token) or not _PASSWORD_MARK.search(token, 1):
        return WORD
    if all(is_word(piece) for piece in re.split(r"[^A-Za-z]+", token) if piece):
        return NAME if len(token) >= _SHORT and token[-1] in "!@#$%*" else WORD
    return MIXED if len(token) > _SHORT and not token.islower() and not token.isupper() else NAME
