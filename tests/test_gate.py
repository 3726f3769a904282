"""The gate's laws, with detectors made for the test: what is masked, what is shown, and that nothing gets by."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from safedigest.config import Personal
from safedigest.cuts import show, union
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Scan, Span
from safedigest.detect.remembered import Memory
from safedigest.gate import Gate, findings, marked, marks_of, stand_in
from safedigest.model import End, Exchange, Finding, Kind, Message, Note, Role, Segment
from safedigest.text import WITHHELD, Mask, Raw, is_mask

ALNUM = string.ascii_letters + string.digits
FULL_WIDTH = str.maketrans({c: chr(ord(c) + 0xFEE0) for c in ALNUM})
SCRIPTS = st.text(
    st.sampled_from("ab1 =:\n\"'中文，。：“”ＡＢ１\u200b\u200d\ufeff\ud83d😀éо\u0301­\u202eﬁ…*."), max_size=30
)


def secret(size: int, seed: int = 1) -> str:
    return "".join(Random(seed).choices(ALNUM, k=size))


class Fixed:
    """Gives the spans it was made with, cut to the text."""

    keywords: Sequence[str] = ()

    def __init__(self, *spans: Span) -> None:
        self.spans = spans

    def find(self, scan: Scan, /) -> Iterable[Span]:
        size = len(scan.shadow)
        return [s for s in self.spans if s.end <= size]


class Keyed:
    """Masks what follows ``key=``, whatever it is."""

    keywords: Sequence[str] = ("key=",)

    def __init__(self, kind: Kind = Kind.PASSWORD) -> None:
        self.kind = kind

    def find(self, scan: Scan, /) -> Iterable[Span]:
        for hit in scan.hits:
            value = re.compile(r"[^\s，]*").match(scan.shadow.text, hit.end)
            if value and value[0]:
                yield Span(*value.span(), "keyed", self.kind)


class Failing:
    """Raises, with the text in the error as a careless detector would."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> Iterable[Span]:
        raise ValueError(scan.shadow.text)


def gate(*spans: Span, key: bytes = b"") -> Gate:
    return Gate(Finder([Fixed(*spans)]), key)


def span(start: int, end: int, kind: Kind = Kind.PASSWORD, label: int = 0, most: int = 11) -> Span:
    return Span(start, end, f"{kind.value}-rule", kind, label, most)


@pytest.mark.parametrize(
    ("kind", "label", "size", "head", "tail"),
    [
        (Kind.VENDOR_TOKEN, 4, 40, 4, 4),
        (Kind.VENDOR_TOKEN, 8, 60, 7, 4),
        (Kind.VENDOR_TOKEN, 3, 17, 3, 2),
        (Kind.VENDOR_TOKEN, 3, 15, 3, 0),
        (Kind.VENDOR_TOKEN, 0, 40, 3, 4),
        (Kind.API_KEY, 0, 24, 3, 4),
        (Kind.WEBHOOK, 0, 32, 3, 4),
        (Kind.URL_CREDENTIAL, 0, 30, 3, 4),
    ],
)
def test_a_mask_shows_both_ends(kind: Kind, label: int, size: int, head: int, tail: int) -> None:
    value = secret(size)
    assert show(value, span(0, size, kind, label)) == f"{value[:head]}...{value[size - tail :]}"


@pytest.mark.parametrize(
    ("kind", "label", "size"),
    [(Kind.VENDOR_TOKEN, 4, 15), (Kind.VENDOR_TOKEN, 0, 23), (Kind.API_KEY, 0, 23)]
    + [
        (k, 4, 60)
        for k in Kind
        if k not in {Kind.VENDOR_TOKEN, Kind.API_KEY, Kind.WEBHOOK, Kind.URL_CREDENTIAL}
    ],
)
def test_a_short_value_or_a_strict_kind_shows_nothing(kind: Kind, label: int, size: int) -> None:
    assert show(secret(size), span(0, size, kind, label)) == "***"


@pytest.mark.parametrize(
    "value",
    [
        secret(20) + "'" + secret(9) + '"abc',
        'a"b' + secret(30),
        secret(30) + "ab=}",
        secret(30) + "密码",
        secret(30) + "\u200b" + secret(9),
        "ab\n" + secret(30),
    ],
)
def test_a_mask_never_shows_what_breaks_the_text_around_it(value: str) -> None:
    assert show(value, span(0, len(value), Kind.API_KEY)) == "***"


