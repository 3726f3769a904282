"""The last look: a finished text goes through the gate once more, as it will be written.

Masking, shortening and joining are ours, and each could go wrong; what is found here was nearly written. Each line that
shows a message is looked at by all detectors, with its line breaks; the whole text, across lines, by those that know a
secret by its form. (Judged across lines, what one end said would be taken for the label of what another one did.)

A hit withholds the turn it stands in, across two turns the later one, and the page is made again without it. What
stands outside every turn is ours; a hit there is the doing of the turn before it. One that is still there after five
rounds is an error: nothing is written and the old file stays. Only our own text is sealed, never the hand-written rest
of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from safedigest.digest import Ref
from safedigest.errors import SafedigestError
from safedigest.gate import Gate
from safedigest.inert import BREAK
from safedigest.model import Finding
from safedigest.page import Page

ROUNDS: Final = 5
_BREAK: Final = str(BREAK).strip()


class Look:
    """The eyes of one run: the gate as it is when the run has masked everything.

    A run shows the same words in several texts (the feed, DIGEST.md, the block); each text is looked at, and words that
    were looked at before are known.
    """

    __slots__ = ("_formed", "_gate", "_known")

    def __init__(self, gate: Gate) -> None:
        self._gate, self._formed = gate, gate.formed
        self._known: dict[str, tuple[str, ...]] = {}

    def at_words(self, words: str) -> tuple[str, ...]:
        """Return the rules by which something would still be masked in the words of one message."""
        if words not in self._known:
            self._known[words] = tuple(finding.rule for finding in self._gate.inspect(words))
        return self._known[words]

    def at_text(self, text: str) -> list[Finding]:
        """Return what the detectors that know a secret by its form would still mask in a whole text."""
        return self._formed.inspect(text)


class SealError(SafedigestError):
    """A finished text still holds something to mask; nothing was written. Please report it with the rule's name."""


def sealed(
    make: Callable[[frozenset[Ref]], Page], look: Look, withheld: frozenset[Ref] = frozenset()
) -> tuple[Page, frozenset[Ref]]:
    """Make a page until its text is clean; return it with the turns that had to be withheld.

    ``make`` is given the turns to withhold. Raises SealError.
    """
    for _ in range(ROUNDS):
        page = make(withheld)
        found = dict(residue(page, look))
        if not found:
            return page, withheld
        if None in found or withheld.issuperset(found):
            break
        withheld |= {ref for ref in found if ref}
    rules = ", ".join(sorted(set(found.values())))
    raise SealError(f"the finished text is not clean ({rules}); the last good digest stays")


def residue(page: Page, look: Look) -> Iterator[tuple[Ref | None, str]]:
    """Give what a finished page still holds: the turn that is to blame and the rule that says so.

    The turn is None where the page shows none.
    """
    for line in page.lines:
        if line.ref:
            for rule in look.at_words(_quoted(str(line.text))):
                yield line.ref, rule
    for finding in look.at_text(str(page.text)):
        refs = page.refs_in(finding.start, finding.end) or page.refs_in(0, finding.end) or page.shown[:1]
        yield (refs[-1] if refs else None), finding.rule


def _quoted(line: str) -> str:
    """Return the words of the message that a line shows: what stands in our brackets, with its line breaks."""
    words = line.partition("「")[2].rpartition("」")[0]
    return words.replace(str(BREAK), "\n").replace(_BREAK, "\n")
