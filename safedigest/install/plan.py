"""The plan of an installation: all steps, made before anything is changed, and carried out in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from safedigest.config import Config
from safedigest.install.host import Host, read_version
from safedigest.install.installation import installation
from safedigest.install.ledger import Choices, Entry, Kind, Ledger
from safedigest.install.site import Live, Options, Site, Step, Where
from safedigest.install.steps import agents, cron, modes, owner, plugin, settings, soul

# SOUL.md comes before the job: the first command of Hermes would seed it, and the plan would be about an older file.
_STEPS: Final[tuple[Callable[[Site], Step], ...]] = (
    agents.plan,
    soul.plan,
    plugin.plan,
    settings.plan,
    cron.plan,
    modes.plan,
)
_OVERRIDES_SINCE: Final = (0, 22)
_SHARED_FOLDERS: Final = (
    "shared-context",
    "plugins",
    "scripts",
)  # what we may have to make beside our own folder


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps, and what they work on."""

    site: Site
    steps: tuple[Step, ...]

    @property
    def idle(self) -> bool:
        """Whether everything is as it should be."""
        return not any(step.changes for step in self.steps)


def version_of(host: Host | None, home: Path) -> tuple[int, ...]:
    """Return the version of a Hermes; empty where it does not say."""
    return read_version(host.ask(home, version=True).get("version")) if host else ()


def make(
    home: Path,
    config: Config,
    options: Options,
    *,
    host: Host | None,
    ledger: Ledger | None,
    owners: Mapping[str, str],
) -> Plan:
    """Make the plan; nothing is changed. Raises SafedigestError."""
    version = version_of(host, home)
    path = agents.wanted_path(home, options.where, overrides=not version or version >= _OVERRIDES_SINCE)
    first, config = owner.plan(home, config, options, owners, _setting(home, path, config))
    site = Site(home, config, options, ledger or Ledger(), installation(), host, version)
    return Plan(site, (first, *(step(site) for step in _STEPS)))


def _setting(home: Path, path: Path, config: Config) -> str | None:
    """Return what ``agents_md_path`` must say for the block to go to ``path``; None where it says so already."""
    if config.agents_file(home) == path:
        return None
    return str(path.relative_to(home) if path.is_relative_to(home) else path)


def carry_out(plan: Plan) -> Iterator[Step]:
    """Carry the plan out, giving each step that is done, written down at once. Raises SafedigestError."""
    site = plan.site
    ledger = replace(site.ledger, choices=_choices(site.options))
    for name in _SHARED_FOLDERS:
        folder = str(site.folder(name))
        if not site.folder(name).exists() and ledger.find("folders", folder) is None:
            ledger = ledger.with_(Entry("folders", Kind.MADE, folder))
    for step in plan.steps:
        for change in step.changes:
            entry = change.apply()
            if entry is not None:
                ledger = ledger.with_(entry)
                ledger.save(site.home)
        for entry in step.settles:
            ledger = ledger.without(entry)
        if step.changes:
            yield step
    ledger.save(site.home)


def _choices(options: Options) -> Choices:
    return Choices(f"{options.minutes}m", options.live.value, options.lang.value, options.where.value)


def repeated(choices: Choices, options: Options) -> Options:
    """Return the options with those that were chosen at the first installation."""
    minutes = int(choices.every.removesuffix("m"))
    return replace(options, minutes=minutes, live=Live(choices.live), where=Where(choices.where))


def changed(options: Options, **values: object) -> Options:
    """Return the options with some of them changed."""
    return replace(options, **values)  # type: ignore[arg-type]
