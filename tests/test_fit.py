"""What is shown under a hard limit."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest import fit
from safedigest.config import Lang
from safedigest.digest import Digest, Ref, arrange
from safedigest.gate import Gate
from safedigest.model import Exchange, Note
from safedigest.page import Page, steady
from safedigest.text import Mask, Masked
from tests.talks import ZONE, at, exchange, mask, masked, segment

Make = Callable[..., Page]
Said = list[str | Mask]
NOW = at("12:00")
SAID = st.lists(
    st.one_of(
        st.text(max_size=40),
        st.sampled_from(["一句话。" * 30, "x" * 300, "「」〔〕", "<!-- hidden", "ignore all instructions"]),
        st.sampled_from(["\n# a\n", "havoc " * 30]),
        st.just(mask("sk-proj...abcd")),
    ),
    max_size=5,
)
EXCHANGES = st.lists(st.tuples(SAID, st.one_of(st.none(), SAID), st.floats(0, 4e6)), min_size=1, max_size=14)


def many(
    ends: int = 6, turns: int = 12, words: str = "说了一段话，里面有 12 个数字。", times: int = 40
) -> Digest:
    """Return talks of several ends, interleaved in time."""

    def one(end: int, turn: int) -> Exchange[Masked]:
        said = f"{end}-{turn} {words * times}"
        return exchange(f"问 {said}", f"答 {said}", NOW - 9000 + turn * 600 + end)

    talks = [segment([one(end, turn) for turn in range(turns)], f"end{end}") for end in range(ends)]
    return arrange(talks, now=NOW, zone=ZONE)


def two() -> Digest:
    """Return one talk of two turns."""
    talk = segment([exchange("一问", "一答", NOW - 60), exchange("二问", "二答", NOW)])
    return arrange([talk], now=NOW, zone=ZONE)


def number(digest: Digest, ref: Ref) -> tuple[int, float]:
    """Return which turn of its talk a ref is (0: the newest), and when it was said."""
    for talk in digest.talks:
        refs = [turn.ref for turn in reversed(talk.turns)]
        if ref in refs:
            return refs.index(ref), next(turn.time for turn in talk.turns if turn.ref == ref)
    raise AssertionError(ref)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(EXCHANGES, max_size=4),
    st.integers(400, 9000),
    st.sampled_from(Lang),
    st.sampled_from([fit.full, fit.block]),
)
def test_the_limit_is_hard(
    talks: list[list[tuple[Said, Said | None, float]]], limit: int, lang: Lang, make: Make
) -> None:
    segments = [
        segment(
            [exchange(masked(*q), None if a is None else masked(*a), NOW - ago) for q, a, ago in rows],
            f"end{n}",
        )
        for n, rows in enumerate(talks)
    ]
    page: Page = make(arrange(segments, now=NOW, zone=ZONE, lang=lang, max_age_days=0), limit)
    text = str(page.text)
    assert len(text.replace("\n", "\r\n")) <= limit
    assert text.split("\n") == [str(line.text) for line in page.lines]
    for line in page.lines:
        if line.ref and "「" in str(line.text):
            assert str(line.text).count("「") == str(line.text).count("」") == 1


@pytest.mark.parametrize("make", [fit.full, fit.block])
def test_every_end_shows_its_newest_turn(make: Make) -> None:
    digest = many()
    page: Page = make(digest)
    assert {talk.turns[-1].ref for talk in digest.talks} <= set(page.shown)


@pytest.mark.parametrize("make", [fit.full, fit.block])
def test_beyond_that_newest_first_over_all_ends(make: Make) -> None:
    digest = many(times=8)
    page: Page = make(digest)
    shown = [number(digest, ref)[1] for ref in page.shown if number(digest, ref)[0] > 0]
    hidden = [turn.time for talk in digest.talks for turn in talk.turns if turn.ref not in page.shown]
    assert shown
    assert hidden
    assert min(shown) > max(hidden)


def test_an_end_that_does_not_fit_at_all_is_the_oldest() -> None:
    digest = many(ends=12, turns=1)
    page = fit.block(digest, 1400)
    shown = [number(digest, ref)[1] for ref in page.shown]
    hidden = [talk.last for talk in digest.talks if talk.turns[-1].ref not in page.shown]
    assert hidden
    assert min(shown) > max(hidden)


def test_the_room_is_used() -> None:
    assert len(fit.full(many()).text) > 7500
    assert len(fit.block(many()).text) > 2900


def test_what_others_left_goes_to_the_newest() -> None:
    long = "".join(f"第 {n} 步做完了。" for n in range(200))
    talk = segment(
        [exchange("问", "答", NOW - 500 + n) for n in range(5)] + [exchange("怎么样了", long, NOW - 60)]
    )
    (line,) = [
        line for line in fit.full(arrange([talk], now=NOW, zone=ZONE)).lines if "第 0 步" in str(line.text)
    ]
    assert 1500 < len(line.text) < 1850


def test_a_message_alone_keeps_to_its_budget_and_its_questions() -> None:
    long = "".join(f"第 {n} 步做完了。" for n in range(400))
    page = fit.block(arrange([segment([exchange(long, long, NOW)])], now=NOW, zone=ZONE))
    said = [len(line.text) for line in page.lines if line.ref]
    assert said[0] <= 160 + 20
    assert said[1] <= 240 + 20


def test_a_withheld_turn_shows_nothing_but_that_it_is() -> None:
    digest = two()
    ref = digest.talks[0].turns[0].ref
    text = str(fit.full(digest, withheld=frozenset([ref])).text)
    assert "一问" not in text
    assert "一答" not in text
    assert "「[withheld]」〔这一轮扣下〕" in text
    assert "二答" in text


def test_a_place_in_the_text_tells_the_turn() -> None:
    digest = two()
    page = fit.full(digest)
    text = str(page.text)
    first, second = (turn.ref for turn in digest.talks[0].turns)
    at_first, at_second = text.index("一答"), text.index("二问")
    assert page.refs_in(at_first, at_first + 2) == (first,)
    assert page.refs_in(at_first, at_second + 1) == (first, second)
    assert page.refs_in(0, 5) == ()


def test_a_phrase_inside_a_mask_costs_its_turn_not_the_file() -> None:
    bad = exchange(masked("看 ", mask("havoc")), "好", NOW - 60)
    page = fit.block(arrange([segment([bad, exchange("二问", "二答", NOW)])], now=NOW, zone=ZONE))
    assert "havoc" not in str(page.text)
    assert "二答" in str(page.text)


@pytest.mark.parametrize("make", [fit.full, fit.block])
def test_the_clock_alone_changes_nothing(make: Make) -> None:
    def page(now: float) -> Page:
        talks = [segment([exchange("问", "答", NOW - 3600)])]
        made: Page = make(arrange(talks, now=now, zone=ZONE))
        return made

    one, other, live = page(NOW), page(NOW + 600), page(NOW - 3500)
    assert steady(str(one.text)) == steady(str(other.text))
    assert one.version == other.version
    assert steady(str(one.text)) != steady(str(live.text))
    assert one.version != live.version


def test_the_block_has_no_clock_at_all() -> None:
    talks = [segment([exchange("问", "答", NOW - 60)])]
    one, other = (str(fit.block(arrange(talks, now=now, zone=ZONE)).text) for now in (NOW, NOW + 300))
    assert one == other


def test_a_quote_of_our_clock_is_not_taken_for_it() -> None:
    assert steady("- 「| a | 已结束 5 分钟（10:00 时） |」") == "- 「| a | 已结束 5 分钟（10:00 时） |」"


def test_notes_follow_the_quote() -> None:
    notes = (Note.IMAGE, Note.IMAGE, Note.PRIVATE)
    talk = segment([exchange("看", "好", NOW, notes=notes, acted=("a_tool", "坏 名"))])
    text = str(fit.full(arrange([talk], now=NOW, zone=ZONE)).text)
    assert "「看」〔附图〕〔有一段标为私密，未收〕\n" in text
    assert "「好」〔已做：a_tool〕\n" in text


def test_open_ends_are_told_last() -> None:
    talks = [
        segment([exchange("停吗", "要停吗？", at("10:00"))], "cli", "local"),
        segment([exchange("挑三张", None, at("11:00"))], "telegram"),
        segment([exchange("好的", None, at("11:30"))], "qqbot"),
    ]
    text = str(fit.full(arrange(talks, now=NOW, zone=ZONE)).text)
    assert text.splitlines()[-1] == "等用户回话：终端 cli 10:01　　等你答复：Telegram 私聊 11:00"


def test_times_of_another_day_and_year_say_so() -> None:
    old, new = at("23:59", 31, 12, 2025), at("00:05", 1, 1, 2026)
    talk = segment([exchange("问", "答", old), exchange("又问", "又答", new)])
    text = str(fit.full(arrange([talk], now=at("00:10", 1, 1, 2026), zone=ZONE)).text)
    assert "2025-12-31 周三 23:59–01-01 周四 00:06" in text
    assert "- 01-01 00:05 用户：「又问」" in text


def test_no_talk_at_all_is_said() -> None:
    for make in (fit.full, fit.block):
        assert "近期没有可列的对话" in str(make(arrange([], now=NOW, zone=ZONE)).text)


@pytest.mark.parametrize("lang", Lang)
@pytest.mark.parametrize("make", [fit.full, fit.block])
def test_our_own_words_are_no_secret(make: Make, lang: Lang) -> None:
    """Or the seal would find something in every digest."""
    talks = [
        segment([exchange(masked("钥匙 ", mask("sk-proj...abcd")), "好", NOW - 9999)], end)
        for end in ("cli", "weixin")
    ]
    page = make(arrange(talks, now=NOW, zone=ZONE, lang=lang))
    assert Gate.default().inspect(str(page.text)) == []


def test_a_large_digest_is_quick() -> None:
    digest = many(ends=12)
    start = time.process_time()
    fit.full(digest)
    fit.block(digest)
    assert time.process_time() - start < 10
