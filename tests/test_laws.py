"""What holds for every text: hypothesis looks for a counter-example.

Texts with secrets are drawn by number, so that a counter-example names its case and shows no value. More examples than
in every run: ``LAW_EXAMPLES=2000 pytest tests/test_laws.py``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from safedigest.audit import items, record
from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Detector, Scan, Span, Turn
from safedigest.detect.outline import Sign
from safedigest.gate import Gate
from safedigest.jsons import redact_json
from safedigest.model import End, Exchange, Kind, Message, Role, Segment
from safedigest.stream import MaskStream
from safedigest.text import WITHHELD, Mask, Masked, Raw
from tests.corpus.cases import Case, harmless_cases, secret_cases

_LAW = settings(
    deadline=None,
    derandomize="LAW_EXAMPLES" not in os.environ,  # the same ones in every ordinary run
    max_examples=int(os.environ.get("LAW_EXAMPLES", "60")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
_SECRETS = tuple(secret_cases(seed=41, each=2))
_HARMLESS = tuple(harmless_cases(seed=41, each=2))
_ALL = _SECRETS + _HARMLESS
KEY = b"k" * 32

# Every script, joining and invisible signs, halves of surrogate pairs, and what looks like a mask of ours or nearly so.
_SIGNS = st.one_of(
    st.sampled_from(
        "aZ9 _-.:=\"'\\\n\r\t密码口令是：，。（）＝Ａ０é\u0301\u200b\u200d\u202e\u2066\ufeff🙂🇨🇳абв٣ㄅ한\0"
    ),
    st.sampled_from("\ud83d\udc00\udfff"),
    st.characters(),
)
_LOOKALIKES = (
    "***",
    "[withheld]",
    "[masked]",
    "ghp_...a1B2",
    "sk-…9z",
    "ab***",
    "[REDACTED key]",
    "****x",
    "a1b2c3d...",
    "...",
)
# A mask stands apart: glued to a word it is none, and the gate looks at the whole as at any other.
_MASKS = st.sampled_from(_LOOKALIKES).map(" {} ".format)
_NOISE = st.lists(st.one_of(_SIGNS, _MASKS, st.just("password: ")), max_size=16).map("".join)
_PICK = st.integers(0, len(_SECRETS) - 1)
_PARTS = st.tuples(
    st.integers(-1, len(_ALL) - 1), _NOISE, _NOISE, st.sampled_from(["", " ", "\n", "，", "\u200b"])
)
_Parts = tuple[int, str, str, str]


def _text(parts: _Parts) -> str:
    """Return noise, a case of the corpus (none for -1) and noise, put together."""
    pick, before, after, glue = parts
    return glue.join([before, *([_ALL[pick].text] if pick >= 0 else []), after])


@cache
def _gate() -> Gate:
    return Gate(default_finder(personal="all"), key=KEY)


def _mask(text: str) -> Masked:
    return _gate().mask(Raw(text))


def _alike(left: object, right: object) -> bool:
    """Tell whether both are equal; an assertion on them would print them."""
    return left == right


@given(_PARTS)
@_LAW
def test_masking_twice_changes_nothing(parts: _Parts) -> None:
    once = str(_mask(_text(parts)))
    assert _alike(str(_mask(once)), once)


def _pieces(case: Case) -> set[str]:
    """Return the pieces of a case's secret that may survive nowhere: 8 in a row, without its ends."""
    around = case.text.replace(case.surface, "\n")
    core = [form[7:-4] for form in {case.value, case.surface}]
    return {form[i : i + 8] for form in core for i in range(len(form) - 7) if form[i : i + 8] not in around}


def _segment(text: str, number: int = 1) -> Segment[Raw]:
    return Segment(End("cli"), f"s{number}", (Exchange(Message(number, Role.USER, Raw(text), 0.0), None),))


