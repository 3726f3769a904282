"""What can be secret: one generator for each kind, by group."""

from __future__ import annotations

import base64
import string
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from safedigest.detect.template import make

Maker = Callable[[Random], str]

_VENDORS: Final = {
    "openai-project": "sk-proj-{b64url:48}T3BlbkFJ{b64url:48}",
    "openai-old": "sk-{alnum:20}T3BlbkFJ{alnum:20}",
    "anthropic": "sk-ant-api03-{b64url:93}AA",
    "openrouter": "sk-or-v1-{hex:64}",
    "deepseek": "sk-{hex:32}",
    "groq": "gsk_{alnum:52}",
    "xai": "xai-{alnum:80}",
    "huggingface": "hf_{alnum:34}",
    "tavily": "tvly-dev-{alnum:32}",
    "firecrawl": "fc-{hex:32}",
    "replicate": "r8_{alnum:37}",
    "perplexity": "pplx-{alnum:48}",
    "github-classic": "ghp_{alnum:36}",
    "github-fine": "github_pat_{alnum:22}_{alnum:59}",
    "gitlab": "glpat-{b64url:20}",
    "aws-id": "AKIA{base32:16}",
    "aliyun": "LTAI5t{alnum:18}",
    "tencent": "AKID{alnum:32}",
    "google": "AIza{b64url:35}",
    "slack-bot": "xoxb-{digit:12}-{digit:13}-{alnum:24}",
    "telegram-bot": "{digit:10}:AA{b64url:33}",
    "stripe": "sk_live_{alnum:24}",
    "sendgrid": "SG.{b64url:22}.{b64url:43}",
    "npm": "npm_{alnum:36}",
    "pypi": "pypi-AgEIcHlwaS5vcmc{b64url:90}",
    "vault": "hvs.{b64url:90}",
    "digitalocean": "dop_v1_{hex:64}",
    "notion": "ntn_{digit:11}{alnum:35}",
    "linear": "lin_api_{alnum:40}",
    "shopify": "shpat_{hex:32}",
}


def template(text: str) -> Maker:
    """Return the maker of a template's values."""
    return lambda random: make(text, random).text


def password(random: Random) -> str:
    """Make a password as people make them."""
    word = random.choice(
        [
            "tiger",
            "maple",
            "rocket",
            "sunny",
            "lucky",
            "falcon",
            "wangwei",
            "xiaoming",
            "mango",
            "river",
            "pixel",
            "storm",
        ]
    )
    forms = (
        f"{word.title()}{random.choice('@#!_.')}{random.randrange(100, 9999)}",
        f"{word}{random.randrange(1000, 99999)}",
        f"{word[:4].title()}!{random.randrange(10, 99)}{random.choice('XQZK')}w{random.choice('$%&')}",
        "".join(random.choices(string.ascii_letters + string.digits + "!@#$%_-", k=11))
        + random.choice("0123456789"),
    )
    return random.choice(forms)


def digits(size: int) -> Maker:
    """Return a maker of codes of ``size`` digits that do not count up."""
    return lambda random: "".join(random.sample("0123456789", k=min(size, 10)))


def mobile(random: Random) -> str:
    """Make a Chinese mobile number."""
    return random.choice(["139", "138", "158", "186", "177", "199"]) + "".join(
        random.choices(string.digits, k=8)
    )


GROUPS: Final[Mapping[str, Mapping[str, Maker]]] = {
    "vendor": {name: template(text) for name, text in _VENDORS.items()},
    "config": {
        "password": password,
        "hex-key": template("{hex:32}"),
        "base64-key": lambda random: base64.b64encode(random.randbytes(32)).decode(),
        "long-key": template("{alnum:40}"),
    },
    "url": {
        "password": lambda random: password(random).replace("@", "-").replace("#", "_").replace("%", "."),
        "token": template("{alnum:32}"),
    },
    "spoken-zh": {"password": password, "pin": digits(6), "key": template("{alnum:28}")},
    "spoken-en": {"password": password, "pin": digits(4), "key": template("{alnum:28}")},
    "personal": {
        "mobile": mobile,
        "id": template("{cnid}"),
        "card": lambda random: _card(random),  # noqa: PLW0108  defined below
        "otp": digits(6),
    },
}


def _card(random: Random) -> str:
    body = "622" + "".join(random.choices(string.digits, k=15))
    total = sum(
        int(c) * 2 - 9 * (int(c) > 4) if place % 2 == 0 else int(c) for place, c in enumerate(reversed(body))
    )
    return body + str(-total % 10)
