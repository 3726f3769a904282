"""Secrets said in words, in Chinese, English or both: ``家里密码是 x``, ``login ops / x``, ``x as the new passcode``.

Two factors decide, never a list of sentences: how much a piece looks like a credential by itself (``levels``) and how
close a label stands (``accepting``). Right beside a label with a link between, a plain word is enough; in the same
clause it takes a code; elsewhere in the message only what looks like a key. What is known to be something else (an
amount, an order number, the name of an account) is left alone, and so is talk *about* passwords.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from operator import or_
from typing import Final

from safedigest.detect import beside, lazy
from safedigest.detect.accepting import SHORT, Place, accepts, least_far
from safedigest.detect.candidates import RUN, Candidate, candidate, candidates, trim
from safedigest.detect.fold import Shadow
from safedigest.detect.interface import Budget, Detector, Scan, Span, bound
from safedigest.detect.labels import Named, named, vocabulary
from safedigest.detect.levels import CODE, LONGEST, MASKED, MIXED, NAME, RANDOM
from safedigest.detect.lexicon import Grade, Label, lexicon
from safedigest.detect.outline import Sign
from safedigest.detect.readout import hints, read_out
from safedigest.detect.scene import AFTER, BEFORE, Scene
from safedigest.detect.seeds import LEAST, RowDetector, seeds
from safedigest.detect.topics import is_off_topic
from safedigest.model import Kind
from safedigest.plugin.records import replace

_TAKES_WORDS: Final = frozenset({Grade.STRONG, Grade.SEED, Grade.HALF, Grade.PAIR, Grade.LOGIN})
_TAKES_THREE: Final = frozenset({Grade.LOCK, Grade.CARD})  # digits
_LABELS: Final = vocabulary()
_WORDS, _THREE, _ROOT = 1, 2, 4
_TAKES: Final = tuple(  # by number of the label
    _WORDS * (label.grade in _TAKES_WORDS)
    + _THREE * (label.grade in _TAKES_THREE)
    + _ROOT * (label.grade is Grade.ROOT)
    for label in _LABELS
)
_PASSED: Final = frozenset({Grade.ROOT, Grade.MEMO})
_FIRM: Final = frozenset({Grade.STRONG, Grade.HALF})
# No code is without one of these, what ``Sign.CODE`` tells of, or what is read out.
_CODE_IN = lazy.pattern(r"[.*…大小](?:(?<=[.])[.]{2}|(?<=[*])[*]{2}|(?<=…)|(?<=[大小])写)")
_CODE_SIGN: Final = int(Sign.CODE)
_MOST_HITS: Final = 400  # words of labels in 1000 characters, many within one another
_MOST_LABELS: Final = 96
_COST_OF_WORDS: Final = 4  # of a character where rows of words are looked for
_LONG: Final = 60  # a line of base64 text is longer than a key that a far label names
_PAIR = lazy.pattern(
    r"(?:\s+(?:for|to|on|of|in)\s+[^\n:：]{1,40}[:：])?[\s:=是,，]*(?:(?:is|are|as|in|with|for|into)\s+)*"
    r"(?!(?:is|are|was|as|in|with|for)\s|(?:arn|urn):)"
    r"(?P<name>[\w.@+$-]{1,64}?|[\w' ]{2,30}?(?:email|邮箱|手机号|number|phone))"
    r"(?P<join>\s*(?:/|:|\||，|,|、|;|；|&|\band\b|\bwith\b|和|跟)+\s*(?:it'?s (?:still |now )?)?|[ \t]+)(?=[!-~])"
)
_SITE, _QUERY = lazy.pattern(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,8}\Z"), lazy.pattern(r"\?\w+=")
_ROOT_JOINT = lazy.pattern(r"(?:@[\w.-]+)?\s*[/:,，|]?\s*(?=[!-~])")
_SHORT_CODE = lazy.pattern(r"(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{4}(?![0-9A-Za-z._/-])")
_DIALS: Final = ("combo", "combination", "combi", "dial", "locker", "padlock", "safe")
_TURNS = lazy.pattern(r"\d{1,2}(?P<gap>-| )\d{1,2}(?P=gap)\d{1,2}(?![0-9A-Za-z:/.-])")  # of a dial
_KEYED = lazy.pattern(r"(?:\d{4,6}[A-Za-z]|[A-Z]\d{4,6})(?![0-9A-Za-z._/-])")  # a keypad with letters
_SETTING = lazy.pattern(r"(?:pass(?:word|wd|code)?|pwd|token|key|secret|code|pin)[:=]\Z")  # ``db2password:``
_NOT_A_NAME: Final = "([{（"
_IS = lazy.pattern(r"\s+(?:is|are)\s")
_PLACE = lazy.pattern(r" (?:by|along|through) (?:the|my|our|your|his|her) ")
_ARTICLES: Final = frozenset(("the", "my", "our", "your", "his", "her", "their", "this", "that"))
_COLON = lazy.pattern(r"[:=]")
_SETS = lazy.pattern(r"\b(?:chang|set|reset|updat|switch|rotat|mov)\w*\b")
_ASSIGNED = lazy.pattern(r"(?<![a-z])[a-z]\w{0,9} {0,2}= {0,2}[\"']\Z")  # ``a = "half of a key"``


class SpokenDetector:
    """Finds what a label in the same message gives away."""

    keywords: Sequence[str] = tuple(label.word for label in _LABELS)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values whose label stands in the message."""
        bound(len(scan.hits), len(scan.shadow), _MOST_HITS)
        takes = reduce(or_, (_TAKES[hit.word] for hit in scan.hits))
        may = _may_hold_code(scan.shadow, takes)
        if not (may or takes & _WORDS):
            return
        labels = named(scan.shadow.lower, ((hit.word, hit.start, hit.end) for hit in scan.hits))
        if not labels:
            return
        bound(len(labels), len(scan.shadow), _MOST_LABELS)
        scene = Scene(scan.shadow.text, scan.shadow.lower, lexicon(), scan.budget, scan.wants)
        if not (may and (scene.holds_code() or (takes & _THREE and scan.shadow.outline.threes))):
            labels = [label for label in labels if label.label.grade in _TAKES_WORDS or _reads(label)]
        if any(label.label.grade in _FIRM and not label.subject for label in labels):
            labels = [_firmer(label) for label in labels]
        for (start, end), kind in _given(scene, labels, scan.budget).items():
            yield Span(start, end, f"spoken-{kind.value}", kind)


