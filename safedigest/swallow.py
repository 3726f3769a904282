"""The rest of a secret that is too long to wait for: it is taken away as it comes, up to its end."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, assert_never

_TOKEN_END: Final = re.compile(r"[^0-9A-Za-z+/=_.~%\\-]")
_BLANK: Final = re.compile(r"[\s\"'`<>]")
_END: Final = re.compile(r"-{2,5}END [A-Z0-9 ]{1,60}-{2,5}")
_LINE_KEPT: Final = 256  # characters of a line by which it is judged
_LONGEST_LINE: Final = 4096  # characters of a line that wait for its end
# A line that may belong to a blob: one token, or a header such as "Proc-Type: 4,ENCRYPTED".
_OF_BLOB: Final = re.compile(
    r"[ \t>|\"'+]*(?:[0-9A-Za-z+/=_\\.-]*|[A-Za-z-]{3,20}: [\x20-\x7e]*)[\"'\\,;]*[ \t\r]*\Z"
)


class _Form(Enum):
    """What is swallowed."""

    TOKEN = "token"  # to the first character that no token has
    WORDS = "words"  # to the first blank or quote
    BLOCK = "block"  # line by line, to its END line or the first line that is none of it


def _form(text: str) -> _Form:
    if "\n" in text:
        return _Form.BLOCK
    return _Form.TOKEN if _TOKEN_END.search(text) is None else _Form.WORDS


class Swallow:
    """Takes away the rest of ``begun``, a secret of which the beginning is known."""

    def __init__(self, begun: str) -> None:
        self.open = True
        self._form = _form(begun)
        self._gone = begun[begun.rfind("\n") + 1 :][
            :_LINE_KEPT
        ]  # of the line that goes on, already taken away
        self._held = ""  # of a line that is not whole yet

    def rest(self, text: str) -> str:
        """Return what of ``text`` is no part of the secret any more; ``open`` tells whether it may go on."""
        match self._form:
            case _Form.TOKEN:
                return self._until(_TOKEN_END, text)
            case _Form.WORDS:
                return self._until(_BLANK, text)
            case _Form.BLOCK:
                return self._lines(self._held + text)
            case _:
                assert_never(self._form)

    def last(self) -> str:
        """Return what of the last line, which has no end, is no part of the secret."""
        self.open = False
        return "" if self._belongs(self._held) else self._held

    def _until(self, end: re.Pattern[str], text: str) -> str:
        found = end.search(text)
        if found is None:
            return ""
        self.open = False
        return text[found.start() :]

    def _lines(self, text: str) -> str:
        """Go on line by line; a line is judged when it is whole."""
        at = 0
        while (stop := text.find("\n", at)) >= 0:
            line = text[at:stop]
            closing = _END.search(line)
            if closing or not self._belongs(line):
                self.open = False
                return text[at + closing.end() if closing else at :]
            self._gone, at = "", stop + 1
        self._held = text[at:]
        if len(self._held) > _LONGEST_LINE and self._belongs(self._held):
            self._gone, self._held = self._held[:_LINE_KEPT], ""
        return ""

    def _belongs(self, line: str) -> bool:
        return _OF_BLOB.match((self._gone + line)[:_LONGEST_LINE]) is not None
