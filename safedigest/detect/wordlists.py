"""Word lists of the detectors that judge by names: data in ``rules/names``, one file for each of them.

A list is words between blanks in one TOML string. Files are read once per process, when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from safedigest import kept
from safedigest.detect.rulefile import shipped_folder
from safedigest.errors import RuleError


@lru_cache(maxsize=8)
def wordlists(name: str, /) -> Mapping[str, frozenset[str]]:
    """Return the lists of ``rules/names/NAME.toml``. Raises RuleError where the file is missing or broken."""
    try:
        tables = kept.toml(f"names/{name}", (shipped_folder() / "names" / f"{name}.toml").read_bytes())
        return {key: frozenset(words.split()) for key, words in tables.items()}
    except (OSError, ValueError, AttributeError) as error:
        raise RuleError(
            f"rules/names/{name}.toml: cannot be read ({type(error).__name__}); install safedigest again"
        ) from None
