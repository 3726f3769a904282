"""What work may cost: it grows no faster than the text, what costs too much is withheld, and shortcuts lose nothing.

Work is counted in the units of ``Budget``, never in seconds: these tests mean the same on every machine.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import chat, hostile
from safedigest.detect import decoded
from safedigest.detect.build import finders
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.interface import Budget, Detector, Scan, Span, Turn
from safedigest.detect.outline import Sign
from safedigest.errors import BudgetSpentError
from safedigest.gate import Gate
from safedigest.model import Role
from tests.corpus.cases import harmless_cases, secret_cases

SIZE = 3_000
LONG = 4_200  # characters; from here on a message is cut into pieces where it is looked at
STEEPEST = 2.3
BEFORE = (Turn(Role.ASSISTANT, fold("密码发我一下？ what is the password?")),)
_PIECES = (
    *(
        "密码",
        "password",
        "is",
        "key",
        "token",
        "是",
        "按",
        "admin",
        "root",
        "/",
        ":",
        "=",
        "口令",
        "code",
        "pin",
        "Xy12",
    ),
    *(
        "abc123",
        "4821",
        "hunter2",
        "kQ7xB2mv9",
        "拆成",
        "前半",
        "the rest",
        "验证码",
        "one",
        "two",
        "three",
        "four",
    ),
    *(
        "大写",
        "K",
        "五",
        "六",
        "七",
        "八",
        "aGVsbG8gd29ybGQhIQ==",
        "sk-",
        "ghp_",
        "倒着",
        "rot13",
        "https://a.b/c?token=",
    ),
    *(
        "%41%42",
        "\\u0041",
        "7ns6",
        "yzDf",
        "AFfR",
        "Qm2x",
        "1",
        ".",
        "7",
        "9",
        "2",
        "a",
        "b",
        "6f",
        "6a",
        "2b",
        "`",
        "**",
    ),
    *("<b>", "&#x41;", "全角", "每位", "+", "\n"),
)
TALK = st.lists(st.sampled_from(_PIECES), max_size=20).flatmap(
    lambda words: st.sampled_from(("", " ")).map(lambda gap: gap.join(words))
)


class Needless:
    """A detector that is asked about every text in which one of its keywords stands, whatever else it needs."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self.keywords = detector.keywords

    def find(self, scan: Scan, /) -> Iterable[Span]:
        return self._detector.find(scan)


@lru_cache(maxsize=1)
def quick() -> Finder:
    return finders(wanted="all").every


@lru_cache(maxsize=1)
def patient() -> Finder:
    every = quick()
    bare = [Needless(detector) for detector in every._detectors]
    return Finder(bare[: every._firm], bare[every._firm :])


def found(finder: Finder, text: str, before: Sequence[Turn]) -> list[Span] | str:
    try:
        return sorted(finder.find(fold(text), Role.USER, before), key=repr)
    except BudgetSpentError:
        return "withheld"


def _eager(way: decoded.Way) -> decoded.Way:
    """Return a way that is always tried; what must be announced stays so."""
    always = way.may if way.may is decoded._may_be_announced else lambda _: True
    return replace(way, may=always, needs=Sign.NONE)


def same(text: str, before: Sequence[Turn] = ()) -> bool:
    """Tell whether a text gives the same with every shortcut and without."""
    shown = found(quick(), text, before)
    with pytest.MonkeyPatch.context() as patch:
        every = tuple(map(_eager, decoded._WAYS))
        plain = every[: len(decoded._PLAIN_WAYS)]
        patch.setattr(decoded, "_ways", lambda _signs, tokens: every if tokens else plain)
        return found(patient(), text, before) == shown


def corpus() -> Iterator[str]:
    yield from chat.messages(5, 60_000)
    yield from (case.text for case in chain(secret_cases(5, 3), harmless_cases(5, 10)))


def test_no_shortcut_loses_a_finding() -> None:
    assert [text for text in corpus() if not same(text)] == []


@given(TALK, st.booleans())
@settings(max_examples=400, deadline=None)
def test_no_shortcut_loses_a_finding_of_odd_talk(text: str, asked: bool) -> None:
    assert same(text, BEFORE if asked else ())


def work(text: str) -> int | None:
    """Count the units that a text costs; None where its budget is spent and it is withheld."""
    budget = Budget(len(text))
    whole = budget.left
    try:
        quick().find(fold(text), None, (), budget)
    except BudgetSpentError:
        return None
    return whole - budget.left


