"""Random strings that stand alone."""

from __future__ import annotations

import base64
import string
from collections.abc import Iterator
from random import Random

import pytest

from safedigest.detect.bare import Bare
from safedigest.detect.fold import fold
from safedigest.detect.interface import Budget, Scan
from tests.corpus.harmless import HARMLESS


def _found(text: str) -> Iterator[str]:
    shadow = fold(text)
    for span in Bare().find(Scan(shadow, None, (), (), Budget(len(text)))):
        yield shadow.text[span.start : span.end]


def _key(random: Random, size: int) -> str:
    return "".join(random.choices(string.ascii_letters + string.digits, k=size))


@pytest.mark.parametrize("size", [32, 40, 64])
@pytest.mark.parametrize("form", ["{}", "`{}`", "用这个 {}", "{}\n", "here: {}", "给你{}，别外传"])
def test_a_long_random_string_is_a_key(size: int, form: str) -> None:
    random = Random(f"{size}{form}")
    keys = [_key(random, size) for _ in range(50)]
    assert sum(key in _found(form.format(key)) for key in keys) >= 47


def test_base64_of_random_bytes_is_a_key() -> None:
    random = Random(1)
    keys = [base64.b64encode(random.randbytes(30)).decode() for _ in range(50)]
    assert sum(key in _found(key) for key in keys) >= 45


@pytest.mark.parametrize("prefix", ["acme_sk_", "corp-secret-", "zz_live_"])
def test_a_random_string_behind_a_secrets_prefix_is_a_key(prefix: str) -> None:
    key = prefix + _key(Random(prefix), 24)
    assert list(_found(f"try {key}")) == [key]


@pytest.mark.parametrize("kind", HARMLESS)
def test_ids_digests_and_names_are_none(kind: str) -> None:
    random = Random(kind)
    assert not [text for text in (HARMLESS[kind](random) for _ in range(60)) if list(_found(text))]


@pytest.mark.parametrize(
    "label",
    [
        "request id: {}",
        "trace={}",
        "video {}",
        "openid {}",
        "公钥 {}",
        "签名：{}",
        "peer: {}",
        "https://x.test/{}",
    ],
)
def test_a_word_before_it_says_that_it_is_public(label: str) -> None:
    assert not list(_found(label.format(_key(Random(label), 32))))
