"""What a name says about its value.

``DB_PASSWORD`` unlocks something, ``password_policy`` tells about it, ``key`` may be anything.

A name is words; the last one decides, words such as ``public`` or ``max`` before it may turn it harmless. All words
are data (``rules/names/settings.toml``). Linear in the name, which the caller bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Final

from safedigest.detect.lazy import pattern
from safedigest.detect.wordlists import wordlists
from safedigest.detect.words import is_word
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

Lists = Mapping[str, frozenset[str]]
_WITH_DIGITS: Final = "md5|sha1|sha256|sha512|b64|base64|base58|i18n|s3|wpa2|oauth2|apiv2|apiv3|v1|v2|v3|v4"
_WORD = pattern(rf"(?i:(?:{_WITH_DIGITS})(?![0-9a-z]))|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u3400-\u9fff]+")
# Ends of words that people glued together: ``dbpassword``, ``appsecret``.
_PASSWORD_ENDS: Final = ("password", "passwd", "passphrase", "pwd", "pass")
_SECRET_ENDS: Final = (
    "secret", "token", "psk", "passcode", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "appkey",
    "aeskey", "masterkey", "signkey",
)  # fmt: skip
_LONG_WORD: Final = 6
_SHORT_KEYS: Final = ("sk", "ak", "pk", "mm")


class Grade(Enum):
    """How much a name says by itself."""

    NONE = "none"
    WEAK = "weak"  # only a random value is a secret
    KEY = "key"  # any value that is no word
    SECRET = "secret"  # noqa: S105  any value in a setting
    PASSWORD = "password"  # noqa: S105  any value


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name says: how strongly, and what kind its value then is."""

    grade: Grade
    kind: Kind


_NOTHING: Final = Meaning(Grade.NONE, Kind.API_KEY)


def split(name: str) -> list[str]:
    """Cut a name into its words, lower case: ``dbPassword2`` -> ``db``, ``password``, ``2``."""
    return [word.lower() for word in _WORD.findall(name)]


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning:
    """Say what ``name`` promises about its value."""
    known = wordlists("settings")
    if any("\u3400" <= c <= "\u9fff" for c in name):
        return _chinese(name, known)
    parts = split(name)
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in known["tail"]):
        parts.pop()
    if not parts or parts[-1] in known["harmless_last"]:
        return _NOTHING
    grade = _grade(parts, known)
    if grade in (Grade.WEAK, Grade.KEY, Grade.SECRET) and any(
        part in known["harmless_any"] for part in parts[:-1]
    ):
        return _NOTHING
    return Meaning(grade, _kind(parts, grade)) if grade is not Grade.NONE else _NOTHING


def _grade(parts: list[str], known: Lists) -> Grade:
    last, before = parts[-1], parts[-2] if len(parts) > 1 else ""
    if last in known["other"]:
        return Grade.NONE
    if last in known["password"] or last.endswith(_PASSWORD_ENDS):
        return Grade.PASSWORD
    if (
        last in known["secret"]
        or last.endswith(_SECRET_ENDS)
        or (last == "key" and before in known["key_of"])
    ):
        return Grade.SECRET
    if last in _SHORT_KEYS or (last == "key" and before):
        return Grade.KEY
    glued = (
        last.endswith("key") and len(last) > _LONG_WORD and not is_word(last)
    )  # ``acmekey``, not ``hotkey``
    return Grade.WEAK if glued or last in known["weak"] else Grade.NONE


def _kind(parts: list[str], grade: Grade) -> Kind:
    last = parts[-1]
    if last in ("passphrase", "mnemonic", "seed"):
        return Kind.PASSPHRASE if last == "passphrase" else Kind.MNEMONIC
    if grade is Grade.PASSWORD:
        return Kind.PASSWORD
    if last in ("session", "sessionid", "sid", "cookie", "sess"):
        return Kind.COOKIE
    if last in ("key", "privatekey", "privkey") and {"private", "priv", "privatekey", "privkey"} & set(parts):
        return Kind.PRIVATE_KEY
    return Kind.PIN if last == "pin" else Kind.API_KEY


def _chinese(name: str, known: Lists) -> Meaning:
    if name.endswith(tuple(known["zh_harmless"])):
        return _NOTHING
    if name.endswith(tuple(known["zh_password"])):
        return Meaning(Grade.PASSWORD, Kind.PASSWORD)
    return Meaning(Grade.SECRET, Kind.API_KEY) if name.endswith(tuple(known["zh_secret"])) else _NOTHING