def is_steep(shape: hostile.Shape, size: int) -> bool:
    """Tell whether twice the size costs more than 2.3 times the work and is not withheld, and so once more.

    Once is a step: from some length on, a text is looked at in pieces, and where the cuts fall pieces are found.
    """
    works = [work(shape(size << step)) for step in range(3)]
    return all(
        large is not None and (small is None or large > STEEPEST * max(small, 4 * size << step))
        for step, (small, large) in enumerate(pairwise(works))
    )


@pytest.mark.parametrize("name", hostile.SHAPES)
def test_work_grows_no_faster_than_a_hostile_text(name: str) -> None:
    assert not is_steep(hostile.SHAPES[name], SIZE)


def test_work_grows_no_faster_than_what_attacks_a_rule() -> None:
    attacks = islice(hostile.of_rules(), None, None, 7)
    assert [name for name, shape in attacks if is_steep(shape, LONG)] == []


@pytest.mark.parametrize("name", ["labels in Chinese", "digits apart", "masks"])
def test_a_text_that_costs_too_much_is_withheld_whole(name: str) -> None:
    assert hostile.withheld(Gate.default(), hostile.SHAPES[name](50_000))


def test_a_long_ordinary_text_is_not_withheld() -> None:
    text = "\n".join(chat.messages(6, 120_000))
    assert not hostile.withheld(Gate.default(), text)


def _settings(random: Random) -> str:
    name = "_".join(random.choices(("DB", "API", "MAIL", "SEARCH", "USER", "BILLING", "QUEUE"), k=2))
    return (
        f"{name}_{random.choice(('PASSWORD', 'KEY', 'SECRET', 'TOKEN', 'URL'))}={hostile.token(random, 20)}\n"
    )


def _credentials(random: Random) -> str:
    cells = (hostile.token(random, 6), hostile.token(random, 12), hostile.token(random, 32), "admin")
    return ",".join(cells) + "\n"


def _pods(random: Random) -> str:
    return f"kube-system  token-controller-{random.getrandbits(40):010x}  1/1  Running  {random.randrange(9)}  5d\n"


def _log(random: Random) -> str:
    return (
        f"2026-01-02 12:{random.randrange(10, 60)}:07,{random.randrange(1000):03} INFO  [http-7] c.e.Auth - "
        f"request id={hostile.token(random, 16)} token refreshed in {random.randrange(900)} ms, code 200, "
        f"trace={random.getrandbits(128):032x}\n"
    )


def _encoded(random: Random) -> str:
    text = f"password={hostile.token(random, 12)}".encode()
    return f"value: {random.choice((b64encode(text).decode(), text.hex()))}\n"


def _logins(random: Random) -> str:
    name, value = f"box{random.randrange(99)}", hostile.token(random, 9)
    said = (f"{name} 的密码是 {value}，用户 admin", f"the password for {name} is {value}, user root")
    return f"{random.choice(said)}\n"


DENSE = {
    "logins": (_logins, "", 6_000),
    "settings": (_settings, "", 100_000),
    "credentials": (_credentials, "user,password,api_key,role\n", 100_000),
    "pods": (_pods, "", 100_000),
    "log": (_log, "", 100_000),
    "encoded": (_encoded, "", 6_000),
}


@pytest.mark.parametrize("name", DENSE)
def test_a_dense_text_as_people_paste_them_is_not_withheld(name: str) -> None:
    row, head, size = DENSE[name]
    assert work(head + hostile.rows(row)(size)) is not None


@pytest.mark.parametrize("name", ["labels in Chinese", "labels in English", "parameters", "columns"])
def test_a_text_of_names_alone_is_withheld_before_they_are_looked_at(name: str) -> None:
    text = hostile.SHAPES[name](50_000)
    budget = Budget(len(text))
    whole = budget.left
    with pytest.raises(BudgetSpentError):
        quick().find(fold(text), None, (), budget)
    assert whole - budget.left < 10 * len(text)


def test_a_view_is_made_where_something_is_hidden_and_nowhere_else() -> None:
    filler = "so it goes on and on, day by day\n" * 400
    text = f"{filler}%73%6b-%61nt {filler}"
    seen: list[int] = []
    detector = Recorder(seen)
    disguised = decoded.Disguised(lambda: Finder([detector]), lambda: Finder([detector]))
    list(disguised.find(Scan(fold(text), None, (), (), Budget(len(text)))))
    assert seen
    assert max(seen) < len(text) / 5


class Recorder:
    """Notes how long the texts are that it is asked about."""

    keywords: Sequence[str] = ()

    def __init__(self, seen: list[int]) -> None:
        self._seen = seen

    def find(self, scan: Scan, /) -> Iterable[Span]:
        self._seen.append(len(scan.shadow))
        return ()