def test_a_mask_never_shows_what_stands_in_the_hidden_part_too() -> None:
    body = secret(20)
    assert show(f"xyz{body}Wxyz", span(0, 27, Kind.API_KEY)) == "***"
    assert show(f"abc{body}xyz1{body}xyz1", span(0, 51, Kind.API_KEY)) == "***"


def test_most_bounds_what_any_kind_would_show() -> None:
    value = secret(60)
    assert show(value, span(0, 60, Kind.VENDOR_TOKEN, label=4, most=4)) == f"{value[:4]}..."
    assert show(value, span(0, 60, Kind.VENDOR_TOKEN, label=2, most=4)) == f"{value[:2]}...{value[-2:]}"
    assert show(value, span(0, 60, Kind.VENDOR_TOKEN, most=4)) == "***"
    assert show(value, span(0, 60, Kind.API_KEY, most=0)) == "***"


@given(
    st.text(ALNUM + "-_=/+\"'[]{}\n中", min_size=1, max_size=80), st.sampled_from(Kind), st.integers(0, 12)
)
def test_what_a_mask_shows_is_bounded(value: str, kind: Kind, label: int) -> None:
    """Law: a mask is a mask, harmless where it stands, and shows a third of the random part at most."""
    shown = show(value, span(0, len(value), kind, min(label, len(value))))
    assert is_mask(shown)
    assert re.search(r"[\"'\[\]{}<>()\s]", shown) is None
    visible = len(shown.replace("...", "")) if shown != "***" else 0
    label = min(label, len(value), visible) if kind is Kind.VENDOR_TOKEN else 0
    assert not visible or (len(value) - visible >= 12 and (visible - label) * 3 <= len(value) - label)


def test_overlapping_spans_are_one_cut_and_touching_ones_are_two() -> None:
    cuts = union([span(5, 9), span(0, 4), span(2, 5), span(6, 8), span(9, 12)])
    assert [(c.start, c.end) for c in cuts] == [(0, 5), (5, 9), (9, 12)]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), max_size=8))
def test_a_union_covers_exactly_what_its_spans_cover(places: list[tuple[int, int]]) -> None:
    spans = [span(start, start + size) for start, size in places]
    cuts = union(spans)
    covered = {at for s in spans for at in range(s.start, s.end)}
    assert covered == {at for c in cuts for at in range(c.start, c.end)}
    assert all(one.end <= two.start for one, two in itertools.pairwise(cuts))


KINDS = st.sampled_from([Kind.VENDOR_TOKEN, Kind.API_KEY, Kind.PASSWORD, Kind.KNOWN])
SPANS = st.builds(
    lambda start, size, kind, label: span(start, start + size, kind, label),
    st.integers(0, 30), st.integers(1, 60), KINDS, st.integers(0, 9),
)  # fmt: skip


@given(st.lists(SPANS, min_size=1, max_size=5))
def test_a_union_shows_what_its_strictest_member_shows(spans: list[Span]) -> None:
    text = secret(100)
    masked = gate(*spans).mask(Raw(text))
    for cut, mask in zip(union(spans), masked.masks, strict=True):
        value = text[cut.start : cut.end]
        alone = [
            show(value, span(0, len(value), s.kind, s.label * (s.start == cut.start))) for s in cut.spans
        ]
        assert len(mask.shown) == min(map(len, alone))
        assert mask.shown in alone


def test_the_strictest_member_names_the_finding() -> None:
    (finding,) = gate(span(0, 40, Kind.API_KEY), span(10, 20, Kind.PASSWORD)).inspect(secret(50))
    assert (finding.kind, finding.start, finding.end, finding.length) == (Kind.PASSWORD, 0, 40, 40)


@given(SCRIPTS, st.text(ALNUM, min_size=1, max_size=30), SCRIPTS, st.booleans(), st.booleans())
def test_only_the_value_changes_in_every_mix_of_scripts(
    before: str, value: str, after: str, wide: bool, broken: bool
) -> None:
    """Law: offsets index the given text; what stands around a value stays as it was; masking twice changes nothing."""
    written = value.translate(FULL_WIDTH) if wide else value
    if broken:
        written = "\u200b".join(written)
    lead, tail = f"{before} key=", f" {after}".replace("key", "kez")
    text = lead.replace("key= key=", "key=") + written + tail
    masked = Gate(Finder([Keyed()])).mask(Raw(text))
    found = findings(masked)
    assert all(
        text[: f.start].endswith(("key=", "ｋｅｙ＝")) or "key=" in fold(text[: f.start]).text for f in found
    )
    assert any(f.start <= len(lead) and f.end >= len(lead) + len(written) for f in found)
    at, out = 0, ""
    for f, mask in zip(found, masked.masks, strict=True):
        out += text[at : f.start] + mask.shown
        at = f.end
    assert str(masked) == out + text[at:]
    again = Gate(Finder([Keyed()])).mask(Raw(str(masked)))
    assert str(again) == str(masked)
    assert not again.masks


