"""Patterns that are compiled when first used: most runs look at a few lines and need few of them."""

from safedigest.kept import pattern

__all__ = ["pattern"]
