"""Postal addresses: found down to the door, and left alone where they say where a shop is."""

from __future__ import annotations

import pytest

from safedigest.detect.addresses import detectors
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from tests.detect.speaking import digits

_FINDER = Finder(detectors())


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


@pytest.mark.parametrize(
    ("before", "address"),
    [
        ("地址 ", "青田市云和区稻香路{}号6幢2单元{}室"),
        ("麻烦寄到", "枫林区桂花大道 {} 号梧桐公寓 B 座 {}"),
        ("我住", "银杏花园16栋2单元{}"),
        ("收货地址：", "松江镇北弄{}号"),
        ("she lives at ", "{} Alder Street, Apt 18A"),
        ("ship it to Kim, ", "{} Foxglove Lane, Luton LU1 2AB"),
        ("my address: ", "{} Juniper Ave Unit 12, Salem, OR 97301"),
    ],
)
def test_an_address_is_found_whole(before: str, address: str) -> None:
    written = address.format(digits(3), digits(4))
    assert _found(f"{before}{written}，谢谢") == [written]


@pytest.mark.parametrize(
    "text",
    [
        "稻香路351号有什么吃的", "2号楼3层开会", "把它放 3 楼 301 室", "路灯 12 座坏了", "坐 3 号线到云和路站",
        "there are 12 Alder Street bakeries", "we met at 12 Alder Street. Nice",
        "5 Way too long", "take the 2nd Street exit",
    ],
)  # fmt: skip
def test_where_a_shop_is_stays(text: str) -> None:
    assert _found(text) == []
