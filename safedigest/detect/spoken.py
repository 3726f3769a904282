"""Secrets said in words, Chinese, English or both: ``家里 wifi 密码是 x``, ``login ops / x``, ``x as the new passcode``.

Two factors decide, never a list of sentences: how much a piece looks like a credential by itself (``candidates.level``)
and how close a label stands (``Place``). Right beside a label with a link between, a plain word is enough; in the same
clause it takes a code; elsewhere in the message only what looks like a key. What is known to be something else (an
amount, an order number, the name of an account) is left alone, and so is talk *about* passwords.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from safedigest.detect import beside
from safedigest.detect.candidates import Candidate, candidate, candidates, trim
from safedigest.detect.levels import CODE, MASKED, MIXED, NAME, RANDOM, WORD, is_grouped
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.labels import Named, named, vocabulary
from safedigest.detect.lexicon import Grade, Label, Lexicon, lexicon
from safedigest.detect.readout import read_out
from safedigest.detect.seeds import LEAST, seeds
from safedigest.model import Kind

_BEFORE: Final = 160  # characters before a label in which a value is looked for
_AFTER: Final = 240
_WHOLE: Final = 4000  # a message up to this length is cut into pieces once
_SHORT: Final = 90  # a message this short is about one thing
_LONG: Final = 60  # a line of base64 text is longer than a key that a far label names
_NEVER: Final = MASKED + 1
_STOP = re.compile(r"[。；！？;!?\n]|\.(?=\s|\Z)|(?<=[\u4e00-\u9fff])\s*[,，](?=\s*[\u4e00-\u9fff])")


class Place(IntEnum):
    """How close a piece stands to a label."""

    LINKED = 0
    BESIDE = 1
    CLAUSE = 2
    MESSAGE = 3


# The least level that is masked, by grade and place (LINKED, BESIDE, CLAUSE, MESSAGE).
_NEED: Final = {
    Grade.STRONG: (WORD, CODE, CODE, RANDOM),
    Grade.KEY: (CODE, CODE, MIXED, RANDOM),
    Grade.CODE: (CODE, CODE, MIXED, RANDOM),
    Grade.LOCK: (CODE, CODE, CODE, _NEVER),
    Grade.CARD: (WORD, WORD, _NEVER, _NEVER),
    Grade.HALF: (NAME, CODE, CODE, MIXED),
    Grade.HINT: (CODE, CODE, CODE, CODE),
    Grade.SEED: (CODE, MIXED, MIXED, _NEVER),
    Grade.MEMO: (CODE, CODE, RANDOM, RANDOM),
    Grade.PAIR: (_NEVER, _NEVER, RANDOM, _NEVER),
    Grade.ROOT: (_NEVER, _NEVER, _NEVER, _NEVER),
}
_BRIEF: Final = frozenset({Grade.LOCK, Grade.HALF, Grade.MEMO})  # say little in a long text
_TALK: Final = 240
_SHORT_NUMBERS: Final = frozenset({Grade.LOCK, Grade.HALF})  # of three digits, in a line of its own
_LINE: Final = 30
_WIFI: Final = 8  # digits of the commonest network password
_TRUSTED: Final = frozenset({Grade.STRONG, Grade.CARD})
_ASSIGNED = re.compile(r"(?<![a-z])[a-z]\w{0,9} {0,2}= {0,2}[\"']\Z")  # ``a = "half of a key"``
_LOCK_NUMBER = re.compile(r"(?:\d{4}|\d{6}|\d{8}|\d{3,10}[#*]|[#*]\d{3,10}[#*]?)\Z")
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})\Z")
_YEAR_END = re.compile(r"(?<!\d)(?:19|20)\d\d\Z")
_PIN = re.compile(r"(?!(?:19|20)\d\d(?:0\d|1[0-2]))(?:\d{6}|\d{8}|0\d{3}|0\d{4,7})[#*]?\Z")
_PLURAL = re.compile(r" (?!is\b|was\b|this\b|thanks|has\b|does\b|its\b|us\b|yes\b|works|opens|always|unless|plus|ups\b|as\b)[a-z]{2,}s\b")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_NUMERIC: Final = frozenset({Grade.LOCK, Grade.CARD})
_OPAQUE: Final = frozenset({Grade.KEY})
_PAIR = re.compile(
    r"(?:\s+(?:for|to|on|of|in)\s+[^\n:：]{1,40}[:：])?[\s:=是]*(?:(?:is|are|as|in|with|for|into)\s+)*(?P<name>[\w.@+$-]{1,64}?|[\w' ]{2,30}?(?:email|邮箱|手机号|number|phone))"
    r"(?P<join>\s*(?:/|:|\||，|,|、|;|；|&|\band\b|\bwith\b|和|跟)+\s*|[ \t]+)(?=[!-~])"
)
_SHORT_CODE = re.compile(r"(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{4}(?![0-9A-Za-z._/-])")
_COLON = re.compile(r"[:=]")
_SETS = re.compile(r"\b(?:chang|set|reset|updat|switch|rotat|mov)\w*\b")
_ROOT_JOIN = re.compile(r"(?:@[\w.-]+)?\s*[/:,，|]?\s*(?=[!-~])")


class Scene:
    """One message as the spoken detectors look at it; its pieces are read once."""

    __slots__ = ("_pieces", "lower", "text", "words")

    def __init__(self, text: str, lower: str, words: Lexicon) -> None:
        self.text = text
        self.lower = lower
        self.words = words
        self._pieces: list[Candidate] | None = None

    def pieces(self, start: int, end: int) -> list[Candidate]:
        """Return all pieces between ``start`` and ``end``, read-out ones included, in order."""
        start, end = max(0, start), min(len(self.text), end)
        if len(self.text) > _WHOLE:
            return self._read(start, end)
        if self._pieces is None:
            self._pieces = self._read(0, len(self.text))
        return [piece for piece in self._pieces if start <= piece.start and piece.end <= end]

    def _read(self, start: int, end: int) -> list[Candidate]:
        aloud = list(read_out(self.text, start, end))
        plain = candidates(self.text, start, end)
        if not aloud:
            return list(plain)
        alone = [c for c in plain if not any(s.start < c.end and c.start < s.end for s in aloud)]
        return sorted([*alone, *aloud], key=lambda c: c.start)

    def counts(self, piece: Candidate) -> bool:
        """Tell whether a number counts something (``8 位``, ``90 days``)."""
        return piece.digits and not piece.spelled and self.words.number_after.match(self.lower, piece.end) is not None

    def belongs(self, piece: Candidate, *, named: bool = True) -> bool:
        """Tell whether what stands before a piece says that it is something else (``订单号 x``, ``user x``).

        ``named``: the name of an account is something else too.
        """
        if piece.level == MASKED or is_grouped(self.text[piece.start : piece.end]):
            return False
        head = self.lower[max(0, piece.start - 24) : piece.start]
        if self.words.number_before(head, short=piece.digits):
            return True
        return named and piece.level < RANDOM and self.words.account_before.search(head) is not None


def accepts(label: Label, place: Place, piece: Candidate, scene: Scene) -> bool:
    """Tell whether a piece at this place of such a label is masked."""
    grade, value = label.grade, scene.text[piece.start : piece.end]
    need = _NEED[grade][place]
    if grade is Grade.MEMO and piece.level < MASKED:
        return piece.level >= CODE and len(scene.text) <= _TALK and not scene.counts(piece) and _kept(scene, piece, place)
    if piece.level < CODE and not _may_be_plain(label, value, scene):
        return False
    if piece.level < MIXED and grade in (Grade.CODE, Grade.LOCK) and not piece.spelled and not any(map(str.isdigit, value)):
        return False
    if place > Place.BESIDE and label.kind is not Kind.API_KEY and _DIGEST.match(value):
        return False
    if grade in _BRIEF and len(scene.text) > _TALK and piece.level < MASKED:
        return False
    if grade in _SHORT_NUMBERS and place <= Place.BESIDE and piece.digits and len(scene.text) <= _LINE:
        need = WORD
    if grade is Grade.CODE and place is Place.CLAUSE and piece.digits and piece.end - piece.start == _WIFI and isolated(scene.text, piece):
        need = CODE
    if piece.level == MASKED or piece.level < need:
        has_digit = any(map(str.isdigit, scene.text[piece.start : piece.end]))
        named = grade is Grade.STRONG and place is Place.BESIDE and piece.level == NAME and has_digit
        if piece.level != MASKED and not named:
            return False
    if grade not in _TRUSTED and place > Place.LINKED and piece.digits and _YEAR.match(scene.text, piece.start, piece.end):
        return False
    if grade is Grade.HALF and piece.digits and (place > Place.BESIDE or len(scene.text) > _LINE):
        return False
    if grade not in _TRUSTED and piece.digits and _PLURAL.match(scene.lower, piece.end):
        return False
    if scene.counts(piece) or (grade in _OPAQUE and piece.digits):
        return False
    if label.kind is Kind.API_KEY and (piece.level < CODE or (piece.digits and not piece.spelled and place > Place.LINKED)):
        return False  # no key is a word, and few are short numbers
    if grade is Grade.LOCK and place > Place.BESIDE and piece.digits and not piece.spelled and _LOCK_NUMBER.match(value) is None:
        return False
    if grade in _NUMERIC and not _numeric(scene.text[piece.start : piece.end], piece, grade):
        return False
    return place <= Place.BESIDE or not scene.belongs(piece)


def _may_be_plain(label: Label, value: str, scene: Scene) -> bool:
    """Tell whether a word or a name could be what this label names: not where a number or a key is named."""
    if label.kind in (Kind.PIN, Kind.OTP) or label.grade is not Grade.STRONG:
        half = label.grade is Grade.HALF and len(scene.text) <= _SHORT
        return any(map(str.isdigit, value)) or (value.isupper() and len(value) <= 10) or half  # noqa: PLR2004
    return label.kind is not Kind.API_KEY and len(scene.text) <= 2 * _TALK


def _kept(scene: Scene, piece: Candidate, place: Place) -> bool:
    """Tell whether a piece that is handed over to be kept can hardly be anything but a password."""
    value = scene.text[piece.start : piece.end]
    if piece.digits:
        return len(scene.text) <= _SHORT and isolated(scene.text, piece) and _PIN.match(value) is not None and not scene.belongs(piece)
    return piece.level >= RANDOM or (place <= Place.BESIDE and not value.isalpha() and not _YEAR_END.search(value))


def _numeric(value: str, piece: Candidate, grade: Grade) -> bool:
    """Tell whether a piece is a number as a lock or a card has one."""
    digits = sum(map(str.isdigit, value))
    if grade is Grade.CARD:
        return piece.level == MASKED or (digits == len(value) and digits in (3, 4))
    return piece.level == MASKED or piece.spelled or (digits > 2 and len(value) <= 12 and not re.search(r"[a-zA-Z]{2}", value))  # noqa: PLR2004


class SpokenDetector:
    """Finds what a label in the same message gives away."""

    keywords: Sequence[str] = tuple(label.word for label in vocabulary())

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values whose label stands in the message."""
        shadow = scan.shadow
        scene = Scene(shadow.text, shadow.lower, lexicon())
        labels = named(shadow.lower, ((hit.word, hit.start, hit.end) for hit in scan.hits))
        given: set[tuple[int, int]] = set()
        nearest = len(shadow.text)
        for label in reversed(labels):
            scan.budget.spend(2 * _BEFORE + 4 * _AFTER)
            pieces = list(values(scene, label, nearest))
            nearest = nearest if label.label.grade is Grade.ROOT else label.start
            for piece in pieces:
                if piece.level != MASKED and (piece.start, piece.end) not in given:
                    given.add((piece.start, piece.end))
                    yield span(piece, label.label.kind)


