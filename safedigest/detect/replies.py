"""Replies that only the talk makes a secret, since they look like nothing: words, names, turns of a dial.

``Security question: your first pet?`` → a name; ``and the password?`` → two words in one; ``suggest a passphrase`` →
words with dashes. What the talk names afterwards is in ``afterwards``, what is read off something in ``readoff``.

The question must be plain and the reply must hold nothing else; what says something (``later``, ``贴在门上``) stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.afterwards import VAULT, names_one
from safedigest.detect.asking import LINE, LOOK, Request, open_request
from safedigest.detect.candidates import Candidate
from safedigest.detect.interface import Detector, Scan, Span, Turn
from safedigest.detect.labels import named_in
from safedigest.detect.levels import WORD
from safedigest.detect.lexicon import HAN, Grade, lexicon
from safedigest.detect.lone import (
    COMPOUND,
    EXPLAINS,
    SURE,
    han_words,
    lone,
    mixed,
    printed,
    says,
    tail_word,
    token,
)
from safedigest.detect.outline import Sign
from safedigest.detect.readoff import TURNS_BACK, backups, dial, groups, sticker
from safedigest.detect.scene import Scene
from safedigest.model import Kind, Role

_REPLY: Final = 90  # characters of a reply that is nothing but a value and a few words
_MIN_WORD: Final = 4
_OF_SECURITY = lazy.pattern(
    r"(?:security|secret|recovery|challenge|hint) questions?|maiden name|memorable (?:word|place|name|date)"
    r"|for security\b|(?:to|for) (?:unlock|recover|reset|restor|verif)[a-z]*[^.?!\n]{0,16} account"
    r"|(?:verify|confirm)[^.?!\n]{0,24}(?:identity|it'?s (?:really )?you"
    r"|who you are)[^\n]{0,40}\b(?:name|street|school|city|born)\b"
    r"|密保|安全(?:提示|保护)?问题(?!讨论|会|培训|汇报|清单|整改|分析)|验证问题|(?:核[实对验]|验证"
    r"|确认)(?:一下)?(?:您的?"
    r"|你的?)?(?:身份)?[^。\n]{0,10}(?:姓名|名字|叫什么|出生地)"
)
_ASKS_ONE = lazy.pattern(r"[?？:：]|\b(?:what|which|where|who|name)\b|什么|谁|哪|姓名|名字|请回?答|核实")
_ANSWERED = lazy.pattern(
    r"(?:ok(?:ay)? |so )?i (?:put|used|set|wrote|entered|chose|said)\b|(?:我)?(?:填|写|设|用|答)的?了?是?"
)
_OWN_WORDS = lazy.pattern(
    rf"(?P<value>[A-Za-z][A-Za-z'’-]{{1,20}}(?: [A-Za-z][A-Za-z'’-]{{1,20}}){{0,2}}|[{HAN}]{{2,8}})"
    r"(?:\s*[,，(（]?\s*(?:英文|中文|拼音|小写|大写|全小写|in english|all lowercase"
    r"|lowercase)[的)）]*)?\s*[。.!！~]*\s*\Z"
)
_CHANGED_TO = lazy.pattern(
    r"(?:^|\b)(?:changed )?(?:to|into) what\b|what'?s? (?:is )?(?:it|the new one)(?: now)?\s*\?"
    r"|[换改变设][成为到](?:了)?(?:什么|啥)|\bwhat did you (?:set|change|switch) (?:it|that) to\b"
)
_NAMING = lazy.pattern(r"名字?|昵称|\bname\b|ssid|\brename")
_SETTLED = lazy.pattern(
    r"\b(?:updated|changed|saved|reset|set|locked|expired|correct|accepted)\b|已|改好|好了|锁定|正确"
    r"|成功|输错|过期"
)
_SENTENCE = lazy.pattern(r"[^.!。！?？\n]+[.!。！?？\n]?")
_IT_IS = lazy.pattern(r"\W*(?:it'?s|it is|that'?s|就?是|系)\s*")
_SETS = lazy.pattern(
    r"\W*(?:please |just |ok |ok, )?(?:make it|set it to|change it to|go with|use|put)\s+"
    r"|\W*就?[设改换定][成为个]?了?\s*|\W*就?用\s*"
)
_NETWORK = lazy.pattern(r"wi-?fi|network|hotspot|router|无线|热点|路由|家里?网|网络|客厅网")
_SUGGEST = lazy.pattern(
    r"\b(?:come up with|think of|suggest|generate|make|create|pick|invent|need (?:an?|some)|give me"
    r"|ideas?|random|diceware)\b"
    r"|[想起取定编来弄搞换生推随整造]个|生成|推荐|建议|随机"
)
_WHICH = lazy.pattern(
    r"\W*(?:and |so )?(?:which|what)(?:'?s| is)?(?: it| that)?\W*|\W*(?:那)?是?(?:啥|什么|多少)[呀啊呢]?\W*"
)
_FOUND = lazy.pattern(
    r"\W*(?:oh |ah |ok |哦|啊)?(?:found (?:it|one)|got it|there it is|remembered|找到了?|看到了?"
    r"|翻到了?|查到了?|想起来了?|有了|zhao ?dao(?: le)?|kan ?dao(?: le)?)"
)


class ReplyDetector:
    """Finds such replies."""

    keywords: Sequence[str] = ()
    needs = Sign.TALK

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of replies that an earlier message makes a secret."""
        text = scan.shadow.text
        if not scan.before or len(text) > 2 * LINE:
            return
        scan.budget.spend(4 * len(text) + LOOK * min(len(scan.before), TURNS_BACK))
        scene = Scene(text, scan.shadow.lower, lexicon())
        for low, high in (*groups(scene, scan.before), *backups(scene, scan.before)):
            yield Span(low, high, "reply-groups", Kind.OTP)
        yield from (Span(*place, "reply-sticker", Kind.PASSWORD) for place in sticker(scene, scan.before))
        asking = _asking(scan.before, scan.role)
        if asking is None or len(text) > _REPLY:
            return
        if own := _own_words(scene, asking, scan.before):
            yield Span(*own, "reply-security", Kind.PASSWORD)
        if turned := dial(scene, asking):
            yield Span(*turned, "reply-dial", Kind.PIN)
        if value := _value(scene, scan.before, scan.role, asking):
            yield Span(value.start, value.end, "reply-value", Kind.PASSWORD)


