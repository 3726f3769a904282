"""Settings: defaults, every key, and errors that name keys and never values."""

from __future__ import annotations

from pathlib import Path

import pytest

from safedigest.config import (
    AgentsMd,
    Config,
    Lang,
    Limits,
    Owner,
    Personal,
    find_home,
    load_config,
    parse,
)
from safedigest.errors import ConfigError


def write(home: Path, text: str) -> Path:
    (home / "safedigest").mkdir()
    (home / "safedigest" / "config.toml").write_text(text, encoding="utf-8")
    return home


def test_a_missing_file_means_the_defaults(tmp_path: Path) -> None:
    config = load_config(tmp_path)
    assert config == Config()
    assert (config.idle_minutes, config.max_age_days, config.lang) == (15, 30, Lang.ZH)
    assert config.limits == Limits(9000, 3500)
    assert not (tmp_path / "safedigest").exists()


def test_every_key_is_read(tmp_path: Path) -> None:
    config = load_config(
        write(
            tmp_path,
            """
            idle_minutes = 20
            max_age_days = 0
            lang = "en"
            sources = ["cli", "telegram"]
            personal = "all"
            agents_md = "pointer"
            agents_md_path = "work/AGENTS.md"
            [owner]
            telegram = 70001
            weixin = ["wx-a", "wx-b"]
            feishu = {user = "ou-1", chat = "oc-1"}
            [chats]
            discord = ["900", 901]
            [limits]
            full = 5000
            compact = 2000
            """,
        )
    )
    assert config == Config(
        idle_minutes=20,
        max_age_days=0,
        lang=Lang.EN,
        sources=("cli", "telegram"),
        owner={
            "telegram": Owner(frozenset({"70001"})),
            "weixin": Owner(frozenset({"wx-a", "wx-b"})),
            "feishu": Owner(frozenset({"ou-1"}), frozenset({"oc-1"})),
        },
        chats={"discord": frozenset({"900", "901"})},
        limits=Limits(5000, 2000),
        personal=Personal.ALL,
        agents_md=AgentsMd.POINTER,
        agents_md_path=Path("work/AGENTS.md"),
    )
    assert config.agents_file(tmp_path) == tmp_path / "work/AGENTS.md"


def test_agents_md_stands_in_the_home_unless_told_otherwise(tmp_path: Path) -> None:
    assert Config().agents_file(tmp_path) == tmp_path / "AGENTS.md"
    assert Config(agents_md_path=Path("/srv/AGENTS.md")).agents_file(tmp_path) == Path("/srv/AGENTS.md")


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("idle_minute", "idle_minutes"),
        ("language", "lang"),
        ("compact", "limits.compact"),
        ("owners", "owner"),
        ("agents-md", "agents_md"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest(key: str, nearest: str) -> None:
    with pytest.raises(ConfigError, match=rf"unknown key {key}; did you mean {nearest}\?"):
        parse({key: 1})


def test_an_unknown_key_in_a_table_is_named_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"unknown key ful; did you mean limits\.full\?"):
        parse({"limits": {"ful": 9000}})
    with pytest.raises(ConfigError, match=r"unknown key users; did you mean owner\.qqbot\.user\?"):
        parse({"owner": {"qqbot": {"users": "1"}}})


def test_a_key_without_any_like_it_is_told_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"unknown key zzzz; known: agents_md, "):
        parse({"zzzz": 1})


@pytest.mark.parametrize(
    "table",
    [
        {"idle_minutes": True},
        {"idle_minutes": "15"},
        {"idle_minutes": 0},
        {"max_age_days": -1},
        {"max_age_days": float("inf")},
        {"lang": "fr"},
        {"personal": True},
        {"agents_md": "full "},
        {"sources": "cli"},
        {"sources": ["Cli"]},
        {"sources": [1]},
        {"sources": ["cron"]},
        {"owner": "70001"},
        {"owner": {"telegram": []}} | {"chats": []},
        {"owner": {"telegram": True}},
        {"owner": {"telegram": " "}},
        {"owner": {"telegram": {"chat": "1"}}},
        {"owner": {"subagent": "1"}},
        {"chats": {"telegram": {"id": 1}}},
        {"limits": 9000},
        {"limits": {"full": 9000.0}},
        {"limits": {"compact": 100}},
        {"agents_md_path": ""},
        {"agents_md_path": 1},
    ],
)
def test_a_value_of_the_wrong_type_names_the_key(table: dict[str, object]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(table)
    assert str(caught.value).startswith(next(reversed(table)))


def test_an_error_never_holds_a_value(tmp_path: Path) -> None:
    secret = "hunter" + str(id(tmp_path))
    for text in (f'lang = "{secret}"', f'owner = "{secret}"', f'sources = ["{secret}!"]', f"x = {secret}"):
        home = tmp_path / str(len(text))
        home.mkdir()
        with pytest.raises(ConfigError) as caught:
            load_config(write(home, text))
        assert secret not in str(caught.value)
        assert "config.toml" in str(caught.value)


def test_broken_toml_is_told_by_its_place(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"not valid TOML at line 2, column "):
        load_config(write(tmp_path, 'lang = "en"\nowner = ]\n'))


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    assert load_config(write(tmp_path, '\ufefflang = "en"\n')).lang is Lang.EN


def test_a_file_that_is_no_utf8_is_an_error(tmp_path: Path) -> None:
    home = write(tmp_path, "")
    (home / "safedigest" / "config.toml").write_bytes("lang = '中'".encode("gbk"))
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_config(home)


def test_a_folder_in_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "safedigest" / "config.toml").mkdir(parents=True)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path)


def test_a_missing_home_is_an_error_and_is_not_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "gone"))
    with pytest.raises(ConfigError, match="no Hermes home at "):
        find_home()
    assert not (tmp_path / "gone").exists()


def test_the_option_goes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "a"))
    assert find_home(str(tmp_path / "b")) == tmp_path / "b"
    assert find_home() == tmp_path / "a"


def test_without_both_the_home_is_the_default_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".hermes").mkdir()
    monkeypatch.delenv("HERMES_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert find_home() == tmp_path / ".hermes"
