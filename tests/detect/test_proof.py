"""The proof of rules finds what is wrong with them."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from safedigest.detect import proof, rulefile
from safedigest.detect.rulefile import Rule
from safedigest.errors import RuleError
from safedigest.model import Kind

GOOD = Rule(
    id="acme-token",
    kind=Kind.VENDOR_TOKEN,
    about="Acme",
    see="https://example.com",
    keywords=("acme_",),
    pattern=r"(?<![0-9A-Za-z])acme_[0-9a-z]{20,}+",
    match=("acme_{lower:24}",),
    reject=("acme_corp",),
    file="own.toml",
)


def test_a_good_rule_holds_and_is_sound() -> None:
    assert proof.prove(GOOD) == proof.lint(GOOD) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"pattern": r"\bacme_[0-9a-z]{20,}+"}, "glued to Chinese"),
        ({"pattern": r"acme_[0-9a-z]{10}"}, "not masked whole bare"),
        ({"pattern": r"(?<!:)acme_[0-9a-z]{20,}+"}, "full-width punctuation"),
        ({"pattern": r"(?<!\")acme_[0-9a-z]{20,}+"}, "in JSON"),
        ({"reject": ("acme_{lower:30}",)}, "reject 1 is masked bare"),
        ({"keywords": ("zcme_",)}, "not masked whole bare"),
    ],
)
def test_a_rule_that_does_not_hold_is_told_where(change: dict[str, object], problem: str) -> None:
    rule = replace(GOOD, kind=Kind.PASSWORD, **change)  # type: ignore[arg-type]
    problems = proof.prove(rule)
    assert any(problem in line for line in problems)
    assert all(line.startswith("own.toml: rule acme-token: ") for line in problems)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"keywords": ("acme_", "other_")}, "'other_' never wakes"),
        ({"see": "http://example.com"}, "no https"),
        ({"pattern": r"(?<!\w)acme_[0-9a-z]{20,}"}, r"\w take"),
        ({"pattern": r"acme_[^!]{9,}!", "match": ("acme_{lower:24}!",)}, "work grows"),
    ],
)
def test_a_weak_rule_is_told_why(change: dict[str, object], problem: str) -> None:
    assert any(problem in line for line in proof.lint(replace(GOOD, **change)))  # type: ignore[arg-type]


def test_keywords_that_take_each_others_place_all_wake_the_rule() -> None:
    pattern = r"(?<![0-9A-Za-z])(?:acme|ACME|zeta)_[0-9a-z]{20,}+"
    assert proof.idle_keywords(replace(GOOD, pattern=pattern, keywords=("acme_", "zeta_"))) == []


def test_a_template_that_is_none_is_an_error() -> None:
    with pytest.raises(RuleError, match=r"own\.toml: rule acme-token: bad template"):
        proof.prove(replace(GOOD, match=("acme_{letters:3}",)))


def test_the_rule_that_the_readme_teaches_holds_and_is_sound(tmp_path: Path) -> None:
    text = (rulefile.shipped_folder() / "README.md").read_text(encoding="utf-8")
    lessons = [
        textwrap.dedent(block)
        for block in re.findall(r"^ *```toml\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    ]
    rule, own = lessons
    file = tmp_path / "lesson.toml"
    file.write_text(f"{rule}\n{own}", encoding="utf-8")
    found = rulefile.load([file])
    assert [line for rule in found.rules for line in (*proof.prove(rule), *proof.lint(rule))] == []
    assert found.rules
    assert found.names
    assert found.literals
