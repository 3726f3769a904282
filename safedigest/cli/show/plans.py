"""How the plan of an installation is put to a person: what is found, who speaks where, and every change as a diff."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from safedigest.config import Lang
from safedigest.gate import Gate
from safedigest.install.host import Host
from safedigest.install.site import Step
from safedigest.install.survey import Open, Person
from safedigest.install.words import Words
from safedigest.text import Raw

_HOME = Words("Hermes 目录：{home}{profile}", "Hermes home: {home}{profile}")
_PROFILE = Words("（profile {name}）", " (profile {name})")
_HERMES = Words("Hermes {version}：{command}", "Hermes {version}: {command}")
_NO_HERMES = Words("没有找到 hermes 命令", "no hermes command was found")
_OPEN = Words("{end}：还没有设主人，私聊过的有", "{end}: no owner is set; direct messages are from")
_KNOWN = Words("{end}：主人已设", "{end}: its owner is set")
_PERSON = Words(
    "  {number}. {shown} {name}：{sessions} 个会话，{messages} 条消息，最近 {last}",
    "  {number}. {shown} {name}: sessions {sessions}, messages {messages}, last {last}",
)
_TAKEN = Words("  → 你是 {shown} {name}", "  → you are {shown} {name}")
_LEFT = Words(
    "  → 先不纳入（以后可写进 config.toml 的 [owner]）",
    "  → left out for now (add it under [owner] in config.toml)",
)
_DONE = Words("已就绪", "in place")


def heading(home: Path, host: Host | None, version: tuple[int, ...], lang: Lang) -> Iterator[str]:
    """Say what was found."""
    profile = _PROFILE.fill(name=home.name).of(lang) if home.parent.name == "profiles" else ""
    yield _HOME.fill(home=home, profile=profile).of(lang)
    if host is None:
        yield _NO_HERMES.of(lang)
    else:
        yield _HERMES.fill(version=".".join(map(str, version)) or "?", command=host.command).of(lang)


def known(end: str, lang: Lang) -> str:
    """Say that the owner of an end is set already."""
    return _KNOWN.fill(end=end).of(lang)


def people(end: Open, lang: Lang) -> Iterator[str]:
    """Show who speaks at an end."""
    yield _OPEN.fill(end=end.end).of(lang)
    for number, one in enumerate(end.people, 1):
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.last)) if one.last else "?"
        name = f"({one.name})" if one.name else ""
        values = {"number": number, "shown": one.shown, "name": name, "last": last}
        yield _PERSON.fill(**values, sessions=one.sessions, messages=one.messages).of(lang)


def taken(end: Open, chosen: Person | None, lang: Lang) -> str:
    """Say who was taken for the owner."""
    if chosen is None:
        return _LEFT.of(lang)
    return _TAKEN.fill(shown=chosen.shown, name=f"({chosen.name})" if chosen.name else f"({end.end})").of(
        lang
    )


def lines(steps: Iterable[Step], gate: Gate, lang: Lang) -> Iterator[str]:
    """Show the plan; what stands in other people's files is masked."""
    for step in steps:
        state = "" if step.changes else f" — {_DONE.of(lang)}"
        yield f"\n== {step.title.of(lang)}{state}"
        for change in step.changes:
            yield str(gate.mask(Raw("\n".join(change.lines()))))
        for remark in step.remarks:
            yield f"! {remark.of(lang)}"
    yield ""
