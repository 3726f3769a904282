"""Private keys in blocks: one span, whole, however they were pasted."""

from __future__ import annotations

from base64 import b64encode
from random import Random

import pytest

from safedigest.detect import keys
from safedigest.detect.template import make
from tests.spans import cost, left, masked

DETECTORS = keys.detectors()
KINDS = (
    "PRIVATE KEY",
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "DSA PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
)


def lines(seed: int = 0) -> list[str]:
    """Draw the lines of a key."""
    return make("{b64:64}\n" * 5 + "{b64:18}==", Random(seed)).text.split("\n")


def block(kind: str = "RSA PRIVATE KEY", glue: str = "\n", *, whole: bool = True) -> str:
    body = [f"-----BEGIN {kind}-----", *lines(), *([f"-----END {kind}-----"] if whole else [])]
    return glue.join(body)


@pytest.mark.parametrize("kind", KINDS)
def test_block_is_one_span(kind: str) -> None:
    text = block(kind)
    assert masked(DETECTORS, f"前\n{text}\n后") == f"前\n{'#' * len(text)}\n后"


@pytest.mark.parametrize(
    "glue",
    ["\\n", "\\\\n", "\n> ", "\n    ", " ", "", "<br>", "%0A", '\\n" +\n    "', "\n2026-01-01 app[7]: "],
)
def test_what_stands_between_the_lines_does_not_matter(glue: str) -> None:
    text = block(glue=glue)
    assert masked(DETECTORS, f"key: {text} 好") == f"key: {'#' * len(text)} 好"


def test_numbered_lines_are_one_span() -> None:
    text = "\n".join(f"{number:3d}  {line}" for number, line in enumerate(block().split("\n"), 1))
    assert masked(DETECTORS, text) == text[:5] + "#" * (len(text) - 5)


@pytest.mark.parametrize("glue", ["\n", "\\n"])
def test_block_without_end_goes_to_its_last_line(glue: str) -> None:
    text = block(glue=glue, whole=False)
    assert masked(DETECTORS, f"{text}\n谢谢，please check it") == "#" * len(text) + "\n谢谢，please check it"


def test_base64_of_a_block_is_masked_and_of_a_certificate_not() -> None:
    key, certificate = (
        b64encode(block(kind).encode()).decode() for kind in ("EC PRIVATE KEY", "CERTIFICATE")
    )
    text = f"client-certificate-data: {certificate}\nclient-key-data: {key}\n"
    assert masked(DETECTORS, text) == text.replace(key, "#" * len(key))


def test_putty_key_hides_private_lines_and_mac() -> None:
    wanted, got = left(
        DETECTORS, "Public-Lines: 1\nAAAA\nPrivate-Lines: 2\n{b64:64}\n{b64:64}\nPrivate-MAC: {hex:40}\n"
    )
    start, end = wanted.index("#"), len(wanted.rstrip())
    assert got == wanted[:start] + "#" * (end - start) + "\n"


def test_private_members_of_a_json_web_key_are_masked() -> None:
    wanted, got = left(DETECTORS, '{{"kty":"RSA","n":"AQAB","d":"{b64url:86}","p":"{b64url:43}"}}')
    assert got == wanted


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
        "文件以 -----BEGIN PRIVATE KEY----- 开头，以 -----END PRIVATE KEY----- 结尾",
        "it starts with -----BEGIN OPENSSH PRIVATE KEY----- and ends with the matching line",
        block("CERTIFICATE"),
        block("PUBLIC KEY"),
        block("PGP PUBLIC KEY BLOCK"),
    ],
    ids=["dots", "zh", "en", "certificate", "public", "pgp-public"],
)
def test_what_is_no_private_key_stays(text: str) -> None:
    assert masked(DETECTORS, text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "-----BEGIN RSA PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpQIBAAKCAQEA0Z3VS5JJcds3xfn\n",
        "-----END PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----\n",
        "Private-Lines: 1\n",
        "LS0tLS1CRUdJTi",
        '{"kty":"RSA"',
    ],
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    once, twice = (cost(DETECTORS, unit * count) for count in (1_000, 2_000))
    assert twice <= 2.3 * once


def test_hundred_thousand_begin_lines_stay_within_the_budget() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\n" * 100_000
    assert masked(DETECTORS, text) == text
