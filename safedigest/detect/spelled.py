"""Secrets as people read them out: number words, names of symbols, spelling alphabets, in Chinese, pinyin and English.

``spelled`` gives one edit for each run of such words. It is sure where a run can be nothing but a code that is read
out: four number words side by side that do not count up, ``洞幺拐勾`` (numbers over the radio), a spelling alphabet, or
letters and numbers with a symbol's name between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.fold import Shadow
from safedigest.detect.views import Edit

_ZH_DIGITS: Final = dict(
    zip(
        "零〇○洞一幺壹二两贰三叁四肆五伍六陆七拐柒八捌九勾玖", "0000111222334455667778899" + "9", strict=False
    )
)
_RADIO: Final = frozenset("幺洞拐勾")
_ZH_SYMBOLS: Final = {
    "感叹号": "!", "惊叹号": "!", "叹号": "!", "波浪号": "~", "波浪线": "~", "下划线": "_", "下横线": "_",
    "横杠": "-", "短横线": "-", "短横": "-", "中划线": "-", "横线": "-", "减号": "-", "井号": "#",
    "星号": "*", "艾特": "@", "圈a": "@", "圈A": "@", "反斜杠": "\\", "斜杠": "/", "加号": "+",
    "等号": "=", "美元符号": "$", "美元符": "$", "美元": "$", "百分号": "%", "问号": "?", "冒号": ":",
}  # fmt: skip
_EN_DIGITS: Final = {
    "zero": "0", "oh": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9", "niner": "9",
}  # fmt: skip
_PINYIN_DIGITS: Final = {
    "ling": "0", "dong": "0", "yi": "1", "yao": "1", "er": "2", "liang": "2", "san": "3", "si": "4",
    "wu": "5", "liu": "6", "qi": "7", "guai": "7", "ba": "8", "jiu": "9", "gou": "9",
}  # fmt: skip
_CODE_WORDS: Final = (
    "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa "
    "quebec romeo sierra tango uniform victor whiskey whisky xray x-ray yankee zulu"
)
_ALPHABET: Final = {word: word[0] for word in _CODE_WORDS.split()}
_EN_SYMBOLS: Final = {
    "exclamation mark": "!", "exclamation point": "!", "exclamation": "!", "bang": "!", "at sign": "@",
    "underscore": "_", "hash sign": "#", "hash": "#", "hashtag": "#", "pound sign": "#",
    "dollar sign": "$", "dollar": "$", "percent sign": "%", "percent": "%", "ampersand": "&",
    "asterisk": "*", "star": "*", "plus": "+", "equals": "=", "question mark": "?", "tilde": "~",
    "caret": "^", "dash": "-", "hyphen": "-", "dot": ".", "slash": "/", "backslash": "\\",
}  # fmt: skip


def _any(words: dict[str, str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_CASE = r"(?:capital|uppercase|upper[- ]case|lowercase|lower[- ]case|cap|big|small)"
_EN_ITEM = rf"(?:{_CASE} (?:{_any(_ALPHABET)}|[a-z])|(?:double|triple) (?:{_any(_EN_DIGITS)}|[a-z0-9])" \
    rf"|{_any(_EN_DIGITS)}|{_any(_ALPHABET)}|{_any(_EN_SYMBOLS)}|[a-z0-9](?![a-z0-9']))"  # fmt: skip
_EN_RUN = lazy.pattern(rf"(?<![0-9a-z_]){_EN_ITEM}(?:(?:, ?| - |[ -]|\n){_EN_ITEM}){{3,120}}+(?![0-9a-z_])")
_EN_PART = lazy.pattern(_EN_ITEM)
_PINYIN_RUN = lazy.pattern(
    rf"(?<![0-9a-z_])(?:{_any(_PINYIN_DIGITS)})(?:[ ,-](?:{_any(_PINYIN_DIGITS)})){{3,20}}+(?![0-9a-z_])"
)
_ZH_ITEM = rf"(?:[{''.join(_ZH_DIGITS)}]|{_any(_ZH_SYMBOLS)}|[大小]写的? ?(?:字母)? ?[A-Za-z])"
_ZH_RUN = lazy.pattern(rf"{_ZH_ITEM}(?:[ ,，、·.-]{{0,2}}(?:{_ZH_ITEM}|[0-9A-Za-z]{{1,20}}+)){{1,40}}")
_ONE = f"[{''.join(_ZH_DIGITS)}]"
_ZH_DIGITS_RUN = lazy.pattern(rf"{_ONE}(?:[,，、·.] ?{_ONE}){{3,40}}|{_ONE}(?:[ -]{{0,2}}{_ONE}){{3,40}}")
_ZH_HEAD = lazy.pattern(r"(?<![0-9A-Za-z])(?:[0-9A-Za-z] ){0,8}[0-9A-Za-z]{1,20}+ ?\Z")
_HEAD: Final = 40
_ZH_PART = lazy.pattern(rf"{_ZH_ITEM}|[0-9A-Za-z]+")
_DIGITS = "".join(_ZH_DIGITS)
# Four numerals, or the end of a symbol's name; a pattern that begins with one set of characters is searched fastest.
_MAY_ZH = lazy.pattern(
    rf"[{_DIGITS}叹井星减加等分问冒符浪划横杠短美艾圈大小]"
    rf"(?:(?<=[{_DIGITS}])(?:[ ,，、·.-]{{0,2}}[{_DIGITS}]){{3}}"
    rf"|(?<=[叹井星减加等分问冒符浪])号|(?<=[浪划横])线|(?<=杠)"
    r"|(?<=短)横|(?<=美)元|(?<=艾)特|(?<=圈)[aA]|(?<=[大小])写)"
)
_ITEMS: Final = 4  # of the shortest run
_EN_WORDS: Final = frozenset((*_EN_DIGITS, *_ALPHABET, "capital", "uppercase", "lowercase", *_PINYIN_DIGITS))
_COUNTED = lazy.pattern(r"\s?[年月日号楼届期十百千万亿个只条次点分秒岁块元折成倍天周环路户家名人位票公斤克]")
_CODE_WORD = lazy.pattern(
    r"密码|口令|验证码|校验码|暗号|门禁|门锁|取款|按|码|锁|pin|code|alarm|passcode|password|unlock|key"
)
_NEAR: Final = 24
_LONG: Final = 8
_FEW: Final = 2
_DISTINCT: Final = 3


def may_spell(shadow: Shadow) -> bool:
    """Tell cheaply whether ``spelled`` could find anything."""
    return _may_english(shadow) or _may_chinese(shadow.text)


def _may_chinese(text: str) -> bool:
    return not text.isascii() and _MAY_ZH.search(text) is not None


def _may_english(shadow: Shadow) -> bool:
    words = shadow.words
    if len(words) < _ITEMS:
        return False
    few = not _EN_WORDS.isdisjoint(words) and len(_EN_WORDS.intersection(words)) >= _FEW
    return few or "underscore" in shadow.lower


def spelled(shadow: Shadow) -> Iterator[Edit]:
    """Yield one edit for each run of spelled-out characters."""
    text, lower = shadow.text, shadow.lower
    if _may_chinese(text):
        for found in _ZH_RUN.finditer(text):
            yield from _chinese(text, found)
    if not _may_english(shadow):
        return
    for found in _PINYIN_RUN.finditer(lower):
        digits = "".join(_PINYIN_DIGITS[part] for part in re.findall("[a-z]+", found[0]))
        if not _counts(digits):
            yield Edit(found.start(), found.end(), digits, sure=True)
    for found in _EN_RUN.finditer(lower):
        yield from _english(text, lower, found)


def _chinese(text: str, found: re.Match[str]) -> Iterator[Edit]:
    head = _ZH_HEAD.search(text, max(0, found.start() - _HEAD), found.start())
    first = head.start() if head else found.start()
    parts = _ZH_PART.findall(text, first, found.end())
    plain = "".join(_zh_char(part) for part in parts)
    numerals = sum(part in _ZH_DIGITS for part in parts)
    marks = sum(part in _ZH_SYMBOLS or part[:1] in "大小" for part in parts)
    if marks and len(plain) >= 5:  # noqa: PLR2004
        sure = numerals + marks > 1 and any(c.isdigit() for c in plain) and not plain.isdigit()
        yield Edit(first, found.end(), plain, sure=sure)
    if marks or numerals < 4:  # noqa: PLR2004
        return
    for run in _ZH_DIGITS_RUN.finditer(found[0]):
        start, end = found.start() + run.start(), found.start() + run.end()
        digits = "".join(_ZH_DIGITS.get(c, "") for c in run[0])
        if not _counts(digits) and not _COUNTED.match(text, end):
            yield Edit(start, end, digits, sure=_read_out(text, start, run[0], digits))


def _read_out(text: str, start: int, run: str, digits: str) -> bool:
    """Tell whether Chinese numerals are a code that is read out, not a year, an idiom or a sum."""
    if len(digits) >= 6 or _RADIO & set(run):  # noqa: PLR2004
        return True
    return _CODE_WORD.search(text[max(0, start - _NEAR) : start].lower()) is not None


def _zh_char(part: str) -> str:
    if part[:2] == "大写":
        return part[-1].upper()
    if part[:2] == "小写":
        return part[-1].lower()
    return _ZH_DIGITS.get(part) or _ZH_SYMBOLS.get(part) or part


def _english(text: str, lower: str, found: re.Match[str]) -> Iterator[Edit]:
    places = [part.span() for part in _EN_PART.finditer(lower, found.start(), found.end())]
    parts = [lower[start:end] for start, end in places]
    plain = "".join(_en_char(lower[s:e]) if e - s > 1 else text[s] for s, e in places)
    numbers = sum(part in _EN_DIGITS for part in parts)
    names = sum(part in _ALPHABET or re.match(_CASE, part) is not None for part in parts)
    symbols = sum(part in _EN_SYMBOLS for part in parts)
    if numbers + 2 * names + symbols < 4 and (len(parts) < _LONG or not symbols):  # noqa: PLR2004
        return
    if plain.isdigit() and _counts(plain):
        return
    code = names > 2 or (names and numbers > 1) or numbers > 3  # noqa: PLR2004
    named = _CODE_WORD.search(lower[max(0, found.start() - 2 * _NEAR) : found.start()]) is not None
    yield Edit(found.start(), found.end(), plain, sure=bool(code or named))


def _en_char(part: str) -> str:
    *before, last = part.rsplit(" ", 1)
    if part in _EN_SYMBOLS:
        return _EN_SYMBOLS[part]
    char = _EN_DIGITS.get(last) or _ALPHABET.get(last) or last
    head = before[0] if before else ""
    if head in ("double", "triple"):
        return char * (2 + (head == "triple"))
    return char.upper() if head[:1] in ("c", "u", "b") else char


def _counts(digits: str) -> bool:
    """Tell whether the digits only count up or down, or are but two over and over (``one two one two``)."""
    steps = {int(b) - int(a) for a, b in pairwise(digits)}
    return len(steps) == 1 or steps - {0} in ({1}, {-1}) or len(set(digits)) < _DISTINCT
