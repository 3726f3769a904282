"""Cookies: in headers, in code, in a cookie jar, in what browser extensions export.

A cookie's name decides first (``theme`` stays, ``sessionid`` goes), then its value: what looks random goes whatever its
name. The header is read pair by pair, each once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.values import is_plain, is_reference
from safedigest.detect.words import is_word, looks_random
from safedigest.model import Kind

_START = re.compile(
    r"[a-z0-9]{0,3}(?:\\*[\"'`])?\s*(?:[:=,]|->|=>|\{|[\u3400-\u9fff]{1,12}[:,]?)\s*\\*[\"'`{(\[]{0,2}\s*\\*[\"'`]?|[ \t]+(?=[\w.-]{2,60}=)|[\u3400-\u9fff]{0,12}\s*(?=[\w.-]{2,60}=)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"\s*\\*[\"']?(?P<name>[A-Za-z_$][\w.$:*-]{0,80})\\*[\"']?\s?[=:]\s?\\*(?P<quote>[\"'])?(?P<value>(?(quote)[^\"'\\\n]{1,4096}+|[^;\s\"'\\,，。；）]{1,4096}+))\\*[\"']?\s*(?P<more>[;,]?)"
)
_ATTRIBUTES: Final = frozenset("path domain expires max-age samesite secure httponly priority version partitioned comment".split())
_HARMLESS: Final = frozenset(
    "theme lang language locale i18n currency tz timezone consent cookieconsent color_scheme country region city skin layout sidebar view ab variant utm_source utm_medium "
    "_ga _gid _gat _fbp _fbc hm_lvt hm_lpvt _hjid dark mode font size platform os version build env device uaid nostyle display channel source referer".split()
)
_SECRET = re.compile(
    r"sess|sid(?![a-z]*e)|token|auth|jwt|key|secret|csrf|xsrf|pass|login|logged|remember|ticket|cred|sso|identity|account|user|uid|bduss|stoken|sessdata|jct|z_c0|pt_|wskey|clearance|"
    r"laravel|asp\.net|phpsess|jsession|connect\.sid|_pk|member|skey|uin|sig|sub$|subp|__cf|nid|apisid|li_at|c_user|^xs$|datr|^t$|^st$|cookie2|_tb_|munb|refresh|access|session",
    re.IGNORECASE,
)
# Session cookies of sites that people script against: known without the word cookie beside them.
_KNOWN: Final = tuple(
    "sessdata= bili_jct= z_c0= phpsessid= jsessionid= asp.net_sessionid= .aspxauth= connect.sid= laravel_session= bduss= stoken= pt_key= wskey= li_at= ct0= "
    "__secure-1psid= __secure-3psid= sapisid= cf_clearance= music_u= sid_tt= sessionid_ss= dbcl2= _m_h5_tk= cookie2= p_skey= skey= userauth= wr_skey= web_session= "
    "passport_csrf_token= kuaishou.server.web_st= user_session= _gh_sess= remember_token= wordpress_logged_in auth_token= xoxd- _zhihu_session= sso_token= __session= "
    "session-token= next-auth.session-token= grafana_session= gitea_incredible= _forum_session= authelia_session= kc_session= sub=_2a sid=".split()
)
_FIRST_KNOWN: Final = 3
_LEAST: Final = 6
_RANDOM: Final = 14
_MOST_PAIRS: Final = 200


def _is_secret(name: str, value: str) -> bool:
    """Tell whether this cookie lets somebody in."""
    lower = name.lower()
    if lower in _ATTRIBUTES or lower in _HARMLESS or lower.startswith(("_ga", "hm_", "utm_")) or is_reference(value):
        return False
    if _SECRET.search(name):
        return len(value) >= _LEAST and not is_word(value) and not (is_plain(value) and not value.isdecimal())
    return len(value) >= _RANDOM and looks_random(value) and not is_plain(value)


class Cookies:
    """Cookie pairs behind the word cookie."""

    keywords: Sequence[str] = ("cookie", " -b '", ' -b "', *_KNOWN)

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of the cookies that let somebody in."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            if hit.start < done:
                continue
            scan.budget.spend(24)
            if hit.word >= _FIRST_KNOWN:
                at = hit.start
                if text[at - 1 : at].isalnum():
                    continue
            elif hit.word:
                at = hit.end
            else:
                start = _START.match(text, hit.end)
                if start is None:
                    continue
                at = start.end()
            for _ in range(_MOST_PAIRS):
                pair = _PAIR.match(text, at)
                if pair is None:
                    break
                scan.budget.spend(pair.end() - at)
                done = at = pair.end()
                if _is_secret(pair["name"], pair["value"]):
                    yield Span(*pair.span("value"), "cookie", Kind.COOKIE)
                if not pair["more"]:
                    break


class CookieJars:
    """Lines of a Netscape cookie file, and cookies as browser extensions export them."""

    keywords: Sequence[str] = ("\ttrue\t", "\tfalse\t", '"httponly"', '"hostonly"', '"samesite"')
    _LINE = re.compile(r"\t(?:TRUE|FALSE)\t/[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,16}\t(?P<name>[^\t\n]{1,100})\t(?P<value>[^\t\n]{1,4096})", re.IGNORECASE)
    _OBJECT = re.compile(r"\"name\"\s*:\s*\"(?P<name>[^\"\n]{1,100})\"(?:[^{}]{0,300}?)\"value\"\s*:\s*\"(?P<value>[^\"\n]{1,4096})\"")

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the values of the cookies that let somebody in."""
        text, done = scan.shadow.text, 0
        for hit in scan.hits:
            if hit.word < 2 and hit.start >= done:  # noqa: PLR2004
                found = self._LINE.match(text, hit.start)
                if found and _is_secret(found["name"], found["value"]):
                    done = found.end()
                    yield Span(*found.span("value"), "cookie", Kind.COOKIE)
            elif hit.start >= done:
                low, done = max(done, hit.start - 600), hit.end + 600
                scan.budget.spend(done - low)
                for entry in self._OBJECT.finditer(text, low, done):
                    if _is_secret(entry["name"], entry["value"]):
                        yield Span(*entry.span("value"), "cookie", Kind.COOKIE)


def detectors(**_: Any) -> list[Detector]:
    """Return the detectors of this module."""
    return [Cookies(), CookieJars()]
