"""A message that is nothing but one value, and that value: words in one, words with dashes, a word with a number.

Asked only where the talk says that a password is meant: by itself such a token is a name.
"""

from __future__ import annotations

from typing import Final

from safedigest.detect import lazy
from safedigest.detect.beside import says_about
from safedigest.detect.candidates import RUN, Candidate, candidate, trim
from safedigest.detect.levels import CODE, MASKED, NAME, NEVER
from safedigest.detect.lexicon import HAN
from safedigest.detect.scene import Scene
from safedigest.detect.words import classes, is_compound_pinyin

EXPLAINS: Final = 60
COMPOUND: Final = 6  # letters of words in one, where a password was asked for
SURE: Final = 8  # the same, where it is only called one afterwards
_SAYS_HAN = lazy.pattern(
    r"至少|[上下]午|晚上|早上|点钟?$"
    r"|[的了吗么呢位什啥哪谁没不未无我你他她您是在有会要能请忘稍等谢好行已刚问看查跟样空写贴]|多少|可以"
    r"|马上|一会|输入"
    r"|密码|口令|知道|记得|收到|手机|生日|默认|学号|身份|自己|前台|邮箱|短信|标签|背面|底部"
    r"|发[给你我过来]|红色|登录|支付|余额"
)
_SAYS_WORDS: Final = frozenset({
    "done", "yes", "no", "ok", "okay", "sure", "thanks", "thank", "forgot", "later", "none", "nope", "what", "why",
    "sorry", "hello", "wait", "skip", "cancel", "help", "never", "nothing", "maybe", "same", "email", "phone",
    "login", "both", "neither", "unknown", "exit", "stop", "quit", "back", "next", "continue", "retry", "again",
    "please", "fine", "great", "perfect", "nice", "cool", "right", "wrong", "correct", "true", "false", "wifi",
    "admin", "guest", "user", "root", "github", "gmail", "google", "apple", "microsoft", "bank", "change", "reset",
    "optional", "required", "default", "empty", "blank", "nobody", "where", "which", "when", "who", "how", "yeah",
    "yep", "nah", "idk", "tomorrow", "today", "tonight", "soon", "pass", "secret", "private", "hidden", "send",
})  # fmt: skip
_PROPOSES = lazy.pattern(
    r"\W*(?:how about|what about|maybe|perhaps|try|you could use|let'?s use|那就|要不就?|要么|不如"
    r"|不然就?|用|就用|可以用)[\s:：“\"'`]*"
)
_SPEAKER = lazy.pattern(rf"[A-Za-z{HAN}]{{2,12}}[:：]\s*")
_LEAD = lazy.pattern(rf"[^?？\n]{{0,40}}?(?:[:：]\s*|[\s,，]\s*|(?<=[{HAN}])(?=[!-~]))")
CLOSING = lazy.pattern(
    r"[\s,，。.!！~?？…)\]）」”\"'`]*(?:(?:英文的?|中文的?|全?小写|大写|没空格|吧|呀|啊|哈+|哦|对吧"
    r"|对不对|i think|lol|haha|thanks"
    r"|thx|谢谢|right|all lowercase|one word|no spaces)[\s,，。.!！~?？]*)*\Z"
)
_HAN_VALUE = lazy.pattern(rf"[{HAN}]{{4,12}}(?=[\s。！!~”」\"]*\Z)")
_JOINED = lazy.pattern(r"[A-Za-z]{3,12}(?:[-_.][A-Za-z]{3,12}){2,9}")
_MARK = lazy.pattern(r"[!#$%&*?+^~]")
_PRINTED = lazy.pattern(r"[A-Z]{2,4}\d{2,6}[A-Z]{0,3}")


def token(scene: Scene, start: int) -> Candidate | None:
    """Return the token at ``start`` if nothing but a closing word follows it."""
    run = RUN.match(scene.text, start)
    if run is None:
        return None
    low, high = trim(scene.text, *run.span())
    if low >= high or not CLOSING.match(scene.text, high):
        return None
    return candidate(scene.text, low, high)


