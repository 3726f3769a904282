"""A Python that any user of the machine can run: root tests as somebody else only what that user can reach."""

from __future__ import annotations

import stat
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OTHER = 54_321  # a user id without a name, as containers have them


def reachable(path: Path) -> bool:
    """Tell whether any user may read ``path`` and enter the folders that lead to it."""
    real = path.resolve()
    folders = all(folder.stat().st_mode & stat.S_IXOTH for folder in real.parents)
    return folders and bool(real.stat().st_mode & stat.S_IROTH)


def python_for_anyone(folder: Path, *packages: Path) -> Path | None:
    """Make an environment in ``folder`` that sees ``packages`` (folders of modules); None where that cannot be.

    Its Python has the minor version of the one that runs the tests.
    """
    name = f"python3.{sys.version_info.minor}"
    bases = [Path(sys.executable).resolve(), Path("/usr/bin") / name, Path("/usr/local/bin") / name]
    base = next((base for base in bases if base.exists() and reachable(base)), None)
    if base is None or not all(reachable(path) for path in packages):
        return None
    subprocess.run([base, "-m", "venv", "--without-pip", folder], check=True)
    (target,) = folder.glob("lib/python3*/site-packages")
    (target / "others.pth").write_text("\n".join(map(str, packages)) + "\n")
    return folder / "bin" / "python"


def ours_for_anyone(folder: Path) -> Path | None:
    """Make an environment in which any user can run safedigest as it is here."""
    return python_for_anyone(folder, ROOT, Path(sysconfig.get_paths()["purelib"]))
