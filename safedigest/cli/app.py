"""The ``safedigest`` command: its groups, its exit codes, and the one place where an error becomes a line.

A command's module is imported only when it is asked for. Nothing here prints a traceback: its frames hold
messages.
"""

from __future__ import annotations

import sys

from safedigest import __version__

TYPE_CHECKING = False  # `typing` alone costs as much as half of Python's start, and --version does without
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    import typer

# Command or group -> the module under safedigest.cli that has its ``register(app)``, and what the help of all says.
_COMMANDS: Final = {
    "demo": (
        "demo",
        "Show the main job on a small invented home in a temporary folder: before, after, per end, audit.",
    ),
    "doctor": ("doctor", "Look whether everything is as it should be; exit code 3 if not."),
    "verify": ("doctor", "Prove that it works: sync, the prompt that Hermes builds, SOUL.md, the cron job."),
    "install": (
        "install",
        "Set safedigest up in a Hermes home: shows the whole plan, asks, and writes down the rest.",
    ),
    "uninstall": (
        "install",
        "Take safedigest out of a Hermes home: exactly what was put in; later edits stay.",
    ),
    "preview": (
        "preview",
        "Print exactly what that end's agent is shown, its size, and what was left out and why.",
    ),
    "redact": (
        "redact",
        "Mask every secret in standard input and write the rest to standard output as it was.",
    ),
    "report": ("report", "Write a page about what was exposed and what to rotate."),
    "scan": ("scan", "Look for secrets that already leaked."),
    "sync": ("sync", "Bring the digest up to date."),
    "status": ("sync", "Say what the last sync did, what is left out, and why."),
    "allow": ("allow", "Allow values that a scan may leave alone; the digest never does."),
    "audit": ("audit", "What was masked, and what to rotate because of it."),
    "rules": ("rules", "Look at rules and prove them."),
}


def build(wanted: Iterable[str]) -> typer.Typer:
    """Make the app: the commands ``wanted`` as they are, of the others what the help of all needs."""
    from importlib import import_module  # noqa: PLC0415  as above

    import typer  # noqa: PLC0415  costs 60 ms

    app = typer.Typer(
        add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None
    )

    @app.callback()
    def root(
        *,
        version: bool = typer.Option(False, "--version", help="Show the version and exit."),
    ) -> None:
        """Let one Hermes agent know what was said at its other ends, with every secret masked."""
        if version:
            _show_version()
            raise typer.Exit

    modules = {_COMMANDS[name][0] for name in wanted}
    for module in sorted(modules):
        import_module(f"safedigest.cli.{module}").register(app)
    for name, (module, about) in _COMMANDS.items():
        if module not in modules:
            app.command(name, help=about)(_elsewhere)
    return app


def _elsewhere() -> None:
    """Stand for a command whose module is not imported; it is never run, since what is asked for is."""


def named(words: Iterable[str]) -> list[str]:
    """Return the command that ``words`` ask for; nothing for help and for a mistake."""
    first = next((word for word in words if not word.startswith("-")), "")  # the root has flags alone
    return [first] if first in _COMMANDS else []


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
        build(named(words))(args=list(words), prog_name="safedigest")
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
