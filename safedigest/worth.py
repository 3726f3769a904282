"""What a sentence is worth to a reader who was not there.

Judged by its form and a few words alone, Chinese and English: numbers, paths and masks tell something, words of
doing and deciding tell more. A wrong judgement costs a sentence in a long message, never a secret.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from safedigest import kept
from safedigest.text import Masked

MASKED: Final = "\ufffc"  # stands for each character of a mask


class Rank(IntEnum):
    """How much a piece of a message matters; the lowest number is taken first."""

    MUST = 0  # the first sentence, a closing question
    DECISION = 1
    HEAD = 2  # the head of a list item, the note on a block
    TELLING = 3
    REST = 4


SENTENCE: Final = kept.pattern(r"(?:[。！？!?；;…]++[」』”’\"')）】]*+|(?<!\.)\.(?=\s|$))\s*+")
CLAUSE: Final = kept.pattern(r"[，,；;：:、）)\s]")
_TITLE = kept.pattern(r"\s*+(?:#{1,6}\s|\*\*[^*]{1,60}\*\*\s*+$)|.{0,60}[:：]\s*+$")
_QUESTION = kept.pattern(
    r"[?？][\s\"'”’」』）)]*+\Z"
    r"|(?:吗|呢|么|如何|怎么样|怎样|好不好|行不行|可不可以|要不要|是不是|对不对|哪个|哪一个)[。.~～…\s]*+\Z"
    r"|(?i:\blet me know (?:which|whether|if you(?:'d| would)? (?:want|like|prefer))\b[^.?!\n]{0,60}[.\s]*+\Z)"
)
_TELLING = kept.pattern(
    r"\d|[/\\~]\w|\w\.\w{1,5}\b|https?:|`"
    r"|确认|选|不要|别|需要|应该|建议|失败|报错|错误|成功|待办|截止|提醒|注意"
    r"|(?i:\b(?:will|should|need|don't|never|fail(?:s|ed)?|error|success|recommend|todo|deadline|instead|works?)\b)"
)
_DECISION = kept.pattern(
    r"已(?!知)|完成|搞定|修好|装好|写好|订好|决定|确定|改成|改为|改到|改好|换成|同意|必须|结论|原因是|是因为|下一步"
    r"|(?i:\b(?:done|fixed|decided|agreed|must|conclusion|cause|because|next step|changed|moved|deployed|merged"
    r"|created|deleted|replaced|updated|installed|switched|booked|sent|went with|chose|ran)\b)"
)


def rank(sentence: str) -> Rank:
    """Return what a sentence is worth by its words."""
    if _DECISION.search(sentence):
        return Rank.DECISION
    return Rank.TELLING if _TELLING.search(sentence) or MASKED in sentence else Rank.REST


def is_title(sentence: str) -> bool:
    """Tell whether a line only names what follows: without that it says nothing."""
    return _TITLE.match(sentence) is not None


def is_question(text: Masked) -> bool:
    """Tell whether ``text`` ends in a question, or in an offer that waits for a word."""
    return _QUESTION.search(text.plain(MASKED)[-120:]) is not None
