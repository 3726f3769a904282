"""The quoting form: what was said, in a form in which nothing of it can do anything.

Invariants: a bracket of ours never stands in quoted words; no image, link, HTML tag, comment, code fence,
mention or ``@file:`` reference is left that a reader of Markdown or the host would act on; no character is
invisible; there is one kind of line break. The text never grows, so it may be cut to a length first. A
mask is never touched. What takes the place of a character is its full-width twin where there is one:
readable, and the same to every detector.
"""

from __future__ import annotations

from typing import Final

from safedigest import kept
from safedigest.text import Masked, literal

BREAK: Final = literal(" ⏎ ")
# What some reader or other takes for a line break (str.splitlines).
_BREAKS = kept.pattern("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Controls, formats, tags and variation selectors beyond the common sixteen: invisible, and able to carry a
# text.
_INVISIBLE = kept.pattern(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_ALONE: Final = str.maketrans(
    {
        **dict.fromkeys("「｢﹁", "『"),
        **dict.fromkeys("」｣﹂", "』"),
        **dict.fromkeys("〔﹝︹❲", "（"),
        **dict.fromkeys("〕﹞︺❳", "）"),
        "⏎": "↵",
        **dict.fromkeys(map(chr, range(0xD800, 0xE000)), "\ufffd"),
    }
)
# What people put in angle brackets to say "something of this kind": no element of HTML, no role, no fence of a host.
_PLACEHOLDER: Final = (
    r"(?i:your|my|the|some)?[-_ ]?(?:token|key|id|ids|host|hostname|port|file|filename|email|version|branch|repo"
    r"|project|region|bucket|zone|pid|uid|gid|ip|domain|password|passwd|secret|value|username|number|count|size|index"
    r"|hash|commit|tag|service|container|namespace|pod|node|cluster|db|database|env|device|port|path|api[-_ ]?key"
    r"|new|old|app|apikey|account|tenant|org|team|url|uri|date|year|month|day|int|string|str|float|bool|float32|float64"
    r"|u8|u16|u32|u64|i8|i16|i32|i64|usize|char|byte|double|long|number|any|void|never|unknown|groupId|artifactId"
    r"|TOKEN|KEY|ID|HOST|PORT|FILE|NAME|PATH|EMAIL|VERSION|API_KEY|API-KEY|PASSWORD|SECRET|VALUE|DOMAIN|URL|[TKVERNXY])"
)
_IN_CONTEXT = kept.pattern(
    # an HTML tag, a comment, an autolink; a placeholder and the flags of an interface are none
    rf"(?P<tag><(?=[A-Za-z/!?])(?!/?{_PLACEHOLDER}>|[A-Z][A-Z_]*(?:,[A-Z][A-Z_]*)+>))"
    r"|(?P<image>!(?=\[))"
    r"|(?P<link>\](?=\())"
    r"|(?P<fence>`(?=``)|(?<=`)`(?=`)|(?<=``)`|~(?=~~)|(?<=~)~(?=~)|(?<=~~)~)"
    # ``@Value(…)`` is part of a program; behind a mask in a URL stands a host, if it is no reference of the host's
    r"|(?P<mention>(?<![\w/])(?!(?<=:\*\*\*)@(?!(?:diff|staged|file|folder|git|url)(?![0-9A-Za-z.-])))"
    r"@(?=[A-Za-z0-9])(?![A-Z][A-Za-z]{1,40}\())"
    r"|(?P<cut>(?<=…)\()"  # our sign for words that were left out
)
_TWIN: Final = {
    "<": literal("＜"),
    "!": literal("！"),
    "]": literal("］"),
    "`": literal("｀"),
    "~": literal("～"),
    "@": literal("＠"),
    "(": literal("（"),
}


def inert(text: Masked) -> Masked:
    r"""Return ``text`` in the quoting form; line breaks become ``\n``."""
    text = text.map_plain(_plain)
    shown = text.plain("x")  # a mask counts as a word: what stands before it is not at a start
    return text.splice((m.start(), m.end(), _TWIN[m[0]]) for m in _IN_CONTEXT.finditer(shown))


def _plain(plain: str) -> str:
    return _INVISIBLE.sub("", _BREAKS.sub("\n", plain)).translate(_ALONE)


def one_line(text: Masked) -> Masked:
    """Return ``text`` on one line: ``⏎`` for each line break, blank lines gone."""
    return BREAK.join(line for line in map(Masked.strip, text.lines()) if line)


__all__ = ["BREAK", "inert", "one_line"]
