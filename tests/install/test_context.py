"""Where the host looks for context files, as its own precedence has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from safedigest.errors import ConfigError
from safedigest.install.context import file_read, gateway_folder, most_kept, settings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home whose user lives elsewhere."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return home


@pytest.mark.parametrize(
    ("config", "env", "folder"),
    [
        ("", "", "{user}"),
        ("terminal: {cwd: /srv/a}", "MESSAGING_CWD=/srv/b", "/srv/a"),
        ("terminal:\n  cwd: ''\n", "MESSAGING_CWD=/srv/b\n", "/srv/b"),
        ("terminal: {cwd: .}", 'export MESSAGING_CWD="/srv/b b"', "/srv/b b"),
        ("terminal: {cwd: auto}", "# MESSAGING_CWD=/srv/b", "{user}"),
        ("terminal: {cwd: cwd}", "TERMINAL_CWD=/srv/t\nMESSAGING_CWD=/srv/b", "/srv/t"),
        ("terminal: {cwd: ~/desk}", "", "{user}/desk"),
        ("terminal: 7", "", "{user}"),
    ],
)
def test_the_gateways_folder_is_what_is_set_else_its_users_own(
    home: Path, config: str, env: str, folder: str
) -> None:
    (home / "config.yaml").write_text(config)
    (home / ".env").write_text(env)
    assert str(gateway_folder(home)) == folder.format(user=home.parent / "user")


@pytest.mark.parametrize(
    ("there", "overrides", "read"),
    [
        ({}, True, "AGENTS.md"),
        ({"AGENTS.md": "x"}, True, "AGENTS.md"),
        ({"agents.md": "x"}, False, "agents.md"),
        ({"AGENTS.md": "x", ".hermes.md": "y"}, False, ".hermes.md"),
        ({"AGENTS.md": "x", ".hermes.md": " \n"}, False, "AGENTS.md"),
        ({"AGENTS.md": "x", "HERMES.md": "y"}, False, "HERMES.md"),
        ({"AGENTS.md": "x", "AGENTS.override.md": "y"}, True, "AGENTS.override.md"),
        ({"AGENTS.md": "x", "AGENTS.override.md": "y"}, False, "AGENTS.md"),
        ({"AGENTS.md": ""}, True, "AGENTS.md"),
        ({"CLAUDE.md": "x"}, True, "AGENTS.md"),
    ],
)
def test_of_a_folder_one_file_is_read(
    tmp_path: Path, there: dict[str, str], *, overrides: bool, read: str
) -> None:
    for name, text in there.items():
        (tmp_path / name).write_text(text)
    assert file_read(tmp_path, overrides=overrides).name == read


@pytest.mark.parametrize(
    ("value", "most"), [(None, 20_000), (30_000, 30_000), (0, 20_000), (True, 20_000), ("x", 20_000)]
)
def test_what_is_kept_of_a_file_is_the_least_that_any_model_gets(value: object, most: int) -> None:
    assert most_kept({"context_file_max_chars": value}) == most


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a: [", b"- a"])
def test_settings_that_cannot_be_read_are_an_error_that_names_the_file(home: Path, data: bytes) -> None:
    (home / "config.yaml").write_bytes(data)
    with pytest.raises(ConfigError, match=r"config\.yaml: "):
        settings(home)
