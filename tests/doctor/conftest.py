"""A home where all is well, and a look at it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from safedigest.config import Lang, load_config
from safedigest.detect import rulefile
from safedigest.doctor import Check, Patient, examine
from safedigest.install import ledger
from safedigest.install.site import Live
from safedigest.sync import sync
from tests.fakes.hermes import FakeHermes, hermes, jobs
from tests.fakes.store import FakeStore
from tests.install.doing import install

OWNER = "7000155512"


@dataclass(frozen=True, slots=True)
class Look:
    """A home, and the Hermes that lives there."""

    home: Path
    host: FakeHermes | None

    def patient(self, *, later: float = 0.0) -> Patient:
        """Return what checks look at, ``later`` seconds from now."""
        record = ledger.load(self.home) or ledger.Ledger()
        return Patient(self.home, self.host, load_config(self.home), record, time.time() + later)

    def checks(self, *, later: float = 0.0) -> dict[str, Check]:
        """Return every check by its name."""
        return {check.name: check for check in examine(self.patient(later=later))}

    def problems(self, *, later: float = 0.0) -> dict[str, Check]:
        """Return the checks that found something."""
        return {name: check for name, check in self.checks(later=later).items() if not check.ok}

    def repair(self, **options: object) -> None:
        """Do what ``install --repair`` does."""
        install(self.home, self.host, None, **options)

    def append(self, name: str, text: str) -> None:
        """Write on in a file of the home."""
        path = self.home / name
        path.write_text(path.read_text() + text)

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file of the home."""
        path = self.home / name
        text = path.read_bytes().decode()
        assert old in text
        path.write_bytes(text.replace(old, new).encode())


def make(home: Path, host: FakeHermes, live: Live) -> None:
    """Make a home of the owner and nobody else, install, and let the job run once."""
    home.mkdir(0o700)
    (home / "config.yaml").write_text("model: {default: m}\n")
    with FakeStore(home / "state.db", now=time.time()) as store:
        store.session("cli-1", "cli")
        store.say("cli-1", "which train goes to the lake?", "the 9:40", 9)
        store.dm("t1", "telegram", OWNER)
        store.say("t1", "water the plants", "done", 30)
    install(home, host, {"telegram": OWNER}, lang=Lang.EN, set_lang=True, live=live)
    sync(home)
    host.run(home, "cron", "run", jobs(home)[0]["id"])


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Live], Look]]:
    """Give what makes a home anew, always at the same place: its files name it."""
    folder = tmp_path_factory.mktemp("doctor")
    home, kept = folder / "home", folder / "kept"
    patch = pytest.MonkeyPatch()
    patch.setenv("HOME", str(home))
    patch.setenv("HERMES_HOME", str(home))
    patch.setattr(rulefile, "shipped", cache(rulefile.shipped))  # the same for every look
    host = hermes(folder)

    def fresh(live: Live) -> Look:
        shutil.rmtree(home, ignore_errors=True)
        if not (kept / live.value).exists():
            make(home, host, live)
            shutil.copytree(home, kept / live.value)
        else:
            shutil.copytree(kept / live.value, home)
        return Look(home, host)

    yield fresh
    patch.undo()


@pytest.fixture
def look(template: Callable[[Live], Look]) -> Look:
    """Give a home with the plugin."""
    return template(Live.PLUGIN)


@pytest.fixture
def hooked(template: Callable[[Live], Look]) -> Look:
    """Give a home with the shell hook instead."""
    return template(Live.HOOK)


@pytest.fixture
def quiet(template: Callable[[Live], Look]) -> Look:
    """Give a home with neither."""
    return template(Live.NONE)
