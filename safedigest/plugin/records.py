"""Values with named parts, as ``dataclasses`` makes them, for code that starts often.

Standard library only, and little of it. A tick reads some seventy such classes and a shell hook some five; each costs
``dataclasses`` as much time as a small module, and reading ``dataclasses`` in takes as long as all else in a hook. What
is made here behaves the same, in what is used of it: slots, frozen or not, ``eq``, ``order``, ``kw_only``, ``repr``,
defaults and factories. ``dataclasses`` knows these classes for its own, and so does a type checker, for which this
module is that one.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False  # as in `marks`
if TYPE_CHECKING:
    from dataclasses import MISSING, asdict, dataclass, field, fields, replace
else:
    MISSING = object()

    class Part:
        """One part of a class; ``default`` and ``default_factory`` are MISSING where there is none."""

        __slots__ = ("default", "default_factory", "kw_only", "name", "repr", "type")

        def __init__(self, default=MISSING, default_factory=MISSING, *, repr=True):  # noqa: A002  as its model
            self.default, self.default_factory, self.repr = default, default_factory, repr
            self.name, self.type, self.kw_only = "", None, False

    def field(*, default=MISSING, default_factory=MISSING, repr=True):  # noqa: A002  as its model
        """Return what stands for a default."""
        return Part(default, default_factory, repr=repr)

    def dataclass(*, frozen=False, slots=False, eq=True, order=False, kw_only=False, repr=True):  # noqa: A002
        """Make the class that is decorated one of values with named parts. Only classes with slots are made."""
        if not slots:
            raise TypeError("a class without slots is one for `dataclasses`")

        def made(cls):
            own = _parts(cls, kw_only=kw_only)
            space = {name: value for name, value in vars(cls).items() if name not in own}
            space = {name: value for name, value in space.items() if name not in {"__dict__", "__weakref__"}}
            given = {
                name: part
                for base in reversed(cls.__mro__)
                for name, part in vars(base).get(_PARTS, {}).items()
            }
            parts = given | own
            space |= {"__slots__": tuple(own), _PARTS: own, _ALL: parts, "__dataclass_fields__": _Fields()}
            space |= {"__match_args__": tuple(name for name, part in parts.items() if not part.kw_only)}
            space |= {"__getstate__": _getstate, "__setstate__": _setstate}
            if eq:
                space = {"__eq__": _eq, "__hash__": _hash if frozen else None} | space
            if frozen:
                space |= {"__setattr__": _refuse, "__delattr__": _refuse}
            if order:
                space |= {"__lt__": _lt, "__le__": _le, "__gt__": _gt, "__ge__": _ge}
            if repr:
                space.setdefault("__repr__", _repr)
            new = type(cls)(cls.__name__, cls.__bases__, space)
            new.__qualname__ = cls.__qualname__
            getter = attrgetter(*parts) if parts else None
            setattr(
                new,
                _VALUES,
                staticmethod(getter if len(parts) > 1 else lambda of: tuple(getattr(of, n) for n in parts)),
            )
            new.__init__ = _init(new, parts)
            return new

        return made

    _PARTS, _ALL, _VALUES = "__own_parts__", "__parts__", "__values__"

    def _parts(cls, *, kw_only):
        own = {}
        for name, kind in cls.__annotations__.items():
            default = vars(cls).get(name, MISSING)
            part = default if isinstance(default, Part) else Part(default)
            part.name, part.type, part.kw_only = name, kind, kw_only
            own[name] = part
        return own

    def _init(cls, parts):
        """Return what sets the slots, written out: one that loops takes four times as long."""
        ordered = sorted(parts.values(), key=lambda part: part.kw_only)
        shape = tuple((part.kw_only, part.default_factory is not MISSING) for part in ordered)
        if shape not in _written:
            _written[shape] = _write(shape)
        space = {"MISSING": MISSING}
        for number, part in enumerate(ordered):
            space[f"set{number}"] = getattr(cls, part.name).__set__
            space[f"make{number}"] = part.default_factory
        names = ("self", *(part.name for part in ordered))
        code = _written[shape].replace(co_varnames=names, co_qualname=f"{cls.__qualname__}.__init__")
        init = type(_write)(code, space, "__init__")
        given = {
            part.name: part.default for part in ordered if _is_optional(part)
        }  # MISSING where a factory makes it
        positional = [part for part in ordered if not part.kw_only]
        optional = [part for part in positional if part.name in given]
        if positional[len(positional) - len(optional) :] != optional:
            raise TypeError(f"{cls.__qualname__}: a part without a default follows one with a default")
        init.__defaults__ = tuple(given[part.name] for part in optional)
        init.__kwdefaults__ = {
            part.name: given[part.name] for part in ordered if part.kw_only and part.name in given
        }
        return init

    _written = {}  # by the shape of the parts: the code of an ``__init__``, for classes of one shape differ in names

    def _write(shape):
        """Compile an ``__init__``; ``shape`` tells of each part whether it is given by name alone, and is made."""
        head, body = ["self"], ["pass"]
        for number, (kw_only, is_made) in enumerate(shape):
            if kw_only and "*" not in head:
                head.append("*")
            head.append(f"p{number}")
            value = f"make{number}() if p{number} is MISSING else p{number}" if is_made else f"p{number}"
            body.append(f"set{number}(self, {value})")
        module = compile(f"def __init__({', '.join(head)}):\n " + "\n ".join(body), __file__, "exec")
        return next(part for part in module.co_consts if isinstance(part, type(module)))

    def _is_optional(part):
        return part.default is not MISSING or part.default_factory is not MISSING

    def _eq(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__values__(self) == other.__values__(other)

    def _hash(self):
        return hash(self.__values__(self))

    def _ordered(holds):
        def compare(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return holds(self.__values__(self), other.__values__(other))

        return compare

    _lt, _le = _ordered(lambda one, other: one < other), _ordered(lambda one, other: one <= other)
    _gt, _ge = _ordered(lambda one, other: one > other), _ordered(lambda one, other: one >= other)

    def _repr(self):
        shown = ", ".join(
            f"{name}={getattr(self, name)!r}" for name, part in self.__parts__.items() if part.repr
        )
        return f"{self.__class__.__qualname__}({shown})"

    def _refuse(_, name, *__):
        from dataclasses import FrozenInstanceError  # noqa: PLC0415  an error of whoever wrote the caller

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _getstate(self):
        return list(self.__values__(self))

    def _setstate(self, state):
        for name, value in zip(self.__parts__, state, strict=True):
            object.__setattr__(self, name, value)

    class _Fields:
        """What `dataclasses` asks of a class, worked out when it does."""

        def __get__(self, _, cls):
            import dataclasses  # noqa: PLC0415  few ask

            made = []
            for name, part in cls.__parts__.items():
                told = {"repr": part.repr, "kw_only": part.kw_only}
                for default in ("default", "default_factory"):
                    if getattr(part, default) is not MISSING:
                        told[default] = getattr(part, default)
                made.append((name, part.type, dataclasses.field(**told)))
            return dataclasses.make_dataclass(cls.__name__, made).__dataclass_fields__

    def fields(of):
        """Return the parts of a class or of a value, in order."""
        return tuple(of.__parts__.values())

    def replace(value, /, **changed):
        """Return the same value with some parts changed."""
        return type(value)(**{name: getattr(value, name) for name in value.__parts__} | changed)

    def asdict(value):
        """Return the parts of a value by name, those of values in it too."""
        return {name: _plain(getattr(value, name)) for name in value.__parts__}

    def _plain(value):
        if hasattr(type(value), _ALL):
            return asdict(value)
        if isinstance(value, list | tuple):
            return type(value)(map(_plain, value))
        return {key: _plain(one) for key, one in value.items()} if isinstance(value, dict) else value


__all__ = ["MISSING", "asdict", "dataclass", "field", "fields", "replace"]
