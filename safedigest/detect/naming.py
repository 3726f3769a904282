"""What a name says about its value: ``DB_PASSWORD`` unlocks something, ``password_policy`` tells about it, ``key`` may be anything.

A name is words; the last one decides, words such as ``public`` or ``max`` before it may turn it harmless. All words are
data (``rules/names/words.toml``). Linear in the name, which the caller bounds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from safedigest.detect.rulefile import shipped_folder
from safedigest.errors import RuleError
from safedigest.model import Kind

_WITH_DIGITS: Final = "md5|sha1|sha256|sha512|b64|base64|base58|i18n|s3|wpa2|oauth2|apiv2|apiv3|v1|v2|v3|v4"
_WORD = re.compile(rf"(?i:(?:{_WITH_DIGITS})(?![0-9a-z]))|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u3400-\u9fff]+")
_GLUED: Final = ("password", "passwd", "passphrase", "passcode", "pwd", "psk", "secret", "token", "apikey", "passwort")
_GLUED_KEY: Final = ("apikey", "accesskey", "secretkey", "privatekey", "authkey", "appkey", "aeskey", "masterkey", "signkey")
# Words that end like a credential word and are none.
_NO_PASS: Final = frozenset("bypass compass surpass trespass overpass underpass encompass multipass lastpass onepass".split())


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


class Words:
    """The word lists, as sets."""

    def __init__(self, lists: Mapping[str, list[str]]) -> None:
        self.password, self.secret, self.weak = (frozenset(lists[k]) for k in ("password", "secret", "weak"))
        self.key_of, self.tail = frozenset(lists["key_of"]), frozenset(lists["tail"])
        self.harmless_last, self.harmless_any = frozenset(lists["harmless_last"]), frozenset(lists["harmless_any"])
        self.zh_password, self.zh_secret = tuple(lists["zh_password"]), tuple(lists["zh_secret"])
        self.zh_harmless = tuple(lists["zh_harmless"])


@lru_cache(maxsize=1)
def words() -> Words:
    """Return the shipped words, read once per process. Raises RuleError where they are missing or broken."""
    try:
        return Words(tomllib.loads((shipped_folder() / "names" / "words.toml").read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise RuleError(f"rules/names: cannot be read ({type(error).__name__}); install safedigest again") from None


def split(name: str) -> list[str]:
    """Cut a name into its words, lower case: ``dbPassword2`` -> ``db``, ``password``, ``2``."""
    return [word.lower() for word in _WORD.findall(name)]


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning:
    """Say what ``name`` promises about its value."""
    known = words()
    if any("\u3400" <= c <= "\u9fff" for c in name):
        return _chinese(name, known)
    parts = split(name)
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in known.tail):
        parts.pop()
    if not parts or parts[-1] in known.harmless_last:
        return _NOTHING
    grade = _grade(parts, known)
    if grade in (Grade.WEAK, Grade.KEY, Grade.SECRET) and any(part in known.harmless_any for part in parts[:-1]):
        return _NOTHING
    return Meaning(grade, _kind(parts, grade)) if grade is not Grade.NONE else _NOTHING


def _grade(parts: list[str], known: Words) -> Grade:
    last, before = parts[-1], parts[-2] if len(parts) > 1 else ""
    if last in ("onepassword", "lastpassword"):
        return Grade.NONE
    if last in known.password or (last.endswith("pass") and last not in _NO_PASS and len(last) > len("pass")):
        return Grade.PASSWORD
    if last.endswith(("password", "passwd", "passphrase", "pwd")):
        return Grade.PASSWORD
    if last in known.secret or last.endswith(_GLUED) or last.endswith(_GLUED_KEY):
        return Grade.SECRET
    if last == "key" and before:
        return Grade.SECRET if before in known.key_of else Grade.KEY
    if last in ("sk", "ak", "pk", "mm"):
        return Grade.KEY
    return Grade.WEAK if last in known.weak else Grade.NONE


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


def _chinese(name: str, known: Words) -> Meaning:
    if name.endswith(known.zh_harmless):
        return _NOTHING
    if name.endswith(known.zh_password):
        return Meaning(Grade.PASSWORD, Kind.PASSWORD)
    return Meaning(Grade.SECRET, Kind.API_KEY) if name.endswith(known.zh_secret) else _NOTHING
