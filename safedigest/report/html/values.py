"""The part of the page that tells what is still to be rotated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from safedigest.audit import Told
from safedigest.exposure import Rotation, State
from safedigest.report.html.times import moment
from safedigest.report.html.words import STATES, Both, both, end, kind, safe
from safedigest.report.overview import Overview

MOST: Final = 100  # values of a state that are told one by one
_PAGE: Final = re.compile(r"https://[!-~]+\Z")
_CLASS: Final = {State.OPEN: "open", State.ROTATED: "rotated", State.RESOLVED: "resolved"}


def to_rotate(view: Overview) -> str:
    """Return what is to be done: open values, those that were probably rotated, and folded the resolved ones."""
    title = both(("Still to rotate", "还要更换的"))
    about = both(
        (
            "What was readable counts as known to others. Revoke each value where it was issued, then close it with"
            " <code>safedigest audit resolve</code> and the letters in its card.",
            "读得到的就当作别人已经知道。请到签发处逐个作废，再用"
            " <code>safedigest audit resolve</code> 加卡片里的那串字母了结。",
        )
    )
    waiting = [*view.of(State.OPEN), *view.of(State.ROTATED)]
    cards = _cards(view, waiting) if waiting else f"<p>{both(('Nothing. 🎉', '没有了。🎉'))}</p>"
    return f'<section id="rotate"><h2>{title}</h2><p class="soft">{about}</p>{cards}{_done(view)}</section>'


def _done(view: Overview) -> str:
    resolved = view.of(State.RESOLVED)
    if not resolved:
        return ""
    words = both(("{} resolved", "已了结 {} 个"), len(resolved))
    return f"<details><summary>{words}</summary>{_cards(view, resolved)}</details>"


def _cards(view: Overview, values: list[Rotation]) -> str:
    cards = "".join(_card(view, one) for one in values[:MOST])
    more: Both = (
        "{} more: <code>safedigest audit secrets</code>",
        "另有 {} 个：<code>safedigest audit secrets</code>",
    )
    rest = f'<p class="soft">{both(more, len(values) - MOST)}</p>' if len(values) > MOST else ""
    return f'<ul class="values">{cards}</ul>{rest}'


def _card(view: Overview, one: Rotation) -> str:
    secret = one.secret
    state = _CLASS[secret.state]
    return (
        f'<li><div class="top"><span class="badge {state}">{both(STATES[secret.state])}</span>'
        f'<b>{kind(secret.kind)}</b><code class="mask">{safe(one.shown)}</code></div><dl>'
        f"{_when(view, secret.seen)}"
        f"<dt>{both(('still in', '还在'))}</dt><dd>{_places(one)}</dd>"
        f"<dt>{both(('rule', '规则'))}</dt><dd>{safe(secret.rule)}</dd>"
        f"<dt>{both(('letters', '字母'))}</dt><dd><code>{safe(secret.fingerprint)}</code></dd></dl>{_button(one)}</li>"
    )


def _when(view: Overview, seen: Sequence[Told]) -> str:
    """Return when and where a value was seen first and last, and how often."""
    if len(seen) == 1:
        return f"<dt>{both(('seen', '出现'))}</dt><dd>{_sighting(view, seen[0])}</dd>"
    often = both(("{} times", "共 {} 次"), len(seen))
    return (
        f"<dt>{both(('first', '首次'))}</dt><dd>{_sighting(view, seen[0])}</dd>"
        f"<dt>{both(('last', '最近'))}</dt><dd>{_sighting(view, seen[-1])} · {often}</dd>"
    )


def _sighting(view: Overview, told: Told) -> str:
    return f"{moment(view, told.time)} · {end(told.item.end)}"


def _places(one: Rotation) -> str:
    places = [f"<code>{safe(name)}</code>" for name in one.files]
    if one.rows:
        rows = "a row of" if len(one.rows) == 1 else "{} rows of"
        places.append(
            both((f"{rows} <code>state.db</code>", "<code>state.db</code> 的 {} 行"), len(one.rows))
        )
    places += [f"{end(name)} {both(('(the chat)', '（聊天平台）'))}" for name in one.secret.chats]
    return " · ".join([*places, both(("the model provider", "模型服务商"))])


def _button(one: Rotation) -> str:
    """Return a link to the vendor's page; nothing of it is loaded until somebody follows it."""
    if not _PAGE.match(one.page) or one.secret.state is State.RESOLVED:
        return ""
    words = both(("Revoke it there", "去作废"))
    return f'<a class="button" rel="noreferrer noopener" href="{safe(one.page)}">{words}</a>'
