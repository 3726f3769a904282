"""A password that the assistant makes up: ``给我想个密码`` → ``可以用：…``, ``come up with one`` → ``How about …?``.

What was asked for is a password, so what the answer leads up to is one, whatever it looks like.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate, candidate, trim
from safedigest.detect.levels import CODE, MASKED, NAME, NEVER
from safedigest.detect.scene import Scene

INVENT: Final = lazy.pattern(
    r"[想起取定编来弄搞换生推随整造]个|生成|推荐|建议|随机|重置|忘了?|设个|改个"
    r"|\b(?:come up with|think of|suggest|generate|make|create|pick|invent|need a new|new password|reset|forgot"
    r"|locked out|give me a)\b"
)
_LEAD = lazy.pattern(
    r"(?:可以用|就用|试试|建议|比如|例如|推荐|[是用为]|[:：]|how about|what about|try|use|maybe|it'?s|is"
    r"|here you go|here'?s one"
    r"|set to|reset to|temporary one|options?)[\s,，:：「『“\"'`*-]{0,4}"
)
_HAN = lazy.pattern(r"[\u4e00-\u9fff]{3,16}[0-9A-Za-z!@#$%&*_.-]{1,12}(?![0-9A-Za-z])")
_RUN = lazy.pattern(r"[!-~]{6,64}")
_WORDS = lazy.pattern(r"[A-Za-z]{3,12}(?:[-_.][A-Za-z]{3,12}){2,7}(?:[-_.]?\d{1,6})?[!@#$%]?\Z")
_COMPOUND: Final = 8  # letters of two words in one that no list knows
_FIRST: Final = 400  # characters of an answer in which the proposal stands


def proposals(scene: Scene) -> Iterator[Candidate]:
    """Give what the answer proposes; that a password was asked for is the caller's to know."""
    for lead in _LEAD.finditer(scene.lower, 0, _FIRST):
        at = lead.end()
        if found := _HAN.match(scene.text, at):
            yield Candidate(found.start(), found.end(), CODE)
        elif run := _RUN.match(scene.text, at):
            start, end = trim(scene.text, *run.span())
            piece = candidate(scene.text, start, end)
            words = _WORDS.match(scene.text[start:end]) is not None
            odd = _odd(scene, piece) and not scene.belongs(piece)
            if NEVER < piece.level < MASKED and (words or odd):
                yield piece


def _odd(scene: Scene, piece: Candidate) -> bool:
    value = scene.value(piece)
    if piece.level == NAME and len(value) >= _COMPOUND and value.isalpha() and value.islower():
        return True
    return piece.level >= CODE or (piece.level == NAME and any(map(str.isdigit, value)))
