"""A headless Chromium, driven over two pipes (the DevTools protocol), so that nothing more need be installed.

Format: https://chromedevtools.github.io/devtools-protocol/ (each message is JSON, ended by a NUL).
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PATIENCE: Final = 120.0  # seconds for one answer; a busy machine is slow to start a browser


def find() -> str | None:
    """Return the path of a Chromium; None where none is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """One page. ``events`` holds all that the browser told, in order."""

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write = read, write
        self._rest = b""
        self._last = 0
        self._session: dict[str, str] = {}
        self.events: list[dict[str, Any]] = []

    def attach(self) -> None:
        """Open a page and listen to what it does."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._session = {"sessionId": session}
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params, **self._session}
        os.write(self._write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            answer = self._next()
            if answer.get("id") == self._last:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)
        raise TimeoutError(method)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._read, 1 << 20)
            assert part, "the browser is gone"
            self._rest += part
        first, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message

    def show(self, file: Path, width: int, *, dark: bool = False) -> None:
        """Load a file on a screen of ``width`` pixels."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=800,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.ask("Page.navigate", url=file.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def value(self, expression: str) -> Any:
        """Return what a JavaScript expression of the test's own comes to."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def picture(self, file: Path, height: int) -> None:
        """Write the first ``height`` pixels of the page as a PNG."""
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        high = min(size["height"], height)
        clip = {"x": 0, "y": 0, "width": size["width"], "height": high, "scale": 1}
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        file.write_bytes(base64.b64decode(shot["data"]))

    def told(self, method: str) -> list[dict[str, Any]]:
        """Return what the browser told of one kind."""
        return [event["params"] for event in self.events if event.get("method") == method]


@contextmanager
def page(profile: Path) -> Iterator[Page]:
    """Start a browser with an empty profile at ``profile``; it ends with the block."""
    program = find()
    assert program
    to_read, from_here = os.pipe()  # the browser reads commands from 3 and writes answers to 4
    from_browser, to_write = os.pipe()
    words = [
        program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
        "--disable-background-networking", "--no-first-run", f"--user-data-dir={profile}", "about:blank",
    ]  # fmt: skip
    shell = 'exec "$@" 3<&"$IN" 4>&"$OUT"'
    environment = {**os.environ, "IN": str(to_read), "OUT": str(to_write)}
    process = subprocess.Popen(
        ["bash", "-c", shell, "browser", *words],
        env=environment,
        pass_fds=(to_read, to_write),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_read)
    os.close(to_write)
    made = Page(from_browser, from_here)
    try:
        made.attach()
        yield made
    finally:
        process.terminate()
        process.wait()
        os.close(from_browser)
        os.close(from_here)
