"""What an owner adds: rules, names, exact values, a gitleaks configuration. Users add and never weaken."""

from __future__ import annotations

import json
import string
import time
from pathlib import Path
from random import Random

import pytest

from safedigest.detect import gitleaks, rulefile, timed, userrules
from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.registered import LiteralDetector, NameDetector
from safedigest.errors import RuleError
from safedigest.gate import Gate
from safedigest.model import Kind
from safedigest.text import Raw

RULE = """
[[rule]]
id = "acme-token"
kind = "{kind}"
about = "Acme token"
see = "https://example.com/tokens"
keywords = ["acme_"]
pattern = '''{pattern}'''
match = ["acme_{{alnum:30}}"]
reject = ["acme_corp"]
"""
ACME = r"(?P<secret>(?P<label>acme_)[0-9A-Za-z]{30,})"


def secret(size: int, seed: int = 1) -> str:
    return "".join(Random(seed).choices(string.ascii_letters + string.digits, k=size))


def home_with(folder: Path, name: str, text: str) -> Path:
    rules = folder / "safedigest" / "rules"
    rules.mkdir(parents=True, exist_ok=True)
    (rules / name).write_text(text, encoding="utf-8")
    return folder


def masked(home: Path, text: str) -> str:
    return str(Gate.from_home(home).mask(Raw(text)))


@pytest.mark.parametrize(
    ("kind", "shown"), [("vendor-token", "acme..."), ("api-key", "***"), ("password", "***")]
)
def test_a_user_rule_shows_four_characters_of_a_vendor_token_at_most(
    tmp_path: Path, kind: str, shown: str
) -> None:
    home = home_with(tmp_path, "own.toml", RULE.format(kind=kind, pattern=ACME))
    assert masked(home, f"use acme_{secret(30)} now") == f"use {shown} now"


def test_a_user_rule_never_shows_more_than_a_shipped_one_would(tmp_path: Path) -> None:
    value = "ghp_" + secret(36, seed=7)
    text = f"token {value}"
    pattern = r"(?P<secret>ghp_[0-9A-Za-z]+)"
    home = home_with(
        tmp_path, "own.toml", RULE.format(kind="vendor-token", pattern=pattern).replace("acme_", "ghp_")
    )
    shipped = str(Gate.default().mask(Raw(text)))
    assert len(masked(home, text)) <= len(shipped)


@pytest.mark.parametrize("before", ["password=", "密码是 ", "the password is "])
def test_a_user_rule_shows_nothing_of_what_a_shipped_one_hides(tmp_path: Path, before: str) -> None:
    home = home_with(tmp_path, "own.toml", RULE.format(kind="vendor-token", pattern=ACME))
    text = f"{before}acme_{secret(30)} ok"
    assert masked(home, text) == str(Gate.default().mask(Raw(text))) == f"{before}*** ok"


def test_a_user_rule_masks_no_less_than_the_shipped_ones_do_alone(tmp_path: Path) -> None:
    inner = r"(?P<secret>(?P<label>acme_)[0-9A-Za-z]{6})"
    home = home_with(tmp_path, "own.toml", RULE.format(kind="vendor-token", pattern=inner))
    value = f"{secret(5)}acme_{secret(20)}"
    assert masked(home, f"password={value} ok") == "password=*** ok"


def test_all_calls_of_a_pattern_on_one_text_share_its_time() -> None:
    slow = timed.compile_pattern(r"x(?:(?:a|b|ab)+)+(?<=z)")
    text = ("x" + "ab" * 9 + " ") * 2000
    start = time.process_time()
    with pytest.raises(TimeoutError):
        [slow.match(text, at) for at in range(0, len(text), 20)]
    assert time.process_time() - start < 2
    assert slow.search("another text") is None


