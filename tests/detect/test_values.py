"""Values that are no secrets by themselves, and secrets that only look a little like such."""

from __future__ import annotations

from random import Random

import pytest

from safedigest.detect.template import make
from safedigest.detect.values import is_plain, is_reference


@pytest.mark.parametrize(
    "value",
    [
        "${X}",
        "$X",
        "$env:X",
        "%X%",
        "{{ x }}",
        "{x}",
        "<YOUR_KEY>",
        "[YOUR KEY]",
        'os.getenv("X")',
        "os.environ['X']",
        "process.env.X",
        "secrets.X",
        "vault:secret/data/x",
        "arn:aws:secretsmanager:us-east-1:1:secret:x",
        "your-api-key-here",
        "YourPasswordHere",
        "REPLACE_ME",
        "sk-xxxxxxxxxxxx",
        "xxxx",
        "******",
        "changeme",
        "string",
        "Optional[str]",
        "null",
        "self.token",
        "getpass.getpass()",
        "你的密码",
        "${{ secrets.X }}",
        "f'user:{uid}'",
        "$(cat token.txt)",
        "[REDACTED]",
        "Bearer $TOKEN",
        "str | None",
        "!secret db_pw",
    ],
)
def test_reference(value: str) -> None:
    assert is_reference(value)


@pytest.mark.parametrize(
    "value",
    [
        "30",
        "30s",
        "8192 tokens",
        "1.2.3",
        "/etc/ssl/key.pem",
        "~/.ssh/id_rsa",
        "2026-01-01",
        "settings.SECRET_KEY",
        r"C:\Users\x\a.txt",
        "10.0.0.1",
        "id_rsa.pub",
        "db.internal",
        "./secrets/db.txt",
        "user@example.com",
        "/run/secrets/db_password",
    ],
)
def test_plain(value: str) -> None:
    assert is_plain(value)


@pytest.mark.parametrize(
    "template",
    [
        "{password:12}",
        "{alnum:24}",
        "{b64:40}",
        "/{b64:39}",
        "{hex:32}",
        "{b64:43}=",
        "exampl{alnum:10}",
        "${password:10}",
        "{{{password:10}}}",
        "{alnum:12}.{alnum:12}",
        "%{alnum:10}%x",
    ],
)
def test_secret_is_neither(template: str) -> None:
    for seed in range(30):
        value = make(template, Random(seed)).text
        assert not is_reference(value)
        assert not is_plain(value)
