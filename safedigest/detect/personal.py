"""Personal numbers that arithmetic tells from other numbers: mobile and id numbers, bank cards, addresses of hosts.

A row of digits, with blanks or hyphens between its groups, is one of them or nothing: order numbers, time stamps,
ISBNs, versions and MAC addresses stay. Where the form alone is weak (a card of 13 digits, the old id of 15), a word
must say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from safedigest.detect import addresses, checks, lazy
from safedigest.detect.interface import Budget, Detector, Scan, Span
from safedigest.detect.outline import Sign
from safedigest.model import Kind

_ROW = lazy.pattern(  # ``tel1888…`` too
    r"(?:(?<![0-9A-Za-z_.])|(?<=(?<![A-Za-z])[Tt]el)|(?<=(?<![A-Za-z])TEL)"
    r"|(?<=[Pp]hone)|(?<=[Mm]obile)|(?<=(?<![A-Za-z])[Mm]ob))[0-9](?:[ ·.-]{0,2}[0-9])*+[Xx]?"
)
_GROUP = lazy.pattern(r"[0-9]+[Xx]?")
_MOBILE = lazy.pattern(r"(?:(?:00)?86)?1(?:3[0-9]|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8[0-9]|9[0-35-9])[0-9]{8}")
_FRACTION = lazy.pattern(r"\.[0-9]{3}")
_INSIDE: Final = frozenset("/=_-#?&")  # a number behind these is a part of an address or a name
_SHAPES: Final = frozenset(((3, 4, 4), (3, 8), (7, 4), (3, 3, 5), (3, 5, 3), (4, 4, 3), (3, 2, 2, 2, 2)))
_LEAST: Final = 11
_GROUPS: Final = 19
_COST: Final = 60  # of one number that is tried, in characters
_GROUP_COST: Final = 16
_CARD_WORD = lazy.pattern(
    r"卡|银行|账[号户]|帐[号户]|收款|转账|打款|汇款|储蓄|信用|银联|card|acct|account|visa|master|amex|unionpay|debit|credit|(?<![a-z])pan(?![a-z])"
)
_MOBILE_WORD = lazy.pattern(
    r"手机|电话|联系|微信|加我|围信|v信|薇信|号码|短信|打给|致电|来电|tel|phone|mobile|call|whatsapp|contact|sms"
)
_OTHER_WORD = lazy.pattern(
    r"订单|单号|运单|快递|物流|流水|编号|批次|发票|序列|条码|商品|合同|工单|请求|会话|时间戳|批号|版本|order|tracking|invoice|serial|isbn|issn|imei|barcode"
    r"|ticket|trace|request|timestamp|(?<![a-z])(?:id|uid|uuid|sku|ean|upc|sn|epoch|ts|ms|pid"
    r"|oid|msg|seq|(?<!card )(?<!card)no)(?![a-z])"
)
_SIZE_WORD = lazy.pattern(r"\s?(?:bytes|字节|kb|mb|rows|条|行|次|ms|ns|元|个|tokens)")
_BEFORE: Final = 16
_CARD_BEFORE: Final = 32
_CARD_LEAST: Final = 13
_CARD_SIZES: Final = range(19, 12, -1)  # the longest first
# What else begins with a digit: a mobile number, with ``86`` and ``0086`` before it too, and the number of a person.
_SIZES: Final = {"0": (15,), "1": (18, 11), "7": (18,), "8": (18, 13)}
_ID: Final = 18
_CENTURIES: Final = ("19", "20", "21")  # of the year of birth


class Numbers:
    """Mobile numbers, id numbers and bank cards."""

    keywords: Sequence[str] = ()
    needs = Sign.NUMBER

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of personal numbers."""
        if scan.shadow.outline.digits < _LEAST:
            return
        for row in _ROW.finditer(scan.shadow.text):
            if len(row[0]) < _LEAST:
                continue
            scan.budget.spend(len(row[0]) * 8)
            yield from _row(scan.shadow.text, scan.shadow.lower, row, scan.budget)


def _row(text: str, lower: str, row: re.Match[str], budget: Budget) -> Iterator[Span]:
    """Take a row of digit groups apart: from each group on, the longest number that is one."""
    groups = [found.span() for found in _GROUP.finditer(text, row.start(), row.end())]
    digits = "".join(text[start:end] for start, end in groups)
    sizes = [end - start for start, end in groups]
    ends = {
        size: number for number, size in enumerate(accumulate(sizes), 1)
    }  # groups that hold so many digits
    at = place = 0
    while at < len(groups):
        used = 1
        budget.spend(_GROUP_COST)
        for size in _SIZES.get(digits[place], _CARD_SIZES):
            stop = ends.get(place + size)
            if stop is None or stop - at > _GROUPS:
                continue
            budget.spend(_COST)
            start, end = groups[at][0], groups[stop - 1][1]
            rule = _number(digits[place : place + size], sizes[at:stop], lower, start, end)
            if rule:
                yield Span(start, end, rule, Kind.PERSONAL)
                used = stop - at
                break
        place += sum(sizes[at : at + used])
        at += used


