"""Reads what stands right beside a label: ``密码 现在是 x``, ``the password for the router is x``, ``x 就是新密码``.

All offsets are of the folded text. A value that is read here has the label's word for it, so even a plain word counts
where a link (``is``, ``是``, ``:``) stands between; what says something *about* the value (``is wrong``, ``是空的``) does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from safedigest.detect.candidates import Candidate, candidate, trim
from safedigest.detect.levels import CODE, LONGEST, NAME, WORD
from safedigest.detect.lexicon import HAN, Lexicon

_QUOTES: Final = {'"': '"', "'": "'", "`": "`", "「": "」", "『": "』", "【": "】", "《": "》", "[": "]", "(": ")", "（": "）", "<": ">"}
_SOFT: Final = frozenset("([（<【《")
_RUN = re.compile(r"[!-~]++")
_HAN_RUN = re.compile(rf"[{HAN}]{{1,16}}(?P<tail>[!-~]*+)")
_HAN_END = re.compile(r"\s*(?:[，。；！？、,.;!?\n)）」』】\"]|\Z)")
_WORD_END = re.compile(r"[\"'`]?\s*(?:[,.;!?，。；！？、\n)）」』】]|[\u4e00-\u9fff]|\Z)")
_CUT = re.compile(r"[,;](?=[A-Za-z]{2,}[=: ]|\Z)|(?<=[!-~])[\"`](?=[,;:)\]}]|\Z)|[,;](?=[a-z]+\Z)")
_ASKING = re.compile(r"[吗呢么谁啥没忘发给]|什么|多少|哪|在[我你他她]|知道|不对|不行")
_SHORT: Final = 120
_HAN_LINK = re.compile(r"(?:[是为叫句段截:=]|答案|口令|暗号)[\s\"]*\Z")
_PROSE_AFTER = re.compile(r"\s+(?:and|or|to|of|in|on|for|with|the|a|is|are|as|by|from|that|which|when|if|should|must|can|will)\b|\s*\(")
_PHRASE = re.compile(r"[A-Za-z]{2,}(?:[ -][A-Za-z]{2,}){1,23}")
_SUFFIX = re.compile(r"(?:ed|ing|able|ible|ly)\Z")
_OBJECT = re.compile(
    r"[ \t]*(?:(?:for|of|on|to|at|in|from)\s+)?(?:[^\s,;:!?=，。；！？、]{1,40}[ \t]+){1,7}?(?:is|was|are|'s|now|reads|changed to|set to|became|to be)(?=\s)(?:\s+(?:now|still|just|currently|set to))?\s*"
    r"|[ \t]*(?:(?:for|of|on|to|at|in|from)\s+)(?:[^\s,;:!?=，。；！？、]{1,40}[ \t]*){1,6}?(?:[:=]|->)\s*"
)
_OBJECT_OF = re.compile(r"\b(?:for|of|on|at|in|from|into|by|about)\s*\Z")  # what follows is what the password is for
_LINK_SYMBOL = re.compile(r"[:=]|->")


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: the piece, and whether a link promised it. ``end`` is where reading stopped."""

    value: Candidate
    linked: bool
    end: int


def gap(lower: str, at: int, words: Lexicon) -> tuple[int, bool]:
    """Return where the value starts behind a label that ends at ``at``, and whether a link stands before it."""
    end = _gap_end(words, lower, at)
    if (further := _OBJECT.match(lower, at)) and further.end() > end:
        return _gap_end(words, lower, further.end()), True
    between = lower[at:end]
    return end, _LINK_SYMBOL.search(between) is not None or words.link.search(between) is not None


def _gap_end(words: Lexicon, lower: str, at: int) -> int:
    found = words.gap.match(lower, at)
    return found.end() if found else at


def right(text: str, lower: str, at: int, words: Lexicon, *, half: bool = False) -> Read | None:
    """Read the value behind a label that ends at ``at``; None where nothing of that form stands there.

    ``half``: the label says that a piece of a value follows, so Chinese words need no link.
    """
    start, linked = gap(lower, at, words)
    if start >= len(text) or start - at > 120 or _OBJECT_OF.search(lower, at, start):  # noqa: PLR2004
        return None
    if start == at and text[at] in "\"'`" and text.count(text[at], text.rfind("\n", 0, at) + 1, at) % 2:
        return None  # the quote closes around the label: a key of some notation, or a word that is talked about
    return quoted(text, lower, start, words, linked=linked) or _bare(text, lower, start, words, linked=linked, half=half)


