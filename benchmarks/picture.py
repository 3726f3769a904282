"""Makes the README's picture: the output of ``safedigest demo`` as an SVG.

python benchmarks/picture.py [docs/demo.svg]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text


def main(target: Path) -> None:
    """Run the demonstration and draw its digest; what stood before it holds the invented secrets."""
    words = [sys.executable, "-m", "safedigest", "demo", "--lang", "en"]
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    digest = out.partition("=== After")[2].partition("=== The marker")[0].partition("\n")[2].strip()
    console = Console(record=True, width=118, file=Path("/dev/null").open("w", encoding="utf-8"))  # noqa: SIM115
    console.print(Text("$ safedigest demo", style="bold green"))
    for line in digest.splitlines():
        text = Text(line, style="bold cyan" if line.startswith("#") else "")
        text.highlight_regex(r"\*\*\*|\S{0,8}\.\.\.\S{1,4}(?=[ ,」])", style="bold yellow")
        console.print(text)
    console.save_svg(str(target), title="safedigest demo", theme=MONOKAI)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/demo.svg"))
