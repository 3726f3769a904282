"""Lets one Hermes agent know what was said at its other ends, with every secret masked."""

__version__ = "0.1.0"
