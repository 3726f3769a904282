"""A key without a form of its own is found by its company, and only by that."""

from __future__ import annotations

from random import Random

import pytest

from safedigest.detect import opaque
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.opaque import Look, look_of
from safedigest.detect.template import make

FINDER = Finder(opaque.detectors())


def sample(template: str, seed: int) -> str:
    """Make a text of ``template``, the same for the same ``seed``."""
    return make(template, Random(seed)).text


def drawn(shape: str, seed: int = 7) -> str:
    return sample(f"{{{shape}}}", seed)


def found(text: str) -> list[str]:
    """Return what is found in ``text``."""
    return list(dict.fromkeys(text[span.start : span.end] for span in FINDER.find(fold(text))))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("Deepgram {}", "hex:40"),
        ("用 {} 调高德地图", "hex:32"),
        ("火山方舟 {}", "uuid"),
        ("for Cohere it's {}", "alnum:40"),
        ("AWS 那个是 {}", "b64:40"),
        ("企业微信 {}", "b64url:43"),
        ("EXA_SEARCH {}", "uuid"),
        ("exaKeyName {}", "uuid"),
    ],
)
def test_a_vendor_named_with_its_own_shape_is_enough(text: str, shape: str) -> None:
    value = drawn(shape)
    assert found(text.format(value)) == [value]


@pytest.mark.parametrize("shape", ["hex:32", "uuid", "hex:64", "alnum:24", "b64:44", "alnum:18"])
@pytest.mark.parametrize(
    "text",
    [
        "the key of our Acme account is {}",
        "密钥是{}，别弄丢",
        "令牌：「{}」",
        "`{}` <- this is the token",
        "secret\n{}\nthanks",
        "the api key:\n```\n{}\n```",
    ],
)
def test_a_credential_word_is_enough(text: str, shape: str) -> None:
    value = drawn(shape)
    assert found(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Deepgram request id {uuid} failed",
        "阿里云镜像 id {hex:32}",
        "the github token cannot read commit {hex:40}",
        "密钥轮换后 md5 是 {hex:32}",
        "api key id: {alnum:24}",
        "key fingerprint {hex:40}",
        "public key {b64:44}",
        "next page token: {alnum:32}",
        "digest {hex:64} of the image with our key",
        "AWS request {uuid} throttled",
    ],
)
def test_the_name_of_an_identifier_nearest_to_it_says_that_it_is_none(text: str) -> None:
    assert found(sample(text, 3)) == []


@pytest.mark.parametrize(
    "text",
    [
        "token https://example.com/a/{alnum:32}/b",
        "key sha256:{hex:64}",
        "key ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{alnum:44}",
        "secret data:image/png;base64,{b64:200}",
        "token for 0x{hex:40}",
        "key -> src/components/AuthTokenProvider/index",
        "token: deployment-configuration-reader-service-v2",
        "the key is {digit:24}",
    ],
)
def test_what_is_public_or_made_of_words_is_no_key(text: str) -> None:
    assert found(sample(text, 5)) == []


def test_a_block_of_base64_is_no_row_of_keys() -> None:
    lines = "\n".join(drawn("b64:64", seed) for seed in range(4))
    assert found(f"this key signed it\n-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----") == []


def test_two_words_of_one_vendor_do_not_make_a_name_inside_a_word() -> None:
    value = drawn("uuid")
    assert found(f"exact {value}") == []


def test_words_inside_another_key_do_not_count() -> None:
    first, second = drawn("b64:30"), drawn("uuid")
    assert found(f"{first}/secret/{first} {second}") == []


@pytest.mark.parametrize(
    ("shape", "look"),
    [
        ("hex:32", Look.LIKELY),
        ("hex:24", Look.FAINT),
        ("uuid", Look.LIKELY),
        ("alnum:32", Look.CLEAR),
        ("digit:32", Look.NOTHING),
    ],
)
def test_how_much_a_token_looks_like_a_key(shape: str, look: Look) -> None:
    assert look_of(drawn(shape)) is look


def test_an_id_and_a_secret_in_one_need_no_company() -> None:
    assert look_of(sample("{hex:32}.{alnum:16}", 1)) is Look.CERTAIN
    assert look_of(sample("{hex:32}.{lower:16}", 1)) is not Look.CERTAIN


@pytest.mark.parametrize("template", ["{hex:32}.{alnum:16}", "{uuid}:{hex:32}"])
@pytest.mark.parametrize("text", ["{}", "我用{}跑不通", "**{}**", "k={};"])
def test_an_id_and_its_secret_in_one_are_found_bare(template: str, text: str) -> None:
    value = sample(template, 4)
    assert value in found(text.format(value))


def test_a_file_named_by_its_digest_is_no_pair() -> None:
    digest = sample("{hex:32}", 4)
    assert found(f"{digest}.javascriptbundle {digest}.tar.gz {digest}.2024-01-02-03") == []


def test_the_span_of_a_vendor_key_says_so() -> None:
    value = drawn("hex:40")
    assert FINDER.find(fold(f"Deepgram key {value}"))[0].rule == "opaque-vendor-key"
    assert FINDER.find(fold(f"some key {value}"))[0].rule == "opaque-key"


def test_much_text_costs_no_more_than_its_length() -> None:
    """The budget of a message is linear in its size; nothing here may use it up."""
    text = "token " + " ".join(drawn("alnum:40", seed) for seed in range(2_000))
    assert FINDER.find(fold(text))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_signed_is_found_bare_and_a_dotted_name_is_not(seed: int) -> None:
    value = sample("M{alnum:23}.{alnum:6}.{b64url:27}", seed)
    assert found(f"看 {value}，谢谢") == [value]
    assert found("tests.integration_tests_for_v2.client.TestAsyncClientWithRetries2Handler") == []