def test_masked_places_hold_no_piece_of_the_value() -> None:
    value = secret(30)
    masked = Gate(Finder([Keyed(Kind.API_KEY)]), b"k" * 32).mask(Raw(f"see key={value}, thanks"))
    whole = f"{masked!r} {masked} {masked.masks} {findings(masked)}"
    assert not any(value[i : i + 8] in whole for i in range(len(value) - 7))


def test_one_value_has_one_mask_and_one_fingerprint_in_a_text() -> None:
    value = secret(40)
    spans = span(0, 40, Kind.API_KEY), span(41, 81, Kind.PASSWORD)
    one, two = gate(*spans, key=b"k" * 32).mask(Raw(f"{value} {value}")).masks
    assert one.shown == two.shown == "***"
    assert one.fingerprint == two.fingerprint != ""


def test_a_fingerprint_needs_the_key() -> None:
    value = secret(20)
    assert Gate(Finder([])).fingerprint(value) == ""
    first, second = (Gate(Finder([]), key).fingerprint(value) for key in (b"a" * 32, b"b" * 32))
    assert first != second
    assert re.fullmatch("[b-df-hj-np-t]{16}", first)
    assert repr(Gate(Finder([]), b"a" * 32)) == "<Gate>"


@given(SCRIPTS)
def test_an_error_in_any_detector_withholds_the_text(text: str) -> None:
    broken = Gate(Finder([Keyed(), Failing()]))
    masked = broken.mask(Raw(text))
    assert str(masked) == WITHHELD
    (finding,) = broken.inspect(text)
    assert (finding.rule, finding.kind, finding.start, finding.end) == (
        "withheld",
        Kind.WITHHELD,
        0,
        len(text),
    )


class Outside(Fixed):
    def find(self, scan: Scan, /) -> Iterable[Span]:
        return [span(0, len(scan.shadow) + 1)]


def test_a_span_outside_the_text_withholds_it() -> None:
    assert str(Gate(Finder([Outside()])).mask(Raw(secret(20)))) == WITHHELD


def test_an_empty_span_is_no_finding() -> None:
    assert gate(span(3, 3)).inspect(secret(20)) == []


@given(st.text(ALNUM, max_size=7), st.sampled_from(["...", "…", "***", "*****"]), st.text(ALNUM, max_size=4))
def test_what_is_a_mask_already_stays(head: str, dots: str, tail: str) -> None:
    value = head + dots + tail
    masked = Gate(Finder([Keyed()])).mask(Raw(f"key={value} x"))
    assert str(masked) == f"key={value} x"
    assert not masked.masks


def test_what_stands_inside_a_mask_is_not_masked_again() -> None:
    text = "see ghp_...a1B2, and pin...4821"
    inner, digits = text.index("a1B2"), text.index("4821")
    masked = gate(span(inner, inner + 4), span(digits, digits + 4)).mask(Raw(text))
    assert str(masked) == "see ghp_...a1B2, and pin...***"


def test_a_span_that_yields_counts_only_where_no_other_covers_it() -> None:
    text = secret(60)
    weak = [span(start, start + 20)._replace(yields=True) for start in (5, 35)]
    masked = gate(span(0, 30, Kind.API_KEY), *weak).inspect(text)
    assert [(f.start, f.end, f.kind) for f in masked] == [(0, 30, Kind.API_KEY), (35, 55, Kind.PASSWORD)]


def test_half_a_surrogate_pair_is_no_reason_to_withhold() -> None:
    text = f"\ud83d key={secret(12)} \udc00"
    assert str(Gate(Finder([Keyed()]), b"k" * 32).mask(Raw(text))) == "\ud83d key=*** \udc00"


