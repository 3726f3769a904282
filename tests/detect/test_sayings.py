"""Values that a whole saying hands over."""

from __future__ import annotations

import random

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.sayings import SayingDetector
from tests.detect.speaking import digits

_FINDER = Finder([SayingDetector()])
_RNG = random.Random(20261202)
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


def _letters(count: int) -> str:
    return "".join(_RNG.choices(_LETTERS, k=count))


@pytest.mark.parametrize(
    "wording",
    [
        "grandpa changed the tablet to {} again", "she moved the alarm over to {} after the break-in",
        "my flatmate reset our garage keypad to {}", "我姐把平板设成 {}", "物业给门禁换成了{}，记得说一声",
    ],
)  # fmt: skip
def test_the_number_that_a_lock_was_set_to_is_found(wording: str) -> None:
    value = digits(6)
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "set the server to 8443 and reload", "changed the alarm to 6:30", "set the laptop to 2560x1440",
        "changed the lock to 1234", "把手机换成 3000 块的", "把电视设成 2025 年的那台", "set the door to 45",
    ],
)  # fmt: skip
def test_other_numbers_that_something_is_set_to_stay(text: str) -> None:
    assert _found(text) == []


def test_a_name_with_a_number_is_found_where_something_was_reset_to_it() -> None:
    value = f"{_letters(9)}{digits(2)}"
    assert _found(f"the shop page got logged out, I reset it to {value} and it works") == [value]
    assert _found("reset it to factory settings") == []
    assert _found("git reset --hard to abc1234") == []


def test_a_phrase_in_quotes_is_found_behind_what_it_opens() -> None:
    value = " ".join(_letters(6) for _ in range(4))
    assert _found(f'the stage laptop opens with "{value}", all small') == [value]
    assert _found('the talk opens with "hello"') == []


@pytest.mark.parametrize("drive", ["百度网盘 {}", "夸克 {} 打得开吗", "阿里云盘：{}"])
def test_the_four_characters_of_a_shared_folder_are_found(drive: str) -> None:
    value = f"{_letters(2)}{digits(4)[:1]}{_letters(1)}"
    assert _found(drive.format(value)) == [value]


@pytest.mark.parametrize("text", ["阿里云盘 100g", "夸克 app2024", "百度网盘 vip8.5", "夸克 svip"])
def test_sizes_and_names_beside_a_drive_stay(text: str) -> None:
    assert _found(text) == []


def test_what_a_machine_unlocks_with_is_found() -> None:
    value = f"{_letters(6)}-{_letters(5)}-{digits(2)}"
    assert _found(f"my work laptop unlocks with {value}, yes really") == [value]
    assert _found("the door opens with a clap, the drive boots with grub2.efi") == []


def test_the_answer_to_a_question_of_its_owner_is_found() -> None:
    value = _letters(10)
    assert _found(f"it asks for my first school and I set the answer as {value}") == [value]
    assert _found("they ask my first pet and the answer is wrong") == []
    assert _found(f"the answer is {value}") == []


@pytest.mark.parametrize(
    "wording",
    [
        "sticky note on the monitor says {}",
        "printed under the modem: {}",
        "路由器背面写着{}",
        "门后标签上印的是 {}",
    ],
)
def test_what_is_written_on_a_note_is_found(wording: str) -> None:
    value = f"{_letters(4).upper()}{_letters(3)}{digits(3)}"
    assert _found(wording.format(value)) == [value]
    assert _found("note on the pod: nginx-7 restarts") == []


def test_how_a_dial_is_turned_is_found() -> None:
    turns = "左 31 右 7 左 23"
    assert _found(f"保险箱{turns}") == [turns]
    assert _found("左 31 米右 7 米有个柜子") == []


@pytest.mark.parametrize(
    "wording", ["Use {} to verify your account", "enter {} to sign in", "請用 {} 開通", "提款機輸入{}完成"]
)
def test_what_a_service_asks_to_type_is_found(wording: str) -> None:
    value = digits(6)
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "use 4096 tokens to sign nothing", "enter 2024 to the left", "输入 2000 字",
        "it opens if you type python3-pip2.txt",
        "Model XR500 on the back", "use the back door",
    ],
)  # fmt: skip
def test_other_things_to_use_or_on_a_back_stay(text: str) -> None:
    assert _found(text) == []


def test_what_is_typed_or_printed_on_a_back_is_found() -> None:
    value = f"{_letters(4)}{_letters(4).upper()}{digits(2)}"
    assert _found(f"the invoice zip opens if you type {value}") == [value]
    assert _found(f"the new router says {value} on the back, type it exactly") == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "exhibit c zip is protected, their lawyer sent {} in a separate mail",
        "the clerk sent {} for the payroll spreadsheet",
        "压缩包打不开，客户发来{}，试了也不行",
    ],
)  # fmt: skip
def test_what_was_sent_for_a_closed_file_is_found(wording: str) -> None:
    value = f"{_letters(5).title()}{digits(4)}!"
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "the zip is protected, they sent invoices yesterday",
        "she sent report2024.pdf for the archive",
        "压缩包里客户发来的合同",
    ],
)
def test_other_things_that_were_sent_stay(text: str) -> None:
    assert _found(text) == []


def test_what_must_be_changed_at_the_first_sign_in_is_found() -> None:
    value = f"{_letters(4)}{_letters(4).upper()}{digits(2)}"
    assert _found(f"Done. Temporary one: {value}. Change it at first sign-in.") == [value]
    assert _found(f"初始的 {value}，首次登录要改") == [value]
    assert _found("the plan basic2 renews, change it at the next login") == []
