"""The section of SOUL.md: there, as it should be, and loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from safedigest.doctor.agents import scanned
from safedigest.doctor.check import Check, Patient, fine, problem, read, repair
from safedigest.install import context, marks
from safedigest.install.steps import soul
from safedigest.install.words import Words
from safedigest.publish import Outcome

_THERE: Final = Words("SOUL.md 里有说明", "the section is in SOUL.md")
_MISSING: Final = Words("SOUL.md 里没有说明", "the section is missing in SOUL.md")
_BROKEN: Final = Words("SOUL.md 里的标记不成对", "the markers in SOUL.md are no ordered pair")
_CUT: Final = Words(
    "SOUL.md 太长，说明在被删掉的中间", "SOUL.md is too long, and the section lies in the middle that is cut"
)
_OLD: Final = Words("SOUL.md 里的说明不是这一版的", "the section in SOUL.md is not that of this version")


def checks(patient: Patient) -> Iterator[Check]:
    """Check the section."""
    path = patient.home / soul.FILE
    text = read(path)
    yield _section(patient, text.encode())
    yield scanned(patient, "soul-scanner", soul.FILE, text, str(path))


def _section(patient: Patient, data: bytes) -> Check:
    place = marks.find(marks.SECTION, data)
    if isinstance(place, Outcome):
        says = _BROKEN if place is Outcome.BROKEN_MARKERS else _MISSING
        return problem("soul", says, repair(patient.home))
    if not marks.kept(data, place, context.most_kept(patient.settings)):
        return problem("soul", _CUT, repair(patient.home))
    wanted = soul.section_for(patient.home, patient.config)
    if marks.replaced(marks.SECTION, data, wanted) != data:
        return problem("soul", _OLD, repair(patient.home))
    return fine("soul", _THERE)
