"""The block of AGENTS.md: there, whole, where Hermes keeps it, and not hidden or thrown out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from safedigest.config import AgentsMd
from safedigest.doctor.check import Check, Patient, fine, problem, read, repair
from safedigest.install import context, marks
from safedigest.install.site import Live
from safedigest.install.words import Words
from safedigest.neutral import hits
from safedigest.publish import Outcome

_OFF: Final = Words('agents_md = "off"：不用区块', 'agents_md = "off": there is no block')
_THERE: Final = Words("区块在 {path}", "the block is in {path}")
_MISSING: Final = Words("{path} 里没有区块", "there is no block in {path}")
_BROKEN: Final = Words("{path} 里的标记不成对", "the markers in {path} are no ordered pair")
_CUT: Final = Words(
    "{path} 太长，Hermes 只留头尾，区块在被删掉的中间",
    "{path} is too long: Hermes keeps its head and tail, and the block lies between",
)
_READ: Final = Words("Hermes 读的就是这个文件", "it is the file that Hermes reads there")
_HIDDEN: Final = Words("{other} 让 Hermes 不读 {path}", "{other} makes Hermes pass over {path}")
_GATEWAY: Final = Words("gateway 也读它", "the gateway reads it too")
_ELSEWHERE: Final = Words(
    "gateway 读的是 {folder}，不是它；各端由插件或 hook 告知",
    "the gateway reads {folder} instead; its talks are served by the plugin or hook",
)
_UNSERVED: Final = Words(
    "gateway 读的是 {folder}，看不到区块", "the gateway reads {folder} and does not see the block"
)
_PASSES: Final = Words("Hermes 的扫描器放行 {path}", "Hermes' own scanner passes {path}")
_PASSES_OURS: Final = Words(
    "按我们的触发词表，{path} 会放行", "by our list of triggers, {path} will be passed"
)
_BLOCKED: Final = Words(
    "Hermes 的扫描器整篇拦下 {path}：{names}", "Hermes' own scanner blocks all of {path}: {names}"
)
_REWORD: Final = Words("改写 {path} 的第 {lines} 行", "reword line {lines} of {path}")
_COMMENT = re.compile(r"<!--[^>]*(?:ignore|override|system|secret|hidden)[^>]*-->", re.IGNORECASE)
_NAMES = re.compile(r"\(([\w, -]+)\)")


def checks(patient: Patient) -> Iterator[Check]:
    """Check the block."""
    if patient.config.agents_md is AgentsMd.OFF:
        yield fine("block", _OFF)
        return
    yield _block(patient)
    yield _hidden(patient)
    yield _gateway(patient)
    yield scanned(patient, "scanner", "AGENTS.md", read(patient.agents_file), str(patient.agents_file))


def _block(patient: Patient) -> Check:
    path = patient.agents_file
    data = read(path).encode()
    place = marks.find(marks.BLOCK, data)
    if place is Outcome.BROKEN_MARKERS:
        return problem("block", _BROKEN.fill(path=path), repair(patient.home))
    if isinstance(place, Outcome):
        return problem("block", _MISSING.fill(path=path), repair(patient.home))
    if not marks.kept(data, place, context.most_kept(patient.settings)):
        return problem("block", _CUT.fill(path=path), repair(patient.home))
    return fine("block", _THERE.fill(path=path))


def _hidden(patient: Patient) -> Check:
    path = patient.agents_file
    found = context.file_read(path.parent, overrides=patient.overrides)
    if found.name != path.name and path.name in ("AGENTS.md", "agents.md") and found.exists():
        return problem("hidden", _HIDDEN.fill(other=found, path=path), repair(patient.home))
    return fine("hidden", _READ)


def _gateway(patient: Patient) -> Check:
    folder = context.gateway_folder(patient.home)
    if context.same_folder(folder, patient.agents_file.parent):
        return fine("gateway", _GATEWAY)
    if patient.live is Live.NONE:
        return problem("gateway", _UNSERVED.fill(folder=folder), repair(patient.home, "--block-in", "cwd"))
    return fine("gateway", _ELSEWHERE.fill(folder=folder))


def _triggers(text: str) -> dict[str, int]:
    """Return what a host's scanner may stumble over, with its place; a comment only if it holds certain words."""
    found = hits(text)
    found.pop("html_comment_injection", None)
    comment = _COMMENT.search(text)
    return found | ({"html_comment_injection": comment.start()} if comment else {})


def scanned(patient: Patient, name: str, file: str, text: str, path: str) -> Check:
    """Check that the host's scanner passes a text: by its own code, else by our list of what it looks for."""
    ours = _triggers(text)
    asked = patient.host is not None and patient.host.python is not None
    said = patient.scanner.get(file, "") if asked else ""
    if not said and (asked or not ours):
        return fine(name, (_PASSES if asked else _PASSES_OURS).fill(path=path))
    found = _NAMES.search(said)
    names = found[1] if found else ", ".join(sorted(ours))
    at = sorted({text.count("\n", 0, offset) + 1 for offset in ours.values()})
    lines = ", ".join(map(str, at)) or "?"
    return problem(name, _BLOCKED.fill(path=path, names=names), _REWORD.fill(path=path, lines=lines))