def test_a_pattern_that_takes_too_long_withholds_the_message(tmp_path: Path) -> None:
    pattern = r"acme_(?:(?:a|b|ab)+)+(?<=z)"
    home = home_with(tmp_path, "own.toml", RULE.format(kind="api-key", pattern=pattern))
    gate = Gate.from_home(home)
    assert str(gate.mask(Raw("acme_" + "ab" * 3000))) == "[withheld]"
    assert str(gate.mask(Raw("nothing here"))) == "nothing here"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (RULE.format(kind="api-key", pattern="(?P<secret>.+)").replace('"acme_"', '"a"'), "harmless lines"),
        (RULE.format(kind="nonsense", pattern=ACME), "kind must be one of"),
        (RULE.format(kind="api-key", pattern="(unclosed"), "pattern"),
        (RULE.format(kind="api-key", pattern="(?:acme_)?"), "empty text"),
        (RULE.format(kind="api-key", pattern=ACME).replace("acme-token", "github-pat-classic"), ""),
        (RULE.format(kind="api-key", pattern=ACME) + 'colour = "red"\n', "unknown key 'colour'"),
        (
            RULE.format(kind="api-key", pattern=ACME).replace('about = "Acme token"\n', ""),
            "about is missing",
        ),
        ("[rule]\nid = 1\n", "double brackets"),
        ("[[rules]]\n", "unknown table"),
        ("[[name]]\nkeys = 'x'\n", "`keys`"),
        ("[[literal]]\nvalue = 7\n", "`value`"),
        ("not toml", "not TOML"),
    ],
)
def test_a_bad_file_is_refused_with_file_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    if not reason:
        text = text.replace("github-pat-classic", rulefile.shipped().rules[0].id)
        reason = "already taken"
    home = home_with(tmp_path, "own.toml", text)
    with pytest.raises(RuleError, match=reason) as caught:
        default_finder(home=home)
    assert "own.toml" in str(caught.value)


def test_no_error_about_a_bad_file_shows_a_value(tmp_path: Path) -> None:
    value = secret(12)
    for text in (f'[[literal]]\nvalue = "{value}\n', f"[[literal]]\nvalue = '{value}'\nextra = '{value}'\n"):
        with pytest.raises(RuleError) as caught:
            default_finder(home=home_with(tmp_path, "own.toml", text))
        assert (
            value not in f"{caught.value}{caught.value!r}{caught.value.__cause__}{caught.value.__context__}"
        )


def test_a_literal_of_any_length_is_masked_and_never_shown(tmp_path: Path) -> None:
    short, long = "q7", secret(40)
    home = home_with(
        tmp_path, "own.toml", f"[[literal]]\nvalue = {json.dumps(short)}\n[[literal]]\nvalue = '{long}'\n"
    )
    assert masked(home, f"say {short}，或 {long}。") == "say ***，或 ***。"
    rules = userrules.load([home / "safedigest" / "rules" / "own.toml"])
    assert long not in f"{rules}{LiteralDetector([long])!r}"


def test_a_literal_is_found_behind_a_disguise_and_in_its_own_case_only() -> None:
    value = "Maple" + secret(6)
    finder = Finder([LiteralDetector([value])])
    assert len(finder.find(fold("\u200b".join(value)))) == 1
    assert finder.find(fold(value.swapcase())) == []


@pytest.mark.parametrize(
    "form",
    ["{n}={v}", "{n}: {v}", '"{n}": "{v}"', "{n} = '{v}'", "--{n} {v}", "{n}：{v}", "{n}是{v}", "{n} is {v}",
     "**{n}**: `{v}`",
     "{n}\n=>\n{v}".replace("\n", " "), "export {N}={v}", "{n}:\n  {v}"],
)  # fmt: skip
def test_the_value_of_a_registered_name_is_masked_in_any_notation(form: str) -> None:
    value = secret(5)
    text = form.format(n="warehouse_door", N="WAREHOUSE_DOOR", v=value) + ", ok"
    (span,) = Finder([NameDetector(["Warehouse_Door"])]).find(fold(text))
    assert text[span.start : span.end] == value
    assert span.most == 0


@pytest.mark.parametrize(
    "text", ["door=${DOOR}", "door: <your door>", "the door is open?", "indoor=yellow7", "doors", "door"]
)
def test_a_reference_or_another_word_stays(text: str) -> None:
    found = Finder([NameDetector(["door"])]).find(fold(text.replace(" is open?", "")))
    assert found == []


