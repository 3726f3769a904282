"""The audit for people and for programs: what was masked, the counts, and what is to be rotated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from safedigest.audit import Told
from safedigest.exposure import Rotation, Secret
from safedigest.report.json import moment
from safedigest.tally import Tally

_BAR: Final = 40  # columns of the longest bar
_DAYS: Final = 14  # in the chart
_COLUMNS: Final = 7  # days in the table


def item(told: Told) -> dict[str, Any]:
    """Return an item of the audit as plain data."""
    one = told.item
    return {
        "time": moment(told.time), "rule": one.rule, "kind": one.kind, "end": one.end, "session": one.session,
        "message": one.message, "role": one.role, "length": one.length.value, "fingerprint": one.fingerprint,
    }  # fmt: skip


def item_line(told: Told) -> str:
    """Return an item of the audit in one line."""
    one = told.item
    where = f"{one.end} {one.session} message {one.message} {one.role}"
    return f"{moment(told.time)}  {one.kind:14}  {one.rule}  {where}  {one.length.value}  [{one.fingerprint}]"


def stats(tally: Tally) -> dict[str, Any]:
    """Return the counts as plain data."""
    masked = [
        {"day": day, "end": end, "kind": kind, "count": count}
        for (day, end, kind), count in sorted(tally.masked.items())
    ]
    shown = [
        {"day": day, "end": end, "turns": turns, "characters": characters}
        for day, ends in sorted(tally.shown.items())
        for end, (turns, characters) in sorted(ends.items())
    ]
    return {"version": 1, "masked": masked, "shown": shown}


def stats_lines(tally: Tally) -> Iterator[str]:
    """Give a small chart of the last days, a table by end, kind and day, and what was shown."""
    if not tally.masked:
        yield "nothing was masked yet"
    else:
        yield from _chart(tally)
        yield ""
        yield from _table(tally)
    yield ""
    yield from _shown(tally)


def _chart(tally: Tally) -> Iterator[str]:
    days = tally.last(_DAYS)
    most = max(tally.count(day) for day in days)
    for day in days:
        count = tally.count(day)
        bar = "#" * -(-_BAR * count // most)  # any is one at least
        yield f"{day}  {count:5}  {bar}".rstrip()


def _table(tally: Tally) -> Iterator[str]:
    days = tally.last(_COLUMNS)
    yield f"{'end':12}{'kind':16}" + "".join(f"{day[5:]:>7}" for day in days) + f"{'all':>8}"
    for end, kind in tally.pairs:
        counts = [tally.count(day, end, kind) for day in days]
        yield (
            f"{end:12}{kind:16}"
            + "".join(f"{n or '.':>7}" for n in counts)
            + f"{tally.count('', end, kind):8}"
        )
    counts = [tally.count(day) for day in days]
    yield f"{'all':28}" + "".join(f"{n or '.':>7}" for n in counts) + f"{tally.count():8}"


def _shown(tally: Tally) -> Iterator[str]:
    if not tally.shown:
        yield "nothing was shown to other talks yet"
        return
    yield f"shown to     {'turns':>7}{'characters':>12}"
    for end in sorted({end for ends in tally.shown.values() for end in ends}):
        counts = [ends[end] for ends in tally.shown.values() if end in ends]
        yield f"{end:13}{sum(turns for turns, _ in counts):7}{sum(chars for _, chars in counts):12}"


def rotation(one: Rotation) -> dict[str, Any]:
    """Return a value that is to be rotated as plain data."""
    secret = one.secret
    return {
        "fingerprint": secret.fingerprint,
        "kind": secret.kind,
        "rule": secret.rule,
        "mask": one.shown,
        "state": secret.state.value,
        "times": len(secret.seen),
        "first": _sighting(secret.seen[0]),
        "last": _sighting(secret.seen[-1]),
        "lives": {
            "files": list(one.files),
            "rows": [{"session": session, "message": message} for session, message in one.rows],
            "beyond": _beyond(secret),
        },
        "rotate": one.page or None,
    }


def rotation_lines(one: Rotation) -> Iterator[str]:
    """Give the lines about a value that is to be rotated."""
    secret, first, last = one.secret, one.secret.seen[0], one.secret.seen[-1]
    often = f"{len(secret.seen)} times" if len(secret.seen) > 1 else "once"
    yield f"[{secret.fingerprint}]  {secret.state.value}  {secret.kind}  {one.shown}  ({secret.rule}, {often})"
    yield f"  first {moment(first.time)} at {first.item.end}, session {first.item.session}"
    yield f"  last  {moment(last.time)} at {last.item.end}, session {last.item.session}"
    yield f"  still in: {', '.join([*one.files, *_rows(one.rows), *_beyond(secret)])}"
    if one.page:
        yield f"  revoke at: {one.page}"


def _rows(rows: Sequence[tuple[str, int]]) -> list[str]:
    return [f"state.db ({len(rows)} row{'s' if len(rows) > 1 else ''})"] if rows else []


def _beyond(secret: Secret) -> list[str]:
    """Return where else a value lives, out of reach of this program."""
    return [*(f"the {end} chat" for end in secret.chats), "the model provider's logs"]


def _sighting(told: Told) -> dict[str, Any]:
    return {"time": moment(told.time), "end": told.item.end, "session": told.item.session}