def quoted(text: str, lower: str, at: int, words: Lexicon, *, linked: bool) -> Read | None:
    """Read what stands in quotes or brackets at ``at``."""
    close = _QUOTES.get(text[at])
    if close is None:
        return None
    end = text.find(close, at + 1, at + 120)
    if end <= at + 1 or "\n" in text[at:end]:
        return None
    inner, stop = at + 1, end
    if text[at] in _SOFT or text[inner] in _QUOTES:
        found = quoted(text, lower, inner, words, linked=linked) or _bare(text, lower, inner, words, linked=linked)
        return found
    if words.prose_han.search(text, inner, stop) or _about(lower[inner:stop], words):
        return None
    piece = candidate(text, inner, stop)
    if text[inner:stop].isascii() and " " not in text[inner:stop]:
        return Read(piece, linked=True, end=stop + 1) if piece.level else None
    if any(_about(word, words) for word in lower[inner:stop].split()):
        return None
    return Read(Candidate(inner, stop, WORD if " " in text[inner:stop] else CODE), linked=linked, end=stop + 1)


def _bare(text: str, lower: str, at: int, words: Lexicon, *, linked: bool, half: bool = False) -> Read | None:
    if found := _HAN_RUN.match(text, at):
        return _han(text, found, words, linked=linked or half, half=half)
    run = _RUN.match(text, at)
    if run is None:
        return None
    end = run.end()
    if cut := _CUT.search(text, at, end):
        end = max(cut.start(), at + 1)
    start, end = trim(text, at, min(end, at + LONGEST))
    if start >= end:
        return None
    value = candidate(text, start, end)
    if linked and value.level <= NAME and (phrase := _phrase(text, lower, start, words)):
        return Read(phrase, linked, phrase.end)
    if value.level == NAME and not value.digits and text[start:end].isalpha() and _PROSE_AFTER.match(lower, end):
        return None
    if value.level == WORD and not value.digits and not _plain_word(text, lower, start, end, words, linked=linked):
        return None
    if value.level == NAME and _about(lower[start:end], words):
        return None
    return Read(value, linked, end) if value.level else None


def _about(word: str, words: Lexicon) -> bool:
    """Tell whether ``word`` says something about a value."""
    return word in words.prose_words or _SUFFIX.search(word) is not None


def _plain_word(text: str, lower: str, start: int, end: int, words: Lexicon, *, linked: bool) -> bool:
    """Tell whether a plain word behind a link is the value: it ends the clause and says nothing about it."""
    return linked and end - start > 2 and not _about(lower[start:end], words) and _WORD_END.match(text, end) is not None  # noqa: PLR2004


def _phrase(text: str, lower: str, start: int, words: Lexicon) -> Candidate | None:
    """Read a passphrase of plain words up to the end of the clause; a sentence has words that no passphrase has."""
    found = _PHRASE.match(text, start)
    if found is None or _WORD_END.match(text, found.end()) is None:
        return None
    parts = re.split(r"[ -]", lower[start : found.end()])
    if any(_about(part, words) and part not in ("one", "two") for part in parts):
        return None
    return Candidate(start, found.end(), WORD) if len(parts) > 2 else None  # noqa: PLR2004


def _han(text: str, found: re.Match[str], words: Lexicon, *, linked: bool, half: bool) -> Read | None:
    """Read a value that begins in Chinese: ``芝麻开门123``, or all of it in a short clause behind a link."""
    start, end = found.span()
    tail = found.start("tail")
    if not linked or (_ASKING if half else words.prose_han).search(text, start, tail):
        return None
    if tail < end and any(map(str.isdigit, found["tail"])):
        low, high = trim(text, tail, end)
        return Read(Candidate(start, high, CODE), linked, high)
    if 2 <= tail - start <= 12 and len(text) <= _SHORT and _HAN_END.match(text, tail) and _HAN_LINK.search(text, 0, start):  # noqa: PLR2004
        return Read(Candidate(start, tail, WORD), linked, tail)
    return None


def left(lower: str, at: int, words: Lexicon, pieces: list[Candidate]) -> Candidate | None:
    """Return the piece that a link behind it gives to the label at ``at`` (``x 就是新密码``), or None."""
    for piece in reversed(pieces):
        if piece.end > at:
            continue
        between = lower[piece.end : at]
        if len(between) > 40 or re.search(r"[。；！？;!?\n]", between):  # noqa: PLR2004
            return None
        found = words.back.match(between)
        return piece if found and _rest(between[found.end() :]) else None
    return None


def _rest(between: str) -> bool:
    """Tell whether what is left between link and label is a short noun (``x as the new wifi password``)."""
    return len(between) <= 24 and len(between.split()) <= 4 and not re.search(r"[,，:=]|不|没|未|忘|\bnot\b", between)  # noqa: PLR2004
