"""What stands beside a value stays: its name, the next setting, the host of its link."""

from __future__ import annotations

import string
from random import Random

import pytest

from safedigest.config import Personal
from safedigest.gate import Gate

GATE = Gate.default(Personal.ALL)
ALNUM = string.ascii_letters + string.digits


def drawn(size: int, letters: str = ALNUM) -> str:
    return "".join(Random(size).choices(letters, k=size - 2)) + "k7"


@pytest.mark.parametrize(
    "template",
    [
        "Cookie: lang=zh-CN; JSESSIONID={}; theme=dark",
        "Cookie: a=1; sid={}; theme=dark; _ga=GA1.2.33.44",
        "Set-Cookie: connect.sid={}; Path=/; HttpOnly",
        'headers = {{"cookie": "SESSDATA={}; CURRENT_QUALITY=80"}}',
        "git clone https://oauth2:{}@git.rivertown.net/infra/ansible.git",
        "mongodb+srv://appuser:{}@cluster0.rivertown.net/shop",
        "这是我的公众号 AppSecret key：{}，帮我配置一下",
        "百度云 SecretKey apikey={} 看看哪里不对",
        "ACCESS_TOKEN token: {}",
        'connect(host="db1", password="{}", charset="utf8mb4")',
        "set HCLOUD_TOKEN {} in prod",
        "sftp://deploy:{}@files.rivertown.net/in",
        "jdbc:mysql://10.0.3.17:3306/app?user=lin&password={}&useSSL=false",
    ],
)
def test_what_stands_beside_a_value_stays(template: str) -> None:
    value = drawn(32)
    head, tail = template.format("\0").split("\0")
    shown = GATE.mask_text(template.format(value))
    assert shown.startswith(head)
    assert shown.endswith(tail)
    assert value not in shown


def test_two_keys_with_their_names_are_two_masks() -> None:
    first, second = "LTAI" + drawn(20), drawn(30)
    shown = GATE.mask_text(f"AccessKey ID {first}\nAccessKey Secret {second}")
    assert "\nAccessKey Secret " in shown
    assert first not in shown
    assert second not in shown


def test_an_address_of_mail_is_one_outside_a_link() -> None:
    shown = GATE.mask_text("写信给 lin.wei7@rivertown.net 或 mailto:wang@rivertown.net")
    assert "rivertown" not in shown
