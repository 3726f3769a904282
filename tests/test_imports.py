"""Imports go one way, and the paths that start often stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import safedigest

PACKAGE = Path(safedigest.__file__).parent
# From the ground up; a module may import its own layer and those below it.
LAYERS = (
    {
        "",
        "errors",
        "exits",
        "kept",
        "letters",
        "swallow",
        "text",
        "plugin",
    },  # the plugin's files import nothing of ours
    {"model"},
    {"home", "config", "detect", "cuts", "talk"},
    {
        "store",
        "select",
        "gate",
        "neutral",
        "noise",
        "people",
        "turns",
        "clock",
        "triggers",
        "inert",
        "phrases",
    },
    {
        "condense",
        "dates",
        "render",
        "audit",
        "publish",
        "report",
        "digest",
        "page",
        "fit",
        "blocks",
        "seal",
        "feed",
        "status",
    }
    | {
        "allow",
        "exposure",
        "tally",
        "jsons",
        "keyfile",
        "lock",
        "logs",
        "stream",
        "tokens",
        "watch",
        "worth",
    },
    {
        "sync",
        "tick",
        "hook",
        "deploy",
        "doctor",
        "install",
        "verify",
        "demo",
        "scan",
        "whereabouts",
        "rotation",
    },
    {"cli", "__main__"},
)
NEVER_DETECT = {"select", "render", "report", "publish", "audit"}
HEAVY = ("typer", "click", "rich", "pydantic", "requests", "detect_secrets", "regex", "yaml")


def layer(name: str) -> int:
    return next((n for n, names in enumerate(LAYERS) if name in names), -1)


def imports(file: Path) -> Iterator[str]:
    """Give the top part below ``safedigest`` of every import in ``file``, those inside functions too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "safedigest":
            first, *rest = node.module.split(".")[1:] or [""]
            yield from [alias.name for alias in node.names] if not first and not rest else [first]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("safedigest."):
                    yield alias.name.split(".")[1]


def modules() -> list[tuple[str, Path]]:
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        found.append((parts[0] if parts != ("__init__",) else "", file))
    return found


@pytest.mark.parametrize(("name", "file"), modules(), ids=[str(f.relative_to(PACKAGE)) for _, f in modules()])
def test_a_module_imports_its_own_layer_and_those_below(name: str, file: Path) -> None:
    if not name:
        return  # the package itself offers what stands above it, when asked
    known = [
        other for other in imports(file) if (PACKAGE / other).exists() or (PACKAGE / f"{other}.py").exists()
    ]
    upwards = {other for other in known if layer(other) > layer(name)}
    assert not upwards
    assert not (name in NEVER_DETECT and "detect" in known)


def test_every_module_has_a_layer() -> None:
    assert {name for name, _ in modules() if layer(name) < 0} == set()


@pytest.mark.parametrize("module", ["safedigest", "safedigest.gate", "safedigest.detect.build"])
def test_a_light_module_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_package_offers_what_it_names() -> None:
    assert all(getattr(safedigest, name) for name in safedigest.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        _ = safedigest.nothing
