"""What names promise about their values."""

from __future__ import annotations

import pytest

from safedigest.detect.naming import Grade, meaning
from safedigest.model import Kind


@pytest.mark.parametrize(
    "name",
    [
        "DB_PASSWORD",
        "spring.datasource.password",
        "DB_PW",
        "MYSQL_PASS",
        "wpa_psk",
        "dbpassword",
        "rcon_password2",
        "登录密码",
        "PASSWORD_PROD",
    ],
)
def test_name_of_a_password(name: str) -> None:
    assert meaning(name).grade is Grade.PASSWORD


@pytest.mark.parametrize(
    "name",
    [
        "x-api-key",
        "apiKey",
        "appsecret",
        "sdk-key",
        "encodingAESKey",
        "validationKey",
        "authToken",
        "client-key-data",
        "TwilioAuthToken",
        "签名密钥",
    ],
)
def test_name_of_a_secret(name: str) -> None:
    assert meaning(name).grade is Grade.SECRET


@pytest.mark.parametrize("name", ["PAINT_KEY", "SHOP_SK", "licence.key"])
def test_key_of_anything_is_judged_by_its_value(name: str) -> None:
    assert meaning(name).grade in (Grade.KEY, Grade.SECRET)


@pytest.mark.parametrize("name", ["key", "auth", "salt", "webhook", "pwd_md5", "signature"])
def test_weak_name(name: str) -> None:
    assert meaning(name).grade is Grade.WEAK


@pytest.mark.parametrize(
    "name",
    [
        "public_key",
        "primary_key",
        "max_tokens",
        "token_type",
        "tokenizer",
        "key_id",
        "keyboard",
        "author",
        "secretary",
        "secret_name",
        "existingSecret",
        "token_url",
        "password_file",
        "nextPageToken",
        "prompt_tokens",
        "sort_key",
        "cache_key",
        "bypass",
        "compass",
        "密码长度",
        "公钥",
    ],
)
def test_harmless_name(name: str) -> None:
    assert meaning(name).grade is Grade.NONE


def test_kind_follows_the_name() -> None:
    kinds = {
        name: meaning(name).kind
        for name in ("db_password", "api_token", "gpg_passphrase", "private_key", "wallet_mnemonic")
    }
    assert list(kinds.values()) == [
        Kind.PASSWORD,
        Kind.API_KEY,
        Kind.PASSPHRASE,
        Kind.PRIVATE_KEY,
        Kind.MNEMONIC,
    ]
