"""Named checks that a rule can ask for: each takes the matched value and tells whether it can be such a thing.

A check says no where arithmetic or form rules the value out; it never says what else the value is.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final

from safedigest.detect import lazy, values, words

_NOT_DIGIT = lazy.pattern(r"[^0-9]+")
_SEPARATORS = lazy.pattern(r"[ \-\t\u00b7.]+")
# ISO/IEC 7812 issuer ranges by leading digits, with the lengths that are in use.
_ISSUERS: Final = (
    (lazy.pattern(r"62|81[0-7]"), range(16, 20)),  # UnionPay
    (lazy.pattern(r"4"), (13, 16, 19)),  # Visa
    (lazy.pattern(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),  # Mastercard
    (lazy.pattern(r"3[47]"), (15,)),  # American Express
    (lazy.pattern(r"35(?:2[89]|[3-8])"), range(16, 20)),  # JCB
    (lazy.pattern(r"6011|64[4-9]|65"), range(16, 20)),  # Discover
    (lazy.pattern(r"30[0-5]|3[689]"), (14,)),  # Diners Club
)
_DOUBLED: Final = bytes.maketrans(b"0123456789", b"0246813579")  # twice the digit, its own digits summed
_B58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_MNEMONIC_SIZES: Final = (12, 15, 18, 21, 24)


def _digits(value: str) -> str:
    return value if value.isascii() and value.isdecimal() else _NOT_DIGIT.sub("", value)


def luhn(value: str) -> bool:
    """Luhn's sum (ISO/IEC 7812-1 annex B) over the digits of ``value``; a row of one digit is none."""
    digits = _digits(value)
    if len(digits) < 2 or digits == digits[0] * len(digits):  # noqa: PLR2004
        return False
    codes = digits.encode()
    return (sum(codes[-1::-2]) + sum(codes[-2::-2].translate(_DOUBLED)) - ord("0") * len(codes)) % 10 == 0


def card(value: str) -> bool:
    """Card number of any issuer: 13 to 19 digits with Luhn's sum, for places where a word says that it is one."""
    return 13 <= len(_digits(value)) <= 19 and value.strip()[:1] in "234569" and luhn(value)  # noqa: PLR2004


def bank_card(value: str) -> bool:
    """Card number whose first digits and length belong to an issuer (UnionPay, Visa, Mastercard …)."""
    digits = _digits(value)
    return any(head.match(digits) and len(digits) in sizes for head, sizes in _ISSUERS) and luhn(digits)


def _date(year: int, month: int, day: int) -> bool:
    return 1900 <= year <= 2100 and 1 <= month <= 12 and 1 <= day <= 31  # noqa: PLR2004


def cn_id(value: str) -> bool:
    """Chinese resident id: 18 characters with the check character of GB 11643-1999, or 15 digits of the old form."""
    text = _SEPARATORS.sub("", value).upper()
    if re.fullmatch(r"[1-9][0-9]{14}", text):
        return text[0] in "12345678" and _date(1900 + int(text[6:8]), int(text[8:10]), int(text[10:12]))
    if not re.fullmatch(r"[1-9][0-9]{16}[0-9X]", text):
        return False
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    check = "10X98765432"[sum(int(c) * w for c, w in zip(text, weights, strict=False)) % 11]
    return check == text[17] and _date(int(text[6:10]), int(text[10:12]), int(text[12:14]))


def cn_mobile(value: str) -> bool:
    """Chinese mobile number, with or without country code and separators."""
    return re.fullmatch(r"(?:(?:00)?86)?1[3-9][0-9]{9}", _digits(value)) is not None


def cn_company(value: str) -> bool:
    """Unified social credit code: 18 characters with the check character of GB 32100-2015."""
    letters = "0123456789ABCDEFGHJKLMNPQRTUWXY"
    text = value.upper()
    if not re.fullmatch(rf"[1-9AN][0-9A-Z][0-9]{{6}}[{letters}]{{10}}", text):
        return False
    total = sum(letters.find(c) * pow(3, place, 31) for place, c in enumerate(text[:17]))
    return letters[-total % 31] == text[17]


