"""Passwords that are nothing but words: ``密码四个单词：…``, ``密码 RedKettleHarbor``, ``the passphrase? a-b-c-d``.

No single look tells such a value from a sentence. Three things do together: a word that names a password, what leads
from it to the value (a link, or talk of how the value is written: *all letters*, *点号隔开*), and that nothing in the
value talks about passwords or is of a program. The less leads to it, the more words it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.leading import COUNT, Lead, Led, leads
from safedigest.detect.lexicon import HAN
from safedigest.detect.telling import everyday, goes_on, is_compound, is_technical, tells
from safedigest.detect.topics import is_story
from safedigest.detect.words import is_compound_pinyin, is_word
from safedigest.model import Kind

_MOST: Final = 400  # characters of a message that is looked at; longer ones are no talk
_SHORT: Final = 160
_COST: Final = 400  # of a cue, in characters
_MOST_CUES: Final = 24

_CUES: Final = (
    "密码", "口令", "暗码", "密语", "暗号", "暗语", "安全词", "接头语", "解锁短语", "密 码", "切口", "对暗号",
    "password", "passcode", "passphrase", "pass phrase", "passwd", "pwd", "pw", "psk", "unlock phrase", "login phrase",
    "diceware phrase", "diceware", "secret phrase",
    "wifi key", "save key", "mima", "code word", "codeword", "magic word",
    "safe word", "secret word",
    "watchword", "family word", "pickup word",
)  # fmt: skip
_SPOKEN: Final = frozenset((  # words that only some know
    "暗号", "口令", "暗语", "安全词", "接头语", "密语", "切口", "code word", "codeword", "magic word", "safe word",
    "secret word", "watchword", "family word", "pickup word",
))  # fmt: skip
_TO_SAY = lazy.pattern(
    r"[进开]门|接头|接送|接孩|对上|对一下|说对|回答|答对|门口|老师|家里|家庭|骗子|岗|值班|谁来|来人"
)
# Names of what a password opens: they lead to rows of words alone.
_OPENED: Final = (
    "keepass", "bitwarden", "1password", "lastpass", "veracrypt", "truecrypt", "bitlocker", "filevault", "luks",
    "wifi", "wi-fi", "hotspot", "ssh key", "密钥", "热点", "无线",
)  # fmt: skip

_THREE, _FOUR = 3, 4  # words
_HAN_LENGTH: Final = range(2, 11)
_SAID_LENGTH: Final = range(4, 9)
_PINYIN: Final = 8  # letters
_UNKNOWN: Final = 7
_FIRM: Final = (":", "=", "成", "成了", "为了")  # a sentence has these less often than ``是``
_QUOTES: Final = dict(zip("\"'「『《【（(`", "\"'」』》】）)`", strict=True))

_JOINED = lazy.pattern(
    r"(?:[A-Za-z]{3,12}(?P<mark>[._-])[A-Za-z]{3,12}(?:(?P=mark)[A-Za-z]{3,12}){0,7}"
    r"|[A-Z][a-z]{1,11}(?:[A-Z][a-z]{1,11}){1,6})"
    r"(?![0-9A-Za-z(\[=/@_*-]|[.:][0-9A-Za-z])"
)
_SPACED = lazy.pattern(r"[a-z]{3,12}(?: [a-z]{3,12}){2,11}(?![0-9A-Za-z'’_/@(=*-]|[.:][0-9A-Za-z])")
_SINGLE = lazy.pattern(r"(?:[A-Za-z][a-z]{3,29}|[A-Z]{5,20})(?![0-9A-Za-z(\[=/@_*'’-]|[.:][0-9A-Za-z])")
_HAN_ROW = lazy.pattern(rf"[{HAN}]{{2,16}}(?P<number>\d{{1,8}}(?![0-9A-Za-z位个]))?")
_LETTERS = lazy.pattern(r"[a-z]+")
_INSIDE = lazy.pattern(r"[!-~](?<![\"'`:=(])\Z")
_HUMPS = lazy.pattern(r"[A-Z][a-z]+|[A-Za-z]+")
_END = lazy.pattern(rf"[\"'`”]?\s*(?:[,.;!?，。；！？、)）」』】\"<]|\n|\Z|[{HAN}])")
_HAN_END = lazy.pattern(r"\s*(?:[,.;!?，。；！？、)）」』】\"]|\n|\Z)")
_PARTICLES = lazy.pattern(r"[了吧啊哈呀哦啦喔哟噢咯嗷]{1,3}\Z")
# How the value is written, said behind it.
_AFTER = lazy.pattern(
    rf"[\"'`」』”]?[ ,，]{{0,2}}(?:(?:就|全|都|纯)?是?{COUNT}?(?:英文|中文|的|个)?"
    r"(?:单词|词儿?|汉字|字母|拼音|全拼|小写|大写)"
    r"|连(?:一起|着|写|起来)|中间(?:没|不)|不[带加]|没有?(?:空格|数字|标点)|每个字|首字母"
    r"|(?:one|two|three|four|five|six|seven|[1-7]) (?:\w+ )?words?|no (?:spaces?|joke|caps|numbers|digits)"
    r"|all (?:lower|caps|one|small|in)|(?:with|w/?) (?:the )?(?:dots|spaces|dashes|underscores|nothing)"
    r"|in lower|lower ?case|squished"
    r"|(?:dots|spaces|dashes|underscores) (?:included|between|and all|in between)|run together|capital [a-z](?![a-z]))"
)
_CLASS_END = lazy.pattern(
    r"(?:er|or|error|exception|client|service|config|manager|provider|policy|field|form|view|key|hash|test)\Z",
    re.IGNORECASE,
)
_LEADS = lazy.pattern(
    r"(?:\A|[:,，;；=\"“'`?\n(（]|->|(?<![a-z])"
    r"(?:type|enter|is|was|are|use|gave me|says?|said|reads|spaces|words|key)|[是为用填输])[ \t]*\Z"
)
_ROW_END = lazy.pattern(
    rf"[\"'`”]?\s*(?:[,.;!?，。；！？)）\"]|\n|\Z|[{HAN}]|(?:and (?:hit|press|then)|with|w|so|dots|then|no)(?![a-z]))"
)


class WordedDetector:
    """Finds such values."""

    keywords: Sequence[str] = (*_CUES, *_OPENED)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values made of words that a word for a password leads to."""
        text, lower = scan.shadow.text, scan.shadow.lower
        if len(text) > _MOST or len(scan.hits) > _MOST_CUES:
            return
        hits = [hit for hit in scan.hits if _stands(lower, hit.start, hit.end)]
        found: set[tuple[int, int]] = set()
        for hit in hits:
            scan.budget.spend(_COST)
            value = _behind(text, lower, hit.end, self.keywords[hit.word]) if hit.word < len(_CUES) else None
            if value:
                found.add(value)
        if hits and len(text) <= _SHORT:
            scan.budget.spend(2 * len(text))
            found.update(_rows(text))
        for start, end in sorted(found):
            if not is_story(lower, start) and len(set(lower[start:end])) > 1:  # ``xxxxxxxx`` stands for one
                yield Span(start, end, "worded", Kind.PASSWORD)


