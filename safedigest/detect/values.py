"""What a value is not: a secret by itself, judged without its name.

``is_reference``: the value only says where the secret comes from, or that there is none yet (a variable, a call, a
template, a placeholder, a type name, a mask). ``is_plain``: the value is of an everyday form that is no credential
(number, version, path, date, dotted name). Both look at the whole value, without its quotes, and are linear in it.

Chat text is hostile: a form counts only if **all** of the value has it. A key that merely contains ``xxx`` or
``example`` is looked at as usual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from safedigest.detect.lazy import pattern
from safedigest.detect.wordlists import wordlists
from safedigest.text import is_mask

_FEW_DIGITS: Final = 3
_DATE_DIGITS: Final = 8
LONGEST: Final = 400  # no reference, number or path that we let pass is longer

_TYPE: Final = pattern(
    r"(?:Optional|Union|List|Dict|Set|Option|Vec|Promise|Array|Annotated|Final|ClassVar|Record|Map|Partial|Readonly)"
    r"[<\[][\w\s,.|<>\[\]\"']{0,80}[>\]]"
    r"|(?:\[\]|\*|&|&mut |const )?(?:str|string|String|byte|char|u8|rune)(?:\[\]|\?|\*)?"
    r"|(?i:var)?(?i:char|binary)\(\d{1,5}\)"
    r"|[A-Za-z_][\w.]{0,40}\s?\|\s?(?:None|null|undefined|string|str|int)"
)
# Each alternative is a whole value in one of the ways to name a variable: shell, make, cmd, templates, format strings.
_VARIABLE: Final = pattern(
    r"\$\{\{?[^{}\n]{0,120}\}\}?|\$\([^()\n]{0,200}(?:\([^()\n]{0,80}\)[^()\n]{0,80})?\)"
    r"|\$\$?[A-Za-z_]\w{0,60}(?:\[['\"]?\w{1,40}(?:['\"]?\]|\Z)|->\w{1,40}|\.\w{1,40}|::\w{1,40}){0,4}"
    r"|\$env:\w{1,60}|%[A-Za-z_]\w{0,60}%|![A-Za-z_]\w{0,60}!|%\(\w{1,60}\)s|%(?:\d\$)?[sdvqmxupifc]"
    r"|\{\{[^\n]{0,120}\}\}|\{%[^\n]{0,120}%\}|#\{[^{}\n]{0,80}\}|\{[A-Za-z_][\w.%\[\]'\"]{0,60}(?:![rsa])?(?::[\w.]{0,10})?\}"
    r"|<%=?[^\n]{0,120}%>|@[A-Z_]{2,40}@|__[A-Z][A-Z0-9_]{1,40}__|\(\([\w./-]{1,60}\)\)"
    r"|!(?:Ref|Sub|secret|GetAtt|vault|ENV|reference)\b.{0,80}|\*[A-Za-z_]\w{0,40}"
)
_MARKED: Final = pattern(
    r":?(?:[a-z]{2,12}:){1,2}`.{0,80}|"  # a role of Sphinx
    r"<\d{1,3}\+? [A-Za-z][A-Za-z0-9 ,./-]{2,60}>"
    r"|<[A-Za-z_\u3400-\u9fff][\w \-./:'|\u3400-\u9fff]{0,60}>"
    r"|\[[A-Za-z\u3400-\u9fff][A-Za-z \-_./:'|\u3400-\u9fff]{0,60}\]"
)
_SOURCE: Final = pattern(
    r"(?:vault|secrets?|ssm|sops|op|keyring|keychain|awssm|gcpsm|akv|aws-sm|doppler|infisical|pass|env|file|ref\+\w{1,20}"
    r"|secretsmanager|keyvault|gcp-secret|aws-secret):/{0,3}[A-Za-z_.#@/-][\w./#@:+-]{0,200}"
    r"|os\.environ/\w{1,60}|arn:[\w-]{1,20}:[\w./:*+-]{1,200}|projects/[\w-]{1,60}/secrets/[\w./-]{1,100}|ENC\[[^\]\n]{1,300}\]"
    r"|@Microsoft\.KeyVault\(.{1,200}\)|sm://[\w./-]{1,120}|k8s:[\w./-]{1,120}"
)
# What the manual of a command writes where a value goes: `ROOT_PASSWORD`, `[-LP]`, `[KEY=VALUE,...]`.
_METAVAR: Final = pattern(
    r"(?:[A-Z]{2,20}_){0,7}(?:PASSWORD|PASSWD|PASS|TOKEN|SECRET|KEY|PASSPHRASE|CREDENTIALS?|FILE|FILENAME|COMMAND|STRING|VALUE|ARG"
    r"|NAME|ID|URI|URL|PIN|CODE)"
    r"|\[-[A-Za-z]{1,12}\]|\[[A-Za-z_]{2,40}=[A-Z_]{2,60}(?:,[\w=.…]{1,80}){0,6}\]?\\?"
    r"|(?:(?:my[-_]?)?(?:key|value|val|name|foo|bar|label)-?\d?[=:,; ]?){2,12}|(?:my|other)secret\d?"
    r"|<[\w.+-]{1,60}@[\w.-]{1,60}>"
)
# `settings.KEY`, `process.env.KEY`, `config["key"]`, `var.key`: a well-known holder, then names alone.
_HOLDER: Final = pattern(
    r"(?:secrets?|vars?|env|local|data|module|inputs?|params?|parameters|steps|outputs?|needs|github|context|ctx|matrix|values|Values|"
    r"self|this|cls|config|cfg|conf|settings|Config|Settings|options|opts|props|state|process|os|request|req|args|"
    r"credentials?|creds|event|body|payload|response|resp|res|form|session|user|import|window|document|e|err|"
    r"System|app|flags|constants|row|record|account|client|ENV|Env|Deno|Rails|kwargs|it|obj|item|d|x|s|t|u)"
    r"(?:\??\.[A-Za-z_$][A-Za-z_$]{0,60}\d{0,2}|\[['\"]?[A-Za-z_./:-]{1,60}\d{0,2}['\"]?\]?|->[A-Za-z_]{1,60}){1,6}(?:!|\s?(?:\?\?|\|\|)\s.{0,80})?"
)
# `f(x)`, `await f(x)`, `f(g(x))[0]`, `f(x` cut at white space by the caller. The name before the bracket is tidy.
_CALL: Final = pattern(
    r"(?:await |new |return |not |async |typeof |&|\*|!)?"
    r"(?P<name>[A-Za-z_$][\w$]{0,40}(?:(?:\.#?|::|->|\?\.)[A-Za-z_$][\w$]{0,40}){0,6})!?"
    r"(?:\((?:[^()\n]|\([^()\n]{0,120}\)){0,200}+(?:\)(?:[.\[)?!;].{0,120})?|\Z)"
    r"|\[['\"]?[A-Za-z_][\w .:-]{0,60}['\"]?\])"
)
_LITERAL_CODE: Final = pattern(
    r"lambda\b.{1,120}|\d{0,3}\*<[a-z]{1,20}(?: .{0,80})?|[fbru]{1,2}[\"'].{0,120}"
    r"|\[\]|\{\}|\(\)|\\?[\"']{2}|`[^`]*\$\{.{0,120}`?"
)
_EMBEDDED: Final = pattern(
    r"\$\{\{?[^{}\n]{1,120}\}\}?|\{\{[^{}\n]{1,120}\}\}|\$\([^()\n]{1,120}\)|%\(\w{1,40}\)s|\{[A-Za-z_][A-Za-z_.]{0,40}\}"
    r"|\$[A-Za-z_]{3,40}(?![A-Za-z0-9_])|%[A-Z_]{2,40}%|<[A-Za-z][A-Za-z_ -]{1,40}>"
)
_AROUND: Final = pattern(
    r"(?:(?i:bearer|basic|token|key|apikey|api-key|sk|user|root|admin)[ :_-]{1,3}|[a-z]{1,15}[:/_-])?[-_:/@. ]{0,8}"
)

_PIECES: Final = pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[\u3400-\u9fff]+|[*•·●○×█■□?#]+|\.{2,}|…+")
_SEPARATORS: Final = pattern(r"[A-Za-z\d\u3400-\u9fff\s\-_./,:'!*•·●○×█■□?#…()]*")
_STAND_IN: Final = pattern(r"[xX]{3,}|[*•·●○×█■□?#]{2,}|\.{2,}|…+")
_ZH_FILLER: Final = pattern(
    r"(?:你|您|你们)(?:自己)?的.{0,20}|(?:请|此处|这里|填|替换|改成|换成|待)(?:自行|在此|在这里|自己)?(?:填|写|输入|替换|联系|参考|查看|见|入|你|您|自己).{0,16}"
    r"|(?:略|同上|见上|见下|保密|省略|无|空|没有|不需要|未设置|已设置|已隐藏|已脱敏|已配置|待定)"
)

_NUMBER: Final = pattern(
    r"[+-]?(?:\d[\d_,]{0,30}(?:\.\d{1,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?"
    r"\s?(?:%|ms|sec|secs|mins?|hours?|days?|[kmg]i?b?|[smhdw]|tokens|bits?|bytes|chars|px|位|个|次|天|小时|分钟|秒|元|条)?",
    re.IGNORECASE,
)
_VERSION: Final = pattern(
    r"[v^~<>=]{0,3}\s?\d{1,4}(?:\.\d{1,6}){1,4}(?:[-+.](?:rc|alpha|beta|dev|post|pre|a|b|cu|snapshot|final|release)[-.]?\d{0,8})?",
    re.IGNORECASE,
)
_DATE: Final = pattern(
    r"(?:19|20)\d\d[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?"
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
    r"|\d{1,2}:\d{2}(?::\d{2})?"
    r"|[YMDHhmsSfTZz.:,+\[\]/-]{2,40}"  # how a date is written: ``YYYY-MM-DD``, ``SS.mmmmmm``
)
_HOST: Final = pattern(
    r"(?:[a-z0-9-]{1,60}\.){1,5}(?:com|cn|net|org|io|dev|local|internal|lan|ai|svc|app|co|me|edu|gov)(?::\d{2,5})?"
    r"|#[0-9a-fA-F]{3,8}|localhost(?::\d{2,5})?|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}|/\d{1,2})?"
    r"|[\w.+-]{1,64}@[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){1,4}"
)
# One piece of a name that people made: letters of one case or CamelCase, a few digits at the end.
_PIECE: Final = pattern(
    r"[A-Z]?[a-z]++(?:[A-Z][a-z]++)*+(?:\d{0,3}|[A-Z]{1,4})|[A-Z]++\d{0,3}|[\u3400-\u9fff]++"
)
_ALNUM: Final = pattern(r"[A-Za-z0-9]+")
_PATH_START: Final = pattern(r"(?:file://|[A-Za-z]:[\\/]|~[\\/]|\.{1,2}[\\/]|[\\/])")
_PATH_SPLIT: Final = pattern(r"[\\/._\-~ ]+")
_DOTS: Final = pattern(r"\??\.#?|::|->")
_FILE: Final = pattern(
    r"[\w\-./\\\u3400-\u9fff]{1,200}\.(?:pem|key|crt|cer|pub|p12|pfx|jks|json|ya?ml|toml|ini|env|txt|md|py|js|ts|go|rb|java|sh|conf|cfg"
    r"|xml|log|csv|db|html|gpg|asc|der|keystore|kdbx|php|tf|ipynb|lock|tsx|vue|rs|xlsx|docx|pdf|png|zip)"
)


def _words() -> Mapping[str, frozenset[str]]:
    return wordlists("values")


def is_reference(value: str, /) -> bool:
    """Tell whether ``value`` only names where a secret comes from, or stands for none.

    Variables, calls, templates, placeholders, type names, masks, booleans, null and the empty value.
    """
    value = value.strip()
    return len(value) <= LONGEST and _is_reference(value)


@lru_cache(maxsize=4096)
def _is_reference(value: str) -> bool:
    lower = value.lower()
    if not value or lower in _words()["nothing"] or lower in _words()["type"] or is_mask(value):
        return True
    if _VARIABLE.fullmatch(value) or _MARKED.fullmatch(value):
        return _is_tidy(value)
    if any(form.fullmatch(value) for form in (_SOURCE, _HOLDER, _TYPE, _LITERAL_CODE, _METAVAR)):
        return True
    return is_call(value) or is_placeholder(value) or _embeds_variable(value)


def _is_tidy(value: str) -> bool:
    """Tell whether all words of ``value`` are such as people name things by: a password may begin like a variable."""
    return all(
        _PIECE.fullmatch(word) or len(word) < _FEW_DIGITS or word.isdecimal()
        for word in _ALNUM.findall(value)
    )


def is_call(value: str, /) -> bool:
    """Tell whether ``value`` is a function call or an index into something: ``os.getenv("X")``, ``config["key"]``."""
    found = _CALL.fullmatch(value)
    return found is not None and is_name(found["name"])


_YOURS: Final = pattern(  # ``your-stt-api-key``
    r"(?:your|my|insert|enter|replace)[-_ ](?:[a-z]{2,12}[-_ ]){0,4}"
    r"(?:key|token|secret|password|passwd|id|pass|here|credentials?)",
    re.IGNORECASE,
)


def is_placeholder(value: str, /) -> bool:
    """Tell whether ``value`` asks for a secret instead of being one: ``your-api-key``, ``sk-xxxx``, ``填你的``."""
    if _ZH_FILLER.fullmatch(value) or _YOURS.fullmatch(value):
        return True
    if not _SEPARATORS.fullmatch(value):
        return False
    pieces = [piece.lower() for piece in _PIECES.findall(value)]
    if not pieces:
        return True  # nothing but dashes, dots, underscores
    known = all(
        p in _words()["filler"]
        or p in _words()["about"]
        or _STAND_IN.fullmatch(p)
        or (p.isdecimal() and len(p) < _FEW_DIGITS)
        for p in pieces
    )
    return known and any(p in _words()["filler"] or _STAND_IN.fullmatch(p) for p in pieces)


def _embeds_variable(value: str) -> bool:
    """Tell whether ``value`` is variables with a word or two around them: ``Bearer ${TOKEN}``."""
    rest, count = _EMBEDDED.subn("", value)
    return count > 0 and _AROUND.fullmatch(rest) is not None


def is_name(value: str, /) -> bool:
    """Tell whether ``value`` is a tidy identifier, dotted or not: ``settings.SECRET_KEY``, ``getToken``."""
    return all(
        _PIECE.fullmatch(piece) or (number and piece.isdecimal() and len(piece) < _FEW_DIGITS)
        for part in _DOTS.split(value)
        for number, piece in enumerate(part.strip("_$").split("_"))
        if piece
    ) and bool(value.strip("._$"))


def is_path(value: str, /) -> bool:
    """Tell whether ``value`` is a path or a file name made of tidy pieces."""
    start = _PATH_START.match(value)
    if start is None and not _FILE.fullmatch(value):
        return False
    rest = value[start.end() :] if start else value
    pieces = [piece for piece in _PATH_SPLIT.split(rest) if piece]
    return all(
        _PIECE.fullmatch(piece) or piece in ("*", "**") or (piece.isdecimal() and len(piece) <= _DATE_DIGITS)
        for piece in pieces
    )


def is_plain(value: str, /) -> bool:
    """Tell whether ``value`` has an everyday form: number, version, date, path, file, host, e-mail, dotted name."""
    value = value.strip()
    if not value or len(value) > LONGEST:
        return False
    if any(form.fullmatch(value) for form in (_NUMBER, _VERSION, _DATE, _HOST)):
        return True
    return is_path(value) or (_DOTS.search(value) is not None and is_name(value))
