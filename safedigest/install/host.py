"""The Hermes on this machine: its command, its own interpreter, and what its own code says.

Invariants: Hermes is asked in a process of its own, with the home in question and nothing of our ``PYTHONPATH``;
what it answers is taken as data; a Hermes that is missing, odd or slow is an answer too, and never stops a step
that can do without.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from safedigest.errors import ConfigError

_PATIENCE: Final = 60.0  # seconds; a first import of Hermes on a slow disk
_SHEBANG = re.compile(rb"#!\s*(?P<python>/\S*python[\d.]*)\s*$", re.MULTILINE)
_EXEC = re.compile(rb"^\s*exec\s+[\"']?(?P<path>/[^\s\"']+)", re.MULTILINE)
_USUAL: Final = (
    "~/.local/bin/hermes",
    "/opt/hermes/.venv/bin/hermes",
    "/opt/hermes/venv/bin/hermes",
    "/usr/local/bin/hermes",
)

# Runs in Hermes' interpreter: a table of questions in, a table of answers out. It changes nothing in the home, save
# that `soul` lets Hermes seed its own default.
_ASK: Final = """
import io, json, sys
from contextlib import redirect_stdout
asked = json.load(sys.stdin)
answers = {}
def answer(name, work):
    if name in asked:
        try:
            with redirect_stdout(io.StringIO()):
                answers[name] = work(asked[name])
        except Exception as error:
            answers[name] = None
            answers.setdefault("errors", {})[name] = type(error).__name__
def version(_):
    import hermes_cli
    return hermes_cli.__version__
def default_soul(_):
    from hermes_cli.default_soul import DEFAULT_SOUL_MD
    return DEFAULT_SOUL_MD
def legacy_soul(text):
    from hermes_cli.default_soul import is_legacy_template_soul
    return is_legacy_template_soul(text)
def scan(texts):
    from agent.prompt_builder import _scan_context_content
    return [_scan_context_content(text, name)[:300] if _scan_context_content(text, name).startswith("[BLOCKED") else ""
            for name, text in texts]
def prompt(folder):
    from agent.prompt_builder import build_context_files_prompt
    return build_context_files_prompt(cwd=folder, skip_soul=True)
def soul(_):
    from agent.prompt_builder import load_soul_md
    return load_soul_md()
def approve(command):
    from agent.shell_hooks import register_from_config
    register_from_config({"hooks": {"pre_llm_call": [{"command": command, "timeout": 5}]}}, accept_hooks=True)
    return True
for name, work in list(globals().items()):
    if name in ("version", "default_soul", "legacy_soul", "scan", "prompt", "soul", "approve"):
        answer(name, work)
print()
json.dump(answers, sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, and what it printed, both streams together."""

    code: int
    output: str


@dataclass(frozen=True, slots=True)
class Host:
    """A Hermes: its command, and its interpreter where that was found."""

    command: Path
    python: Path | None

    def run(self, home: Path, *words: str, cwd: Path | None = None, patience: float = _PATIENCE) -> Ran:
        """Run Hermes' own command for ``home``."""
        return _run([str(self.command), *words], home, cwd=cwd or home, patience=patience)

    def ask(self, home: Path, **questions: object) -> dict[str, Any]:
        """Put questions to Hermes' own code, in one process; what it cannot answer is missing or None."""
        if self.python is None:
            return {}
        ran = _run(
            [str(self.python), "-c", _ASK],
            home,
            cwd=home,
            patience=_PATIENCE,
            text=json.dumps(questions),
            errors=subprocess.DEVNULL,
        )
        try:
            answers = json.loads(ran.output.rpartition("\n")[2])
        except ValueError:
            return {}
        return answers if isinstance(answers, dict) else {}


def read_version(answer: object) -> tuple[int, ...]:
    """Return a version as numbers; empty where it is none."""
    parts = str(answer or "").lstrip("v").split(".")[:3]
    return tuple(int(part) for part in parts if part.isdigit())


def find_host(option: Path | None = None) -> Host | None:
    """Return the Hermes that ``option`` names, else the one on the PATH, beside our Python, or at a usual place.

    Raises ConfigError where ``option`` names nothing that can be run.
    """
    if option is not None:
        if not (option.is_file() and os.access(option, os.X_OK)):
            raise ConfigError(f"--hermes {option}: no command that can be run")
        return _host(option)
    beside = Path(sys.executable).parent / "hermes"
    for place in (shutil.which("hermes"), str(beside), *_USUAL):
        found = Path(place).expanduser() if place else None
        if found is not None and found.is_file() and os.access(found, os.X_OK):
            return _host(found)
    return None


def _host(command: Path) -> Host:
    return Host(command.absolute(), _python_of(command))


def _python_of(command: Path, depth: int = 3) -> Path | None:
    """Return the interpreter behind a command: by its first line, through a shell wrapper, or beside it."""
    real = Path(os.path.realpath(command))
    try:
        head = real.read_bytes()[:4096]
    except OSError:
        return None
    shebang = _SHEBANG.match(head)
    if shebang:
        return Path(os.fsdecode(shebang["python"]))
    wrapped = _EXEC.search(head)
    if wrapped and depth:
        target = Path(os.fsdecode(wrapped["path"]))
        return target if target.name.startswith("python") else _python_of(target, depth - 1)
    beside = [real.with_name(name) for name in ("python", "python3", "python.exe")]
    return next((python for python in beside if python.exists()), None)


def _run(
    command: list[str],
    home: Path,
    *,
    cwd: Path,
    patience: float,
    text: str = "",
    errors: int = subprocess.STDOUT,
) -> Ran:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")
    }
    environment |= {"HERMES_HOME": str(home), "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    try:
        done = subprocess.run(  # noqa: S603  the command was found by us or named by the owner
            command,
            input=text,
            env=environment,
            cwd=cwd,
            timeout=patience,
            check=False,
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return Ran(-1, f"no answer in {patience:g} s")
    except OSError as error:
        return Ran(-1, error.strerror or type(error).__name__)
    return Ran(done.returncode, done.stdout)
