"""Installs into a home of the tests and takes out again, as the command does, without asking anybody."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from safedigest.config import load_config
from safedigest.install import ledger as ledgers
from safedigest.install import plan, removal
from safedigest.install.host import Host
from safedigest.install.installation import installation
from safedigest.install.ledger import Ledger
from safedigest.install.plan import Plan
from safedigest.install.site import Options, Site


def planned(
    home: Path, host: Host | None, owners: Mapping[str, str] | None = None, **options: object
) -> Plan:
    """Return the plan for a home, with the options that were chosen before and those of ``options``."""
    ledger = ledgers.load(home)
    chosen = plan.repeated(ledger.choices, Options()) if ledger else Options()
    chosen = plan.changed(chosen, **options)
    return plan.make(home, load_config(home), chosen, host=host, ledger=ledger, owners=owners or {})


def install(
    home: Path, host: Host | None, owners: Mapping[str, str] | None = None, **options: object
) -> Plan:
    """Plan it and carry it out."""
    made = planned(home, host, owners, **options)
    for _ in plan.carry_out(made):
        pass
    return made


def site(home: Path, host: Host | None) -> Site:
    """Return what a removal works on."""
    return Site(home, load_config(home), Options(), ledgers.load(home) or Ledger(), installation(), host)


def uninstall(home: Path, host: Host | None) -> list[str]:
    """Take it out; return the remarks."""
    where = site(home, host)
    steps = list(removal.plan(where))
    removal.carry_out(where, steps)
    return [remark.en for step in steps for remark in step.remarks]


def tree(home: Path) -> dict[str, bytes]:
    """Return every file of a home but the store's and those in our own folder."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.relative_to(home).parts[0] not in ("state.db", "safedigest", "cron")
    }
