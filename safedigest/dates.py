"""Puts the times of a digest into words: absolute ones, in the zone of its home."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from safedigest import kept
from safedigest.digest import Digest, Talk
from safedigest.phrases import fill, phrases
from safedigest.text import Masked, literal, tag

_BLANK: Final = literal(" ")
_ZONE = kept.pattern(r"[0-9A-Za-z_/+-]{1,40}\Z")


def clock(digest: Digest, time: float) -> Masked:
    """Return the time of day of ``time`` (epoch seconds)."""
    return tag(f"{digest.moment(time):%H:%M}")


def since(digest: Digest, time: float, first: float) -> Masked:
    """Return the time of day of ``time``, with its day where that is not the day of ``first``."""
    moment = digest.moment(time)
    shown = clock(digest, time)
    return shown if moment.date() == digest.moment(first).date() else _day(digest, moment) + _BLANK + shown


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


def _day(digest: Digest, moment: datetime) -> Masked:
    same_year = moment.year == digest.moment(digest.now).year
    return tag(f"{moment:%m-%d}" if same_year else f"{moment:%Y-%m-%d}")


def _date(digest: Digest, moment: datetime) -> Masked:
    weekday = phrases(digest.lang).weekdays[moment.weekday()]
    return _BLANK.join([_day(digest, moment), weekday, tag(f"{moment:%H:%M}")])
