"""Reads what stands right beside a label: ``密码 现在是 x``, ``the password for the router is x``, ``x 就是新密码``.

A value that is read here has the label's word for it, so even a plain word counts where a link (``is``, ``是``, ``:``)
stands between; what says something *about* the value (``is wrong``, ``是空的``) does not.
"""

from __future__ import annotations

import re
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import RUN, Candidate, candidate, trim, unnamed
from safedigest.detect.levels import CODE, LONGEST, NAME, NEVER, WORD
from safedigest.detect.lexicon import HAN, Lexicon
from safedigest.detect.scene import Scene
from safedigest.detect.telling import tells
from safedigest.detect.words import is_pinyin
from safedigest.plugin.records import dataclass

_FARTHEST: Final = 120
_LINE: Final = 4000  # characters of a line in which quotes are counted
_SHORT: Final = 120  # only a message this short is read for a value that is all Chinese
_QUOTES: Final = dict(zip("\"'`「『【《[(（<", "\"'`」』】》])）>", strict=True))
_BRACKETS: Final = frozenset("[(（<【《")
_HAN_RUN = lazy.pattern(rf"[{HAN}]{{1,16}}(?P<tail>[!-~]*+)")
_HAN_LENGTH: Final = range(2, 13)
_HAN_END = lazy.pattern(r"\s*(?:\s(?![是的有在怎什哪为出])|[，。；！？、,.;!?\n)）」』】\"]|\Z)")
_HAN_LINK = lazy.pattern(r"(?:[是为叫句段截:=]|[换改设定]成了?|答案|口令|暗号)[\s\"]*\Z")
_PARTICLES: Final = re.compile("[吧呀啊呢哦啦的了哈嘛噢耶哟]+$")  # a made-up phrase ends like that, too
_SPEAKS = lazy.pattern(r"[别用像从至约共仅选第近满超达限含带或跟与及比]|例如|类似|组成|大于|小于|大约|年月")
_NUMBER_END = lazy.pattern(r"[0-9]{2,8}[!@#$%&*]?")
_SAID = lazy.pattern(r"(?<!对)(?:暗号|暗语|安全词|密语|接头语)[ \t:：]{1,3}\Z")
_SAID_LONGEST: Final = 8
_SPOKEN_LABELS: Final = ("密码", "口令")
_PINYIN = lazy.pattern(r"(?P<word>[a-z]{5,20})(?=[ \t]*(?:[，。；！？、,.;!?\n\u4e00-\u9fff]|\Z))")
_ASKING = lazy.pattern(
    r"[吗呢么谁啥没忘发给](?!子)|什么|多少|哪|在[我你他她]|知道|不对|不行"
    r"|错|至少|要求|长度|超过|必须|不能|过期|有效|支持|最[多少近大小后]|只[有能要需用是]"
)
_RECIPE = lazy.pattern(
    r"名字|全拼|拼音|后面|前面|加|首字母|生日|年份|号|大写|小写|身份证|[几两三四六八]位|倒(?:过来|着|序|数)"
)
_WORD_END = lazy.pattern(r"[\"'`]?\s*(?:[,.;!?，。；！？、\n)）」』】]|[\u4e00-\u9fff]|\Z)")
_CUT = lazy.pattern(
    r"&(?=[A-Za-z_][\w.-]{0,40}=)|[,;](?=[A-Za-z]{2,}[=: ]|\Z)|(?<=[!-~])[\"`](?=[,;:)\]}]|\Z)|[,;](?=[a-z]+\Z)"
)
_PHRASE = lazy.pattern(
    r"[A-Za-z]{2,}(?:(?:[ -][A-Za-z]{2,}){2,23}(?:[ -]\d{1,6})?|(?:[ -][A-Za-z]{2,}){1,2}[ -]\d{1,6})(?![0-9A-Za-z])"
)
_WORDS_ENOUGH: Final = 4  # words of a phrase that is known without an end
_PROSE_AFTER = lazy.pattern(
    r"\s+(?:and|or|to|of|in|on|for|with|the|a|is|are|as|by|from|that|which|when|if|should|must|can|will)\b|\s*\("
)
_SUFFIX = lazy.pattern(r"(?:ed|ing|able|ible|ly)\Z")
_OBJECT = lazy.pattern(  # ``for the router is``, ``of the box:``
    r"[ \t]*(?:(?:for|of|on|to|at|in|from|del?|do|da|du|des|für"
    r"|pour)\s+)?(?:[^\s,;:!?=，。；！？、]{1,40}(?<!\.)[ \t]+){1,7}?"
    r"(?:is|was|are|es|est|ist|é|'s|now|reads|says|shows|changed to|set to|became|to be)(?=\s)(?:\s+(?:now"
    r"|still|just|currently|set to))?\s*"
    r"|[ \t]*(?:for|of|on|to|at|in|del?|do|da|des|für|pour"
    r"|from)\s+(?:[^\s,;:!?=，。；！？、]{1,40}[ \t]*){1,6}?(?:(?<!\.\d)(?<!\.\d\d)(?<!\.\d{3})[:=]|->)\s*"
)
_OBJECT_OF = lazy.pattern(
    r"\b(?:for|of|on|at|in|from|into|by|about)\s*\Z"
)  # what follows is what the password is for
_ON_THE = lazy.pattern(
    r"\b(?:for|of|on|at|in|from|by|under|behind|near)\s+(?:the|my|our|your|a|his|her)\s*\Z"
)
_FROM_TO = lazy.pattern(r"[!-~]+ to [!-~]")
_LINK_SYMBOL = lazy.pattern(r"[:=]|->")
_SENTENCE_END = lazy.pattern(r"[。；！？;!?\n]")
_NO_NOUN = lazy.pattern(r"[,，:=]|不|没|未|忘|使用|采用|加密|\bnot\b")
_INDEFINITE = lazy.pattern(r"(?:with|as|has|have|to|and|or|plus)\s+an?\s+\Z")  # ``joined with a colon``
_SECTION = lazy.pattern(r"[\"'”」』]?\s*(?:部分|小节|一节|一章|章|节|选项|页面|菜单|按钮|标签)")
_SOMEONE = lazy.pattern(r"[，,。][^，,。]{0,3}[你您他她它我]们?(?:就?是|叫)?\Z")  # ``，你是房主``
_JOINED_ON = lazy.pattern(r"[ \t]*[+.&][ \t]+[a-z_$]")  # the quote ends a text: ``'password: ' + x``
_SIGNS: Final = "-@$"


