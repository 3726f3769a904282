"""What the owner decides: ``$HERMES_HOME/safedigest/config.toml``.

Invariants: a missing file means the defaults; an unknown key or a value of the wrong type stops the run,
since a misread setting could share more than the owner meant; an error names the key, never a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar

from safedigest import kept
from safedigest.errors import ConfigError
from safedigest.home import find_home, home_zone
from safedigest.plugin.records import dataclass, field

FOLDER: Final = "safedigest"  # our folder inside a home
FILE: Final = "config.toml"
# Never read, whatever is set: nobody speaks there.
MACHINE_SOURCES: Final = frozenset({"cron", "subagent", "tool", "curator", "batch"})

_END_NAME = kept.pattern(r"[a-z0-9_-]{1,24}\Z")
_LEAST_LIMIT: Final = 400  # characters; less has no room for the head of a digest
_E = TypeVar("_E", bound=Enum)


class Lang(Enum):
    """The language that our own words are written in."""

    ZH = "zh"
    EN = "en"


class Personal(Enum):
    """How much personal data is masked; rules for secrets do not care."""

    NONE = "none"
    DEFAULT = "default"
    ALL = "all"


class AgentsMd(Enum):
    """What the block of AGENTS.md holds; ``AUTO``: full while nobody but the owner talks to this agent."""

    AUTO = "auto"
    FULL = "full"
    POINTER = "pointer"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who the owner is at one end: user ids, and chat ids where those count too (empty: any chat)."""

    users: frozenset[str]
    chats: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Limits:
    """Most characters of DIGEST.md (``full``) and of the AGENTS.md block, markers included (``compact``)."""

    full: int = 9000
    compact: int = 3500


@dataclass(frozen=True, slots=True)
class Config:
    """All settings. No ``sources``: the built-in human ends and those named in ``owner`` or ``chats``."""

    idle_minutes: float = 15
    max_age_days: float = 30
    lang: Lang = Lang.ZH
    sources: tuple[str, ...] = ()
    owner: Mapping[str, Owner] = field(default_factory=dict)
    chats: Mapping[str, frozenset[str]] = field(default_factory=dict)
    limits: Limits = Limits()
    personal: Personal = Personal.DEFAULT
    agents_md: AgentsMd = AgentsMd.AUTO
    agents_md_path: Path | None = None

    def agents_file(self, home: Path) -> Path:
        """Return the AGENTS.md to write: the configured one (relative to ``home``), else that of ``home``."""
        return home / (self.agents_md_path or "AGENTS.md")


def load_config(home: Path) -> Config:
    """Read the settings of ``home``; ConfigError names the wrong key and the nearest known one."""
    path = home / FOLDER / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); correct its permissions") from None
    try:
        return parse(_toml(data.removeprefix(b"\xef\xbb\xbf")))
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def _toml(data: bytes) -> dict[str, object]:
    try:
        return kept.toml("settings", data)
    except UnicodeDecodeError:
        raise ConfigError("not UTF-8; save the file as UTF-8") from None
    except ValueError as error:
        # The message may quote the text; only the place is passed on.
        place = re.search(r"\(at (line \d+, column \d+|end of document)\)", str(error))
        raise ConfigError(f"not valid TOML at {place[1] if place else 'some line'}") from None


def parse(table: Mapping[str, object]) -> Config:
    """Make settings of a parsed TOML table; ConfigError names the key."""
    values: dict[str, object] = {}
    for key, value in table.items():
        reader = _READERS.get(key)
        if reader is None:
            raise _unknown(key, _ALL_KEYS)
        values[key] = reader(key, value)
    return Config(**values)  # type: ignore[arg-type]


def _unknown(key: str, known: Iterable[str]) -> ConfigError:
    """Say that ``key`` is not known, and which known one is nearest."""
    last = {name.rpartition(".")[2]: name for name in known}
    import difflib  # noqa: PLC0415  for a mistake alone

    near = difflib.get_close_matches(key, last, n=1, cutoff=0.5)
    hint = f"; did you mean {last[near[0]]}?" if near else f"; known: {', '.join(sorted(last.values()))}"
    return ConfigError(f"unknown key {_shown(key)}{hint}")