@given(_PICK, _NOISE, _NOISE)
@_LAW
def test_no_eight_characters_of_a_secret_survive_anywhere(pick: int, before: str, after: str) -> None:
    case = _SECRETS[pick]
    text = f"{before}\n{case.text}\n{after}"
    masked, run = _mask(text), _gate().mask_run([_segment(text)])
    said = [str(masked), repr(masked), *map(repr, masked.masks), *map(repr, _gate().inspect(text)), repr(run)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "audit.jsonl"
        record(path, items(run), now=0.0, key=KEY)
        said.append(path.read_text(encoding="utf-8") if path.exists() else "")
    pieces = _pieces(case)
    leaks = [piece for piece in pieces if any(piece in out for out in said)]
    assert len(leaks) == 0, f"{case.group}/{case.kind}: {len(leaks)} pieces of {len(pieces)}"


@given(_PARTS)
@_LAW
def test_text_outside_the_spans_is_the_same_and_offsets_index_the_given_text(parts: _Parts) -> None:
    text = _text(parts)
    findings = _gate().inspect(text)
    plain, at = [], 0
    for finding in findings:
        assert at <= finding.start < finding.end <= len(text)
        plain.append(text[at : finding.start])
        at = finding.end
    plain.append(text[at:])
    masked = _mask(text)
    assert _alike([piece for piece in masked if isinstance(piece, str)], [piece for piece in plain if piece])
    masks = [(mask.rule, mask.kind, mask.length) for mask in masked if isinstance(mask, Mask)]
    assert masks == [(finding.rule, finding.kind.value, finding.length) for finding in findings]


@given(st.lists(_PARTS, min_size=2, max_size=4))
@_LAW
def test_one_message_does_not_depend_on_messages_of_other_talks(rows: list[_Parts]) -> None:
    """But for a value that was secret in one of them and stands in this one too."""
    text, *others = map(_text, rows)
    for other in others:
        assume(not any(other[found.start : found.end] in text for found in _gate().inspect(other)))
    single = str(_mask(text))
    alone = str(_gate().mask_run([_segment(text)])[0].exchanges[0].question.text)
    beside = _gate().mask_run([_segment(row, n) for n, row in enumerate([*others, text])])
    assert _alike(str(beside[-1].exchanges[0].question.text), alone)
    assert _alike(str(_mask(text)), single)


class _Failing:
    """A detector that finds what it finds and then fails, with the text in its error."""

    def __init__(self, inner: Detector) -> None:
        self._inner = inner
        self.keywords: Sequence[str] = inner.keywords
        self.needs: Sign = getattr(inner, "needs", Sign.NONE)
        self.asked = 0

    def find(self, scan: Scan, /) -> Iterator[Span]:
        self.asked += 1
        yield from islice(self._inner.find(scan), 1)
        raise RuntimeError(scan.shadow.text)


_DETECTORS = default_finder(personal="all")._detectors
_ASKED = (Turn(Role.ASSISTANT, fold("What is the password?")),)


def _name(number: int) -> str:
    detector = _DETECTORS[number]
    return f"{number}-{type(getattr(detector, '_detector', detector)).__name__}"


@pytest.mark.parametrize("number", range(len(_DETECTORS)), ids=_name)
def test_a_failure_inside_any_detector_leaves_no_raw_text(number: int) -> None:
    failing = _Failing(_DETECTORS[number])
    gate = Gate(Finder([*_DETECTORS[:number], failing, *_DETECTORS[number + 1 :]]))
    word = next(iter(failing.keywords), "")
    texts = [f"{word} {case.text} {word}" for case in _SECRETS[:: max(1, len(_SECRETS) // 12)]]
    for text in texts:
        before = failing.asked
        masked = gate.mask(Raw(text), Role.USER, _ASKED)
        if failing.asked > before:
            assert str(masked) == WITHHELD and repr(masked) == f"<Masked {len(WITHHELD)} chars, 1 masks>"
    assert failing.asked, "no text woke it"


def test_a_failure_leaves_no_raw_text_on_any_way_through_the_library() -> None:
    gate = Gate(Finder([_Failing(_DETECTORS[0])]))
    text = f"{_DETECTORS[0].keywords[0]} {_SECRETS[0].text}"
    stream = MaskStream(gate)
    assert stream.feed(text) + stream.close() == WITHHELD
    assert redact_json({"key": [text]}, gate) == WITHHELD
    assert [finding.kind for finding in gate.inspect(text)] == [Kind.WITHHELD]
    assert [str(masked) for masked in gate.mask_exchange(text, text)] == [WITHHELD, WITHHELD]


@given(_NOISE)
@_LAW
def test_a_failure_withholds_one_message_and_no_other(other: str) -> None:
    assume("boom" not in other)
    gate = Gate(Finder([_Failing(_Word())]))
    question = Message(1, Role.USER, Raw("boom"), 0.0)
    answer = Message(2, Role.ASSISTANT, Raw(other), 1.0)
    [segment] = gate.mask_run([Segment(End("cli"), "s", (Exchange(question, answer),))])
    exchange = segment.exchanges[0]
    assert str(exchange.question.text) == WITHHELD
    assert exchange.answer is not None
    assert str(exchange.answer.text) == other


class _Word:
    """Is woken by one word."""

    keywords: Sequence[str] = ("boom",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        yield Span(0, len(scan.shadow), "whole", Kind.PASSWORD)


@pytest.mark.parametrize("case", _HARMLESS, ids=lambda case: case.kind)
def test_harmless_text_stays(case: Case) -> None:
    assert str(_mask(case.text)) == case.text