@dataclass(frozen=True, slots=True)
class Read:
    """What was read, and whether a link promised it."""

    value: Candidate
    linked: bool


def gap(scene: Scene, at: int) -> tuple[int, bool]:
    """Return where the value starts behind a label that ends at ``at``, and whether a link stands before it."""
    known = scene.gaps.get(at)
    if known is None:
        known = scene.gaps[at] = _gap(scene, at)
    return known


def _gap(scene: Scene, at: int) -> tuple[int, bool]:
    end = _gap_end(scene, at)
    further = _OBJECT.match(scene.lower, at)
    if further and further.end() > end and not _begins(scene, end):
        return _gap_end(scene, further.end()), True
    if scene.text.startswith(_SPOKEN_LABELS, at - 2) and _spelled_in_pinyin(scene, end):
        return end, True
    between = scene.lower[at:end]
    if _INDEFINITE.search(between):
        return end, False
    return end, _LINK_SYMBOL.search(between) is not None or scene.words.link.search(between) is not None


def _spelled_in_pinyin(scene: Scene, at: int) -> bool:
    """Tell whether syllables of pinyin stand at ``at`` where the clause goes on in Chinese or ends."""
    found = _PINYIN.match(scene.text, at)
    return found is not None and is_pinyin(found["word"]) and not says_about(found["word"], scene.words)


def _begins(scene: Scene, at: int) -> bool:
    """Tell whether what looks like a value begins at ``at``, so that no ``is`` further on leads to it."""
    run = RUN.match(scene.text, at)
    return run is not None and candidate(scene.text, *trim(scene.text, *run.span())).level >= CODE


def is_object(scene: Scene, at: int, start: int) -> bool:
    """Tell whether what stands between a label and its value only says of what it is (``for my account is``)."""
    further = _OBJECT.match(scene.lower, at)
    return further is not None and further.end() >= start - 1 and ":" not in further[0][:-2]


def _gap_end(scene: Scene, at: int) -> int:
    found = scene.words.gap.match(scene.lower, at)
    return found.end() if found else at


