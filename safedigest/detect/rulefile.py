"""Rule files: TOML data, read strictly.

Invariant: a rule set is whole or it is an error. An unknown key, a wrong type, an unknown kind or check, a pattern
that does not compile, a second rule of the same name or an empty folder raises ``RuleError`` with file, rule and
reason, and never with a value: user files hold passwords.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from safedigest.errors import RuleError
from safedigest.model import Kind

PERSONAL: Final = ("none", "default", "all")
_ID: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a file; what each field means stands in ``rules/README.md``.

    ``pattern`` is Python ``re`` syntax over the folded text. ``personal`` is empty for secrets, and for personal data
    the least setting with which the rule runs. ``file`` is the name of the file it came from.
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


@lru_cache(maxsize=1)
def shipped() -> RuleSet:
    """Return the shipped rules, read once per process."""
    return load(shipped_folder())


def load(source: Path | Iterable[Path]) -> RuleSet:
    """Read a folder's ``*.toml`` files, or the files given, in order of their names.

    Raises RuleError if one is bad or if none holds anything.
    """
    files = sorted(source.glob("*.toml")) if isinstance(source, Path) else list(source)
    sets = [_read(file) for file in files if not file.name.endswith(".gitleaks.toml")]
    rules = tuple(rule for one in sets for rule in one.rules)
    names = tuple(name for one in sets for name in one.names)
    literals = tuple(value for one in sets for value in one.literals)
    if not (rules or names or literals):
        raise RuleError("no rules found: nothing would be masked")
    _refuse_twins(rules)
    return RuleSet(rules, names, literals)


def _refuse_twins(rules: Sequence[Rule]) -> None:
    seen: dict[str, Rule] = {}
    for rule in rules:
        if (first := seen.setdefault(rule.id, rule)) is not rule:
            raise RuleError(f"{rule.file}: rule {rule.id}: the id is already taken in {first.file}")


def _read(file: Path) -> RuleSet:
    """Read one file. The text of a TOML error quotes the file, so only its place is passed on."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at [^()]*\)\Z", str(error))
        raise RuleError(f"{file.name}: not TOML {place[0] if place else ''}".rstrip()) from None
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"{file.name}: cannot be read ({type(error).__name__})") from None
    if unknown := sorted(set(data) - {"rule", "name", "literal"}):
        raise RuleError(f"{file.name}: unknown table {unknown[0]!r}; there are rule, name and literal")
    return RuleSet(
        tuple(_rule(file.name, table) for table in _tables(file.name, data, "rule")),
        tuple(key.lower() for table in _tables(file.name, data, "name") for key in _keys(file.name, table)),
        tuple(_literal(file.name, table) for table in _tables(file.name, data, "literal")),
    )


def _tables(file: str, data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    tables = data.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise RuleError(f"{file}: write [[{name}]], in double brackets")
    return tables


def _keys(file: str, table: Mapping[str, Any]) -> list[str]:
    keys = table.get("keys")
    if set(table) != {"keys"} or not isinstance(keys, list) or not all(isinstance(k, str) and k.strip() for k in keys):
        raise RuleError(f"{file}: a [[name]] has `keys`, a list of names that are not empty, and nothing else")
    return keys


def _literal(file: str, table: Mapping[str, Any]) -> str:
    value = table.get("value")
    if set(table) != {"value"} or not isinstance(value, str) or not value.strip():
        raise RuleError(f"{file}: a [[literal]] has `value`, a text that is not empty, and nothing else")
    return value


_TYPES: Final[dict[str, type]] = {
    "str": str, "bool": bool, "int": int, "tuple[str, ...]": list, "Kind": str,
}  # fmt: skip
_FIELDS: Final = {f.name: _TYPES[str(f.type)] for f in fields(Rule) if f.name != "file"}
_REQUIRED: Final = frozenset(f.name for f in fields(Rule) if f.default is MISSING)


def _rule(file: str, table: Mapping[str, Any]) -> Rule:
    """Check one ``[[rule]]`` and make it a Rule."""
    where = f"{file}: rule {table.get('id', '(without id)')!s:.60}"
    if missing := sorted(_REQUIRED - set(table)):
        raise RuleError(f"{where}: {missing[0]} is missing")
    for key, value in table.items():
        if key not in _FIELDS:
            raise RuleError(f"{where}: unknown key {key!r:.60}")
        kind = _FIELDS[key]
        if type(value) is not kind or (kind is list and not all(type(v) is str and v for v in value)):
            raise RuleError(f"{where}: {key} must be {'a list of texts' if kind is list else kind.__name__}")
    if _ID.match(table["id"]) is None:
        raise RuleError(f"{where}: an id is lower-case words joined by hyphens")
    if table["kind"] not in {kind.value for kind in Kind}:
        raise RuleError(f"{where}: kind must be one of {', '.join(kind.value for kind in Kind)}")
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    rule = Rule(**{**values, "kind": Kind(table["kind"]), "file": file})
    _sound(where, rule)
    return rule


def _sound(where: str, rule: Rule) -> None:
    """Refuse what has the right types and still makes no sense."""
    if not rule.keywords or not rule.match or not rule.reject or not rule.about or not rule.see:
        raise RuleError(f"{where}: keywords, match, reject, about and see must not be empty")
    if any(word != word.lower() for word in (*rule.keywords, *rule.near)):
        raise RuleError(f"{where}: keywords and near are lower-case")
    if rule.personal not in ("", *PERSONAL[1:]):
        raise RuleError(f"{where}: personal must be default or all")
    if (rule.kind is Kind.PERSONAL) != bool(rule.personal):
        raise RuleError(f"{where}: personal belongs to rules of kind personal, and all of them have it")
    if min(rule.before, rule.after, rule.within) < 0:
        raise RuleError(f"{where}: before, after and within count characters")
    _known_checks(where, rule)


def _known_checks(where: str, rule: Rule) -> None:
    if not rule.checks:
        return
    from safedigest.detect import checks  # noqa: PLC0415  most rules need none

    if unknown := sorted(set(rule.checks) - set(checks.CHECKS)):
        raise RuleError(f"{where}: unknown check {unknown[0]!r:.60}")
