"""The plugin as the host loads it."""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import safedigest.plugin
from safedigest import deploy
from safedigest.plugin import fresh, host
from safedigest.sync import sync
from tests.fakes.store import NOW
from tests.plugin.conftest import event

FILES = sorted(Path(safedigest.plugin.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_imports_the_standard_library_and_itself(file: Path) -> None:
    """The host's own modules are asked for in one place, and may be missing."""
    allowed = set(sys.stdlib_module_names) | (
        {"hermes_constants", "gateway"} if file.name == "host.py" else set()
    )
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= allowed
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert (node.module or "").split(".")[0] in allowed


class Context:
    """What a host hands to ``register``; one without sections is like 0.19."""

    def __init__(self, *, sections: bool) -> None:
        self.hooks: dict[str, Any] = {}
        self.commands: dict[str, Any] = {}
        self.sections: dict[str, Any] = {}
        if sections:
            self.register_system_prompt_section = self._section

    def register_hook(self, name: str, callback: Any) -> None:
        self.hooks[name] = callback

    def register_command(self, name: str, handler: Any, *, description: str, args_hint: str) -> None:
        assert description
        assert args_hint
        self.commands[name] = handler

    def _section(self, name: str, content: Any, *, max_chars: int) -> None:
        assert 0 < max_chars <= 4000
        self.sections[name] = content


@pytest.fixture
def loaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[types.ModuleType]:
    """Give the copy in a home, loaded as Hermes does it."""
    monkeypatch.setenv("HERMES_HOME", str(home))
    deploy.write_plugin(home)
    folder = deploy.plugin_folder(home)
    install = folder / fresh.INSTALL
    install.write_text(json.dumps({**json.loads(install.read_text()), "patience": 60}))  # on a slow machine
    name = "hermes_plugins.safedigest"
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "hermes_plugins", types.ModuleType("hermes_plugins"))
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    yield module
    for other in [other for other in sys.modules if other.startswith(f"{name}.")]:
        del sys.modules[other]


def test_the_copy_in_a_home_answers_the_hook(home: Path, loaded: types.ModuleType) -> None:
    sync(home, now=NOW)
    context = Context(sections=False)
    loaded.register(context)
    answer = context.hooks["pre_llm_call"](**event(platform="cli", model="m", telemetry_schema_version="1"))
    assert "Orsolya" in answer["context"]
    assert context.hooks["pre_llm_call"](**event("nobody")) is None


def test_a_host_with_sections_gets_one(home: Path, loaded: types.ModuleType) -> None:
    sync(home, now=NOW)
    context = Context(sections=True)
    loaded.register(context)
    assert "Orsolya" in context.sections["safedigest"]({"session_id": "cli-1", "platform": "cli"})
    assert context.sections["safedigest"]({"session_id": "", "platform": "cli"}) == ""


def test_a_command_is_offered_with_and_without_arguments(home: Path, loaded: types.ModuleType) -> None:
    sync(home, now=NOW)
    context = Context(sections=False)
    loaded.register(context)
    assert "last sync" in context.commands["digest"]("")
    assert "only /digest status" in context.commands["digest"]("off")


def test_another_profiles_home_gets_nothing(
    home: Path, loaded: types.ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gateway that serves several profiles names the home of the turn; this plugin is another one's."""
    sync(home, now=NOW)
    context = Context(sections=True)
    loaded.register(context)
    other = types.ModuleType("hermes_constants")
    other.get_hermes_home = lambda: tmp_path / "profiles" / "work"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hermes_constants", other)
    assert context.hooks["pre_llm_call"](**event(platform="cli")) is None
    assert context.sections["safedigest"]({"session_id": "cli-1", "platform": "cli"}) == ""
    assert context.commands["digest"]("status") == ""


def test_an_installed_plugin_takes_the_home_that_the_host_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path))
    assert host.home() == str(tmp_path)
    named = types.ModuleType("hermes_constants")
    named.get_hermes_home = lambda: tmp_path / "other"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hermes_constants", named)
    assert host.home() == str(tmp_path / "other")
    monkeypatch.delitem(sys.modules, "hermes_constants")
    monkeypatch.delenv("HERMES_HOME")
    assert host.home() is not None
    assert host.of_session("id") == ""


def test_the_host_says_which_session_a_command_is_of(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("gateway.session_context")
    module.get_session_env = {"HERMES_SESSION_CHAT_ID": "7"}.get  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gateway", types.ModuleType("gateway"))
    monkeypatch.setitem(sys.modules, "gateway.session_context", module)
    assert host.of_session("chat_id") == "7"
    assert host.of_session("platform") == ""
