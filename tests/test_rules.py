"""Every shipped rule carries its own proof; here it is run."""

from __future__ import annotations

import pytest

from safedigest.detect import proof, rulefile
from safedigest.detect.rulefile import Rule

RULES = rulefile.shipped().rules


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_shipped_rule_holds_wherever_it_is_pasted(rule: Rule) -> None:
    assert proof.prove(rule) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_shipped_rule_is_sound(rule: Rule) -> None:
    assert proof.lint(rule) == []
