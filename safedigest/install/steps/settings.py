"""Hermes' ``config.yaml``: the plugin switched on, or the hook, and the gateway's folder where that was chosen."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from safedigest.errors import ConfigError
from safedigest.install import yamltext
from safedigest.install.context import CONFIG, gateway_folder, same_folder
from safedigest.install.edit import Edit, content
from safedigest.install.ledger import Entry, Kind
from safedigest.install.site import Change, Doing, Found, Insertion, Live, OwnFile, Site, Step, Where
from safedigest.install.steps.plugin import RESTART
from safedigest.install.words import Words
from safedigest.install.yamltext import YamlTextError

NAME: Final = "settings"
PLUGIN: Final = "safedigest"
ENABLED: Final = ("plugins", "enabled")
DISABLED: Final = ("plugins", "disabled")
HOOK: Final = ("hooks", "pre_llm_call")
CWD: Final = ("terminal", "cwd")
ALLOWED: Final = "shell-hooks-allowlist.json"
HOOK_TIMEOUT: Final = 5  # seconds
_TITLE: Final = Words("Hermes 的 config.yaml", "Hermes' config.yaml")
_DISABLED: Final = Words(
    "plugins.disabled 里有 safedigest，插件不会加载；请删掉那一行",
    "plugins.disabled names safedigest, so the plugin is not loaded; delete that line",
)
_CWD_SET: Final = Words(
    "terminal.cwd 已设为别的目录，没有改动", "terminal.cwd names another folder already; it was left alone"
)
_NO_CONSENT: Final = Words(
    "没有找到 Hermes 的代码，无法替你记下同意；下次启动时加 --accept-hooks",
    "Hermes' own code was not found to record your consent; start it once with --accept-hooks",
)
_CONSENT: Final = Words(
    "Hermes 运行 hook 要你同意：执行这份计划就是同意，由 Hermes 记在 {file}",
    "Hermes runs a hook only with your consent: going ahead gives it, and Hermes records it in {file}",
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One value that is to stand in the file."""

    path: tuple[str, ...]
    value: Any
    listed: bool = True

    @property
    def step(self) -> str:
        """What the record calls it."""
        return f"{NAME}:{'.'.join(self.path)}"

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
    env = shutil.which("env") or "/usr/bin/env"  # Hermes' own doctor wants the path of a file
    root = [env, f"PYTHONPATH={site.ours.root}"] if site.ours.root else []
    return shlex.join([*root, *command])


def plan(site: Site) -> Step:
    """Return the step; what only an earlier choice wanted goes. Raises WriteError, YamlTextError."""
    path = site.home / CONFIG
    changes: list[Change] = []
    settles = tuple(_unwanted(site))
    try:
        draft = _Draft(path, content(path))
        for entry in settles:
            if entry.kind is Kind.INSERTION:
                changes += draft.without(entry)
        for wanted in _wanted(site):
            changes += draft.with_(wanted, known=site.ledger.find(wanted.step) is not None)
    except UnicodeDecodeError:
        raise YamlTextError(f"{path}: not UTF-8; save the file as UTF-8") from None
    except YamlTextError as error:
        raise YamlTextError(f"{path}: {error}; nothing was changed in it") from None
    if site.options.live is Live.HOOK:
        changes += _consent(site)
    changes += [change for entry in settles if entry.kind is Kind.CONSENT for change in revoking(site, entry)]
    return Step(NAME, _TITLE, tuple(changes), tuple(_remarks(site, changed=bool(changes))), settles)


