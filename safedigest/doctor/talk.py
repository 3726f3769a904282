"""Whose talk is shown, what is left out and why, and who else reads along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from safedigest.config import FILE, AgentsMd
from safedigest.doctor.check import Check, Patient, fine, problem
from safedigest.errors import StoreError
from safedigest.install.installation import typed
from safedigest.install.words import Words, same
from safedigest.people import Reason
from safedigest.plugin import narrowed
from safedigest.select import Selection, select
from safedigest.store import store_path

_OWNERS: Final = Words("主人已设：{ends}", "owners are set: {ends}")
_LOCAL: Final = Words("只有本机的端，都算主人的", "only local ends so far, and those are the owner's")
_MISSING: Final = Words(
    "没有设主人的端：{ends}，所以没有纳入", "no owner is set for {ends}, so nothing of it is shown"
)
_ADD: Final = Words(
    "{command}（会问哪个是你；不想纳入的端，不要写进 {file} 的 sources）",
    "{command} (asks which one is you; an end that is not to be shown is left out of sources in {file})",
)
_LEFT: Final = Words("没有纳入的对话：{list}", "talks left out: {list}")
_NONE_LEFT: Final = Words("没有被排除的对话", "no talk is left out")
_ALONE: Final = Words(
    "只有主人在和这个 agent 说话：AGENTS.md 放全文",
    "nobody but the owner talks to this agent: AGENTS.md holds the whole block",
)
_OTHERS: Final = Words(
    "也有别人在和这个 agent 说话：AGENTS.md 只放一句提示，内容由插件只给主人看",
    "others talk to this agent too: AGENTS.md holds a pointer, and only the owner is shown more, by the plugin",
)
_FULL: Final = Words(
    'agents_md = "full"，而别人也在和这个 agent 说话：他们的会话也会读到这个区块',
    'agents_md = "full", and others talk to this agent: their talks are given the block too',
)


def checks(patient: Patient) -> Iterator[Check]:
    """Check who is shown and who is not."""
    if not store_path(patient.home).exists():
        return  # that is said of the store
    try:
        chosen = select(patient.home, patient.config, patient.now, narrowed=narrowed.load(patient.folder))
    except (StoreError, narrowed.NarrowedError) as error:
        yield problem("talks", same(str(error)), same(str(error).rpartition(": ")[2]))
        return
    yield _owners(patient, chosen)
    yield _left_out(chosen)
    yield _others(patient, chosen)


def _owners(patient: Patient, chosen: Selection) -> Check:
    listed = patient.config.sources
    missing = [
        out for out in chosen.left_out if out.reason is Reason.NO_OWNER and (not listed or out.end in listed)
    ]
    if missing:
        ends = ", ".join(sorted({out.end for out in missing}))
        fix = _ADD.fill(command=typed("install", "--home", str(patient.home)), file=patient.folder / FILE)
        return problem("owners", _MISSING.fill(ends=ends), fix)
    owned = ", ".join(sorted(patient.config.owner))
    return fine("owners", _OWNERS.fill(ends=owned) if owned else _LOCAL)


def _left_out(chosen: Selection) -> Check:
    counts: Counter[str] = Counter()
    for out in chosen.left_out:
        counts[f"{out.end} ({out.reason.value})"] += out.sessions
    if not counts:
        return fine("left-out", _NONE_LEFT)
    return fine(
        "left-out", _LEFT.fill(list=", ".join(f"{what} × {count}" for what, count in sorted(counts.items())))
    )


def _others(patient: Patient, chosen: Selection) -> Check:
    if not chosen.strangers:
        return fine("others", _ALONE)
    if patient.config.agents_md is AgentsMd.FULL:
        path = patient.folder / FILE
        return problem(
            "others",
            _FULL,
            Words(f'把 {path} 里的 agents_md 改为 "auto"', f'set agents_md to "auto" in {path}'),
        )
    return fine("others", _OTHERS)
