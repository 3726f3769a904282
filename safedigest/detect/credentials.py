"""Reads the name-value pairs of a Hermes home's credential files, so that their values can be known exactly.

Invariants: values stay in memory; a file that is missing, odd or unreadable is passed over, and only its name
and the kind of trouble are noted; a file counts up to one megabyte. YAML is read line by line: a parser would
be a dependency, and slow to import, for what is ``name: value`` in every file that Hermes writes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from safedigest import kept
from safedigest.plugin.records import dataclass, field

# Where Hermes keeps credentials, relative to its home, and the two files of other tools that it borrows from.
_FILES: Final = (
    ".env", "*.env", "config.yaml", "auth.json", ".anthropic_oauth.json", "auth/*.json", "google_token.json",
    "google_client_secret.json", "mcp-tokens/*.json", "webhook_subscriptions.json", "slack_tokens.json",
    "weixin/accounts/*.json", "whatsapp/session/creds.json", "matrix/*.json", "honcho.json", "mem0.json",
    "hindsight/config.json", "pairing/*.json", "gateway.json", "secrets/*.json",
)  # fmt: skip
_BORROWED: Final = (".claude/.credentials.json", ".codex/auth.json")
_LARGEST: Final = 1_000_000


@dataclass(slots=True)
class Pairs:
    """What was read: ``items`` are names and values, ``notes`` say which file could not be read and why."""

    items: list[tuple[str, str]] = field(default_factory=list, repr=False)
    notes: list[str] = field(default_factory=list)


def harvest(home: Path) -> Pairs:
    """Read every credential file of ``home``."""
    pairs = Pairs()
    files = [file for form in _FILES for file in sorted(home.glob(form))]
    files.extend(Path.home() / name for name in _BORROWED)
    for file in dict.fromkeys(files):
        try:
            if file.is_file():
                pairs.items.extend(_read(file))
        except Exception as error:  # noqa: BLE001  whatever the file holds, its text must not reach an error
            pairs.notes.append(f"{file.name}: cannot be read ({type(error).__name__})")
    return pairs


def by_file(home: Path) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """Give each credential file of ``home`` that can be read, with its names and values."""
    for file in dict.fromkeys(watched(home)):
        with suppress(Exception):  # what cannot be read is noted by ``harvest``
            if file.is_file():
                yield file, _read(file)


def watched(home: Path) -> list[Path]:
    """Return every path whose change may change what is harvested: the files, and the folders they may come into."""
    files = [file for form in _FILES for file in (sorted(home.glob(form)) if "*" in form else [home / form])]
    folders = [(home / form).parent for form in _FILES if "/*" in form]
    return [*files, *folders, *(Path.home() / name for name in _BORROWED)]


def _read(file: Path) -> list[tuple[str, str]]:
    with file.open("rb") as source:
        text = source.read(_LARGEST).decode("utf-8", "replace").removeprefix("\ufeff")
    if file.suffix == ".json":
        return list(_leaves("", json.loads(text)))
    return list(_yaml(text) if file.suffix in (".yaml", ".yml") else _env(text))


def _leaves(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Give every text in parsed JSON with the nearest name above it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(name, item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(str(key), item)


_ENV_LINE: Final = kept.pattern(
    r"""^[ \t]*+(?:export[ \t]++)?(?P<name>[A-Za-z_][A-Za-z0-9_.-]*+)[ \t]*+=[ \t]*+
    (?:"(?P<double>(?:[^"\\]|\\.)*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\n]*+))""",
    re.MULTILINE | re.VERBOSE | re.DOTALL,
)
_COMMENT: Final = kept.pattern(r"(?:^|[ \t])#[^\n]*\Z")


def _env(text: str) -> Iterator[tuple[str, str]]:
    for line in _ENV_LINE.finditer(text):
        if (value := line["double"]) is not None:
            yield line["name"], value.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
        elif (value := line["single"]) is not None:
            yield line["name"], value
        else:
            yield line["name"], _COMMENT.sub("", line["bare"]).strip()


_YAML_LINE: Final = kept.pattern(
    r"""[ ]*+(?:-[ ]++)*+
    (?:(?P<quote>["']?)(?P<name>[^\s"':#{}\[\],]++)(?P=quote):(?:[ \t]++|$))?+(?P<value>.*+)""",
    re.VERBOSE,
)
_FLOW: Final = kept.pattern(
    r"""["']?(?P<name>[\w.-]{1,80})["']?[ ]*+:[ ]*+
    (?:"(?P<double>(?:[^"\\]|\\.)*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s,{}\[\]"']++))""",
    re.VERBOSE,
)


def _yaml(text: str) -> Iterator[tuple[str, str]]:
    """Give ``name: value`` of every line, flow mappings, list items and block texts under the name above them."""
    name = ""
    for line in text.splitlines():
        parts = _YAML_LINE.match(line)
        if parts is None or not parts["value"] or parts["value"].startswith("#"):
            name = (parts and parts["name"]) or name
            continue
        name = parts["name"] or name
        value = parts["value"]
        if value.startswith(("{", "[")):
            for pair in _FLOW.finditer(value):
                yield pair["name"], pair["double"] or pair["single"] or pair["bare"] or ""
            continue
        yield name, _scalar(value)


def _scalar(value: str) -> str:
    """Take the quotes or the comment off a YAML value."""
    quoted = re.match(r""""((?:[^"\\]|\\.)*+)"|'((?:[^']|'')*+)'""", value)
    if quoted is None:
        return _COMMENT.sub("", value).strip()
    return quoted[1] if quoted[1] is not None else quoted[2].replace("''", "'")
