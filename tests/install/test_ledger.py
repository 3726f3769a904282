"""The record of what was put in: written whole, read strictly."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from safedigest.errors import ConfigError
from safedigest.install.ledger import FILE, Choices, Entry, Kind, Ledger, load

ENTRY = Entry("soul", Kind.INSERTION, "/a/SOUL.md", "ours", "b4", "aft", "base")


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    record = Ledger(Choices("30m", "hook", "en", "cwd"), (ENTRY, Entry("cron", Kind.JOB, "j1")))
    record.save(tmp_path)
    assert load(tmp_path) == record
    assert stat.S_IMODE((tmp_path / "safedigest" / FILE).stat().st_mode) == 0o600


def test_where_nothing_was_installed_there_is_none(tmp_path: Path) -> None:
    assert load(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2, "choices": {}, "entries": []}', '{"version": 1, "choices": {"x": 1}}'],
)
def test_an_odd_record_stops_the_command_rather_than_let_it_guess(tmp_path: Path, text: str) -> None:
    (tmp_path / "safedigest").mkdir()
    (tmp_path / "safedigest" / FILE).write_text(text)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_how_a_file_was_first_found_is_not_forgotten() -> None:
    again = Entry("soul", Kind.INSERTION, "/a/SOUL.md", "ours too", "later", "later still")
    (entry,) = Ledger(entries=(ENTRY,)).with_(again).entries
    assert (entry.text, entry.before, entry.base) == ("ours too", "b4", "base")


def test_the_newest_entry_is_found_by_step_target_and_kind() -> None:
    record = Ledger(entries=(ENTRY, Entry("cron", Kind.JOB, "j1"), Entry("cron", Kind.FILE, "/s")))
    assert record.find("cron") == Entry("cron", Kind.FILE, "/s")
    assert record.find("cron", kind=Kind.JOB) == Entry("cron", Kind.JOB, "j1")
    assert record.find("cron", "/else") is None


def test_the_record_is_json_that_says_its_version(tmp_path: Path) -> None:
    Ledger(entries=(ENTRY,)).save(tmp_path)
    data = json.loads((tmp_path / "safedigest" / FILE).read_text())
    assert data["version"] == 1
    assert data["entries"][0]["kind"] == "insertion"
