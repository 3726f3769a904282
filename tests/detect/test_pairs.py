"""Keys of providers and clouds in the shapes of chat: pairs, tails, glue."""

from __future__ import annotations

from random import Random

import pytest

from safedigest.detect import rulefile
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.rules import RuleDetector
from safedigest.detect.template import make

FILES = ("vendors-models.toml", "vendors-cloud.toml", "vendors-china.toml")
FINDER = Finder([RuleDetector([rule for rule in rulefile.shipped().rules if rule.file in FILES])])

PAIRS = [
    ("AKIA{base32:16}", "{b64:40}"),
    ("LTAI5t{alnum:18}", "{alnum:30}"),
    ("AKID{alnum:32}", "{alnum:32}"),
    ("ALTAK{alnum:21}", "{hex:32}"),
    ("AKLT{alnum:44}", "{b64:58}=="),
    ("wx{hex:16}", "{hex:32}"),
    ("ww{hex:16}", "{b64url:43}"),
    ("cli_{hex:16}", "{alnum:32}"),
]
SEPARATORS = [" / ", "\n", "，", ", ", " ", "/", " 和 ", "：", " secret: ", "\nSecretKey = ", "」「"]


def sample(template: str, seed: int) -> str:
    """Make a text of ``template``, the same for the same ``seed``."""
    return make(template, Random(seed)).text


def masked(text: str) -> list[str]:
    """Return what is found in ``text``."""
    shadow = fold(text)
    spans = [shadow.origin(span.start, span.end) for span in FINDER.find(shadow)]
    return [text[start:end] for start, end in spans]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0][:4])
def test_the_secret_half_beside_an_id_is_found(pair: tuple[str, str], separator: str) -> None:
    name, secret = (sample(part, 11) for part in pair)
    assert any(secret in value for value in masked(f"生产环境 {name}{separator}{secret} 先用着"))


@pytest.mark.parametrize("name", [pair[0] for pair in PAIRS], ids=lambda name: name[:4])
def test_a_digest_beside_an_id_stays(name: str) -> None:
    digest = sample("{hex:40}", 2)
    assert digest not in masked(f"{sample(name, 1)} sha1 {digest}")


@pytest.mark.parametrize("template", ["sk-{hex:32}", "gsk_{alnum:52}", "hf_{alnum:34}", "AIza{b64url:35}"])
@pytest.mark.parametrize("tail", ["Zz9", "Zz9Qk3LmN0pW"])
def test_a_token_longer_than_documented_leaves_no_tail(template: str, tail: str) -> None:
    token = sample(template, 4) + tail
    assert token in masked(f"密钥{token}，请保存")


@pytest.mark.parametrize(
    "text",
    [
        "密钥是{}。",
        "Bearer {}",
        '{{"k":"{}"}}',
        "line\\n{}",
        "`{}`",
        "k＝{}；",
        "https://x.cn/?k={}&b=1",
        "（{}）",
    ],
)
def test_a_token_is_found_where_people_paste_it(text: str) -> None:
    token = sample("sk-or-v1-{hex:64}", 6)
    assert set(masked(text.format(token))) == {token}


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn and scikit-image",
        "<div class='sk-fading-circle sk-circle-fade-dot'>",
        "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "export OPENAI_API_KEY=sk-your-openai-key-here",
        "hf_hub_download and hf_transfer",
        "QQ邮箱授权码怎么开通",
        "wx.request 的 appid 在哪看",
        "application-x-www-form-urlencoded",
        "DO00 LTAI AKID AKIA",
    ],
)
def test_names_and_placeholders_stay(text: str) -> None:
    assert masked(text) == []