def test_a_value_that_is_named_once_is_masked_wherever_the_text_has_it_again() -> None:
    value, words = secret(14), "and a good deal of other talk in between " * 9
    text = f"{value} is new. key={value} {words} then {value} again"
    assert str(Gate(Finder([Keyed()])).mask(Raw(text))).count("***") == 3
    assert str(Gate(Finder([Keyed()])).mask_window(text)).count("***") == 1


def test_what_an_answer_names_is_masked_in_the_question_too() -> None:
    value = secret(14)
    question, answer = Gate(Finder([Keyed()])).mask_exchange(f"is it {value}?", f"yes, key={value}")
    assert (str(question), str(answer)) == ("is it ***?", "yes, key=***")


def test_a_question_without_an_answer_has_none() -> None:
    question, answer = Gate(Finder([Keyed()])).mask_exchange(Raw(f"key={secret(14)}"))
    assert str(question) == "key=***"
    assert answer is None


def test_a_gate_that_knows_a_talk_finds_its_values_bare() -> None:
    value = secret(14)
    plain = Gate(Finder([Keyed()]))
    knowing = plain.knowing([[message(1, Role.USER, f"key={value}")]], short=False)
    text = f"{value} is in use"
    assert plain.mask_text(text) == text
    assert knowing.mask_text(text) == "*** is in use"


@pytest.mark.parametrize(("kind", "shown"), [(Kind.PASSWORD, "***"), (Kind.WITHHELD, "[withheld]")])
def test_a_stand_in_shows_nothing_of_what_is_held_back(kind: Kind, shown: str) -> None:
    masked = stand_in(700, "over-long", kind)
    assert (str(masked), findings(masked)) == (shown, [Finding("over-long", kind, 0, 700)])


def message(number: int, role: Role, text: str) -> Message[Raw]:
    return Message(number, role, Raw(text), float(number))


def talk(*texts: str) -> Segment[Raw]:
    rows = [message(i, Role.ASSISTANT if i % 2 else Role.USER, text) for i, text in enumerate(texts)]
    exchanges = [
        Exchange(rows[i], rows[i + 1] if i + 1 < len(rows) else None, ("t",)) for i in range(0, len(rows), 2)
    ]
    return Segment(End("cli"), "s1", tuple(exchanges))


def test_a_run_keeps_its_shape() -> None:
    value = secret(12)
    (masked,) = Gate(Finder([Keyed()])).mask_run([talk(f"key={value}", "ok", "and now?")])
    assert (masked.end, masked.session) == (End("cli"), "s1")
    first, second = masked.exchanges
    assert str(first.question.text) == "key=***"
    assert first.answer is not None
    assert str(first.answer.text) == "ok"
    assert second.answer is None
    assert second.question.id == 2
    assert second.acted == ("t",)


def test_a_value_named_late_is_masked_where_it_stood_bare_before() -> None:
    value = secret(16)
    first, second = Gate(Finder([Keyed()])).mask_run([talk(f"try {value} again"), talk(f"key={value}")])
    assert str(first.exchanges[0].question.text) == "try *** again"
    assert str(second.exchanges[0].question.text) == "key=***"


def test_one_bad_message_of_a_run_is_withheld_alone() -> None:
    class Picky(Keyed):
        def find(self, scan: Scan, /) -> Iterable[Span]:
            if "boom" in scan.shadow.text:
                raise RuntimeError(scan.shadow.text)
            return super().find(scan)

    class Far(Keyed):
        keywords = ("far",)

        def find(self, scan: Scan, /) -> Iterable[Span]:
            return [span(0, len(scan.shadow) + 9)]

    run = Gate(Finder([Picky(), Far()])).mask_run([talk("key=boom", "fine", "far away")])
    first, second = run[0].exchanges
    assert str(first.question.text) == str(second.question.text) == WITHHELD
    assert first.question.notes == second.question.notes == (Note.WITHHELD,)
    assert first.answer is not None
    assert str(first.answer.text) == "fine"
    assert first.answer.notes == ()


def test_an_error_between_messages_withholds_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError(secret(20))

    monkeypatch.setattr("safedigest.gate.spans_of_run", broken)
    (masked,) = Gate(Finder([Keyed()]), memory=Memory(b"k" * 32)).mask_run([talk("one", "two")])
    exchange = masked.exchanges[0]
    assert str(exchange.question.text) == WITHHELD
    assert exchange.answer
    assert str(exchange.answer.text) == WITHHELD