def span(piece: Candidate, kind: Kind) -> Span:
    """Make the span of a piece."""
    return Span(piece.start, piece.end, f"spoken-{kind.value}", kind)


def values(scene: Scene, label: Named, until: int) -> Iterator[Candidate]:
    """Give the pieces that ``label`` gives away; the next label starts at ``until``."""
    grade = label.label.grade
    if grade is Grade.ROOT:
        yield from _root(scene, label)
        return
    if grade is Grade.SEED:
        words = list(seeds(scene.text, max(0, label.start - _BEFORE), min(len(scene.text), label.end + 4 * _AFTER), LEAST))
        if words:
            yield from (Candidate(low, high, RANDOM) for low, high in words)
            return
    found = [] if grade is Grade.HINT else list(_adjacent(scene, label, until))
    yield from found
    if label.subject:
        return
    if found:
        yield from _others(scene, found[-1].end)
    yield from _clause(scene, label, least=MIXED if found else CODE)
    if not found:
        yield from _message(scene, label)


def _adjacent(scene: Scene, label: Named, until: int) -> Iterator[Candidate]:
    grade = label.label.grade
    if grade is Grade.PAIR or scene.words.slash_label.search(scene.lower[max(0, label.start - 24) : label.start]):
        if pair := _pair(scene, label, until):
            yield pair
        if grade is Grade.PAIR or pair:
            return
    if read := _right(scene, label, until):
        yield read
        return
    around = scene.pieces(label.start - 80, label.start)
    piece = beside.left(scene.text, scene.lower, label.start, scene.words, around)
    if piece and (not label.subject or (piece.level >= CODE and not piece.digits)) and piece.level >= NAME and accepts(label.label, Place.LINKED, piece, scene) and not scene.belongs(piece):
        yield piece


