"""A YAML file of somebody else is changed by insertion, means the same but for our value, and is given back whole."""

from __future__ import annotations

from typing import Any, Final

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest.install import yamltext
from safedigest.install.yamltext import YamlTextError

LIST: Final = ("plugins", "enabled")
KEY: Final = ("terminal", "cwd")
HOOK: Final = {"command": "env A=1 '/opt/a b/python' -P -m safedigest.hook", "timeout": 5}

_words = st.text(st.sampled_from("abz09 _-./:#'\"{}[]&*!|>%@,?漢字é"), max_size=12)
_leaves = st.one_of(_words, st.integers(-9, 9), st.booleans(), st.none(), st.floats(0, 1, width=16))
_values = st.recursive(
    _leaves,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc_键", min_size=1), inner, max_size=3)
    ),
    max_leaves=8,
)
_names = st.sampled_from(["model", "agent", "plugins", "terminal", "hooks", "别的"])
_tables = st.fixed_dictionaries({}, optional={"enabled": st.lists(_words, max_size=3), "other": _values})
_roots = st.dictionaries(_names, _values, max_size=4)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw a file as a person or a program may have written it."""
    data: dict[str, Any] = draw(_roots)
    for name in ("plugins", "terminal"):
        if name in data and draw(st.booleans()):
            data[name] = draw(_tables)
    flow = draw(st.sampled_from([False, None, True]))
    indent = draw(st.sampled_from([2, 4]))
    text: str = (
        yaml.safe_dump(data, allow_unicode=True, sort_keys=False, indent=indent, default_flow_style=flow)
        if data
        else ""
    )
    lines = text.splitlines(keepends=True)
    if draw(st.booleans()):
        lines.insert(0, draw(st.sampled_from(["# of mine\n", "---\n", "%YAML 1.1\n---\n", "\n\n"])))
    if draw(st.booleans()):
        lines.append(draw(st.sampled_from(["# the end\n", "\n\n", "    # deeper\n", "# no break"])))
    text = "".join(lines)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    if draw(st.booleans()):
        text = text.removesuffix("\n").removesuffix("\r")
    return ("\ufeff" if draw(st.booleans()) else "") + text


def with_item(data: dict[str, Any], item: Any) -> dict[str, Any]:
    """Return what a table must mean afterwards."""
    table = dict(data.get("plugins") or {})
    return {**data, "plugins": {**table, "enabled": [*(table.get("enabled") or []), item]}}


@settings(deadline=None)
@given(documents(), st.sampled_from(["safedigest", HOOK]))
def test_what_is_appended_is_all_that_changes_and_goes_again_without_a_trace(text: str, item: Any) -> None:
    before = yamltext.parsed(text)
    try:
        done = yamltext.append(text, LIST, item)
    except YamlTextError:
        return  # which files are refused is said below
    assert done is not None
    assert yamltext.parsed(done.text) == with_item(before, item)
    assert done.text == text[: done.at] + done.piece + text[done.at :]
    assert yamltext.append(done.text, LIST, item) is None
    assert yamltext.take_out(done.text, done.piece, LIST, item) == text


@settings(deadline=None)
@given(documents())
def test_a_file_of_tables_is_refused_only_where_something_else_stands_in_our_place(text: str) -> None:
    data = yamltext.parsed(text)
    plugins = data.get("plugins")
    in_the_way = "plugins" in data and not isinstance(plugins, dict)
    if isinstance(plugins, dict):
        in_the_way = "enabled" in plugins and not isinstance(plugins["enabled"], list)
    if not in_the_way:
        assert yamltext.append(text, LIST, "safedigest") is not None


@settings(deadline=None)
@given(documents(), st.sampled_from(["/srv/a home", "~/x: y", "目录"]))
def test_what_is_put_is_all_that_changes_and_goes_again_without_a_trace(text: str, value: str) -> None:
    before = yamltext.parsed(text)
    try:
        done = yamltext.put(text, KEY, value)
    except YamlTextError:
        return
    table = before.get("terminal") or {}
    assert yamltext.parsed(done.text) == {**before, "terminal": {**table, "cwd": value}}
    assert yamltext.take_out(done.text, done.piece, KEY, value) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "# only a comment",
        "a: &x\n  k: 1\nb: *x\nplugins:\n  <<: *x\n  enabled: [own]\n",
        "plugins:\n  enabled:\n  - own # why\n\n# next\nother: 1\n",
        "plugins:\n    enabled:\n        - own\nother:\n    - 1\n",
        "plugins:\n  enabled: [ own, 'b' ]  # trailing\n",
        "plugins:\n  enabled: [\n    own,\n  ]\n",
        "plugins: {}\n",
        "plugins:\n  enabled: []\n",
        "plugins:\n",
        "plugins:\n  enabled:\n",
        "plugins: # of mine\n  disabled:\n    - x\nz: |\n  text\n\n  more\n",
        "z: >-\n  folded\n  text",
        "plugins:\n  enabled:\n    - own\n    # - parked\n\n\n",
        "plugins:\n  enabled:\n    - |\n      odd name\n",
    ],
)
@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
def test_common_forms_are_taken_and_given_back(text: str, breaks: str) -> None:
    text = text.replace("\n", breaks)
    done = yamltext.append(text, LIST, "safedigest")
    assert done is not None
    assert yamltext.parsed(done.text) == with_item(yamltext.parsed(text), "safedigest")
    assert "\r\n" not in text or "\n" not in done.piece.replace("\r\n", "")  # its own line breaks are kept
    assert yamltext.take_out(done.text, done.piece, LIST, "safedigest") == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plugins: yes\n", "plugins is not a table"),
        ("plugins: {enabled: one}\n", "plugins.enabled is not a list"),
        ("- a\n- b\n", "not a table"),
        ("a: [1\n", "not valid YAML at line 2"),
        ("a: 1\n---\nb: 2\n", "not valid YAML at line 2"),
        ("plugins: null\n", "without a value"),
        ("plugins: {enabled: ~}\n", "without a value"),
        ("a: &x {enabled: [q]}\nplugins: *x\n", "something else"),
        ("plugins: &x {enabled: [q]}\nb: *x\n", "something else"),
        ("b: &x [q]\nplugins: {enabled: *x}\n", "something else"),
        ("a: 1\n...\n", "something else|not valid"),
    ],
)
def test_what_cannot_be_extended_alone_is_refused(text: str, said: str) -> None:
    with pytest.raises(YamlTextError, match=said):
        yamltext.append(text, LIST, "safedigest")


def test_a_refusal_quotes_nothing_of_the_file() -> None:
    with pytest.raises(YamlTextError) as error:
        yamltext.parsed("key: 'words of mine\n")
    assert "words" not in str(error.value)


def test_a_key_that_is_set_is_not_put_again() -> None:
    with pytest.raises(YamlTextError, match="set already"):
        yamltext.put("terminal: {cwd: /a}\n", KEY, "/b")


@pytest.mark.parametrize(
    ("edited", "left"),
    [
        ("plugins:\n  enabled:\n    - mine\n    - safedigest\n", "plugins:\n  enabled:\n    - mine\n"),
        ("plugins:\n  enabled:\n    - safedigest # ours\n    - mine\n", "plugins:\n  enabled:\n    - mine\n"),
        ("plugins: {enabled: [safedigest, mine]}\n", "plugins: {enabled: [mine]}\n"),
        ("plugins: {enabled: [mine, 'safedigest']}\n", "plugins: {enabled: [mine]}\n"),
        ("plugins: {enabled: [mine, safedigest, x]}\n", "plugins: {enabled: [mine, x]}\n"),
    ],
)
def test_rewritten_by_somebody_only_our_item_goes(edited: str, left: str) -> None:
    assert yamltext.take_out(edited, "plugins:\n  enabled:\n  - safedigest\n", LIST, "safedigest") == left


def test_where_no_cut_means_just_that_nothing_is_cut() -> None:
    shared = "a: &x [safedigest]\nplugins: {enabled: *x}\n"
    assert yamltext.take_out(shared, "", LIST, "safedigest") is None
