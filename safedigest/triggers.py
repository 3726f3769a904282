"""What the host's own scanner looks for: the names are the host's, the patterns are ours.

Each trigger is at least as wide as the one of the same name in any Hermes from 0.13 to 0.22, bounds left out:
where the host allows eight words between two parts, or two thousand characters, we allow any number. So a
text without a trigger of ours holds none of the host's, and a search needs no backtracking: the first
part, then the first second part within reach, and so on.

Source: the behaviour of ``tools/threat_patterns.py`` (0.16 to 0.22) and ``agent/prompt_builder.py``
(0.13), held against the real ones in ``tests/interop/test_scanner.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Final

from safedigest import kept
from safedigest.plugin.records import dataclass


class Reach(Enum):
    """What may stand between two parts of a trigger.

    The value is a pattern for what lies within reach; its group is what shares the same reach.
    """

    WORDS = r"([\w\s']*+)"  # words and white space alone
    LINE = r"([^\n]*+)"  # anything up to the end of the line
    LINES = r"([^\n]*+)(?:\s*+[^\n]*+){2}"  # the same and two lines more: white space may cross a break


_REACH: Final = {reach: kept.pattern(reach.value) for reach in Reach}


class _Window:
    """How far one may look from a place in ``text``; the answer is kept while it holds."""

    __slots__ = ("_end", "_own", "_pattern", "_start", "_text")

    def __init__(self, text: str, reach: Reach) -> None:
        self._text, self._pattern = text, _REACH[reach]
        self._start, self._own, self._end = 0, -1, 0

    def own(self, at: int) -> int:
        """Return up to where every place sees no further than ``at`` does."""
        if not self._start <= at <= self._own:
            found = self._pattern.match(self._text, at)
            assert found is not None  # noqa: S101  each pattern matches the empty text
            self._start, self._own, self._end = at, found.end(1), found.end()
        return self._own

    def end(self, at: int) -> int:
        """Return up to where the next part may lie."""
        self.own(at)
        return self._end


@dataclass(frozen=True, slots=True)
class Trigger:
    """One thing the host looks for: ``parts`` in this order, with ``reach`` between them.

    ``words``: lower case; a text without any of them does not hold the trigger. Patterns are compiled on
    first use: most texts need none.
    """

    name: str
    words: tuple[str, ...]
    parts: tuple[str, ...]
    reach: Reach = Reach.WORDS

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Give the spans of all first parts that the others follow."""
        head, *tails = map(_compiled, self.parts)
        window = _Window(text, self.reach)
        hot, cold = 0, -1  # a head that starts before ``hot`` is followed; one that ends by ``cold`` is not
        for found in head.finditer(text):
            if found.start() >= hot and found.end() > cold:
                last = _follow(text, found.end(), tails, window)
                if last is None:
                    cold = window.own(found.end())
                    continue
                hot = max(last, found.end())
            if found.start() < hot:
                yield found.span()


def _follow(text: str, at: int, tails: Sequence[re.Pattern[str]], window: _Window) -> int | None:
    """Return where the last of ``tails`` starts, each the first after the other; None if one is missing."""
    start = at
    for tail in tails:
        found = tail.search(text, at, window.end(at))
        if found is None:
            return None
        start, at = found.span()
    return start


def _trigger(name: str, words: str, *parts: str, reach: Reach = Reach.WORDS) -> Trigger:
    return Trigger(name, tuple(words.split()), parts, reach)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return kept.compiled(pattern, int(re.IGNORECASE))


_RULES: Final = r"\b(?:restrictions|limits|rules)"
_FILES: Final = r"\.env|credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc"
_VARIABLE: Final = r"\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|API)"
_CHANGE: Final = r"(?:update|modify|edit|write|change|append|add\s++to)\s++"
_CHANGE_WORDS: Final = "update modify edit write change append add"
_RUNTIMES: Final = r"(?:CLAUDE|CODEX|HERMES|AGENT|OPENAI|ANTHROPIC)"

