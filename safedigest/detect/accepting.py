"""Whether a piece that stands near a label is what the label names.

Two factors: ``_NEED`` says how much a piece must look like a credential at each distance, by the label's grade; each
rule of ``_REFUSALS`` names one reason why a piece that looks well enough is still something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from safedigest.detect import measures
from safedigest.detect.candidates import Candidate
from safedigest.detect.levels import (
    CODE,
    EVERYDAY_NUMBERS,
    MASKED,
    MIXED,
    NAME,
    RANDOM,
    WORD,
    is_service,
    made_up,
)
from safedigest.detect.lexicon import Grade, Label
from safedigest.detect.scene import Scene
from safedigest.detect.topics import is_off_topic
from safedigest.model import Kind
from safedigest.plugin.records import dataclass

LINE: Final = 30  # a message this short is nothing but the value and its label
SHORT: Final = 90  # one this short is about one thing
TALK: Final = 240  # in a longer one a word like ``前面`` or ``门`` says little
_NEVER: Final = MASKED + 1


class Place(IntEnum):
    """How close a piece stands to a label: behind a link, right beside it, in its clause, in its message."""

    LINKED = 0
    BESIDE = 1
    CLAUSE = 2
    MESSAGE = 3


# The least level that is masked, by grade and place.
_NEED: Final = {
    Grade.STRONG: (WORD, CODE, CODE, RANDOM),
    Grade.KEY: (CODE, CODE, MIXED, RANDOM),
    Grade.CODE: (CODE, CODE, MIXED, RANDOM),
    Grade.LOCK: (CODE, CODE, CODE, _NEVER),
    Grade.CARD: (WORD, WORD, _NEVER, _NEVER),
    Grade.HALF: (NAME, CODE, CODE, MIXED),
    Grade.REST: (CODE, CODE, MIXED, RANDOM),
    Grade.HINT: (CODE, CODE, CODE, CODE),
    Grade.SEED: (CODE, MIXED, MIXED, _NEVER),
    Grade.MEMO: (CODE, CODE, CODE, CODE),
    Grade.PAIR: (_NEVER, _NEVER, RANDOM, _NEVER),
    Grade.LOGIN: (CODE, CODE, RANDOM, _NEVER),
    Grade.ROOT: (_NEVER, _NEVER, _NEVER, _NEVER),
}
_WIFI: Final = 8  # digits of the commonest network password
_EVERYDAY: Final = frozenset({Grade.CODE, Grade.LOCK, Grade.HALF, Grade.MEMO})
_TRUSTED: Final = frozenset({Grade.STRONG, Grade.CARD})
_BRIEF: Final = frozenset({Grade.LOCK, Grade.HALF, Grade.REST, Grade.MEMO, Grade.HINT})
_SLANG: Final = frozenset({"pw", "pwd", "psw", "pword", "p/w", "密", "mm"})
_CAPITALS: Final = range(5, 9)


@dataclass(frozen=True, slots=True)
class Case:
    """A piece, and the label near which it stands."""

    label: Label
    place: Place
    piece: Candidate
    scene: Scene

    @property
    def value(self) -> str:
        """The text of the piece."""
        return self.scene.value(self.piece)

    @property
    def has_digit(self) -> bool:
        """Tell whether a digit is in it."""
        return any(map(str.isdigit, self.value))

    @property
    def number(self) -> bool:
        """Tell whether it is a number written in digits."""
        return self.piece.digits and not self.piece.spelled


def accepts(label: Label, place: Place, piece: Candidate, scene: Scene) -> bool:
    """Tell whether the piece is what the label names. A mask always is, so that masked text stays as it is.

    A piece of the scene is judged once for each word that stands somewhere near it, however often that stands there.
    """
    if piece.level == MASKED:
        return True
    if place <= Place.BESIDE:
        return _accepts(Case(label, place, piece, scene))
    key = (id(label), id(piece), int(place))  # both live as long as the scene
    known = scene.judged.get(key)
    if known is None:
        known = scene.judged[key] = _accepts(Case(label, place, piece, scene))
    return known


def _accepts(case: Case) -> bool:
    return _looks_enough(case) and not any(refuses(case) for refuses in _REFUSALS)


def least_far(label: Label) -> int:
    """Return the least level of a piece elsewhere in the message that ``label`` can name."""
    return _NEED[label.grade][Place.MESSAGE]


def _looks_enough(case: Case) -> bool:
    grade, piece = case.label.grade, case.piece
    if piece.level >= _NEED[grade][case.place]:
        return True
    if case.place is Place.MESSAGE:
        return False
    if grade is Grade.STRONG and case.place is Place.BESIDE:
        return piece.level == NAME and (case.has_digit or _spelled_alone(case))
    if grade is Grade.STRONG and case.place is Place.CLAUSE and len(case.scene.text) <= SHORT:
        return measures.DAY.match(case.value) is not None  # a birthday
    if grade in (Grade.LOCK, Grade.HALF) and case.place <= Place.BESIDE:
        return piece.digits and len(case.scene.text) <= LINE and not is_service(case.value)
    wifi = (
        grade is Grade.CODE
        and case.place is Place.CLAUSE
        and piece.digits
        and piece.end - piece.start == _WIFI
    )
    return (wifi or _bank_pin(case)) and case.scene.isolated(piece)


def _bank_pin(case: Case) -> bool:
    """Tell whether four or six digits stand in the clause of ``pin`` (``the PIN for the card came, 4795``)."""
    if case.label.word != "pin" or case.place is not Place.CLAUSE or len(case.scene.text) > SHORT:
        return False
    odd = (
        measures.MEASURE.match(case.value)
        or measures.TIME.match(case.value)
        or measures.YEAR.match(case.value)
    )
    return (
        case.piece.digits and len(case.value) in (4, 6) and odd is None and case.value not in EVERYDAY_NUMBERS
    )


def _spelled_alone(case: Case) -> bool:
    """Tell whether letters are what is said with ``pw``, or a code of capitals as it is printed on a device."""
    lone = case.label.word in _SLANG or len(case.scene.text) <= SHORT
    if case.label.kind is Kind.PASSWORD and lone:
        return len(case.value) > 5 and case.value.isalpha() and case.value.islower()  # noqa: PLR2004
    code = case.label.kind in (Kind.OTP, Kind.PIN)
    return code and case.value.isupper() and len(case.value) in _CAPITALS


def _plain(case: Case) -> bool:
    """Refuse a word or a name where a number or a key is named."""
    if case.piece.level >= CODE or case.piece.digits:
        return case.piece.level < CODE and case.label.kind is Kind.API_KEY
    length, label, value = len(case.scene.text), case.label, case.value
    if label.kind in (Kind.PIN, Kind.OTP) or label.grade is not Grade.STRONG:
        upper = value.isupper() and len(value) <= 10  # noqa: PLR2004
        return not (case.has_digit or upper or (label.grade is Grade.HALF and length <= SHORT))
    return label.kind is Kind.API_KEY or length > 2 * TALK


def _foreign(case: Case) -> bool:
    """Refuse a value with Chinese in it, but behind the name of a password or of a half."""
    return (
        not case.value.isascii()
        and not case.piece.spelled
        and case.label.grade not in (Grade.STRONG, Grade.HALF)
    )


def _too_few(case: Case) -> bool:
    """Refuse one or two digits as a code."""
    return case.label.kind in (Kind.PIN, Kind.OTP) and case.number and sum(map(str.isdigit, case.value)) < 3  # noqa: PLR2004


def _no_digit(case: Case) -> bool:
    """Refuse what has no digit where codes have some."""
    loose = (
        case.label.grade in (Grade.CODE, Grade.LOCK) and case.piece.level < MIXED and not case.piece.spelled
    )
    return loose and not case.has_digit


def _digest(case: Case) -> bool:
    """Refuse a checksum that is only near the word password."""
    return (
        case.place > Place.BESIDE
        and case.label.kind is not Kind.API_KEY
        and measures.DIGEST.match(case.value) is not None
    )


def _lost(case: Case) -> bool:
    """Refuse what a word of little weight names in a long text."""
    most = 2 * TALK if case.label.grade is Grade.HINT else TALK
    return case.label.grade in _BRIEF and len(case.scene.text) > most


def _off_topic(case: Case) -> bool:
    """Refuse what the message only speaks of."""
    near, linked = case.place <= Place.BESIDE, case.place is Place.LINKED
    return is_off_topic(case.scene, case.label, case.piece, near=near, linked=linked)


def _year(case: Case) -> bool:
    """Refuse a year, and a port or a power of two behind a word of little weight."""
    if case.piece.digits and case.value in EVERYDAY_NUMBERS and case.label.grade in _EVERYDAY:
        return True
    loose = case.label.grade not in _TRUSTED and case.place > Place.LINKED and case.piece.digits
    return loose and measures.YEAR.match(case.value) is not None


def _far_half(case: Case) -> bool:
    """Refuse a number that is not right behind ``前四位``; the rest of something is often a number."""
    if case.label.grade is Grade.REST:
        return case.piece.digits
    asked = measures.COUNTED.search(case.label.word)
    if case.place <= Place.BESIDE and asked and measures.DIGITS_OF[asked[0]] == len(case.value):
        said = case.scene.says(measures.OF_A_PERSON, case.piece.start)
        return not said and len(case.scene.text) > LINE
    far = (
        case.place > Place.BESIDE
        or len(case.scene.text) > LINE
        or measures.ROUND.match(case.value) is not None
    )
    return case.label.grade is Grade.HALF and case.piece.digits and far


def _count(case: Case) -> bool:
    """Refuse what counts: ``8 位``, ``4200 customers``."""
    plural = case.label.grade not in _TRUSTED and case.piece.digits
    return case.scene.counts(case.piece) or (plural and case.scene.many(case.piece))


def _short_key(case: Case) -> bool:
    """Refuse a number where a key is named; few keys are numbers."""
    if case.label.grade in (Grade.KEY, Grade.SEED) and case.piece.digits:
        return True
    if case.label.grade is Grade.LOGIN and case.number and case.place > _login_reach(case.label.word):
        return True
    return case.label.kind is Kind.API_KEY and case.number and case.place > Place.LINKED


def _login_reach(word: str) -> Place:
    """Return how far from ``账号密码`` a number may stand; from the name of a page it must be linked."""
    return Place.BESIDE if word.endswith(("密码", "帐密", "账密")) else Place.LINKED


def _no_lock(case: Case) -> bool:
    """Refuse what is no number as a door or a safe has one."""
    if case.label.grade is not Grade.LOCK or case.piece.spelled:
        return False
    if measures.SIZE_AFTER.match(case.scene.lower, case.piece.end):
        return True
    if case.scene.turned(case.piece):
        return False
    if case.place > Place.BESIDE:
        else_ = measures.MEASURE.match(case.value) or measures.TIME.match(case.value)
        named = measures.NAMED_AFTER.match(case.scene.lower, case.piece.end)
        return measures.LOCK_NUMBER.match(case.value) is None or else_ is not None or named is not None
    if case.place is Place.BESIDE and (
        measures.MEASURE.match(case.value) or measures.NAMED_AFTER.match(case.scene.lower, case.piece.end)
    ):
        return True
    digits = sum(map(str.isdigit, case.value))
    least = 3 if case.label.word in measures.THREE_WHEELS else 4
    return not (digits >= least and len(case.value) <= 12 and not re.search(r"[a-zA-Z]{2}", case.value))  # noqa: PLR2004


def _no_card(case: Case) -> bool:
    """Refuse what is not the three or four digits of a card."""
    return case.label.grade is Grade.CARD and not (case.value.isdigit() and len(case.value) in (3, 4))


def _elsewhere(case: Case) -> bool:
    """Refuse the number or the name of another thing."""
    return case.place > Place.BESIDE and case.scene.belongs(case.piece)


def _everyday_memo(case: Case) -> bool:
    """Refuse something handed over to be kept that could well be no password."""
    piece, scene = case.piece, case.scene
    if case.label.grade is not Grade.MEMO or piece.level >= RANDOM:
        return False
    if piece.digits:
        alone = len(scene.text) <= SHORT and scene.isolated(piece) and scene.free(piece)
        return (
            not alone
            or measures.PIN.match(case.value) is None
            or measures.ROUND.match(case.value) is not None
        )
    if case.value.isalpha() or measures.YEAR_END.search(case.value):
        return True
    if case.place > Place.BESIDE and (len(scene.text) > SHORT or measures.PRODUCT.match(case.value)):
        return True
    return not made_up(case.value)


_REFUSALS: Final[tuple[Callable[[Case], bool], ...]] = (
    _plain, _foreign, _too_few, _no_digit, _digest, _lost, _year, _far_half, _count, _short_key, _no_lock, _no_card,
    _elsewhere, _everyday_memo, _off_topic,
)  # fmt: skip
