"""What holds for every text: hypothesis looks for a counter-example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.detect.interface import Scan, Span
from safedigest.gate import Gate
from safedigest.model import End, Exchange, Kind, Message, Role, Segment
from safedigest.text import WITHHELD, Mask, Masked, Raw
from tests.corpus.cases import Case, harmless_cases, secret_cases

_LAW = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])
_SCRIPTS = "aZ9 _-.:=\"'\n密码口令是：，。（）＝Ａ０é\u0301\u200b\u202e🙂🇨🇳абв٣ㄅ한"
_SECRETS = tuple(secret_cases(seed=41, each=2))
_HARMLESS = tuple(harmless_cases(seed=41, each=2))


@cache
def _gate() -> Gate:
    return Gate(default_finder(personal="all"), key=b"k" * 32)


def _mask(text: str) -> Masked:
    return _gate().mask(Raw(text))


_NOISE = st.text(st.sampled_from(_SCRIPTS), max_size=30)
_CASES = st.sampled_from(_SECRETS)
_TEXTS = st.one_of(
    st.text(max_size=60),
    _NOISE,
    st.builds(
        lambda case, before, after: f"{before} {case.text} {after}",
        st.sampled_from(_SECRETS + _HARMLESS),
        _NOISE,
        _NOISE,
    ),
)


@given(_TEXTS)
@_LAW
def test_masking_twice_changes_nothing(text: str) -> None:
    once = str(_mask(text))
    assert str(_mask(once)) == once


def _pieces(case: Case) -> set[str]:
    """Return the pieces of a case's secret that may survive nowhere: 8 in a row, without its ends."""
    around = case.text.replace(case.surface, "\n")
    core = [form[7:-4] for form in {case.value, case.surface}]
    return {form[i : i + 8] for form in core for i in range(len(form) - 7) if form[i : i + 8] not in around}


@given(_CASES, _NOISE, _NOISE)
@_LAW
def test_no_eight_characters_of_a_secret_survive_anywhere(case: Case, before: str, after: str) -> None:
    text = f"{before}\n{case.text}\n{after}"
    pieces = _pieces(case)
    masked = _mask(text)
    said = [str(masked), repr(masked), *map(repr, masked.masks), *map(repr, _gate().inspect(text))]
    leaks = [piece for piece in pieces if any(piece in out for out in said)]
    assert len(leaks) == 0, f"{case.group}/{case.kind}: {len(leaks)} pieces of {len(pieces)}"


@given(_TEXTS)
@_LAW
def test_text_outside_the_spans_is_the_same_and_offsets_index_the_given_text(text: str) -> None:
    findings = _gate().inspect(text)
    plain, at = [], 0
    for finding in findings:
        assert at <= finding.start < finding.end <= len(text)
        plain.append(text[at : finding.start])
        at = finding.end
    plain.append(text[at:])
    kept = [piece for piece in _mask(text) if isinstance(piece, str)]
    assert "".join(kept) == "".join(plain)


@given(_TEXTS)
@_LAW
def test_every_mask_hides_what_its_finding_says(text: str) -> None:
    masks = [piece for piece in _mask(text) if isinstance(piece, Mask)]
    found = [(finding.rule, finding.kind.value, finding.length) for finding in _gate().inspect(text)]
    assert [(mask.rule, mask.kind, mask.length) for mask in masks] == found


@given(st.lists(_TEXTS, min_size=1, max_size=4))
@_LAW
def test_one_message_does_not_depend_on_messages_of_other_talks(texts: list[str]) -> None:
    first = str(_mask(texts[0]))
    for text in texts[1:]:
        _mask(text)
    assert str(_mask(texts[0])) == first


class _Broken:
    """A detector that fails on every text that holds its word."""

    keywords: Sequence[str] = ("boom",)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        yield Span(0, 1, "first", Kind.PASSWORD)
        raise RuntimeError(scan.shadow.text)


@given(_NOISE, _NOISE)
@_LAW
def test_a_failure_inside_any_detector_leaves_no_raw_text(before: str, after: str) -> None:
    gate = Gate(Finder([_Broken()]))
    masked = gate.mask(Raw(f"{before}boom{after}"))
    assert str(masked) == WITHHELD
    assert [finding.kind for finding in gate.inspect(f"{before}boom{after}")] == [Kind.WITHHELD]


@given(_NOISE)
@_LAW
def test_a_failure_withholds_one_message_and_no_other(other: str) -> None:
    gate = Gate(Finder([_Broken()]))
    question = Message(1, Role.USER, Raw("boom"), 0.0)
    answer = Message(2, Role.ASSISTANT, Raw(other), 1.0)
    [segment] = gate.mask_run([Segment(End("cli"), "s", (Exchange(question, answer),))])
    exchange = segment.exchanges[0]
    assert str(exchange.question.text) == WITHHELD
    assert exchange.answer is not None
    assert str(exchange.answer.text) == other


@pytest.mark.parametrize("case", _HARMLESS, ids=lambda case: case.kind)
def test_harmless_text_stays(case: Case) -> None:
    assert str(_mask(case.text)) == case.text
