"""A filter for ``logging`` that masks what a record says before any handler sees it.

Invariants: message, arguments, exception text, stack and the texts that a caller added are masked, together with the
words around them (``"password=%s"`` and its argument); a record that cannot be masked says ``[withheld]``; no record
is dropped, and none gets by.
"""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import Any, Final

from safedigest.gate import Gate
from safedigest.jsons import redact_json
from safedigest.text import WITHHELD

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class RedactingFilter(logging.Filter):
    """Masks every record that passes. Add it to handlers: a logger's filter does not see its children's records.

    ``gate`` is the gate to mask with, the one of the shipped rules by default. The masked record has no ``args`` and no
    ``exc_info`` any more, since both hold values: the exception is its masked text.

    >>> import logging, sys
    >>> handler = logging.StreamHandler(sys.stdout)
    >>> handler.addFilter(RedactingFilter())
    >>> logger = logging.Logger("shop")
    >>> logger.addHandler(handler)
    >>> logger.warning("password=%s was refused", "sunny-side-42")
    password=*** was refused
    """

    def __init__(self, gate: Gate | None = None) -> None:
        super().__init__()
        self._gate = gate or Gate.default()

    def __repr__(self) -> str:
        return "<RedactingFilter>"

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask ``record`` in place and let it pass."""
        try:
            record.msg = self._gate.mask_text(record.getMessage())
        except Exception:  # noqa: BLE001  a message that does not fit its arguments must not be printed by `logging`
            record.msg = WITHHELD
        record.args = None
        self._mask_exception(record)
        for name in set(vars(record)) - _STANDARD:
            setattr(record, name, self._masked(name, getattr(record, name)))
        return True

    def _mask_exception(self, record: logging.LogRecord) -> None:
        text = record.exc_text
        if not text and isinstance(record.exc_info, tuple):
            text = _formatted(record.exc_info)
        record.exc_info = None
        record.exc_text = self._gate.mask_text(text) if text else None
        if record.stack_info:
            record.stack_info = self._gate.mask_text(record.stack_info)

    def _masked(self, name: str, value: Any) -> Any:
        """Return an added value as it may be told, by its name and by what it is; an object by its text."""
        try:
            plain = value is None or isinstance(value, bool | int | float | str | list | tuple | dict)
            shown = redact_json({name: value if plain else str(value)}, self._gate)
        except Exception:  # noqa: BLE001  an object without a text form
            return WITHHELD
        return next(iter(shown.values())) if isinstance(shown, dict) else WITHHELD


def _formatted(
    found: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
) -> str:
    """Return an exception's text; one that cannot be formatted is withheld."""
    try:
        return "".join(traceback.format_exception(*found)).rstrip("\n")
    except Exception:  # noqa: BLE001  an exception's own text may raise
        return WITHHELD
