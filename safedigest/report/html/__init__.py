"""The report as one page of HTML that needs nothing else: no script, no font, no picture, no network.

Invariants: made from masks, fingerprints, counts and places alone; everything from elsewhere is escaped; the page
forbids itself to load anything (Content-Security-Policy); both languages stand in it, and which is shown is chosen by
two radio buttons and CSS.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from importlib import resources
from typing import Final

from safedigest import __version__
from safedigest.config import Lang
from safedigest.exposure import State
from safedigest.report.html import charts, syncs, values
from safedigest.report.html.times import moment
from safedigest.report.html.words import both
from safedigest.report.overview import Overview

_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)


def render(view: Overview) -> Iterator[str]:
    """Give the page, in pieces."""
    yield _head(view)
    yield f"<header>{_languages()}<h1>{both(('What was exposed, and what to rotate', '泄露过什么，该换什么'))}</h1>"
    about = ("safedigest {} · made {} · times in {}", "safedigest {} · 生成于 {} · 时区 {}")
    yield f'<p class="soft">{both(about, __version__, moment(view, view.made), _zone(view))}</p></header>'
    yield f"<main>{_figures(view)}{_warning(view)}"
    yield values.to_rotate(view)
    if view.tally.masked:
        yield charts.over_time(view)
        yield f'<div class="grid">{charts.by_end(view)}{charts.by_kind(view)}</div>'
    yield f'<div class="grid">{syncs.last_syncs(view)}{syncs.shown(view)}</div>'
    yield f"</main><footer><p>{both(_FOOT)}</p></footer></body></html>\n"


_FOOT: Final = (
    "Made from masks alone: no character of a value stands here but what its mask shows. The page loads nothing and"
    " runs no script. It counts what syncs masked; <code>safedigest scan --store</code> reads the whole history.",
    "本页只由打码后的内容生成：除掩码露出的部分外，没有任何原值的字符；不加载任何东西，也不运行脚本。"
    "统计的是同步时遮住的内容；要查全部历史，请运行 <code>safedigest scan --store</code>。",
)


def _head(view: Overview) -> str:
    css = resources.files("safedigest.report.html").joinpath("page.css").read_text(encoding="utf-8")
    tag, en, zh = ("en", " checked", "") if view.lang is Lang.EN else ("zh-Hans", "", " checked")
    return (
        f'<!doctype html><html lang="{tag}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f'<link rel="icon" href="data:,"><title>safedigest</title><style>{css}</style></head><body>'
        f'<input class="choice" type="radio" name="language" id="en" aria-label="English"{en}>'
        f'<input class="choice" type="radio" name="language" id="zh" aria-label="中文"{zh}>'
    )


def _languages() -> str:
    return '<div class="langs"><label for="en">English</label><label for="zh">中文</label></div>'


def _zone(view: Overview) -> str:
    return f"{datetime.fromtimestamp(view.made, view.zone):UTC%z}"


def _figures(view: Overview) -> str:
    open_, rotated = len(view.of(State.OPEN)), len(view.of(State.ROTATED))
    figures = (
        ("open" if open_ else "good", open_, ("to rotate", "待更换")),
        ("", rotated, ("probably rotated", "可能已换")),
        ("good", len(view.of(State.RESOLVED)), ("resolved", "已了结")),
        ("", view.tally.count(), ("places masked", "遮住的位置")),
    )
    items = "".join(f'<li class="{name}"><b>{count}</b>{both(words)}</li>' for name, count, words in figures)
    return f'<ul class="figures">{items}</ul>'


def _warning(view: Overview) -> str:
    if view.whole:
        return ""
    words = (
        "A line of the audit is not as it was written: see <code>safedigest audit verify</code>.",
        "审计记录有一行与写入时不同，请运行 <code>safedigest audit verify</code>。",
    )
    return f'<p class="note">{both(words)}</p>'
