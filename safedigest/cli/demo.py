"""``safedigest demo``: the main job on an invented home, before and after."""

from __future__ import annotations

import json
import locale
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from safedigest.config import FOLDER, Lang
from safedigest.demo import Invented, invent, make_home, talks
from safedigest.plugin import compose
from safedigest.publish import read_block
from safedigest.sync import digest_path, sync
from safedigest.tokens import estimate

_TITLES = {
    Lang.ZH: (
        "前：各端各说各的，密钥就在对话里（这些密钥是刚刚编造的）",
        "后：shared-context/DIGEST.md",
        "AGENTS.md 里的标记区块（有别人也在和这个 agent 说话，所以只写一句提示）",
        "终端里的 agent 看到的（不含终端自己的话）",
        "打码记录 audit.jsonl（没有任何原值）",
        "核对：写出的文件里找这次编造的 {} 个密钥，找到 {} 个",
    ),
    Lang.EN: (
        "Before: each end on its own, with keys in the talk (these were made up a moment ago)",
        "After: shared-context/DIGEST.md",
        "The marker block in AGENTS.md (others talk to this agent too, so it is only a pointer)",
        "What the agent in the terminal is shown (without the terminal's own talk)",
        "The redaction audit, audit.jsonl (it holds no value)",
        "Check: of the {} invented secrets, {} stand in the files that were written",
    ),
}


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("demo")(demo)


def demo(lang: Annotated[Lang | None, typer.Option(help="zh or en; else by the locale.")] = None) -> None:
    """Show the main job on a small invented home in a temporary folder: before, after, per end, audit."""
    chosen = lang or _locale()
    titles = _TITLES[chosen]
    invented, now = invent(), time.time()
    with tempfile.TemporaryDirectory(prefix="safedigest-demo-") as folder:
        home = Path(folder)
        make_home(home, lang=chosen.value, now=now, invented=invented)
        _title(titles[0])
        for columns, lines in talks(chosen.value, invented):
            for role, _, text in lines:
                print(f"{columns['source']:9} {role:9} {text}")
        report = sync(home, now=now)
        _title(titles[1])
        print(digest_path(home).read_text(encoding="utf-8"))
        _title(titles[2])
        print(read_block(home / "AGENTS.md"))
        _title(titles[3])
        text = (
            compose.whole(report.draft.feed.data, now=now, limit=3500, without="cli") if report.draft else ""
        )
        print(f"{text}\n-- {len(text)} characters, about {estimate(text)} tokens\n")
        _title(titles[4])
        for line in (home / FOLDER / "audit.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            print(
                " ".join(f"{name}={row[name]}" for name in ("end", "kind", "rule", "length", "fingerprint"))
            )
        _title(titles[5].format(len(invented.values()), _leaked(home, invented)))


def _title(text: str) -> None:
    print(f"\n=== {text}\n")


def _locale() -> Lang:
    name = locale.getlocale()[0] or ""
    return Lang.ZH if name.lower().startswith(("zh", "chinese")) else Lang.EN


def _leaked(home: Path, invented: Invented) -> int:
    """Count the invented secrets that stand in any file but the store and the credential file."""
    given = {".env", "state.db", "state.db-wal", "state.db-shm"}
    files = [path for path in home.rglob("*") if path.is_file() and path.name not in given]
    written = b"\0".join(path.read_bytes() for path in files)
    return sum(value.encode() in written for value in invented.values())
