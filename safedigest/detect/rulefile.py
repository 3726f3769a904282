"""Rule files: TOML data, read strictly.

Invariant: a rule set is whole or it is an error. An unknown key, a wrong type, an unknown kind or check, a
pattern that does not compile, a second rule of the same name or an empty folder raises ``RuleError`` with
file, rule and reason, and never with a value: user files hold passwords.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from safedigest import __version__
from safedigest.detect.cache import Cache
from safedigest.errors import RuleError
from safedigest.model import Kind
from safedigest.plugin.records import MISSING, dataclass, field, fields

PERSONAL: Final = ("none", "default", "all")
_PERSONAL_KINDS: Final = frozenset({Kind.PERSONAL, Kind.OTP})
_NO_CACHE: Final = Cache()
_ID: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a file; what each field means stands in ``rules/README.md``.

    ``pattern`` is Python ``re`` syntax over the folded text. ``personal`` is empty for secrets, and for
    personal data the least setting with which the rule runs. ``file`` is the name of the file it came from.
    """

    id: str
    kind: Kind
    about: str
    see: str
    keywords: tuple[str, ...]
    pattern: str
    match: tuple[str, ...]
    reject: tuple[str, ...]
    window: bool = False
    before: int = 64
    after: int = 400
    near: tuple[str, ...] = ()
    within: int = 80
    checks: tuple[str, ...] = ()
    personal: str = ""
    rotate: str = ""
    file: str = ""
    user: bool = False

    @property
    def most(self) -> int:
        """Most characters of a value that its mask may show: of a user's rule only a vendor token shows any."""
        if not self.user:
            return 11
        return 4 if self.kind is Kind.VENDOR_TOKEN else 0

    def active(self, personal: str) -> bool:
        """Tell whether the rule runs with this ``personal`` setting; a rule for secrets always does."""
        return not self.personal or PERSONAL.index(self.personal) <= PERSONAL.index(personal)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules of a folder, and the names and exact values that its owner registered there."""

    rules: tuple[Rule, ...]
    names: tuple[str, ...] = ()
    literals: tuple[str, ...] = field(default=(), repr=False)

    def active(self, personal: str) -> tuple[Rule, ...]:
        """Return the rules that run with this ``personal`` setting."""
        return tuple(rule for rule in self.rules if rule.active(personal))


def shipped_folder() -> Path:
    """Return the folder of the rules that came with this package: in the wheel, else in the checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_rules", package.parent / "rules"):
        if any(folder.glob("*.toml")):
            return folder
    raise RuleError("no rule files found beside the package; install safedigest again")


def shipped(cache: Cache | None = None) -> RuleSet:
    """Return the shipped rules; ``cache`` keeps the parsed files, which are slow to parse.

    Raises RuleError where there are none.
    """
    files = sorted(shipped_folder().glob("*.toml"))
    digest = hashlib.sha256(__version__.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    checked = (cache or _NO_CACHE).get("rules", digest.hexdigest(), lambda: _checked(files))
    try:
        rules = _joined([_made(name, data, user=False) for name, data in checked.items()])
    except (AttributeError, KeyError, TypeError, ValueError):  # what was kept is not what was checked
        rules = _joined([_made(name, data, user=False) for name, data in _checked(files).items()])
    if not rules.rules:
        raise RuleError("the shipped rule files hold no rule; install safedigest again")
    return rules


def load(files: Iterable[Path], *, user: bool = False) -> RuleSet:
    """Read rule files, in the order given. Raises RuleError if one of them is bad."""
    return _joined([_read(file.name, parse(file), user=user) for file in files])


def _joined(sets: Sequence[RuleSet]) -> RuleSet:
    rules = tuple(rule for one in sets for rule in one.rules)
    refuse_twins(rules)
    names = tuple(name for one in sets for name in one.names)
    return RuleSet(rules, names, tuple(value for one in sets for value in one.literals))


def refuse_twins(rules: Sequence[Rule]) -> None:
    """Raise RuleError if two rules have one id."""
    seen: dict[str, Rule] = {}
    for rule in rules:
        if (first := seen.setdefault(rule.id, rule)) is not rule:
            raise RuleError(f"{rule.file}: rule {rule.id}: the id is already taken in {first.file}")


def _checked(files: Iterable[Path]) -> dict[str, Mapping[str, Any]]:
    """Parse files and see that each is sound: what is kept of them needs no second look."""
    parsed: dict[str, Mapping[str, Any]] = {file.name: parse(file) for file in files}
    for name, data in parsed.items():
        _read(name, data, user=False)
    return parsed


def _read(file: str, data: Mapping[str, Any], *, user: bool) -> RuleSet:
    """Check what a file holds and make it a RuleSet."""
    if unknown := sorted(set(data) - {"rule", "name", "literal"}):
        raise RuleError(f"{file}: unknown table {unknown[0]!r:.60}; there are rule, name and literal")
    for table in tables(file, data, "rule"):
        _check(file, table, user=user)
    for table in tables(file, data, "name"):
        _keys(file, table)
    for table in tables(file, data, "literal"):
        _literal(file, table)
    return _made(file, data, user=user)


def _made(file: str, data: Mapping[str, Any], *, user: bool) -> RuleSet:
    """Make a RuleSet of what was checked."""
    return RuleSet(
        tuple(_rule(file, table, user=user) for table in data.get("rule", ())),
        tuple(key for table in data.get("name", ()) for key in table["keys"]),
        tuple(table["value"] for table in data.get("literal", ())),
    )


def parse(file: Path) -> dict[str, Any]:
    """Parse one TOML file. The text of a TOML error may quote the file, so only its place is passed on."""
    import tomllib  # noqa: PLC0415  slow to read in, and most runs find the rules parsed

    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at [^()]*\)\Z", str(error))
        raise RuleError(f"{file.name}: not TOML {place[0] if place else ''}".rstrip()) from None
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"{file.name}: cannot be read ({type(error).__name__})") from None


