"""Replies that only the talk makes a secret, as whole talks through the finder of all detectors."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest

from safedigest.detect.build import default_finder
from safedigest.detect.engine import Finder
from safedigest.talk import spans_of_run
from tests.detect.speaking import digits, turns

_RNG = random.Random(20261202)
_WORDS: Final = [
    "lantern",
    "marble",
    "saddle",
    "copper",
    "thistle",
    "walnut",
    "ginger",
    "falcon",
    "kettle",
    "velvet",
    "pepper",
    "biscuit",
    "magnet",
]
_SYLLABLES: Final = [
    "meng",
    "fang",
    "lao",
    "zhu",
    "hua",
    "ting",
    "xiang",
    "nuan",
    "hong",
    "qing",
    "ping",
    "guo",
    "shu",
    "lin",
]
_THINGS: Final = ["豆腐", "外婆", "狐狸", "灯塔", "山楂", "糯米", "企鹅"]
_CONSONANTS: Final = "BCFHJKMNPRTXZ"
_SEEDS: Final = [
    "animal",
    "beach",
    "bicycle",
    "castle",
    "coral",
    "breeze",
    "ability",
    "cupboard",
    "camera",
    "aspect",
    "arctic",
    "burden",
    "anchor",
]


def _letters(count: int, signs: str = _CONSONANTS) -> str:
    return "".join(_RNG.choices(signs, k=count))


def _backup() -> str:
    signs = "bcdfghjkmnpqrstvwxz" + string.digits
    return "-".join(f"{_letters(3, signs)}{digits(1)}{_letters(1, signs)}" for _ in range(2))


def _groups(signs: str) -> str:
    return " ".join(f"{_letters(2, signs)}{_RNG.choice('234567')}{_letters(1, signs)}" for _ in range(4))


_MAKE: Final[dict[str, Callable[[], str]]] = {
    "number 3": lambda: digits(3),
    "number 4": lambda: digits(4),
    "number 6": lambda: digits(6),
    "number 8": lambda: digits(8),
    "apart": lambda: " ".join(digits(4)),
    "mixed": lambda: f"{_RNG.choice(_WORDS).title()}{digits(4)}{_RNG.choice('!#%')}{_letters(1)}",
    "pinyin": lambda: "".join(_RNG.sample(_SYLLABLES, 4)),
    "phrase": lambda: (
        f"{_RNG.choice(_THINGS)}{_RNG.choice(['偷吃', '骑着', '梦见', '追赶'])}{_RNG.choice(_THINGS)}"
    ),
    "compound": lambda: "".join(_RNG.sample(_WORDS, 2)),
    "word": lambda: _RNG.choice(_WORDS),
    "dashes": lambda: "-".join(_RNG.sample(_WORDS, 4)),
    "printed": lambda: _letters(3) + digits(3),
    "voucher": lambda: _letters(3) + digits(2) + _letters(2) + digits(4),
    "backup": _backup,
    "seed": lambda: _groups(_CONSONANTS),
    "seed_lower": lambda: _groups(_CONSONANTS.lower()),
    "dial": lambda: "-".join(str(_RNG.randint(11, 59)) for _ in range(3)),
    "pet": lambda: _RNG.choice(["oreo", "mimi", "beipang", "wangcai"]) + digits(3),
    "name": lambda: _RNG.choice(["Marchetti", "Kowalska", "Luna", "Biscuit", "Rosedale"]),
    "han_name": lambda: _RNG.choice(["尉迟", "司徒", "赵", "钱"]) + _RNG.choice(["淑华", "桂珍", "明远"]),
    "mnemonic": lambda: " ".join(_RNG.sample(_SEEDS, 12)),
    "shelf": lambda: f"{_RNG.randint(2, 30)}-{_RNG.randint(1, 9)}-{digits(4)}",
}

# What is said, with ``{}`` for the value; ``{qq}`` and ``{user}`` stand beside it and are none.
_GIVEN: Final = (
    ("number 6", "a: 请输入短信中的动态密码 / u: 稍等手机在楼上 / u: {}"),
    ("number 4", "a: Please enter the PIN printed on your card letter. / u: {}"),
    ("number 4", "a: The lobby kiosk wants your pickup PIN. / u: umm {}"),
    (
        "mixed",
        "u: crm login stopped working / a: Which password are you typing? / u: the one from last spring, {}",
    ),
    (
        "mixed",
        "u: vpn keeps rejecting me / a: Can you type the password here so I can test? / "
        "u: sorry wrong one. {}",
    ),
    ("mixed", "u: 邮箱登不上了 / a: 你用的密码是哪个 / u: 不对，发错了。 {}"),
    (
        "number 8",
        "u: back of the modem has a few numbers / a: You want the one labelled WPA key. / u: key one is {}",
    ),
    (
        "number 8",
        'u: sticker under the box, which one do i type / a: the one next to "Network Key" / '
        "u: that one says {}",
    ),
    ("number 8", "u: 光猫背面好几串数字 / a: 填标着“无线密钥”的那串 / u: 那串是{}"),
    ("pinyin", "a: 解压密码是什么？ / u: 学长说就是社团全拼 {}"),
    ("pinyin", "u: 这个rar打不开 / a: 需要密码才能解压。 / u: 群里说是楼名全拼 {}"),
    ("phrase", "u: 文件打开要口令 / a: 发件人给过口令吗 / u: 给了 是中文的 {}"),
    ("phrase", "a: 请说出暗号 / u: {}"),
    ("phrase", "a: 家里wifi密码改成啥了？ / u: {}"),
    ("phrase", "u: 客厅网换密码了 / a: 换成什么了 / u: 换成一句话 {}"),
    ("compound", "u: office guest network changed / a: changed to what? / u: {}"),
    ("compound", "u: hi, what's the wifi here? / a: network CafeBlue. / u: and the password? / a: {}"),
    ("compound", "a: Welcome aboard. Wifi is ShipGuest. / u: password? / a: {} / u: thanks"),
    ("compound", "a: 您好，本店wifi是TeaHouse / u: 密码呢 / a: {}"),
    ("compound", "a: What's the passphrase for the backup? / u: its just {}"),
    ("number 6", "a: 您的寄存柜密码已发到小票上。 / u: 小票湿了，不过我记得 {}"),
    ("number 6", "a: Your locker code has been printed on the slip. / u: lost the slip but I remember {}"),
    ("number 6", "u: 会议进不去 / a: 主持人设了入会密码 / u: 群公告写的 {}"),
    (
        "printed",
        "a: Moderator: you need the passcode to join, it's case sensitive. / u: what is it / "
        "a: Moderator: {}",
    ),
    ("printed", "a: 主持人：入会要密码，区分大小写 / u: 是啥 / a: 主持人：{}"),
    (
        "backup",
        "u: new phone and no authenticator / a: You can still use one of the backup codes. / "
        "u: first one says {}",
    ),
    ("backup", "u: authenticator gone / a: Use a recovery code from your printout. / u: starts with... {}"),
    ("backup", "u: 换手机了二次验证进不去 / a: 用之前存的备用码登 / u: 第一个是 {}"),
    (
        "seed",
        "a: Scan the QR or type the setup key by hand. / u: where? / a: the letters below the picture, paste them / "
        "u: {}",
    ),
    ("seed", "u: moving my 2fa / a: Send me the TOTP secret. / u: {}"),
    ("seed_lower", "a: Paste the secret key shown for the authenticator app. / u: {}"),
    ("seed", "u: 要把谷歌验证器迁过来 / a: 把手动输入的密钥贴过来 / u: {}"),
    ("mnemonic", "a: Please type your recovery phrase. / u: {}"),
    ("number 3", "u: my bike lock is stuck / a: What combination did you set? / u: {}"),
    ("number 3", "u: 行李箱打不开 / a: 密码几位？拨到多少 / u: {}"),
    ("apart", "a: 请逐位说出您的支付密码 / u: {}"),
    ("apart", "a: Read me the door code digit by digit. / u: {}"),
    ("dial", "u: school locker, forgot how / a: what's the combination? / u: {}"),
    ("dial", "a: What's the dial combo on the safe? / u: {} i think"),
    ("number 8", "u: {} / a: 请问这串数字是什么？ / u: SIM卡的PUK码"),
    ("number 8", "u: {} / a: 这串是干嘛用的？ / u: 新路由器的wifi密码呀"),
    ("number 8", "u: {} / a: What's that number for? / u: the PUK from my sim letter"),
    ("pet", "u: {} / a: What is that? / u: my disney plus password lol"),
    ("pet", "u: {} / a: 这是？ / u: 爱奇艺的密码"),
    ("compound", "u: {} / a: Sorry, what is this? / u: the new wifi password for the shed"),
    ("mixed", "u: {} / a: 这个是啥 / u: 公司vpn的，刚发下来"),
    ("pet", "a: Here's a random one: {} / u: ok make it the spotify password"),
    ("pet", "a: 给您随机了一个：{} / u: 行，就拿它当网盘密码"),
    ("compound", "u: 帮我想个wifi密码 / a: 可以用 {} / u: 就用你说的这个吧"),
    ("compound", "u: need a new wifi password, ideas? / a: {} / u: love it, use that"),
    ("dashes", "u: give me four random words for a passphrase / a: {} / u: good, saved as master password"),
    ("dashes", "u: suggest some words for my keepass / a: {} / u: ok that's the master now"),
    ("phrase", "a: 要不wifi密码就改成“{}”？ / u: 好，就它 / a: 已改。 / u: 手机上输 {} 对吧"),
    ("dashes", "u: backup passphrase: {} / a: ok / u: read that back please / a: {}"),
    ("compound", "u: wifi password {} / a: saved / u: read it back / a: {}"),
    ("compound", "u: {} / a: is that your new PC password? / u: yes"),
    ("name", "a: To confirm it's you: what's your mother's maiden name? / u: {}"),
    ("name", "a: Security question: what was the name of your first pet? / u: {}"),
    ("name", "a: Security question: in which street did you grow up? / u: {}"),
    ("han_name", "a: 密保问题：您父亲的姓名？ / u: {}"),
    ("han_name", "a: 请回答安全问题：您高中班主任叫什么 / u: {}"),
    ("han_name", "a: 核实身份，请问您母亲的姓名是？ / u: {}"),
    ("phrase", "a: 密保问题：您的出生地？ / u: {}"),
    ("compound", "a: 密保问题：最喜欢的电影？ / u: 填的{}，英文"),
    (
        "compound",
        "u: what do I answer to the security question, childhood friend / a: Something only you know. / "
        "u: ok i put {}",
    ),
    ("voucher", "a: Type the claim code on the gift card. / u: {}"),
    ("voucher", "a: 请输入礼品卡卡密 / u: 刮开了 {}"),
    ("printed", "a: Your parcel is at the shop, show the pickup code. / u: {}"),
    ("shelf", "a: 您好取件请报取件码 / u: {}"),
    ("shelf", "a: 驿站到件，凭码取 / u: {}"),
    ("number 4", "a: The printer is holding your document, release PIN? / u: {}"),
    ("number 4", "a: 打印任务已保留，请在面板输入PIN / u: {}"),
    ("number 6", "a: 摄像头要设备验证码 / u: 我看下底部 / u: {}"),
    ("number 4", "a: 车子启动需要密码 / u: {}"),
    ("number 4", "a: 陪驾问行车密码多少 / u: 跟他说{}"),
    ("number 4", "a: Gym door: enter your member PIN / u: {}"),
    ("number 4", "a: Please give the third and fifth digit of your passcode. / u: all of it then {}"),
    ("number 4", "a: 电话银行：请输入4位查询密码 / u: {}"),
    ("mixed", "u: 代练问我要号 / a: 把QQ号密码给我 / u: QQ {qq} {}"),
    ("mixed", "a: 发一下账号和密码 / u: {user} {}"),
    ("mixed", "a: send username and password / u: {user} {}"),
    ("number 6", "u: 开门要密码啊 / a: 楼上大姐说是{}"),
    ("number 4", "u: gam maa hai mat aa? mat maa / a: mat maa hai {}"),
    ("pet", "u: wifi mima duoshao / a: kan luyouqi / u: kan dao le {}"),
    ("pinyin", "u: wifi mima shi shenme / a: luyouqi shang xie le / u: zhao dao le {}"),
    ("number 6", "u: 個密碼係咩呀 / a: 你自己set嗰個呀 / u: 哦 {}"),
    ("number 6", "a: 閘口密碼係幾多？ / u: 係{}呀"),
    ("number 6", "a: Telegram sent a login code to your phone. What is it? / u: hold on a sec / u: {}"),
    ("number 6", "a: 银行发来验证码，请把六位数告诉我 / u: 等等信号不好 / u: 到了 {}"),
    ("number 4", "u: 车库门 / a: 要密码吗 / u: 要的 {}"),
    ("mixed", "a: 您还记得旧密码吗？ / u: 记得，{}"),
    ("mixed", "a: Do you remember the old password? / u: yes, {}"),
    ("compound", "a: What's the magic word? / u: {}"),
    ("word", "a: Password, please. / u: {}"),
    ("word", "a: 口令？ / u: {}"),
    ("number 6", "a: 请输入入场密码 / u: 老师写在黑板上的 {}"),
    ("compound", "u: the zip wants a password / a: Did the sender mention one? / u: yeah, {}"),
    ("mixed", "u: ssh passphrase? / a: You chose it on Monday. / u: right, {}"),
)

_HARMLESS: Final = (
    "a: 您的订单号是多少？ / u: 783920114",
    "a: 几号出发？ / u: 1208",
    "a: Which size? / u: 42",
    "a: Wi-Fi 名称看到了吗？ / u: 看到了 Cafe8827 / a: 好，再问密码",
    "a: 345 + 678 = ? / u: 1023 / a: 正确",
    "u: 给我出一道数学题 / a: 78 × 94 = ? / u: 7332",
    "u: class is in room 2214 / a: And the exam? / u: 3318",
    "u: 密码学作业第三题 / a: 求逆元：19^{-1} mod 4120 / u: 1951？ / a: 对，1951。",
    "u: the checksum? / a: a94f3c0d21b7 / u: matches",
    "a: What's your name? / u: Marchetti",
    "a: 您母亲喜欢什么颜色 / u: 红色",
    "a: 请输入密码 / u: 我忘了怎么办",
    "a: 请输入密码 / u: 现在不方便说",
    "a: Enter the password. / u: I don't want to share it",
    "a: Enter the password. / u: can you remind me tomorrow",
    "a: What's the password policy? / u: twelve characters, one digit",
    "a: Which city is the office in? / u: Hangzhou",
    "u: 推荐一部电影 / a: 《星际穿越》 / u: 就这个",
    "u: suggest a name for my cat / a: Marshmallow / u: perfect, use that",
    "u: suggest four words for a band name / a: velvet-copper-river-moon / u: nice",
    "u: 看看这个 / a: 这是什么？ / u: 新买的杯子",
    "u: 88213456 / a: 这是什么？ / u: 快递单号",
    "u: SKU20418 / a: What is that? / u: the sofa's item number",
    "u: 2214 / a: What's that? / u: my room number",
    "a: Security question or password, which do you want to change? / u: password",
    "a: 您想改登录密码还是支付密码？ / u: 支付密码",
    "a: Your password was changed. / u: thanks",
    "a: 密码已重置，请查收邮件。 / u: 收到，谢谢",
    "a: 您的取件码已发送到手机。 / u: 好的我去拿",
    "u: 新的wifi好快 / a: 换成什么套餐了 / u: 千兆的",
    "u: guest list changed / a: to what? / u: sixteen people",
    "u: the meeting changed / a: to what time? / u: 1530",
    "a: What was your first car like? / u: Corolla, lovely thing",
    "u: 我的第一只宠物 / a: 叫什么呀 / u: 豆豆",
    "u: 今天密码锁坏了 / a: 修好了吗 / u: 修好了，花了280",
    "u: door lock code broken again / a: how much was the repair? / u: 180",
    "a: 密码正确，请选择业务 / u: 查余额",
    "a: Enter your PIN on the keypad, not here. / u: done",
    "u: 两步验证怎么开 / a: 在设置里点安全 / u: 找到了",
    "u: how do I set up 2fa / a: Settings, Security. / u: found it, thanks",
    "u: write a poem on apples and keys / a: apple bright and silver key / u: lovely",
    "u: 银行电话多少 / a: 95588 / u: 谢谢",
    "u: 密码箱多少钱 / a: 299 / u: 行",
    "u: vpn costs how much / a: 4500 a year / u: hmm",
    "a: Which model is the router? / u: AX3000",
    "a: 路由器什么型号 / u: AX6600 / a: 密码在底部标签上",
    "a: What's the wifi network called? / u: InnGuest24 / a: the password is on the card",
    "a: Did you get the code? / u: not yet",
    "a: 收到验证码了吗 / u: 还没",
    "a: 您的密码几位？ / u: 6位",
    "u: 换了新密码 / a: 记得住吗 / u: 记得住",
    "a: Is the password the same as before? / u: yes it is",
    "a: 请提供账号 / u: lihua2008",
    "a: username? / u: marco.p",
)


@cache
def _finder() -> Finder:
    return default_finder(personal="all")


def _hidden(said: str) -> list[list[str]]:
    talk = turns(*said.split(" / "))
    (found,) = spans_of_run([talk], _finder().find)
    return [
        [turn.shadow.text[span.start : span.end] for span in spans or ()]
        for turn, spans in zip(talk, found, strict=True)
    ]


@pytest.mark.parametrize(("kind", "said"), _GIVEN, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(_GIVEN)])
def test_a_value_is_masked_wherever_it_stands_in_its_talk(kind: str, said: str) -> None:
    value = _MAKE[kind]()
    said = said.replace("{qq}", digits(9)).replace("{user}", f"lihua{digits(2)}").replace("{}", value)
    for line, found in zip(said.split(" / "), _hidden(said), strict=True):
        assert value not in line or any(value in one for one in found)


@pytest.mark.parametrize("said", _HARMLESS, ids=range(len(_HARMLESS)))
def test_a_talk_without_a_secret_stays(said: str) -> None:
    assert not any(_hidden(said))
