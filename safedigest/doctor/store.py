"""The session store, and what the last sync made of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from safedigest import __version__, watch
from safedigest.clock import epoch
from safedigest.doctor.check import Check, Patient, ago, fine, problem
from safedigest.errors import StoreError
from safedigest.install.installation import typed
from safedigest.install.site import minutes_of
from safedigest.install.words import Words, same
from safedigest.install.yamltext import value_at
from safedigest.store import Reader, snapshot, store_path

_SOUND: Final = Words(
    "{path}：{sessions} 个会话，最近 {last}", "{path}: {sessions} sessions, the last one {last}"
)
_EMPTY: Final = Words("{path}：还没有会话", "{path}: no sessions yet")
_POSTGRES: Final = Words(
    "Hermes 把会话存在 PostgreSQL 里，{path} 不再更新；safedigest 只读 state.db",
    "Hermes keeps its sessions in PostgreSQL and {path} is not written any more; safedigest reads state.db only",
)
_POSTGRES_FIX: Final = Words(
    "在 config.yaml 里把会话存储改回 sqlite，再重启 gateway",
    "set the session store back to sqlite in config.yaml and restart the gateway",
)
_START: Final = Words("启动一次 Hermes：hermes chat", "start Hermes once: hermes chat")
_GOOD: Final = Words("上次同步成功：{ago}", "last good sync: {ago}")
_HOLDS: Final = Words(
    "上次同步成功：{ago}，此后没有新内容", "last good sync: {ago}; nothing has changed since"
)
_NEVER: Final = Words("还没有同步成功过", "never synced yet")
_WAITS: Final = Words("还没有可同步的", "there is nothing to sync yet")
_STALE: Final = Words(
    "上次同步成功是 {ago}，此后有新内容", "the last good sync was {ago}, and there is news since"
)
_FAILED: Final = Words("同步失败：{error}", "the sync fails: {error}")
_SETTINGS: Final = (("sessiondb", "provider"), ("sessions", "state_backend"), ("state", "backend"))
_DAY: Final = 86_400.0
_LEAST_STALE: Final = 3600.0  # seconds


def checks(patient: Patient) -> Iterator[Check]:
    """Check the store and the last sync."""
    yield _store(patient)
    yield _sync(patient)


def postgres(settings: dict[str, Any]) -> bool:
    """Tell whether Hermes is set to keep its sessions in PostgreSQL."""
    return any(str(value_at(settings, path) or "").lower().startswith("postgres") for path in _SETTINGS)


def _store(patient: Patient) -> Check:
    path = store_path(patient.home)
    try:
        rows = snapshot(path, lambda db: Reader(db).sessions())
    except StoreError as error:
        if postgres(patient.settings):
            return problem("store", _POSTGRES.fill(path=path), _POSTGRES_FIX)
        fix = _START if not path.exists() else same(str(error).rpartition(": ")[2])
        return problem("store", same(str(error)), fix)
    times = [time for row in rows if (time := epoch(row.newest, patient.now)) is not None]
    if postgres(patient.settings) and patient.now - max(times, default=0.0) > _DAY:
        return problem("store", _POSTGRES.fill(path=path), _POSTGRES_FIX)
    if not times:
        return fine("store", _EMPTY.fill(path=path))
    last = ago(max(times), patient.now)
    return fine("store", _SOUND.fill(path=path, sessions=len(rows), last=last))


def _sync(patient: Patient) -> Check:
    status, again = patient.status, same(typed("sync", "--home", str(patient.home)))
    if not store_path(patient.home).exists():
        return fine("sync", _WAITS)
    if status.error:
        return problem("sync", _FAILED.fill(error=status.error), again)
    if not status.good:
        return problem("sync", _NEVER, again)
    when = ago(status.good, patient.now)
    if watch.unchanged(patient.folder, patient.now, __version__):
        return fine("sync", _HOLDS.fill(ago=when))
    stale = max(_LEAST_STALE, 3 * 60.0 * minutes_of(patient.ledger.choices.every))
    if patient.now - status.good > stale:
        return problem("sync", _STALE.fill(ago=when), again)
    return fine("sync", _GOOD.fill(ago=when))
