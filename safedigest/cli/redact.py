"""``safedigest redact``: standard input to standard output, masked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from safedigest.config import Personal
from safedigest.exits import ExitCode
from safedigest.gate import Gate, findings
from safedigest.model import Finding, Kind
from safedigest.text import WITHHELD, Raw


class Format(StrEnum):
    """What comes in and goes out."""

    TEXT = "text"
    JSONL = "jsonl"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("redact")(redact)


def redact(
    form: Annotated[
        Format, typer.Option("--format", help="One text, or one JSON object a line.")
    ] = Format.TEXT,
    home: Annotated[
        Path | None, typer.Option(help="A Hermes home, for its settings, rules and values.")
    ] = None,
    personal: Annotated[Personal | None, typer.Option(help="Which personal data to mask.")] = None,
) -> None:
    """Mask every secret in standard input and write the rest to standard output as it was."""
    gate = Gate.from_home(home, personal=personal) if home else Gate.default(personal or Personal.DEFAULT)
    run = _jsonl if form is Format.JSONL else _text
    if not run(gate, sys.stdin.buffer, sys.stdout.buffer):
        raise typer.Exit(ExitCode.USAGE)


def _text(gate: Gate, source: BinaryIO, target: BinaryIO) -> bool:
    """Mask one text, whole: a private key has many lines. A line that is not UTF-8 is withheld."""
    lines = [_decoded(line) for line in source.read().split(b"\n")]
    text = "\n".join(WITHHELD if line is None else line for line in lines)
    target.write(str(gate.mask(Raw(text))).encode())
    return None not in lines


def _decoded(line: bytes) -> str | None:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


def _jsonl(gate: Gate, source: Iterable[bytes], target: BinaryIO) -> bool:
    """Mask line by line, so that a reader at the other end gets each answer at once."""
    whole = True
    for line in source:
        if not line.strip():
            continue
        record = _record(line)
        whole = whole and record is not None
        answer = _withheld(line) if record is None else _answer(gate, record)
        target.write(_encoded(answer))
        target.flush()
    return whole


def _record(line: bytes) -> dict[str, Any] | None:
    """Read an object with a text; None for anything else."""
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("text"), str) else None


def _answer(gate: Gate, record: dict[str, Any]) -> dict[str, Any]:
    masked = gate.mask(Raw(record["text"]))
    return {**record, "text": str(masked), "findings": list(_rows(findings(masked)))}


def _withheld(line: bytes) -> dict[str, Any]:
    finding = Finding("withheld", Kind.WITHHELD, 0, len(line.rstrip(b"\r\n")))
    return {"text": WITHHELD, "findings": list(_rows([finding]))}


def _rows(findings: Iterable[Finding]) -> Iterator[dict[str, Any]]:
    for f in findings:
        yield {"rule": f.rule, "kind": f.kind.value, "start": f.start, "end": f.end, "length": f.length}


def _encoded(record: dict[str, Any]) -> bytes:
    """Encode a line; half a surrogate pair has no UTF-8 form, so such a line is written with escapes."""
    try:
        return (json.dumps(record, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:
        return (json.dumps(record) + "\n").encode()