def _number(digits: str, sizes: Sequence[int], lower: str, start: int, end: int) -> str:
    """Return the rule that ``digits``, written in groups of ``sizes``, fall under; empty if none."""
    if digits[0] in "018" and _MOBILE.fullmatch(digits):
        return "cn-mobile" if _ends(lower, end) and _mobile(digits, sizes, lower, start, end) else ""
    if len(digits) == _ID and digits[6:8] in _CENTURIES and checks.cn_id(digits):
        return "cn-id" if _ends(lower, end) else ""
    if len(digits) >= _CARD_LEAST and _even(digits, sizes) and checks.card(digits) and _ends(lower, end):
        return "bank-card" if _card(digits, sizes, lower[max(0, start - _CARD_BEFORE) : start]) else ""
    return ""


def _ends(lower: str, end: int) -> bool:
    """Tell whether a number that ends there is not the head of a longer token."""
    after = lower[end : end + 1]
    return not (after.isalnum() and after.isascii()) and after != "_" and not _FRACTION.match(lower, end)


def _even(digits: str, sizes: Sequence[int]) -> bool:
    """Tell whether a card's number is written so: in one, in fours, in equal groups, or as American Express has it."""
    first = set(sizes[:-1])
    return len(sizes) == 1 or first == {4} or first == {sizes[-1]} or (digits[0] == "3" and sizes[0] == 4)  # noqa: PLR2004


def _mobile(digits: str, sizes: Sequence[int], lower: str, start: int, end: int) -> bool:
    """Tell whether what stands around allows these digits to be a mobile number."""
    around = lower[max(0, start - _BEFORE) : start]
    if "." in lower[start:end] and len(sizes) in (2, 4):  # a fraction, the address of a host
        return False
    if len(digits) == _LEAST and lower.startswith("+", start - 1) and start:  # of another country
        return False
    if _MOBILE_WORD.search(around):
        return True
    if _OTHER_WORD.search(around) or _SIZE_WORD.match(lower, end):
        return False
    country = len(digits) - _LEAST
    shape = tuple(size for size in (sizes[0] - country, *sizes[1:]) if size > 0)
    if len(shape) == 1:
        return lower[start - 1 : start] != "."  # the digits of a fraction
    return shape in _SHAPES


def _card(digits: str, sizes: Sequence[int], around: str) -> bool:
    """Tell whether what stands before allows a number with the right sum to be a card's."""
    if _OTHER_WORD.search(around):
        return False
    if _CARD_WORD.search(around):
        return True
    if around and around[-1] in _INSIDE:
        return False
    return checks.bank_card(digits) and (digits.startswith("62") or len(sizes) > 1 or len(digits) == 16)  # noqa: PLR2004


_IPV4 = lazy.pattern(
    r"(?<![0-9A-Za-z_.+-])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?![0-9A-Za-z_-]|\.[0-9])"
)
_IPV6 = lazy.pattern(
    r"(?<![0-9A-Za-z_:.])(?=[0-9A-Fa-f]{1,4}:)[0-9A-Fa-f:]{2,39}::?[0-9A-Fa-f]{1,4}(?![0-9A-Za-z_:.])"
)
_VERSION_WORD = lazy.pattern(r"(?:版本|version|ver\.?|release|build|chrome|v|固件|firmware|driver|=|@|/)\s?$")
_WELL_KNOWN: Final = frozenset(
    ("114.114.114.114", "223.5.5.5", "223.6.6.6", "119.29.29.29", "180.76.76.76", "208.67.222.222")
)


class Hosts:
    """Public addresses of hosts, version 4 and 6; private ones, resolvers and versions stay."""

    keywords: Sequence[str] = ()
    needs = Sign.DIGITS

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of public addresses."""
        text = scan.shadow.text
        if scan.shadow.outline.digits < 4:  # noqa: PLR2004  the digits of the shortest address
            return
        for found in _IPV4.finditer(text):
            if self._is_host(found[0], scan.shadow.lower[max(0, found.start() - 10) : found.start()]):
                yield Span(found.start(), found.end(), "ipv4", Kind.PERSONAL)
        for found in _IPV6.finditer(text) if "::" in text or text.count(":") > 4 else ():  # noqa: PLR2004
            if found[0].count(":") > 1 and len(found[0]) > 9 and checks.public_ip(found[0]):  # noqa: PLR2004
                yield Span(found.start(), found.end(), "ipv6", Kind.PERSONAL)

    @staticmethod
    def _is_host(address: str, before: str) -> bool:
        octets = address.split(".")
        if sum(len(octet) for octet in octets) <= 5 or address in _WELL_KNOWN or octets[3] == "0":  # noqa: PLR2004
            return False
        return _VERSION_WORD.search(before) is None and checks.public_ip(address)


def detectors(*, personal: str = "default") -> list[Detector]:
    """Return the detectors of personal numbers that are wanted."""
    if personal == "none":
        return []
    return [Numbers(), Hosts(), *addresses.detectors()] if personal == "all" else [Numbers()]
