"""The report page as text: one file, nothing but masks in it, nothing that could be run or fetched."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from safedigest.config import Lang
from safedigest.exposure import State
from safedigest.model import Kind
from safedigest.report.html import render
from safedigest.report.html.values import MOST
from safedigest.report.html.words import KINDS, both, end, safe
from safedigest.report.overview import Overview
from safedigest.status import Status
from safedigest.tally import Tally, counted
from tests.report.invented import NOW, overview

_VOID = {"meta", "link", "input", "br"}
_HOSTILE = '<script>alert(1)</script>"&\x1b[2J\u202e{}{0}'


def page(view: Overview) -> str:
    return "".join(render(view))


class Reader(HTMLParser):
    """Reads a page, and fails where its tags are not in pairs."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def empty(status: Status | None = None) -> Overview:
    return Overview(NOW, Tally(counted([]), {}), status or Status())


@pytest.mark.parametrize(
    "view", [overview(), empty(), replace(overview(), whole=False)], ids=["full", "empty", "odd"]
)
def test_a_page_is_whole_and_says_everything_in_both_languages(view: Overview) -> None:
    reader = read(page(view))
    langs = [attrs.get("lang") for tag, attrs in reader.tags if tag == "span" and attrs.get("lang")]
    assert langs == ["en", "zh-Hans"] * (len(langs) // 2)
    assert len(langs) > 30


def test_a_page_needs_nothing_and_forbids_itself_to_fetch() -> None:
    text = page(overview())
    reader = read(text)
    assert {tag for tag, _ in reader.tags} & {
        "script",
        "img",
        "iframe",
        "object",
        "embed",
        "form",
        "svg",
        "base",
    } == set()
    assert [attrs for tag, attrs in reader.tags if tag == "link"] == [{"rel": "icon", "href": "data:,"}]
    assert not any(name.startswith("on") or name == "src" for _, attrs in reader.tags for name in attrs)
    assert re.search(r"url\(|@import|javascript:", text) is None
    policy = next(a["content"] for t, a in reader.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert str(policy).startswith("default-src 'none';")
    links = [attrs for tag, attrs in reader.tags if tag == "a"]
    assert links
    assert all(str(a["href"]).startswith("https://") and "noreferrer" in str(a["rel"]) for a in links)
    hrefs = [str(a["href"]) for a in links]
    assert re.findall(r"https?://[^\"<]+", text) == hrefs


@pytest.mark.parametrize("lang", Lang)
def test_the_language_of_the_owner_is_shown_first(lang: Lang) -> None:
    reader = read(page(overview(lang)))
    assert reader.tags[0] == ("html", {"lang": "en" if lang is Lang.EN else "zh-Hans"})
    chosen = [attrs["id"] for tag, attrs in reader.tags if tag == "input" and "checked" in attrs]
    assert chosen == [lang.value]


def test_what_comes_from_elsewhere_is_words_and_nothing_more() -> None:
    view = overview()
    one = view.rotations[0]
    item = replace(one.secret.seen[0].item, rule=_HOSTILE, kind=_HOSTILE, end=_HOSTILE, session=_HOSTILE)
    told = replace(one.secret.seen[0], item=item)
    odd = replace(
        one, secret=replace(one.secret, seen=(told,), fingerprint=_HOSTILE), shown=_HOSTILE, files=(_HOSTILE,),
        page="javascript:alert(1)",
    )  # fmt: skip
    text = page(
        replace(view, rotations=(odd,), tally=Tally(counted([told]), {"2026-12-01": {_HOSTILE: (1, 2)}}))
    )
    reader = read(text)
    assert "<script" not in text
    assert "javascript:" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert sum("<script>alert(1)</script>" in part for part in reader.text) > 5


def test_open_values_are_told_first_and_resolved_ones_are_folded() -> None:
    view = overview()
    text = page(view)
    folded = text[text.index("<details>") : text.index("</details>")]
    for one in view.rotations:
        mark = one.secret.fingerprint
        assert text.count(mark) == 1
        assert (mark in folded) == (one.secret.state is State.RESOLVED)
    for state, count in ((State.OPEN, 6), (State.ROTATED, 1), (State.RESOLVED, 3)):
        assert len(view.of(state)) == count
        assert f"<b>{count}</b>" in text


def test_a_long_list_is_cut_and_says_so() -> None:
    view = overview()
    many = tuple(view.rotations[0] for _ in range(MOST + 7))
    text = page(replace(view, rotations=many))
    assert text.count('class="badge open"') == MOST
    assert "7 more: <code>safedigest audit secrets</code>" in text


def test_a_home_where_nothing_happened_has_a_page_too() -> None:
    text = page(empty())
    assert "Nothing. 🎉" in text
    assert "never" in text
    assert "Exposure over time" not in text


def test_a_fault_of_the_last_sync_is_told_without_its_words() -> None:
    text = page(empty(Status(error="/home/somebody/state.db: locked")))
    assert "The last sync failed" in text
    assert "somebody" not in text


def test_every_kind_and_every_known_end_has_words() -> None:
    assert set(KINDS) == {kind.value for kind in Kind}
    assert 'lang="zh-Hans">微信<' in end("weixin")
    assert end("matrix-2") == "matrix-2"
    assert both(("{} a", "{} 个"), 3) == '<span lang="en">3 a</span><span lang="zh-Hans">3 个</span>'
    assert safe("<a>\u200b") == "&lt;a&gt;\ufffd"
