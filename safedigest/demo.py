"""A small realistic home in a temporary folder: several ends, other people, secrets invented on the spot.

For ``safedigest demo``: it needs no Hermes, touches no real home, and no two runs show the same secrets.
"""

from __future__ import annotations

import secrets
import sqlite3
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from safedigest.plugin.records import asdict, dataclass

_SCHEMA = """
CREATE TABLE sessions (
  id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, session_key TEXT, chat_id TEXT, chat_type TEXT,
  thread_id TEXT, display_name TEXT, model TEXT, model_config TEXT, parent_session_id TEXT, started_at REAL NOT NULL,
  ended_at REAL, end_reason TEXT, message_count INTEGER DEFAULT 0, profile_name TEXT, archived INTEGER DEFAULT 0);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT, tool_calls TEXT,
  tool_name TEXT, timestamp REAL NOT NULL, finish_reason TEXT, observed INTEGER DEFAULT 0,
  active INTEGER DEFAULT 1, compacted INTEGER DEFAULT 0, api_content TEXT);
CREATE INDEX messages_by_session ON messages (session_id, timestamp);
"""
_CONFIG = """lang = "{lang}"

[owner]
weixin = "wx-owner"
telegram = "70001"
"""
_AGENTS = """# Notes for the agent

Be brief.

<!-- CROSS-PLATFORM:BEGIN -->
<!-- CROSS-PLATFORM:END -->
"""


@dataclass(frozen=True, slots=True)
class Invented:
    """The secrets of one demonstration; gone with the temporary folder."""

    api_key: str
    git_token: str
    db_password: str
    wifi: str
    env_value: str
    phone: str

    def __repr__(self) -> str:
        return "<Invented>"

    def values(self) -> tuple[str, ...]:
        """All of them."""
        return self.api_key, self.git_token, self.db_password, self.wifi, self.env_value, self.phone


def _pick(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def invent() -> Invented:
    """Make up one set of secrets."""
    letters = string.ascii_letters + string.digits
    return Invented(
        api_key="sk-proj-" + _pick(letters, 48),
        git_token="ghp_" + _pick(letters, 36),
        db_password=_pick(string.ascii_letters, 5) + "#" + _pick(string.digits, 4),
        wifi=_pick(string.ascii_lowercase, 6) + _pick(string.digits, 3),
        env_value=_pick(letters, 32),
        phone="138" + _pick(string.digits, 8),
    )


# A talk: the columns of its session, and its lines: role, minutes ago, the words in Chinese and in English.
_TALKS: Final = (
    (
        {"id": "demo-cli", "source": "cli"},
        (
            (
                "user",
                190,
                "把订单服务搬到新机器上，数据库还是原来那个",
                "move the orders service to the new box, same database",
            ),
            (
                *("assistant", 188, "好的。代码已拉到 /srv/orders，还缺数据库连接串。"),
                "Cloned to /srv/orders. I still need the connection string.",
            ),
            ("user", 186, *2 * ("postgres://orders:{db_password}@10.2.0.8:5432/orders",)),
            (
                *("assistant", 183, "已写进 /srv/orders/.env，服务已启动，健康检查 200。"),
                "Written to /srv/orders/.env; the service is up, health check 200.",
            ),
            (
                *("user", 181, "CI 的 token 换成 {git_token}，旧的我作废了"),
                "CI gets a new token, {git_token}, the old one is revoked",
            ),
            ("assistant", 180, "已换，流水线第 41 次构建通过。", "Replaced. Pipeline run 41 passed."),
        ),
    ),
    (
        {"id": "demo-tg", "source": "telegram", "user_id": "70001", "chat_id": "70001", "chat_type": "dm"},
        (
            ("user", 62, "家里的摄像头连不上网了", "the cameras at home are offline"),
            (
                *("assistant", 61, "可能是换过路由器。现在的 wifi 密码是什么？"),
                "The router was probably replaced. What is the wifi password now?",
            ),
            ("user", 60, "{wifi}", "{wifi}"),
            ("assistant", 58, "已重新配网，三个摄像头都在线。", "Reconnected, all three cameras are online."),
        ),
    ),
    (
        {
            "id": "demo-wx",
            "source": "weixin",
            "user_id": "wx-owner",
            "chat_id": "wx-owner",
            "chat_type": "dm",
        },
        (
            (
                "user",
                9,
                "新的 OpenAI key：{api_key}，先别到处写",
                "my new OpenAI key: {api_key}, don't copy it around",
            ),
            ("assistant", 8, "只写进了 .env，没有写到别处。", "It went into .env and nowhere else."),
            (
                "user",
                5,
                "周五给装修师傅打电话，{phone}，提醒我",
                "call the decorator on Friday, {phone}, remind me",
            ),
            ("assistant", 4, "已设提醒：周五 10:00。", "Reminder set: Friday 10:00."),
            (
                "user",
                2,
                "顺便看看 {env_value} 这串是哪个服务的？",
                "and which service does {env_value} belong to?",
            ),
        ),
    ),
    (
        {
            "id": "demo-friend",
            "source": "telegram",
            "user_id": "70002",
            "chat_id": "70002",
            "chat_type": "dm",
        },
        (
            (
                "user",
                20,
                "我是他朋友，能帮我查下周末的票吗",
                "I'm a friend of his, can you look for weekend tickets?",
            ),
            ("assistant", 19, "可以，去哪里？", "Sure, where to?"),
        ),
    ),
)


def talks(lang: str, invented: Invented) -> Iterator[tuple[Mapping[str, str], list[tuple[str, int, str]]]]:
    """Give the talks of the demonstration: the columns of a session, and its lines (role, minutes ago, words)."""
    values = asdict(invented)
    for columns, lines in _TALKS:
        told = [(role, ago, (zh if lang == "zh" else en).format(**values)) for role, ago, zh, en in lines]
        yield columns, told


def make_home(home: Path, *, lang: str, now: float, invented: Invented) -> None:
    """Fill the empty folder ``home``: store, credential file, configuration and an AGENTS.md with our marks.

    ``now`` is epoch seconds; the talks end a few minutes before it.
    """
    (home / "safedigest").mkdir(mode=0o700)
    (home / "safedigest" / "config.toml").write_text(_CONFIG.format(lang=lang), encoding="utf-8")
    (home / ".env").write_text(f"STOCK_LOOKUP={invented.env_value}\n", encoding="utf-8")
    (home / "AGENTS.md").write_text(_AGENTS, encoding="utf-8")
    db = sqlite3.connect(home / "state.db")
    with db:
        db.executescript(_SCHEMA)
        for columns, lines in talks(lang, invented):
            counted = {"message_count": len(lines), "started_at": now - 60 * lines[0][1]}
            _insert(db, "sessions", {**columns, **counted})
            for role, minutes, text in lines:
                row = {
                    "session_id": columns["id"],
                    "role": role,
                    "content": text,
                    "timestamp": now - 60 * minutes,
                }
                _insert(db, "messages", row)
    db.close()


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    names = ", ".join(row)
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608  our own names