def _stands(lower: str, start: int, end: int) -> bool:
    """Tell whether a word is whole, if it is one of letters."""
    if not lower[start].isascii():
        return True
    before, after = lower[max(0, start - 1) : start], lower[end : end + 1]
    whole = not (after.isascii() and after.isalnum())
    return whole and not (before and before.isascii() and (before.isalnum() or before in "_-./"))


def _behind(text: str, lower: str, at: int, word: str) -> tuple[int, int] | None:
    """Return the value behind ``word``, which ends at ``at``: where several may begin, the last."""
    for lead in reversed(list(leads(lower, at, word))):
        if end := _value(text, lead):
            return lead.start, end
    return None


def _value(text: str, lead: Lead) -> int | None:
    """Return where the value that begins there ends, or None where none does."""
    at = lead.start
    if at >= len(text) or (text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isascii()):
        return None
    if found := _HAN_ROW.match(text, at):
        return _numbered(text, found, lead) if found["number"] else _han(text, found, lead)
    if (found := _JOINED.match(text, at)) and (end := _joined(text, found, lead.led)):
        return end
    least = _FOUR if lead.led is Led.TIGHT else _THREE
    if (found := _SPACED.match(text, at)) and (end := _spaced(text, found, least)):
        return end
    found = _SINGLE.match(text, at)
    return found.end() if found and _is_single(text, found, lead) else None


def _ends(text: str, at: int) -> bool:
    """Tell whether a clause ends at ``at``, or goes on with how the value before is written."""
    return _END.match(text, at) is not None or _AFTER.match(text, at) is not None


def _joined(text: str, found: re.Match[str], led: Led) -> int | None:
    parts = _HUMPS.findall(found[0])
    if not everyday(parts) or (len(parts) < _THREE and (led is Led.TIGHT or not _ends(text, found.end()))):
        return None
    return found.end()


