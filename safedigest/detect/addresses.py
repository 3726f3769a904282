"""Postal addresses, Chinese and English, down to the door.

A street and a house alone are also where a shop is; so a room, a flat or a postcode must stand with it, or a word that
says whose address it is. Form of the English ones: USPS Publication 28; of the Chinese ones: GB/T 23705.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.outline import Sign
from safedigest.model import Kind

_HAN: Final = r"[\u4e00-\u9fff]"
_AREA: Final = rf"(?:{_HAN}{{2,8}}?(?:省|自治区|市|自治州|区|县|镇|乡|街道))"
_ROAD: Final = (
    rf"{_HAN}{{1,8}}?(?:路|街|大道|巷|弄|胡同|里|道)(?:[东南西北中][段路])?\s?[0-9A-Z]{{1,5}}(?:-\d{{1,4}})?"
    r"(?:弄\s?\d{1,5})?\s?(?:号院?|弄)"
)
_PLACE: Final = (
    rf"{_HAN}{{1,10}}?(?:小区|花园|家园|公寓|新村|大厦|苑|府|城|湾|园|村|里|庭|轩|居|郡|邸|中心|广场|宿舍|院)"
)
_UNIT: Final = r"[0-9A-Z]{1,5}\s?(?:幢|栋|号楼|座|单元|组团|期|区|楼|层|号)"
_ROOM: Final = r"(?:[0-9A-Z]{2,5}(?:-\d{1,4})?\s?[室房户号]?|\d{1,4}床)"
_CN = lazy.pattern(
    rf"(?:{_AREA}{{0,4}})(?:(?:{_ROAD})(?:\s?{_PLACE})?|{_PLACE})\s?(?:{_UNIT}\s?){{1,4}}(?:{_ROOM})?(?![0-9A-Za-z])"
    rf"|(?:{_AREA}{{0,4}})(?:{_ROAD})(?:\s?{_PLACE})?(?:\s?{_ROOM})?(?![0-9A-Za-z])"
)
_CN_DOOR = lazy.pattern(
    r"(?:幢|栋|号楼|座|单元|楼|层|号|弄)\s?[0-9A-Z]{0,4}(?:单元|楼|层)?\s?\d{2,5}(?:室|房|户|号)?\Z|室\Z|房\Z"
)
_CN_OWNER = lazy.pattern(r"地址|住址|住在?|寄[到给往]?|收货|收件|送到|家在|户籍|发货|邮寄|快递到|上门|家住")
_EN = lazy.pattern(
    r"(?<![0-9A-Za-z#./-])\d{1,5}[A-Za-z]?(?:-\d{1,4})? (?:[NSEW]\.? |North |South |East "
    r"|West )?(?:[A-Z][A-Za-z'’]{1,15}|\d{1,3}(?:st|nd|rd|th)) "
    r"(?:[A-Z][A-Za-z'’]{1,15} ){0,2}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Place|Pl|Way|Terrace|Close"
    r"|Crescent|Cres|Square|Sq|Highway|Hwy|Parkway|Pkwy|Circle|Cir|Row|Grove|Gardens|Hill|Walk|Mews)\b\.?"
    r"(?:,? (?:Apt|Apartment|Unit|Suite|Ste|Flat|Floor|Room|Rm|#)\.? ?#?[0-9A-Za-z-]{1,6})?"
    r"(?:(?:,? [A-Z][A-Za-z'’.]{1,15}(?: [A-Z][A-Za-z'’.]{1,15}){0,2}?)?,? (?:[A-Z]{2} \d{5}(?:-\d{4})?"
    r"|[A-Z]{1,2}\d[A-Z0-9]? ?\d[A-Z]{2}|\d{4,5})(?![0-9A-Za-z])"
    r"|, [A-Z][A-Za-z'’.]{1,15}(?: [A-Z][A-Za-z'’.]{2,15}){0,1}(?:,? [A-Z]{2}\b)?)?"
)
_EN_DOOR = lazy.pattern(
    r"(?:Apt|Apartment|Unit|Suite|Ste|Flat|Floor|Room|Rm|#)|[A-Z]{2} \d{5}|[A-Z]{1,2}\d[A-Z0-9]? ?\d[A-Z]{2}\Z"
)
_EN_OWNER = lazy.pattern(
    r"address|\bliv(?:e|es|ing)\b|\bship|\bdeliver|\bmail|\bsend|\bresid|\bhome|\bmy place|\bpick (?:me )?up"
    r"|\blocated|\bcustomer|\bbilling|\bcame? to|\bcome to"
)
_LEAD = lazy.pattern(
    r"(?:[\u4e00-\u9fff]{0,6}?(?:寄[到给往]|送[到往]|快递到|地址|住址|住在|家在|住|[到在]))?"
)
_BEFORE: Final = 60


class Addresses:
    """Postal addresses."""

    keywords: Sequence[str] = (
        "路", "街", "道", "巷", "弄", "胡同", "栋", "幢", "号楼", "单元", "座", "室", " st", " ave", " road", " rd",
        " lane", " ln", " dr", " court", " ct", " blvd", " boulevard", " place", " pl", " way", " terrace", " close",
        " cres", " sq", " hwy", " highway", " pkwy", " parkway", " cir", " row", " grove", " gardens", " hill", " walk",
        " mews",
    )  # fmt: skip
    needs = Sign.NONE

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of addresses."""
        if not scan.shadow.outline.digits:
            return
        text, lower, done = scan.shadow.text, scan.shadow.lower, 0
        for hit in scan.hits:
            low, high = max(done, hit.start - _BEFORE), min(len(text), hit.end + _BEFORE)
            if hit.start < done:
                continue
            scan.budget.spend(8 * (high - low))
            for pattern, door, owner in ((_CN, _CN_DOOR, _CN_OWNER), (_EN, _EN_DOOR, _EN_OWNER)):
                for found in pattern.finditer(text, low, high):
                    owned = (
                        owner.search(lower, max(0, found.start() - _BEFORE), found.start() + 8) is not None
                    )
                    if owned or door.search(found[0]):
                        done = found.end()
                        lead = _LEAD.match(found[0])
                        start = found.start() + (lead.end() if lead else 0)
                        yield Span(start, done, "postal-address", Kind.PERSONAL)


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [Addresses()]
