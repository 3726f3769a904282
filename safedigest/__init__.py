"""Lets one Hermes agent know what was said at its other ends, with every secret masked.

As a library: ``redact(text)`` gives the masked text, ``inspect(text)`` what was masked, and ``Gate`` both
with settings; ``MaskStream`` masks what comes in chunks, ``RedactingFilter`` log records, ``redact_json`` data.
None needs a set-up, keeps anything, logs anything or opens a connection, and threads may share a gate:

>>> import safedigest
>>> gate = safedigest.Gate.default()
>>> str(gate.mask("wifi password: sunny-side-42"))
'wifi password: ***'
>>> question, answer = gate.mask_exchange("the door code is 4711", "noted: 4711")
>>> str(question), str(answer)
('the door code is ***', 'noted: ***')

``Gate.from_home(path)`` also knows the settings, the rules and the credentials of a Hermes home:

>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     home = pathlib.Path(folder)
...     _ = (home / ".env").write_text("SHOP_TOKEN=violet-otter-19")
...     str(safedigest.Gate.from_home(home).mask("it said violet-otter-19 again"))
'it said *** again'
"""
# All is imported when it is first asked for, since a tick or a hook imports this package many times a day.

from __future__ import annotations

TYPE_CHECKING = False  # `typing` costs as much as half of Python's start
if TYPE_CHECKING:
    from safedigest.gate import Gate
    from safedigest.jsons import redact_json
    from safedigest.logs import RedactingFilter
    from safedigest.model import Finding, Kind
    from safedigest.stream import MaskStream

__version__ = "0.1.0"
__all__ = [
    "Finding",
    "Gate",
    "Kind",
    "MaskStream",
    "RedactingFilter",
    "__version__",
    "inspect",
    "redact",
    "redact_json",
]

_shared: Gate | None = None
_LAZY = {
    "Gate": "safedigest.gate",
    "Finding": "safedigest.model",
    "Kind": "safedigest.model",
    "MaskStream": "safedigest.stream",
    "RedactingFilter": "safedigest.logs",
    "redact_json": "safedigest.jsons",
}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        from importlib import import_module  # noqa: PLC0415  as above

        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _gate() -> Gate:
    """Return the gate of the shipped rules, made once."""
    global _shared  # noqa: PLW0603  `functools` is not imported for one value
    if _shared is None:
        from safedigest.gate import Gate  # noqa: PLC0415  as above

        _shared = Gate.default()
    return _shared


def redact(text: str) -> str:
    """Return ``text`` with every secret masked; one that cannot be inspected whole becomes ``[withheld]``.

    Raises RuleError where the shipped rules are not whole.

    >>> redact("数据库密码是 blue-Lamp-77，别外传")
    '数据库密码是 ***，别外传'
    """
    from safedigest.text import Raw  # noqa: PLC0415  as above

    return str(_gate().mask(Raw(text)))


def inspect(text: str) -> list[Finding]:
    """Return what ``redact`` would mask in ``text``, in order, with offsets in its code points.

    Raises RuleError where the shipped rules are not whole.

    >>> [(found.kind.value, found.start, found.end) for found in inspect("wifi password: sunny-side-42")]
    [('password', 15, 28)]
    """
    return _gate().inspect(text)
