"""Takes an installation out: exactly what was put in, in the opposite order.

Invariants: a file that nobody touched since is byte for byte as it was found; of one that somebody edited only our text
goes; what cannot be found any more is said, not guessed. A file that we made goes when nothing but ours was in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

from safedigest.config import FOLDER
from safedigest.install import marks
from safedigest.install.edit import Edit, content, digest
from safedigest.install.ledger import FILE, Entry, Kind
from safedigest.install.site import Change, Doing, OwnFile, Site, Step
from safedigest.install.steps import agents, cron, plugin, settings, soul
from safedigest.install.words import Words
from safedigest.phrases import phrases
from safedigest.publish import Outcome
from safedigest.render import placeholder
from safedigest.sync import digest_path

_GONE: Final = Words(
    "{path}：没有找到我们写入的内容，没有改动", "{path}: what we put in was not found; it was left alone"
)
_TITLE: Final = Words("取出：{name}", "Take out: {name}")
_CLEARED: Final = Words(
    "{path}：标记不是我们放的，留着，内容清空",
    "{path}: the markers are not ours and stay; the text between them goes",
)


@dataclass(slots=True)
class _Files:
    """Files as they will be after the steps before: several steps may change one."""

    now: dict[Path, bytes | None]

    def content(self, path: Path) -> bytes | None:
        return self.now[path] if path in self.now else content(path)


def plan(site: Site) -> Iterator[Step]:
    """Give the steps that take everything out, each with the entries that it settles. Raises SafedigestError."""
    files = _Files({})
    yield cron.taken_out(site)  # first: a job that runs now would write again
    full = digest_path(site.home)
    if full.exists():
        gone = OwnFile("digest", Edit(full, content(full), None), kept=True)
        yield Step("digest", _TITLE.fill(name=full.name), (gone,))
    entries = [entry for entry in reversed(site.ledger.entries) if entry.kind not in (Kind.JOB, Kind.PAUSED)]
    made = [
        entry for entry in entries if entry.kind is Kind.MADE
    ]  # last: they go if nothing is in them by then
    for entry in (*(entry for entry in entries if entry not in made), *made):
        changes, remarks = _undoing(site, entry, files)
        name = Path(entry.target).name if entry.kind is not Kind.CONSENT else entry.kind.value
        yield Step(entry.step, _TITLE.fill(name=name), tuple(changes), tuple(remarks), (entry,))
    yield from _foreign_block(site, files)


def carry_out(site: Site, steps: Iterable[Step]) -> None:
    """Take the steps; what is settled leaves the record at once, and with the last of it the record goes.

    Raises SafedigestError.
    """
    ledger = site.ledger
    for step in steps:
        for change in step.changes:
            change.apply()
        for entry in step.settles:
            ledger = ledger.without(entry)
        ledger.save(site.home)
    (site.home / FOLDER / FILE).unlink(missing_ok=True)


def _undoing(site: Site, entry: Entry, files: _Files) -> tuple[list[Change], list[Words]]:
    match entry.kind:
        case Kind.INSERTION:
            return _taken_out(entry, files)
        case Kind.FILE:
            path = Path(entry.target)
            old = files.content(path)
            return ([OwnFile(entry.step, Edit(path, old, None), kept=True)] if old is not None else []), []
        case Kind.FOLDER:
            return [plugin.undoing(entry)], []
        case Kind.MADE:
            return list(_emptied(Path(entry.target))), []
        case Kind.CONSENT:
            return list(settings.revoking(site, entry)), []
        case Kind.JOB | Kind.PAUSED:
            return [], []  # the jobs are a step of their own
        case _:
            assert_never(entry.kind)


def _taken_out(entry: Entry, files: _Files) -> tuple[list[Change], list[Words]]:
    path = Path(entry.target)
    old = files.content(path)
    new = None if old is None else _undone(entry, old)
    if old is None or new is None:
        return [], [_GONE.fill(path=path)]
    kept: bytes | None = new
    if not entry.before and (not new.strip() or (entry.base and digest(new) == entry.base)):
        kept = None  # we made the file, and nothing else is in it
    files.now[path] = kept
    return [OwnFile(entry.step, Edit(path, old, kept), kept=True)], []


def _undone(entry: Entry, data: bytes) -> bytes | None:
    step = entry.step.partition(":")[0]
    if step == agents.NAME:
        return agents.undone(data, entry)
    return soul.undone(data, entry) if step == soul.NAME else settings.undone(data, entry)


def _emptied(path: Path) -> Iterator[Change]:
    """Take a folder that we made away if nothing is in it by then."""

    def work() -> None:
        with suppress(OSError):
            path.rmdir()

    if path.is_dir():
        yield Doing((f"- {path}/",), work)


def _foreign_block(site: Site, files: _Files) -> Iterator[Step]:
    """Empty a block whose markers were there before us: nobody will keep it up to date."""
    path = site.config.agents_file(site.home)
    data = files.content(path)
    if data is None or isinstance(marks.find(marks.BLOCK, data), Outcome):
        return
    new = marks.replaced(marks.BLOCK, data, str(placeholder(phrases(site.config.lang))))
    if new != data:
        change = OwnFile(agents.NAME, Edit(path, data, new), kept=True)
        yield Step(agents.NAME, _TITLE.fill(name=path.name), (change,), (_CLEARED.fill(path=path),))
