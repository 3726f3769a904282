"""Templates of secrets: rule files hold the form of a secret, and a value is made when a test runs.

``{alnum:36}`` stands for 36 random letters and digits; ``{{`` and ``}}`` are braces; ``{hex:8!}`` is random
and public: it need not be masked. So no secret lies in the repository, and a rule that only matches its own
example fails.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from random import Random
from typing import Final

from safedigest.plugin.records import dataclass

_BASE64: Final = string.ascii_letters + string.digits + "+/"
_ALPHABETS: Final = {
    "alnum": string.ascii_letters + string.digits,
    "hex": string.digits + "abcdef",
    "HEX": string.digits + "ABCDEF",
    "lower": string.ascii_lowercase,
    "upper": string.ascii_uppercase,
    "digit": string.digits,
    "b64": _BASE64,
    "b64url": string.ascii_letters + string.digits + "-_",
    "base32": string.ascii_uppercase + "234567",
}
_WORDS: Final = (
    "apple", "bridge", "candle", "desert", "engine", "forest", "garden", "harbor", "island", "jacket", "kitchen",
    "ladder", "market", "number", "orange", "pencil", "quarter", "river", "silver", "table", "uncle", "village",
)  # fmt: skip
_PART: Final = re.compile(r"\{\{|\}\}|\{(?P<name>\w+)(?::(?P<size>\d+))?(?P<public>!)?\}|(?P<stray>[{}])")


@dataclass(frozen=True, slots=True)
class Sample:
    """One text made from a template; ``secrets`` are the bounds of what must be masked in it."""

    text: str
    secrets: tuple[tuple[int, int], ...]


def make(template: str, random: Random) -> Sample:
    """Make a text from ``template``. Raises ValueError, with the part that is wrong, if it is no template."""
    text = ""
    secrets: list[tuple[int, int]] = []
    at = 0
    for part in _PART.finditer(template):
        text += template[at : part.start()]
        at = part.end()
        if part["stray"]:
            raise ValueError(f"a lone {part['stray']}")
        if not part["name"]:
            text += part[0][0]
            continue
        value = _piece(part["name"], part["size"], random)
        if not part["public"]:
            secrets.append((len(text), len(text) + len(value)))
        text += value
    return Sample(text + template[at:], tuple(secrets))


def _piece(name: str, size: str | None, random: Random) -> str:
    if name in _ALPHABETS and size:
        return _mixed(_ALPHABETS[name], int(size), random)
    if name == "password" and size:
        return _password(int(size), random)
    if name == "luhn" and size:
        return _luhn(int(size), random)
    if name in _WHOLE and not size:
        return _WHOLE[name](random)
    raise ValueError(f"unknown part {{{name}{':' + size if size else ''}}}")


def _mixed(alphabet: str, size: int, random: Random) -> str:
    """Draw ``size`` characters, of every class that the alphabet has if there is room: a key of one class is rare."""
    classes = [[c for c in alphabet if kind(c)] for kind in (str.islower, str.isupper, str.isdigit)]
    kinds = [chars for chars in classes if chars]
    drawn = random.choices(alphabet, k=size)
    if size >= 2 * len(kinds):
        for place, chars in zip(random.sample(range(size), len(kinds)), kinds, strict=True):
            drawn[place] = random.choice(chars)
    return "".join(drawn)


def _password(size: int, random: Random) -> str:
    """Make a password as people do: letters, digits and one symbol that is neither first nor last."""
    value = list(_mixed(_ALPHABETS["alnum"], size, random))
    if inner := range(1, size - 1):
        value[random.choice(inner)] = random.choice("!@#$%^&*-_+.")
    return "".join(value)


def _luhn(size: int, random: Random) -> str:
    """Make a number that starts like a bank card and whose last digit is right."""
    body = random.choice(("4", "51", "55", "62")) + "".join(random.choices(string.digits, k=size))
    body = body[: size - 1]
    total = 0
    for place, digit in enumerate(reversed(body)):
        double = int(digit) * (2 - place % 2)
        total += sum(map(int, str(double)))
    return body + str(-total % 10)


def _cnid(random: Random) -> str:
    """Make a Chinese identity number (GB 11643): region, birthday, sequence, check digit."""
    region = random.choice(("110101", "310104", "330106", "440305", "510107"))
    born = f"{random.randint(1950, 2005)}{random.randint(1, 12):02}{random.randint(1, 28):02}"
    body = region + born + f"{random.randint(0, 999):03}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11]


def _cncompany(random: Random) -> str:
    """Make a Chinese unified social credit code (GB 32100): kind, region, body, check character."""
    alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY"
    kind = random.choice(("91", "92", "93", "52", "53", "12", "11", "51", "31", "54"))
    region = random.choice(("110101", "310104", "440305"))
    body = f"{kind}{region}MA" + "".join(random.choices(alphabet, k=7))
    total = sum(alphabet.index(char) * pow(3, place, 31) for place, char in enumerate(body))
    return body + alphabet[-total % 31]


_IBANS: Final = {  # country, form of the account number (ISO 13616 registry): A is a letter
    "DE": "0" * 18, "ES": "0" * 20, "AT": "0" * 16, "BE": "0" * 12, "PL": "0" * 24, "CH": "0" * 17, "FR": "0" * 23,
    "GB": "AAAA" + "0" * 14, "NL": "AAAA" + "0" * 10, "IT": "A" + "0" * 22,
}  # fmt: skip


def _iban(random: Random) -> str:
    """Make an international bank account number: country, check digits (ISO 7064 MOD 97-10), account."""
    country = random.choice(tuple(_IBANS))
    account = "".join(random.choice(_ALPHABETS["upper" if c == "A" else "digit"]) for c in _IBANS[country])
    check = 98 - int("".join(str(int(char, 36)) for char in f"{account}{country}00")) % 97
    return f"{country}{check:02}{account}"


def _cnmobile(random: Random) -> str:
    return random.choice(("131", "138", "150", "159", "177", "186", "199")) + _mixed(string.digits, 8, random)


def _uuid(random: Random) -> str:
    raw = _mixed(_ALPHABETS["hex"], 32, random)
    return f"{raw[:8]}-{raw[8:12]}-4{raw[13:16]}-{random.choice('89ab')}{raw[17:20]}-{raw[20:]}"


_WHOLE: Final[dict[str, Callable[[Random], str]]] = {
    "uuid": _uuid,
    "word": lambda random: random.choice(_WORDS),
    "cnid": _cnid,
    "cnmobile": _cnmobile,
    "cncompany": _cncompany,
    "iban": _iban,
}
