"""Findings of every kind, of texts and under names that would do something if they were printed as they are."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from random import Random

from safedigest.detect.template import make
from safedigest.gate import Gate
from safedigest.report.found import Found, Outcome, Place, Skipped, Trouble, Why
from safedigest.scan.run import FileScan
from safedigest.scan.texts import found_in
from tests.scan.bulk import PLANTS

GATE = Gate(Gate.default()._finder, secrets.token_bytes(32), formed=Gate.default()._formed)
TOKENS = [make(form, Random(seed)).text for seed, form in enumerate(PLANTS)]
WORDS = [make("{alnum:13}", Random(seed)).text for seed in range(2)]
BLOCK = "\n".join(
    [
        "-----BEGIN " + "EC PRIVATE KEY-----",
        *(make("{alnum:64}", Random(seed)).text for seed in range(3)),
        "-----END " + "EC PRIVATE KEY-----",
    ]
)
SECRETS = [*TOKENS, *WORDS]
HOSTILE = "a\x1b[31m\u202e::error::b,c%\r\n\x07\x9b2J\u2066d.md"
TEXT = (
    "\x1b[2J\x1b]0;title\x07 first: " + TOKENS[0] + " \u202egnirts\u202c ::error file=x::y\n"
    "中文 🎉\t密码是 " + WORDS[0] + "，记住\n" + BLOCK + "\n"
    + "".join(f"{name}: {token}\n" for name, token in zip("abcdefghijklm", TOKENS[1:], strict=False))
    + "the password is " + WORDS[1] + "\r\n"
)  # fmt: skip


def outcome() -> Outcome:
    """Return all that a scan may say: open, allowed, fixed and stored findings, and everything beside them."""
    run = FileScan(lambda _: GATE)
    run.data(TEXT.encode(), HOSTILE)
    run.data(TEXT.encode("utf-16"), "second file.md")
    found = list(run.found)
    found[0] = replace(found[0], allowed="an example")
    found[1] = replace(found[1], fixed=True)
    return replace(
        run.outcome(),
        found=(*found, *stored()),
        skipped=tuple(Skipped(HOSTILE, why) for why in Why),
        troubles=(Trouble(HOSTILE, "Permission denied"),),
        fixed=(f"{HOSTILE}: 1 masked",),
    )


def stored() -> list[Found]:
    """Return what is found in a row of a store."""
    place = Place("state.db", session=HOSTILE, message=7, role="tool", time=1_796_100_000.0)
    return [replace(one, times=3, last=replace(place, message=9)) for one in found_in(GATE.mask(TEXT), place)]


def root() -> Path:
    """Return the folder of the project."""
    return Path(__file__).resolve().parents[2]
