"""``python -m safedigest.tick --home DIR``: one sync, as cron and the plugin run it.

It starts fast: where nothing has changed it imports next to nothing, and it never imports typer. It prints nothing when
all is well, since cron posts what is printed, and one line on standard error otherwise.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from safedigest import __version__, watch
from safedigest.exits import ExitCode, fail


def main(argv: Sequence[str] | None = None) -> int:
    """Run one tick and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and (len(words) != 2 or words[0] != "--home"):  # noqa: PLR2004
        return fail("usage: python -m safedigest.tick [--home DIR]", ExitCode.USAGE)
    option = words[1] if words else None
    home = option or os.environ.get("HERMES_HOME", "").strip()
    if home and watch.unchanged(Path(home).expanduser().absolute() / "safedigest", time.time(), __version__):
        return ExitCode.DONE
    return _sync(option, home)


def _sync(option: str | None, home: str) -> int:
    """Do the work; its modules are imported only now, and what they need is made ready by the runs before."""
    from safedigest import kept  # noqa: PLC0415

    if home:
        kept.begin(str(Path(home).expanduser() / "safedigest" / "start.cache"))
    try:
        return _synced(option)
    finally:
        kept.end()


def _synced(option: str | None) -> int:
    from safedigest.errors import SafedigestError  # noqa: PLC0415
    from safedigest.home import find_home  # noqa: PLC0415
    from safedigest.store import store_path  # noqa: PLC0415
    from safedigest.sync import Result, sync  # noqa: PLC0415

    try:
        home = find_home(option)
        if (home / "safedigest" / "install.json").exists() and not store_path(home).exists():
            return (
                ExitCode.DONE
            )  # set up before anything was said: that is no fault to post every five minutes
        report = sync(home)
    except SafedigestError as error:
        return fail(str(error))
    except Exception as error:  # noqa: BLE001  the text of a foreign error may quote a message: only its type is said
        return fail(f"stopped by an unexpected {type(error).__name__}; the last good digest stays")
    return fail(report.notices[0]) if report.result is Result.FAULT else ExitCode.DONE


def _alone() -> None:
    """Run as a process of its own: nothing in it outlives it, so nothing is collected and nothing torn down."""
    import gc  # noqa: PLC0415  a tick that is called does neither

    gc.disable()
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _alone()
