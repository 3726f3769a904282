"""What holds for every row: reading only takes away."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest.model import Role
from safedigest.noise import Verdict, words
from safedigest.text import Raw, reveal

PIECES = st.sampled_from(
    [
        *(
            "<private>",
            "</private>",
            "＜PRIVATE＞",
            "<think>",
            "</think>",
            "<memory-context>",
            "</memory-context>",
        ),
        *(
            "[System note: x]",
            "[System: x]",
            "[IMPORTANT: ",
            '[Replying to: "',
            '"]\n\n',
            "[New message]\n",
            "[Ann] ",
        ),
        *(
            "[Recent channel messages]\n",
            "[OUT-OF-BAND USER MESSAGE]",
            "[/OUT-OF-BAND USER MESSAGE]",
            "[screenshot]",
        ),
        *(
            "[CONTEXT COMPACTION",
            "--- END OF CONTEXT SUMMARY",
            "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]",
        ),
        *(
            "Gateway message origin (JSON x):\n",
            '{"a": 1}\n',
            "--- Attached Context ---",
            "[图片]",
            "\n",
            "]",
            "words ",
        ),
        '[IMPORTANT: The user has invoked the "x" skill',
        "The user has provided the following instruction alongside the skill invocation: ",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=14).map("".join)
ROLES = st.sampled_from(Role)


def is_part_of(part: str, whole: str) -> bool:
    """Tell whether ``part`` is what is left of ``whole`` after taking characters away."""
    rest = iter(whole)
    return all(character in rest for character in part)


@settings(max_examples=400, deadline=None)
@given(TEXTS, ROLES, st.booleans())
def test_reading_adds_nothing(text: str, role: Role, shared: bool) -> None:
    said = words(Raw(text), role, shared=shared)
    left = reveal(said.text)
    assert is_part_of(left, text) or is_part_of(left.removeprefix("/"), text)


@settings(max_examples=400, deadline=None)
@given(TEXTS, TEXTS, TEXTS, ROLES)
def test_what_is_private_is_gone_whatever_stands_around(
    before: str, inside: str, after: str, role: Role
) -> None:
    mark = "QZXJ7"
    text = f"{before}<private>{inside}{mark}{inside}</private>{after}"
    assert not words(Raw(text), role).text.contains(mark) or "/private>" in inside.lower()


@settings(max_examples=200, deadline=None)
@given(TEXTS, ROLES)
def test_only_what_was_said_has_words(text: str, role: Role) -> None:
    said = words(Raw(text), role)
    assert said.verdict is Verdict.SAID or (not said.text and not said.notes)
    assert said.verdict is not Verdict.SAID or said.text or said.notes
