"""What the vendor rules promise beyond the proof that each of them carries."""

from __future__ import annotations

import string
import tomllib
from random import Random

import pytest

from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.rulefile import Rule, shipped, shipped_folder
from safedigest.detect.template import make
from safedigest.model import Kind

FILES = tuple(f"vendors-{part}.toml" for part in ("code", "chat", "pay", "ops", "more-apps", "more-code"))
RULES = tuple(rule for rule in shipped().rules if rule.file in FILES)
HOOKS = tuple(rule for rule in shipped().rules if rule.file == "webhooks.toml" and "://" in rule.match[0])
LETTERS = string.ascii_letters + string.digits
ALPHABETS = (LETTERS, "0123456789abcdef", string.ascii_lowercase + string.digits)
FORMS = ("{0}: {1}", "{0} = '{1}'", "使用 {0} 的 key：{1}", '"{0}_token": "{1}"', "const {0}Key = `{1}`;")


@pytest.fixture(scope="module")
def finder() -> Finder:
    """Give all detectors, as the gate has them."""
    return default_finder(personal="none")


def masked(finder: Finder, text: str) -> str:
    """Return ``text`` with a star for every character that a span covers."""
    shadow = fold(text)
    shown = list(text)
    for span in finder.find(shadow):
        start, end = shadow.origin(span.start, span.end)
        shown[start:end] = "*" * (end - start)
    return "".join(shown)


def drawn(random: Random, size: int, alphabet: str = LETTERS) -> str:
    """Draw ``size`` characters, a digit and a letter among them."""
    return "7" + "".join(random.choices(alphabet, k=size - 2)) + "a"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_vendor_token_is_masked_whole_between_chinese_words(finder: Finder, rule: Rule) -> None:
    sample = make(rule.match[0], Random(rule.id))
    text = f"新的是{sample.text}，麻烦换上"
    shown = masked(finder, text)
    assert shown.startswith("新的是")
    for start, end in sample.secrets:
        assert set(shown[3 + start : 3 + end]) == {"*"}


def open_ended(rule: Rule) -> bool:
    """Tell whether a token of ``rule`` may go on after what its first template makes."""
    closed = "(?!" in rule.pattern.rpartition("}")[2]
    sample = make(rule.match[0], Random(rule.id))
    return rule.kind is Kind.VENDOR_TOKEN and not closed and sample.secrets[-1][1] == len(sample.text)


@pytest.mark.parametrize("rule", [rule for rule in RULES if open_ended(rule)], ids=lambda rule: rule.id)
def test_a_longer_token_than_documented_leaves_no_tail(finder: Finder, rule: Rule) -> None:
    random = Random(rule.id)
    sample = make(rule.match[0], random)
    tail = drawn(random, 24)
    shown = masked(finder, f"key: {sample.text}{tail} ok")
    assert shown.endswith("* ok")


@pytest.mark.parametrize("rule", HOOKS, ids=lambda rule: rule.id)
def test_a_webhook_keeps_its_host_and_loses_its_secret(finder: Finder, rule: Rule) -> None:
    sample = make(rule.match[0], Random(rule.id))
    shown = masked(finder, f"机器人地址 {sample.text} 记一下")
    assert shown.startswith(f"机器人地址 {sample.text.partition('://')[0]}://")
    for start, end in sample.secrets:
        assert set(shown[6 + start : 6 + end]) == {"*"}


def vendors() -> list[str]:
    """Return the names of ``vendors-more.toml`` that need no word beside them."""
    file = shipped_folder() / "opaque" / "vendors-more.toml"
    entry = tomllib.loads(file.read_text(encoding="utf-8"))["any"]
    return [name for part in entry["vendors"].replace("\n", ",").split(",") if (name := part.strip())]


@pytest.mark.parametrize("form", FORMS)
def test_a_key_without_a_form_is_known_by_its_vendor(finder: Finder, form: str) -> None:
    random = Random(form)
    leaks = []
    for name in random.sample(vendors(), 60):
        key = drawn(random, 32, random.choice(ALPHABETS))
        if key in masked(finder, form.format(name, key)):
            leaks.append(name)
    assert len(leaks) <= 1, leaks


def test_every_vendor_is_named_once_in_a_file() -> None:
    names = vendors()
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "text",
    [
        "github commit {hex:40} is on main",
        "merged in gitlab as {hex:40}",
        "sentry event id {hex:32}",
        "docker pull example@sha256:{hex:64}",
        "datadog trace_id={hex:32}",
        "see https://hooks.slack.com/services/ in the manual",
        "slack tokens start with xoxb- and a number",
        "the stripe key begins with sk_live_ and must stay secret",
        "telegram meets at 10:30 in room {digit:3}",
        "jenkins build {digit:6} runs on node {digit:2}",
        "https://discord.com/channels/{digit:18}/{digit:18}",
        "https://webhook.site/ shows what arrives",
    ],
)
def test_identifiers_and_talk_about_vendors_stay(finder: Finder, text: str) -> None:
    plain = make(text, Random(text)).text
    assert masked(finder, plain) == plain