def test_the_values_of_a_run_are_remembered_by_fingerprint() -> None:
    memory, value = Memory(b"k" * 32), "hunter" + secret(6) + "7"
    Gate(Finder([Keyed()]), memory=memory).mask_run([talk(f"key={value}")], now=1e9)
    assert memory.knows(value)
    assert value not in repr(vars(memory) if hasattr(memory, "__dict__") else memory)


def test_findings_are_read_back_from_the_masks() -> None:
    masked = gate(span(2, 9)).mask(Raw("x " + secret(7) + " y"))
    assert [(f.start, f.end) for f in findings(masked)] == [(2, 9)]
    assert isinstance(masked.pieces[1], Mask)
    assert masked.pieces[1].length == 7


def test_the_default_gate_masks_a_vendor_token() -> None:
    token = "ghp_" + secret(36, seed=5)
    assert token[10:20] not in str(Gate.default().mask(Raw(f"token {token}")))


def test_the_formed_gate_knows_a_token_and_hears_no_words() -> None:
    token, word = "ghp_" + secret(36, seed=5), "hunter" + secret(5)
    formed = Gate.default().formed
    assert formed.inspect(f"token {token}")
    assert not formed.inspect(f"我的密码是{word}")


def test_the_gate_of_a_home_knows_its_settings(tmp_path: Path) -> None:
    (tmp_path / "safedigest").mkdir()
    (tmp_path / "safedigest" / "config.toml").write_text('personal = "none"\n')
    mobile = "138" + "".join(Random(3).choices(string.digits, k=8))
    text = f"我的手机号 {mobile}"
    assert Gate.from_home(tmp_path).inspect(text) == []
    assert Gate.from_home(tmp_path, personal=Personal.DEFAULT).inspect(text) != []


settings.register_profile("quick", deadline=None)
settings.load_profile("quick")


def test_what_was_said_on_the_way_to_an_answer_is_heard_and_not_kept() -> None:
    value = secret(16)
    bare, answer = message(1, Role.USER, f"go with {value}"), message(9, Role.ASSISTANT, "done")
    on_the_way = (message(5, Role.ASSISTANT, f"got key={value}"),)
    segment = Segment(End("cli"), "s1", (Exchange(bare, answer, (), on_the_way),))
    (masked,) = Gate(Finder([Keyed()])).mask_run([segment])
    (exchange,) = masked.exchanges
    assert str(exchange.question.text) == "go with ***"
    assert exchange.answer is not None
    assert str(exchange.answer.text) == "done"
    assert exchange.between == ()


def test_what_was_said_before_a_talk_is_heard_and_not_kept() -> None:
    value = secret(16)
    first = Exchange(message(5, Role.USER, f"go with {value}"), message(9, Role.ASSISTANT, "done"))
    heard = (message(1, Role.ASSISTANT, f"got key={value}"), message(2, Role.ASSISTANT, "shall I?"))
    (masked,) = Gate(Finder([Keyed()])).mask_run([Segment(End("cli"), "s1", (first,), heard)])
    (exchange,) = masked.exchanges
    assert exchange.answer is not None
    assert (str(exchange.question.text), str(exchange.answer.text)) == ("go with ***", "done")
    assert masked.heard == ()


def test_a_message_of_values_within_values_is_withheld_alone() -> None:
    unit = secret(2) + "3"
    nested = "\n".join(f"password={unit * (size % 150 + 3)}" for size in range(400))
    talk = [Message(1, Role.USER, Raw(nested), 1.0), Message(2, Role.ASSISTANT, Raw("好的，明天见"), 2.0)]
    hostile, plain = Gate.default().mask_talks([talk])[0]
    assert str(hostile.text) == WITHHELD
    assert str(plain.text) == "好的，明天见"


def test_marks_put_the_masks_of_a_text_back_where_they_stood() -> None:
    text = f"key={secret(20)} and key={secret(24, 2)}, no more"
    masked = Gate(Finder([Keyed()]), b"k" * 32).mask(text)
    again = marked(text, marks_of(masked))
    assert (str(again), findings(again)) == (str(masked), findings(masked))
    assert [mask.fingerprint for mask in again.masks] == [mask.fingerprint for mask in masked.masks]


def test_a_mark_that_is_cut_off_shows_nothing() -> None:
    (mark,) = marks_of(Gate(Finder([Keyed()]), b"k" * 32).mask(f"key={secret(30)}"))
    assert mark.until(mark.end) == mark
    cut = mark.until(mark.end - 1)
    assert (cut.end, cut.shown, cut.fingerprint) == (mark.end - 1, "***", "")