def _reads(label: Named) -> bool:
    """Tell whether a label reads what is no piece by itself: the part behind a slash, the numbers of a dial."""
    return label.label.grade is Grade.ROOT or label.label.word.endswith(_DIALS)


def _given(scene: Scene, labels: Sequence[Named], budget: Budget) -> dict[tuple[int, int], Kind]:
    """Return what the labels give away, each with the kind that the nearest label behind it says."""
    given: dict[tuple[int, int], Kind] = {}
    until = len(scene.text)
    for label in reversed(labels):
        budget.spend(BEFORE + 2 * AFTER)
        for piece in _values(scene, label, until):
            if piece.level != MASKED:
                given.setdefault((piece.start, piece.end), label.label.kind)
        until = until if label.label.grade in _PASSED else label.start
    numbers = [
        Candidate(start, end, CODE, digits=True) for start, end in given if scene.text[start:end].isdigit()
    ]
    for piece in scene.alike(numbers):
        given.setdefault((piece.start, piece.end), Kind.PIN)
    return given


def _may_hold_code(shadow: Shadow, takes: int) -> bool:
    """Tell cheaply whether more than plain words may stand in the message, as ``takes`` asks for."""
    outline = shadow.outline
    if (
        outline.signs & _CODE_SIGN
        or (takes & _ROOT and outline.digits)
        or (takes & _THREE and outline.threes)
    ):
        return True
    return hints(shadow.lower) or _CODE_IN.search(shadow.text) is not None


def _firmer(label: Named) -> Named:
    """Take ``前面`` for a half where a credential is named beside it."""
    return label if label.label.grade is not Grade.REST else replace(label, label=_half(label.label))


@cache
def _half(label: Label) -> Label:
    return replace(label, grade=Grade.HALF)


def _values(scene: Scene, label: Named, until: int) -> Iterator[Candidate]:
    """Give the pieces that ``label`` gives away; the next label starts at ``until``."""
    grade = label.label.grade
    if grade is Grade.ROOT:
        yield from _root(scene, label)
        return
    rows = _rows(scene, label) if grade is Grade.SEED else []
    found = rows or ([] if grade is Grade.HINT else list(_adjacent(scene, label, until)))
    yield from found
    if rows or label.subject:
        return
    if found:
        yield from _others(scene, found[-1].end, digits=label.label.kind is not Kind.API_KEY)
    yield from _clause(scene, label, least=MIXED if found else CODE)
    if not found:
        yield from _message(scene, label)


def _rows(scene: Scene, label: Named) -> list[Candidate]:
    """Return the rows of wallet words near a label that names such."""
    low, high = max(0, label.start - BEFORE), min(len(scene.text), label.end + 4 * AFTER)
    scene.pay(_COST_OF_WORDS * (high - low))
    return [Candidate(start, end, RANDOM) for start, end in seeds(scene.text, low, high, LEAST)]