def hk_id(value: str) -> bool:
    """Hong Kong identity card: one or two letters, six digits and a check character in brackets."""
    found = re.fullmatch(r"([A-Z]{1,2})([0-9]{6})\(?([0-9A])\)?", value.upper())
    if found is None:
        return False
    codes = [36] * (2 - len(found[1])) + [ord(c) - 55 for c in found[1]] + [int(c) for c in found[2]]
    codes.append(10 if found[3] == "A" else int(found[3]))
    return sum(c * w for c, w in zip(codes, range(9, 0, -1), strict=True)) % 11 == 0


def iban(value: str) -> bool:
    """IBAN: the number of ISO 13616 leaves 1 modulo 97."""
    text = _SEPARATORS.sub("", value).upper()
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}", text):
        return False
    return int("".join(str(int(c, 36)) for c in text[4:] + text[:4])) % 97 == 1


@cache
def mnemonic_words() -> dict[str, int]:
    """Return BIP 39's 2,048 English words and their numbers."""
    listed = Path(__file__).with_name("data").joinpath("bip39.txt").read_text(encoding="ascii").split()
    return {word: number for number, word in enumerate(listed)}


def is_mnemonic_word(word: str) -> bool:
    """Tell whether ``word`` (lower case) is one of BIP 39's 2,048 English words."""
    return word in mnemonic_words()


def bip39(value: str) -> bool:
    """Mnemonic of 12 to 24 English words whose last bits are the check sum of BIP 39."""
    listed = re.findall(r"[a-z]+", value.lower())
    numbers = [mnemonic_words().get(word, -1) for word in listed]
    if len(numbers) not in _MNEMONIC_SIZES or -1 in numbers:
        return False
    check_bits = len(numbers) * 11 // 33
    whole = 0
    for number in numbers:
        whole = whole << 11 | number
    entropy = (whole >> check_bits).to_bytes(check_bits * 4, "big")
    return sha256(entropy).digest()[0] >> (8 - check_bits) == whole & ((1 << check_bits) - 1)


def base58check(value: str) -> bool:
    """Base58 whose last four bytes are the double SHA-256 of the rest (Bitcoin's WIF keys and extended keys)."""
    if not 20 <= len(value) <= 128 or any(c not in _B58 for c in value):  # noqa: PLR2004
        return False
    number = 0
    for char in value:
        number = number * 58 + _B58.index(char)
    pad = len(value) - len(value.lstrip("1"))
    data = b"\0" * pad + number.to_bytes((number.bit_length() + 7) // 8, "big")
    return len(data) > 4 and sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]  # noqa: PLR2004


def jwt(value: str) -> bool:
    """JSON web token: its first part is the base64url of a JSON object."""
    head = value.split(".", 1)[0]
    try:
        return isinstance(json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4))), dict)
    except (ValueError, binascii.Error):
        return False


def base64_text(value: str) -> bool:
    """Base64 (either alphabet) that decodes whole to printable ASCII."""
    try:
        decoded = base64.b64decode(
            value + "=" * (-len(value) % 4), altchars=b"-_" if {"-", "_"} & set(value) else None
        )
    except (ValueError, binascii.Error):
        return False
    return bool(decoded) and all(0x20 <= byte < 0x7F for byte in decoded)  # noqa: PLR2004


