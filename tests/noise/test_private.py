"""``<private>…</private>`` is left out, before anything else is looked at."""

from __future__ import annotations

import os

import pytest

from safedigest.model import Note, Role
from safedigest.noise import Verdict, Words, words
from safedigest.text import Raw, reveal

HIDDEN = "hidden" + os.urandom(4).hex()


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <private>{}</private> b", "a  b"),
        ("a <PRIVATE>{}</Private> b", "a  b"),
        ("a <private>\n{}\n</private>\nb", "a \nb"),
        ("a < private >{}</ private > b", "a  b"),
        ('a <private why="mine">{}</private> b', "a  b"),
        ("a ＜private＞{}＜/private＞ b", "a  b"),
        ("a ＜ｐｒｉｖａｔｅ＞{}＜／ＰＲＩＶＡＴＥ＞ b", "a  b"),
        ("a <pri\u200bvate>{}</priv\u200date> b", "a  b"),
        ("a &lt;private&gt;{}&lt;/private&gt; b", "a  b"),
        ("a <private>{}", "a"),
        ("a <private>x</private> b <private>{}", "a  b"),
        ("{}</private> b", "b"),
        ("a <private>x <private>{}</private> {}</private> b", "a  b"),
        ("a <private>{}</private> b <private>{}</private> c", "a  b  c"),
        ("<private>{}</private>", ""),
        ("a " + "<private>" * 20 + "{}" + "</private>" * 20 + " {}</private>", "a"),
    ],
)
def test_what_is_private_is_left_out_with_a_note(role: Role, text: str, left: str) -> None:
    said = words(Raw(text.replace("{}", HIDDEN)), role)
    assert said.verdict is Verdict.SAID
    assert reveal(said.text.strip()) == left
    assert said.notes == (Note.PRIVATE,)


def test_a_frame_does_not_protect_what_is_private() -> None:
    text = f'[Replying to: "x <private>{HIDDEN}"]\n\nwords'
    assert words(Raw(text), Role.USER) == Words(Verdict.SAID, Raw('[Replying to: "x'), (Note.PRIVATE,))


@pytest.mark.parametrize("text", ["a private matter", "<privates>", "the private key", "</div>", "<private"])
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert words(Raw(text), Role.USER) == Words(Verdict.SAID, Raw(text))
