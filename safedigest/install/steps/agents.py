"""The block of AGENTS.md: put at the top of the file that is really read, since the top of a long file is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from safedigest.config import AgentsMd
from safedigest.install import context, marks
from safedigest.install.edit import Edit, content
from safedigest.install.ledger import Entry, Kind
from safedigest.install.site import Change, Found, Insertion, OwnFile, Site, Step, Where
from safedigest.install.words import Words
from safedigest.phrases import phrases
from safedigest.publish import Outcome
from safedigest.render import placeholder

NAME: Final = "agents"
_TITLE: Final = Words("AGENTS.md：自动更新的摘要区块", "AGENTS.md: the block that is kept up to date")
_OFF: Final = Words('agents_md = "off"：不写区块', 'agents_md = "off": no block is written')
_OTHER: Final = Words(
    "gateway（微信、Telegram 等）读的不是这个文件，而是 {folder} 里的；区块只有从 {home} 启动的终端看得到。"
    "要让 gateway 也读到：--block-in gateway（写进它读的那个文件），或 --block-in cwd（把 terminal.cwd 设为 {home}）",
    "the gateway (WeChat, Telegram, …) does not read this file but the one in {folder}; only terminals started in "
    "{home} see the block. To reach the gateway: --block-in gateway (write it into the file that it reads), or "
    "--block-in cwd (set terminal.cwd to {home})",
)
_OTHER_LIVE: Final = Words(
    "；{live} 不受此影响，各端照样看得到", "; the {live} is not affected: every end is served by it"
)
_HIDES: Final = Words(
    "新建的 {file} 会让 Hermes 不再读同一目录里的 {hidden}",
    "the new {file} makes Hermes stop reading {hidden} in the same folder",
)
_BEHIND: Final = ("CLAUDE.md", "claude.md", ".cursorrules")
MODE: Final = 0o644


def wanted_path(site_home: Path, where: Where, *, overrides: bool) -> Path:
    """Return the file that the block belongs into."""
    folder = context.gateway_folder(site_home) if where is Where.GATEWAY else site_home
    return context.file_read(folder, overrides=overrides)


def plan(site: Site) -> Step:
    """Return the step. Raises WriteError."""
    off = site.config.agents_md is AgentsMd.OFF
    path = None if off else site.config.agents_file(site.home)
    moved = tuple(
        entry
        for entry in site.ledger.entries
        if entry.step == NAME and entry.kind is Kind.INSERTION and entry.target != str(path)
    )
    changes = list(_taken_away(moved))
    if path is None:
        return Step(NAME, _TITLE, tuple(changes), (_OFF,), moved)
    return Step(NAME, _TITLE, (*changes, *_put(site, path)), tuple(_remarks(site, path)), moved)


def _put(site: Site, path: Path) -> tuple[Change, ...]:
    old = content(path)
    base = old or b""
    place = marks.find(marks.BLOCK, base)
    if not isinstance(place, Outcome):
        if marks.kept(base, place, context.most_kept(context.settings(site.home))):
            return _found(site, path, base, place)
        base = marks.taken_out(marks.BLOCK, base, base[slice(*place)].decode()) or base
    elif place is Outcome.BROKEN_MARKERS:
        base = marks.without_stray(marks.BLOCK, base)
    new, text = marks.on_top(base, str(placeholder(phrases(site.config.lang))))
    return (Insertion(NAME, Edit(path, old, new, MODE), text),)


def _found(site: Site, path: Path, data: bytes, place: tuple[int, int]) -> tuple[Change, ...]:
    """Give the block that is there: whose it is can be told only where our section shows that a record was lost."""
    soul = content(site.home / "SOUL.md") or b""
    if site.ledger.entries or isinstance(marks.find(marks.SECTION, soul), Outcome):
        return ()
    return (Found(Entry(NAME, Kind.INSERTION, str(path), marks.guessed(marks.BLOCK, data, place))),)


def _taken_away(entries: Iterable[Entry]) -> Iterator[Change]:
    """Take the block out of the files that it was in before; one that we made goes with it."""
    for entry in entries:
        path = Path(entry.target)
        old = content(path)
        new = None if old is None else undone(old, entry)
        if new is not None:
            yield OwnFile(NAME, Edit(path, old, new if new.strip() or entry.before else None), kept=True)


def undone(data: bytes, entry: Entry) -> bytes | None:
    """Return the file as it is without what was inserted; None where that is not there."""
    return marks.taken_out(marks.BLOCK, data, entry.text)


def _remarks(site: Site, path: Path) -> list[Words]:
    remarks = []
    folder = context.gateway_folder(site.home)
    if not context.same_folder(folder, path.parent) and site.options.where is not Where.CWD:
        words = _OTHER.fill(folder=folder, home=path.parent)
        if site.options.live.value != "none":
            more = _OTHER_LIVE.fill(live=site.options.live.value)
            words = Words(words.zh + more.zh, words.en + more.en)
        remarks.append(words)
    hidden = [name for name in _BEHIND if not path.exists() and (path.parent / name).exists()]
    remarks += [_HIDES.fill(file=path.name, hidden=name) for name in hidden]
    return remarks
