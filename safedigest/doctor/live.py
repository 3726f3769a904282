"""How running talks are told: by plugin or hook, when it last spoke, and which talks run on an older prompt."""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Iterator
from typing import Final

from safedigest.deploy import outdated
from safedigest.doctor.check import Check, Patient, ago, epoch, fine, problem, repair
from safedigest.errors import StoreError
from safedigest.install.site import Live
from safedigest.install.steps import settings
from safedigest.install.words import Words, same
from safedigest.install.yamltext import value_at
from safedigest.plugin import shown
from safedigest.store import snapshot, store_path

_NONE: Final = Words("没有装插件：只有新会话能看到别的端", "no plugin: only new talks are shown other ends")
_ON: Final = Words("插件已启用", "the plugin is switched on")
_OFF: Final = Words(
    "插件没有启用（config.yaml 的 plugins.enabled）",
    "the plugin is not switched on (plugins.enabled in config.yaml)",
)
_BANNED: Final = Words("plugins.disabled 里有 safedigest", "plugins.disabled names safedigest")
_BAN_FIX: Final = Words("hermes plugins enable safedigest", "hermes plugins enable safedigest")
_FILES: Final = Words("插件的文件完好", "the plugin's files are whole")
_CHANGED: Final = Words(
    "插件的文件缺失或不是这一版：{names}", "files of the plugin are missing or of another version: {names}"
)
_HOOK: Final = Words("hook 已登记并已同意", "the hook is set and consented to")
_NO_HOOK: Final = Words("config.yaml 里没有我们的 hook", "our hook is not in config.yaml")
_NO_CONSENT: Final = Words("hook 还没有得到同意", "the hook has no consent yet")
_SHOWN: Final = Words("上次显示：{end}，{ago}", "last shown: at {end}, {ago}")
_NOT_SHOWN: Final = Words("还没有显示过", "nothing was shown yet")
_TROUBLE: Final = Words("插件上次出错：{line}", "the plugin last failed: {line}")
_OWN: Final = Words("Hermes 自带的跨端上下文没有打开", "Hermes' own cross-channel context is off")
_OWN_ON: Final = Words(
    "Hermes 自带的跨端上下文开着（agent.cross_channel_context），它不打码",
    "Hermes' own cross-channel context is on (agent.cross_channel_context), and it masks nothing",
)
_PROMPTS: Final = Words("进行中的会话都用新的提示", "all open talks run on a prompt that knows of this")
_OLD_PROMPTS: Final = Words(
    "{count} 个进行中的会话还用着旧的提示；在那里 /new 之后才有说明",
    "{count} open talks still run on an older prompt; /new in them brings the section",
)
_RECENT: Final = 86_400.0
_CROSS: Final = ("agent", "cross_channel_context")


def checks(patient: Patient) -> Iterator[Check]:
    """Check what serves running talks."""
    match patient.live:
        case Live.PLUGIN:
            yield from _plugin(patient)
        case Live.HOOK:
            yield _hook(patient)
        case Live.NONE:
            yield fine("live", _NONE)
    yield _last_shown(patient)
    yield _own(patient)
    yield _prompts(patient)


def _plugin(patient: Patient) -> Iterator[Check]:
    enabled = value_at(patient.settings, settings.ENABLED)
    disabled = value_at(patient.settings, settings.DISABLED)
    if isinstance(disabled, list) and settings.PLUGIN in disabled:
        yield problem("plugin", _BANNED, _command(patient, "plugins", "enable", settings.PLUGIN))
    elif not isinstance(enabled, list) or settings.PLUGIN not in enabled:
        yield problem("plugin", _OFF, repair(patient.home))
    else:
        yield fine("plugin", _ON)
    names = outdated(patient.home)
    wrong = _CHANGED.fill(names=", ".join(names[:3]))
    yield problem("plugin-files", wrong, repair(patient.home)) if names else fine("plugin-files", _FILES)


def _hook(patient: Patient) -> Check:
    hooks = value_at(patient.settings, settings.HOOK)
    ours = next((item for item in hooks if settings.is_ours(item)), None) if isinstance(hooks, list) else None
    if ours is None:
        return problem("hook", _NO_HOOK, repair(patient.home))
    if not settings.consented(patient.home, str(ours["command"])):
        return problem("hook", _NO_CONSENT, repair(patient.home))
    return fine("hook", _HOOK)


def _last_shown(patient: Patient) -> Check:
    seen = shown.last(patient.folder)
    trouble = patient.status.plugin
    if trouble and (seen is None or seen[1] < epoch(trouble.split(" ")[0], patient.now)):
        return problem("shown", _TROUBLE.fill(line=trouble), repair(patient.home))
    if seen is None:
        return fine("shown", _NOT_SHOWN)
    when = ago(seen[1], patient.now)
    return fine("shown", _SHOWN.fill(end=seen[0], ago=when))


def _own(patient: Patient) -> Check:
    if value_at(patient.settings, _CROSS):
        return problem(
            "cross-channel", _OWN_ON, _command(patient, "config", "set", ".".join(_CROSS), "false")
        )
    return fine("cross-channel", _OWN)


def _command(patient: Patient, *words: str) -> Words:
    command = str(patient.host.command) if patient.host else "hermes"
    return same(f"HERMES_HOME={shlex.quote(str(patient.home))} {shlex.join([command, *words])}")


def _prompts(patient: Patient) -> Check:
    count = 0
    if store_path(patient.home).exists():
        try:
            count = snapshot(store_path(patient.home), lambda db: _older(db, patient.now - _RECENT * 30))
        except StoreError:
            count = 0  # that is said of the store
    return fine("prompts", _OLD_PROMPTS.fill(count=count) if count else _PROMPTS)


def _older(db: sqlite3.Connection, since: float) -> int:
    """Count the talks that are not over, began lately and have a stored prompt without our section."""
    columns = {name for (name,) in db.execute("SELECT name FROM pragma_table_info('sessions')")}
    if not {"system_prompt", "ended_at", "started_at"} <= columns:
        return 0
    prompt, joined = "s.system_prompt", ""
    if (
        "system_prompt_hash" in columns
        and db.execute("SELECT 1 FROM pragma_table_info('system_prompts')").fetchone()
    ):
        names = {name for (name,) in db.execute("SELECT name FROM pragma_table_info('system_prompts')")}
        text, key = (
            ("content" if "content" in names else "prompt"),
            ("hash" if "hash" in names else "prompt_hash"),
        )
        if {text, key} <= names:
            prompt = f"COALESCE(s.system_prompt, p.{text})"
            joined = f" LEFT JOIN system_prompts AS p ON p.{key} = s.system_prompt_hash"
    query = (
        f"SELECT COUNT(*) FROM sessions AS s{joined} WHERE s.ended_at IS NULL AND s.started_at > ?"  # noqa: S608
        f" AND s.source NOT IN ('cron', 'subagent', 'tool') AND {prompt} <> ''"
        f" AND instr({prompt}, 'SAFEDIGEST:BEGIN') = 0"
    )
    found: int = db.execute(query, (since,)).fetchone()[0]
    return found
