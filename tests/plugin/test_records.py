"""Classes made quickly behave as those that ``dataclasses`` makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from safedigest.plugin import records

MAKERS: dict[str, Any] = {"ours": records, "the standard's": dataclasses}


def place(made: Any, **options: bool) -> Any:
    """Return a class of two parts and one with a factory."""

    class Place:
        """A place."""

        name: str
        depth: int = 3
        boats: list[str] = made.field(default_factory=list, repr=False)

        def deeper(self) -> int:
            return self.depth + 1

    return made.dataclass(slots=True, **options)(Place)


def outcome(work: Callable[[], object]) -> object:
    """Return what ``work`` gives, or the kind of the error it raises."""
    try:
        return work()
    except (TypeError, AttributeError) as error:
        return type(error)


def assigned(value: Any) -> Any:
    value.depth = 9
    return value.depth


def deleted(value: Any) -> Any:
    del value.depth
    return "gone"


TRIES: dict[str, Callable[[Any], object]] = {
    "by order": lambda cls: (cls("quay", 5, ["a"]).name, cls("quay", 5).depth),
    "by name": lambda cls: cls(depth=1, name="quay").depth,
    "defaults": lambda cls: (cls(name="quay").depth, cls(name="quay").boats),
    "factories apart": lambda cls: cls(name="a").boats is cls(name="b").boats,
    "too few": lambda cls: cls(),
    "too many": lambda cls: cls("a", 1, [], 2),
    "unknown": lambda cls: cls("a", width=1),
    "equal": lambda cls: (cls(name="a") == cls(name="a"), cls(name="a") == cls(name="b"), cls(name="a") != 1),
    "hash": lambda cls: isinstance(hash(cls(name="a", boats=())), int),
    "hash of equals": lambda cls: len({cls(name="a", boats=()), cls(name="a", boats=())}),
    "order": lambda cls: (cls(name="a") < cls(name="b"), cls(name="b") <= cls(name="a"), cls(name="b") > cls(name="a")),
    "order of others": lambda cls: cls(name="a") < 1,
    "repr": lambda cls: repr(cls(name="a")).rpartition(".")[2],
    "set": lambda cls: assigned(cls(name="a")),
    "delete": lambda cls: deleted(cls(name="a")),
    "slots": lambda cls: (cls.__slots__, hasattr(cls(name="a"), "__dict__")),
    "method": lambda cls: cls(name="a").deeper(),
    "doc": lambda cls: (cls.__name__, cls.__doc__),
    "match": lambda cls: cls.__match_args__,
    "replaced": lambda cls: dataclasses.replace(cls(name="a"), depth=7).depth,
    "fields": lambda cls: [(f.name, f.type, f.default, f.repr) for f in dataclasses.fields(cls) if f.name != "boats"],
    "as a table": lambda cls: dataclasses.asdict(cls(name="a", boats=["b"])),
    "copied": lambda cls: copy.deepcopy(cls(name="a", boats=["b"])) == cls(name="a", boats=["b"]),
}  # fmt: skip
OPTIONS = [
    {},
    {"frozen": True},
    {"frozen": True, "order": True},
    {"eq": False},
    {"kw_only": True},
    {"repr": False},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "plain")
@pytest.mark.parametrize("name", TRIES)
def test_it_behaves_as_the_standard_does(name: str, options: dict[str, bool]) -> None:
    if name == "repr" and not options.get("repr", True):
        return  # an address
    ours, theirs = (outcome(partial(TRIES[name], place(made, **options))) for made in MAKERS.values())
    assert ours == theirs


@records.dataclass(frozen=True, slots=True)
class Base:
    name: str
    depth: int = 3


@records.dataclass(frozen=True, slots=True, kw_only=True)
class Inner(Base):
    pilot: str


@records.dataclass(frozen=True, slots=True)
class Outer:
    rows: tuple[Base, ...]
    known: dict[str, Base]


def test_a_class_adds_to_the_parts_of_its_base() -> None:
    one = Inner("quay", pilot="Orsolya")
    assert (one.name, one.depth, one.pilot) == ("quay", 3, "Orsolya")
    assert records.replace(one, depth=4) == Inner("quay", 4, pilot="Orsolya")
    assert one != Base("quay")
    assert vars(Inner)["__slots__"] == ("pilot",)


def test_values_in_values_become_tables() -> None:
    outer = Outer((Base("a"),), {"b": Base("b", 1)})
    assert records.asdict(outer) == dataclasses.asdict(outer)
    assert records.asdict(outer)["known"] == {"b": {"name": "b", "depth": 1}}


def test_a_value_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Inner("quay", pilot="x"))) == Inner("quay", pilot="x")  # noqa: S301  our own


def test_a_class_without_slots_is_refused() -> None:
    with pytest.raises(TypeError, match="without slots"):
        records.dataclass(frozen=True)(type("Loose", (), {}))


def test_the_standard_is_not_read_in_for_it() -> None:
    code = (
        "import sys; from safedigest.plugin import records\n"
        "@records.dataclass(frozen=True, slots=True)\n"
        "class A:\n    x: int = 1\n"
        "assert A() == A(2 - 1)\n"
        "print([name for name in ('dataclasses', 'inspect', 'typing') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