def right(scene: Scene, at: int, *, half: bool = False, phrase: bool = False) -> Read | None:
    """Read the value behind a label that ends at ``at``; None where nothing of that form stands there.

    ``half``: the label says that a piece of a value follows, so Chinese words need no link; ``phrase``: that words do.
    """
    start, linked = gap(scene, at)
    half = half and not _SOMEONE.search(scene.text, at, start)
    if start >= len(scene.text) or start - at > _FARTHEST or _is_object_of(scene, at, start):
        return None
    if start == at and _closing(scene.text, at):
        return None
    read = _any(scene, start, linked=linked or phrase, half=half)
    return None if read and read.value.level < CODE and _ON_THE.search(scene.lower, at, start) else read


def _is_object_of(scene: Scene, at: int, start: int) -> bool:
    """Tell whether what starts at ``start`` is what the password is for; ``from x to y`` is how it changes."""
    found = _OBJECT_OF.search(scene.lower, at, start)
    return found is not None and not (found[0].startswith("from") and _FROM_TO.match(scene.lower, start))


def _closing(text: str, at: int) -> bool:
    """Tell whether a quote at ``at`` closes around the label: a key of a notation, or a word that is talked about."""
    low = max(0, at - _LINE)
    return text[at] in "\"'`" and text.count(text[at], max(low, text.rfind("\n", low, at) + 1), at) % 2 == 1


def _any(scene: Scene, at: int, *, linked: bool, half: bool = False) -> Read | None:
    close = _QUOTES.get(scene.text[at])
    end = scene.text.find(close, at + 1, at + _FARTHEST) if close else -1
    if end > at + 1 and "\n" not in scene.text[at:end]:
        return _quoted(scene, at + 1, end, linked=linked)
    if found := _HAN_RUN.match(scene.text, at):
        if _SOMEONE.search(scene.text, max(0, at - 6), at):
            return None
        return _han(scene, found, linked=linked, half=half)
    return _bare(scene, at, linked=linked)


def _quoted(scene: Scene, start: int, end: int, *, linked: bool) -> Read | None:
    """Read what stands between quotes or brackets at ``start:end``."""
    text, inside = scene.text, scene.lower[start:end]
    if _JOINED_ON.match(inside) or end - start < 2:  # noqa: PLR2004
        return None
    if text[start - 1] in _BRACKETS or text[start] in _QUOTES:
        return _any(scene, start, linked=linked)
    if not inside.isascii() and _SECTION.match(text, end):
        return None
    if scene.words.prose_han.search(inside) or any(says_about(word, scene.words) for word in inside.split()):
        return None
    if inside.isascii() and " " not in inside:
        piece = candidate(text, start, end)
        return Read(piece, linked=True) if piece.level else None
    return Read(Candidate(start, end, WORD if " " in inside else CODE), linked)


def _bare(scene: Scene, at: int, *, linked: bool) -> Read | None:
    """Read an ASCII value at ``at``."""
    run = RUN.match(scene.text, at, at + LONGEST)
    if run is None or run[0].startswith("//"):  # the rest of a link
        return None
    cut = _CUT.search(scene.text, at, run.end())
    end = max(cut.start(), at + 1) if cut else run.end()
    start, end = unnamed(scene.text, at, min(end, at + LONGEST))
    value = candidate(scene.text, start, end)
    if linked and value.level == NEVER and scene.text.startswith(tuple(_SIGNS), start):
        behind = candidate(
            scene.text, start + 1, end
        )  # a sign does not make it an option, an address, a variable
        value = Candidate(start, end, behind.level) if behind.level >= CODE and not behind.digits else value
    if (
        start < end
        and linked
        and value.level <= NAME
        and (phrase := words_at(scene.text, start, scene.words))
    ):
        return Read(Candidate(start, phrase, WORD), linked)
    return Read(value, linked) if value.level and _is_value(scene, value, linked=linked) else None


def _is_value(scene: Scene, value: Candidate, *, linked: bool) -> bool:
    """Tell whether a word or a name is the value, and not the start of a sentence about it."""
    if value.level > NAME or value.digits:
        return True
    word = scene.value(value).lower()
    if says_about(word, scene.words):
        return False
    if value.level == NAME:
        return not (word.isalpha() and _PROSE_AFTER.match(scene.lower, value.end))
    if linked and _spelled_in_pinyin(scene, value.start):
        return True
    return linked and len(word) > 2 and _WORD_END.match(scene.text, value.end) is not None  # noqa: PLR2004


