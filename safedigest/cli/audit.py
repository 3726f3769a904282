"""``safedigest audit``: what was masked so far, and what to rotate because of it."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from safedigest import audit, exposure, lock, whereabouts
from safedigest.audit import Told
from safedigest.config import FOLDER, load_config
from safedigest.exits import ExitCode, fail
from safedigest.exposure import Secret, State
from safedigest.gate import Gate
from safedigest.home import find_home
from safedigest.keyfile import load_key
from safedigest.report.json import moment
from safedigest.report.still import still
from safedigest.whereabouts import Standing

HomeOption = Annotated[
    Path | None, typer.Option("--home", help="The Hermes home; else HERMES_HOME, else ~/.hermes.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
_BAR = 40  # columns of the longest bar
_DAYS = 14  # shown in the chart


def register(app: typer.Typer) -> None:
    """Add the group to ``app``."""
    group = typer.Typer(no_args_is_help=False, invoke_without_command=True)
    group.callback()(_default)
    for name, command in (
        ("list", list_), ("stats", stats), ("secrets", secrets), ("resolve", resolve), ("verify", verify),
    ):  # fmt: skip
        group.command(name)(command)
    app.add_typer(group, name="audit", help="What was masked, and what to rotate because of it.")


def _default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_()


def _folder(home: Path) -> Path:
    load_config(home)
    return home / FOLDER


def _file(home: Path) -> Path:
    return _folder(home) / "audit.jsonl"


def list_(
    home: HomeOption = None,
    end: Annotated[str | None, typer.Option(help="Only this end.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind.")] = None,
    rule: Annotated[str | None, typer.Option(help="Only this rule.")] = None,
    fingerprint: Annotated[str | None, typer.Option(help="Only this value.")] = None,
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="From this day on (UTC).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List what was masked, oldest first."""
    first = since.replace(tzinfo=UTC).timestamp() if since else 0.0
    wanted = {"end": end, "kind": kind, "rule": rule, "fingerprint": fingerprint}
    for told in audit.read(_file(find_home(home))):
        if told.time >= first and all(w in (None, getattr(told.item, name)) for name, w in wanted.items()):
            print(json.dumps(_told(told)) if as_json else _line(told))


def _told(told: Told) -> dict[str, Any]:
    item = told.item
    return {
        "time": moment(told.time), "rule": item.rule, "kind": item.kind, "end": item.end, "session": item.session,
        "message": item.message, "role": item.role, "length": item.length.value, "fingerprint": item.fingerprint,
    }  # fmt: skip


def _line(told: Told) -> str:
    item = told.item
    where = f"{item.end} {item.session} message {item.message} {item.role}"
    return still(
        f"{moment(told.time)}  {item.kind:14}  {item.rule}  {where}  {item.length.value}  [{item.fingerprint}]"
    )


