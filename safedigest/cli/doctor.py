"""``safedigest doctor`` and ``safedigest verify``."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from safedigest.cli.install import HermesOption, LangOption, enter
from safedigest.cli.sync import HomeOption, JsonOption
from safedigest.config import Config, Lang, load_config
from safedigest.doctor import Check, Patient, examine
from safedigest.errors import ConfigError
from safedigest.exits import ExitCode
from safedigest.gate import Gate
from safedigest.install import ledger as ledgers
from safedigest.install.host import find_host
from safedigest.install.ledger import Ledger
from safedigest.install.words import Words, same
from safedigest.text import Raw
from safedigest.verify import QUESTIONS, Proof, prove
from safedigest.verify import ask as ask_agent

_OK = Words("正常", "ok     ")
_PROBLEM = Words("问题", "problem")
_FIX = Words("      怎么办：{fix}", "          fix: {fix}")
_COSTS = Words(
    "向 agent 提两个问题，要花两次模型调用", "two questions to the agent: this costs two model calls"
)
_ALL = Words("{count} 项都正常", "all {count} checks are ok")
_SOME = Words("{count} 项里有 {bad} 个问题", "{bad} of {count} checks found a problem")


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("doctor")(doctor)
    app.command("verify")(verify)


def doctor(
    home: HomeOption = None, as_json: JsonOption = False, lang: LangOption = None, hermes: HermesOption = None
) -> None:
    """Look whether everything is as it should be; exit code 3 if not. Changes nothing."""
    where, spoken = enter(home, lang, quiet=as_json)
    patient = Patient(where, find_host(hermes), _config(where), _ledger(where), time.time())
    checks = []
    for check in examine(patient):
        checks.append(check)
        if not as_json:
            _tell(check, spoken)
    bad = sum(not check.ok for check in checks)
    if as_json:
        print(json.dumps(_as_json(where, checks, spoken), ensure_ascii=False))
    else:
        print((_SOME if bad else _ALL).fill(count=len(checks), bad=bad).of(spoken))
    if bad:
        raise typer.Exit(ExitCode.FAILED)


def verify(
    home: HomeOption = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Also ask the agent two questions; this costs two model calls.")
    ] = False,
    lang: LangOption = None,
    hermes: HermesOption = None,
) -> None:
    """Prove that it works: sync, the prompt that Hermes builds, SOUL.md, the cron job; each says what it saw."""
    where, spoken = enter(home, lang)
    patient = Patient(where, find_host(hermes), load_config(where), _ledger(where), time.time())
    proofs = []
    for proof in prove(patient):
        _show(proof, spoken)
        proofs.append(proof)
    if ask:
        proofs += _asked(patient, spoken)
    if not all(proof.ok for proof in proofs):
        raise typer.Exit(ExitCode.FAILED)


def _asked(patient: Patient, lang: Lang) -> Iterator[Proof]:
    """Ask the notes' two questions: one where the block is read, one where only SOUL.md is."""
    print(_COSTS.of(lang))
    gate = Gate.from_home(patient.home, keep=False)
    with tempfile.TemporaryDirectory() as elsewhere:
        for question, folder in zip(QUESTIONS, (patient.agents_file.parent, Path(elsewhere)), strict=True):
            proof = ask_agent(patient, question, lang, folder)
            text = str(gate.mask(Raw("\n".join(line.of(lang) for line in proof.saw))))
            _show(replace(proof, saw=(same(text),)), lang)
            yield proof


def _show(proof: Proof, lang: Lang) -> None:
    print(f"{(_OK if proof.ok else _PROBLEM).of(lang)}  {proof.title.of(lang)}")
    for line in proof.saw:
        for part in line.of(lang).splitlines():
            print(f"         {part}")


def _config(home: Path) -> Config:
    try:
        return load_config(home)
    except ConfigError:
        return Config()  # that is one of the checks


def _ledger(home: Path) -> Ledger:
    try:
        return ledgers.load(home) or Ledger()
    except ConfigError:
        return Ledger()  # as above


def _tell(check: Check, lang: Lang) -> None:
    print(f"{(_OK if check.ok else _PROBLEM).of(lang)}  {check.name}: {check.says.of(lang)}")
    if check.fix is not None:
        print(_FIX.fill(fix=check.fix.of(lang)).of(lang))


def _as_json(home: Path, checks: list[Check], lang: Lang) -> dict[str, object]:
    """Return the documented form (version 1): ``ok`` for all, and of each check name, words and fix."""
    rows = [
        {"name": c.name, "ok": c.ok, "says": c.says.of(lang), "fix": c.fix.of(lang) if c.fix else None}
        for c in checks
    ]
    return {"version": 1, "home": str(home), "ok": all(check.ok for check in checks), "checks": rows}