def _spaced(text: str, found: re.Match[str], least: int) -> int | None:
    """Return the end of a row of words: of the words that are everyday ones, where the row then ends.

    Words that are drawn may be of a program, too: one of the row may be, if it has enough of others.
    """
    end, count, odd = found.start(), 0, 0
    for part in _LETTERS.finditer(found[0]):
        if not everyday([part[0]]):
            odd += 1
            if odd > 1 or not is_word(part[0]) or goes_on(part[0]):
                break
        end, count = found.start() + part.end(), count + 1
    if count - min(odd, 1) < least:
        return None
    return end if _ROW_END.match(text, end) or _AFTER.match(text, end) else None


def _is_single(text: str, found: re.Match[str], lead: Lead) -> bool:
    """Tell whether one word is the value: any where its form is described, else one that is no word."""
    lower = found[0].lower()
    described = lead.led is Led.DESCRIBED
    if not _ends(text, found.end()) or goes_on(lower) or (is_technical(lower) and not described):
        return False
    linked = lead.led is Led.LINKED
    after = _AFTER.match(text, found.end()) is not None
    if described or (after and (linked or not is_word(lower))) or (linked and lead.word in _SPOKEN):
        return True
    return _is_made_up(text, found[0], lead)


def _is_made_up(text: str, value: str, lead: Lead) -> bool:
    """Tell whether letters are no word but syllables, or nothing that is known."""
    chinese, linked = not lead.word.isascii(), lead.led is Led.LINKED
    if is_compound_pinyin(value.lower()) and len(value) >= _PINYIN:
        return chinese or linked
    if is_word(value) or len(value) < _UNKNOWN or _CLASS_END.search(value):
        return False
    return linked or (not lead.apart and len(text) <= _SHORT and (chinese or value[1:].islower()))


def _numbered(text: str, found: re.Match[str], lead: Lead) -> int | None:
    """Return the end of a few Chinese words with a number behind them."""
    row = text[found.start() : found.start("number")]
    return found.end() if lead.led is not Led.TIGHT and len(row) in _HAN_LENGTH and not tells(row) else None


def _han(text: str, found: re.Match[str], lead: Lead) -> int | None:
    """Return the end of Chinese words that are the value."""
    start, end = found.span()
    described = lead.led is Led.DESCRIBED
    cut = next((at for at in range(start + 2, end + 1) if _described_at(text, at)), None)
    if cut is not None:
        end, described = cut, True
    elif not _HAN_END.match(text, end):
        return None
    quoted = text[end : end + 1] == _QUOTES.get(text[start - 1])
    if cut is None and not quoted and (tail := _PARTICLES.search(text, start, end)):
        end = tail.start()
    row = text[start:end]
    if len(row) not in _HAN_LENGTH or tells(row):
        return None
    return end if described or _is_named(text, start, len(row), lead, quoted=quoted) else None


def _described_at(text: str, at: int) -> bool:
    return _AFTER.match(text, at) is not None and text[at - 1] not in "中不没"


def _is_named(text: str, start: int, size: int, lead: Lead, *, quoted: bool) -> bool:
    """Tell whether what leads to Chinese words is enough for them: less is where a sentence would go on."""
    spoken = lead.word in _SPOKEN
    if lead.led is Led.LINKED:
        firm = text[:start].rstrip(" \"'").endswith(_FIRM)
        return quoted or firm or size >= _FOUR
    return spoken and (
        quoted or (size in _SAID_LENGTH and (lead.word != "口令" or _TO_SAY.search(text) is not None))
    )


def _rows(text: str) -> Iterator[tuple[int, int]]:
    """Give what stands for itself: three everyday words that are joined, two in one, four with blanks between."""
    for found in _JOINED.finditer(text):
        parts = _HUMPS.findall(found[0])
        if (
            len(parts) >= _THREE
            and not _INSIDE.search(text, max(0, found.start() - 1), found.start())
            and everyday(parts)
        ):
            yield found.span()
    for found in _SINGLE.finditer(text):
        led = _LEADS.search(text, max(0, found.start() - 12), found.start()) is not None
        after = _AFTER.match(text, found.end()) is not None
        if (
            (after or (led and _END.match(text, found.end())))
            and found[0].islower()
            and is_compound(found[0])
        ):
            yield found.span()
    for found in _SPACED.finditer(text):
        led = _LEADS.search(text, max(0, found.start() - 12), found.start()) is not None
        if led and (end := _spaced(text, found, _FOUR)):
            yield found.start(), end


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [WordedDetector()]
