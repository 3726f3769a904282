"""Cookies that let somebody in are masked, the others stay."""

from __future__ import annotations

import pytest

from safedigest.detect import cookies
from tests.spans import cost, left, masked

DETECTORS = cookies.detectors()


@pytest.mark.parametrize(
    "template",
    [
        "Cookie: theme=dark; sessionid={alnum:32}; lang=zh",
        "Set-Cookie: JSESSIONID={HEX:32}; Path=/; HttpOnly",
        'headers = {{"Cookie": "SESSDATA={alnum:40}; bili_jct={hex:32}"}}',
        "curl -b 'auth_token={hex:40}; lang=en' https://example.org",
        'document.cookie = "token={alnum:30}"',
        '请求头里有 z_c0="2|1:0|{alnum:60}" 够不够'.replace("2|1:0|", ""),
        "cookie给你 wskey={alnum:40}; theme=dark",
        ".example.org\tTRUE\t/\tTRUE\t1900000000\tsessionid\t{alnum:32}",
        '{{"name": "sid", "httpOnly": true, "value": "{alnum:32}"}}',
    ],
)
def test_session_is_masked_and_the_rest_stays(template: str) -> None:
    for seed in range(6):
        wanted, got = left(DETECTORS, template, seed)
        assert got == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Cookie: theme=dark; lang=zh",
        "cookie policy: strict",
        "cookie 过期了",
        "Set-Cookie: a=1; Max-Age=3600; SameSite=Lax",
        "cookies.txt",
    ],
)
def test_harmless_cookie_stays(text: str) -> None:
    assert masked(DETECTORS, text) == text


@pytest.mark.parametrize("unit", ["cookie: a=b; ", "cookie ", "sessdata=1;", "a=b;", "\ttrue\t"])
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    once, twice = (cost(DETECTORS, unit * count) for count in (1_000, 2_000))
    assert twice <= 2.3 * max(once, 1)
