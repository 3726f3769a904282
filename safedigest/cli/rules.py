"""``safedigest rules``: look at rules, run the proof that each carries, and find what is weak about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from safedigest.detect import proof, rulefile, userrules
from safedigest.detect.gitleaks import GitleaksRule
from safedigest.detect.rulefile import Rule
from safedigest.exits import ExitCode
from safedigest.model import Kind

Files = Annotated[list[Path] | None, typer.Argument(help="Rule files; the shipped ones if none is given.")]


def register(app: typer.Typer) -> None:
    """Add the group to ``app``."""
    group = typer.Typer(no_args_is_help=True)
    for name, command in (("list", list_), ("show", show), ("test", prove), ("lint", lint)):
        group.command(name)(command)
    app.add_typer(group, name="rules", help="Look at rules and prove them.")


Rules = tuple[tuple[Rule, ...], tuple[GitleaksRule, ...]]


def _rules(files: list[Path] | None) -> Rules:
    """Read the rules of our own form, and those of gitleaks configurations, which carry no proof."""
    if not files:
        return rulefile.shipped().rules, ()
    if all(file.resolve().parent == rulefile.shipped_folder() for file in files):
        return rulefile.load(files).rules, ()  # as a user's file they would take their own names
    read = userrules.load(files)
    return read.rules, read.foreign


def list_(files: Files = None) -> None:
    """List the rules: id, kind, what it is about."""
    rules, foreign = _rules(files)
    rows = [(rule.id, rule.kind, rule.about) for rule in rules]
    rows += [(rule.id, Kind.API_KEY, f"from {rule.file}") for rule in foreign]
    width = max((len(row[0]) for row in rows), default=0)
    for name, kind, about in rows:
        typer.echo(f"{name:{width}}  {kind.value:14}  {about}")


def show(rule_id: Annotated[str, typer.Argument(metavar="ID")], files: Files = None) -> None:
    """Show one rule whole."""
    for rule in _rules(files)[0]:
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
    for line in userrules.left_out(files or ()):
        typer.echo(line)


def _report(read: Rules, look: Callable[[Rule], list[str]], verdict: str) -> None:
    rules, foreign = read
    problems = [line for rule in rules for line in look(rule)]
    for line in problems:
        typer.echo(line)
    typer.echo(f"{len(rules)} rules, " + (f"{len(problems)} problems" if problems else f"all {verdict}"))
    if foreign:
        typer.echo(f"{len(foreign)} rules of gitleaks, all can run here")
    if problems:
        raise typer.Exit(ExitCode.FAILED)