def _right(scene: Scene, label: Named, until: int) -> Candidate | None:
    """Return the value that stands right behind the label, or None."""
    start, linked = beside.gap(scene.text, scene.lower, label.end, scene.words)
    if start > until:
        return None
    for piece in read_out(scene.text, start, min(len(scene.text), start + _SHORT)):
        if piece.start <= start + 1 and not scene.counts(piece):
            return piece
    half = label.label.grade is Grade.HALF and scene.text[label.end : start].strip(" \t:\n") == "" and start > label.end
    if label.label.word.endswith(("码", "code")) and (code := _SHORT_CODE.match(scene.text, start)):
        return Candidate(*code.span(), CODE)
    read = beside.right(scene.text, scene.lower, label.end, scene.words, half=half)
    if read is None or (label.subject and (not read.linked or read.value.level < CODE)):
        return None
    if read.value.level < CODE and linked and _only_to(scene, label, start):
        return None
    if read.value.level < CODE and "\n" in scene.text[label.end : start] and not _COLON.search(scene.text, label.end, start):
        return None
    place = Place.LINKED if linked or (half and not scene.text[read.value.start].isascii()) else Place.BESIDE
    return read.value if accepts(label.label, place, read.value, scene) else None


def _only_to(scene: Scene, label: Named, start: int) -> bool:
    """Tell whether the only link is a ``to`` that nothing sets: ``the code to help``."""
    between = scene.lower[label.end : start].split()
    return between[-1:] == ["to"] and not _SETS.search(scene.lower, max(0, label.start - 60), start)


