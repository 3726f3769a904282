"""Puts the times of a digest into words: absolute ones, in the zone of its home."""

from __future__ import annotations

from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Final

from safedigest import kept
from safedigest.digest import Digest, Talk, moment
from safedigest.phrases import fill, phrases
from safedigest.text import Masked, literal, tag

_BLANK: Final = literal(" ")
_ZONE = kept.pattern(r"[0-9A-Za-z_/+-]{1,40}\Z")


def clock(digest: Digest, time: float) -> Masked:
    """Return the time of day of ``time`` (epoch seconds)."""
    return _clock(time, digest.zone, digest.now)


@lru_cache(maxsize=1024)  # a message is shown in the feed, in DIGEST.md and in the block
def _clock(time: float, zone: tzinfo, now: float) -> Masked:
    return tag(f"{moment(time, zone, now):%H:%M}")


def since(digest: Digest, time: float, first: float) -> Masked:
    """Return the time of day of ``time``, with its day where that is not the day of ``first``."""
    shown = clock(digest, time)
    if _is_same_day(time, first, digest.zone, digest.now):
        return shown
    return _day(digest, digest.moment(time)) + _BLANK + shown


@lru_cache(maxsize=1024)
def _is_same_day(one: float, other: float, zone: tzinfo, now: float) -> bool:
    return moment(one, zone, now).date() == moment(other, zone, now).date()


def span(digest: Digest, talk: Talk) -> Masked:
    """Return from when to when ``talk`` went."""
    first, last = digest.moment(talk.first), digest.moment(talk.last)
    if f"{first:%Y%m%d%H%M}" == f"{last:%Y%m%d%H%M}":
        return _date(digest, first)
    end = tag(f"{last:%H:%M}") if first.date() == last.date() else _date(digest, last)
    return _date(digest, first) + literal("–") + end


def zone(digest: Digest) -> Masked:
    """Return the note on the zone in which all times are told."""
    offset = f"{digest.moment(digest.now):%z}"
    shown = tag(f"{offset[:3]}:{offset[3:5]}")
    name = getattr(digest.zone, "key", None)
    if isinstance(name, str) and _ZONE.match(name):
        shown = tag(name) + literal(" (") + shown + literal(")")
    return fill(phrases(digest.lang).zone, shown)


def _day(digest: Digest, day: datetime) -> Masked:
    same_year = day.year == digest.moment(digest.now).year
    return tag(f"{day:%m-%d}" if same_year else f"{day:%Y-%m-%d}")


def _date(digest: Digest, day: datetime) -> Masked:
    weekday = phrases(digest.lang).weekdays[day.weekday()]
    return _BLANK.join([_day(digest, day), weekday, tag(f"{day:%H:%M}")])
