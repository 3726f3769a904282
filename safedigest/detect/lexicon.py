"""The words with which people talk about credentials, read from ``rules/spoken/*.toml``.

Data, not code: adding a label word, a connector or a unit is a line in one of those files. All languages are one
lexicon, since people mix them within a sentence. Chinese words are matched as they stand; an ASCII word only where
neither a letter nor a digit touches it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from safedigest import kept
from safedigest.errors import RuleError
from safedigest.model import Kind
from safedigest.plugin.records import dataclass


class Grade(Enum):
    """How much a label word promises about what stands beside it."""

    STRONG = "strong"  # names a credential: takes even a plain word
    KEY = "key"  # has other meanings too (token, key): takes what looks like a key
    CODE = "code"  # has other meanings too (code, pass): takes codes
    LOCK = "lock"  # a door, a safe: takes numbers
    CARD = "card"  # the three or four digits of a card
    PAIR = "pair"  # names an account: what opens it stands behind the account's name
    LOGIN = "login"  # the same, and what is named is the way in
    ROOT = "root"  # is an account's name
    HINT = "hint"  # asks for secrecy
    SEED = "seed"  # what opens a wallet: takes a row of words
    MEMO = "memo"  # hands something over: takes what can hardly be anything but a password
    HALF = "half"  # says that a value comes in pieces
    REST = "rest"  # says where a piece stands, of whatever it is: half where a credential is named beside it

    __hash__ = object.__hash__  # a member is one object; its name need not be hashed for each label and piece


@dataclass(frozen=True, slots=True)
class Label:
    """A word and what it promises. ``alone``: only where a colon, a space or the text's edge is beside it."""

    word: str
    kind: Kind
    grade: Grade
    alone: bool = False


def alternatives(words: Iterable[str]) -> str:
    """Return a pattern that matches the longest of ``words``; ASCII words only whole."""
    ordered = sorted(set(words), key=lambda w: (-len(w), w))
    data = "\n".join(ordered).encode("utf-8", "surrogatepass")
    made: str = kept.table(f"alternatives/{zlib.crc32(data):x}", data, lambda: _alternatives(ordered))
    return made


def _alternatives(ordered: Iterable[str]) -> str:
    plain: list[str] = []
    whole: list[tuple[tuple[bool, bool], str]] = []
    for word in ordered:
        edge = word[0].isascii() and word[0].isalnum(), word[-1].isascii() and word[-1].isalnum()
        if any(edge):
            whole.append((edge, re.escape(word)))
        else:
            plain.append(re.escape(word))
    # Neighbours share their edges: a row of plain words is tried many times faster than words that begin with an edge.
    groups = [(edge, "|".join(word for _, word in group)) for edge, group in groupby(whole, itemgetter(0))]
    return "|".join([*plain, *(_edged(row, *edge) for edge, row in groups)]) or "(?!)"


def _edged(row: str, left: bool, right: bool) -> str:  # noqa: FBT001
    return f"{'(?<![0-9A-Za-z_])' if left else ''}(?:{row}){'(?![0-9A-Za-z_])' if right else ''}"


