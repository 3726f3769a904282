"""The main job: store in, masked digest out. Reads like the flow in the design, one way.

    store → select → GATE → arrange → render, seal → publish, audit, feed, status

Invariants:

* One sync at a time in a home; a second one leaves quietly.
* Whatever goes wrong before the last step, the last good digest stays; what went wrong is recorded.
* A run that finds nothing new writes nothing but the time it looked.
* A dry run writes nothing at all.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Final

from safedigest import audit, feed, fit, lock, publish, select, status, watch
from safedigest.config import FOLDER, AgentsMd, Config, load_config
from safedigest.detect import credentials, rulefile
from safedigest.detect.remembered import Memory
from safedigest.digest import Digest, Ref, State, arrange
from safedigest.errors import ConfigError, SafedigestError, StoreBusyError
from safedigest.gate import Gate
from safedigest.home import home_zone
from safedigest.inert import inert
from safedigest.keyfile import load_key
from safedigest.model import Segment
from safedigest.page import Page, steady
from safedigest.people import LeftOut, local_ends, owned_ends
from safedigest.phrases import phrases
from safedigest.plugin import marks, narrowed
from safedigest.plugin.records import dataclass, replace
from safedigest.render import nothing, pointer
from safedigest.seal import Look, sealed
from safedigest.status import Absence, Status
from safedigest.store import store_path
from safedigest.text import Masked

DIGEST: Final = ("shared-context", "DIGEST.md")
_REMEMBERED: Final = "remembered.json"
_KEY: Final = "key"
_BUSY_IN_A_ROW: Final = 3
_NAME_SHOWN: Final = 24  # characters of what somebody calls themselves


class Result(Enum):
    """How a sync ended."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    BUSY = "busy"  # the store was locked, or another sync was at work
    DRY = "dry"
    FAULT = "fault"  # done as far as possible; something needs the owner


@dataclass(frozen=True, slots=True)
class Draft:
    """All that one sync would write, masked and sealed."""

    segments: tuple[Segment[Masked], ...]
    left_out: tuple[Absence, ...]
    digest: Digest
    full: Page
    block: Masked
    feed: feed.Feed
    withheld: frozenset[Ref]


@dataclass(frozen=True, slots=True)
class Report:
    """What a sync did. ``files`` are those it wrote; ``status`` is what it recorded."""

    result: Result
    status: Status
    files: tuple[Path, ...] = ()
    notices: tuple[str, ...] = ()
    draft: Draft | None = None


def digest_path(home: Path) -> Path:
    """Return where the full digest of ``home`` is written."""
    return home.joinpath(*DIGEST)


def sync(home: Path, *, now: float | None = None, dry_run: bool = False) -> Report:
    """Bring the digest of ``home`` up to date.

    ``now`` is epoch seconds (the clock's by default). Raises ConfigError, RuleError, StoreError, WriteError or
    SealError; in each case the last good digest stays. A store that is locked is no error but the third time in a row.
    """
    now = time.time() if now is None else now
    config = load_config(home)
    if dry_run:
        return _dry(home, config, now)
    folder = home / FOLDER
    with lock.only_one(folder / "lock") as mine:
        if not mine:
            return Report(Result.BUSY, status.load(folder))
        return _recorded(home, config, now)


def _dry(home: Path, config: Config, now: float) -> Report:
    draft = make(home, config, now, gate=_gate(home, config, now, keep=False)[0])
    return Report(Result.DRY, _counted(status.load(home / FOLDER), draft), draft=draft)


def _recorded(home: Path, config: Config, now: float) -> Report:
    """Run, and record how it ended."""
    folder = home / FOLDER
    before = replace(status.load(folder), tried=now)
    try:
        return _run(home, config, now, before)
    except StoreBusyError as error:
        after = replace(before, busy=before.busy + 1, error=str(error))
        after.save(folder)
        if after.busy == _BUSY_IN_A_ROW:
            raise
        return Report(Result.BUSY, after)
    except SafedigestError as error:
        replace(before, error=str(error)).save(folder)
        raise