class _Draft:
    """The file as it becomes, change by change."""

    def __init__(self, path: Path, data: bytes | None) -> None:
        self._path, self._data = path, data
        self._text = (data or b"").decode("utf-8")

    def with_(self, wanted: Wanted, *, known: bool) -> Iterator[Change]:
        """Put a value in; an older form of it goes first."""
        for item in _older(wanted, yamltext.value_at(yamltext.parsed(self._text), wanted.path)):
            shorter = yamltext.take_out(self._text, "", wanted.path, item)
            if shorter is not None:
                yield OwnFile(NAME, self._edit(shorter), kept=True)
        done = wanted.into(self._text)
        if done is not None:
            yield Insertion(wanted.step, self._edit(done.text), done.piece)
        elif not known:
            yield Found(Entry(wanted.step, Kind.INSERTION, str(self._path)))

    def without(self, entry: Entry) -> Iterator[Change]:
        """Take out what an entry of the record put in."""
        shorter = undone(self._data or b"", entry)
        if shorter is not None:
            yield OwnFile(NAME, self._edit(shorter.decode()), kept=True)

    def _edit(self, text: str) -> Edit:
        edit = Edit(self._path, self._data, text.encode())
        self._text, self._data = text, edit.new
        return edit


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


def _older(wanted: Wanted, value: Any) -> list[Any]:
    """Return the items of ours that are not as they should be: a hook of an installation that moved."""
    items = value if wanted.listed and isinstance(value, list) else []
    return [item for item in items if is_ours(item) and item != wanted.value]


def _unwanted(site: Site) -> Iterator[Entry]:
    """Give what is on record and not wanted any more."""
    live = {Live.PLUGIN: ENABLED, Live.HOOK: HOOK, Live.NONE: ()}[site.options.live]
    paths = {".".join(live), ".".join(CWD) if site.options.where is Where.CWD else ""}
    for entry in site.ledger.entries:
        step, _, path = entry.step.partition(":")
        inserted = step == NAME and entry.kind is Kind.INSERTION and path not in paths
        consent = entry.kind is Kind.CONSENT
        if inserted or (
            consent and (site.options.live is not Live.HOOK or entry.target != hook_command(site))
        ):
            yield entry


def _has_cwd(site: Site) -> bool:
    terminal = yamltext.parsed((content(site.home / CONFIG) or b"").decode("utf-8", "replace")).get(
        "terminal"
    )
    return isinstance(terminal, dict) and bool(terminal.get("cwd"))


def _consent(site: Site) -> Iterator[Change]:
    """Have Hermes record that this command may run, as it does at its own prompt."""
    command, host = hook_command(site), site.host
    if host is None or host.python is None or consented(site.home, command):
        return

    def work() -> Entry:
        if not host.ask(site.home, approve=command).get("approve"):
            raise ConfigError("hermes did not record the consent; give it there: hermes --accept-hooks chat")
        return Entry(NAME, Kind.CONSENT, command)

    yield Doing((f"+ {site.home / ALLOWED}: {command}",), work)


def consented(home: Path, command: str) -> bool:
    """Tell whether Hermes has recorded consent to a command."""
    try:
        data = json.loads((home / ALLOWED).read_text(encoding="utf-8"))
        return any(row.get("command") == command for row in data["approvals"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def revoking(site: Site, entry: Entry) -> Iterator[Change]:
    """Give what takes a consent back."""
    host = site.host
    if host is not None and consented(site.home, entry.target):

        def work() -> None:
            host.run(site.home, "hooks", "revoke", entry.target)

        yield Doing((f"$ hermes hooks revoke {shlex.quote(entry.target)}",), work)


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
    if site.options.live is Live.HOOK and not consented(site.home, hook_command(site)):
        known = site.host is not None and site.host.python is not None
        yield _CONSENT.fill(file=ALLOWED) if known else _NO_CONSENT
    if changed:
        yield RESTART


def undone(data: bytes, entry: Entry) -> bytes | None:
    """Return the file as it is without what was inserted; None where that is not there to be found."""
    path = tuple(entry.step.partition(":")[2].split("."))
    try:
        text = data.decode("utf-8")
        value = _ours(path, yamltext.value_at(yamltext.parsed(text), path))
        shorter = None if value is None else yamltext.take_out(text, entry.text, path, value)
    except (YamlTextError, UnicodeDecodeError):
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
