"""Codes known in Chinese by what is done with them."""

from __future__ import annotations

import random

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.uses_zh import UseInChineseDetector
from tests.detect.speaking import digits

_FINDER = Finder([UseInChineseDetector()])
_RNG = random.Random(20261204)
_SYLLABLES = ("lin", "qing", "zhao", "mei", "hong", "tao", "xue", "feng")


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return sorted({shadow.text[span.start : span.end] for span in _FINDER.find(shadow)})


def _number() -> str:
    while (value := digits(6)).endswith("00"):
        pass
    return value


def _sign() -> str:
    return "".join(_RNG.choices("BCDFGHJKLMNPQ", k=3)) + digits(4)


def _pinyin() -> str:
    return "".join(_RNG.sample(_SYLLABLES, 2)) + digits(4)


@pytest.mark.parametrize(
    "wording",
    [
        "手环要配对，手表上弹出{}，你点一下", "投屏的时候电视显示{}", "令牌这会儿显示的是{}", "快手登录，短信来了，{}",
        "辅助验证，客服念的是{}", "客服要我报校验数字，我报了{}", "到店核销 {}，快过来", "把{}填进去就行",
        "老宅夹万往右转三圈再入{}", "{}——外婆家后门", "{}，支付的", "网银要输的是{}", "访客码 {}",
        "打印机的配对代码是{}",
        "yanzhengma {} kuai", "qujian ma shi {}, xiexie",
        "门禁码换了，现在是{}，别记错", "口令在群公告里，{}，快进",
        "PIN我又忘了，{}", "把{}发给好友辅助验证", "付款时弹框，填{}", "个柜嘅密碼我唔記得，{}",
    ],
)  # fmt: skip
def test_a_number_is_found_where_its_use_is_said(wording: str) -> None:
    value = _number()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording", ["民宿的上网码{}", "网吧上号码{}，两小时", "steam令牌 {}，快点", "口令在前台写着，{}"]
)
def test_letters_and_digits_as_devices_print_them_are_found(wording: str) -> None:
    value = _sign()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "打开光猫后台，进去填{}",
        "“{}”这个登录密码删掉吧",
        "{}这个口令别用了",
        "柜台机用admin+{}",
        "密码嘛，老一套——{}——懂的都懂",
    ],
)
def test_a_name_in_pinyin_with_a_number_is_found_where_its_use_is_said(wording: str) -> None:
    value = _pinyin()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize("wording", ["登机箱锁调的{}", "自行车锁是{}，记好"])
def test_three_digits_are_found_at_a_lock_of_three_wheels(wording: str) -> None:
    value = digits(3)
    assert _found(wording.format(value)) == [value]


def test_wheels_puk_network_keys_and_vouchers_are_found() -> None:
    wheels = " ".join(digits(4))
    assert _found(f"转盘锁从左到右{wheels}") == [wheels]
    puk, key = digits(8), digits(9) + "7"
    assert _found(f"电信卡的PUK{puk}") == [puk]
    assert _found(f"无线网 SSID：home_5G，key是{key}") == [key]
    voucher = "-".join(_sign()[:5] for _ in range(4))
    assert _found(f"mac 的恢复 {voucher}") == [voucher]


@pytest.mark.parametrize(
    "text",
    [
        "电视显示1920的分辨率", "车机显示里程45213", "蓝牙配对后显示电量 85%", "设备显示40312，是什么错误代码",
        "登录时显示 5023 人在线", "短信费用是1250，太贵了", "银行短信来了，3520元到账", "验证1205条数据",
        "校验 4096 位的密钥",
        "核销1253张券", "把4500输进表格里", "把5620打到我卡上", "门锁用了2480天", "大门是1987年修的", "128400，支付的",
        "付款的是128300",
        "商品码ABC123", "优惠码SAVE20", "机器码 AB1234", "股票代码 SH600519", "安装代码 4521 行",
        "柜子 1 2 3 层", "箱子里有 3 4 5 6 个", "密码错误，40301", "登录密码忘了，工单 45213", "口令太长，1200",
        "恢复 2024-01-02 的备份", "兑换 3521 积分", "123456这个密码太弱了", "用admin+user两个角色", "da ma 3521",
        "让我报1250米", "他说的是1024", "对方说4521能成交吗", "师傅报3500，装指纹锁", "令牌桶写着 4521",
        "贴纸写着 2025 款",
    ],
)  # fmt: skip
def test_counts_amounts_and_numbers_of_other_things_stay(text: str) -> None:
    assert _found(text) == []