def _run(home: Path, config: Config, now: float, before: Status) -> Report:
    folder = home / FOLDER
    sources = watch.marks(_sources(home))
    gate, memory, key = _gate(home, config, now, keep=True)
    draft = make(home, config, now, gate=gate)
    cut = audit.repair(folder / audit.FILE)
    audit.record(folder / audit.FILE, audit.items(draft.segments), now=now, key=key)
    files = [
        path
        for path, data in _files(home, draft)
        if publish.write_private(path, data) is publish.Outcome.WRITTEN
    ]
    put = _put_block(home, config, draft)
    if put.outcome is publish.Outcome.WRITTEN:
        files.append(config.agents_file(home))
    if memory.changed:
        publish.write_private(folder / _REMEMBERED, memory.encode())
    report = _finish(home, before, draft, put, files, said=(audit.REPAIRED,) if cut else ())
    _keep_watermark(home, config, draft, sources, now)
    return report


def _sources(home: Path) -> list[Path]:
    """Return every file of a home that a sync reads, apart from its own targets."""
    store = store_path(home)
    logs = [store.with_name(store.name + suffix) for suffix in ("", "-wal", "-journal")]
    rules = home / FOLDER / "rules"
    ours = [home / FOLDER / name for name in ("config.toml", narrowed.FILE, _KEY)]
    return [*logs, *ours, rules, *sorted(rules.glob("*.toml")), *credentials.watched(home)]


def _keep_watermark(home: Path, config: Config, draft: Draft, sources: watch.Marks, now: float) -> None:
    """Let the next tick leave at once, until a file or the clock changes something; nothing is lost without it."""
    folder = home / FOLDER
    targets = [digest_path(home), config.agents_file(home), folder / feed.FILE, folder / _REMEMBERED]
    if sources[str(folder / _KEY)] is None:  # made by this run, whole; nothing writes into it later
        targets.append(folder / _KEY)
    shipped = [path for path in rulefile.shipped_folder().rglob("*") if path.is_file()]
    moments = [talk.last + draft.digest.idle for talk in draft.digest.talks if talk.state is State.LIVE]
    if config.max_age_days:
        moments += [talk.last + config.max_age_days * 86_400 for talk in draft.digest.talks]
    data = watch.encode(
        sources, watch.marks([*targets, *shipped]), made=now, until=min(moments, default=now + 86_400)
    )
    if data is None:
        (folder / watch.FILE).unlink(missing_ok=True)
    else:
        publish.write_private(folder / watch.FILE, data)


def _finish(
    home: Path, before: Status, draft: Draft, put: publish.Put, files: list[Path], *, said: tuple[str, ...]
) -> Report:
    """Record a sync that went through; broken markers are a fault the first time they are seen so."""
    notices, told = _notices(put)
    notices += said
    after = replace(_counted(before, draft), good=before.tried, error="", busy=0, notices=notices, told=told)
    if files:
        after = replace(after, put=before.tried)
    after.save(home / FOLDER)
    if any(before.told.get(name) != seen for name, seen in told.items()):
        return Report(Result.FAULT, after, tuple(files), notices, draft)
    return Report(Result.WRITTEN if files else Result.UNCHANGED, after, tuple(files), notices, draft)


def _gate(home: Path, config: Config, now: float, *, keep: bool) -> tuple[Gate, Memory, bytes]:
    """Make the gate of a home; without ``keep`` no key is made where there is none."""
    folder = home / FOLDER
    key = load_key(folder / _KEY) if keep or (folder / _KEY).exists() else b""
    memory = Memory.load(folder / _REMEMBERED, key, now)
    return Gate.from_home(home, personal=config.personal, key=key, memory=memory, keep=keep), memory, key


