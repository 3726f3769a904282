"""A second opinion on vendor tokens: the patterns of detect-secrets' plugins, as rules of ours.

Only the plugins' ``denylist`` is used, each pattern anchored at its public prefix, with the whole match as
the span. Its scanner is not: it drops real secrets through filters and an in-line pragma that any chat line
may hold, and its capture groups give ``ghp`` for a whole GitHub token. Invariants: as many plugins and
patterns as expected, or RuleError; what the cache gives is what a fresh import gives, and a cache in any
doubt is made anew.

Not used, with the reason:

* ``KeywordDetector``, ``IbmCloudIamDetector``, ``IbmCosHmacDetector``, ``CloudantDetector``,
  ``SoftlayerDetector`` and the second AWS pattern go by names and match the name too; our assignments see the
  value alone, in more notations.
* ``BasicAuthDetector``, ``AzureStorageKeyDetector``, ``NpmDetector``, the Slack webhook: they match the
  address or the line around the secret; our URL, connection and configuration detectors cut out the value.
* ``PrivateKeyDetector`` matches the first line of a key, ours the whole block. ``OpenAIDetector`` wants a
  marker that newer keys lack; our rule takes every ``sk-``.
* ``DiscordBotTokenDetector``, ``MailchimpDetector``, ``TelegramBotTokenDetector``, ``TwilioKeyDetector``,
  ``ArtifactoryDetector`` begin with no literal (or with two letters), so each would have to be tried
  everywhere; our vendor rules hold these formats.
* ``IPPublicDetector`` and the entropy plugins are no secrets, or every second word.
"""

from __future__ import annotations

import hashlib
import importlib
import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from safedigest.detect.cache import Cache
from safedigest.detect.rulefile import Rule
from safedigest.errors import RuleError
from safedigest.model import Kind


class _Plugin(NamedTuple):
    """A plugin we use: its module and class, the prefixes of its tokens, and how many patterns it has at least."""

    module: str
    name: str
    prefixes: tuple[str, ...]
    patterns: int


_PLUGINS: Final = (
    _Plugin("aws", "AWSKeyDetector", ("A3T", "ABIA", "ACCA", "AKIA", "ASIA"), 2),
    _Plugin("github_token", "GitHubTokenDetector", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), 1),
    _Plugin(
        "gitlab_token",
        "GitLabTokenDetector",
        (
            "glpat-",
            "gldt-",
            "glft-",
            "glsoat-",
            "glrt-",
            "GR1348941",
            "glcbt-",
            "glimt-",
            "glptt-",
            "glagent-",
            "gloas-",
        ),
        7,
    ),
    _Plugin("jwt", "JwtTokenDetector", ("eyJ",), 1),
    _Plugin("pypi_token", "PypiTokenDetector", ("pypi-",), 2),
    _Plugin("sendgrid", "SendGridDetector", ("SG.",), 1),
    _Plugin("slack", "SlackDetector", ("xoxa-", "xoxb-", "xoxp-", "xoxo-", "xoxs-", "xoxr-"), 2),
    _Plugin("square_oauth", "SquareOAuthDetector", ("sq0csp-",), 1),
    _Plugin("stripe", "StripeDetector", ("sk_live_", "rk_live_"), 1),
)
Patterns = dict[str, list[list[Any]]]


def rules(cache: Cache | None = None) -> tuple[Rule, ...]:
    """Return the plugins' patterns as rules; ``cache`` keeps them between runs.

    Raises RuleError where detect-secrets is missing or has less than it should.
    """
    key = _key()
    try:
        found = _checked((cache or Cache()).get("secrets-lib", key, _live))
    except RuleError:
        found = _checked(_live())
    return tuple(
        _rule(plugin, number, pattern, flags)
        for plugin in _PLUGINS
        for number, (pattern, flags) in enumerate(found[plugin.name], 1)
    )


def _rule(plugin: _Plugin, number: int, pattern: str, flags: int) -> Rule:
    label = "|".join(map(re.escape, plugin.prefixes))
    scoped = "(?i:" if flags & re.IGNORECASE else "(?:"
    return Rule(
        id=f"detect-secrets-{plugin.module.replace('_', '-')}-{number}",
        kind=Kind.VENDOR_TOKEN,
        about=f"{plugin.name} of detect-secrets",
        see="https://github.com/Yelp/detect-secrets",
        keywords=tuple(prefix.lower() for prefix in plugin.prefixes),
        pattern=f"(?<![0-9A-Za-z])(?=(?P<label>{label})){scoped}{pattern})",
        match=(),
        reject=(),
        checks=("not-filler", "not-placeholder"),
        file="detect-secrets",
    )


@lru_cache(maxsize=1)
def _live() -> Patterns:
    """Import the plugins (100 ms, mostly requests) and take their patterns out."""
    return {plugin.name: _denylist(plugin) for plugin in _PLUGINS}


def _denylist(plugin: _Plugin) -> list[list[Any]]:
    try:
        module = importlib.import_module(f"detect_secrets.plugins.{plugin.module}")
        denylist = getattr(module, plugin.name).denylist
        return [[pattern.pattern, pattern.flags] for pattern in denylist]
    except (ImportError, AttributeError, TypeError):
        raise RuleError(f"detect-secrets has no {plugin.name}; install safedigest again") from None


def _checked(found: Any) -> Patterns:
    """Return ``found`` if every plugin has as many patterns as it should. Raises RuleError."""
    for plugin in _PLUGINS:
        rows = found.get(plugin.name) if isinstance(found, dict) else None
        if not isinstance(rows, list) or len(rows) < plugin.patterns:
            raise RuleError(f"{plugin.name} of detect-secrets has too few patterns; install safedigest again")
        for row in rows:
            if not (isinstance(row, list) and len(row) == 2 and type(row[0]) is str and type(row[1]) is int):  # noqa: PLR2004
                raise RuleError(f"{plugin.name} of detect-secrets has a pattern of another form")
    return found  # type: ignore[no-any-return]


def _key() -> str:
    """Name what is installed: a digest of the plugin files, and of which of them we use. Imports nothing."""
    spec = find_spec("detect_secrets")
    if spec is None or spec.origin is None:
        raise RuleError("detect-secrets is not installed; install safedigest again")
    package = Path(spec.origin).parent
    digest = hashlib.sha256(repr(_PLUGINS).encode())
    for name in ("__version__", *(f"plugins/{plugin.module}" for plugin in _PLUGINS)):
        file = package / f"{name}.py"
        digest.update(file.read_bytes() if file.is_file() else b"-")
    return digest.hexdigest()