def uuid(value: str) -> bool:
    """UUID in its form with hyphens."""
    return re.fullmatch(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", value) is not None


def mixed(value: str) -> bool:
    """Letters and digits both occur."""
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def mixed_case(value: str) -> bool:
    """Lower case, upper case and digits all occur."""
    return (
        any("a" <= c <= "z" for c in value)
        and any("A" <= c <= "Z" for c in value)
        and any(c.isdigit() for c in value)
    )


_PLACEHOLDER = lazy.pattern(
    r"(?i)x{4,}|(?:^|[-_<{\[ ])(?:your|my|some|the)[-_ ]|example|placeholder|change[-_]?me|redacted|dummy"
    r"|\.\.\.|…|\*\*\*|insert|replace|<[^>]*>|1234567890|0123456789|abcdef(?:gh|12)"
)


def not_placeholder(value: str) -> bool:
    """No example, no placeholder, no row of few characters."""
    return len(set(value)) > 3 and _PLACEHOLDER.search(value) is None  # noqa: PLR2004


_FILLER = lazy.pattern(
    r"(?i)x{6,}|\*{3}|\.{3}|…|<[^>]*>|(?:^|[-_<])(?:your|my|insert|replace|change)[-_]|[-_](?:here|goes[-_]?here)$"
)


def not_filler(value: str) -> bool:
    """Not to be filled in: for tokens whose label proves them, where ``abcdef123456`` may well be a real one's part."""
    return len(set(value)) > 6 and _FILLER.search(value) is None  # noqa: PLR2004


def not_word(value: str) -> bool:
    """Tell whether this is no word and no name made of words."""
    return not words.is_word(value)


def public_ip(value: str) -> bool:
    """IP address (4 or 6) that is routed on the internet and no well-known resolver or example."""
    import ipaddress  # noqa: PLC0415  3 ms that most runs never need

    try:
        return ipaddress.ip_address(value).is_global
    except ValueError:
        return False


def not_in_order(value: str) -> bool:
    """Tell whether the digits do not only count (1234, 4321, 1111)."""
    digits = [int(c) for c in _digits(value)]
    steps = {(b - a) % 10 for a, b in pairwise(digits)}
    return len(digits) > 1 and not (len(steps) == 1 and steps & {0, 1, 9})


def phone(value: str) -> bool:
    """Telephone number of E.164's length: 8 to 15 digits."""
    return 8 <= len(_digits(value)) <= 15  # noqa: PLR2004


def has_digit(value: str) -> bool:
    """Tell whether a digit occurs."""
    return any(c.isdigit() for c in value)


_PARTS = lazy.pattern(r"[-_.:/+=]+")
_HEX_OR_UUID = lazy.pattern(
    r"(?<![0-9A-Za-z])(?:[0-9a-f]{20,}|[0-9A-F]{20,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![0-9A-Za-z])"
)


def drawn(value: str) -> bool:
    """Tell whether a part of the value between separators looks drawn by a machine; its first 256 characters decide."""
    value = value[:256]
    hexadecimal = _HEX_OR_UUID.search(value)
    if hexadecimal is not None and mixed(hexadecimal[0]):
        return True
    parts = [part for part in _PARTS.split(value) if len(part) >= 8]  # noqa: PLR2004
    return any(words.looks_random(part) for part in parts) or (
        len(value) >= 32 and words.randomness(value) >= 0.8  # noqa: PLR2004
    )


def not_reference(value: str) -> bool:
    """No variable, call, template, placeholder or type name."""
    return not values.is_reference(value)


def basic_credentials(value: str) -> bool:
    """Base64 of a user, a colon and a password (RFC 7617)."""
    return base64_text(value) and b":" in base64.b64decode(value + "=" * (-len(value) % 4))


CHECKS: Final[dict[str, Callable[[str], bool]]] = {
    "luhn": luhn,
    "card": card,
    "bank-card": bank_card,
    "cn-id": cn_id,
    "cn-mobile": cn_mobile,
    "cn-company": cn_company,
    "hk-id": hk_id,
    "iban": iban,
    "bip39": bip39,
    "base58check": base58check,
    "jwt": jwt,
    "base64": base64_text,
    "uuid": uuid,
    "mixed": mixed,
    "mixed-case": mixed_case,
    "phone": phone,
    "has-digit": has_digit,
    "random": words.looks_random,
    "drawn": drawn,
    "not-placeholder": not_placeholder,
    "not-filler": not_filler,
    "not-reference": not_reference,
    "basic-credentials": basic_credentials,
    "not-word": not_word,
    "not-in-order": not_in_order,
    "public-ip": public_ip,
}
