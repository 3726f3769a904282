"""The parts of the page that count: exposure over time, and by end and kind."""

from __future__ import annotations

from typing import Final

from safedigest.report.html.words import both, end, kind, safe
from safedigest.report.overview import Overview
from safedigest.tally import Tally, day

DAYS: Final = 30
_COLOURS: Final = 6  # the last one is for all further ends


def over_time(view: Overview) -> str:
    """Return the bars of the last days, a colour for each end."""
    tally = view.tally
    days = tally.last(DAYS, day(view.made))
    colours = _colours(tally)
    most = max((tally.count(one) for one in days), default=0)
    columns = "".join(_column(tally, one, most, colours) for one in days)
    axis = f"<span>{days[0][5:]}</span><span>{days[len(days) // 2][5:]}</span><span>{days[-1][5:]}</span>"
    legend = "".join(f'<li class="c{number}">{end(name)}</li>' for name, number in colours.items())
    limit = both(("at most {} in a day", "单日最多 {}"), most)
    about = both(("New places where something was masked, by day (UTC)", "每天（UTC）新遮住的地方"))
    return (
        f'<section id="time"><h2>{both(("Exposure over time", "暴露随时间的变化"))}</h2>'
        f'<p class="soft split"><span>{about}</span><span>{limit}</span></p>'
        f'<div class="chart" aria-hidden="true">{columns}</div>'
        f'<div class="axis" aria-hidden="true">{axis}</div><ul class="legend">{legend}</ul>'
        f"{_numbers(tally, days)}</section>"
    )


def _numbers(tally: Tally, days: list[str]) -> str:
    """Return the bars as a table, for readers that see none and for fingers that point at none."""
    rows = "".join(
        f'<tr><td class="when">{one}</td><td>{_parts(tally, one)}</td><td class="number">{count}</td></tr>'
        for one in reversed(days)
        if (count := tally.count(one))
    )
    return f"<details><summary>{both(('in numbers', '看数字'))}</summary><table>{rows}</table></details>"


def _parts(tally: Tally, one: str) -> str:
    return " · ".join(f"{end(name)} {count}" for name in tally.ends if (count := tally.count(one, name)))


def _colours(tally: Tally) -> dict[str, int]:
    """Return the colour of each end, those with most first."""
    ends = sorted(tally.ends, key=lambda name: (-tally.count(end=name), name))
    return {name: min(number, _COLOURS) for number, name in enumerate(ends, 1)}


def _column(tally: Tally, one: str, most: int, colours: dict[str, int]) -> str:
    parts = [(name, count) for name in colours if (count := tally.count(one, name))]
    told = ", ".join(f"{safe(name)} {count}" for name, count in parts)
    title = f"{one}: {told}" if told else one
    bars = "".join(
        f'<i class="c{colours[name]}" style="height:{100 * count / most:.2f}%"></i>' for name, count in parts
    )
    return f'<div class="col" title="{title}">{bars}</div>'


def by_end(view: Overview) -> str:
    """Return how much was masked at each end, and of which kinds."""
    tally = view.tally
    colours = _colours(tally)
    most = max((tally.count(end=name) for name in colours), default=0)
    rows = [
        _row(end(name), [(number, tally.count(end=name))], most, _kinds_of(tally, name))
        for name, number in colours.items()
    ]
    return _rows(("By end", "按端"), rows)


def by_kind(view: Overview) -> str:
    """Return how much was masked of each kind, and at which ends."""
    tally = view.tally
    colours = _colours(tally)
    kinds = sorted({name for _, name in tally.pairs}, key=lambda name: (-tally.count(kind=name), name))
    most = max((tally.count(kind=name) for name in kinds), default=0)
    rows = []
    for name in kinds:
        shares = [(number, tally.count(end=place, kind=name)) for place, number in colours.items()]
        rows.append(_row(kind(name), shares, most, _ends_of(tally, name)))
    return _rows(("By kind", "按种类"), rows)


def _rows(title: tuple[str, str], rows: list[str]) -> str:
    return f'<section><h2>{both(title)}</h2><ul class="rows">{"".join(rows)}</ul></section>'


def _row(name: str, shares: list[tuple[int, int]], most: int, parts: list[str]) -> str:
    """Return a name, its count as a bar of coloured shares, and what it is made of."""
    count = sum(share for _, share in shares)
    bar = "".join(
        f'<i class="c{colour}" style="width:{100 * share / most:.2f}%"></i>'
        for colour, share in shares
        if share
    )
    return (
        f'<li><div class="head"><b>{name}</b><span class="count">{count}</span></div>'
        f'<div class="bar">{bar}</div><div class="soft">{" · ".join(parts)}</div></li>'
    )


def _kinds_of(tally: Tally, name: str) -> list[str]:
    counts = [(tally.count(end=name, kind=which), which) for place, which in tally.pairs if place == name]
    return [f"{kind(which)} {count}" for count, which in sorted(counts, reverse=True)]


def _ends_of(tally: Tally, name: str) -> list[str]:
    counts = [(tally.count(end=place, kind=name), place) for place, which in tally.pairs if which == name]
    return [f"{end(place)} {count}" for count, place in sorted(counts, reverse=True)]
