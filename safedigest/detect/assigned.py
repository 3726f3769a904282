"""Reads what a name is given: the many notations of "this setting has this value".

Given where a name stands, ``read`` answers where its value stands and how the two are joined; it does not judge. All
patterns are matched at one place and bounded, so the cost is that of the value read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from safedigest.detect.lazy import pattern
from safedigest.plugin.records import dataclass

LONGEST: Final = 8_192  # characters of one value
_HAN: Final = "\u3001-\u3030\u3400-\u9fff，；！？（）"


class Form(Enum):
    """How a name and its value are joined, from the surest to the loosest."""

    EQUALS = "equals"  # `=`, `:=`, `=>`, `->`
    COLON = "colon"
    ELEMENT = "element"  # <password>…</password>, <property name="password">…
    PAIR = "pair"  # name="password" value="…"; name: X, value: Y
    ARGUMENT = "argument"  # define('X', '…'), setPassword("…")
    FLAG = "flag"  # --password …, setx X …
    TYPED = "typed"  # secret 5 …, password cipher …
    COLUMN = "column"  # name, blanks, value: a line of its own
    BESIDE = "beside"  # name, blank, value: anywhere


@dataclass(frozen=True, slots=True)
class Assigned:
    """A value in ``start:end``; ``quoted`` tells whether quotes bound it; its name ends at ``name_end``."""

    start: int
    end: int
    form: Form
    quoted: bool
    name_end: int = 0


_ASSIGN = pattern(
    r"(?:[ \t]+(?:[Ss]tring|str|\[\]byte|&(?:'static )?str)(?=[ \t]*=))?"
    r"\\{0,3}[\"'`]?!?(?:\*\*|__)?[\])]{0,2}[ \t]*(?:[(（][^()（）\n]{1,40}[)）][ \t]*)?(?:\[[^\[\]\n]{0,30}\][ \t]*)?"
    r"(?::[ \t]*[A-Za-z_][\w.|\[\]]{0,40}[ \t]*(?==[^=>]))?"
    r"(?P<op>[.?+|]{1,2}=|\|\|(?=[ \t]*[\"'])|:=|=>|->|→|⇒|={1,3}|:(?![:/]{2}|:))(?:\*\*|__)?"
    r"(?:[ \t]*\\?\r?\n[ \t]*(?=\\{0,3}[\"'](?![\"']{2}))|\\n[ \t]*(?=\\{0,3}[\"'])|[ \t]*)"
    r"(?:\\?[\"'][ \t]*[+.&][ \t]*(?=\\?[\"']))?"
)
_BELOW = pattern(rf"\r?\n[ \t]*(?P<value>[^\s:={_HAN}]{{4,200}}+)[ \t]*(?=\r?\n|\Z)")
_ITEMS = pattern(r"[\[(]\s*(?=\\?[\"'])")
_NEXT_ITEM = pattern(r"\\?[\"']\s*,\s*(?=\\?[\"'])")
_MOST_ITEMS: Final = 50
_CDATA: Final = "<![CDATA["
_ELEMENT = pattern(r"(?:\s[^<>\n]{0,200})?>\s*")
_NAMING = pattern(r"(?:name|key|id|field|property|entry)=\\?[\"']\Z|<key>\Z", re.IGNORECASE)
_ATTRIBUTE_ELEMENT = pattern(r"\\?[\"'](?:\s[^<>\n]{0,120})?>\s*|</key>\s*<string>")
_PAIR = pattern(
    r"\\{0,3}[\"']?(?:(?:\s*+[,;]\s++|\s++)[\w-]{1,20}=[\"'][^\"'\n]{0,60}[\"']){0,3}\s*+[,;]?\s*+(?:/>\s*+<)?\\{0,3}[\"']?"
    r"(?:value|val|default|content|stringvalue|secretvalue)\\{0,3}[\"']?\s*[:=]\s*",
    re.IGNORECASE,
)
_COMMA = pattern(r"\\{0,3}[\"']\s*,\s*(?=\\{0,3}[brfuN]?[\"'])")
_CELL = pattern(r",(?=[^\s,\"']{16,200}(?:,|\r?\n|\Z))")  # a line of values with commas between
_CALL = pattern(r"\(\s*(?=[brfuN]?[\"'])")
_BLANKS = pattern(r"[ \t]+(?!-)(?=\S)")
_TYPED = pattern(
    r"[ \t]+(?:\d{1,2}|cipher|simple|plain|plaintext|irreversible-cipher|ciphertext|hash|encrypted|ascii|ascii-text|"
    r"hexadecimal|sha-?256|md5|"
    r"level \d{1,2} \d|ro|rw|read|write|public-key)[ \t]{1,2}(?=\S{4})",
    re.IGNORECASE,
)
_BLOCK = pattern(r"\s*[|>][-+]?\d?[ \t]*(?:#[^\n]*)?\n(?P<indent>[ \t]+)(?=\S)")
_LINES = pattern(r"[^\n]*\n?")
_OPEN = pattern(
    r"(?:[brfuN@$]|SecretStr\(|Secret\(|new (?:Secure|Guarded|Secret)?String\()?(?P<q>\\{0,7}(?:\"\"\"|'''|[\"'`]))"
)
# A value that is made where it is needed may hold blanks: `$(cat token.txt)`, `{{ x }}`, `<your key>`.
_MADE = pattern(
    r"\$\([^()\n]{1,200}\)|\$?\{\{[^{}\n]{1,200}\}\}|\$\{[^{}\n]{1,200}\}(?=[\s,;\"']|\Z)|<[^<>\n]{1,80}>(?=[\s,;\"']|\Z)"
)
_INSIDE: Final = {
    '"': pattern(r"(?:[^\"\\\n]|\\[^\n])*+"),
    "'": pattern(r"(?:[^'\\\n]|\\[^\n]|''(?=[^\s,;)\]}]))*+"),  # SQL doubles a quote
    "`": pattern(r"[^`\n]*+"),
}
# A quoted value that a chat or a terminal broke into lines: pieces without blanks, and the quote that ends them.
_BROKEN: Final = {
    mark: pattern(rf"[^\s{mark}\\]{{1,200}}+(?:\r?\n[ \t]*+[^\s{mark}\\:=]{{1,200}}+){{1,6}}+(?={mark})")
    for mark in "\"'`"
}
_BARE = pattern(rf"[^\s{_HAN}]+")
_JOINED_ON = pattern(
    r"[ \t]*[+.&][ \t]+[A-Za-z_$]|[ \t]*\+[A-Za-z_]\w*[.(+]"
)  # the quote ends a text: ``"token=" + x``
_NEAR: Final = 512  # characters of a bare value that are read first
_CUT_LOOKS: Final = 64  # more than `_CUT` looks ahead
_TAG = pattern(r"!!\w{1,12}[ \t]+")  # of YAML
# Where a bare value ends although no blank stands there.
_CUT = pattern(
    r"[\"'`](?=[\s,;:)\]}>|\\]|\Z)|[,;](?=\Z|[\"'\s}\])]|[A-Za-z_][\w.-]{0,40}\s?[=:])|&(?=[A-Za-z_][\w.%\[\]-]{0,40}=|amp;)"
    r"|\\+[nrt](?=[^a-z]|\Z)|\\+n|\\+[\"']|</|<br|(?:\*\*|`)\Z|\|(?=\Z)"
)
# Expressions that choose: `x || "…"`, `x ?? "…"`, `x or "…"`, `c ? "…" : "…"`, `"…" if c else "…"`,
# `{{ x | default("…") }}`.
_TERM: Final = r"!?\$?[A-Za-z_][\w.$]{0,80}(?:[\[(][\"']?[\w.-]{0,60}[\"']?[\])]){0,3}(?:\.\w{1,40})?"
_FALLBACK = pattern(rf"(?:{_TERM}\s*(?:\|\||\?\?|\?:|\bor\b)\s*){{1,4}}(?=[\"'`])")
_TEXT: Final = r"(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|`[^`\n]{0,200}`)"
_BRANCHES = pattern(rf"[^\n;?\"'`]{{1,100}}?\s\?\s*(?P<one>{_TEXT}|{_TERM})\s*:\s*(?P<two>{_TEXT}|{_TERM})")
_UNLESS = pattern(r"[\"'`]\s+if\s[^\n\"'`]{1,80}?\selse\s+(?=\S)")
_FILTER = pattern(r"\{\{[^{}\n\"']{1,80}\|\s*d(?:efault)?\(\s*(?=[\"'])")
_DEFAULT = pattern(  # `os.getenv("X", "…")`, `ENV.fetch("X", "…")`, `config.get("x", default="…")`
    r"[A-Za-z_$][\w.$:]{0,60}?(?i:env|get|fetch|config|default|property|pop|setting)\(\s*[\"'][\w.:/-]{1,60}[\"']\s*,"
    r"\s*(?:\w{1,20}\s?=\s?)?(?=[\"'])"
)
_SETTERS: Final = pattern(
    r"(?:^|[\s;&|`#])(?:setx|set|setenv|env|define|export|arg|declare|putenv|fish_add|secrets?|var)"
    r"[ \t]+(?:-\w+[ \t]+){0,2}\Z",
    re.IGNORECASE,
)
_PASSED_ON = pattern(r"\s(?:-e|--env|--build-arg)[ \t]+\Z")  # a variable of the shell goes in under its name
_IMAGE = pattern(  # or the next option, or where to build
    r"(?:[a-z0-9][a-z0-9._/-]*:[\w.-]{1,60}|(?:[a-z0-9.-]{1,60}/){1,5}[a-z0-9._-]{1,60}|[a-z]{2,20}|\.)(?=\s|[`\"')]|\Z)"
)
_LINE_START = pattern(r"[ \t>*+\-#/|]*\Z")


def read(text: str, start: int, end: int) -> tuple[Assigned, ...]:
    """Return the value of the name at ``start:end``, or all of a list; nothing where it is given none."""
    found = _ASSIGN.match(text, end)
    if found and (items := _ITEMS.match(text, found.end())):
        return tuple(_items(text, items.end()))
    value = _read(text, start, end, found)
    if value is None:
        return ()
    if chosen := tuple(_choices(text, value)):
        return chosen
    return (Assigned(value.start, value.end, value.form, value.quoted, end),)


def _choices(text: str, value: Assigned) -> Iterator[Assigned]:
    """Give the written values among which an expression chooses; the condition is none of them."""
    if value.form not in (Form.EQUALS, Form.COLON):
        return
    if value.quoted:
        if other := _UNLESS.match(text, value.end):
            yield value
            yield from _written(text, other.end())
        elif text.startswith("{{", value.start) and (other := _FILTER.match(text, value.start)):
            yield from _written(text, other.end())
    elif other := _FALLBACK.match(text, value.start) or _DEFAULT.match(text, value.start):
        yield from _written(text, other.end())
    elif branches := _BRANCHES.match(text, value.start):
        yield from _written(text, branches.start("one"))
        yield from _written(text, branches.start("two"))


def _written(text: str, at: int) -> Iterator[Assigned]:
    value = value_at(text, at, Form.EQUALS)
    if value and value.quoted and text[value.start - 1] in "\"'`":
        yield value


def _items(text: str, at: int) -> Iterator[Assigned]:
    """Give the quoted items of a list that begins at ``at``."""
    for _ in range(_MOST_ITEMS):
        value = value_at(text, at, Form.EQUALS)
        if value is None or not value.quoted:
            return
        yield value
        following = _NEXT_ITEM.match(text, value.end)
        if following is None:
            return
        at = following.end()


def _read(text: str, start: int, end: int, assigned: re.Match[str] | None) -> Assigned | None:
    if assigned:
        return _assigned(text, assigned)
    before = text[start - 1] if start else ""
    if before == "<" or (before == ":" and "<" in text[max(0, start - 20) : start]):
        return _element(text, _ELEMENT.match(text, end))
    if found := _PAIR.match(text, end):
        return value_at(text, found.end(), Form.PAIR)
    if _NAMING.search(text, max(0, start - 12), start) and (found := _ATTRIBUTE_ELEMENT.match(text, end)):
        return _element(text, found)
    if found := _COMMA.match(text, end) or _CALL.match(text, end) or _CELL.match(text, end):
        return value_at(text, found.end(), Form.BESIDE if found[0] == "," else Form.ARGUMENT)
    return _behind_blanks(text, start, end)


def _assigned(text: str, found: re.Match[str]) -> Assigned | None:
    if found["op"] == "->" and ")" in found[0]:
        return None  # the type that a function returns
    form = Form.COLON if found["op"] == ":" else Form.EQUALS
    if form is Form.COLON and ")" in found[0] and text[found.end() : found.end() + 1] in "\r\n":
        return None  # the body of a function whose last argument this is
    if form is Form.COLON and (below := _BELOW.match(text, found.end())):
        return Assigned(*below.span("value"), Form.COLUMN, quoted=False)
    if form is Form.COLON and (block := _BLOCK.match(text, found.end())):
        return _block(text, block)
    return value_at(text, found.end(), form)


def _block(text: str, block: re.Match[str]) -> Assigned:
    """Return a YAML block: the lines that are indented as its first one."""
    start = end = block.end()
    for line in _LINES.finditer(text, start, min(len(text), start + LONGEST)):
        if line.start() > start and not line[0].startswith(block["indent"]) and not line[0].isspace():
            break
        if not line[0].isspace():
            end = line.start() + len(line[0].rstrip())
    return Assigned(start, end, Form.COLON, quoted=True)


def _element(text: str, found: re.Match[str] | None) -> Assigned | None:
    if found is None:
        return None
    start = found.end()
    if text.startswith(_CDATA, start):
        start += len(_CDATA)
        close = text.find("]]>", start, start + LONGEST)
        return Assigned(start, close, Form.ELEMENT, quoted=True) if close > start else None
    close = text.find("<", start, start + LONGEST)
    if close < 0 or text[close + 1 : close + 2] != "/":
        return None
    inner = text[start:close].rstrip()
    return Assigned(start, start + len(inner), Form.ELEMENT, quoted=True) if inner else None


def _behind_blanks(text: str, start: int, end: int) -> Assigned | None:
    """Return the value behind a name and blanks: flags, ``setx``, device lines, columns."""
    if found := _TYPED.match(text, end):
        return value_at(text, found.end(), Form.TYPED)
    found = _BLANKS.match(text, end)
    before = text[max(0, start - 24) : start]
    if found is None or (_PASSED_ON.search(before) and _IMAGE.match(text, found.end())):
        return None
    if text[start] in "-/" or _SETTERS.search(before):
        return value_at(text, found.end(), Form.FLAG)
    value = value_at(text, found.end(), Form.BESIDE)
    if value is None or value.quoted:
        return value
    line_start = text.rfind("\n", max(0, start - 24), start) + 1
    alone = text[value.end : value.end + 1] in ("", "\n", "\r", ";")
    if alone and _LINE_START.fullmatch(text, max(line_start, start - 24), start):
        return Assigned(value.start, value.end, Form.COLUMN, quoted=False)
    return value


def value_at(text: str, at: int, form: Form) -> Assigned | None:
    """Return the value that begins at ``at``, quotes left out."""
    if tag := _TAG.match(text, at):
        at = tag.end()
    opened = _OPEN.match(text, at)
    if opened:
        return _quoted(text, opened, form)
    if made := _MADE.match(text, at, min(len(text), at + LONGEST)):
        return Assigned(at, made.end(), form, quoted=True)
    end = _bare(text, at, min(len(text), at + LONGEST))
    return Assigned(at, end, form, quoted=False) if end > at else None


def _bare(text: str, at: int, limit: int) -> int:
    """Return where the bare value at ``at`` ends; ``at`` where none stands there.

    Most are short: the rest of a long run is read only where nothing ends the value in its first part.
    """
    near = min(limit, at + _NEAR)
    bare = _BARE.match(text, at, near)
    if bare is None:
        return at
    if bare.end() == near < limit:
        cut = _CUT.search(text, at + 1, near)
        if cut is None or cut.end() + _CUT_LOOKS > near:
            bare = _BARE.match(text, at, limit) or bare
    return bare_end(text, at, bare.end())


def _quoted(text: str, opened: re.Match[str], form: Form) -> Assigned | None:
    mark, start = opened["q"], opened.end()
    if _JOINED_ON.match(text, start):
        return None
    limit = min(len(text), start + LONGEST)
    if mark in _INSIDE and (broken := _BROKEN[mark].match(text, start, min(limit, start + 600))):
        return Assigned(start, broken.end(), form, quoted=True)
    if mark in _INSIDE:
        inside = _INSIDE[mark].match(text, start, limit)
        end = inside.end() if inside else start
        if text[end : end + 1] == mark:
            return Assigned(start, end, form, quoted=True) if end > start else None
    else:
        end = text.find(mark, start, limit)
        if end >= 0:
            return Assigned(start, end, form, quoted=True) if end > start else None
    end = _bare(text, start, limit)  # never closed: the message was cut off, or it is an apostrophe
    return Assigned(start, end, form, quoted=False) if end > start else None


def bare_end(text: str, start: int, end: int) -> int:
    """Return where the bare value in ``start:end`` really ends: before what closes, separates or ends a sentence."""
    cut = _CUT.search(text, start + 1, end)
    if cut:
        end = cut.start()
    while end > start and text[end - 1] in ",;:.)]}>\"'`":
        opening = {")": "(", "]": "[", "}": "{", ">": "<"}.get(text[end - 1])
        if opening and text.count(opening, start, end) >= text.count(text[end - 1], start, end):
            break
        end -= 1
    return end
