"""The home, the version of Hermes, and our own folder in it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from safedigest.config import FILE, load_config
from safedigest.detect import rulefile, userrules
from safedigest.doctor.check import Check, Patient, fine, problem, repair
from safedigest.errors import ConfigError, RuleError
from safedigest.install import ledger as ledgers
from safedigest.install.installation import typed
from safedigest.install.steps import modes
from safedigest.install.words import Words, same
from safedigest.keyfile import KEY_BYTES

_HOME: Final = Words("Hermes 目录 {home}", "Hermes home {home}")
_HERMES: Final = Words("Hermes {version}（{command}）", "Hermes {version} ({command})")
_NO_HERMES: Final = Words(
    "没有找到 hermes 命令，凡要问它的都没有查", "no hermes command found; what needs it was not checked"
)
_INSTALLED: Final = Words("装于此处，改动有记录", "installed, and what was put in is on record")
_NOT: Final = Words("没有安装记录", "there is no record of an installation")
_CONFIG: Final = Words("{file} 可用", "{file} is sound")
_MODES: Final = Words("我们的文件只有主人能读", "our files are the owner's alone")
_OPEN: Final = Words("别人能读或写 {files}", "others may read or write {files}")
_RULES: Final = Words("规则 {count} 条，自己加的 {own} 条", "{count} rules, {own} of them your own")
_KEY: Final = Words("指纹密钥可用", "the fingerprint key is sound")
_NO_KEY: Final = Words("指纹密钥会在首次同步时生成", "the fingerprint key is made at the first sync")
_BAD_KEY: Final = Words("指纹密钥 {path} 已损坏", "the fingerprint key {path} is damaged")
_MOST_NAMED: Final = 3


def checks(patient: Patient) -> Iterator[Check]:
    """Check the home itself."""
    yield fine("home", _HOME.fill(home=patient.home))
    yield _hermes(patient)
    yield _installed(patient)
    yield _config(patient)
    yield _modes(patient)
    yield _rules(patient)
    yield _key(patient)


def _hermes(patient: Patient) -> Check:
    if patient.host is None:
        return fine("hermes", _NO_HERMES)
    version = ".".join(map(str, patient.version)) or "?"
    return fine("hermes", _HERMES.fill(version=version, command=patient.host.command))


def _installed(patient: Patient) -> Check:
    if ledgers.load(patient.home) is None:
        return problem("installed", _NOT, same(typed("install", "--home", str(patient.home))))
    return fine("installed", _INSTALLED)


def _config(patient: Patient) -> Check:
    path = patient.folder / FILE
    try:
        load_config(patient.home)
    except ConfigError as error:
        says = str(error)
        return problem("config", same(says), Words(f"改正 {path} 里的那一行", f"correct that line of {path}"))
    return fine("config", _CONFIG.fill(file=path))


def _modes(patient: Patient) -> Check:
    names = [str(path) for path, _ in modes.too_open(patient.home)]
    if names:
        shown = ", ".join(names[:_MOST_NAMED])
        return problem("modes", _OPEN.fill(files=shown), repair(patient.home))
    return fine("modes", _MODES)


def _rules(patient: Patient) -> Check:
    try:
        shipped = len(rulefile.shipped().rules)
        own = len(userrules.load(sorted((patient.folder / "rules").glob("*.toml"))).rules)
    except RuleError as error:
        return problem(
            "rules", same(str(error)), Words(f"改正规则文件：{error}", f"correct the rule file: {error}")
        )
    return fine("rules", _RULES.fill(count=shipped + own, own=own))


def _key(patient: Patient) -> Check:
    path = patient.folder / "key"
    if not path.exists():
        return fine("key", _NO_KEY)
    try:
        sound = len(path.read_bytes()) == KEY_BYTES
    except OSError:
        sound = False
    if sound:
        return fine("key", _KEY)
    away = shlex.join(["mv", str(path), f"{path}.damaged"])
    return problem(
        "key", _BAD_KEY.fill(path=path), same(f"{away} && {typed('sync', '--home', str(patient.home))}")
    )