class Lexicon:
    """All lists of all files. Patterns are over lower-case folded text and are compiled when first asked for."""

    def __init__(self, files: Iterable[Mapping[str, Any]]) -> None:
        tables = list(files)
        self._tables = tables
        self.labels: tuple[Label, ...] = tuple(
            Label(word, kind, grade, alone)
            for table in tables
            for group in table["label"]
            for kind, grade, alone in [
                (Kind(group["kind"]), Grade(group["grade"]), bool(group.get("alone", False)))
            ]
            for word in group["words"]
        )

    def words(self, table: str, name: str) -> tuple[str, ...]:
        """Return one list of all languages."""
        return tuple(word for one in self._tables for word in one[table][name])

    def _pattern(self, table: str, name: str) -> re.Pattern[str]:
        return kept.pattern(alternatives(self.words(table, name)))

    @cached_property
    def harmless_codes(self) -> re.Pattern[str]:
        """Words in ``…码`` that open nothing; ``postal-code`` is ``postal code``."""
        return kept.pattern(alternatives(self.words("harmless", "codes")).replace("\\ ", "[ _-]"))

    @cached_property
    def harmless_words(self) -> re.Pattern[str]:
        """Words that hold a label and name something else (``密码学``)."""
        return self._pattern("harmless", "words")

    @cached_property
    def harmless_ends(self) -> re.Pattern[str]:
        """Words that end in a label and name something else (``摩斯密码``, ``any combination``)."""
        return kept.pattern(rf"(?:{alternatives(self.words('harmless', 'ends'))})\Z")

    @cached_property
    def harmless_after(self) -> re.Pattern[str]:
        """What, right behind a label, makes it a subject (``password manager``)."""
        return kept.pattern(rf"[ _-]?(?:{alternatives(self.words('harmless', 'after'))})")

    @cached_property
    def prose_han(self) -> re.Pattern[str]:
        """A Chinese text that holds one of these says something about the value and is not the value."""
        return kept.pattern(
            "|".join(re.escape(w) for w in self.words("harmless", "prose") if not w.isascii())
        )

    @cached_property
    def prose_words(self) -> frozenset[str]:
        """English words that follow ``the password is`` in prose."""
        return frozenset(w for w in self.words("harmless", "prose") if w.isascii())

    @cached_property
    def gap(self) -> re.Pattern[str]:
        """All that may stand between a label and its value (matches the empty text too)."""
        words = alternatives((*self.words("glue", "link"), *self.words("glue", "fill")))
        return kept.pattern(
            rf"(?:{words}|[写贴印标刻]在[\u4e00-\u9fff]{{1,5}}(?=[\s:,，])"
            rf"|[\u4e00-\u9fff]{{1,4}}[写贴给说标印刻发念报留抄][的着是]"
            rf"|[ \t:=,，、~…→👉➡⇒➜\ufe0f|!！😂]|\r?\n(?!\s*\n)|(?<!\*)\*\*(?!\*)|-+(?=[> ])"
            r"|(?<=[-=])>|\.{2,}+(?=\s)|\?(?=\s*(?:it'?s|that'?s|是|就是|叫)(?![a-z])))*+"
        )

    @cached_property
    def link(self) -> re.Pattern[str]:
        """What in a gap promises a value."""
        return self._pattern("glue", "link")

    @cached_property
    def back(self) -> re.Pattern[str]:
        """Between a value and the label behind it."""
        return kept.pattern(
            rf"[\s\"'`」』】)）,，]*+(?:{alternatives(self.words('glue', 'back'))}"
            rf"|[(（])[^,.;!?，。；！？\n]{{0,14}}\Z"
        )

    @cached_property
    def again(self) -> re.Pattern[str]:
        """Between a value and a second one."""
        words = alternatives((*self.words("glue", "again"), "是", "it is", "is", "its"))
        return kept.pattern(rf"[\"'`」』】)）]?(?:\s|[,，、/;；|&+]|{words})++")

    @cached_property
    def account_before(self) -> re.Pattern[str]:
        """Ends right before the name of an account."""
        return kept.pattern(
            rf"(?:{alternatives(self.words('account', 'words'))})(?:[\s:=是为]|\bis\b|\bwas\b)*\Z"
        )

    @cached_property
    def slash_label(self) -> re.Pattern[str]:
        """``user/`` before a label: the value that follows is a pair."""
        return kept.pattern(
            rf"(?:{alternatives(self.words('account', 'words'))})\s*(?:[/／&|、,，+]|和|and|及)\s*(?:the )?\Z"
        )

    @cached_property
    def account_pair(self) -> re.Pattern[str]:
        """``账号 lin`` right before a label: the value behind it opens that account."""
        return kept.pattern(
            rf"(?:{alternatives(self.words('account', 'words'))})[\s:=是为]*[!-~]{{1,40}}?[\s,，;；/、]*(?:的"
            rf"|and |& )?\Z"
        )

    @cached_property
    def _number_words(self) -> tuple[frozenset[str], tuple[str, ...]]:
        words = [w.lower() for w in self.words("number", "before")]
        ascii_words = frozenset(w for w in words if w[0].isascii() and w[0].isalnum())
        return ascii_words, tuple(w for w in words if w not in ascii_words)

    @cached_property
    def _long_endings(self) -> tuple[str, ...]:
        return tuple(word for word in self._number_words[1] if len(word) > 1)

    def number_before(self, head: str, *, short: bool = True) -> bool:
        """Tell whether ``head`` (lower case) ends in what a number behind it belongs to: ``订单号``, ``room``, ``$``.

        ``short``: words of one character count too, as they do before digits.
        """
        if _ID_BEFORE.search(head):
            return True
        head = head.rstrip(" \t:#.=是为")
        whole, endings = self._number_words
        if head.endswith(endings if short else self._long_endings):
            return True
        tail = _LAST_WORDS.search(head)
        return tail is not None and (tail[0] in whole or tail[0].rpartition(" ")[2] in whole)

    @cached_property
    def number_after(self) -> re.Pattern[str]:
        """Starts right behind a number that counts or dates."""
        words = self.words("number", "after")
        han = alternatives(w for w in words if not w.isascii() or not w.isalnum())
        units = alternatives(w for w in words if w.isascii() and w.isalnum()).replace("(?<![0-9A-Za-z_])", "")
        firm = alternatives(self.words("number", "firm"))
        return kept.pattern(
            rf"(?!{_NO_UNIT})(?:{han})|\s?(?:{units})|\s(?:(?:{han})(?![\u4e00-\u9fff0-9])|{firm})"
        )

    @cached_property
    def ask(self) -> re.Pattern[str]:
        """What makes a message with a label a request."""
        return self._pattern("request", "ask")

    @cached_property
    def decline(self) -> re.Pattern[str]:
        """What an answer says that gives nothing."""
        return self._pattern("request", "decline")

    @cached_property
    def answer_fill(self) -> re.Pattern[str]:
        """What may stand around the value in an answer."""
        return kept.pattern(
            rf"(?:{alternatives(self.words('request', 'fill'))}|[\s:,，。.、!！~…😂😭🙏👌？?—-])*+"
        )


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the shipped lexicon, read once per process. Raises RuleError where a file is missing or bad."""
    package = Path(__file__).resolve().parents[1]
    folders = (package / "_rules" / "spoken", package.parent / "rules" / "spoken")
    files = next((found for folder in folders if (found := sorted(folder.glob("*.toml")))), [])
    if not files:
        raise RuleError("rules/spoken: no word lists found; install safedigest again")
    return Lexicon(_read(file) for file in files)


def _read(file: Path) -> Mapping[str, Any]:
    try:
        return kept.toml(f"spoken/{file.name}", file.read_bytes())
    except (OSError, ValueError) as error:
        raise RuleError(f"spoken/{file.name}: cannot be read ({type(error).__name__})") from None


# Characters that count, where they begin another word: ``7701 只能用一次``.
_NO_UNIT: Final = (
    r"只[能有要需用是限给可会在]|双[保重击开]|个人|分享|分给|把[门它他她我你这那]|点[开击一进]|里[面边]|连[不接上着]|号[码称]|方便|平时|平常|名字|口[令头]|安[装全]"
    r"|条件|位[置于]|本[来人次]|行[不吗了]|代[码替为]|步骤|排队"
)
_ID_BEFORE: Final = kept.pattern(
    r"(?:(?:_|\b|part|request|trace|session|message|call|build|image|client|app|order|user|corp|agent|space|open"
    r"|union|tenant"
    r"|project)[-_ ]?u?u?ids?|sha-?\d*|md5|hash(?:es)?|checksum|digest|commit|rev(?:ision)?|fingerprint|etag"
    r"|integrity"
    r"|nonce|expected|actually|签名|摘要|校验和|指纹|哈希|提交)[\"'`]?[\s:=：]{0,3}(?:is |was |为|是)?[\"'`]?\Z"
)
_LAST_WORDS: Final = kept.pattern(r"(?:(?<![a-z])[a-z]+ )?(?<![a-z])[a-z]+\Z")
HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
