"""Print every alarm on text that nobody wrote for this project, masked, and how many there are in 10,000 paragraphs.

    python -m benchmarks.harmless [--limit 5] [--most 40000] [FILE.txt …]

Text: READMEs (package metadata) and docstrings of the packages installed beside this Python and in its standard
library; the Chinese and English lines of ``chatterbot-corpus`` where it is installed; the Chinese manual pages of
Debian's ``manpages-zh`` where they are; and the files given. Exit code 1 above the limit.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import importlib.util
import re
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from safedigest.detect.build import default_finder
from safedigest.gate import Gate
from safedigest.text import Raw

MANUALS: Final = Path("/usr/share/man/zh_CN")
_ROFF = re.compile(r"\\(?=-)|\\f[BIRP]|\\[&%|^/]|\\\(..|\\s[-+]?\d")
_COMMENT = re.compile(r'\\".*')
_BLANK = re.compile(r"\n\s*\n")
PER: Final = 10_000


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of ``text`` that have more than one word."""
    for part in _BLANK.split(text):
        if len(part.strip()) > 3:  # noqa: PLR2004
            yield part.strip("\n")


def readmes() -> Iterator[str]:
    """Yield the paragraphs of the descriptions of all installed packages."""
    for package in distributions():
        text = package.read_text("METADATA") or package.read_text("PKG-INFO") or ""
        yield from paragraphs(text.partition("\n\n")[2])


def docstrings(folder: Path) -> Iterator[str]:
    """Yield the paragraphs of the docstrings under ``folder``, without the packages installed further in."""
    for path in sorted(folder.rglob("*.py")):
        if "site-packages" in path.relative_to(folder).parts:
            continue
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield from paragraphs(ast.get_docstring(node) or "")


def chat_lines() -> Iterator[str]:
    """Yield the lines of the Chinese and English talks of ``chatterbot-corpus``."""
    found = importlib.util.find_spec("chatterbot_corpus")
    for place in (found.submodule_search_locations or ()) if found else ():
        for language in ("chinese", "english", "traditionalchinese"):
            for path in sorted(Path(place, "data", language).glob("*.yml")):
                lines = path.read_text(encoding="utf-8").splitlines()
                yield from (line.lstrip("- ") for line in lines if line.lstrip().startswith("- "))


def manuals() -> Iterator[str]:
    """Yield the paragraphs of the Chinese manual pages, without their formatting."""
    for path in sorted(MANUALS.rglob("*.gz")):
        text = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        plain = "\n".join(
            _ROFF.sub("", _COMMENT.sub("", line))
            for line in text.splitlines()
            if not line.startswith(("'", '.\\"'))
        )
        yield from paragraphs(
            re.sub(
                r"(?m)^\.[A-Za-z]{1,2}\b ?", "", re.sub(r"(?m)^\.(?:PP|P|LP|sp|TP|SH|SS)\b.*$", "\n", plain)
            )
        )


def sources(files: list[Path]) -> dict[str, Iterator[str]]:
    """Return the kinds of text by name."""
    paths = sysconfig.get_paths()
    return {
        "readmes": readmes(),
        "library docstrings": docstrings(Path(paths["stdlib"])),
        "package docstrings": docstrings(Path(paths["purelib"])),
        "chat lines": chat_lines(),
        "Chinese manuals": manuals(),
        "files": (
            part for file in files for part in paragraphs(file.read_text(encoding="utf-8", errors="replace"))
        ),
    }


def main() -> int:
    """Run and print; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--limit", type=float, default=5.0, help="alarms in 10,000 paragraphs that are allowed"
    )
    parser.add_argument("--most", type=int, default=40_000, help="paragraphs of each kind")
    parser.add_argument("files", type=Path, nargs="*")
    args = parser.parse_args()
    gate = Gate(default_finder(personal="default"))
    count: Counter[str] = Counter()
    alarms: Counter[str] = Counter()
    seen: set[str] = set()
    for name, texts in sources(args.files).items():
        for text in texts:
            if count[name] >= args.most or text in seen:
                continue
            seen.add(text)
            count[name] += 1
            for line, rules in _alarms(gate, text):
                alarms[name] += 1
                print(f"{name}: {rules}: {line}")
    for name in count:
        _report(name, count[name], alarms[name])
    return int(_report("all", count.total(), alarms.total()) > args.limit)


def _report(name: str, count: int, alarms: int) -> float:
    """Print one line of the result; return the alarms in 10,000 paragraphs."""
    rate = PER * alarms / max(1, count)
    print(f"{name:20} {count:6} paragraphs, {alarms:4} alarms, {rate:5.1f} in 10,000")
    return rate


def _alarms(gate: Gate, text: str) -> Iterator[tuple[str, str]]:
    """Yield the line around each mask of ``text`` (masked) and the rule that put it there."""
    masked = gate.mask(Raw(text))
    place = 0
    for piece in masked:
        if not isinstance(piece, str):
            around = str(masked)[max(0, place - 60) : place + 40]
            yield " ".join(around.split()), piece.rule
        place += len(piece)


if __name__ == "__main__":
    sys.exit(main())
