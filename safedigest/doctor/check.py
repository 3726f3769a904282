"""One check, and what all checks look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from safedigest import status
from safedigest.config import FOLDER, Config
from safedigest.install import context
from safedigest.install.host import Host, read_version
from safedigest.install.installation import typed
from safedigest.install.ledger import Ledger
from safedigest.install.site import Live
from safedigest.install.words import Words, same
from safedigest.status import Status


@dataclass(frozen=True, slots=True)
class Check:
    """Something looked at: whether it is as it should be, what was seen, and what to do if not."""

    name: str
    ok: bool
    says: Words
    fix: Words | None = None


def fine(name: str, says: Words) -> Check:
    """Return a check that found all well."""
    return Check(name, True, says)  # noqa: FBT003  the field says what it is


def problem(name: str, says: Words, fix: Words) -> Check:
    """Return a check that found something to put right."""
    return Check(name, False, says, fix)  # noqa: FBT003  as above


@dataclass(frozen=True)
class Patient:
    """A home that is looked at; ``now`` is epoch seconds. What several checks need is read once."""

    home: Path
    host: Host | None
    config: Config
    ledger: Ledger
    now: float

    @property
    def folder(self) -> Path:
        """Our own folder in the home."""
        return self.home / FOLDER

    @property
    def live(self) -> Live:
        """How running talks are to be served."""
        return Live(self.ledger.choices.live)

    @cached_property
    def status(self) -> Status:
        """What the last sync said."""
        return status.load(self.folder)

    @cached_property
    def settings(self) -> dict[str, Any]:
        """Hermes' settings. Raises SafedigestError."""
        return context.settings(self.home)

    @cached_property
    def version(self) -> tuple[int, ...]:
        """That of Hermes; empty where it does not say."""
        return read_version(self._answers.get("version"))

    @property
    def overrides(self) -> bool:
        """Whether this Hermes knows ``AGENTS.override.md``."""
        return not self.version or self.version >= (0, 22)

    @cached_property
    def agents_file(self) -> Path:
        """The file that the block is in."""
        return self.config.agents_file(self.home)

    @cached_property
    def scanner(self) -> dict[str, str]:
        """What Hermes' own scanner says of a context file that it would not load, by the name of the file."""
        answers = self._answers.get("scan")
        said = answers if isinstance(answers, list) else []
        return {name: str(answer) for name, answer in zip(self._files(), said, strict=False) if answer}

    @cached_property
    def _answers(self) -> dict[str, Any]:
        """All that is asked of Hermes' own code, in one go: its start is what takes time."""
        if self.host is None:
            return {}
        texts = [[name, read(path)] for name, path in self._files().items()]
        return self.host.ask(self.home, version=True, scan=texts)

    def _files(self) -> dict[str, Path]:
        return {"AGENTS.md": self.agents_file, "SOUL.md": self.home / "SOUL.md"}


def repair(home: Path, *words: str) -> Words:
    """Return the command that puts an installation right."""
    return same(typed("install", "--repair", "--yes", "--home", str(home), *words))


def read(path: Path) -> str:
    """Return a text; empty where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def epoch(stamp: str, otherwise: float) -> float:
    """Return the time of an ISO 8601 stamp (UTC where it names no zone), in epoch seconds."""
    try:
        time = datetime.fromisoformat(stamp)
    except ValueError:
        return otherwise
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()


def ago(then: float, now: float) -> Words:
    """Say how long ago something was."""
    minutes = int((now - then) // 60)
    if minutes < 1:
        return Words("刚刚", "just now")
    if minutes < 120:  # noqa: PLR2004  two hours
        return Words(f"{minutes} 分钟前", f"{minutes} min ago")
    return Words(f"{minutes // 60} 小时前", f"{minutes // 60} h ago")