def says_about(word: str, words: Lexicon) -> bool:
    """Tell whether ``word`` (lower case) says something about a value (``wrong``, ``expired``)."""
    return word in words.prose_words or _SUFFIX.search(word) is not None


def words_at(text: str, start: int, words: Lexicon) -> int | None:
    """Return the end of a passphrase of plain words that begins at ``start`` and ends its clause, or None.

    A sentence has words that no passphrase has.
    """
    found = _PHRASE.match(text, start)
    if found is None:
        return None
    end, count = start, 0
    for part in re.finditer(r"[0-9A-Za-z]+", found[0]):
        if says_about(part[0].lower(), words) and part[0] not in ("one", "two"):
            break
        end, count = start + part.end(), count + 1
    if end == found.end() and _WORD_END.match(text, end):
        return end
    return end if count >= _WORDS_ENOUGH and text[start:end].islower() else None


def _han(scene: Scene, found: re.Match[str], *, linked: bool, half: bool) -> Read | None:
    """Read a value that begins in Chinese: ``芝麻开门123``, or all of it in a short clause behind a link."""
    start, tail = found.start(), found.start("tail")
    if not (linked or half or _said(scene, start)):
        return _glued(scene, found)
    if found["tail"][:1] in (":", "="):  # a label of more words
        return _bare(scene, tail + 1, linked=True)
    if any(map(str.isdigit, found["tail"])):
        piece = _han_digits(scene, start, tail, trim(scene.text, tail, found.end())[1])
        return Read(piece, linked=True) if piece else None
    short = tail - start in _HAN_LENGTH and len(scene.text) <= _SHORT
    about = (_ASKING if half else scene.words.prose_han).search(scene.text, start, tail)
    if not short or about or (not half and tells(scene.text[start:tail])):
        return None
    if _HAN_END.match(scene.text, tail) and (_HAN_LINK.search(scene.text, 0, start) or _said(scene, start)):
        return Read(Candidate(start, tail, CODE if half else WORD), linked=True)
    return None


def _glued(scene: Scene, found: re.Match[str]) -> Read | None:
    """Read a few Chinese words with a number behind them, right behind ``密码`` (``密码小猪佩奇903，里面…``)."""
    start, tail = found.start(), found.start("tail")
    end = trim(scene.text, tail, found.end())[1]
    spoken = scene.text.startswith(_SPOKEN_LABELS, start - 2)
    if not spoken or not _NUMBER_END.fullmatch(scene.text, tail, end) or tail - start not in _HAN_LENGTH:
        return None
    words = _PARTICLES.sub("", scene.text[start:tail])
    if (
        scene.words.prose_han.search(words)
        or _SPEAKS.search(words)
        or scene.words.number_after.match(scene.lower, end)
    ):
        return None
    return Read(Candidate(start, end, CODE), linked=True)


def _said(scene: Scene, start: int) -> bool:
    """Tell whether what starts there is said to be a word that only two know."""
    return _SAID.search(scene.text, max(0, start - _SAID_LONGEST), start) is not None


def _han_digits(scene: Scene, start: int, tail: int, end: int) -> Candidate | None:
    """Return ``芝麻开门123``; of a recipe (``名字加123``) only its end; nothing of what tells about a value."""
    if _ASKING.search(scene.text, start, tail) or scene.words.number_after.match(scene.lower, end):
        return None
    return (
        candidate(scene.text, tail, end)
        if _RECIPE.search(scene.text, start, tail)
        else Candidate(start, end, CODE)
    )


def left(scene: Scene, at: int, pieces: list[Candidate]) -> Candidate | None:
    """Return the piece that a link behind it gives to the label at ``at`` (``x 就是新密码``), or None."""
    piece = next((one for one in reversed(pieces) if one.end <= at), None)
    if piece is None:
        return None
    between = scene.lower[piece.end : at]
    if between.startswith("=") or len(between) > 40 or _SENTENCE_END.search(between):  # noqa: PLR2004
        return None
    found = scene.words.back.match(between)
    return piece if found and _is_noun(between[found.end() :]) else None


def _is_noun(between: str) -> bool:
    """Tell whether what is left between link and label is a short noun (``x as the new wifi password``)."""
    return len(between) <= 24 and len(between.split()) <= 4 and not _NO_NOUN.search(between)  # noqa: PLR2004
