"""The ``safedigest`` command: its groups, its exit codes, and the one place where an error becomes a line.

A command's module is imported only when it is asked for. Nothing here prints a traceback: its frames hold
messages.
"""

from __future__ import annotations

import sys

from safedigest import __version__

TYPE_CHECKING = False  # `typing` alone costs as much as half of Python's start, and --version does without
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    import typer

# Command or group -> the module under safedigest.cli that has its ``register(app)``.
_MODULES: Final = {
    "allow": "allow",
    "audit": "audit",
    "demo": "demo",
    "doctor": "doctor",
    "install": "install",
    "preview": "preview",
    "redact": "redact",
    "report": "report",
    "rules": "rules",
    "scan": "scan",
    "status": "sync",
    "sync": "sync",
    "uninstall": "install",
    "verify": "doctor",
}


def build(words: Sequence[str]) -> typer.Typer:
    """Make the app with the command that ``words`` ask for, else (for help, for a mistake) with all of them."""
    from importlib import import_module  # noqa: PLC0415  as above

    import typer  # noqa: PLC0415  costs 60 ms

    app = typer.Typer(
        add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None
    )

    @app.callback()
    def root(*, version: bool = typer.Option(default=False, help="Show the version and exit.")) -> None:
        """Let one Hermes agent know what was said at its other ends, with every secret masked."""
        if version:
            _show_version()
            raise typer.Exit

    wanted = _MODULES.get(words[0]) if words else None
    for name in [wanted] if wanted else sorted(set(_MODULES.values())):
        import_module(f"safedigest.cli.{name}").register(app)
    return app


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    words = sys.argv[1:] if argv is None else list(argv)
    if words == ["--version"]:
        _show_version()
        return
    sys.exit(_run(words))


def _show_version() -> None:
    print(f"safedigest {__version__}")


def _run(words: Sequence[str]) -> int:
    from safedigest.errors import SafedigestError  # noqa: PLC0415  as above
    from safedigest.exits import ExitCode, fail  # noqa: PLC0415  as above

    try:
        build(words)(args=list(words), prog_name="safedigest")
    except SystemExit as end:
        # Typer ends so in every case. A 1 that no command asked for means that the reader of our output went away, as
        # `head` does.
        asked = type(end.__context__).__name__ == "Exit"
        return ExitCode.DONE if end.code == 1 and not asked else int(end.code or ExitCode.DONE)
    except SafedigestError as error:
        return fail(str(error))
    except Exception as error:  # noqa: BLE001  the text of a foreign error may quote a message: only its type is said
        return fail(f"stopped by an unexpected {type(error).__name__}; nothing was passed through")
    return ExitCode.DONE
