"""The last look: a finished text goes through the gate's finders once more, as it will be written.

Masking, shortening and joining are ours, and each could go wrong; what is found here was nearly written. A hit
withholds the turn it stands in, across two turns the later one, and the page is made again without it. A hit outside
every turn, or one that is still there after five rounds, is an error: nothing is written and the old file stays.
Only our own text is sealed, never the hand-written rest of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from safedigest.digest import Ref
from safedigest.errors import SafedigestError
from safedigest.gate import Gate
from safedigest.page import Page

ROUNDS: Final = 5


class SealError(SafedigestError):
    """A finished text still holds something to mask; nothing was written. Please report it with the rule's name."""


def sealed(make: Callable[[frozenset[Ref]], Page], gate: Gate, withheld: frozenset[Ref] = frozenset()) -> tuple[Page, frozenset[Ref]]:
    """Make a page until its text is clean; return it with the turns that had to be withheld.

    ``make`` is given the turns to withhold. Raises SealError.
    """
    for _ in range(ROUNDS):
        page = make(withheld)
        found = gate.inspect(str(page.text))
        if not found:
            return page, withheld
        for finding in found:
            refs = page.refs_in(finding.start, finding.end)
            if not refs:
                raise SealError(f"rule {finding.rule} found something in our own words; the last good digest stays")
            withheld |= {refs[-1]}
    raise SealError(f"still not clean after {ROUNDS} rounds; the last good digest stays")
