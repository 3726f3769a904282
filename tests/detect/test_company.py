"""What stands around a token is read in its own clause, and broken lists stop the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from safedigest.detect import company
from safedigest.detect.company import Company, Table, by_name, spelled_out
from safedigest.detect.fold import fold
from safedigest.detect.interface import Hit
from safedigest.errors import RuleError

LISTS = {
    "wake": ["key"],
    "credential": ["key", "api key", "密钥"],
    "identifier": ["id", "commit", "key id"],
    "object": ["request"],
    "secrecy": ["keep it safe"],
    "phrase": ["use", "config"],
}
TABLE = Table(LISTS, by_name(spelled_out([("[0-9]{4}", "acme, 云桥"), ("", "acme, plain")])))


def weight(text: str) -> int:
    """Weigh what stands around the ``@`` in ``text``."""
    at = text.index("@")
    hits = [
        Hit(number, start, start + len(name))
        for number, name in enumerate(TABLE.keywords)
        if (start := text.find(name)) >= 0
    ]
    around = Company(TABLE.words, text, at, at + 1)
    return around.weight(around.named(TABLE.named(fold(text), hits)))


def test_a_label_counts_most_a_credential_word_close_by_more_and_a_hint_once() -> None:
    assert weight("key @") == company.LABELLED
    assert weight("key of their house @") == weight("@ is the key") == company.NAMED
    assert weight("acme @") == weight("use @") == company.HINTED
    assert weight("@ ") == 0


def test_a_word_of_another_sentence_does_not_count() -> None:
    assert weight("the key. then @") == weight("密钥。然后 @") == 0


def test_a_label_on_the_line_above_counts() -> None:
    assert weight("api key\n\n```\n@\n```") == company.LABELLED


def test_the_nearest_name_wins() -> None:
    assert weight("key of commit @") < 0
    assert weight("commit with key @") == company.LABELLED
    assert weight("request @") < 0
    assert weight("the key for this request @") == company.NAMED


def test_separators_in_a_word_are_free_and_letters_around_it_are_not() -> None:
    assert weight("API_KEY=@".lower()) == weight("apikey @") == weight("api-key: @")
    assert weight("monkey @") == 0


@pytest.mark.parametrize(
    ("text", "count"), [("acme x", 1), ("ACME_X", 1), ("acmeKey", 1), ("acmes", 0), ("在云桥上", 1)]
)
def test_a_vendor_is_named_by_a_whole_word(text: str, count: int) -> None:
    name = "云桥" if "云桥" in text else "acme"
    start = text.lower().index(name)
    hit = Hit(list(TABLE.keywords).index(name), start, start + len(name))
    assert len(TABLE.named(fold(text), [hit]).within(0, len(text))) == count


def test_a_vendor_fits_only_its_own_shapes() -> None:
    assert TABLE.fits(["acme"], "1234") == 1
    assert TABLE.fits(["acme"], "12345") == TABLE.fits(["plain"], "1234") == 0


@pytest.mark.parametrize("broken", ["", "[hex]\n", "[hex]\npattern = 1\nvendors = 3\n", "not toml ="])
def test_broken_lists_stop_the_run(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "opaque").mkdir()
    (tmp_path / "opaque" / "words.toml").write_text(broken, encoding="utf-8")
    (tmp_path / "opaque" / "vendors.toml").write_text(broken, encoding="utf-8")
    monkeypatch.setattr(company, "shipped_folder", lambda: tmp_path)
    company.shipped.cache_clear()
    try:
        with pytest.raises(RuleError, match="rules/opaque"):
            company.shipped()
    finally:
        company.shipped.cache_clear()


def test_the_shipped_lists_are_lower_case_and_compile() -> None:
    table = company.shipped()
    assert all(word == word.lower() for word in table.keywords)
    assert table.words.credential.search("my api-key")
    assert all(table.fits([name], "") == 0 for name in table.keywords[:50])
