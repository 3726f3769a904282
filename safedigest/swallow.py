"""The rest of a secret that is too long to wait for: it is taken away as it comes, up to its end."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, assert_never

_TOKEN_END: Final = re.compile(r"[^0-9A-Za-z+/=_.~%\\-]")
_CLOSING: Final = r"-{2,5} ?END [A-Z0-9 ]{1,60}-{2,5}"
_END: Final = re.compile(_CLOSING)
_WORDS_END: Final = re.compile(_CLOSING + r"|[\s\"'`<>]")
# The beginning of an END line that is not whole yet.
_END_BEGUN: Final = re.compile(r"-{1,5}(?: ?E(?:N(?:D(?: [A-Z0-9 ]{0,60}-{0,5})?)?)?)?\Z")
_LINE_KEPT: Final = 256  # characters of a line by which it is judged
_LONGEST_LINE: Final = 4096  # characters of a line that wait for its end
_HEADERS: Final = (
    "Proc-Type|DEK-Info|Comment|Version|Hash|Charset|Encryption|Key-Derivation|Argon2-[A-Za-z]{1,16}"
)
# A line that may belong to a blob: one token, or a header such as "Proc-Type: 4,ENCRYPTED".
_OF_BLOB: Final = re.compile(
    r"[ \t>|\"'+]*(?:[0-9A-Za-z+/=_\\.-]*"
    rf"|(?:{_HEADERS}|(?:Public|Private)-[A-Za-z]{{1,8}}): [\x20-\x7e]*)[\"'\\,;]*[ \t\r]*\Z"
)
# What a blob's last line begins with when words follow in it.
_LAST_OF_BLOB: Final = re.compile(r"[ \t>|\"'+]*(?:[0-9A-Za-z+/_-]{16,}={0,2}|[0-9A-Za-z+/_-]+={1,2})")


class _Form(Enum):
    """What is swallowed."""

    TOKEN = "token"  # noqa: S105  to the first character that no token has
    WORDS = "words"  # to the first blank or quote, or to the END of a key written in one line
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
        # Of the line that goes on, already taken away.
        self._gone = begun[begun.rfind("\n") + 1 :][:_LINE_KEPT]
        self._held = ""  # of a line or an END that is not whole yet

    def rest(self, text: str) -> str:
        """Return what of ``text`` is no part of the secret any more; ``open`` tells whether it may go on."""
        text, self._held = self._held + text, ""
        match self._form:
            case _Form.TOKEN:
                return self._token(text)
            case _Form.WORDS:
                return self._words(text)
            case _Form.BLOCK:
                return self._lines(text)
            case _:
                assert_never(self._form)

    def last(self) -> str:
        """Return what of the last line, which has no end, is no part of the secret."""
        self.open = False
        return "" if _END_BEGUN.match(self._held) else self._behind(self._held) or ""

    def _token(self, text: str) -> str:
        found = _TOKEN_END.search(text)
        if found is None:
            return ""
        self.open = False
        return text[found.start() :]

    def _words(self, text: str) -> str:
        found, begun = _WORDS_END.search(text), _END_BEGUN.search(text)
        if begun and (found is None or found.start() > begun.start()):
            self._held = text[begun.start() :]
            return ""
        if found is None:
            return ""
        self.open = False
        return text[found.end() if found[0].startswith("-") else found.start() :]

    def _lines(self, text: str) -> str:
        """Go on line by line; a line is judged when it is whole."""
        at = 0
        while (stop := text.find("\n", at)) >= 0:
            rest = self._behind(text[at:stop])
            if rest is not None:
                self.open = False
                return rest + text[stop:]
            self._gone, at = "", stop + 1
        self._held = text[at:]
        if len(self._held) > _LONGEST_LINE and self._belongs(self._held):
            self._gone, self._held = self._held[:_LINE_KEPT], ""
        return ""

    def _behind(self, line: str) -> str | None:
        """Return what stands in ``line`` behind the end of the secret, or None where the secret may go on."""
        if closing := _END.search(line):
            return line[closing.end() :]
        if self._belongs(line):
            return None
        last = _LAST_OF_BLOB.match(self._gone + line)
        return line[max(last.end() - len(self._gone), 0) if last else 0 :]

    def _belongs(self, line: str) -> bool:
        return _OF_BLOB.match((self._gone + line)[:_LONGEST_LINE]) is not None
