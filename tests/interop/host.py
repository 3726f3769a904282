"""A home with the plugin in it, the host that lives there, and what it sends to the model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from safedigest.deploy import plugin_folder, write_plugin
from safedigest.plugin import fresh
from tests.interop.hermes import ROOT, Release
from tests.interop.server import MODEL, ModelServer

SCRIPT: Final = Path(__file__).parent / "scripts" / "talk.py"
OWNER: Final = "70001"
SETTINGS: Final = f'lang = "en"\n[owner]\ntelegram = "{OWNER}"\n'
CONFIG: Final = """\
model: {{default: {model}, provider: custom, base_url: "{url}", api_key: none}}
plugins: {{enabled: [{plugins}]}}
auxiliary: {{title_generation: {{enabled: false}}}}
terminal: {{cwd: "{home}"}}
agent: {{environment_probe: false}}
{more}
"""
Json = dict[str, Any]


def direct(user: str = OWNER) -> Json:
    """Return the peer of a direct chat with ``user``."""
    return {"user_id": user, "chat_id": user, "chat_type": "dm"}


class Host:
    """One home, one release."""

    def __init__(self, home: Path, release: Release, server: ModelServer, *, plugins: str, more: str) -> None:
        self.home, self.server, self._release = home, server, release
        (home / "safedigest").mkdir(mode=0o700)
        (home / "safedigest" / "config.toml").write_text(SETTINGS)
        config = CONFIG.format(model=MODEL, url=server.url, plugins=plugins, home=home, more=more)
        (home / "config.yaml").write_text(config)

    def run(self, *steps: Json) -> list[Any]:
        """Take steps (``scripts/talk.py``) in one process of the host and return their results."""
        job = json.dumps({"url": self.server.url, "model": MODEL, "steps": steps})
        names = ("PATH", "LANG")
        env = {name: os.environ[name] for name in names if name in os.environ}
        env |= {"HOME": str(self.home), "HERMES_HOME": str(self.home)}
        done = subprocess.run(
            [self._release.python, SCRIPT],
            input=job,
            capture_output=True,
            text=True,
            env=env,
            cwd=self.home,
            timeout=500,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        results: list[Any] = json.loads(done.stdout.splitlines()[-1])
        return results

    def tick(self) -> None:
        """Sync once, as cron does."""
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-m", "safedigest.tick", "--home", self.home], env=env, check=True)

    def sent(self, text: str) -> list[str]:
        """Return each request, as a text, that was sent for a message of the user that begins with ``text``.

        Requests that the host makes on the side (titles) have no such system prompt and are left out.
        """
        return [json.dumps(request["messages"], ensure_ascii=False) for request in self.requests(text)]

    def requests(self, text: str) -> list[Json]:
        """Return each of these requests itself."""
        return [
            request
            for request in self.server.requests
            if _last_words(request).startswith(text) and len(str(request["messages"][0]["content"])) > 1_000
        ]

    def system(self, text: str) -> str:
        """Return the system prompt of the first request for a message that begins with ``text``."""
        found = next(
            r for r in self.server.requests if _last_words(r).startswith(text) and len(r["messages"]) > 1
        )
        return str(found["messages"][0]["content"])

    def status(self, name: str = "status.json") -> Json:
        """Return what one of our files in the home says."""
        data: Json = json.loads((self.home / "safedigest" / name).read_text())
        return data


def _last_words(request: Json) -> str:
    users = [message["content"] for message in request["messages"] if message["role"] == "user"]
    last = users[-1] if users else ""
    return last if isinstance(last, str) else str(last[0].get("text", ""))


@contextmanager
def living(home: Path, release: Release, *, plugins: str = "safedigest", more: str = "") -> Iterator[Host]:
    """Give a host whose model is a server of the tests, with the plugin in its home."""
    with ModelServer().running() as server:
        host = Host(home, release, server, plugins=plugins, more=more)
        write_plugin(home)
        _wait(home)
        yield host


def _wait(home: Path) -> None:
    """Let each turn wait for its tick, however slow the machine is that runs the tests."""
    path = plugin_folder(home) / fresh.INSTALL
    path.write_text(json.dumps({**json.loads(path.read_text()), "patience": 60}))
