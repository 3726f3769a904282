"""What every step of an installation works on, and what a step consists of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

from safedigest.config import AgentsMd, Config, Lang
from safedigest.errors import ConfigError
from safedigest.install.edit import Edit, digest
from safedigest.install.host import Host
from safedigest.install.installation import Installation
from safedigest.install.ledger import Entry, Kind, Ledger
from safedigest.install.words import Words

_EVERY = re.compile(r"(?:every )?(\d{1,4})([mh])\Z")
_MOST_MINUTES: Final = 24 * 60


class Live(Enum):
    """How a running talk is told what was said elsewhere."""

    PLUGIN = "plugin"
    HOOK = "hook"
    NONE = "none"


class Where(Enum):
    """Into which file the block goes, if the gateway does not read that of the home."""

    HOME = "home"
    GATEWAY = "gateway"  # into the file that the gateway reads
    CWD = "cwd"  # `terminal.cwd` is set to the home, and so the gateway reads the home's


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for."""

    minutes: int = 5
    live: Live = Live.PLUGIN
    lang: Lang = Lang.ZH
    agents_md: AgentsMd | None = None
    where: Where = Where.HOME
    set_lang: bool = False  # the language was chosen, not guessed


@dataclass(frozen=True, slots=True)
class Site:
    """A home to work on, with all that the steps ask about it. ``config`` is what it will be after the owner's step."""

    home: Path
    config: Config
    options: Options
    ledger: Ledger
    ours: Installation
    host: Host | None = None
    version: tuple[int, ...] = ()  # of Hermes; empty where it does not say

    def folder(self, *names: str) -> Path:
        """Return a path in the home."""
        return self.home.joinpath(*names)


class Change(Protocol):
    """One thing that a step does."""

    def lines(self) -> Iterable[str]:
        """Give the lines that show it, not masked yet."""
        ...

    def apply(self) -> Entry | None:
        """Do it and return what to write down. Raises SafedigestError."""
        ...


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text of ours put into somebody's file."""

    step: str
    edit: Edit
    text: str

    def lines(self) -> Iterable[str]:
        """Give the diff."""
        return self.edit.lines()

    def apply(self) -> Entry:
        """Write the file."""
        self.edit.apply()
        before, after = digest(self.edit.old), digest(self.edit.new)
        return Entry(self.step, Kind.INSERTION, str(self.edit.path), self.text, before, after)


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file of ours; ``kept`` ones lie in our folder and go with it."""

    step: str
    edit: Edit
    kept: bool = False

    def lines(self) -> Iterable[str]:
        """Give the diff; of a file that goes, its name."""
        return self.edit.lines() if self.edit.new is not None else (f"- {self.edit.path}",)

    def apply(self) -> Entry | None:
        """Write the file."""
        self.edit.apply()
        return (
            None
            if self.kept
            else Entry(self.step, Kind.FILE, str(self.edit.path), after=digest(self.edit.new))
        )


@dataclass(frozen=True, slots=True)
class Found:
    """What is ours and in place, but not on record: it goes on record, so that it can be taken out again."""

    entry: Entry

    def lines(self) -> Iterable[str]:
        """Give what it is."""
        return (f"= {self.entry.target}",)

    def apply(self) -> Entry:
        """Change nothing."""
        return self.entry


@dataclass(frozen=True, slots=True)
class Doing:
    """Anything else: ``what`` shows it, ``work`` does it and returns what to write down."""

    what: tuple[str, ...]
    work: Callable[[], Entry | None]

    def lines(self) -> Iterable[str]:
        """Give what is shown."""
        return self.what

    def apply(self) -> Entry | None:
        """Do it."""
        return self.work()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the plan; without changes there is nothing to do. ``remarks`` are for the owner in any case.

    ``settles`` are entries of the record that are done with once the changes are made.
    """

    name: str
    title: Words
    changes: tuple[Change, ...] = ()
    remarks: tuple[Words, ...] = ()
    settles: tuple[Entry, ...] = ()


def minutes_of(every: str) -> int:
    """Read ``5m``, ``2h`` or ``every 5m``. Raises ConfigError."""
    match = _EVERY.match(every.strip().lower())
    minutes = int(match[1]) * (60 if match[2] == "h" else 1) if match else 0
    if not 1 <= minutes <= _MOST_MINUTES:
        raise ConfigError('--every: minutes or hours are expected, such as "5m" or "1h", at most a day')
    return minutes
