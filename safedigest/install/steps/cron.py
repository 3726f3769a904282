"""The job: a script in the home that runs this installation, and Hermes' own command to run it every few minutes."""

from __future__ import annotations

import json
import re
import shlex
from typing import Final

from safedigest.errors import ConfigError
from safedigest.install.edit import Edit, content, digest
from safedigest.install.host import Host
from safedigest.install.jobs import OLD_SCRIPT, SCRIPT, Job, with_script
from safedigest.install.ledger import Entry, Kind
from safedigest.install.site import Change, Doing, Found, OwnFile, Site, Step
from safedigest.install.words import Words

NAME: Final = "cron"
JOB: Final = "safedigest"
_TITLE: Final = Words("定时任务：不用模型，不出声", "Cron job: without a model, and silent")
_NO_HERMES: Final = Words(
    "没有找到 hermes；请在有它的地方运行：{line}", "no hermes was found; run this where it is: {line}"
)
_OLD: Final = Words(
    "旧的 sync-digest.py 任务会暂停（卸载时恢复）：两者会抢写同一个区块",
    "the old sync-digest.py job is paused (uninstall resumes it): both would write the same block",
)
_LEFT: Final = Words(
    "没有找到 hermes；任务要在有它的地方去掉：{line}",
    "no hermes was found; take the job out where it is: {line}",
)
_TAKEN: Final = Words("取出：定时任务", "Take out: the cron job")
_CREATED = re.compile(r"Created job: (\S+)")

# Hermes runs it in its own interpreter and ignores its first line; it hands over to ours, without Hermes' paths.
_SCRIPT: Final = '''\
"""Written by safedigest: brings the shared digest up to date. `safedigest uninstall` removes it."""

import os
import subprocess
import sys

COMMAND = {command}
ROOT = {root}

environment = {{name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}}
if ROOT:
    environment["PYTHONPATH"] = ROOT
sys.exit(subprocess.run(COMMAND, env=environment).returncode)
'''


def script(site: Site) -> bytes:
    """Return the script for a home."""
    words = site.ours.command("safedigest.tick", "--home", str(site.home))
    return _SCRIPT.format(command=json.dumps(words), root=json.dumps(site.ours.root)).encode()


def create_words(minutes: int) -> list[str]:
    """Return the words of Hermes' command that makes the job."""
    schedule = f"every {minutes}m"
    return ["cron", "create", schedule, "--name", JOB, "--script", SCRIPT, "--no-agent", "--deliver", "local"]


def plan(site: Site) -> Step:
    """Return the step. Raises WriteError."""
    path = site.folder("scripts", SCRIPT)
    edit = Edit(path, content(path), script(site))
    changes: list[Change] = [] if edit.idle else [OwnFile(NAME, edit)]
    if edit.idle and site.ledger.find(NAME, str(path)) is None:
        changes.append(Found(Entry(NAME, Kind.FILE, str(path), after=digest(edit.new))))
    ours = with_script(site.home, SCRIPT)
    good = [job for job in ours if job.enabled and job.local and job.minutes == site.options.minutes]
    if site.host is None:
        line = _line(site, *create_words(site.options.minutes))
        return Step(NAME, _TITLE, tuple(changes), () if good else (_NO_HERMES.fill(line=line),))
    changes += [_removal(site, site.host, job) for job in ours if job not in good[:1]]
    if not good:
        changes.append(_creation(site, site.host))
    old = [job for job in with_script(site.home, OLD_SCRIPT) if job.enabled]
    changes += [_pause(site, site.host, job) for job in old]
    return Step(NAME, _TITLE, tuple(changes), (_OLD,) if old else ())


def _creation(site: Site, host: Host) -> Change:
    words = create_words(site.options.minutes)

    def work() -> Entry:
        ran = host.run(site.home, *words)
        made = _CREATED.search(ran.output)
        if ran.code or made is None:
            raise ConfigError(f"hermes could not make the job; try: {shlex.join(['hermes', *words])}")
        return Entry(NAME, Kind.JOB, made[1])

    return Doing((f"$ {shlex.join(['hermes', *words])}",), work)


def _removal(site: Site, host: Host, job: Job) -> Change:
    return Doing((f"$ hermes cron remove {job.id}",), lambda: _ran(site, host, "remove", job.id))


def _pause(site: Site, host: Host, job: Job) -> Change:
    def work() -> Entry:
        _ran(site, host, "pause", job.id)
        return Entry(NAME, Kind.PAUSED, job.id)

    return Doing((f"$ hermes cron pause {job.id}",), work)


def _ran(site: Site, host: Host, verb: str, job: str) -> None:
    if host.run(site.home, "cron", verb, job).code:
        raise ConfigError(f"hermes refused: try hermes cron {verb} {job}")


def taken_out(site: Site) -> Step:
    """Return the step that removes every job that runs our script, and lets those go on that we paused."""
    todo = [("remove", job.id) for job in with_script(site.home, SCRIPT)]
    known = {job.id for job in with_script(site.home, OLD_SCRIPT)}
    paused = [entry for entry in site.ledger.entries if entry.kind is Kind.PAUSED]
    todo += [("resume", entry.target) for entry in paused if entry.target in known]
    settles = (*paused, *(entry for entry in site.ledger.entries if entry.kind is Kind.JOB))
    if site.host is None:
        return Step(
            NAME, _TAKEN, (), tuple(_LEFT.fill(line=_line(site, "cron", *words)) for words in todo), settles
        )
    host = site.host
    changes = [
        Doing((f"$ hermes cron {verb} {job}",), lambda verb=verb, job=job: _ran(site, host, verb, job))  # type: ignore[misc]
        for verb, job in todo
    ]
    return Step(NAME, _TAKEN, tuple(changes), (), settles)


def _line(site: Site, *words: str) -> str:
    """Return a command of Hermes as a person types it elsewhere."""
    return shlex.join([f"HERMES_HOME={site.home}", "hermes", *words])