def make(home: Path, config: Config, now: float, *, gate: Gate) -> Draft:
    """Make all that is to be written, without writing. Raises StoreError, SealError."""
    selection = select.select(home, config, now, narrowed=_narrowed(home))
    segments = tuple(gate.mask_run(selection.segments, now))
    digest = arrange(
        segments,
        selection.left_out,
        now=now,
        zone=home_zone(home),
        lang=config.lang,
        idle_minutes=config.idle_minutes,
        max_age_days=config.max_age_days,
    )
    reach = feed.Reach(local_ends(config), owned_ends(config), config.limits.compact, selection.names)
    look = Look(gate)
    made, withheld = feed.make(digest, look, feed.read(home / FOLDER / feed.FILE), reach)
    full, withheld = sealed(lambda refs: fit.full(digest, config.limits.full, refs), look, withheld)
    digest = replace(digest, mark=marks.mark(made.data))
    block, withheld = _block(config, digest, look, withheld, strangers=selection.strangers)
    absent = tuple(_absences(selection.left_out, gate))
    return Draft(segments, absent, digest, full, block, made, withheld)


def _narrowed(home: Path) -> narrowed.Narrowed:
    try:
        return narrowed.load(home / FOLDER)
    except narrowed.NarrowedError as error:
        raise ConfigError(str(error)) from None


def _block(
    config: Config, digest: Digest, look: Look, withheld: frozenset[Ref], *, strangers: bool
) -> tuple[Masked, frozenset[Ref]]:
    """Return the block of AGENTS.md: in full only where nobody else reads along."""
    if config.agents_md is AgentsMd.OFF:
        return nothing(phrases(config.lang)), withheld
    if config.agents_md is AgentsMd.POINTER or (config.agents_md is AgentsMd.AUTO and strangers):
        return pointer(phrases(config.lang)), withheld
    page, withheld = sealed(lambda refs: fit.block(digest, config.limits.compact, refs), look, withheld)
    return page.text, withheld


def _files(home: Path, draft: Draft) -> list[tuple[Path, bytes]]:
    """Return the files of ours with their new content; one whose content only the clock changed keeps the old."""
    full = digest_path(home)
    text = f"{draft.full.text}\n"
    old = _read(full)
    if steady(old) == steady(text):
        text = old
    return [(full, text.encode()), (home / FOLDER / feed.FILE, draft.feed.encode())]


def _put_block(home: Path, config: Config, draft: Draft) -> publish.Put:
    return publish.put_block(config.agents_file(home), str(draft.block))


def _notices(put: publish.Put) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Return what the owner should know, and a hash of each fault by which it is known again."""
    match put.outcome:
        case publish.Outcome.BROKEN_MARKERS:
            text = "AGENTS.md: the CROSS-PLATFORM markers are not one ordered pair of whole lines; it was left alone"
            return (text,), {"markers": put.seen}
        case publish.Outcome.NO_MARKERS | publish.Outcome.NO_FILE:
            return ("AGENTS.md: no CROSS-PLATFORM markers, so no block was written",), {}
        case _:
            return (), {}


def _counted(before: Status, draft: Draft) -> Status:
    talks = draft.digest.talks
    return replace(
        before,
        tag=draft.feed.data["tag"],
        ends=len(talks),
        turns=sum(len(talk.turns) for talk in talks),
        masks=sum(talk.masks for talk in talks),
        withheld=draft.digest.withheld + len(draft.withheld),
        left_out=draft.left_out,
    )


def _absences(left_out: Iterable[LeftOut], gate: Gate) -> Iterator[Absence]:
    """Give what was left out in a form that may be written: a person's name goes through the gate like any text."""
    for out in left_out:
        name = str(inert(gate.mask(out.name)).clip(_NAME_SHOWN)) if out.name else ""
        yield Absence(
            out.end, out.reason.value, out.who, name, out.sessions, out.messages, out.table, out.line
        )


def _read(path: Path) -> str:
    """Return a text of ours as it is; empty where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