GITLEAKS = """
title = "ours"
[extend]
useDefault = true
[[rules]]
id = "acme-key"
regex = '''(?i)acme.{{0,5}}['"]([a-z0-9]{{20}})['"]'''
keywords = ["ACME"]
secretGroup = 1
entropy = 3.0
{extra}
"""


def test_a_gitleaks_rule_masks_its_secret_group_and_shows_nothing(tmp_path: Path) -> None:
    value = "".join(Random(2).choices(string.ascii_lowercase + string.digits, k=20))
    home = home_with(tmp_path, "team.gitleaks.toml", GITLEAKS.format(extra=""))
    assert masked(home, f"Acme: '{value}'!") == "Acme: '***'!"
    assert masked(home, f"Acme: '{'ab' * 10}'!") == f"Acme: '{'ab' * 10}'!"


def test_an_allowlist_narrows_the_rules_of_its_own_file_only(tmp_path: Path) -> None:
    value = "ghp_" + secret(36, seed=3)
    allow = (
        "[[rules.allowlists]]\nregexes = ['''.*''']\n[allowlist]\nregexes = ['''.*''']\nstopwords = ['ghp']\n"
    )
    home = home_with(tmp_path, "team.gitleaks.toml", GITLEAKS.format(extra=allow))
    plain = "".join(Random(2).choices(string.ascii_lowercase + string.digits, k=20))
    assert masked(home, f"token {value}") == str(Gate.default().mask(Raw(f"token {value}")))
    (rule,) = userrules.load([home / "safedigest" / "rules" / "team.gitleaks.toml"]).foreign
    assert Finder([rule]).find(fold(f"Acme: '{plain}'!")) == []


def test_an_allowlist_of_one_rule_leaves_the_others_of_its_file_alone(tmp_path: Path) -> None:
    other = "[[rules]]\nid = 'other'\nregex = '''acme.{0,5}['\"][a-z0-9]{20}['\"]'''\n"
    file = tmp_path / "x.gitleaks.toml"
    narrowed = GITLEAKS.format(extra="[[rules.allowlists]]\nregexes = ['''.*''']\n")
    file.write_text(f"{other}{narrowed[narrowed.index('[[rules]]') :]}", encoding="utf-8")
    plain = "".join(Random(2).choices(string.ascii_lowercase + string.digits, k=20))
    found = Finder(userrules.load([file]).foreign).find(fold(f"acme: '{plain}'!"))
    assert [span.rule for span in found] == ["other"]


@pytest.mark.parametrize(
    ("allow", "narrowed"),
    [
        ("paths = ['''.*''']", False),
        ("condition = 'AND'\npaths = ['''.*''']\nregexes = ['''.*''']", False),
        ("condition = 'AND'\nstopwords = ['zzzz']\nregexes = ['''.*''']", False),
        ("stopwords = ['zzzz']\nregexes = ['''.*''']", True),
        ("regexTarget = 'line'\nregexes = ['''a harmless line''']", True),
        ("regexTarget = 'match'\nregexes = ['''^Acme''']", True),
        ("regexes = ['''^Acme''']", False),
        ("targetRules = ['other']\nregexes = ['''.*''']", False),
    ],
)
def test_an_allowlist_is_read_as_gitleaks_reads_it(tmp_path: Path, allow: str, narrowed: bool) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text(GITLEAKS.format(extra=f"[[rules.allowlists]]\n{allow}\n"), encoding="utf-8")
    (rule,) = gitleaks.read_gitleaks(file)
    value = "".join(Random(2).choices(string.ascii_lowercase + string.digits, k=20))
    assert bool(Finder([rule]).find(fold(f"x\na harmless line Acme: '{value}'\ny"))) is not narrowed


