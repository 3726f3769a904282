"""What runs inside Hermes: standard library only, nothing of ours imported.

The same files serve as a directory plugin (copied into ``$HERMES_HOME/plugins/safedigest/``), as the entry point
``hermes_agent.plugins`` of the installed package, and behind the shell hook (``safedigest.hook``).

Invariants: it reads the sealed feed, never what was said; an error is silence in the talk and a line in
``status.json``; nothing is imported before it is needed, since every Hermes process loads this.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` costs as much as half of Python's start
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def register(ctx: Any) -> None:
    """Register with Hermes what this version of it offers: the hook of each turn, the command, the section."""
    from . import commands, turn  # noqa: PLC0415  a tick imports this package too

    sections = getattr(ctx, "register_system_prompt_section", None)
    ctx.register_hook("pre_llm_call", _before_turn)
    if hasattr(ctx, "register_command"):
        # The releases that have sections also tell a command which session it is typed in.
        ctx.register_command(
            commands.NAME,
            lambda arguments="": commands.answer(arguments or "", knows_talk=sections is not None),
            description=commands.ABOUT,
            args_hint=commands.HINT,
        )
    if sections is not None:
        sections("safedigest", _section, max_chars=turn.SECTION)


def _before_turn(**event: Any) -> dict[str, str] | None:
    """Answer the hook ``pre_llm_call``."""
    text = guarded("context", event)
    return {"context": text} if text else None


def _section(info: Mapping[str, Any]) -> str:
    return guarded("section", info)


def guarded(what: str, event: Mapping[str, Any]) -> str:
    """Return what ``turn`` has to say to an event; an error is noted and says nothing."""
    import time  # noqa: PLC0415  as above

    from . import host, quiet  # noqa: PLC0415  as above

    now = time.time()
    home = None
    try:
        home = host.home()
        if home is None or (what == "context" and quiet.knows_all(home, event, now)):
            return ""
        return _told(what, home, event, now)
    except Exception as error:  # noqa: BLE001  whatever it is, the turn goes on without us
        if home is not None:
            from . import files, trouble  # noqa: PLC0415  as above

            trouble.note(files.within(home, files.FOLDER), error, now)
        return ""


def _told(what: str, home: str, event: Mapping[str, Any], now: float) -> str:
    from . import turn  # noqa: PLC0415  as above

    return turn.section(home, event, now) if what == "section" else turn.context(home, event, now)
