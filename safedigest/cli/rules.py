"""``safedigest rules``: look at rules, run the proof that each carries, and find what is weak about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from safedigest.detect import proof, rulefile, userrules
from safedigest.detect.rulefile import Rule
from safedigest.exits import ExitCode

Files = Annotated[list[Path] | None, typer.Argument(help="Rule files; the shipped ones if none is given.")]


def register(app: typer.Typer) -> None:
    """Add the group to ``app``."""
    group = typer.Typer(no_args_is_help=True)
    for name, command in (("list", list_), ("show", show), ("test", prove), ("lint", lint)):
        group.command(name)(command)
    app.add_typer(group, name="rules", help="Look at rules and prove them.")


def _rules(files: list[Path] | None) -> tuple[Rule, ...]:
    if not files:
        return rulefile.shipped().rules
    if all(file.resolve().parent == rulefile.shipped_folder() for file in files):
        return rulefile.load(files).rules  # as a user's file they would take their own names
    return userrules.load(files).rules


def list_(files: Files = None) -> None:
    """List the rules: id, kind, what it is about."""
    rules = _rules(files)
    width = max((len(rule.id) for rule in rules), default=0)
    for rule in rules:
        typer.echo(f"{rule.id:{width}}  {rule.kind.value:14}  {rule.about}")


def show(rule_id: Annotated[str, typer.Argument(metavar="ID")], files: Files = None) -> None:
    """Show one rule whole."""
    for rule in _rules(files):
        if rule.id == rule_id:
            for field in fields(Rule):
                value = getattr(rule, field.name)
                if value != field.default:
                    typer.echo(f"{field.name:9} {_readable(value)}")
            return
    raise typer.BadParameter("no rule has that id; see `safedigest rules list`")


def _readable(value: object) -> str:
    if isinstance(value, tuple):
        return "  ".join(map(str, value))
    return str(getattr(value, "value", value))


def prove(files: Files = None) -> None:
    """Run every rule's own templates: bare, glued to Chinese, in full-width punctuation, code, JSON and URLs."""
    _report(_rules(files), proof.prove, "hold")


def lint(files: Files = None) -> None:
    """Look for keywords that never wake their rule, missing sources and work that grows faster than the text."""
    _report(_rules(files), proof.lint, "are sound")


def _report(rules: tuple[Rule, ...], look: Callable[[Rule], list[str]], verdict: str) -> None:
    problems = [line for rule in rules for line in look(rule)]
    for line in problems:
        typer.echo(line)
    typer.echo(f"{len(rules)} rules, " + (f"{len(problems)} problems" if problems else f"all {verdict}"))
    if problems:
        raise typer.Exit(ExitCode.FAILED)
