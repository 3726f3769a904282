"""Where a message names a credential: label words that stand as such, without those that are part of another word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import ahocorasick_rs

from safedigest.detect import lazy
from safedigest.detect.fold import fold_word
from safedigest.detect.lexicon import Grade, Label, Lexicon, lexicon
from safedigest.detect.measures import OF_A_POD
from safedigest.detect.words import is_word
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

_ALNUM: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_CODE_WORD: Final = "码"
_CUT: Final = ("密", "验证", "认证", "校验")  # with ``码`` behind them they are other words
_EVERYDAY: Final = frozenset({"code", "pass", "codes"})
_COMMON: Final = frozenset((Grade.PAIR, Grade.ROOT, Grade.LOGIN, Grade.CODE))
_COMPOUND = lazy.pattern(r"-(?P<word>[a-z]{2,20})(?![a-z0-9])")  # ``Pin-Priority``, ``user-agent``
_KEYS: Final = frozenset({"key", "keys"})
_CODE: Final = "code"
_LONGEST_HEAD: Final = 12  # characters before a label in a word that ends in it
_OF_A_PROGRAM = lazy.pattern(  # the number of an error
    r"(?:(?<![a-z])(?:errors?|exit|status|http|returns?|returned|response|fails? with|failed with|errno|close"
    r"|closed? with|body|reason|reply)"
    r"|报错?|返回|错误|状态)[\W_]{0,3}\Z"
)
_OF_AN_ERROR = lazy.pattern(r"\s*(?:is|=|:|was)?\s*(?:-\d|[1-5]\d\d(?![\d-])|[a-z]\d{2,5}(?![0-9a-z])|0x)")
_IN_A_PATH = lazy.pattern(r"[-./]\w")
# Inside an address, what goes on is the rest of it; its parameters are judged by their names elsewhere.
_PATH_GOES_ON = lazy.pattern(r"/[a-z][\w-]*[/.]\w")
_POD_GOES_ON = lazy.pattern(rf"(?:-[a-z0-9]{{1,20}}){{0,6}}-{OF_A_POD}(?![0-9a-z-])")
_ADDRESS_BEFORE = lazy.pattern(r"(?:://|(?<![!-~])/|\.[a-z]{2,10}/)[\w.:@%+~/-]{0,200}\Z")
_ADDRESS_GOES_ON = lazy.pattern(r"[\w.%+~/-]{0,80}[?#]\w|[-_./%]\w")
_OF_A_PLUG = lazy.pattern(r" \d{1,2}(?:-| and | to |, ?)\d{1,2}(?!\d)")  # ``pins 14-17``
_OF_A_STORE = lazy.pattern(  # a key under which something is kept, or by which it is sorted
    r"(?:(?<![a-z])(?:redis|cache|memcached?|s3|object|bucket|primary|foreign|partition|sort|hash|row|map|dict"
    r"|i18n|routing|index|idempotency"
    r"|composite|lookup|group|message)|缓存|主|外|对象|路由|排序|分区|分片|索引|消息|幂等)[ _-]?\Z"
)
_BECOMES = lazy.pattern(r"(?:成|为|到)了?")  # ``密码重置成 x``
_TIME = lazy.pattern(r"(?<![a-z])(?:hh|h|dd|yy)[-:/]mm|mm[-:/.](?:ss|dd|yy)")
_HAN_BEFORE = lazy.pattern(r"[\u4e00-\u9fff]{1,2}\Z")
_MANUAL = lazy.pattern(r"\([1-9][a-z]{0,3}\)")  # a page of the manual: ``passwd(5)``
_IN_BASE64: Final = ("+/", "++", "/+", "+=")  # what stands on both sides of a word inside a blob
_ALONE_BEFORE: Final = frozenset(" \t\n:,，。；;、/|>-(（是的新老旧我你号户台卡库门网端")
_ALONE_AFTER: Final = frozenset(" \t\n:=,，/|是为改用0123456789")


@dataclass(frozen=True, slots=True)
class Named:
    """A label at ``start:end``. ``subject``: what follows makes it a topic (``password policy``)."""

    start: int
    end: int
    label: Label
    subject: bool = False


@lru_cache(maxsize=1)
def vocabulary() -> tuple[Label, ...]:
    """Return every label, and last the ending ``码`` that makes one of most words before it."""
    return (*lexicon().labels, Label(_CODE_WORD, Kind.OTP, Grade.CODE))


@lru_cache(maxsize=1)
def _automaton() -> ahocorasick_rs.AhoCorasick:
    return ahocorasick_rs.AhoCorasick([fold_word(label.word) for label in vocabulary()], store_patterns=False)


def named_in(lower: str) -> list[Named]:
    """Return the labels of another message than the one at hand (``lower`` is its folded lower-case text)."""
    return named(lower, _automaton().find_matches_as_indexes(lower, overlapping=True))


def named(lower: str, hits: Iterable[tuple[int, int, int]]) -> list[Named]:
    """Return the labels at ``hits`` (index in ``vocabulary()``, start, end), the longest of overlapping ones."""
    words, labels = lexicon(), vocabulary()
    good = [
        (start, end, labels[word])
        for word, start, end in hits
        if _stands(lower, start, end, labels[word], words)
    ]
    good.sort(key=lambda g: (g[0], -g[1]))
    found: list[Named] = []
    for start, end, label in good:
        if found and start < found[-1].end:
            if (
                end > found[-1].end
                and start > found[-1].start
                and end - start > found[-1].end - found[-1].start
            ):
                found[-1] = _named(lower, start, end, label, words)
            continue
        found.append(_named(lower, start, end, label, words))
    return found


def _named(lower: str, start: int, end: int, label: Label, words: Lexicon) -> Named:
    about = words.harmless_after.match(lower, end)
    return Named(start, end, label, about is not None and _BECOMES.match(lower, about.end()) is None)


def _stands(lower: str, start: int, end: int, label: Label, words: Lexicon) -> bool:
    """Tell whether the word at ``start:end`` is a label and not a piece of another word."""
    before, after = lower[start - 1 : start] if start else "", lower[end : end + 1]
    if label.word[0] in _ALNUM and before in _ALNUM and before:
        return False
    if label.word[-1] in _ALNUM and after in _ALNUM and after:
        return False
    if (
        before + after in _IN_BASE64
        or _MANUAL.match(lower, end)
        or words.harmless_ends.search(lower, max(0, start - _LONGEST_HEAD), end)
        or (label.grade in _COMMON and _is_compound(lower, end))
        or _names_else(lower, start, end, label, words)
    ):
        return False
    if label.alone:
        if before in "-:/" and before and _TIME.search(lower, max(0, start - 4), end + 2):
            return False
        return (not before or before in _ALONE_BEFORE) and (not after or after in _ALONE_AFTER)
    return label.word != _CODE_WORD or _code(lower, start, end, words)


def _is_compound(lower: str, end: int) -> bool:
    """Tell whether a hyphen and a word follow."""
    found = _COMPOUND.match(lower, end)
    return found is not None and is_word(found["word"])


def _names_else(lower: str, start: int, end: int, label: Label, words: Lexicon) -> bool:
    """Tell whether the word is used for something else here: an error's code, a file, the key of a store."""
    if label.word.endswith(_CUT) and lower.startswith(_CODE_WORD, end):
        return True  # ``卡密`` of ``银行卡密码``
    if not label.word.isascii():
        return words.harmless_words.match(lower, start) is not None
    if label.word in _KEYS and _OF_A_STORE.search(lower, max(0, start - 16), start):
        return True
    if _in_an_address(lower, start, end) or (label.word == "pins" and _OF_A_PLUG.match(lower, end)):
        return True
    if label.word in _EVERYDAY and words.harmless_codes.search(lower, max(0, start - 12), end):
        return True
    return label.grade is Grade.CODE and _CODE in label.word and _of_a_program(lower, start, end)