def _shown(key: str) -> str:
    """Return a key fit for one line of a terminal."""
    return ascii(key[:40])[1:-1]


def _number(least: float) -> Callable[[str, object], float]:
    def read(key: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < float("inf"):
            raise ConfigError(f"{key}: a number of at least {least:g} is expected")
        return value

    return read


def _limit(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < _LEAST_LIMIT:
        raise ConfigError(f"{key}: a whole number of at least {_LEAST_LIMIT} (characters) is expected")
    return value


def _choice(kind: type[_E]) -> Callable[[str, object], _E]:
    def read(key: str, value: object) -> _E:
        for member in kind:
            if member.value == value:
                return member
        raise ConfigError(f"{key}: one of {', '.join(repr(m.value) for m in kind)} is expected")

    return read


def _ids(key: str, value: object) -> frozenset[str]:
    """Read one id or a list of ids; whole numbers count as ids, since people leave the quotes out."""
    items = value if isinstance(value, list) else [value]
    if any(isinstance(i, bool) or not isinstance(i, str | int) or not str(i).strip() for i in items):
        raise ConfigError(f"{key}: an id in quotes, or a list of such ids, is expected")
    return frozenset(str(i).strip() for i in items)


def _table(key: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ConfigError(f"{key}: a table is expected, written as [{key}]")
    return value


def _end_name(key: str, name: object) -> str:
    if not isinstance(name, str) or not _END_NAME.match(name):
        raise ConfigError(f'{key}: an end is named by 1 to 24 of a-z, 0-9, _ and -, such as "telegram"')
    if name in MACHINE_SOURCES:
        raise ConfigError(f"{key}: {', '.join(sorted(MACHINE_SOURCES))} are machine-made and never read")
    return name


def _sources(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ConfigError(f'{key}: a list of ends is expected, such as ["cli", "telegram"]')
    return tuple(dict.fromkeys(_end_name(key, name) for name in value))


def _owner(key: str, value: object) -> Owner:
    """Read ``"id"``, ``["id", …]`` or ``{user = …, chat = …}``."""
    if not isinstance(value, dict):
        return Owner(_ids(key, value))
    for name in value:
        if name not in {"user", "chat"}:
            raise _unknown(name, [f"{key}.user", f"{key}.chat"])
    if "user" not in value:
        raise ConfigError(f"{key}.user: missing; chat narrows a user, it does not replace one")
    chats = _ids(f"{key}.chat", value["chat"]) if "chat" in value else frozenset()
    return Owner(_ids(f"{key}.user", value["user"]), chats)


def _owners(key: str, value: object) -> dict[str, Owner]:
    return {_end_name(key, end): _owner(f"{key}.{end}", ids) for end, ids in _table(key, value).items()}


def _chats(key: str, value: object) -> dict[str, frozenset[str]]:
    return {_end_name(key, end): _ids(f"{key}.{end}", ids) for end, ids in _table(key, value).items()}


def _limits(key: str, value: object) -> Limits:
    known = ("full", "compact")
    limits = {}
    for name, limit in _table(key, value).items():
        if name not in known:
            raise _unknown(name, [f"{key}.{k}" for k in known])
        limits[name] = _limit(f"{key}.{name}", limit)
    return Limits(**limits)


def _path(key: str, value: object) -> Path:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ConfigError(f"{key}: a path in quotes is expected")
    return Path(value).expanduser()


_READERS: Final[Mapping[str, Callable[[str, object], object]]] = {
    "idle_minutes": _number(1),
    "max_age_days": _number(0),
    "lang": _choice(Lang),
    "sources": _sources,
    "owner": _owners,
    "chats": _chats,
    "limits": _limits,
    "personal": _choice(Personal),
    "agents_md": _choice(AgentsMd),
    "agents_md_path": _path,
}
_ALL_KEYS: Final = (*_READERS, "limits.full", "limits.compact")

__all__ = [
    "AgentsMd",
    "Config",
    "Lang",
    "Limits",
    "Owner",
    "Personal",
    "find_home",
    "home_zone",
    "load_config",
    "parse",
]
