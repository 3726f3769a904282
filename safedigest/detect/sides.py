"""Two passwords side by side: the old and the new, this or that, from one to the other.

``try x; if that fails try y``, ``either x or y``, ``used to be x, so I picked y``, ``旧密x，新密y``, ``密码由x改为y``.
One of them may be known by a word beside it; the form says that the other one is the same kind of thing. Numbers of
versions, names of models and settings are changed like that as well: so the message must name a password, or the
values must look like nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate, candidate, trim
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import CODE, MASKED, MIXED, RANDOM, made_up
from safedigest.detect.telling import goes_on, is_technical
from safedigest.detect.words import is_compound_pinyin
from safedigest.model import Kind

_MOST: Final = 240  # characters of a message that is looked at; longer ones say more than one thing
_COST: Final = 16  # what all patterns read of a character
_ONE: Final = r"[\"'`“]?(?P<one>(?<![!-~])[!-+\--:<-~]{4,40}|(?<=[\"'`])[!-+\--:<-~]{4,40})[\"'`”]?"
_GLUED: Final = r"\s?[\"'`“]?(?P<one>[!-+\--:<-~]{4,40})[\"'`”]?"  # behind Chinese
_TWO: Final = r"[\"'`“]?(?P<two>[!-+\--:<-~]{4,40})"
_FAILS: Final = (
    r"(?:if|when) (?:that|it|this|the first)(?: one)? (?:fails|is wrong"
    r"|(?:doesn'?t|does not|won'?t|don'?t)"
    r" (?:work|open|go|take it))"
    r"|if not|or else|otherwise|failing that|if no luck|then"
)
_FORMS: Final = (
    lazy.pattern(rf"(?i:\b(?:try|use|type|enter) ){_ONE}[,;.]? ?"
        rf"(?i:(?:and |or |but )?(?:{_FAILS}),? (?:(?:try|use|type|enter|it'?s) )?){_TWO}"),
    lazy.pattern(rf"(?i:\beither (?:it'?s |try )?){_ONE},? (?i:or (?:it'?s |maybe |possibly )?){_TWO}"),
    lazy.pattern(rf"(?i:\b(?:was|is) it ){_ONE},? (?i:or (?:was it |is it |maybe |rather )?){_TWO}"),
    lazy.pattern(rf"(?i:\bit(?:'s| was| is) ){_ONE},? "
        rf"(?i:or (?:was it |is it |maybe |possibly |perhaps ){{1,2}}){_TWO}"),
    lazy.pattern(
        rf"(?i:\b(?:used to be|was(?: originally)?|had been|were using|originally)) {_ONE}[^\n]{{0,60}}?"
        rf"(?i:\b(?:picked|switched to|changed (?:it )?to|moved to|went with|now (?:it'?s|is|use)"
        rf"|it'?s now|new one is|replaced (?:it )?with"
        rf"|(?:is|are|we|i) now|set (?:it )?to|updated to)) {_TWO}"
    ),
    lazy.pattern(rf"(?i:\bold(?: one| pw| password| pass)?(?: is| was)?[:=]? ?){_ONE}[,;/ ]{{1,3}}"
        rf"(?i:(?:and )?(?:the )?new(?: one| pw| password| pass)?(?: is)?[:=]? ?){_TWO}"),
    lazy.pattern(rf"(?:旧|原|老|前)(?:的?密(?:码)?|口令|的)?(?:是|[:：])?{_GLUED}[,，;；、/\s]{{1,3}}"
        rf"(?:现在?)?(?:新|现)(?:的?密(?:码)?|口令|的)?(?:是|[:：])?\s?{_TWO}"),
    lazy.pattern(rf"(?:要么|或者)(?:是)?{_GLUED}[,，、\s]{{0,2}}(?:要么|或者)(?:是)?\s?{_TWO}"),
    lazy.pattern(rf"不是{_GLUED}[,，\s]{{0,2}}就是\s?{_TWO}"),
    lazy.pattern(rf"(?:先|试|试试|用|输|填|是){_GLUED}[,，；;\s]{{0,2}}"
        rf"(?:要是|如果)?(?:不[行对]|进不去|登不上|打不开)(?:的话)?[,，\s]?"
        rf"(?:就|再|那就?)?(?:换|试试?|用|输|填|是){{0,2}}\s?{_TWO}"),
    lazy.pattern(rf"(?:以前|之前|原来|原先|从前|本来|老的)(?:是|用|叫|设的?是?){{1,2}}{_GLUED}[,，；;\s]{{0,2}}"
        rf"(?:后来|现在?|如今|这次|今天|改成|换成|新的)(?:都|已|就|才)?(?:改成|换成|改为|换为|改|换|是|用|了){{0,3}}\s?{_TWO}"),
)  # fmt: skip
# The message says in so many words that a password becomes another one: so words count, too.
_CHANGES: Final = (
    lazy.pattern(
        r"(?i:\b(?:password|passwd|passcode|passphrase|pw|pwd|pin|code)"
        r"(?: (?:for|on|of) [\w' ]{2,24}?)? (?:changed |went |goes |moves |moved )?from )"
        rf"{_ONE} (?i:(?:over )?to ){_TWO}"
    ),
    lazy.pattern(rf"(?:密码|口令|登录密|pin码?|PIN码?)[^，。,\n]{{0,8}}?[由从]{_GLUED}"
        rf"\s?(?:改|换|变|更换|变更|更新|调整)[成为到](?:了)?\s?{_TWO}"),
    lazy.pattern(rf"[由从把将]{_GLUED}(?:这个)?(?:旧|老|原)?(?:密码|口令)\s?(?:改|换|变|更换|变更|更新)[成为到](?:了)?\s?{_TWO}"),
    lazy.pattern(rf"(?:密码|口令)(?:是|应该是|好像是|叫)\s?{_GLUED}[^，。,\n]{{0,6}}"
        rf"[？?]\s?不(?:对|是)?[，,\s]\s?(?:就是?|应该是|是)\s?{_TWO}"),
)  # fmt: skip
_CUE = lazy.pattern(
    r"passw|passcode|passphrase|(?<![a-z])(?:pw|pwd|pin|login|log ?in|wi-?fi|locked?|locks"
    r"|laptop|account|vpn|router)(?![a-z])|密|口令|登[录陆入]"
)
_NAMED = lazy.pattern(r"passw|passcode|passphrase|(?<![a-z])(?:pw|pwd)(?![a-z])|密|口令")
_PRODUCT = lazy.pattern(r"[A-Za-z]{2,14}[-_]?\d{1,4}")  # or a user
_MARKED = lazy.pattern(r"(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[A-Za-z0-9]+[%&#+=][A-Za-z0-9%&#+=!@$^*-]+")
_WORD = lazy.pattern(r"[A-Za-z]{4,24}[!?]?\Z")
_PIN = lazy.pattern(r"\d{4,8}\Z")


class SideDetector:
    """Finds such values."""

    keywords: Sequence[str] = (
        "try ", "use ", "type ", "enter ", "either ", "it was ", "was it ", "is it ", "it's ", "it is ",
        "used to be",
        "was ", "had been", "originally", " from ", "old", "旧", "原", "老", "前", "要么", "或者", "不是", "不行",
        "不对",
        "进不去", "登不上", "打不开", "本来",
        "密码",
        "口令", "pin",
    )  # fmt: skip

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of both values."""
        text, lower = scan.shadow.text, scan.shadow.lower
        if len(text) > _MOST:
            return
        scan.budget.spend(_COST * len(text))
        cue, named = _CUE.search(lower) is not None, _NAMED.search(lower) is not None
        found: set[tuple[int, int]] = set()
        for form in _FORMS:
            for match in form.finditer(text):
                found.update(_both(text, match, cue=cue, named=named))
        for form in _CHANGES if cue else ():
            for match in form.finditer(text):
                found.update(_changed(text, match))
        yield from (Span(*value, "side-by-side", Kind.PASSWORD) for value in sorted(found))