def _in_an_address(lower: str, start: int, end: int) -> bool:
    """Tell whether a path, an address or the name of a pod goes on behind the word."""
    if lower.startswith("/", start - 1) and start and _IN_A_PATH.match(lower, end):
        return True
    if lower.startswith(("-", "/"), start - 1) and start and _PATH_GOES_ON.match(lower, end):
        return True
    if lower.startswith(".", end) and start and lower[start - 1] == "." and _IN_A_PATH.match(lower, end):
        return True
    if lower.startswith("-", end) and _POD_GOES_ON.match(lower, end):
        return True
    goes_on = _ADDRESS_GOES_ON.match(lower, end)
    return goes_on is not None and _ADDRESS_BEFORE.search(lower, max(0, start - 220), start) is not None


def _of_a_program(lower: str, start: int, end: int) -> bool:
    """Tell whether a code is that of an error (``返回 code 40001``, ``the code is 404``)."""
    before = _OF_A_PROGRAM.search(lower, max(0, start - 16), start)
    return before is not None or _OF_AN_ERROR.match(lower, end) is not None


def _code(lower: str, start: int, end: int, words: Lexicon) -> bool:
    """Tell whether ``码`` ends a word like ``接送码`` and not one like ``号码`` or ``码头``."""
    around = lower[max(0, start - 3) : end + 1]
    return (
        _HAN_BEFORE.search(lower, max(0, start - 2), start) is not None
        and words.harmless_codes.search(around) is None
    )


def strongest(found: Sequence[Named], grades: frozenset[Grade]) -> Named | None:
    """Return the last label of one of ``grades``, or None."""
    return next((one for one in reversed(found) if one.label.grade in grades), None)
