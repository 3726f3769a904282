"""Measure what is felt, print it as a table beside its bars, and write it down.

    python -m benchmarks.performance [--share 0.25] [--large] [--corpus FILE] [--hermes PYTHON] [--write]

The peers are installed once, in an environment of their own under ``.interop/``. ``--write`` writes
``docs/performance.md`` and ``docs/performance.svg``. Everything is processor time in one run, so other work on the
machine slows all alike: read the ratios. ``--large`` adds a store of a million messages.
"""

from __future__ import annotations

import argparse
import platform
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks import chat, curve, hostile, speed, turns
from benchmarks.peers import FOLDER
from benchmarks.report import Row, table
from benchmarks.ticks import ticks
from safedigest import __version__
from safedigest.gate import Gate

DOCS: Final = Path(__file__).parents[1] / "docs"
SIZES: Final = (12_500, 25_000, 50_000, 100_000)
STEP: Final = 2.3  # times the time for twice the size
NOISE: Final = 0.02  # seconds; less is not worth a ratio
RULES_EACH: Final = (
    40  # of the shipped rules, every fortieth is attacked here, all by `safedigest rules lint`
)


def masking(args: argparse.Namespace) -> tuple[list[Row], list[str]]:
    """Measure the gate beside the peers."""
    rows: list[Row] = []
    lines: list[str] = []
    every = max(1, round(1 / args.share))
    for name, texts, bar in (
        ("talk, 2 in 100 with a secret", chat.messages(1, int(1_000_000 * args.share)), 10.0),
        ("messages of which most hold a secret", speed.dense(1, args.corpus)[::every], 0.0),
    ):
        found = [speed.own(texts), *speed.peers(texts, FOLDER.with_name("speed-texts.json"), args.hermes)]
        ours = found[0].megabytes_a_second
        lines += [_line(name, one) for one in found]
        if bar:
            rows.append(
                Row(f"`Gate.mask`, {name}", f"{ours:.2f} MB/s", bar / ours, "at least 10 MB/s", ours >= bar)
            )
        for peer in found[1:]:
            ratio = peer.megabytes_a_second / ours
            if not bar or peer.tool == "betterleaks":
                rows.append(
                    Row(
                        f"`Gate.mask`, {name}",
                        f"{ours:.2f} MB/s",
                        ratio,
                        f"not slower than {peer.tool}",
                        ratio <= 1,
                    )
                )
    return rows, lines


def _line(name: str, one: speed.Speed) -> str:
    return f"| {name} | {one.tool} | {one.megabytes_a_second:.2f} | {one.microseconds_a_message:.0f} |"


def attacked(gate: Gate) -> tuple[list[Row], dict[str, list[float]]]:
    """Measure how masking grows with hostile texts."""
    shapes = {**hostile.SHAPES, **dict(hostile.of_rules(RULES_EACH))}
    took: dict[str, list[float]] = {}
    steepest, slowest = ("", 0.0), ("", 0.0)
    for name, shape in shapes.items():
        short = name not in hostile.SHAPES
        took[name] = hostile.growth(gate, shape, list(SIZES[:2] if short else SIZES))
        last = SIZES[1] if short else SIZES[-1]
        step = took[name][-1] / max(took[name][-2], NOISE)
        steepest = max(steepest, (name, step), key=lambda pair: pair[1])
        slowest = max(slowest, (name, took[name][-1] * 100_000 / last), key=lambda pair: pair[1])
    name, step = steepest
    rows = [
        Row(
            f"hostile text, steepest of {len(shapes)}: {name}",
            f"{step:.2f}",
            step,
            f"at most {STEP}",
            step <= STEP,
        )
    ]
    name, most = slowest
    rows.append(
        Row(f"hostile text, slowest: {name}", f"{most:.2f} s", most, "under 1 s for 100 kB", most < 1)
    )
    return rows, {name: took[name] for name in hostile.SHAPES}


def plain_curve(gate: Gate) -> list[float]:
    """Return the seconds for one long message of talk at each size."""
    text = "\n".join(chat.messages(3, 4 * SIZES[-1]))
    return [hostile.seconds(gate, text[:size], 2) for size in SIZES]


def main() -> int:
    """Run, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0, help="share of the texts that is measured")
    parser.add_argument("--large", action="store_true", help="measure a store of a million messages too")
    parser.add_argument("--corpus", type=Path, help="JSON Lines with a text each, for the dense messages")
    parser.add_argument("--hermes", type=Path, help="interpreter of an environment with Hermes")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md and its plot")
    args = parser.parse_args()
    gate = Gate.default()
    gate.mask_text(" ".join(chat.messages(2, 20_000)))
    with tempfile.TemporaryDirectory() as folder:
        rows = ticks(Path(folder), (3_000, 300_000, 1_000_000) if args.large else (3_000, 300_000))
        rows += turns.measure(Path(folder))
    masked, speeds = masking(args)
    worst, took = attacked(gate)
    rows += [*masked, *worst]
    text = _document(args, rows, speeds, took)
    print(text)
    if args.write:
        (DOCS / "performance.md").write_text(text, encoding="utf-8")
        curves = {"ordinary talk": plain_curve(gate), **took}
        (DOCS / "performance.svg").write_text(curve.plot(SIZES, curves), encoding="utf-8")
    return 0


def _document(
    args: argparse.Namespace, rows: list[Row], speeds: list[str], took: dict[str, list[float]]
) -> str:
    grown = [
        f"| {name} | {' | '.join(f'{value * 1000:.0f}' for value in values)} |"
        for name, values in took.items()
    ]
    return "\n".join(
        [
            "# How fast it is",
            "",
            f"Measured on {datetime.now(UTC):%Y-%m-%d} by `python -m benchmarks.performance`: safedigest {__version__},"
            f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.system()} on"
            f" {platform.machine()}, peers {', '.join(speed.PACKAGES)}{', Hermes' if args.hermes else ''}.",
            f"Share of the texts: {args.share:.0%}. All figures are processor time of one run on a machine that had"
            " other work too: only the ratios mean something elsewhere.",
            "",
            "## The bars",
            "",
            *table(rows),
            "",
            "## Masking, message by message",
            "",
            "| text | tool | MB/s | µs a message |",
            "|---|---|---:|---:|",
            *speeds,
            "",
            "## Hostile texts, milliseconds by characters",
            "",
            "A text that costs more work than its size allows is withheld whole; that too takes time in proportion.",
            "",
            f"| text | {' | '.join(f'{size:,}' for size in SIZES)} |",
            f"|---|{'---:|' * len(SIZES)}",
            *grown,
            "",
            "![Time of masking over size](performance.svg)",
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