def _adjacent(scene: Scene, label: Named, until: int) -> Iterator[Candidate]:
    """Give what stands right beside a label: the second of a pair, what follows, or what precedes with a link."""
    pair = label.label.grade is Grade.PAIR
    if (
        pair
        or label.label.grade is Grade.LOGIN
        or scene.words.slash_label.search(scene.lower[max(0, label.start - 24) : label.start])
    ):
        second = _pair(scene, label, until)
        if second:
            yield second
        if pair or second:
            return
    if piece := _right(scene, label, until) or _left(scene, label):
        yield piece


def _left(scene: Scene, label: Named) -> Candidate | None:
    """Return the value that stands before the label with a link between (``x 就是新密码``), or None."""
    piece = beside.left(scene, label.start, scene.pieces(label.start - 80, label.start))
    if piece is None or piece.level < NAME or (label.subject and (piece.level < CODE or piece.digits)):
        return None
    return piece if accepts(label.label, Place.LINKED, piece, scene) and not scene.belongs(piece) else None


def _right(scene: Scene, label: Named, until: int) -> Candidate | None:
    """Return the value that stands right behind the label, or None."""
    start, linked = beside.gap(scene, label.end)
    if start > until and not beside.is_object(scene, label.end, start):
        return None
    for piece in read_out(scene.text, start, min(len(scene.text), start + SHORT)):
        if piece.start <= start + 1 and not scene.words.number_after.match(scene.lower, piece.end):
            return piece
    if code := _short(scene, label, start, linked=linked):
        return code
    half = (
        label.label.grade is Grade.HALF
        and start > label.end
        and not scene.text[label.end : start].strip(" \t:\n")
    )
    phrase = label.label.kind is Kind.PASSPHRASE
    read = beside.right(scene, label.end, half=half, phrase=phrase)
    if read is None or (read.value.level < CODE and not _meant(scene, label, start, linked=linked)):
        return None
    if (
        label.subject
        and not _placed(scene, label, start)
        and (
            read.value.digits
            or label.label.grade is Grade.LOGIN
            or read.value.level < (CODE if read.linked else MIXED)
        )
    ):
        return None
    linked = (
        linked
        or phrase
        or _paired(scene, label)
        or ((half or read.linked) and not scene.text[read.value.start].isascii())
    )
    place = Place.LINKED if linked else Place.BESIDE
    return read.value if accepts(label.label, place, read.value, scene) else None


def _short(scene: Scene, label: Named, start: int, *, linked: bool) -> Candidate | None:
    """Return a code of few letters and digits that could be a size or a name elsewhere (``k3p9``, ``9372C``)."""
    folder = label.label.word.endswith(("码", "code", "提取", "夸克的", "网盘的"))
    found = _SHORT_CODE.match(scene.text, start) if folder else None
    if found is None and linked and label.label.kind is Kind.PIN:
        found = _KEYED.match(scene.text, start)
    if found is None and label.label.word.endswith(_DIALS):
        found = _TURNS.match(scene.text, start)
    return Candidate(*found.span(), CODE) if found else None


def _placed(scene: Scene, label: Named, start: int) -> bool:
    """Tell whether what follows the label only says where its thing is (``key safe by the porch is x``)."""
    return _PLACE.match(scene.lower, label.end) is not None and beside.is_object(scene, label.end, start)


def _paired(scene: Scene, label: Named) -> bool:
    """Tell whether the name of an account stands right before the name of its password."""
    if label.label.kind is not Kind.PASSWORD or label.label.grade is not Grade.STRONG:
        return False
    return scene.words.account_pair.search(scene.lower, max(0, label.start - 48), label.start) is not None


def _meant(scene: Scene, label: Named, start: int, *, linked: bool) -> bool:
    """Tell whether a plain word at ``start`` is given as the value: not across lines, not by ``to`` alone."""
    if "\n" in scene.text[label.end : start] and not _COLON.search(scene.text, label.end, start):
        return False
    between = scene.lower[label.end : start].split()
    if (
        len(between) > 1 and between[-2] == "to" and between[-1] in _ARTICLES
    ):  # ``the password to the projector``
        return False
    only_to = linked and between[-1:] == ["to"]
    return not only_to or _SETS.search(scene.lower, max(0, label.start - 60), start) is not None


def _pair(scene: Scene, label: Named, until: int) -> Candidate | None:
    """Return the second of ``name / value`` behind the label, or None."""
    found = _PAIR.match(scene.text, label.end)
    run = (
        RUN.match(scene.text, found.end(), found.end() + LONGEST) if found and found.end() <= until else None
    )
    loose = found is not None and found["join"].isspace()
    if found is None or run is None or (loose and (label.subject or run[0][0] in _NOT_A_NAME)):
        return None
    piece = candidate(scene.text, *trim(scene.text, *run.span()))
    if found["join"] == ":" and run[0].startswith("`"):  # a role of Sphinx
        return None
    site = found["join"] == "/" and _SITE.match(found["name"]) and _QUERY.search(run[0])
    if site or scene.belongs(piece, named=False):
        return None
    if piece.digits and found["join"] == ":" and ("@" in found["name"] or "." in found["name"]):
        return None  # a port
    if piece.digits:
        return (
            piece if piece.level >= CODE and not found["join"].isspace() and not scene.counts(piece) else None
        )
    plain = any(map(str.isdigit, scene.value(piece))) or (
        found["join"].strip() == "/" and len(scene.text) <= SHORT
    )
    return piece if piece.level >= (NAME if plain else MIXED) else None


