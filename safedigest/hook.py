"""``safedigest-hook``: the plugin as a shell hook, for versions and people without plugins.

Standard input is the event of ``pre_llm_call`` as JSON, standard output is ``{"context": …}`` or nothing. It runs once
a turn, so it starts fast: standard library only, and linear in the event. It never fails: exit code 0, always.
"""

from __future__ import annotations

import json
import sys

from safedigest.plugin import guarded

_HOOK = "pre_llm_call"
_FRAME = ("session_id", "profile")  # of the event itself; 0.22 names the profile that fired it


def main() -> int:
    """Answer one event."""
    try:
        payload = json.load(sys.stdin.buffer)
        extra = payload.get("extra")
        named = payload.get("hook_event_name", _HOOK) == _HOOK
        event = {**(extra if isinstance(extra, dict) else {}), **{name: payload.get(name) for name in _FRAME}}
    except (ValueError, AttributeError, RecursionError):
        return 0
    text = guarded("context", event) if named else ""
    if text:
        sys.stdout.write(json.dumps({"context": text}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