def tables(file: str, data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the tables ``[[name]]`` of parsed TOML."""
    rows = data.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise RuleError(f"{file}: write [[{name}]], in double brackets")
    return rows


def _keys(file: str, table: Mapping[str, Any]) -> list[str]:
    keys = table.get("keys")
    if (
        set(table) != {"keys"}
        or not isinstance(keys, list)
        or not all(isinstance(k, str) and k.strip() for k in keys)
    ):
        raise RuleError(
            f"{file}: a [[name]] has `keys`, a list of names that are not empty, and nothing else"
        )
    return keys


def _literal(file: str, table: Mapping[str, Any]) -> str:
    value = table.get("value")
    if set(table) != {"value"} or not isinstance(value, str) or not value.strip():
        raise RuleError(f"{file}: a [[literal]] has `value`, a text that is not empty, and nothing else")
    return value


_TYPES: Final = {"str": str, "bool": bool, "int": int, "tuple[str, ...]": list, "Kind": str}
_FIELDS: Final = {f.name: _TYPES[str(f.type)] for f in fields(Rule) if f.name not in {"file", "user"}}
_LISTS: Final = tuple(name for name, wanted in _FIELDS.items() if wanted is list)
_KINDS: Final = {kind.value: kind for kind in Kind}
_REQUIRED: Final = tuple(f.name for f in fields(Rule) if f.default is MISSING)


def _check(file: str, table: Mapping[str, Any], *, user: bool) -> None:
    """Refuse a ``[[rule]]`` that is none, or makes no sense."""
    where = f"{file}: rule {table.get('id', '(without id)')!s:.60}"
    for key, value in table.items():
        if key not in _FIELDS:
            raise RuleError(f"{where}: unknown key {key!r:.60}")
        if not _has_type(value, _FIELDS[key]):
            raise RuleError(f"{where}: {key} must be {_TYPE_NAMES[_FIELDS[key]]}")
    if missing := [name for name in _REQUIRED if name not in table]:
        raise RuleError(f"{where}: {missing[0]} is missing")
    if table["kind"] not in _KINDS:
        raise RuleError(f"{where}: kind must be one of {', '.join(_KINDS)}")
    _sound(where, _rule(file, table, user=user))


def _rule(file: str, table: Mapping[str, Any], *, user: bool) -> Rule:
    values = dict(table)
    for key in _LISTS:
        if key in values:
            values[key] = tuple(values[key])
    values["kind"] = _KINDS[table["kind"]]
    return Rule(**values, file=file, user=user)


_TYPE_NAMES: Final = {str: "a text", bool: "true or false", int: "a number", list: "a list of texts"}


def _has_type(value: object, wanted: type) -> bool:
    if isinstance(value, list):
        return wanted is list and all(type(item) is str for item in value)
    return type(value) is wanted


def _sound(where: str, rule: Rule) -> None:
    """Refuse what has the right types and still makes no sense."""
    if _ID.match(rule.id) is None:
        raise RuleError(f"{where}: an id is lower-case words joined by hyphens")
    if empty := [name for name in _REQUIRED if not getattr(rule, name)]:
        raise RuleError(f"{where}: {empty[0]} must not be empty")
    if any(word != word.lower() for word in (*rule.keywords, *rule.near)):
        raise RuleError(f"{where}: keywords and near are lower-case")
    if rule.personal not in ("", *PERSONAL[1:]):
        raise RuleError(f"{where}: personal must be default or all")
    if (rule.kind is Kind.PERSONAL and not rule.personal) or (
        rule.personal and rule.kind not in _PERSONAL_KINDS
    ):
        raise RuleError(f"{where}: personal belongs to rules of kind personal (always) and otp")
    if min(rule.before, rule.after, rule.within) < 0:
        raise RuleError(f"{where}: before, after and within count characters")
    _known_checks(where, rule)


def _known_checks(where: str, rule: Rule) -> None:
    if not rule.checks:
        return
    from safedigest.detect import checks  # noqa: PLC0415  most rules need none

    if unknown := sorted(set(rule.checks) - set(checks.CHECKS)):
        raise RuleError(f"{where}: unknown check {unknown[0]!r:.60}")
