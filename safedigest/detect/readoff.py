"""What is read off a screen, a print or a dial in a talk about it: groups of four, backup codes, a long number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.asking import LOOK
from safedigest.detect.candidates import candidate
from safedigest.detect.elsewhere import wants_else
from safedigest.detect.interface import Turn
from safedigest.detect.lone import CLOSING, EXPLAINS
from safedigest.detect.scene import Scene
from safedigest.detect.words import is_word

TURNS_BACK: Final = 4
_OF_A_SETUP = lazy.pattern(
    r"set-?up key|totp|authenticator|2fa|mfa|two[- ](?:factor|step)|secret key|otp|manual (?:entry"
    r"|key)|qr code|scan the qr"
    r"|验证器|两步|二步|二次验证|双因素|令牌|手动输入|密钥"
)
_GROUPS = lazy.pattern(
    r"(?<![0-9A-Za-z])(?:[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}"
    r"|[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15})(?![0-9A-Za-z])"
)
_OF_BACKUP = lazy.pattern(
    r"(?:backup|recovery|rescue|scratch|emergency) (?:code|key)s?|备用码|备份码|恢复码|恢复代码|应急码|救援码"
)
_BACKUP = lazy.pattern(
    r"(?<![0-9A-Za-z.:/@-])[0-9A-Za-z]{4,6}(?:-[0-9A-Za-z]{4,6}){1,5}(?![0-9A-Za-z/@-]|\.\w)"
)
_OF_A_STICKER = lazy.pattern(r"\bwpa\d?\b|wi-?fi|wireless|network key|router|modem|路由|光猫|无线")
_PRINTED_ON = lazy.pattern(
    r"sticker|label|marked|printed|underneath|on the (?:back|bottom|side)|贴纸|标签|背面|底部|底下"
    r"|标着|写着|印着"
)
_HOTLINE = lazy.pattern(r"[48]00\d{5,7}\Z")
_STICKER_KEY = lazy.pattern(r"(?<![0-9A-Za-z.:/-])\d{8,16}(?![0-9A-Za-z./:-])")
_DIAL = lazy.pattern(
    r"\s*(?:it'?s |是|should be |set to |应该是)?\s*(?P<value>\d{1,2}(?:\s?[-–/,.]\s?"
    r"|\s)\d{1,2}(?:(?:\s?[-–/,.]\s?|\s)\d{1,2}){1,3})(?!\d)"
)
_OF_A_DAY = lazy.pattern(r"\b(?:date|when|day|valid|offer|price|time)\b|日期|哪天|几号|时间")
_OF_A_DIAL = lazy.pattern(r"\bcombo\b|combination|\bdial\b|转盘|拨盘|密码锁|拨到")


def groups(scene: Scene, before: Sequence[Turn]) -> Iterator[tuple[int, int]]:
    """Give the groups of four in which a key of an authenticator is shown, where the talk is about one."""
    for found in _GROUPS.finditer(scene.text):
        groups = found[0].replace("-", " ").split(" ")
        odd = sum(any(map(str.isdigit, group)) or not is_word(group) for group in groups)
        if odd * 2 < len(groups):
            continue
        if any(_OF_A_SETUP.search(turn.shadow.lower[-LOOK:]) for turn in before[-TURNS_BACK:]):
            yield found.span()


def backups(scene: Scene, before: Sequence[Turn]) -> Iterator[tuple[int, int]]:
    """Give the codes for a day without the phone, where the talk is about them."""
    found = [one for one in _BACKUP.finditer(scene.text) if _drawn(one[0])]
    if found and any(_OF_BACKUP.search(turn.shadow.lower[-LOOK:]) for turn in before[-3:]):
        yield from (one.span() for one in found)


def _drawn(code: str) -> bool:
    """Tell whether groups were drawn by a machine: no words, and no date or telephone number."""
    letters = any(map(str.isalpha, code))
    return letters and not any(part.isalpha() and is_word(part) for part in code.split("-"))


def sticker(scene: Scene, before: Sequence[Turn]) -> Iterator[tuple[int, int]]:
    """Give the long number that is read from a router's label, where that was spoken of."""
    if len(scene.text) > EXPLAINS:
        return
    found = list(_STICKER_KEY.finditer(scene.text))
    if len(found) != 1 or wants_else(before[-1]) or _HOTLINE.match(found[0][0]):
        return
    said = [turn.shadow.lower[-LOOK:] for turn in before[-3:]]
    if any(map(_OF_A_STICKER.search, said)) and any(map(_PRINTED_ON.search, said)):
        piece = candidate(scene.text, *found[0].span())
        if scene.free(piece):
            yield found[0].span()


def dial(scene: Scene, asking: str) -> tuple[int, int] | None:
    """Return the turns of a dial that are all of a message, where they were asked for."""
    asked = _OF_A_DIAL.search(asking) and not _OF_A_DAY.search(asking)
    found = _DIAL.match(scene.text) if asked else None
    return found.span("value") if found and CLOSING.match(scene.text, found.end()) else None
