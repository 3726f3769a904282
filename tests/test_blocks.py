"""Finding what is no prose."""

from __future__ import annotations

import pytest

from safedigest.blocks import Shape, blocks


def found(text: str) -> list[tuple[Shape, int, int, int]]:
    return [(b.shape, b.start, b.end, b.size) for b in blocks(text.split("\n"))]


def test_a_fence_is_code_and_its_lines_are_counted() -> None:
    assert found("看：\n```py\na = 1\nb = 2\n```\n好") == [(Shape.CODE, 1, 5, 2)]


def test_an_open_fence_goes_to_the_end() -> None:
    assert found("~~~\na\n\nb") == [(Shape.CODE, 0, 4, 3)]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert found("````\n```\nx\n```\n````\n完") == [(Shape.CODE, 0, 5, 3)]


@pytest.mark.parametrize(
    ("text", "shape", "size"),
    [
        ("diff --git a/x b/x\nindex 0a1b..2c3d\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", Shape.DIFF, 7),
        ("```diff\n-a\n+b\n+c\n```", Shape.DIFF, 3),
        ('Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()', Shape.TRACE, 3),
        ("  at a.b.C.run(C.java:10)\n  at a.b.D.main(D.java:3)\n  ... 12 more", Shape.TRACE, 3),
        ("| 名 | 数 |\n|---|---|\n| 梨 | 3 |", Shape.TABLE, 3),
        ("┌────┬────┐\n│ a  │ b  │\n└────┴────┘", Shape.TABLE, 3),
        ("a\tb\tc\n1\t2\t3", Shape.TABLE, 2),
        ("2026-12-01 10:00:01 up\n2026-12-01 10:00:02 down\n2026-12-01 10:00:03 up", Shape.LOG, 3),
        ("[INFO] a\n[WARN] b\nERROR c", Shape.LOG, 3),
        ("def f(x):\n    y = x\n    z = y\n    return z", Shape.CODE, 4),
        ('{\n  "a": 1,\n  "b": [2]\n}', Shape.CODE, 4),
    ],
)
def test_forms_are_known(text: str, shape: Shape, size: int) -> None:
    assert [(f[0], f[3]) for f in found(text)] == [(shape, size)]


def test_the_line_that_names_the_error_stays_prose() -> None:
    assert found("Traceback (most recent call last):\n  File 'a'\nValueError: 坏了")[0][2] == 2


@pytest.mark.parametrize(
    "text",
    [
        "今天去了超市\n买了梨\n还有苹果\n花了三十块",
        "1. 先停\n2. 再起\n3. 看日志\n4. 完",
        "- a;\n- b;\n- c;\n- d;",
        "If you go,\nfor me,\nreturn it\nwith care",
        "a | b 二选一\n我选 a",
        "",
    ],
)
def test_prose_is_prose(text: str) -> None:
    assert found(text) == []


def test_hostile_lines_take_linear_time() -> None:
    for line in ("|" * 60_000, ";" * 60_000 + "x", " " * 60_000, "`" * 60_000, "\t" * 60_000):
        blocks([line] * 5)


def test_a_certificate_is_a_block_with_its_frame() -> None:
    body = "\n".join(["QUJD" * 16] * 3)
    text = f"who issued this?\n-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\nthanks"
    assert found(text) == [(Shape.CODE, 1, 6, 5)]
    assert found("-----BEGIN CERTIFICATE-----") == []
