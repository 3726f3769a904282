"""The words of the report page, each in English and in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from safedigest.exposure import State
from safedigest.model import Kind
from safedigest.phrases import EN, ZH
from safedigest.report.still import still

Both = tuple[str, str]

KINDS: Final[Mapping[str, Both]] = {
    Kind.VENDOR_TOKEN.value: ("vendor token", "厂商令牌"),
    Kind.API_KEY.value: ("API key", "API 密钥"),
    Kind.PASSWORD.value: ("password", "密码"),
    Kind.PIN.value: ("PIN", "PIN 码"),
    Kind.OTP.value: ("one-time code", "一次性验证码"),
    Kind.PASSPHRASE.value: ("passphrase", "口令短语"),
    Kind.PRIVATE_KEY.value: ("private key", "私钥"),
    Kind.MNEMONIC.value: ("recovery phrase", "助记词"),
    Kind.COOKIE.value: ("cookie", "Cookie"),
    Kind.URL_CREDENTIAL.value: ("credential in a URL", "网址里的凭据"),
    Kind.WEBHOOK.value: ("webhook", "Webhook 地址"),
    Kind.PERSONAL.value: ("personal data", "个人信息"),
    Kind.KNOWN.value: ("value of a credential file", "凭据文件里的值"),
    Kind.LITERAL.value: ("registered value", "登记过的值"),
    Kind.WITHHELD.value: ("withheld message", "扣下的消息"),
}
STATES: Final[Mapping[State, Both]] = {
    State.OPEN: ("to rotate", "待更换"),
    State.ROTATED: ("probably rotated", "可能已换"),
    State.RESOLVED: ("resolved", "已了结"),
}
_TAGS: Final = ("en", "zh-Hans")


def both(words: Both, *values: object) -> str:
    """Return HTML that shows ``words`` in the chosen language; ``{}`` stands for HTML of our own or a number."""
    return "".join(
        f'<span lang="{tag}">{text.format(*values)}</span>' for tag, text in zip(_TAGS, words, strict=True)
    )


def safe(text: object) -> str:
    """Return a text from elsewhere as HTML: nothing in it is a tag, and nothing in it turns the reading direction."""
    return escape(still(str(text)))


def end(name: str) -> str:
    """Return the name of an end as HTML."""
    if name in EN.ends and name in ZH.ends:
        return both((safe(EN.ends[name]), safe(ZH.ends[name])))
    return safe(name)


def kind(name: str) -> str:
    """Return the name of a kind as HTML."""
    return both(KINDS[name]) if name in KINDS else safe(name)
