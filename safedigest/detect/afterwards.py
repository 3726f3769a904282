"""A lone token that the talk calls a password afterwards, or that the user takes for one.

``x`` → ``what's that?`` → ``the netflix password``; ``a random one: x`` → ``ok, make it the plex password``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from safedigest.detect import lazy
from safedigest.detect.dialogue import asks_back
from safedigest.detect.elsewhere import wants_else
from safedigest.detect.interface import Span, Turn
from safedigest.detect.labels import named_in
from safedigest.detect.levels import made_up
from safedigest.detect.lexicon import Grade, lexicon
from safedigest.detect.lone import EXPLAINS, SURE, lone
from safedigest.detect.scene import Scene
from safedigest.model import Kind, Role

VAULT = lazy.pattern(
    r"keepass|bitwarden|1password|lastpass|\bvault\b|password manager|密码管理器|密码本|保险库"
)
_ADOPTS = lazy.pattern(
    r"\b(?:make (?:it|that|this)|use (?:it|that|this)|that'?s (?:the|my|our)|that(?:'?s| is) now"
    r"|saved? (?:it |that )?as|set (?:it|that) as"
    r"|will be|as (?:my|the|our))\b|就?[用拿]?(?:它|这个|那个|你说的)?[当作设]|就(?:用|拿|它|这个)"
)
_ASKED_ABOUT = lazy.pattern(
    r"\b(?:is|was) (?:that|this|it)\b|(?:这|那)?是[^。\n]{0,12}[吗么嘛?？]|[?？]\s*\Z"
)
_NO_VALUE = lazy.pattern(
    r"\b(?:forgot (?:my|the|it)|lost|reset|change|need|don'?t|isn'?t|not|no|wrong)\b|忘|不是|没|错"
)
_GIVES_ACCESS = lazy.pattern(
    r"(?<![a-z])(?:vpn|wi-?fi|nas|netflix|spotify|disney|steam|portal|router|server"
    r"|登[录陆])(?![a-z])|堡垒机|跳板机|后台|邮箱|网盘|路由|数据库|服务器"
)


def named_afterwards(talk: Sequence[Turn], at: int) -> Iterator[Span]:
    """Give a lone token that the talk calls a password afterwards, or that the user takes for one."""
    turn = talk[at]
    if len(turn.shadow) > EXPLAINS or at + 1 >= len(talk):
        return
    if at and talk[at - 1].role is not turn.role and wants_else(talk[at - 1]):
        return
    called, opens = _calls_it(talk, at), _opens_something(talk, at)
    if not (called or opens):
        return
    scene = Scene(turn.shadow.text, turn.shadow.lower, lexicon())
    piece = lone(scene, least=SURE)
    if piece and (called or made_up(scene.value(piece))):
        yield Span(piece.start, piece.end, "named-afterwards", Kind.PASSWORD, yields=True)


def _calls_it(talk: Sequence[Turn], at: int) -> bool:
    turn, following = talk[at], talk[at + 1]
    lower = following.shadow.lower
    if turn.role is following.role or len(lower) > EXPLAINS:
        return False
    if turn.role is Role.ASSISTANT:
        return _ADOPTS.search(lower) is not None and names_one(lower, vault=True)
    if _ASKED_ABOUT.search(lower) and names_one(lower) and not _NO_VALUE.search(lower):
        return True
    if at + 2 >= len(talk) or talk[at + 2].role is not turn.role or not _ASKED_ABOUT.search(lower):
        return False
    said = talk[at + 2].shadow.lower
    return len(said) <= EXPLAINS and not _NO_VALUE.search(said) and names_one(said)


def _opens_something(talk: Sequence[Turn], at: int) -> bool:
    """Tell whether what a lone token is for is said when somebody asks (``x`` → ``这个是啥`` → ``公司vpn的``)."""
    if at + 2 >= len(talk) or not asks_back(talk[at + 1]) or talk[at + 2].role is not talk[at].role:
        return False
    said = talk[at + 2].shadow.lower
    return len(said) <= EXPLAINS // 2 and _GIVES_ACCESS.search(said) is not None


def names_one(lower: str, *, vault: bool = False) -> bool:
    """Tell whether a text names a password; with ``vault`` also by what keeps passwords."""
    if vault and (VAULT.search(lower) or "master" in lower.split()):
        return True
    return any(one.label.grade is Grade.STRONG and not one.subject for one in named_in(lower))
