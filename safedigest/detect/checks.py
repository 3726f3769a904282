"""Named checks that a rule can ask for: each takes the matched value and tells whether it can be such a thing."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable
from typing import Final

from safedigest.detect import words

_NOT_DIGIT = re.compile(r"[^0-9]+")


def _digits(value: str) -> str:
    return _NOT_DIGIT.sub("", value)


def luhn(value: str) -> bool:
    """Luhn's sum (ISO/IEC 7812-1 annex B) over the digits of ``value``."""
    digits = [int(c) for c in _digits(value)]
    if len(digits) < 2 or len(set(digits)) == 1:
        return False
    odd = digits[-1::-2]
    even = [d * 2 - 9 * (d > 4) for d in digits[-2::-2]]
    return (sum(odd) + sum(even)) % 10 == 0


def cn_id(value: str) -> bool:
    """Chinese resident id of 18 characters (GB 11643-1999)."""
    text = value.upper()
    if not re.fullmatch(r"[1-8][0-9]{16}[0-9X]", text):
        return False
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[sum(int(c) * w for c, w in zip(text, weights, strict=False)) % 11] == text[17]


def cn_mobile(value: str) -> bool:
    """Chinese mobile number, with or without country code and separators."""
    return re.fullmatch(r"(?:0{0,2}86)?1[3-9][0-9]{9}", _digits(value)) is not None


def jwt(value: str) -> bool:
    """JSON web token: the first part is the base64url of a JSON object."""
    head = value.split(".", 1)[0]
    try:
        return isinstance(json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4))), dict)
    except (ValueError, binascii.Error):
        return False


def mixed(value: str) -> bool:
    """Letters and digits both occur."""
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def not_placeholder(value: str) -> bool:
    """No example, placeholder or row of one character."""
    return len(set(value)) > 3 and re.search(r"(?i)x{4,}|example|your[_-]|placeholder|changeme|\.\.\.|\*\*\*", value) is None


CHECKS: Final[dict[str, Callable[[str], bool]]] = {
    "luhn": luhn,
    "bank-card": luhn,
    "cn-id": cn_id,
    "cn-mobile": cn_mobile,
    "jwt": jwt,
    "mixed": mixed,
    "random": words.looks_random,
    "not-placeholder": not_placeholder,
    "not-word": lambda value: not words.is_word(value),
}
