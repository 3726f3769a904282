"""The command as a whole: exit codes, one line on standard error, nothing of a message in it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable
from types import ModuleType

import pytest

from safedigest import __version__
from safedigest.cli import app
from safedigest.errors import RuleError
from safedigest.exits import ExitCode

SECRET = "q7-" + "x" * 20


def run(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "safedigest", *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [["--version"], ["--version", "redact"]])
def test_the_version_is_shown(words: list[str]) -> None:
    code, out, err = run(*words)
    assert (code, out, err) == (0, f"safedigest {__version__}\n", "")


def test_the_version_is_shown_without_the_command_line_library() -> None:
    code = (
        "import sys; from safedigest.cli.app import main; main(['--version']); print('typer' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("words", [["bogus"], ["redact", "--format", "xml"], ["rules", "show"], []])
def test_a_mistake_in_the_command_is_2(words: list[str]) -> None:
    code, _, err = run(*words)
    assert code == ExitCode.USAGE
    assert "Traceback" not in err


def test_help_says_the_same_without_the_commands_as_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Else the table of the one file and the words of the others would grow apart."""

    def shown(commands: Iterable[str]) -> list[str]:
        with pytest.raises(SystemExit) as end:
            app.build(commands)(args=["--help"], prog_name="safedigest")
        assert not end.value.code
        return capsys.readouterr().out.splitlines()

    quick, whole = shown([]), shown(app._COMMANDS)
    assert sorted(quick) == sorted(whole)
    assert all(any(line.startswith(f"  {name} ") for line in quick) for name in app._COMMANDS)


@pytest.mark.parametrize("name", app._COMMANDS)
def test_a_command_is_in_the_module_that_the_table_names(name: str) -> None:
    made = app.build([name])
    own = [command.name for command in made.registered_commands if command.callback is not app._elsewhere]
    assert [*own, *(group.name for group in made.registered_groups)].count(name) == 1


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from safedigest.cli.app import _run; _run(['--help'])\n"
        "print([name for name in sys.modules if name.startswith('safedigest.')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Commands:" in done.stdout
    ours = ["cli", "cli.app", "errors", "exits"]
    assert sorted(ast.literal_eval(done.stderr)) == [f"safedigest.{name}" for name in ours]


@pytest.mark.parametrize("words", [["rules", "list"], ["--", "rules", "list"]])
def test_a_command_is_found_behind_two_dashes(words: list[str]) -> None:
    code, out, _ = run(*words)
    assert code == 0
    assert out


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RuleError("own.toml: rule x:\n bad"), "safedigest: own.toml: rule x: bad\n"),
        (ValueError(SECRET), "safedigest: stopped by an unexpected ValueError; nothing was passed through\n"),
    ],
)
def test_an_error_is_one_line_without_a_message_and_3(
    error: BaseException, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def command() -> None:
        text = SECRET  # a local that no traceback may show
        raise error if text else AssertionError

    broken = ModuleType("safedigest.cli.broken")
    broken.register = lambda root: root.command("broken")(command)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "safedigest.cli.broken", broken)
    monkeypatch.setitem(app._COMMANDS, "broken", ("broken", ""))
    with pytest.raises(SystemExit) as end:
        app.main(["broken"])
    assert end.value.code == ExitCode.FAILED
    out, err = capsys.readouterr()
    assert (out, err.lstrip("\n")) == ("", line)


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = f"{sys.executable} -m safedigest rules list | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"