def _pieces(text: str, found: re.Match[str]) -> list[Candidate]:
    return [candidate(text, *trim(text, *found.span(name))) for name in ("one", "two")]


def _both(text: str, found: re.Match[str], *, cue: bool, named: bool) -> Iterator[tuple[int, int]]:
    """Give the values of a form where each looks made up, and the message names a password or a sign is in one.

    ``named``: it does name one, so that a word with a number behind it is no product and no user.
    """
    pieces = _pieces(text, found)
    known = any(piece.level >= RANDOM for piece in pieces)
    plain = [_PRODUCT.fullmatch(text[piece.start : piece.end]) is not None for piece in pieces]
    odd = [
        _is_odd(text, piece)
        and not (is_plain and not (known or (named and not all(plain))) and not _is_pinyin(text, piece))
        for piece, is_plain in zip(pieces, plain, strict=True)
    ]
    if (cue and any(odd)) or (known and all(odd)):
        yield from ((p.start, p.end) for p, is_odd in zip(pieces, odd, strict=True) if is_odd)


def _changed(text: str, found: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Give the values between which a password changes: also numbers and words that say nothing about one."""
    pieces = _pieces(text, found)
    if all(_may_be(text, piece) for piece in pieces):
        yield from ((p.start, p.end) for p in pieces if p.level != MASKED)


def _is_odd(text: str, piece: Candidate) -> bool:
    """Tell whether a value is written as people make up passwords."""
    if piece.digits or piece.level == MASKED:
        return False
    if _MARKED.fullmatch(text, piece.start, piece.end):
        return True
    if piece.level < CODE:
        return False
    value = text[piece.start : piece.end]
    return piece.level >= MIXED or made_up(value)


def _is_pinyin(text: str, piece: Candidate) -> bool:
    """Tell whether syllables stand before a number, which are somebody's name."""
    return is_compound_pinyin(text[piece.start : piece.end].rstrip("0123456789").lower())


def _may_be(text: str, piece: Candidate) -> bool:
    value = text[piece.start : piece.end]
    if piece.level == MASKED or _is_odd(text, piece) or _PIN.match(value):
        return True
    lower = value.lower().rstrip("!?")
    return _WORD.match(value) is not None and not goes_on(lower) and not is_technical(lower)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [SideDetector()]
