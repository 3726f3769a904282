"""What a tick would work out anew each time it starts, kept in a home: patterns compiled, our own tables parsed.

A tick lives for a fraction of a second, and half of that went into compiling the same few hundred patterns. ``begin``
names the file, ``end`` writes it where anything was missing in it; without ``begin``, as in a library or a host,
everything is made as ever.

Invariants:

* Only what stands in our own source, in our own rule files and in the settings is kept: ``pattern`` is given literals,
  ``table`` files of the package and ``config.toml``, never anything of a message, of a credential or of a user's rules.
* An entry counts only for this version of ours, this very build of Python and the very same source; whatever is odd is
  made anew. What is kept finds what a pattern compiled afresh finds, instruction for instruction.
* The file is written whole or not at all, 0600.

A pattern is kept as the instructions that ``re`` makes of it; Python checks them when it takes them back. There is no
public way to either: where a Python has other ways, patterns are compiled as ever.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import zlib
from array import array

from safedigest import __version__

TYPE_CHECKING = False  # `typing` is not needed to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

_MOST: Final = 1_000  # patterns; more are those of sources that were edited
_SIZE: Final = 4  # bytes that tell the size of the packed head; the instructions follow as they are
_METHODS: Final = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")
_ATTRIBUTES: Final = (*_METHODS, "groupindex", "groups", "pattern", "flags")


class _Store:
    """The entries of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.new = False
        self.patterns: dict[str, list[Any]] = {}
        self.tables: dict[
            str, tuple[str, Any]
        ] = {}  # by name: a digest of the source, and what was made of it
        self.code = array("I")
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, zlib.error):
            self._read()

    def _read(self) -> None:
        with open(self.file, "rb") as file:  # noqa: PTH123  `pathlib` is not needed to start
            data = file.read()
        split = _SIZE + int.from_bytes(data[:_SIZE], "big")
        entries, code = json.loads(zlib.decompress(data[_SIZE:split])), data[split:]
        if entries["for"] == [*_build(), zlib.crc32(code)] and len(entries["patterns"]) < _MOST:
            self.code.frombytes(code)
            self.patterns, self.tables = entries["patterns"], entries["tables"]

    def write(self) -> None:
        """Write the file whole, or leave it as it was. Raises OSError."""
        code = self.code.tobytes()
        entries = {"for": [*_build(), zlib.crc32(code)], "patterns": self.patterns, "tables": self.tables}
        head = zlib.compress(json.dumps(entries).encode(), 1)
        data = len(head).to_bytes(_SIZE, "big") + head + code
        beside = f"{self.file}.{os.urandom(6).hex()}.tmp"
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(beside, self.file)  # noqa: PTH105  as above
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(beside)  # noqa: PTH108  as above
            raise


_store: _Store | None = None


def begin(file: str) -> None:
    """From now on take what ``file`` holds, and note what it lacks."""
    global _store  # noqa: PLW0603  one process, one tick
    _store = _Store(file)


def end() -> None:
    """Write what was made anew since ``begin``; where that cannot be done, the next run is slower, no more."""
    global _store  # noqa: PLW0603  as above
    if _store is not None and _store.new:
        with contextlib.suppress(OSError, TypeError, ValueError):  # settings may hold what JSON has not
            _store.write()
    _store = None


def _build() -> list[Any]:
    """Return what an entry hangs on beside its source: the versions of us, of Python and of its patterns."""
    return [__version__, sys.version, sys.byteorder, array("I").itemsize]


# patterns


class _Lazy:
    """Stands for a pattern; its first use compiles it and puts the real methods in place of the search for them."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        made = compiled(self._source, self._flags)
        self.__dict__.update({method: getattr(made, method) for method in _ATTRIBUTES})
        return getattr(made, name)


def pattern(source: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return what behaves like ``re.compile(source, flags)`` and is compiled when first used.

    ``source`` is a literal of ours or made of such: it may be kept.
    """
    return _Lazy(source, int(flags))  # type: ignore[return-value]


def compiled(source: str, flags: int) -> re.Pattern[str]:
    """Return a pattern of ours, from its instructions where they are kept."""
    if _store is None:
        return re.compile(source, flags)
    key = f"{flags}:{source}"
    entry = _store.patterns.get(key)
    if entry is None:
        entry = _entry(_store, source, flags)
        if entry is None:
            return re.compile(source, flags)
        _store.patterns[key], _store.new = entry, True
    found = _assembled(_store, source, entry)
    return re.compile(source, flags) if found is None else found


def _entry(store: _Store, source: str, flags: int) -> list[Any] | None:
    """Compile a pattern and return where its instructions are put, with what belongs to them."""
    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]  # noqa: PLC0415  not on every run

        tree = _parser.parse(source, flags)
        code = _compiler._code(tree, flags)
        entry = [
            flags | tree.state.flags,
            len(store.code),
            len(code),
            tree.state.groups - 1,
            tree.state.groupdict,
        ]
        store.code.extend(code)
    except (ImportError, AttributeError, TypeError, OverflowError):
        return None
    return entry


def _assembled(store: _Store, source: str, entry: list[Any]) -> re.Pattern[str] | None:
    """Return the pattern that an entry tells of; None where Python will not have it so."""
    try:
        from _sre import compile as assemble  # type: ignore[import-not-found]  # noqa: PLC0415  as above

        flags, start, length, groups, names = entry
        index: list[str | None] = [None] * (groups + 1)
        for name, number in names.items():
            index[number] = name
        code = store.code[start : start + length].tolist()
        found: re.Pattern[str] = assemble(source, flags, code, groups, names, tuple(index))
    except (ImportError, TypeError, ValueError, IndexError, RuntimeError, OverflowError):
        return None
    return found


# tables


def table(name: str, data: bytes, make: Callable[[], Any]) -> Any:
    """Return what ``make`` makes of ``data``, a file of ours; it is of such values as JSON has."""
    if _store is None:
        return make()
    import hashlib  # noqa: PLC0415  not where nothing is kept

    digest = hashlib.sha256(data).hexdigest()
    known = _store.tables.get(name)
    if known is None or known[0] != digest:
        known = _store.tables[name] = (digest, make())
        _store.new = True
    return known[1]


def toml(name: str, data: bytes) -> dict[str, Any]:
    """Return the tables of a TOML file in UTF-8. Raises UnicodeDecodeError, or the ValueError of ``tomllib``."""

    def parse() -> dict[str, Any]:
        import tomllib  # noqa: PLC0415  slow to read in, and most files are as they were

        return tomllib.loads(data.decode("utf-8"))

    found: dict[str, Any] = table(name, data, parse)
    return found
