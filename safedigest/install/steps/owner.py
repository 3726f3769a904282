"""The settings: who the owner is at each end, the language, where the block goes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from safedigest.config import FILE, FOLDER, Config, parse
from safedigest.errors import ConfigError
from safedigest.install import tomltext
from safedigest.install.edit import Edit, content
from safedigest.install.site import Options, OwnFile, Step
from safedigest.install.words import Words

NAME: Final = "owner"
_TITLE: Final = Words("设置：你是谁", "Settings: who you are")


def plan(
    home: Path, config: Config, options: Options, owners: Mapping[str, str], agents_md_path: str | None
) -> tuple[Step, Config]:
    """Return the step, and the settings as they will be; ``owners`` are user ids by end. Raises ConfigError."""
    path = home / FOLDER / FILE
    old = content(path)
    try:
        text = new = (old or b"").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8; save the file as UTF-8") from None
    if options.set_lang and config.lang is not options.lang:
        new = tomltext.set_key(new, "lang", options.lang.value)
    if options.agents_md is not None and config.agents_md is not options.agents_md:
        new = tomltext.set_key(new, "agents_md", options.agents_md.value)
    if agents_md_path is not None and str(config.agents_md_path or "") != agents_md_path:
        new = tomltext.set_key(new, "agents_md_path", agents_md_path)
    for end, user in owners.items():
        new = tomltext.add_owner(new, end, user)
    changes = (OwnFile(NAME, Edit(path, old, new.encode()), kept=True),) if new != text else ()
    return Step(NAME, _TITLE, changes), _parsed(new)


def _parsed(text: str) -> Config:
    import tomllib  # noqa: PLC0415  beside the parse it belongs to

    return parse(tomllib.loads(text))
