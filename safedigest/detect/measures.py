"""What numbers and names are in everyday talk, near a word that could name a lock or a password.

A time of the day, a size, a round sum, the name of a locker, a place on a map, a product.
"""

from __future__ import annotations

from typing import Final

from safedigest.detect import lazy

MEASURE = lazy.pattern(  # a round number, a time of the day, a size
    r"\d\d00\Z|(?:[01]\d|2[0-3])(?:[03]0|[14]5)\Z|\d+[xX*]\d+\Z"
)
TIME = lazy.pattern(r"(?:0[5-9]|1\d|2[0-3])[0-5][05]\Z")
ROUND = lazy.pattern(r"\d\d00\Z|\d+000\Z")
SIZE_AFTER = lazy.pattern(r"\s*(?:by|x|×|乘以?|\*)\s*\d")
NAMED_AFTER = lazy.pattern(  # ``locker 2231 is free``, ``door 1204 buzzer is broken``, ``0417 on the stub``
    r" (?:(?:door)?(?:bell|buzzer|intercom|light|sensor|handle|hinges?|battery|camera|keys?) )?"
    r"(?:is|was) (?!the |for |to |what |my )[a-z]"
    r"| on (?:the|my|your|our) (?:stub|ticket|receipt|invoice|form|slip|bill|plate|badge|map|sign|meter)\b"
)
PINNED = lazy.pattern(r" (?:on|in|to|from) (?:the|a|my|our|your|top) ")
PRODUCT = lazy.pattern(r"[A-Za-z]?[a-z]+\d{1,3}\Z")  # ``chrome120``
YEAR = lazy.pattern(r"(?:19|20)\d\d\Z")
DAY = lazy.pattern(r"(?:19|20)\d{6}\Z")
YEAR_END = lazy.pattern(r"(?<!\d)(?:19|20)\d\d\Z")
PIN = lazy.pattern(r"(?!(?:19|20)\d\d(?:0\d|1[0-2]))(?:\d{6}|\d{8}|0\d{3}|0\d{4,7})[#*]?\Z")
SERIAL = lazy.pattern(r"[A-Z0-9]{6,16}\Z")
SERIALS: Final = frozenset({"序列号", "serial number", "serial"})
THREE_WHEELS: Final = frozenset({  # locks that often have three digits
    "行李箱", "密码箱", "密码锁", "挂锁", "登机箱", "单车锁", "自行车锁", "车锁",
    "suitcase", "padlock", "bike lock", "lock",
})  # fmt: skip
LOCK_NUMBER = lazy.pattern(r"(?:\d{4}|\d{6}|\d{8}|\d{3,10}[#*]|[#*]\d{3,10}[#*]?)\Z")
COUNTED = lazy.pattern(r"[两三四六八](?=位)")
DIGITS_OF: Final = dict(zip("两三四六八", (2, 3, 4, 6, 8), strict=True))
OF_A_PERSON = lazy.pattern(r"身份证|证件|密码|口令|验证码|卡密|银行卡|社保")
# A pod: words, then what was drawn from the cluster's own letters.
OF_A_POD = r"[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}"
DIGEST = lazy.pattern(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})\Z")
