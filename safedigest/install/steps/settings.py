"""Hermes' ``config.yaml``: the plugin switched on, or the shell hook, and the gateway's folder where that was chosen."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from safedigest.install import yamltext
from safedigest.install.context import CONFIG, gateway_folder, same_folder
from safedigest.install.edit import Edit, content
from safedigest.install.ledger import Entry, Kind
from safedigest.install.site import Change, Doing, Insertion, Live, Site, Step, Where
from safedigest.install.words import Words
from safedigest.install.yamltext import YamlTextError

NAME: Final = "settings"
PLUGIN: Final = "safedigest"
ENABLED: Final = ("plugins", "enabled")
DISABLED: Final = ("plugins", "disabled")
HOOK: Final = ("hooks", "pre_llm_call")
CWD: Final = ("terminal", "cwd")
HOOK_TIMEOUT: Final = 5  # seconds
_TITLE: Final = Words("Hermes 的 config.yaml", "Hermes' config.yaml")
_RESTART: Final = Words(
    "gateway 在运行的话要重启才会加载：hermes gateway restart；已打开的终端要退出再进",
    "a running gateway loads this when it is restarted: hermes gateway restart; an open terminal, when it is opened anew",
)
_DISABLED: Final = Words(
    "plugins.disabled 里有 safedigest，插件不会加载；请删掉那一行",
    "plugins.disabled names safedigest, so the plugin is not loaded; delete that line",
)
_CWD_SET: Final = Words(
    "terminal.cwd 已设为别的目录，没有改动", "terminal.cwd names another folder already; it was left alone"
)
_ASKED: Final = Words(
    "同意运行这条命令，由 Hermes 记下：", "your consent to this command, recorded by Hermes:"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One value that is to stand in the file."""

    path: tuple[str, ...]
    value: Any
    listed: bool = True

    @property
    def name(self) -> str:
        """What the ledger calls it."""
        return ".".join(self.path)

    def into(self, text: str) -> yamltext.Inserted | None:
        """Insert it; None where it is there."""
        return (
            yamltext.append(text, self.path, self.value)
            if self.listed
            else yamltext.put(text, self.path, self.value)
        )


def hook_command(site: Site) -> str:
    """Return the command of the shell hook: Hermes splits it into words and starts it without a shell."""
    command = site.ours.command("safedigest.hook")
    root = ["env", f"PYTHONPATH={site.ours.root}"] if site.ours.root else []
    return shlex.join([*root, *command])


def plan(site: Site) -> Step:
    """Return the step. Raises WriteError, YamlTextError."""
    path = site.home / CONFIG
    old = content(path)
    changes: list[Change] = []
    try:
        text = (old or b"").decode("utf-8")
        now = old
        for wanted in _wanted(site):
            done = wanted.into(text)
            if done is not None:
                changes.append(
                    Insertion(f"{NAME}:{wanted.name}", Edit(path, now, done.text.encode()), done.piece)
                )
                text, now = done.text, done.text.encode()
    except UnicodeDecodeError:
        raise YamlTextError(f"{path}: not UTF-8; save the file as UTF-8") from None
    except YamlTextError as error:
        raise YamlTextError(f"{path}: {error}; nothing was changed in it") from None
    if site.options.live is Live.HOOK:
        changes += _consent(site)
    return Step(NAME, _TITLE, tuple(changes), tuple(_remarks(site, changed=bool(changes))))


def _wanted(site: Site) -> Iterator[Wanted]:
    match site.options.live:
        case Live.PLUGIN:
            yield Wanted(ENABLED, PLUGIN)
        case Live.HOOK:
            yield Wanted(HOOK, {"command": hook_command(site), "timeout": HOOK_TIMEOUT})
        case Live.NONE:
            pass
    if site.options.where is Where.CWD and not _has_cwd(site):
        yield Wanted(CWD, str(site.home), listed=False)


def _has_cwd(site: Site) -> bool:
    terminal = yamltext.parsed((content(site.home / CONFIG) or b"").decode("utf-8", "replace")).get(
        "terminal"
    )
    return isinstance(terminal, dict) and bool(terminal.get("cwd"))


def _consent(site: Site) -> Iterator[Change]:
    """Have Hermes record that this command may run, as it does at its own prompt."""
    command, host = hook_command(site), site.host
    if host is None or consented(site, command):
        return

    def work() -> Entry | None:
        return (
            Entry(NAME, Kind.CONSENT, command)
            if host.ask(site.home, approve=command).get("approve")
            else None
        )

    yield Doing((_ASKED.of(site.options.lang), f"  {command}"), work)


def consented(site: Site, command: str) -> bool:
    """Tell whether Hermes has recorded consent to a command."""
    import json  # noqa: PLC0415  only with --hook

    try:
        data = json.loads((site.home / "shell-hooks-allowlist.json").read_text(encoding="utf-8"))
        return any(row.get("command") == command for row in data["approvals"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _remarks(site: Site, *, changed: bool) -> Iterator[Words]:
    plugins = yamltext.parsed((content(site.home / CONFIG) or b"").decode("utf-8", "replace")).get("plugins")
    disabled = plugins.get("disabled") if isinstance(plugins, dict) else None
    if site.options.live is Live.PLUGIN and isinstance(disabled, list) and PLUGIN in disabled:
        yield _DISABLED
    if (
        site.options.where is Where.CWD
        and _has_cwd(site)
        and not same_folder(gateway_folder(site.home), site.home)
    ):
        yield _CWD_SET
    if changed:
        yield _RESTART


def undone(data: bytes, entry: Entry) -> bytes | None:
    """Return the file as it is without what was inserted; None where that is not there to be found."""
    path = tuple(entry.step.partition(":")[2].split("."))
    text = data.decode("utf-8", "replace")
    try:
        value = _ours(path, yamltext.value_at(yamltext.parsed(text), path))
        shorter = None if value is None else yamltext.take_out(text, entry.text, path, value)
    except YamlTextError:
        return None
    return None if shorter is None else shorter.encode()


def _ours(path: tuple[str, ...], value: Any) -> Any:
    """Return what of a value is ours; None where nothing is."""
    if not isinstance(value, list):
        return value if path == CWD else None
    return next((item for item in value if is_ours(item)), None)


def is_ours(item: Any) -> bool:
    """Tell whether an item of one of Hermes' lists is ours."""
    return item == PLUGIN or (isinstance(item, dict) and "safedigest.hook" in str(item.get("command")))
