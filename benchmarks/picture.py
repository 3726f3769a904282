"""Makes the README's pictures: the output of ``safedigest demo`` as an SVG, the report of an invented month as a PNG.

python -m benchmarks.picture docs/demo.svg
python -m benchmarks.picture docs/report.png    (needs Chromium)
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

_WIDTH: Final = 1280  # pixels
_FAR: Final = re.compile(
    r"@font-face \{.*?\}|<!--.*?-->", re.DOTALL
)  # a picture that loads nothing from elsewhere
_HEIGHT: Final = 1800  # further down there are only more numbers


def demo(target: Path) -> None:
    """Run the demonstration and draw its digest; what stood before it holds the invented secrets."""
    from rich.console import Console  # noqa: PLC0415  the other picture does without
    from rich.terminal_theme import MONOKAI  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    words = [sys.executable, "-m", "safedigest", "demo", "--lang", "en"]
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    digest = out.partition("=== After")[2].partition("=== The marker")[0].partition("\n")[2].strip()
    console = Console(record=True, width=118, file=Path("/dev/null").open("w", encoding="utf-8"))  # noqa: SIM115
    console.print(Text("$ safedigest demo", style="bold green"))
    for line in digest.splitlines():
        text = Text(line, style="bold cyan" if line.startswith("#") else "")
        text.highlight_regex(r"\*\*\*|\S{0,8}\.\.\.\S{1,4}(?=[ ,」])", style="bold yellow")
        console.print(text)
    drawn = console.export_svg(title="safedigest demo", theme=MONOKAI)
    target.write_text(_FAR.sub("", drawn), encoding="utf-8")


def report(target: Path) -> None:
    """Take a picture of the report page, filled with an invented month."""
    from safedigest.report.html import render  # noqa: PLC0415  the other picture does without
    from tests.report import browser  # noqa: PLC0415
    from tests.report.invented import overview  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.html"
        file.write_text("".join(render(overview())), encoding="utf-8")
        with browser.page(Path(folder) / "profile") as page:
            page.show(file, _WIDTH)
            page.picture(target, _HEIGHT)


def main(target: Path) -> None:
    """Make the picture that belongs to ``target`` by its suffix."""
    (report if target.suffix == ".png" else demo)(target)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/demo.svg"))