def _pair(scene: Scene, label: Named, until: int) -> Candidate | None:
    """Return the second of ``name / value`` behind the label, or None."""
    found = _PAIR.match(scene.text, label.end)
    if found is None or found.end() > until:
        return None
    run = re.compile(r"[!-~]+").match(scene.text, found.end())
    if run is None:
        return None
    piece = candidate(scene.text, *trim(scene.text, *run.span()))
    digits = any(map(str.isdigit, scene.text[piece.start : piece.end]))
    need = NAME if digits or (found["join"].strip() == "/" and len(scene.text) <= _SHORT) else MIXED
    if piece.level < (CODE if piece.digits else need) or scene.counts(piece):
        return None
    return None if piece.digits and found["join"].isspace() else piece


def _root(scene: Scene, label: Named) -> Iterator[Candidate]:
    """Give what stands right behind the name of an account: ``root x``, ``admin / x``."""
    joint = _ROOT_JOIN.match(scene.text, label.end)
    if joint is None or joint.end() == label.end or "://" in scene.text[max(0, label.start - 3) : label.start]:
        return
    found = next(candidates(scene.text, joint.end(), min(len(scene.text), joint.end() + _SHORT)), None)
    if found and found.start <= joint.end() + 1 and found.level >= CODE and not found.digits:
        yield found


