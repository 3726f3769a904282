"""One message as the detectors of spoken secrets look at it: its pieces, its clauses, and what a number belongs to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Final, NamedTuple

from safedigest.detect import lazy
from safedigest.detect.candidates import RUN, Candidate, candidates
from safedigest.detect.interface import Budget, everywhere
from safedigest.detect.levels import CODE, MASKED, RANDOM, is_grouped
from safedigest.detect.lexicon import Lexicon
from safedigest.detect.measures import OF_A_POD
from safedigest.detect.readout import read_out

BEFORE: Final = 160  # characters before a label in which a value is looked for
AFTER: Final = 240
_SHORT: Final = 90  # a message this short is about one thing
_WHOLE: Final = (
    4000  # a message up to this length is cut into pieces at once, a longer one where it is looked at
)
_BLOCK: Final = 1000
_COST: Final = 48  # of a piece, in characters: what is asked about it
_START: Final = attrgetter("start")
_RUN: Final = 512  # characters of a run that are looked at beyond a bound
_RUN_SIGNS: Final = "".join(map(chr, range(0x21, 0x7F)))
_HEX = lazy.pattern(r"(?:0x)?[0-9a-f]{12,}\Z")
_DIGEST_OF = lazy.pattern(
    r"(?<![a-z])(?:sha-?\d*|md5|hash|checksum|digest|commit|fingerprint|etag|txid|tx|block|image|object|revision)(?:sum)?(?![a-z])"
    r"|校验|哈希|指纹|摘要|交易|区块|镜像|提交|合约"
)
_VARIABLE = lazy.pattern(
    r"(?:^|[^a-z_])[a-z] ?= ?\Z"
    r"|(?<![a-z_])[a-z]\w* ?: ?(?:int|float|number|long|double|u?int\d+|i\d+|u\d+|decimal) ?= ?\Z"
)  # ``x = 4711``, ``port: int = 4711``
_NETWORK = lazy.pattern(
    r"(?:ssid|网络名|wi-?fi ?名(?:称|字)?|(?:无线|热点|网络)名(?:称|字)?|(?:wi-?fi|network|hotspot) name)"
    r"(?:[\s:=是为叫]|\bis\b)*\Z"
)
_POD = lazy.pattern(
    rf"(?P<sure>(?:[a-z][a-z0-9]*-)+{OF_A_POD}(?:_[a-z0-9-]{{1,40}})?\Z)"
    r"|(?:[a-z][a-z0-9]*-)+[bcdfghjklmnpqrstvwxz2456789]{5}\Z"
)
_COLUMNS = lazy.pattern(r" {2,}\S|\Z")
_PLACE = lazy.pattern(  # ``Apartment 1807``; in ``the code for the apartment 1807`` it is what the code is for
    r"(?<![a-z])(?P<of>(?:the|my|our|your|his|her|their|this|that|an?) )?"
    r"(?:apartment|truck|trailer|lorry|dock|pallet|container|booth|classroom|ward|cab|bay|右拐|左拐) ?#?\Z"
)
_MEETING = lazy.pattern(  # the number of a call is public
    r"(?:(?<![a-z])(?:zoom|webex|meeting(?: id| number)?|teams|会议(?:号|id)?|腾讯会议))[\s:#是为]{0,3}"
    r"(?:\d{3,4}[ -]?){0,3}\Z"
)
_TURNED = lazy.pattern(
    r"(?:[转拨调改换变收看发拿得等]到|这个?[月周]|本[月周]|上个?[月周]|今[年天]|\d ?号[柜箱门格]?)\s*\Z"
)  # ``转到 7539``, ``柜 23 号 8636``
_PLURAL = lazy.pattern(
    r" (?!(?:is|was|this|has|does|its|us|yes|as|ups)\b|thanks|works|opens|always|unless|plus|expires|keeps|comes"
    r"|arrives|says|gets|lets|goes|needs|lasts|pls|guys|sometimes|perhaps|besides|hers|theirs|ours"
    r"|bros|others|ends)[a-z]{2,}s\b"
)
_STOP = lazy.pattern(
    r"[。；！？\n.;!?,，\s]"
    r"(?:(?<=[。；！？\n])|(?<=[.;!?])(?=\s|\Z)|(?<=[\u4e00-\u9fff][\s,，])(?:(?<=\s)\s*[,，])?(?<=[,，])(?=\s*[\u4e00-\u9fff]))"
)


class _Block(NamedTuple):
    """The pieces of a stretch in order, and where each starts."""

    pieces: list[Candidate]
    starts: list[int]

    @classmethod
    def of(cls, pieces: list[Candidate]) -> _Block:
        """Make a block of ``pieces``."""
        return cls(pieces, [piece.start for piece in pieces])


class Scene:
    """A message: ``text`` and ``lower`` are its shadow's, of one length; its pieces are read once.

    Each piece that is looked at is work that ``budget`` pays for, where one is given. ``wants`` is that of ``Scan``.
    """

    __slots__ = (
        "_blocks",
        "_budget",
        "_first",
        "_size",
        "_strong",
        "gaps",
        "judged",
        "lower",
        "text",
        "wants",
        "words",
    )

    def __init__(
        self,
        text: str,
        lower: str,
        words: Lexicon,
        budget: Budget | None = None,
        wants: Callable[[int, int], bool] = everywhere,
    ) -> None:
        self.text = text
        self.lower = lower
        self.words = words
        self.wants = wants
        self._budget = budget
        self._size = _WHOLE if len(text) <= _WHOLE else _BLOCK
        self._blocks: dict[int, _Block] = {}
        self._first: dict[re.Pattern[str], int] = {}
        self._strong: dict[tuple[int, int], _Block] = {}
        # What others found out about places and pieces of this message, so that it is found out once.
        self.gaps: dict[int, tuple[int, bool]] = {}
        self.judged: dict[tuple[int, int, int], bool] = {}

    def value(self, piece: Candidate) -> str:
        """Return the text of a piece."""
        return self.text[piece.start : piece.end]

    def pay(self, characters: int) -> None:
        """Take work off the budget."""
        if self._budget is not None:
            self._budget.spend(characters)

    def pieces(self, start: int, end: int) -> list[Candidate]:
        """Return all pieces between ``start`` and ``end``, read-out ones included, in order."""
        return self._between(start, end, self._block)

    def strong(self, start: int, end: int, least: int) -> list[Candidate]:
        """Return the pieces between ``start`` and ``end`` from level ``least``, in order."""
        return self._between(start, end, lambda number: self._strong_block(number, least))

    def _between(self, start: int, end: int, block_of: Callable[[int], _Block]) -> list[Candidate]:
        start, end = max(0, start), min(len(self.text), end)
        found: list[Candidate] = []
        least = start // self._size
        least -= start < self._edge(least)
        for number in range(least, end // self._size + 1):
            block = block_of(number)
            if block.starts:
                first, stop = bisect_left(block.starts, start), bisect_left(block.starts, end)
                found += [piece for piece in block.pieces[first:stop] if piece.end <= end]
        self.pay(_COST * len(found))
        return found

    def holds_code(self) -> bool:
        """Tell whether a piece is a number or looks at least like a code."""
        self.pay(len(self.text))
        return any(
            piece.digits or piece.level >= CODE
            for number in range(len(self.text) // self._size + 1)
            for piece in self._block(number).pieces
        )

    def _block(self, number: int) -> _Block:
        """Return the pieces of one stretch of the text; each is read once."""
        block = self._blocks.get(number)
        if block is None:
            low, high = self._edge(number), self._edge(number + 1)
            block = self._blocks[number] = _Block.of(self._read(low, high))
        return block

    def _strong_block(self, number: int, least: int) -> _Block:
        block = self._strong.get((number, least))
        if block is None:
            pieces = [piece for piece in self._block(number).pieces if piece.level >= least]
            block = self._strong[number, least] = _Block.of(pieces)
        return block

    def _edge(self, number: int) -> int:
        """Return where a stretch begins: not inside a run, for half a token looks like another one."""
        at = min(number * self._size, len(self.text))
        if at and self.text[at - 1] in _RUN_SIGNS and (run := RUN.match(self.text, at, at + _RUN)):
            return run.end()
        return at

    def _read(self, start: int, end: int) -> list[Candidate]:
        aloud = sorted(read_out(self.text, start, end), key=_START)
        plain = candidates(self.text, start, end)
        if not aloud:
            return list(plain)
        starts, ends = [one.start for one in aloud], list(accumulate((one.end for one in aloud), max))
        alone = [c for c in plain if not ((at := bisect_left(starts, c.end)) and ends[at - 1] > c.start)]
        return sorted([*alone, *aloud], key=_START)

    def says(self, pattern: re.Pattern[str], before: int) -> bool:
        """Tell whether ``pattern`` stands anywhere before an offset; the message is searched for it once."""
        if pattern not in self._first:
            found = pattern.search(self.lower)
            self._first[pattern] = found.end() if found else len(self.lower) + 1
        return self._first[pattern] <= before

    def counts(self, piece: Candidate) -> bool:
        """Tell whether a number counts something (``8 位``, ``90 days``)."""
        return (
            piece.digits
            and not piece.spelled
            and self.words.number_after.match(self.lower, piece.end) is not None
        )

    def turned(self, piece: Candidate) -> bool:
        """Tell whether a dial is turned to a number, or a compartment has it (``转到 7539``, ``柜 23 号 8636``)."""
        return _TURNED.search(self.lower, max(0, piece.start - 16), piece.start) is not None

    def many(self, piece: Candidate) -> bool:
        """Tell whether a plural follows a number (``4200 customers``)."""
        return piece.digits and _PLURAL.match(self.lower, piece.end) is not None

    def belongs(self, piece: Candidate, *, named: bool = True) -> bool:
        """Tell whether what stands before a piece says that it is something else (``订单号 x``, ``user x``).

        ``named``: the name of an account is something else too.
        """
        if piece.level == MASKED or is_grouped(self.value(piece)):
            return False
        head = self.lower[max(0, piece.start - 24) : piece.start]
        if _TURNED.search(head):
            return False
        if self._numbers(piece, head) or self.words.number_before(head, short=piece.digits):
            return True
        if _NETWORK.search(head) or self._drawn(piece):
            return True
        return named and piece.level < RANDOM and self.words.account_before.search(head) is not None

    def _numbers(self, piece: Candidate, head: str) -> bool:
        """Tell whether ``head`` says whose number this is: a variable's, a place's."""
        if not piece.digits:
            return False
        if _MEETING.search(head):
            return True
        place = _PLACE.search(head)
        return _VARIABLE.search(head) is not None or (place is not None and not place["of"])

    def _drawn(self, piece: Candidate) -> bool:
        """Tell whether a machine drew this for something else: a digest, the name of a pod."""
        value = self.value(piece)
        if _HEX.match(value):
            return _DIGEST_OF.search(self.lower, max(0, piece.start - 60), piece.start) is not None
        pod = _POD.match(value)
        return pod is not None and (pod["sure"] or _COLUMNS.match(self.text, piece.end)) is not None

    def free(self, piece: Candidate) -> bool:
        """Tell whether a number is neither a count nor another thing's."""
        return not self.counts(piece) and not self.belongs(piece)

    def alike(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Return the other numbers of a short message that have as many digits as one that was found."""
        if len(self.text) > _SHORT:
            return []
        sizes = {p.end - p.start for p in found if p.digits and not p.spelled and p.end - p.start > 2}  # noqa: PLR2004
        taken = {(p.start, p.end) for p in found}
        pieces = self.pieces(0, len(self.text)) if sizes else []
        return [
            p
            for p in pieces
            if p.digits
            and not p.spelled
            and p.end - p.start in sizes
            and p.level <= CODE
            and (p.start, p.end) not in taken
            if self.free(p)
        ]

    def isolated(self, piece: Candidate) -> bool:
        """Tell whether a piece stands for itself: white space or a sentence mark beside it, or that and Chinese."""
        before = self.text[piece.start - 1 : piece.start] if piece.start else " "
        after = self.text[piece.end : piece.end + 1] or " "
        if before in " \n\t:：,，、。":
            return not after.isalnum() or (after in " \n\t,，。!！~" and not before.isascii())
        return after in " \n\t,，。!！~" and not before.isascii()

    def clause(self, start: int, end: int) -> tuple[int, int]:
        """Return the bounds of the clause that holds ``start:end``, at most ``BEFORE`` and ``AFTER`` away."""
        low = max(0, start - BEFORE)
        for stop in _STOP.finditer(self.text, low, start):
            low = stop.end()
        behind = _STOP.search(self.text, end, end + AFTER)
        return low, behind.start() if behind else min(len(self.text), end + AFTER)