@pytest.mark.parametrize(
    ("go", "text", "found"),
    [
        (r"ab\z", "xab", "ab"),
        (r"\Qa.b\E+", "a.bb", "a.bb"),
        (r"[[:alpha:]]+", "12ab", "ab"),
        (r"[a[]+", "x[a[", "[a["),
        (r"[]x]+", "a]x", "]x"),
        (r"[^]x]+", "]ab", "ab"),
        (r"[a&&b]+", "&&", "&&"),
        (r"x\x{41}", "xA", "xA"),
        (r"a(?i)b", "aB", "aB"),
        (r"(?:a(?i)b)c", "aBc", "aBc"),
        (r"\w+", "密x密", "x"),
        (r"[\]a]+", "]a", "]a"),
        (r"(?P<n>a)(?<m>b)", "ab", "ab"),
    ],
)
def test_go_patterns_mean_here_what_they_mean_there(go: str, text: str, found: str) -> None:
    pattern = gitleaks.compiled("x", go)
    match = pattern.search(text)
    assert match is not None
    assert match[0] == found


def test_go_flags_end_with_their_group() -> None:
    assert gitleaks.compiled("x", "(?:a(?i)b)c").search("aBC") is None


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("[[rules]]\nid = 'u'\nregex = '''(?U)a+'''", "flag U"),
        ("[[rules]]\nid = 'u'\nregex = '''\\\\C'''", "one byte"),
        ("[[rules]]\nid = 'u'\nregex = '''(a'''", "not valid syntax"),
        ("[[rules]]\nid = 'u'\nregex = '''a*'''", "empty text"),
        ("[[rules]]\nid = 'u'\nregex = '''a'''\nsecretGroup = 3", "secretGroup"),
        ("[[rules]]\nid = 'u'\nregex = '''abc'''\nentropy = 'x'", "entropy"),
        ("[[rules]]\nregex = '''abc'''", "no id"),
        ("[[rules]]\nid = 'u'\nregex = 7", "must be a text"),
        ("[[rules]]\nid = 'u'\nregex = '''abc'''\nkeywords = 'x'", "list of texts"),
        ("[[rules]]\nid = 'u'\nregex = '''abc'''\nallowlist = 'x'", "must be a table"),
        ("[[rules]]\nid = 'u'\nregex = '''[a-z]+'''", "harmless lines"),
    ],
)
def test_a_gitleaks_rule_that_cannot_run_here_is_refused(tmp_path: Path, extra: str, reason: str) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text(GITLEAKS.format(extra=extra.replace("\\\\", "\\")), encoding="utf-8")
    with pytest.raises(RuleError, match=reason):
        userrules.load([file])


def test_a_gitleaks_file_without_a_pattern_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text("[[rules]]\nid = 'only-a-path'\npath = '''x'''\n", encoding="utf-8")
    with pytest.raises(RuleError, match="regex"):
        gitleaks.read_gitleaks(file)


def test_a_rule_of_an_old_configuration_goes_by_its_description(tmp_path: Path) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text("[[rules]]\ndescription = 'Acme key'\nregex = '''acm_[a-z0-9]{20}'''\n", encoding="utf-8")
    (rule,) = gitleaks.read_gitleaks(file)
    (span,) = Finder([rule]).find(fold("use acm_" + secret(20).lower()))
    assert span.rule == "Acme key"


def test_what_is_not_read_of_a_foreign_configuration_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text(
        GITLEAKS.format(extra="path = '''\\.env'''\ntags = ['key']\n[[rules.Entropies]]\nMin = '3'\n")
    )
    assert userrules.left_out([file]) == [
        "x.gitleaks.toml: not read: extend",
        "x.gitleaks.toml: rule acme-key: not read: Entropies, path",
    ]
    assert userrules.left_out([tmp_path / "own.toml"]) == []


def test_a_configuration_that_only_extends_says_what_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text("[extend]\nuseDefault = true\n[allowlist]\nregexes = ['''x''']\n")
    with pytest.raises(RuleError, match="only extends or narrows"):
        gitleaks.read_gitleaks(file)


def test_a_group_of_prefixes_is_not_taken_for_the_secret(tmp_path: Path) -> None:
    file = tmp_path / "x.gitleaks.toml"
    file.write_text("[[rules]]\nid = 'u'\nregex = '''(acm|acn)_[a-z0-9]{20}'''\n", encoding="utf-8")
    (rule,) = gitleaks.read_gitleaks(file)
    text = "acm_" + secret(20).lower()
    (span,) = Finder([rule]).find(fold(text))
    assert (span.start, span.end, span.kind) == (0, len(text), Kind.API_KEY)
