"""What is said in which language."""

from __future__ import annotations

import pytest

from safedigest.config import Lang
from safedigest.install.words import Words, locale_lang, same


@pytest.mark.parametrize(
    ("name", "lang"),
    [
        ("zh_CN.UTF-8", Lang.ZH),
        ("zh_TW", Lang.ZH),
        ("en_GB.UTF-8", Lang.EN),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("de_DE.UTF-8", None),
    ],
)
@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_locale_chooses_the_language(
    name: str, lang: Lang | None, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(variable, name)
    assert locale_lang() is lang


def test_the_most_particular_variable_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert locale_lang() is Lang.ZH


def test_slots_are_filled_in_both_languages_and_values_are_not_looked_at() -> None:
    words = Words("在 {place}：{what}", "{what} at {place}").fill(place="{home}", what=Words("有", "there"))
    assert (words.of(Lang.ZH), words.of(Lang.EN)) == ("在 {home}：有", "there at {home}")
    assert same("x").of(Lang.ZH) == same("x").of(Lang.EN)