def stats(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Count what was masked: by day, by end and kind, and what was shown to other talks."""
    place = find_home(home)
    told = audit.read(_file(place))
    days = Counter(str(moment(one.time))[:10] for one in told)
    cells = Counter((one.item.end, one.item.kind) for one in told)
    talks, characters = _shown(place)
    if as_json:
        rows = [{"end": end, "kind": kind, "count": count} for (end, kind), count in sorted(cells.items())]
        shown = {"talks": talks, "characters": characters}
        print(json.dumps({"version": 1, "days": dict(sorted(days.items())), "cells": rows, "shown": shown}))
        return
    for line in (*_chart(days), "", *_table(cells)):
        print(still(line))
    print(f"\nshown to talks: {talks} talks, {characters} characters on their last days")


def _chart(days: Counter[str]) -> Iterator[str]:
    """Give a bar for each of the last days on which something was masked."""
    most = max(days.values(), default=1)
    for day in sorted(days)[-_DAYS:]:
        yield f"{day}  {days[day]:5}  {'#' * max(1, _BAR * days[day] // most)}"


def _table(cells: Counter[tuple[str, str]]) -> Iterator[str]:
    """Give a row for each kind and a column for each end."""
    ends = sorted({end for end, _ in cells})
    kinds = sorted({kind for _, kind in cells})
    yield f"{'kind':16}" + "".join(f"{end:>12}" for end in ends) + f"{'all':>12}"
    for kind in kinds:
        row = [cells[end, kind] for end in ends]
        yield f"{kind:16}" + "".join(f"{count:12}" for count in (*row, sum(row)))


def _shown(home: Path) -> tuple[int, int]:
    """Return how many talks were shown something, and how many characters each on its last day."""
    try:
        talks = json.loads((home / FOLDER / "shown.json").read_text(encoding="utf-8"))["talks"]
        return len(talks), sum(int(talk["chars"]) for talk in talks.values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return 0, 0


def secrets(
    home: HomeOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Resolved ones too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List each value that was said, where it still lives and where it is revoked: the list to rotate from."""
    place = find_home(home)
    gate = Gate.from_home(place, key=load_key(_folder(place) / "key"))
    files = whereabouts.in_credentials(place, gate)
    found = exposure.secrets(audit.read(_file(place)), exposure.load_resolved(place / FOLDER), files)
    found = [one for one in found if everything or one.state is not State.RESOLVED]
    standing = whereabouts.in_store(place, gate, dict.fromkeys(s for one in found for s in one.sessions))
    pages = whereabouts.pages()
    rows = [
        _secret(one, files, standing.get(one.fingerprint, Standing()), pages.get(one.rule, ""))
        for one in found
    ]
    if as_json:
        print(json.dumps({"version": 1, "secrets": rows}, indent=1))
        return
    for row in rows:
        for line in _told_secret(row):
            print(still(line))
    print(
        f"{len(rows)} values"
        + (": rotate what is open, then `safedigest audit resolve FINGERPRINT`" if rows else "")
    )


def _secret(one: Secret, files: dict[str, tuple[str, ...]], standing: Standing, page: str) -> dict[str, Any]:
    first, last = one.seen[0], one.seen[-1]
    return {
        "fingerprint": one.fingerprint,
        "kind": one.kind,
        "rule": one.rule,
        "mask": standing.shown,
        "state": one.state.value,
        "times": len(one.seen),
        "first": {"time": moment(first.time), "end": first.item.end, "session": first.item.session},
        "last": {"time": moment(last.time), "end": last.item.end, "session": last.item.session},
        "lives": {
            "files": list(files.get(one.fingerprint, ())),
            "rows": [{"session": session, "message": message} for session, message in standing.rows],
            "beyond": whereabouts.beyond(one.ends),
        },
        "rotate": page or None,
    }


def _told_secret(row: dict[str, Any]) -> Iterator[str]:
    first, last, lives = row["first"], row["last"], row["lives"]
    yield f"[{row['fingerprint']}]  {row['state']}  {row['kind']}  {row['mask']}  ({row['rule']}, {row['times']} times)"
    yield f"  first {first['time']} at {first['end']}, session {first['session']}"
    yield f"  last  {last['time']} at {last['end']}, session {last['session']}"
    rows = [f"state.db: {len(lives['rows'])} rows"] if lives["rows"] else []
    yield f"  still in: {', '.join([*lives['files'], *rows, *lives['beyond']])}"
    if row["rotate"]:
        yield f"  revoke at: {row['rotate']}"


def resolve(
    fingerprint: Annotated[str, typer.Argument(metavar="FINGERPRINT", help="As `audit secrets` shows it.")],
    home: HomeOption = None,
) -> None:
    """Close a value that was rotated; should it be said again, it is open again."""
    place = find_home(home)
    if not any(told.item.fingerprint == fingerprint for told in audit.read(_file(place))):
        raise typer.Exit(
            fail("no value has that fingerprint; see `safedigest audit secrets --all`", ExitCode.USAGE)
        )
    exposure.resolve(place / FOLDER, fingerprint, time.time())


def verify(home: HomeOption = None) -> None:
    """Check that every line is whole and in order.

    This is against accidents and hands without the key, not against somebody who owns the folder.
    """
    place = find_home(home)
    file = _file(place)
    if not file.exists():
        print("nothing was masked yet")
        return
    with lock.only_one(_folder(place) / "lock") as mine:
        if not mine:
            raise typer.Exit(fail("a sync is at work; run it again in a moment"))
        if audit.repair(file):
            print("the last line was cut off by a crash; it was removed", file=sys.stderr)
    broken = audit.verify(file, load_key(_folder(place) / "key"))
    if broken:
        raise typer.Exit(
            fail(f"{broken[0].name}: line {broken[1]} is not as it was written, or one before it is gone")
        )
    print(f"{len(audit.read(file))} items, all whole and in order")
