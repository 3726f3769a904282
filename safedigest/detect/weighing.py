"""Weighs what stands behind a name: a secret, or words, code, a number, a reference.

Three things count: what the name promises (``naming``), how name and value are joined (``assigned``), and what the
value looks like (``values``, ``words``). A word behind a strong name counts only in the notation of a setting.
"""

from __future__ import annotations

import re
from typing import Final, assert_never

from safedigest.detect.assigned import Assigned, Form
from safedigest.detect.lazy import pattern
from safedigest.detect.naming import Grade, split
from safedigest.detect.telling import is_phrase
from safedigest.detect.values import is_name, is_path, is_plain, is_reference
from safedigest.detect.words import is_word, looks_random
from safedigest.plugin.records import dataclass

_SHORTEST: Final = {Grade.PASSWORD: 2, Grade.SECRET: 4, Grade.KEY: 6, Grade.WEAK: 12}
_LEAST_NUMBER: Final = {Grade.PASSWORD: 4, Grade.SECRET: 6}
_NO_NUMBER: Final = 99
_SURE: Final = frozenset({Form.EQUALS, Form.ELEMENT, Form.PAIR, Form.FLAG, Form.TYPED})
_LOOSE: Final = frozenset({Form.BESIDE, Form.COLUMN, Form.ARGUMENT})
_PROSE = pattern(r"[ \t]+(?:[A-Za-z]{2,}|[A-Za-z](?=[ \t]))")
_NEXT_LINE = pattern(r"[ \t]*\n[ \t]+[a-z]{2,}[ \t]+[a-z]")  # of a paragraph about flags
_DIGEST = pattern(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{24,128}", re.IGNORECASE)
_OBJECT_STATE = pattern(  # of an object that is named: ``secret "pgpass" not found``
    r"[\"'`][ \t]+(?:not found|(?:does|do|did) not exist|already exists|is (?:forbidden|missing|not|required)"
    r"|missing|created|deleted"
    r"|configured|unchanged|updated|in (?:the )?(?:namespace|vault|secret|project)|not (?:registered|set)"
    r"|不存在|未找到|找不到|已存在|已创建|已删除)"
)
_ENVIRONMENT = pattern(r"_?[A-Z]{2,20}(?:_[A-Z]{2,20}){1,6}")
_OPEN_CALL = pattern(r"(?:await |new )?(?P<name>[A-Za-z_$][\w.$]*)\(")
_MOUNTED = pattern(
    r"(?:id|type|src|source|target|env|name)=[\w.-]{1,60}(?:,.{0,200})?"
)  # a secret of a build
_OTHER_SETTING = pattern(r"[a-z]+(?:[_.-][a-z]+)+=[\w.,:/-]*")
_CHOICES = pattern(r"[a-z]{2,20}(?:\|[a-z]{2,20}){1,6}")
_LEADS_UP = pattern(r"(?<![A-Za-z])[a-z]{2,20} (?:[a-z]{2,20} ){1,2}[\"'`*]*\Z")
_ARROW = pattern(r"->|→|⇒")
_WORDS = pattern(r"[a-z]{2,20}(?:[-_][a-z]{2,20}){1,4}")
_REQUIREMENT = pattern(r"[\^~<>=v]{1,2}\d{1,4}(?:\.\d{1,6}){1,3}")
_FILLED_IN = pattern(r"\{[A-Za-z_(][^{}\n]{0,200}\}")
_COMMAND = pattern(  # is run with what is set before it: ``PGPASSWORD=x psql``
    r"[ \t]+(?:psql|pg_\w{3,12}|createdb|mysql\w{0,10}|mariadb|redis-cli|docker|python3?|node|npm|npx|go|java|bash"
    r"|sh|sudo|make|cargo|ssh|curl|restic|borg|rclone|ansible\S{0,12}|terraform|kubectl|helm|flask|rails"
    r"|uvicorn|gunicorn|\./\S{1,40})(?![\w.])"
)
_CONDITION = pattern(r"\s\?\s*[^\s?:]{1,80}\s*:\s*[^\s:]")
_INDEXED = pattern(r"[A-Za-z_][\w.]*\[[A-Za-z_\"':\d-]")
_KEYWORDS: Final = frozenset(
    (
        "await",
        "new",
        "return",
        "not",
        "lambda",
        "async",
        "typeof",
        "if",
        "null",
        "input",
        "is",
        "in",
        "or",
        "and",
    )
)
_ABOUT_SECRETS: Final = frozenset(
    (
        "password",
        "passwd",
        "secret",
        "token",
        "key",
        "credentials",
        "auth",
        "pass",
        "pwd",
        "otp",
        "mfa",
        "totp",
        "sms",
        "pin",
        "user",
        "username",
        "login",
        "code",
    )
)
_OF_FLAGS: Final = frozenset((
    "option", "options", "flag", "flags", "argument", "arguments", "parameter", "parameters", "switch", "switches",
    "field", "setting", "settings", "value", "values", "prompt", "or", "and", "to", "if", "is", "are", "when", "for",
    "with", "on", "arg", "args", "file", "filename", "phrase", "string", "command", "source", "uri", "password", "pass",
))  # fmt: skip
_LINE_ENDS: Final = ("", "\n", "\r", ",", "}", "，", "。", "；")


@dataclass(frozen=True, slots=True)
class Case:
    """A name and what stands behind it in ``text``."""

    text: str
    name: str
    grade: Grade
    value: Assigned

    @property
    def shown(self) -> str:
        """The value."""
        return self.text[self.value.start : self.value.end]

    @property
    def after(self) -> str:
        """The character behind the value, or nothing."""
        return self.text[self.value.end : self.value.end + 1]


def is_secret(case: Case, /) -> bool:
    """Tell whether the value is a secret."""
    shown = case.shown
    if (
        len(shown) < _SHORTEST.get(case.grade, _NO_NUMBER)
        or is_reference(shown)
        or (case.value.form is Form.FLAG and _MOUNTED.fullmatch(shown) is not None)
        or _says_itself(case.name, shown)
    ):
        return False
    if shown.isdecimal():
        return len(shown) >= _LEAST_NUMBER.get(case.grade, _NO_NUMBER) and case.value.form is not Form.BESIDE
    if not any(c.isascii() and c.isalnum() for c in shown):
        tight = shown.isascii() and shown == shown.strip()
        return case.grade is Grade.PASSWORD and case.value.quoted and tight
    return not _is_code(case, shown) and not _names_something(case, shown) and _by_grade(case, shown)


def _by_grade(case: Case, shown: str) -> bool:
    match case.grade:
        case Grade.PASSWORD:
            return _is_password(case, shown)
        case Grade.SECRET:
            return not is_plain(shown) and (
                _is_word_in_setting(case) if wordy(shown) else _is_bound(case, shown)
            )
        case Grade.KEY:
            return not is_plain(shown) and not wordy(shown.replace(":", " ")) and _is_bound(case, shown)
        case Grade.WEAK:
            return not is_plain(shown) and _is_random(shown) and case.value.form is not Form.BESIDE
        case Grade.NONE:
            return False
        case _:
            assert_never(case.grade)


def _is_aside(shown: str) -> bool:
    """Tell whether what stands beside a name is a remark in brackets, a version, or the next setting."""
    if _OTHER_SETTING.fullmatch(shown) or is_plain(shown):
        return True
    return shown[0] in "(<[" and not any(map(str.isdigit, shown))


def _is_password(case: Case, shown: str) -> bool:
    """Tell whether what stands behind the name of a password is one."""
    if (
        is_path(shown)
        or "://" in shown
        or _REQUIREMENT.fullmatch(shown)
        or (case.value.form is Form.BESIDE and _is_aside(shown))
        or ("." in shown and is_name(shown) and wordy(shown))
        or (":" in shown and all("_" in part and is_name(part) for part in shown.split(":")))
    ):
        return False
    form = case.value.form
    if form is Form.TYPED and case.name.lower() == "pass":
        return looks_random(shown)  # the second pass of a program
    if form is Form.BESIDE and (case.name.lower() == "pass" or case.after == "`" or shown.isalpha()):
        return looks_random(shown)  # "pass" is a verb, too, and a plural may be no listed word
    if not wordy(shown.strip("_") if form is Form.BESIDE else shown):
        return True
    if case.name.lower() == "pass" and form is Form.COLON and not case.value.quoted:
        return False
    return (form is Form.COLUMN and "_" in case.name) if form in _LOOSE else _is_word_in_setting(case)


def _is_random(shown: str) -> bool:
    """Tell whether a value looks drawn; digits and letters of a digest are few, so they are looked at on their own."""
    return looks_random(shown) or _DIGEST.fullmatch(shown) is not None


def _is_bound(case: Case, shown: str) -> bool:
    """Tell whether the notation binds value and name, or the value looks random without."""
    return case.value.form not in (Form.BESIDE, Form.COLUMN) or case.value.quoted or looks_random(shown)


def wordy(shown: str) -> bool:
    """Tell whether a value is words alone (``moonrise``, ``redis-auth``, ``a unit of text``)."""
    parts = shown.replace("/", " ").split()
    return all(is_word(part.strip(".!?,;:()\"'")) or part in "-–&" for part in parts)


def _is_word_in_setting(case: Case) -> bool:
    """Tell whether a word stands where a setting has its value, and not a sentence or a reference its words."""
    sure, shown = case.value.form in _SURE, case.shown
    form_colon = case.value.form is Form.COLON
    if not sure and not form_colon:
        return False
    if is_phrase(shown) or (case.value.form is Form.EQUALS and _COMMAND.match(case.text, case.value.end)):
        return True
    if case.value.form is Form.FLAG and (shown in _OF_FLAGS or _NEXT_LINE.match(case.text, case.value.end)):
        return False
    if " " in shown or _PROSE.match(case.text, case.value.end):
        return " " in shown and case.value.quoted and sure
    if _ABOUT_SECRETS.intersection(split(shown)) or (form_colon and _in_prose(case)):
        return False
    return case.value.quoted or sure or len(split(case.name)) > 1 or case.after in _LINE_ENDS


def _in_prose(case: Case) -> bool:
    """Tell whether a sentence leads up to the name of an unquoted value (``It doubles as the token: stored``)."""
    name = case.value.name_end - len(case.name)
    if case.grade is Grade.PASSWORD or case.value.quoted or name < 0:
        return False
    return _LEADS_UP.search(case.text, max(0, name - 48), name) is not None


def _says_itself(name: str, shown: str) -> bool:
    """Tell whether the value is its own name: ``password=password``, ``token: token``, ``secret=mySecret``."""
    words = set(split(shown))
    return bool(words) and words <= {*split(name), "my", "the", "value", "your"}


def _names_something(case: Case, shown: str) -> bool:
    """Tell whether the value is itself a name: of an environment variable, or of a variable in a loose notation."""
    if (
        case.value.quoted
        and case.value.form is Form.BESIDE
        and _OBJECT_STATE.match(case.text, case.value.end)
    ):
        return not looks_random(shown)
    if _ENVIRONMENT.fullmatch(shown) or (
        case.value.form is Form.ARGUMENT and _ABOUT_SECRETS.issuperset(split(shown))
    ):
        return True
    if _ARROW.search(case.text, case.value.name_end, case.value.start) and _WORDS.fullmatch(shown):
        return True
    if case.value.form is Form.COLON and "/" in shown and _PROSE.match(case.text, case.value.end):
        return case.grade is not Grade.PASSWORD and not looks_random(shown)
    if is_phrase(shown):
        return False
    loose = case.value.form in (Form.COLON, Form.ARGUMENT, Form.BESIDE) and case.grade is not Grade.PASSWORD
    return (
        loose and "_" in shown and shown.islower() and is_name(shown) and not any(c.isdigit() for c in shown)
    )


def _is_code(case: Case, shown: str) -> bool:
    """Tell whether a value is an expression: a template, an argument passed on, a call cut at a blank, a variable."""
    if not case.value.quoted and _CHOICES.fullmatch(shown):
        return True
    if case.value.quoted:
        made = case.text[case.value.start - 2 : case.value.start - 1] == "f" or case.after == "`"
        return made and _FILLED_IN.search(shown) is not None
    return _is_expression(case, shown) or (is_name(shown) and _is_variable(case, shown))


def _is_expression(case: Case, shown: str) -> bool:
    """Tell whether a bare value calls, indexes or wraps something."""
    call = _OPEN_CALL.match(shown)
    if call and is_name(call["name"]) and shown.count("(") > shown.count(")"):
        return True
    if is_name(shown) and wordy(shown.replace(".", "-")) and _CONDITION.match(case.text, case.value.end):
        return True
    if shown in _KEYWORDS or case.after in ("(", "[") or _INDEXED.match(shown):
        return True
    head, closed, _ = shown.partition(")")
    if closed and "(" not in head and is_name(head) and wordy(head.replace("_", "-")):
        return True  # the last argument of a call
    inner = shown.strip("{}[]()\"'*<>`")
    return inner != shown and (not inner or is_word(inner) or is_plain(inner) or is_reference(inner))


def _is_variable(case: Case, shown: str) -> bool:
    """Tell whether a bare name is passed on: in a program's dictionary, whose strings are quoted, or as an argument."""
    behind_name = case.text[case.value.name_end : case.value.name_end + 1]
    if case.value.form is Form.COLON and behind_name in ("'", '"'):
        return True
    return case.after in (")", ",", ";") and case.value.form is Form.EQUALS and wordy(shown.replace("_", "-"))
