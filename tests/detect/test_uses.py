"""Codes known by what is done with them."""

from __future__ import annotations

import random
import string

import pytest

from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.uses import UseDetector
from tests.detect.speaking import digits

_FINDER = Finder([UseDetector()])
_RNG = random.Random(20261203)


def _found(text: str) -> list[str]:
    shadow = fold(text)
    return [shadow.text[span.start : span.end] for span in _FINDER.find(shadow)]


def _sign() -> str:
    return "".join(_RNG.choices("BCDFGHJKLMNPQ", k=3)) + digits(3)


def _marked() -> str:
    return "".join(_RNG.choices(string.ascii_lowercase, k=7)).capitalize() + digits(3) + "!"


@pytest.mark.parametrize(
    "wording",
    [
        "nan's kindle unlocks with {} just so you know", "the scooter pairs with {}, app asks once",
        "the cellar door opens with {} pls lock it after", "did anyone watch me enter {} at the cash machine",
        "could somebody guess {} on a prepaid card", "punch {} into the lobby keypad", "{}. side gate. tell no one",
        "{} - gym locker", "enter {} to confirm your sign-in", "Use {} to log in to Monzo",
        "{} is your Revolut code", "{} is your Uber passcode, do not reply", "DHL texted me {} to open the parcel box",
        "netflix sent {} to verify it is me", "quote {} at the front desk", "show {} to the courier",
        "the stereo wants a code, screen shows {}", "pairing with the hearing aid, display says {}",
        "the keyless pad number on the truck is {}", "the office printer pin is {}", "zoom host key: {}",
        "soundbar pairing code {}", "sat nav security code {}", "the slip says pin {}",
        "the security token shows {} now", "a code came in as {}, type it quick", "nintendo device code {}",
    ],
)  # fmt: skip
def test_a_number_is_found_where_its_use_at_a_lock_or_an_account_is_said(wording: str) -> None:
    value = digits(6)
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    ["say {} at the pick-up counter", "box sticker says key {}", "apple tv link code {} on the phone"],
)
def test_letters_and_digits_as_devices_print_them_are_found(wording: str) -> None:
    value = _sign()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording", ["wife's briefcase {} tsa", "the pantry has its own lock now, {}", "scooter lock is {}"]
)
def test_three_digits_are_found_at_a_lock_of_three_wheels(wording: str) -> None:
    value = digits(3)
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "wording",
    [
        "extract it with {}", "the archive was encrypted with {} i believe", "{} <- use this on the router",
        "the nas was reset and now wants {}", "is {} too short?", "is {} good enough for paypal",
    ],
)  # fmt: skip
def test_a_made_up_word_is_found_where_its_use_is_said(wording: str) -> None:
    value = _marked()
    assert _found(wording.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "my visitor number 3355 in the queue", "the scale shows 1820 this morning", "the odometer says 45213",
        "the file opens with Word2016", "the bank sent me 5000 to cover the refund", "use 1200 grit to finish the edge",
        "enter 2400 in the cell", "put 1500 on the credit card", "put 3500 in the safe", "94107 is your zip code",
        "1200. front door delivery is free", "suitcase 796 grams over", "part number AB12345 is your part",
        "print 2500 copies", "fax number 5551234", "show 2500 photos at the counter", "is Ryzen5600 good for gaming",
        "is i7-12700 good enough for work", "the app needs CUDA121", "router takes WRT3200", "encrypted with AES256",
        "sealed with RTV5000", "the login failed, server says 4031", "he wants a raise, the boss says 4500",
        "want a quote? dealer says 9900", "use 4500 in the garage, it is brighter", "error code 40312 on the printer",
        "tell 1400 people at the desk", "enter 10086 to verify your account", "the pairing took 3000 ms",
        "22019 is your product code", "the year on the door is 1987", "give 2000 to the guard as a tip",
        "the page needs jquery360", "he guessed 4200 on the quiz", "the tv shows 1080 lines",
        "use room 4418 for the exam", "exit code 1370", "the fridge 350 litres has a lock", "bike lock 120 db alarm",
    ],
)  # fmt: skip
def test_counts_amounts_names_and_products_stay(text: str) -> None:
    assert _found(text) == []
