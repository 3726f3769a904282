"""Credentials in URLs; the rest of a URL stays byte for byte."""

from __future__ import annotations

import pytest

from safedigest.detect import urls
from tests.spans import cost, left, masked

DETECTORS = urls.detectors()

WITH_SECRETS = [
    "postgres://shop:{password:12}@10.0.0.3:5432/shop",
    "mysql+pymysql://shop:{alnum:12}@db1/shop?charset=utf8",
    "redis://:{password:16}@cache:6379/0",
    "mongodb+srv://a:{alnum:12}@c0.example.net/x?retryWrites=true",
    "https://ops:{alnum:16}@git.example.org/a/b.git",
    "https://{alnum:32}@git.example.org/a/b.git",
    "rtsp://admin:{alnum:10}@192.168.9.8:554/Streaming/Channels/101",
    "https://a.example.org/v1?user=7&access_token={alnum:40}&format=json",
    "https://a.example.org/v1/models?key={alnum:39}",
    "https://a.example.org/#access_token={alnum:40}&token_type=bearer",
    "https://a.blob.core.windows.net/c/f?sv=2022-11-02&sig={alnum:43}&se=2030",
    "https://b.s3.amazonaws.com/f?X-Amz-Expires=60&X-Amz-Signature={hex:64}",
    "https://a.example.org/reset-password/{alnum:32}",
    "https://a.example.org/invite/{alnum:24}?lang=en",
    "https://cal.example.org/ical/ann/private-{hex:32}/basic.ics",
    "https://sub.example.org/api/v1/client/subscribe?token={hex:32}",
    "https://pan.baidu.com/s/1abc?pwd={alnum:4}",
    "otpauth://totp/a:b?secret={base32:32}&issuer=c",
    "trojan://{alnum:16}@a.example.org:443?sni=b#name",
    "vless://{uuid}@a.example.org:443?security=tls",
    "vmess://{b64:120}",
    "jdbc:mysql://h/db?user=a&password={alnum:12}&useSSL=false",
    "root:{alnum:10}@tcp(127.0.0.1:3306)/shop",
]


@pytest.mark.parametrize("template", WITH_SECRETS)
@pytest.mark.parametrize("wrapping", ["{}", "连不上 {} 怎么办", "{}，谢谢", "`{}`", "({})", '"{}"'])
def test_only_the_value_is_masked(template: str, wrapping: str) -> None:
    for seed in range(4):
        wanted, got = left(DETECTORS, wrapping.replace("{}", template), seed)
        assert got == wanted


@pytest.mark.parametrize("odd", ["@", "#", "/", ":", "%", "?", "!", "$", "@@", "/@"])
def test_password_may_hold_what_ends_other_parts_of_a_url(odd: str) -> None:
    wanted, got = left(DETECTORS, f"mysql://root:{{alnum:5}}{odd}{{alnum:5}}@db1:3306/shop")
    start, end = wanted.index("#"), wanted.index("@db1")
    assert got[:start] + got[end:] == wanted[:start] + wanted[end:]
    assert set(got[start:end]) == {"#"}


@pytest.mark.parametrize(
    "text",
    [
        "postgres://{user}:{password}@{host}/db",
        "mysql://user:${PASS}@localhost/db",
        "postgres://user:password@localhost/db",
        "ssh://git@git.example.org/a/b.git",
        "https://medium.com/@user/a-title-1234567890ab",
        "https://www.npmjs.com/package/@scope/name",
        "https://shop.example.org/item?id=480773830831&spm=a2msa.92642160.6957&page=2",
        "https://git.example.org/a/b/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
        "http://localhost:8080/@fs/x",
        "mail bob@example.org, then https://example.org/login?next=/home",
        "https://example.org/docs/api-key?utm_source=token",
    ],
)
def test_harmless_url_stays(text: str) -> None:
    assert masked(DETECTORS, text) == text


@pytest.mark.parametrize(
    "unit", ["://", "://a:b", "://a@", "a:b@1.2.3.4 ", "https://a?token=x&", "@@@@", "x://a:b@c/"]
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    once, twice = (cost(DETECTORS, unit * (size // len(unit))) for size in (8_000, 16_000))
    assert twice <= 2.3 * once
