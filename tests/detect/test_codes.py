"""Recovery codes, BitLocker keys and the words of wallets."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

import safedigest.detect
from safedigest.detect import codes
from tests.spans import cost, masked

DETECTORS = codes.detectors()
WORDS = (Path(safedigest.detect.__file__).with_name("data") / "bip39.txt").read_text(encoding="ascii").split()


def wallet(seed: int, size: int = 12) -> str:
    """Draw a mnemonic whose checksum is right."""
    entropy = Random(seed).randbytes(size * 4 // 3)
    bits = "".join(f"{byte:08b}" for byte in entropy)
    bits += f"{sha256(entropy).digest()[0]:08b}"[: size // 3]
    return " ".join(WORDS[int(bits[at : at + 11], 2)] for at in range(0, len(bits), 11))


@pytest.mark.parametrize("size", [12, 24])
@pytest.mark.parametrize("seed", range(5))
def test_words_of_a_wallet_need_no_announcement(seed: int, size: int) -> None:
    words = wallet(seed, size)
    assert masked(DETECTORS, f"存一下 {words} 好") == f"存一下 {'#' * len(words)} 好"


@pytest.mark.parametrize("label", ["助记词：", "recovery phrase\n", "my seed phrase is "])
def test_announced_words_need_no_checksum(label: str) -> None:
    words = " ".join(wallet(3).split()[::-1])
    assert masked(DETECTORS, label + words) == label + "#" * len(words)


def test_listed_words_in_prose_stay() -> None:
    text = "about this time we will need more people who work with paper and wood today before winter comes again"
    assert masked(DETECTORS, text) == text


@pytest.mark.parametrize("form", ["{}-{}", "{}{}"])
@pytest.mark.parametrize("label", ["GitHub recovery codes:", "备用码", "恢复码："])
def test_list_of_codes_is_masked(label: str, form: str) -> None:
    random = Random(1)
    listed = "\n".join(
        form.format(f"{random.randrange(16**5):05x}", f"{random.randrange(10**5):05d}") for _ in range(4)
    )
    text = f"{label}\n{listed}\n存好"
    assert masked(DETECTORS, text) == f"{label}\n{'#' * len(listed)}\n存好"


def test_bitlocker_key_is_masked() -> None:
    random = Random(2)
    key = "-".join(f"{random.randrange(9_100, 65_000) * 11:06d}" for _ in range(8))
    assert masked(DETECTORS, f"key {key}.") == f"key {'#' * len(key)}."


@pytest.mark.parametrize(
    "text", ["backup codes are stored in the safe", "恢复码在哪里看", "recovery code sent on 2026-01-02"]
)
def test_talk_about_codes_stays(text: str) -> None:
    assert masked(DETECTORS, text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "recovery code ",
        "mnemonic abandon ",
        "abandon ",
        "abandon\n",
        "net use ",
        "123456-",
        "recovery codes a1b2c3d4 ",
    ],
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    once, twice = (cost(DETECTORS, unit * count) for count in (1_000, 2_000))
    assert twice <= 2.3 * max(once, 1)


def test_the_setup_key_of_an_authenticator_is_known_by_its_groups() -> None:
    drawn = Random(77)
    groups = " ".join("".join(drawn.choices("abcdefghjkmnpqrstuvwxyz", k=4)) for _ in range(6))
    key = f"{groups} ab{drawn.randrange(2, 8)}c {drawn.randrange(2, 8)}def"
    assert masked(DETECTORS, f"it is {key} and a picture") == f"it is {'#' * len(key)} and a picture"
    for text in (
        "they will walk home from work late that week once more",
        "2222 3333 4444 5555 2222 3333 4444 5555",
    ):
        assert masked(DETECTORS, text) == text
