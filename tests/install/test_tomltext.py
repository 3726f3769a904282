"""Our settings are extended by lines: everything else in the file stays and means the same."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import settings as running
from hypothesis import strategies as st

from safedigest.config import parse
from safedigest.errors import ConfigError
from safedigest.install.tomltext import add_owner, set_key

_IDS: Final = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1).filter(str.strip)
_TOP: Final = (
    "idle_minutes = 20",
    'personal = "all" # all of it',
    'agents_md = "off"',
    "sources = [\n  'cli',\n]",
    "",
)
_TABLES: Final = (
    "[limits]\nfull = 9000",
    "[owner]",
    "[owner] # me",
    '[owner]\nqqbot = ["1", "2"]',
    '[chats]\nqqbot = "9"',
    "",
)


@st.composite
def settings(draw: st.DrawFn) -> str:
    """Draw settings as an owner may have written them."""
    lines = [*draw(st.lists(st.sampled_from(_TOP), unique=True)), draw(st.sampled_from(_TABLES))]
    lines.insert(draw(st.integers(0, len(lines))), "# a note with = and [brackets]")
    text = "\n".join(lines) + draw(st.sampled_from(["\n", "", "\n\n"]))
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def kept(old: str, new: str, *but: str) -> bool:
    """Tell whether every line that says something is still there in its order, ``but`` those."""
    lines = [line.strip() for line in old.splitlines() if line.strip() and not line.strip().startswith(but)]
    rest = iter([line.strip() for line in new.splitlines()])
    return all(line in rest for line in lines)


@running(deadline=None)
@given(settings(), st.sampled_from(["telegram", "qqbot2", "we-chat_1"]), _IDS)
def test_an_owner_is_added_and_all_else_stays(text: str, end: str, user: str) -> None:
    new = add_owner(text, end, user)
    assert parse(tomllib.loads(new)).owner[end].users == {user.strip()}
    before = tomllib.loads(text)
    owners = {**before.get("owner", {}), end: user}
    assert tomllib.loads(new) == {**before, "owner": owners}
    assert kept(text, new)


@given(
    settings(), st.sampled_from([("lang", "en"), ("agents_md", "auto"), ("agents_md_path", "a b/文 件.md")])
)
def test_a_setting_is_set_and_all_else_stays(text: str, setting: tuple[str, str]) -> None:
    new = set_key(text, *setting)
    assert tomllib.loads(new) == {**tomllib.loads(text), setting[0]: setting[1]}
    assert kept(text, new, setting[0])
    assert set_key(new, *setting) == new


@pytest.mark.parametrize("text", ['owner = {telegram = "1"}\n', 'owner.telegram = "1"\n'])
def test_owners_in_another_form_are_left_to_the_owner(text: str) -> None:
    with pytest.raises(ConfigError, match="by hand"):
        add_owner(text, "qqbot", "7")


@pytest.mark.parametrize(
    "change", [lambda text: add_owner(text, "qqbot", "7"), lambda text: set_key(text, "lang", "en")]
)
def test_what_is_no_toml_is_left_alone_and_not_quoted(change: Callable[[str], str]) -> None:
    with pytest.raises(ConfigError) as error:
        change("words of mine\n")
    assert "not valid TOML" in str(error.value)
    assert "words" not in str(error.value)


def test_an_id_is_quoted_whatever_it_holds() -> None:
    odd = 'a"b\\c\x7f\t\x01é漢'
    assert tomllib.loads(add_owner("", "qqbot", odd)) == {"owner": {"qqbot": odd}}
    assert json.dumps(odd)  # the id is one that other formats can say too