def _asking(before: Sequence[Turn], role: Role | None) -> str | None:
    """Return what the other one said last, folded, in the turns just before; None where nobody else spoke."""
    return next((turn.shadow.lower[-LOOK:] for turn in reversed(before[-3:]) if turn.role is not role), None)


def _own_words(scene: Scene, asking: str, before: Sequence[Turn]) -> tuple[int, int] | None:
    """Return the answer to a question that only its owner can answer."""
    lead = _ANSWERED.match(scene.lower)
    near = any(_OF_SECURITY.search(turn.shadow.lower[-LOOK:]) for turn in before[-3:]) if lead else False
    if not near and not (_OF_SECURITY.search(asking) and _ASKS_ONE.search(asking)):
        return None
    start = lead.end() if lead and near else 0
    fill = scene.words.answer_fill.match(scene.lower, start)
    for at in dict.fromkeys((fill.end() if fill else start, start)):
        if (found := _OWN_WORDS.match(scene.text, at)) and not says(scene, found["value"]):
            return found.span("value")
    return None


def _value(scene: Scene, before: Sequence[Turn], role: Role | None, asking: str) -> Candidate | None:
    """Return the one value of a reply to a question for a password."""
    if role is Role.ASSISTANT and _suggested(asking):
        return lone(scene, least=SURE)
    if _asked_which(before, role) or _was_sought(scene, before, role):
        return han_words(scene) or lone(scene, least=COMPOUND) or printed(scene)
    if (
        role is Role.ASSISTANT
        and len(asking) <= EXPLAINS
        and names_one(asking)
        and (led := _IT_IS.match(scene.lower))
    ):
        return lone(scene, least=COMPOUND, start=led.end())
    if role is Role.USER and names_one(asking) and (sets := _SETS.match(scene.lower)):
        return lone(scene, least=COMPOUND, start=sets.end())
    return _asked(scene, before, role, asking)


