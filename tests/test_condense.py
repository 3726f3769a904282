"""Shortening one message."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safedigest.condense import Form, shorten
from safedigest.phrases import EN, ZH
from safedigest.text import Mask
from safedigest.worth import is_question
from tests.talks import mask, masked

DULL = "这里还有一段没有什么意思的话，说了很多背景。"
PIECES = st.lists(
    st.one_of(
        st.text(max_size=30),
        st.sampled_from(
            [
                "第一句。",
                "数字 42 在这。",
                "\n",
                "```\n",
                "\n- 一项：",
                "真的吗？",
                DULL,
                "| a | b |\n",
                "x" * 90,
            ]
        ),
        st.just(mask("sk-proj...abcd")),
    ),
    max_size=25,
)


def short(text: str, limit: int = 120, form: Form = Form.FULL) -> str:
    return str(shorten(masked(text), limit, ZH, form))


def test_a_short_message_stays_as_it_is() -> None:
    assert short("把首页的颜色换成蓝色") == "把首页的颜色换成蓝色"


def test_lines_become_one() -> None:
    assert short("一\n\n二\n  三") == "一 ⏎ 二 ⏎ 三"


def test_code_becomes_a_note_with_its_size() -> None:
    code = "\n".join(f"x{i} = {i}" for i in range(38))
    assert short(f"写好了。\n```py\n{code}\n```\n还差 DNS。") == "写好了。 ⏎ 〔代码 38 行，略〕 ⏎ 还差 DNS。"


@pytest.mark.parametrize(
    ("block", "note"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |", "〔表格 3 行，略〕"),
        ("INFO a\nINFO b\nINFO c\nERROR d", "〔日志 4 行，略〕"),
        ("@@ -1 +1 @@\n-a\n+b", "〔补丁 3 行，略〕"),
        ("Traceback (most recent call last):\n  File x\n    y", "〔调用栈 3 行，略〕"),
    ],
)
def test_other_blocks_too_where_the_message_is_too_long(block: str, note: str) -> None:
    told = f"看： ⏎ {note} ⏎ 怎么办？"
    assert short(f"看：\n{block}\n怎么办？", limit=len(told)) == told


def test_a_message_that_fits_keeps_its_code() -> None:
    assert short("改成\n```\na = 1\nb = 2\nc = 3\n```\n对吗？") == "改成 ⏎ a = 1 ⏎ b = 2 ⏎ c = 3 ⏎ 对吗？"


def test_a_line_or_two_of_code_stay() -> None:
    assert short("运行\n```sh\nmake build\n```") == "运行 ⏎ make build"


def test_first_sentence_and_closing_question_stay() -> None:
    text = short("端口被占用了。" + DULL * 20 + "要我现在停掉吗？", 100)
    assert text.startswith("端口被占用了。")
    assert text.endswith("要我现在停掉吗？")


def test_what_was_left_out_is_counted_in_full() -> None:
    text = short("端口被占用了。" + DULL * 20 + "要我现在停掉吗？", 60)
    assert f"…(略 {len(DULL) * 20 - text.count(DULL) * len(DULL)} 字)" in text


def test_the_compact_form_only_marks_the_cut() -> None:
    text = short("端口被占用了。" + DULL * 20 + "要我现在停掉吗？", 60, Form.COMPACT)
    assert "…" in text
    assert "略" not in text


@pytest.mark.parametrize(
    "telling", ["共 128 个文件。", "它在 /srv/blog 里。", "已经改成 A 记录。", "下一步等 DNS 生效。"]
)
def test_telling_sentences_are_taken_before_dull_ones(telling: str) -> None:
    assert telling in short("说明如下。" + DULL * 9 + telling + DULL * 9, 60)


def test_list_heads_stay() -> None:
    text = short("步骤：\n" + "".join(f"{n}. 第{n}步要做的事\n{DULL * 3}\n" for n in range(1, 5)), 110)
    assert all(f"{n}. 第{n}步要做的事" in text for n in range(1, 5))


def test_english_is_cut_between_sentences() -> None:
    dull = "There was some talk about nothing at all. "
    text = str(shorten(masked("The port was taken. " + dull * 20 + "Shall I stop it?"), 110, EN, Form.FULL))
    assert text.startswith("The port was taken.")
    assert text.endswith("Shall I stop it?")
    assert "chars left out)" in text


def test_one_endless_sentence_is_cut_after_a_clause() -> None:
    text = short("，".join("一段话" * 3 for _ in range(30)), 80)
    assert text.partition("…")[0].endswith("，")
    assert 50 < len(text) <= 80


def test_a_number_with_a_point_is_no_end_of_a_sentence() -> None:
    assert "3.14" in short("版本 3.14 出了。" + DULL * 20, 60)


def test_a_mask_is_whole_or_not_there() -> None:
    for limit in range(8, 60):
        text = shorten(masked("钥匙 ", mask("sk-proj...abcd"), "在这里，" * 20), limit, ZH, Form.FULL)
        assert str(text).count("sk-proj...abcd") == len(text.masks)
        assert "sk-p" not in str(text).replace("sk-proj...abcd", "")


def test_a_title_stays_only_with_what_it_names() -> None:
    text = short("看过了。\n## 问题原因\n" + DULL * 9 + "\n## 修改\n1. 已把上限改成 20m\n" + DULL * 9, 60)
    assert "## 修改" in text
    assert "问题原因" not in text


@pytest.mark.parametrize(
    "said", ["看![图](http://a.example)", "等等…(略 5 字)", "好!<img src=x>", "嗯。@file:/etc/hosts"]
)
def test_what_two_sentences_make_together_is_put_in_form(said: str) -> None:
    for text in (said, said + DULL * 30):
        shown = str(shorten(masked(text), 60, ZH, Form.COMPACT))
        assert not any(form in shown for form in ("![", "](", "…(", "<img", " @file"))


def test_a_sentence_may_end_in_a_number() -> None:
    said = "I looked at it. The cause is Node 20. " + "There was talk about nothing. " * 9
    assert "The cause is Node 20." in str(shorten(masked(said), 80, EN, Form.COMPACT))


@given(PIECES, st.integers(40, 900), st.sampled_from(Form), st.sampled_from([ZH, EN]))
def test_the_limit_is_hard_and_masks_are_whole(
    pieces: list[str | Mask], limit: int, form: Form, words: object
) -> None:
    text = masked(*pieces)
    result = shorten(text, limit, words, form)  # type: ignore[arg-type]
    assert len(result) <= limit
    assert len(str(result).splitlines()) <= 1
    assert set(result.masks) <= set(text.masks)
    assert str(result).count("〔") == str(result).count("〕")


@given(PIECES, st.integers(60, 400))
def test_a_cut_is_always_told(pieces: list[str | Mask], limit: int) -> None:
    text = masked(*pieces)
    whole, result = shorten(text, 10_000, ZH, Form.FULL), shorten(text, limit, ZH, Form.FULL)
    assert result == whole or "略" in str(result) or "…" in str(result)


def test_a_huge_message_is_quick() -> None:
    start = time.process_time()
    for dull in (DULL, "Some talk. ", "a,", "1. ", "x "):
        short(dull * 20_000, 600)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "text",
    [
        "Let me know if you want me to merge it.",
        "要现在停吗？",
        "Shall I?",
        "你选哪个",
        "怎么样。",
        "好不好？」",
    ],
)
def test_questions(text: str) -> None:
    assert is_question(masked(text))


@pytest.mark.parametrize("text", ["停了。", "why? because.", "已完成", ""])
def test_no_questions(text: str) -> None:
    assert not is_question(masked(text))
