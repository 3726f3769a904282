"""Changes a YAML file by inserting text, and only as far as its meaning changes as wanted.

Invariants: nothing is removed or rewritten on the way in, so comments, order, quotes and anchors stay; the text is
parsed before and after, and anything but the wanted change is a refusal; the file's own line breaks and indentation
are kept. PyYAML comes with detect-secrets; it is loaded only here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from safedigest.errors import ConfigError

_INDENT: Final = 2


class YamlTextError(ConfigError):
    """The file is not YAML of one table, or our change would not be the only one."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """The new text, and what was put into the old one where (in characters)."""

    text: str
    at: int
    piece: str


def parsed(text: str) -> dict[str, Any]:
    """Return the table that a text holds; an empty text is an empty table. Raises YamlTextError, quoting nothing."""
    import yaml  # noqa: PLC0415  only the installer and the doctor read whole YAML

    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" at line {mark.line + 1}" if mark is not None else ""
        raise YamlTextError(f"not valid YAML{place}") from None
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise YamlTextError("not a table")
    return data


def append(text: str, path: Sequence[str], item: Any) -> Inserted | None:
    """Append ``item`` to the list at ``path``, making what is missing; None where it is in it. Raises YamlTextError."""
    wanted = _unshared(parsed(text))
    table = _table(wanted, path[:-1])
    old = table.get(path[-1])
    if old is not None and not isinstance(old, list):
        raise YamlTextError(f"{'.'.join(path)} is not a list")
    if old is not None and item in old:
        return None
    table[path[-1]] = [*(old or []), item]
    return _checked(text, _into(text, path, item, as_item=True), wanted)


def put(text: str, path: Sequence[str], value: Any) -> Inserted:
    """Add the key at ``path`` with a value; it must not be there. Raises YamlTextError."""
    wanted = _unshared(parsed(text))
    table = _table(wanted, path[:-1])
    if table.get(path[-1]) is not None:
        raise YamlTextError(f"{'.'.join(path)} is set already")
    table[path[-1]] = value
    return _checked(text, _into(text, path, value, as_item=False), wanted)


def value_at(data: dict[str, Any], path: Sequence[str]) -> Any:
    """Return what stands at ``path``; None where nothing does."""
    value: Any = data
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def take_out(text: str, piece: str, path: Sequence[str], item: Any) -> str | None:
    """Return the text without ``item`` at ``path``; ``piece`` is what was inserted for it.

    Where the piece is not there as it was (somebody wrote into it), the item's own lines go. None where no cut
    would mean just that.
    """
    wanted = _pruned(_without(parsed(text), path, item))
    for start, end in (*_places(text, piece), *_of_item(text, path, item)):
        shorter = text[:start] + text[end:]
        try:
            if _pruned(parsed(shorter)) == wanted:
                return shorter
        except YamlTextError:
            continue
    return None


def _places(text: str, piece: str) -> Iterator[tuple[int, int]]:
    at = text.find(piece) if piece else -1
    while at >= 0:
        yield at, at + len(piece)
        at = text.find(piece, at + 1)


def _of_item(text: str, path: Sequence[str], item: Any) -> Iterator[tuple[int, int]]:
    """Give what may be cut to take an item out of a list: with keys that have nothing else, its lines, its place."""
    import yaml  # noqa: PLC0415  as above

    node = yaml.compose(text, Loader=yaml.SafeLoader)
    keys: list[Any] = []
    for key in path:
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        pair = next(((k, v) for k, v in pairs if k.value == key), (None, None))
        keys = [*(keys if len(pairs) == 1 else ()), pair[0]]
        node = pair[1]
    children = node.value if isinstance(node, yaml.SequenceNode) else ()
    for child in children:
        start, end = child.start_mark.index, child.end_mark.index
        if yaml.safe_load(text[start:end]) != item:
            continue
        line_end = end if text[end - 1] == "\n" else text.find("\n", end) + 1 or len(text)
        for key in keys if len(children) == 1 else ():
            whole = text.rfind("\n", 0, key.start_mark.index) + 1, line_end
            if "#" not in text[slice(*whole)]:  # a comment is somebody's
                yield whole
        yield text.rfind("\n", 0, start) + 1, line_end
        before = len(text[:start].rstrip())
        if before and text[before - 1] == ",":
            yield before - 1, end
        yield start, end + len(text[end:]) - len(text[end:].lstrip(" ,"))


def _without(data: dict[str, Any], path: Sequence[str], item: Any) -> dict[str, Any]:
    wanted: dict[str, Any] = _unshared(data)
    table = _table(wanted, path[:-1])
    old = table.get(path[-1])
    if isinstance(old, list):
        table[path[-1]] = [one for one in old if one != item]
    elif old == item:
        table.pop(path[-1], None)
    return wanted


def _unshared(value: Any) -> Any:
    """Return a copy in which nothing is there twice: what an alias stands for would change with its anchor."""
    if isinstance(value, dict):
        return {key: _unshared(one) for key, one in value.items()}
    return [_unshared(one) for one in value] if isinstance(value, list) else value


def _pruned(value: Any) -> Any:
    """Return a value without its empty tables and lists: whether we left one behind does not matter."""
    if isinstance(value, dict):
        kept = {key: _pruned(one) for key, one in value.items()}
        return {key: one for key, one in kept.items() if one not in ({}, [], None)}
    return [_pruned(one) for one in value] if isinstance(value, list) else value


def _table(data: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    for at, key in enumerate(path, 1):
        if data.get(key) is None:
            data[key] = {}
        data = data[key]
        if not isinstance(data, dict):
            raise YamlTextError(f"{'.'.join(path[:at])} is not a table")
    return data


def _checked(text: str, inserted: tuple[int, str], wanted: dict[str, Any]) -> Inserted:
    at, piece = inserted
    new = text[:at] + piece + text[at:]
    if parsed(new) != wanted:
        raise YamlTextError("our line cannot be put in without changing something else")
    return Inserted(new, at, piece)


def _into(text: str, path: Sequence[str], value: Any, *, as_item: bool) -> tuple[int, str]:
    """Return where to insert what, so that ``value`` stands at ``path``."""
    import yaml  # noqa: PLC0415  as above

    node = yaml.compose(text, Loader=yaml.SafeLoader)
    depth = 0
    while isinstance(node, yaml.MappingNode) and depth < len(path):
        child = next((v for k, v in node.value if k.value == path[depth]), None)
        if child is None or _is_null(child):
            if child is not None:
                at, piece = _after_null(child, path[depth + 1 :], value, node, as_item=as_item)
                return at, _breaks(text, piece)
            return _new_key(text, node, path[depth:], value, as_item=as_item)
        node, depth = child, depth + 1
    if node is None or _is_null(node):
        return _at_end(text, _block(path, value, 0, as_item=as_item))
    if isinstance(node, yaml.SequenceNode):
        return _new_item(text, node, value)
    raise YamlTextError(f"{'.'.join(path)} cannot be extended")


def _is_null(node: Any) -> bool:
    return bool(node.tag == "tag:yaml.org,2002:null")


def _after_null(
    child: Any, rest: Sequence[str], value: Any, parent: Any, *, as_item: bool
) -> tuple[int, str]:
    """Fill a key that has no value: only a really empty one, since ``null`` would have to be rewritten."""
    if child.start_mark.index != child.end_mark.index or parent.flow_style:
        raise YamlTextError("a key that we need is there without a value; delete its line")
    indent = parent.value[0][0].start_mark.column + _INDENT
    if rest or as_item:
        return child.start_mark.index, "\n" + _block(rest, value, indent, as_item=as_item).removesuffix("\n")
    return child.start_mark.index, f" {_flow(value)}"


def _new_key(text: str, node: Any, rest: Sequence[str], value: Any, *, as_item: bool) -> tuple[int, str]:
    if node.flow_style:
        inner = _flow([value] if as_item else value)
        for key in reversed(rest[1:]):
            inner = f"{{{key}: {inner}}}"
        piece = f"{rest[0]}: {inner}"
        return _before_close(text, node, piece)
    indent = node.value[0][0].start_mark.column
    return _after_line(text, node.value[-1][1], _block(rest, value, indent, as_item=as_item), top=indent == 0)


def _new_item(text: str, node: Any, value: Any) -> tuple[int, str]:
    if node.flow_style:
        return _before_close(text, node, _flow(value))
    return _after_line(text, node.value[-1], " " * node.start_mark.column + f"- {_flow(value)}\n", top=False)


def _before_close(text: str, node: Any, piece: str) -> tuple[int, str]:
    """Insert at the end of ``[…]`` or ``{…}``."""
    close = node.end_mark.index - 1
    at = close
    while at and text[at - 1] in " \t\r\n":
        at -= 1
    return at, f", {piece}" if node.value and text[at - 1] != "," else piece


def _after_line(text: str, last: Any, block: str, *, top: bool) -> tuple[int, str]:
    """Insert whole lines after the one that a node ends on; at the top level at the end of the file."""
    if top:
        return _at_end(text, block)
    at = last.end_mark.index
    if at and text[at - 1] != "\n":
        end = text.find("\n", at)
        if end < 0:
            return _at_end(text, block)
        at = end + 1
    else:  # a block ends where the next one begins; its own last line is the last that is no comment or blank
        at = _end_of_content(text, last.start_mark.index, at)
    return at, _breaks(text, block)


def _end_of_content(text: str, start: int, end: int) -> int:
    at = start
    last = end
    for line in text[start:end].splitlines(keepends=True):
        at += len(line)
        if line.strip() and not line.lstrip().startswith("#"):
            last = at
    return last


def _at_end(text: str, block: str) -> tuple[int, str]:
    lead = "" if not text or text.endswith("\n") else "\n"
    return len(text), _breaks(text, lead + block)


def _block(path: Sequence[str], value: Any, indent: int, *, as_item: bool) -> str:
    """Return the lines for a value below keys, each a step deeper."""
    lines = [" " * (indent + depth * _INDENT) + f"{key}:" for depth, key in enumerate(path)]
    if as_item:
        lines.append(" " * (indent + len(path) * _INDENT) + f"- {_flow(value)}")
    else:
        lines[-1] += f" {_flow(value)}"
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """Return a value in one line of YAML."""
    import yaml  # noqa: PLC0415  as above

    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6)
    return text.removesuffix("\n").removesuffix("\n...").strip()


def _breaks(text: str, block: str) -> str:
    return block.replace("\n", "\r\n") if "\r\n" in text else block