def lone(scene: Scene, *, least: int, start: int = 0) -> Candidate | None:
    """Return the token that is all of a message but for a speaker, a lead with a colon, or filling words.

    ``start``: where it begins, if that is known.
    """
    tag, fill = _SPEAKER.match(scene.text), scene.words.answer_fill.match(scene.lower)
    colon = max(scene.text.rfind(":", 0, EXPLAINS), scene.text.rfind("：", 0, EXPLAINS)) + 1
    colon += len(scene.text[colon:]) - len(scene.text[colon:].lstrip())
    how = _PROPOSES.match(scene.lower)
    leads = (how.end() if how else 0, tag.end() if tag else 0, fill.end() if fill else 0, colon)
    for at in (start,) if start else dict.fromkeys(leads):
        piece = token(scene, at)
        led = start or (how and at == how.end())
        if piece and _made(scene, piece, least) and (led or not scene.belongs(piece)):
            return piece
    return None


def _made(scene: Scene, piece: Candidate, least: int) -> bool:
    """Tell whether a token is made of words, or of a word and a number, as people make passwords."""
    value = scene.value(piece)
    if piece.level >= CODE:
        return piece.level < MASKED and not piece.digits
    if piece.level == NEVER:
        return False
    if _JOINED.fullmatch(value) or is_compound_pinyin(value):
        return len(value) >= SURE
    if piece.level == NAME and value.isalpha():
        return len(value) >= least and not says(scene, value)
    return (
        piece.level == NAME and not piece.digits and any(map(str.isdigit, value)) and len(value) >= COMPOUND
    )


def says(scene: Scene, value: str) -> bool:
    """Tell whether words say something about the value instead of being it."""
    lower = value.lower()
    if not value.isascii():
        return _SAYS_HAN.search(value) is not None or scene.words.decline.search(value) is not None
    if scene.words.decline.search(lower):
        return True
    return any(word in _SAYS_WORDS or says_about(word, scene.words) for word in lower.split())


def tail(scene: Scene) -> Candidate | None:
    """Return the last token of a short message."""
    runs = list(RUN.finditer(scene.text))
    return token(scene, runs[-1].start()) if runs else None


def tail_word(scene: Scene) -> Candidate | None:
    """Return pinyin that ends a message, whatever leads to it (``师姐说是组名 x``)."""
    lead = scene.text.rstrip()
    for run in RUN.finditer(scene.text):
        piece = token(scene, run.start())
        if piece is None or run.start() > EXPLAINS // 2:
            continue
        han_before = not lead[: run.start()].rstrip().isascii()
        if han_before and is_compound_pinyin(scene.value(piece)) and len(scene.value(piece)) >= SURE:
            return piece
    return None


def printed(scene: Scene) -> Candidate | None:
    """Return the code of capitals and digits with which a message ends."""
    piece = tail(scene)
    return piece if piece and _PRINTED.fullmatch(scene.value(piece)) else None


def mixed(scene: Scene) -> Candidate | None:
    """Return the token of three kinds of characters with which a message ends, though it reads like a notation."""
    piece = tail(scene)
    value = scene.value(piece) if piece else ""
    good = piece and NAME <= piece.level < MASKED and len(value) >= SURE and classes(value) > 2  # noqa: PLR2004
    return piece if good and _MARK.search(value) else None


def han_words(scene: Scene) -> Candidate | None:
    """Return the Chinese words that are the reply, or stand last in it behind a space or a mark."""
    for lead in (None, *_LEAD.finditer(scene.text)):
        at = lead.end() if lead else 0
        found = _HAN_VALUE.match(scene.text, at)
        if found and not says(scene, found[0]):
            return Candidate(found.start(), found.end(), CODE)
    return None
