"""What passes the filter holds no secret: not in the message, its arguments, the exception, or what was added."""

from __future__ import annotations

import io
import logging
import string
from collections.abc import Iterator
from random import Random

import pytest

from safedigest import RedactingFilter
from safedigest.text import WITHHELD

TOKEN = "ghp_" + "".join(Random(14).choices(string.ascii_letters + string.digits, k=36))


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """Give what a handler with the filter wrote for the logger ``tests.filtered`` and its children."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(RedactingFilter())
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s %(extra)s", defaults={"extra": "-"}))
    logger = logging.getLogger("tests.filtered")
    logger.addHandler(handler)
    logger.propagate = False
    yield stream
    logger.removeHandler(handler)


LOGGER = logging.getLogger("tests.filtered.child")


def clean(text: str) -> bool:
    return TOKEN[8:-4] not in text


def test_message_and_arguments_are_masked_together(out: io.StringIO) -> None:
    word = "".join(Random(2).choices(string.ascii_letters + string.digits, k=11))
    LOGGER.warning("password=%s, %s of %d", word, TOKEN, 3)
    assert out.getvalue() == f"WARNING password=***, ghp_...{TOKEN[-4:]} of 3 -\n"


def test_an_ordinary_record_stays(out: io.StringIO) -> None:
    LOGGER.error("%d of %d rows", 3, 4, extra={"extra": 7})
    assert out.getvalue() == "ERROR 3 of 4 rows 7\n"


def fail() -> None:
    raise ValueError(TOKEN)


def test_an_exception_keeps_its_frames_and_loses_its_secret(out: io.StringIO) -> None:
    try:
        fail()
    except ValueError:
        LOGGER.exception("no", stack_info=True)
    assert (
        clean(out.getvalue())
        and "ValueError: ghp_..." in out.getvalue()
        and "Stack (most recent" in out.getvalue()
    )


def test_what_was_added_is_masked(out: io.StringIO) -> None:
    LOGGER.info("hidden")
    LOGGER.warning("x", extra={"extra": {"token": TOKEN, "n": [1, None]}})
    assert clean(out.getvalue()) and "'n': [1, None]" in out.getvalue()


def test_the_name_of_what_was_added_counts() -> None:
    word = "".join(Random(4).choices(string.ascii_lowercase, k=11)) + "7"
    record = logging.makeLogRecord({"msg": "x", "password": word, "port": 5432})
    RedactingFilter().filter(record)
    added = vars(record)
    assert (added["password"], added["port"]) == ("***", 5432)


class Mute:
    """Has no text form."""

    def __str__(self) -> str:
        raise ValueError(TOKEN)


class Loud:
    """Has a text form with a secret."""

    def __str__(self) -> str:
        return TOKEN


def test_an_object_is_masked_by_its_text(out: io.StringIO) -> None:
    LOGGER.warning("%s", Loud(), extra={"extra": Loud()})
    LOGGER.warning("x", extra={"extra": Mute()})
    assert clean(out.getvalue()) and out.getvalue().endswith(f"x {WITHHELD}\n")


def test_a_message_that_does_not_fit_its_arguments_is_withheld(out: io.StringIO) -> None:
    LOGGER.warning("%d", TOKEN)
    assert out.getvalue() == f"WARNING {WITHHELD} -\n"


def test_an_exception_that_cannot_be_told_is_withheld() -> None:
    record = logging.makeLogRecord({"msg": "x", "exc_info": (ValueError, "no exception", None)})
    assert RedactingFilter().filter(record) and record.exc_info is None
    assert clean(str(record.exc_text))
    assert repr(RedactingFilter()) == "<RedactingFilter>"