def _root(scene: Scene, label: Named) -> Iterator[Candidate]:
    """Give what stands right behind the name of an account: ``root x``, ``admin / x``."""
    joint = _ROOT_JOINT.match(scene.text, label.end)
    if (
        joint is None
        or joint.end() == label.end
        or scene.text.startswith("=", label.start - 1)  # ``1=admin, 2=owner``
        or scene.text.startswith("://", label.end)
        or "://" in scene.text[max(0, label.start - 3) : label.start]
    ):
        return
    found = next(candidates(scene.text, joint.end(), min(len(scene.text), joint.end() + SHORT)), None)
    if found is None or scene.belongs(found, named=False):
        return
    if found.start <= joint.end() + 1 and found.level >= CODE and not found.digits:
        yield found
    elif _IS.match(scene.lower, label.end) and (second := _pair(scene, label, len(scene.text))):
        yield second


def _others(scene: Scene, at: int, *, digits: bool) -> Iterator[Candidate]:
    """Give what follows a value as a second one: ``x 或 y``, ``x / y``."""
    for _ in range(8):
        joint = scene.words.again.match(scene.lower, at)
        if joint is None:
            return
        piece = next(iter(scene.pieces(joint.end(), joint.end() + SHORT)), None)
        if piece is None or piece.start > joint.end() + 1 or piece.level < CODE or not scene.free(piece):
            return
        if piece.digits and not digits:
            return
        yield piece
        at = piece.end


def _clause(scene: Scene, label: Named, least: int) -> Iterator[Candidate]:
    """Give the pieces of the label's clause that are good enough there: those behind it, else those before it."""
    bounds = scene.clause(label.start, label.end)
    if not scene.wants(*bounds):
        return
    good = [
        piece
        for piece in scene.pieces(*bounds)
        if (piece.level >= least or (least == CODE and piece.digits)) and not _in_label(piece, label)
        if accepts(label.label, Place.CLAUSE, piece, scene)
    ]
    behind = [piece for piece in good if piece.start >= label.end]
    short = len(scene.text) <= SHORT
    yield from behind or [
        piece for piece in good if piece.level >= MIXED or (short and scene.isolated(piece))
    ]


def _in_label(piece: Candidate, label: Named) -> bool:
    """Tell whether a piece shares a character with the label: it is a part of its name, or holds it."""
    return piece.start < label.end and label.start < piece.end


def _message(scene: Scene, label: Named) -> Iterator[Candidate]:
    """Give what is good enough anywhere near a label that has no value beside it."""
    grade, small = label.label.grade, len(scene.text) <= 2 * AFTER
    low, high = label.start - 2 * BEFORE, label.end + 2 * AFTER
    if not scene.wants(low, high):
        return
    if grade is not Grade.KEY or (small and not scene.lower.endswith("public ", 0, label.start)):
        strong = scene.strong(low, high, least_far(label.label))
        far = (piece for piece in strong if piece.end - piece.start <= _LONG and not _in_label(piece, label))
        yield from (piece for piece in far if accepts(label.label, Place.MESSAGE, piece, scene))
    if not small:
        return
    pieces = [piece for piece in scene.pieces(low, high) if not _in_label(piece, label)]
    if grade is Grade.KEY:
        keys = (piece for piece in pieces if MIXED <= piece.level < MASKED and not scene.belongs(piece))
        yield from (piece for piece in keys if _ASSIGNED.search(scene.lower, 0, piece.start))
    if grade in (Grade.STRONG, Grade.HALF) and len(scene.text) <= SHORT:
        number = grade is Grade.STRONG and label.label.kind is not Kind.API_KEY
        lone = _lone(scene, pieces, digits=number)
        yield from (p for p in lone if not is_off_topic(scene, label.label, p, near=False, linked=False))


def _lone(scene: Scene, pieces: Sequence[Candidate], *, digits: bool) -> Iterator[Candidate]:
    """Give the one code of a short message, if there is one and it stands for itself: no setting's name."""
    codes = [p for p in pieces if p.level in (CODE, MIXED) and scene.free(p) and (digits or not p.digits)]
    if (
        len(codes) == 1
        and scene.isolated(codes[0])
        and not _SETTING.search(scene.lower, codes[0].start, codes[0].end + 1)
    ):
        yield codes[0]


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [SpokenDetector(), RowDetector()]
