"""Values with named parts: what a frozen dataclass is, for code that is waited for.

Standard library only, and next to none of it: ``dataclasses`` reads the source tools of Python in, which takes as long
as all else that a shell hook does. Parts are the annotations of a class, in order; a default is an attribute of it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` is not cheap either
if TYPE_CHECKING:
    from typing import Any, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """Leave a class as it is; only the type checker is told anything."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Record:
    """A value of named parts; it never changes, and equals another of its class with equal parts."""

    _parts: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        cls._parts += tuple(name for name in cls.__annotations__ if name != "_parts")

    def __init__(self, *given: Any, **named: Any) -> None:
        parts = dict(zip(self._parts, given, strict=False)) | named
        missing = [name for name in self._parts if name not in parts and not hasattr(type(self), name)]
        if missing or len(given) > len(self._parts) or not parts.keys() <= set(self._parts):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._parts)}")
        self.__dict__.update(
            (name, parts[name] if name in parts else getattr(type(self), name)) for name in self._parts
        )

    def but(self, **changed: Any) -> Self:
        """Return the same value with some parts changed."""
        return type(self)(**self.__dict__ | changed)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise AttributeError(f"{name} cannot be changed")
