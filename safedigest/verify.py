"""The proof that an installation works: done for real, each step telling what it saw.

Invariants: nothing is taken from a setting that can be taken from the thing itself: the files are read back, the
prompt is built by Hermes' own code, the job is run by Hermes. Questions to the agent cost model calls, so they are
asked only when wanted, each in a session of its own that is deleted afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from safedigest.config import AgentsMd, Lang
from safedigest.doctor import Patient
from safedigest.errors import SafedigestError
from safedigest.install import marks
from safedigest.install.jobs import SCRIPT, Job, with_script
from safedigest.install.words import Words, same
from safedigest.plugin.records import dataclass
from safedigest.publish import Outcome, read_block
from safedigest.store import store_path
from safedigest.sync import digest_path, sync

_SYNC: Final = Words("同步写出文件", "the sync writes")
_BLOCK: Final = Words("区块进了 Hermes 的提示", "the block is in the prompt that Hermes builds")
_SOUL: Final = Words("说明进了 load_soul_md", "the section is in load_soul_md")
_CRON: Final = Words("定时任务跑得通", "the cron job runs")
_ASKED: Final = Words("问 agent：{question}", "asked the agent: {question}")

_WROTE: Final = Words(
    "{path}：{size} 字，{ends} 个端，{turns} 轮，打码 {masks} 处",
    "{path}: {size} characters, {ends} ends, {turns} turns, {masks} masks",
)
_NO_STORE: Final = Words(
    "还没有会话库，先启动一次 Hermes", "there is no session store yet: start Hermes once"
)
_IN_PROMPT: Final = Words(
    "在 {folder} 启动时，提示里有它，共 {lines} 行，第一处：{first}",
    "started in {folder}, the prompt has it, {lines} lines, the first: {first}",
)
_NOT_IN_PROMPT: Final = Words(
    "在 {folder} 启动时，提示里没有它", "started in {folder}, the prompt does not have it"
)
_OFF: Final = Words('agents_md = "off"：不用区块', 'agents_md = "off": there is no block')
_IN_SOUL: Final = Words("有，{size} 字", "it is there, {size} characters")
_NOT_IN_SOUL: Final = Words("没有", "it is not there")
_NO_HERMES: Final = Words(
    "没有找到 Hermes 的代码，无法证明；用 --hermes 指明",
    "Hermes' own code was not found; name it with --hermes",
)
_NO_JOB: Final = Words("没有我们的任务", "our job is not there")
_RAN: Final = Words("任务 {id}：{status}", "job {id}: {status}")
_NEXT_TICK: Final = "next scheduler tick"
_SESSION = re.compile(r"^session_id: (\S+)$", re.MULTILINE)
_CHAT: Final = ("chat", "-Q", "--source", "tool", "--max-turns", "2", "-q")
_PATIENCE: Final = 300.0  # seconds for an answer of a model

QUESTIONS: Final = (
    Words(
        "不用工具，直接答：AGENTS.md 里 CROSS-PLATFORM 区块第一条是什么？",
        "Without tools, answer directly: what is the first entry of the CROSS-PLATFORM block in AGENTS.md?",
    ),
    Words(
        "不用工具，直接答：如果我问“上次在 Telegram 说了什么”，你该去哪里找？",
        "Without tools, answer directly: if I asked what I last said on Telegram, where would you look?",
    ),
)


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing tried: whether it worked, and what was seen, line by line."""

    title: Words
    ok: bool
    saw: tuple[Words, ...]


def prove(patient: Patient) -> Iterator[Proof]:
    """Try the four things, in order."""
    for title, work in ((_SYNC, _synced), (_BLOCK, _prompted), (_SOUL, _souled), (_CRON, _ran)):
        yield _tried(title, work, patient)


def _tried(title: Words, work: Callable[[Patient], tuple[bool, list[Words]]], patient: Patient) -> Proof:
    try:
        ok, saw = work(patient)
    except SafedigestError as error:
        ok, saw = False, [same(str(error))]
    return Proof(title, ok, tuple(saw))


def _synced(patient: Patient) -> tuple[bool, list[Words]]:
    if not store_path(patient.home).exists():
        return False, [_NO_STORE]
    status = sync(patient.home).status
    path = digest_path(patient.home)
    text = path.read_text(encoding="utf-8")
    values = {"ends": status.ends, "turns": status.turns, "masks": status.masks}
    return bool(text), [_WROTE.fill(path=path, size=len(text), **values)]


def _prompted(patient: Patient) -> tuple[bool, list[Words]]:
    if patient.config.agents_md is AgentsMd.OFF:
        return True, [_OFF]
    if patient.host is None or patient.host.python is None:
        return False, [_NO_HERMES]
    folder = patient.agents_file.parent
    block = read_block(patient.agents_file).strip()
    prompt = str(patient.host.ask(patient.home, prompt=str(folder)).get("prompt") or "")
    if not block or block not in prompt:
        return False, [_NOT_IN_PROMPT.fill(folder=folder)]
    lines = block.splitlines()
    first = next((line for line in lines if line.startswith("### ")), lines[1] if len(lines) > 1 else "")
    return True, [_IN_PROMPT.fill(folder=folder, lines=len(lines), first=first)]


def _souled(patient: Patient) -> tuple[bool, list[Words]]:
    if patient.host is None or patient.host.python is None:
        return False, [_NO_HERMES]
    data = str(patient.host.ask(patient.home, soul=True).get("soul") or "").encode()
    place = marks.find(marks.SECTION, data)
    if isinstance(place, Outcome):
        return False, [_NOT_IN_SOUL]
    return True, [_IN_SOUL.fill(size=len(data[slice(*place)].decode()))]


def _ran(patient: Patient) -> tuple[bool, list[Words]]:
    job = _job(patient)
    if patient.host is None:
        return False, [_NO_HERMES]
    if job is None:
        return False, [_NO_JOB]
    ran = patient.host.run(patient.home, "cron", "run", job.id)
    saw = _spoken(ran.output)
    if _NEXT_TICK in ran.output:  # releases before 0.18 only mark it as due
        patient.host.run(patient.home, "cron", "tick")
    runs = patient.host.run(patient.home, "cron", "runs", job.id)
    saw += _spoken(runs.output)[:1] if runs.code == 0 else []
    after = _job(patient)
    ok = after is not None and after.status == "ok" and after.last > job.last
    return ok, [*map(same, saw), _RAN.fill(id=job.id, status=after.status if after else "?")]


def _job(patient: Patient) -> Job | None:
    return next(iter(with_script(patient.home, SCRIPT)), None)


def _spoken(output: str) -> list[str]:
    return [line.strip() for line in output.splitlines() if line.strip()]


def ask(patient: Patient, question: Words, lang: Lang, folder: Path) -> Proof:
    """Ask the agent in a throw-away session that is started in ``folder``; what it answers is not masked yet."""
    title = _ASKED.fill(question=question)
    if patient.host is None:
        return Proof(title, False, (_NO_HERMES,))  # noqa: FBT003  the field says what it is
    ran = patient.host.run(patient.home, *_CHAT, question.of(lang), cwd=folder, patience=_PATIENCE)
    session = _SESSION.search(ran.output)
    if session:
        patient.host.run(patient.home, "sessions", "delete", session[1], "--yes")
    answer = _SESSION.sub("", ran.output).strip()
    return Proof(title, ran.code == 0 and bool(answer), tuple(map(same, answer.splitlines())))
