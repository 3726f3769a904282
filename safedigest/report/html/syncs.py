"""The part of the page that tells of the last syncs, and of what they brought to other talks."""

from __future__ import annotations

from safedigest.report.html.times import moment
from safedigest.report.html.words import both, end
from safedigest.report.overview import Overview, Round


def last_syncs(view: Overview) -> str:
    """Return when a sync last ran, what it has, and the syncs that masked something new."""
    status = view.status
    facts = (
        (("last look", "最近一次运行"), moment(view, status.tried)),
        (("last good sync", "最近一次成功"), moment(view, status.good)),
        (("last change", "最近一次有变化"), moment(view, status.put)),
        (
            ("in the digest", "摘录里"),
            both(
                ("{} ends, {} turns, {} masks, {} withheld", "{} 个端、{} 轮、打码 {} 处、扣下 {} 条"),
                status.ends, status.turns, status.masks, status.withheld,
            ),
        ),
    )  # fmt: skip
    rows = "".join(f"<dt>{both(name)}</dt><dd>{value}</dd>" for name, value in facts)
    fault = both(
        (
            "The last sync failed: see <code>safedigest status</code>.",
            "上次同步失败，见 <code>safedigest status</code>。",
        )
    )
    note = f'<p class="note">{fault}</p>' if status.error else ""
    return f"<section><h2>{both(('Last syncs', '最近的同步'))}</h2>{note}<dl>{rows}</dl>{_rounds(view)}</section>"


def _rounds(view: Overview) -> str:
    if not view.rounds:
        return ""
    head = f"<tr><th>{both(('when', '时间'))}</th><th>{both(('newly masked', '新遮住'))}</th></tr>"
    return f"<table>{head}{''.join(_round(view, one) for one in view.rounds)}</table>"


def _round(view: Overview, one: Round) -> str:
    parts = " · ".join(f"{end(name)} {count}" for name, count in sorted(one.ends.items()))
    return f'<tr><td class="when">{moment(view, one.time)}</td><td>{parts}</td></tr>'


def shown(view: Overview) -> str:
    """Return how many turns of each end were shown something from the others, and how many characters."""
    counts: dict[str, tuple[int, int]] = {}
    for ends in view.tally.shown.values():
        for name, (turns, characters) in ends.items():
            before = counts.get(name, (0, 0))
            counts[name] = before[0] + turns, before[1] + characters
    title = both(("Shown to other talks", "带进其他对话的"))
    about = both(
        (
            "Turns that were shown what was said elsewhere, all of it masked",
            "看到了别处说过的话的轮次，全部打过码",
        )
    )
    head = (
        f'<tr><th>{both(("end", "端"))}</th><th class="number">{both(("turns", "轮"))}</th>'
        f'<th class="number">{both(("characters", "字符"))}</th></tr>'
    )
    rows = "".join(
        f'<tr><td>{end(name)}</td><td class="number">{turns:,}</td><td class="number">{characters:,}</td></tr>'
        for name, (turns, characters) in sorted(counts.items())
    )
    body = f"<table>{head}{rows}</table>" if counts else f"<p>{both(('Nothing yet.', '还没有。'))}</p>"
    return f'<section><h2>{title}</h2><p class="soft">{about}</p>{body}</section>'