def _asked(scene: Scene, before: Sequence[Turn], role: Role | None, asking: str) -> Candidate | None:
    """Return what answers a request for a credential that is still open."""
    asked = open_request(before, role, scene.words)
    if asked is None or asked.harmless or scene.words.decline.search(scene.lower):
        return None
    if _settled(asking):
        return None
    if asked.firm and asked.kind in (Kind.PASSWORD, Kind.PASSPHRASE):
        return _password(scene, asked, role, asking)
    if role is Role.ASSISTANT:
        return printed(scene) if asked.firm else None
    return lone(scene, least=COMPOUND) if _changed(asked, before, asking) else None


def _password(scene: Scene, asked: Request, role: Role | None, asking: str) -> Candidate | None:
    """Return the password that was asked for by name."""
    if role is Role.ASSISTANT:
        return lone(scene, least=COMPOUND)
    return (
        han_words(scene)
        or lone(scene, least=COMPOUND)
        or mixed(scene)
        or tail_word(scene)
        or _word(scene, asked, asking)
    )


def _settled(asking: str) -> bool:
    """Tell whether a password is done with and something else is asked (``Password updated. Anything else?``)."""
    parts = _SENTENCE.findall(asking) or [""]
    if len(parts) == 1:
        parts = re.split(r"[,，;；]", asking)
    named = [part for part in parts if names_one(part)]
    return bool(named) and not names_one(parts[-1]) and all(map(_SETTLED.search, named))


def _changed(asked: Request, before: Sequence[Turn], asking: str) -> bool:
    """Tell whether it is asked what a way in was changed to (``the guest wifi changed`` → ``to what?``)."""
    if not _CHANGED_TO.search(asking) or any(_NAMING.search(turn.shadow.lower) for turn in before[-2:]):
        return False
    return asked.grade is Grade.LOGIN or (asked.grade is Grade.CODE and _about_a_network(before))


def _asked_which(before: Sequence[Turn], role: Role | None) -> bool:
    """Tell whether the other one asks no more than which it is, of a password that was named right before."""
    if role is not Role.ASSISTANT or len(before) < 2 or before[-2].role is not role:  # noqa: PLR2004
        return False
    return _WHICH.fullmatch(before[-1].shadow.lower) is not None and any(
        one.label.grade is Grade.STRONG for one in named_in(before[-2].shadow.lower[-LOOK:])
    )


def _was_sought(scene: Scene, before: Sequence[Turn], role: Role | None) -> bool:
    """Tell whether one who asked for a password a moment ago has found it (``found it: x``)."""
    if not _FOUND.match(scene.lower):
        return False
    own = [turn.shadow.lower[-LOOK:] for turn in before[-3:] if turn.role is role]
    return any(
        scene.words.ask.search(lower)
        and any(one.label.grade is Grade.STRONG and not one.subject for one in named_in(lower))
        for lower in own
    )


def _about_a_network(before: Sequence[Turn]) -> bool:
    return any(_NETWORK.search(turn.shadow.lower[-LOOK:]) for turn in before[-TURNS_BACK:])


def _suggested(asking: str) -> bool:
    """Tell whether the user asks for a password to be made up."""
    if not _SUGGEST.search(asking):
        return False
    strong = any(one.label.grade is Grade.STRONG for one in named_in(asking))
    return strong or VAULT.search(asking) is not None


def _word(scene: Scene, asked: Request, asking: str) -> Candidate | None:
    """Return a plain word that is all of a reply to ``Password?``."""
    strong = [one for one in named_in(asking) if one.label.grade is Grade.STRONG and not one.subject]
    if not strong or not asked.firm or asked.wants_name or len(asking) > EXPLAINS:
        return None
    if " or " in asking or "还是" in asking or "或" in asking:
        return None
    piece = token(scene, 0)
    if piece is None or piece.level != WORD or not scene.value(piece).isalpha():
        return None
    value = scene.value(piece)
    return piece if len(value) >= _MIN_WORD and not says(scene, value) else None


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [ReplyDetector()]
