"""Values whose sentence says what they are for."""

from __future__ import annotations

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.meant import MeantDetector
from tests.detect.speaking import digits, password

_FINDER = Finder([MeantDetector()])


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


@pytest.mark.parametrize(
    "wording",
    [
        "{}，这个就是开机的", "{}不是电话 是车库遥控配对的", "{}这串是后台管理员的，别贴", "报警了就输{}回车",
        "{} gets you past the lobby", "{} — that's what opens the cage", "{} is for the garage remote",
    ],
)  # fmt: skip
def test_a_number_is_found_by_what_it_opens(wording: str) -> None:
    value = digits(6)
    assert value in _found(wording.format(value))


@pytest.mark.parametrize(
    "wording",
    [
        "用 {} 这个登", "密码不对呀 我输的 {}", "{} 报密码错误",
        "tried {}, says invalid", "why does {} not work anymore",
        "i keep mistyping {} for the vpn", "rdp as svc_scan with {}", "the shop is till@corner / {}",
    ],
)  # fmt: skip
def test_a_made_up_password_is_found_by_what_was_done_with_it(wording: str) -> None:
    value = password()
    assert value in _found(wording.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "4200 就是上个月进货的", "3500 块就是给门锁的", "他输了 2000", "输出 4096 个 token", "8080 端口是给后台的",
        "2019 is for the phone", "1204 people get in free",
        "tried 3 times, says invalid", "use it with python3.11, not working",
        "macOS / windows10", "v2.1 / v2.2 are wrong", "as root with 4 cores",
    ],
)  # fmt: skip
def test_counts_years_and_versions_stay(text: str) -> None:
    assert _found(text) == []
