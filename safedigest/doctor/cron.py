"""The job: that it is there, recurs, runs this or another living installation, and ran well."""

from __future__ import annotations

import ast
import os
import shlex
from collections.abc import Iterator
from typing import Final

from safedigest.doctor.check import Check, Patient, ago, epoch, fine, problem, repair
from safedigest.install.jobs import OLD_SCRIPT, SCRIPT, Job, jobs, with_script
from safedigest.install.words import Words, same

_RUNS: Final = Words("任务 {id} 每 {minutes} 分钟运行一次", "job {id} runs every {minutes} minutes")
_NONE: Final = Words("没有定时任务", "there is no cron job")
_OFF: Final = Words("任务 {id} 已停", "job {id} is switched off")
_ONCE: Final = Words("任务 {id} 不会重复", "job {id} does not recur")
_LOUD: Final = Words("任务 {id} 会用模型或往聊天里发消息", "job {id} uses a model or posts to a chat")
_TWICE: Final = Words("有 {count} 个同样的任务", "there are {count} jobs of this kind")
_OLD: Final = Words("旧的 sync-digest.py 任务还在跑", "the old sync-digest.py job still runs")
_NO_OLD: Final = Words("没有旧任务与之争抢", "no older job competes with it")
_SCRIPT: Final = Words("脚本用的 Python：{python}", "its script runs {python}")
_NO_SCRIPT: Final = Words("脚本 {path} 不在", "its script {path} is missing")
_DEAD: Final = Words("脚本用的 Python 不在了：{python}", "its script runs a Python that is gone: {python}")
_ODD: Final = Words("脚本 {path} 不是我们写的样子", "its script {path} is not as we wrote it")
_WELL: Final = Words("上次运行正常（{when}）", "it last ran well ({when})")
_NOT_YET: Final = Words("还没有运行过", "it has not run yet")
_BADLY: Final = Words("上次运行失败（{when}）", "it last failed ({when})")
_LATE: Final = Words("该运行而没有运行：gateway 没在跑", "it is overdue: the gateway does not run")
_TICKS_LATE: Final = 3


def checks(patient: Patient) -> Iterator[Check]:
    """Check the job and its script."""
    ours = with_script(patient.home, SCRIPT)
    yield _job(patient, ours)
    yield _script(patient)
    if ours:
        yield _last(patient, ours[0])
    old = any(job.enabled for job in with_script(patient.home, OLD_SCRIPT))
    yield problem("old-job", _OLD, repair(patient.home)) if old else fine("old-job", _NO_OLD)


def _job(patient: Patient, ours: tuple[Job, ...]) -> Check:
    job = ours[0] if ours else None
    if job is None:
        return problem("job", _NONE, repair(patient.home))
    for wrong, says in (
        (len(ours) > 1, _TWICE.fill(count=len(ours))),
        (not job.enabled, _OFF.fill(id=job.id)),
        (not job.minutes, _ONCE.fill(id=job.id)),
        (not job.local, _LOUD.fill(id=job.id)),
    ):
        if wrong:
            return problem("job", says, repair(patient.home))
    return fine("job", _RUNS.fill(id=job.id, minutes=job.minutes))


def _script(patient: Patient) -> Check:
    path = patient.home / "scripts" / SCRIPT
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return problem("script", _NO_SCRIPT.fill(path=path), repair(patient.home))
    command = _command(source)
    if not command or "safedigest.tick" not in command or str(patient.home) not in command:
        return problem("script", _ODD.fill(path=path), repair(patient.home))
    if not os.access(command[0], os.X_OK):
        return problem("script", _DEAD.fill(python=command[0]), repair(patient.home))
    return fine("script", _SCRIPT.fill(python=command[0]))


def _command(source: str) -> list[str]:
    """Return the command that the script runs; empty where it says none."""
    for line in source.splitlines():
        if line.startswith("COMMAND = "):
            try:
                words = ast.literal_eval(line.removeprefix("COMMAND = "))
            except (ValueError, SyntaxError):
                return []
            return [str(word) for word in words] if isinstance(words, list) else []
    return []


def _last(patient: Patient, job: Job) -> Check:
    if job.status and job.status != "ok":
        command = (
            ["hermes", "cron", "run", job.id]
            if patient.host is None
            else [str(patient.host.command), "cron", "run", job.id]
        )
        return problem(
            "last-run",
            _BADLY.fill(when=_when(job, patient)),
            same(f"HERMES_HOME={shlex.quote(str(patient.home))} {shlex.join(command)}"),
        )
    if (
        job.enabled
        and job.minutes
        and patient.now - epoch(job.next, patient.now) > _TICKS_LATE * 60 * job.minutes
    ):
        return problem("last-run", _LATE, same("hermes gateway restart"))
    return fine("last-run", _WELL.fill(when=_when(job, patient)) if job.status else _NOT_YET)


def _when(job: Job, patient: Patient) -> Words:
    return ago(epoch(job.last, patient.now), patient.now)


__all__ = ["checks", "jobs"]