TRIGGERS: Final = (
    # words in an order, whatever stands between them
    _trigger(
        "prompt_injection", "ignore",
        r"ignore\s", r"\b(?:previous|all|above|prior)\s", r"\binstructions",
    ),
    _trigger(
        "disregard_rules", "disregard",
        r"disregard\s", r"\b(?:your|all|any)\s", r"\b(?:instructions|rules|guidelines)",
    ),
    _trigger(
        "bypass_restrictions", "act",
        r"act\s++as\s++(?:if|though)\s", r"\byou\s", r"\b(?:have\s++no|don't\s++have)\s", _RULES,
    ),
    _trigger("deception_hide", "do", r"do\s++not\s", r"\btell\s", r"\bthe\s++user"),
    _trigger("role_hijack", "you", r"you\s++are\s", r"\bnow\s++(?:an?|the)\s"),
    _trigger("role_pretend", "pretend", r"pretend\s", r"\b(?:you\s++are|to\s++be)\s"),
    _trigger("leak_system_prompt", "output", r"output\s", r"\b(?:system|initial)\s++prompt"),
    _trigger(
        "remove_filters", "respond answer reply",
        r"(?:respond|answer|reply)\s++without\s", r"\b(?:restrictions|limitations|filters|safety)",
    ),
    _trigger("fake_update", "you", r"you\s++have\s++been\s", r"\b(?:updated|upgraded|patched)\s++to"),
    _trigger(
        "anti_forensic_disk", "never",
        r"never\s", r"\b(?:create|write)\s", r"\b(?:script|file)\s", r"\bdisk",
    ),
    _trigger(
        "context_exfil", "include output print share",
        r"(?:include|output|print|share)\s",
        r"\b(?:conversation|chat\s++history|previous\s++messages|(?:full|entire)\s++context)",
    ),
    # one phrase
    _trigger("sys_prompt_override", "system", r"system\s++prompt\s++override"),
    _trigger(
        "forced_action", "you", r"you\s++must\s++(?:\w++\s++){0,3}?(?:register|connect|report|beacon)\b"
    ),
    _trigger("identity_override", "name", r"\bname\s++yourself\s++\w"),
    _trigger("c2_node_registration", "register", r"register\s++(?:as\s++)?(?:a\s*+)?node"),
    _trigger(
        "c2_heartbeat", "heartbeat beacon check", r"(?:heartbeat|beacon|check[\s\-]?in)\s++(?:to|with)\s"
    ),
    _trigger("c2_task_pull", "pull", r"pull\s++(?:down\s++)?(?:new\s++)?task(?:ing|s)?\b"),
    _trigger("c2_network_connect", "connect", r"connect\s++to\s++the\s++network\b"),
    _trigger("anti_forensic_oneliner", "only", r"only\s++use\s++one[\s\-]?liners?\b"),
    _trigger("env_var_unset_agent", "unset", rf"unset\s++\w*?{_RUNTIMES}"),
    _trigger(
        "known_c2_framework", "cobalt sliver havoc mythic metasploit brainworm praxis",
        r"\b(?:cobalt\s*+strike|sliver|havoc|mythic|metasploit|brainworm|praxis)\b",
    ),
    _trigger("c2_explicit", "c2", r"\bc2\s++(?:server|channel|infrastructure|beacon)\b"),
    _trigger("c2_explicit_long", "command", r"\bcommand\s++and\s++control\b"),
    _trigger("html_comment_injection", "<!--", r"<!--"),
    _trigger("hidden_div", "div", r"<\s*+div\s++style\s*+="),
    _trigger("ssh_backdoor", "authorized_keys", r"authorized_keys"),
    _trigger("ssh_access", ".ssh", r"(?:\$HOME|~)/\.ssh"),
    _trigger("hermes_env", ".hermes", r"(?:\$HOME|~)/\.hermes/\.env"),
    _trigger(
        "hardcoded_secret", "key token secret password",
        r"(?:api[_-]?key|token|secret|password)\s*+[=:]\s*+[\"'][A-Za-z0-9+/=_-]{20}",
    ),
    # a word and another one further on in the line
    _trigger(
        "translate_execute", "translate",
        r"translate\s++", r"(?<=\s)into\s++", r"(?<=\s)and\s++(?:execute|run|eval)", reach=Reach.LINES,
    ),
    _trigger(
        "send_to_url", "send post upload transmit",
        r"(?:send|post|upload|transmit)\s++", r"(?<=\s)(?:to|at)\s++https?://", reach=Reach.LINES,
    ),
    _trigger("exfil_curl", "curl", r"curl\s++", _VARIABLE, reach=Reach.LINE),
    _trigger("exfil_wget", "wget", r"wget\s++", _VARIABLE, reach=Reach.LINE),
    _trigger("read_secrets", "cat", r"cat\s++", _FILES, reach=Reach.LINE),
    _trigger(
        "agent_config_mod", _CHANGE_WORDS,
        _CHANGE, r"AGENTS\.md|CLAUDE\.md|\.cursorrules|\.clinerules", reach=Reach.LINE,
    ),
    _trigger(
        "hermes_config_mod", _CHANGE_WORDS,
        _CHANGE, r"\.hermes/(?:config\.yaml|SOUL\.md)", reach=Reach.LINE,
    ),
)  # fmt: skip