def _others(scene: Scene, at: int) -> Iterator[Candidate]:
    """Give what follows a value as a second one: ``x 或 y``, ``x / y``."""
    for _ in range(8):
        joint = scene.words.again.match(scene.lower, at)
        if joint is None:
            return
        piece = next(iter(scene.pieces(joint.end(), joint.end() + _SHORT)), None)
        if piece is None or piece.start > joint.end() + 1 or piece.level < CODE or scene.counts(piece) or scene.belongs(piece):
            return
        yield piece
        at = piece.end


def clause(scene: Scene, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the clause that holds ``start:end``."""
    low = high = None
    for stop in _STOP.finditer(scene.text, max(0, start - _BEFORE), start):
        low = stop.end()
    if stop := _STOP.search(scene.text, end, end + _AFTER):
        high = stop.start()
    return (max(0, start - _BEFORE) if low is None else low), (min(len(scene.text), end + _AFTER) if high is None else high)


def _clause(scene: Scene, label: Named, least: int) -> Iterator[Candidate]:
    """Give the pieces of the label's clause that are good enough there: those behind it, else those before it."""
    low, high = clause(scene, label.start, label.end)
    good = [
        p for p in scene.pieces(low, high)
        if p.level >= least and (p.end <= label.start or p.start >= label.end) and accepts(label.label, Place.CLAUSE, p, scene)
    ]
    behind = [p for p in good if p.start >= label.end]
    short = len(scene.text) <= _SHORT
    yield from behind or [p for p in good if p.level >= MIXED or (short and isolated(scene.text, p))]


def _message(scene: Scene, label: Named) -> Iterator[Candidate]:
    """Give what is good enough anywhere near a label that has no value beside it."""
    grade = label.label.grade
    pieces = [p for p in scene.pieces(label.start - 2 * _BEFORE, label.end + 2 * _AFTER) if not label.start < p.end <= label.end]
    if grade is not Grade.KEY or (len(scene.text) <= 2 * _AFTER and not scene.lower.endswith("public ", 0, label.start)):
        yield from (p for p in pieces if p.end - p.start <= _LONG and accepts(label.label, Place.MESSAGE, p, scene))
    if grade is Grade.KEY and len(scene.text) <= 2 * _AFTER:
        yield from (p for p in pieces if p.level >= MIXED and _ASSIGNED.search(scene.lower, 0, p.start) and not scene.belongs(p))
    if grade in (Grade.STRONG, Grade.HALF) and len(scene.text) <= _SHORT:
        lone = [p for p in pieces if p.level in (CODE, MIXED) and not (p.digits and grade is Grade.HALF) and not scene.counts(p) and not scene.belongs(p)]
        if len(lone) == 1 and isolated(scene.text, lone[0]):
            yield lone[0]


def isolated(text: str, piece: Candidate) -> bool:
    """Tell whether a piece stands for itself: white space or a sentence mark on both sides, or one side and Chinese."""
    before, after = text[piece.start - 1 : piece.start] if piece.start else " ", text[piece.end : piece.end + 1] or " "
    return before in " \n\t:：,，、。" and not after.isalnum() or after in " \n\t,，。!！~" and not before.isascii()


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [SpokenDetector()]


__all__ = ["Place", "Scene", "SpokenDetector", "accepts", "clause", "detectors", "isolated", "span", "values"]
