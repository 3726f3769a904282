"""A plot of time over size as SVG, both axes in doublings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 760
HEIGHT: Final = 460
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 20, 50
COLOURS: Final = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5")
NAMED: Final = 8  # curves with a name; the others are drawn grey


def plot(sizes: Sequence[int], curves: Mapping[str, Sequence[float]]) -> str:
    """Return the picture of ``curves`` (seconds at each of ``sizes``)."""
    values = [max(value, 1e-5) for row in curves.values() for value in row]
    low, high = log2(min(values)), log2(max(values))
    first, last = log2(sizes[0]), log2(sizes[-1])

    def x(size: float) -> float:
        return LEFT + (log2(size) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (log2(max(value, 1e-5)) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    parts += [
        f'<text x="{x(size):.0f}" y="{HEIGHT - 30}" text-anchor="middle">{size:,}</text>' for size in sizes
    ]
    for power in range(-4, 2):
        if low <= log2(10.0**power) <= high:
            at = y(10.0**power)
            parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.0f}" text-anchor="end">{10.0**power:g} s</text>')
            parts.append(f'<path d="M{LEFT} {at:.0f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
    named = ["ordinary talk", *sorted(curves, key=lambda name: -curves[name][-1])]
    shown = list(dict.fromkeys(name for name in named if name in curves))[:NAMED]
    for name, row in sorted(curves.items(), key=lambda pair: pair[0] in shown):
        colour = COLOURS[shown.index(name)] if name in shown else "#ccc"
        line = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in zip(sizes, row, strict=True))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
    for number, name in enumerate(shown):
        at = TOP + 14 + 16 * number
        parts.append(
            f'<rect x="{WIDTH - RIGHT + 12}" y="{at - 9}" width="10" height="10" fill="{COLOURS[number]}"/>'
        )
        parts.append(f'<text x="{WIDTH - RIGHT + 28}" y="{at}">{escape(name)}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">characters</text>'
    )
    return "\n".join([*parts, "</svg>", ""])
