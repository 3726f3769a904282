"""An installation from its plan to its removal: idempotent, repairable, and gone without a trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from safedigest.config import load_config
from safedigest.errors import WriteError
from safedigest.install.ledger import Kind, load
from safedigest.install.site import Live, Where
from tests.fakes.hermes import DEFAULT_SOUL, FakeHermes, add_job, jobs
from tests.install.conftest import OWN
from tests.install.doing import install, planned, tree, uninstall

BLOCK, SECTION = "<!-- CROSS-PLATFORM:BEGIN", "<!-- SAFEDIGEST:BEGIN"


def test_a_plan_alone_changes_nothing(home: Path, host: FakeHermes) -> None:
    before = sorted(home.rglob("*"))
    made = planned(home, host)
    assert not made.idle
    assert [line for step in made.steps for change in step.changes for line in change.lines()]
    assert sorted(home.rglob("*")) == before
    assert tree(home) == OWN
    assert host.ran == []


def test_everything_is_put_in(home: Path, host: FakeHermes) -> None:
    install(home, host)
    assert (home / "AGENTS.md").read_bytes().startswith(b"\xef\xbb\xbf" + BLOCK.encode())
    assert SECTION in (home / "SOUL.md").read_text()
    assert b"enabled: [own, safedigest] # keep\r\n" in (home / "config.yaml").read_bytes()
    assert (home / "plugins" / "safedigest" / "plugin.yaml").exists()
    (job,) = jobs(home)
    assert (job["no_agent"], job["deliver"], job["script"]) == (True, "local", "safedigest-tick.py")
    assert load_config(home).owner == {}


@pytest.mark.parametrize("live", list(Live))
def test_a_second_time_there_is_nothing_to_do(home: Path, host: FakeHermes, live: Live) -> None:
    install(home, host, live=live)
    before = {**tree(home), "record": (home / "safedigest" / "install.json").read_bytes()}
    assert install(home, host).idle
    assert {**tree(home), "record": (home / "safedigest" / "install.json").read_bytes()} == before
    assert len(jobs(home)) == 1


@pytest.mark.parametrize("live", list(Live))
@pytest.mark.parametrize("where", list(Where))
def test_taken_out_every_file_is_as_before(home: Path, host: FakeHermes, live: Live, where: Where) -> None:
    install(home, host, live=live, where=where)
    assert tree(home) != OWN
    assert uninstall(home, host) == []
    left = tree(home)
    left.pop("shell-hooks-allowlist.json", None)  # Hermes' own
    assert left == OWN
    assert jobs(home) == []
    assert not (home / "safedigest" / "install.json").exists()


def test_of_a_home_where_nothing_was_nothing_is_left(empty: Path, host: FakeHermes) -> None:
    install(empty, host)
    uninstall(empty, host)
    assert {path.name for path in empty.iterdir()} == {
        "SOUL.md",
        "cron",
        "safedigest",
    }  # the first two are the host's
    assert (empty / "SOUL.md").read_text() == DEFAULT_SOUL


def test_a_missing_soul_is_seeded_with_the_hosts_default_first(empty: Path, host: FakeHermes) -> None:
    install(empty, host)
    text = (empty / "SOUL.md").read_text()
    assert text.startswith(f"{DEFAULT_SOUL}\n{SECTION}")


def test_without_the_hosts_default_no_soul_is_made(empty: Path) -> None:
    remarks = [remark.en for step in install(empty, None).steps for remark in step.remarks]
    assert not (empty / "SOUL.md").exists()
    assert any("start Hermes once" in remark for remark in remarks)


def test_an_emptied_soul_is_given_the_default_and_is_empty_again_afterwards(
    home: Path, host: FakeHermes
) -> None:
    (home / "SOUL.md").write_bytes(b"\n")
    install(home, host)
    assert DEFAULT_SOUL in (home / "SOUL.md").read_text()
    uninstall(home, host)
    assert (home / "SOUL.md").read_bytes() == b"\n"


def test_without_hermes_the_exact_line_is_told(home: Path) -> None:
    remarks = [remark.en for step in install(home, None).steps for remark in step.remarks]
    line = f"HERMES_HOME={home} hermes cron create 'every 5m' --name safedigest --script safedigest-tick.py --no-agent"
    assert any(f"{line} --deliver local" in remark for remark in remarks)
    assert (home / "scripts" / "safedigest-tick.py").exists()


def test_without_hermes_a_removal_tells_the_lines_too(home: Path, host: FakeHermes) -> None:
    install(home, host)
    job = jobs(home)[0]["id"]
    assert f"hermes cron remove {job}" in "".join(uninstall(home, None))


def test_a_job_that_was_made_by_hand_goes_too(home: Path, host: FakeHermes) -> None:
    install(home, None)
    add_job(home, "safedigest-tick.py")
    uninstall(home, host)
    assert jobs(home) == []


def test_an_older_job_that_would_compete_is_paused_and_goes_on_afterwards(
    home: Path, host: FakeHermes
) -> None:
    old = add_job(home, "sync-digest.py")
    made = install(home, host)
    assert "sync-digest.py" in "".join(remark.en for step in made.steps for remark in step.remarks)
    assert {job["id"]: job["enabled"] for job in jobs(home)}[old] is False
    uninstall(home, host)
    assert [(job["id"], job["enabled"]) for job in jobs(home)] == [(old, True)]


def test_a_job_of_another_pace_is_replaced(home: Path, host: FakeHermes) -> None:
    install(home, host)
    install(home, host, minutes=30)
    assert [job["schedule"]["minutes"] for job in jobs(home)] == [30]
    assert install(home, host).idle  # the pace is remembered


def test_the_record_holds_no_word_of_what_stood_there(home: Path, host: FakeHermes) -> None:
    (home / "CLAUDE.md").write_text("also mine")
    install(home, host, live=Live.HOOK, where=Where.CWD)
    install(home, host, live=Live.PLUGIN)
    text = (home / "safedigest" / "install.json").read_text()
    for word in ("Rules of the house", "before noon", "人设", "own", "mine", "default: m"):
        assert word not in text.replace(str(home), "")
    assert json.loads(text)["version"] == 1


def test_edits_around_our_marks_stay(home: Path, host: FakeHermes) -> None:
    install(home, host)
    for name in ("AGENTS.md", "SOUL.md"):
        path = home / name
        path.write_text("above\n\n" + path.read_text(encoding="utf-8-sig") + "\nbelow\n")
    config = home / "config.yaml"
    config.write_bytes(config.read_bytes().replace(b"safedigest]", b"safedigest, another]") + b"more: 1\r\n")
    uninstall(home, host)
    agents, soul = ((home / name).read_text() for name in ("AGENTS.md", "SOUL.md"))
    assert agents == "above\n\n# Rules of the house\n\nNever before noon\nbelow\n"
    assert soul == "above\n\n我自己写的人设，没有换行\n\nbelow\n"
    wanted = OWN["config.yaml"].replace(b"[own]", b"[own, another]") + b"more: 1\r\n"
    assert config.read_bytes() == wanted


def test_what_somebody_took_out_himself_is_told_and_nothing_else_happens(
    home: Path, host: FakeHermes
) -> None:
    install(home, host)
    (home / "SOUL.md").write_bytes(OWN["SOUL.md"])
    assert [remark for remark in uninstall(home, host) if "SOUL.md" in remark and "not found" in remark]
    assert tree(home) == OWN


def test_markers_that_were_there_before_stay_and_are_emptied(home: Path, host: FakeHermes) -> None:
    markers = "<!-- CROSS-PLATFORM:BEGIN — by hand -->\nold words\n<!-- CROSS-PLATFORM:END -->\n"
    (home / "AGENTS.md").write_text(f"mine\n{markers}also mine\n")
    install(home, host)
    uninstall(home, host)
    text = (home / "AGENTS.md").read_text()
    assert text.startswith(f"mine\n{BLOCK}")
    assert text.endswith("<!-- CROSS-PLATFORM:END -->\nalso mine\n")
    assert "old words" not in text


BREAKS: dict[str, Callable[[Path], object]] = {
    "block": lambda home: (home / "AGENTS.md").write_bytes(OWN["AGENTS.md"]),
    "markers": lambda home: (home / "AGENTS.md").write_text(f"mine\n{BLOCK} x -->\nalso mine\n"),
    "section": lambda home: (home / "SOUL.md").write_bytes(OWN["SOUL.md"]),
    "words of the section": lambda home: _edit(home / "SOUL.md", "safedigest", "something"),
    "switch": lambda home: (home / "config.yaml").write_bytes(OWN["config.yaml"]),
    "plugin": lambda home: (home / "plugins" / "safedigest" / "turn.py").unlink(),
    "script": lambda home: (home / "scripts" / "safedigest-tick.py").write_text("print()"),
    "job": lambda home: (home / "cron" / "jobs.json").write_text('{"jobs": []}'),
    "modes": lambda home: (home / "safedigest" / "install.json").chmod(0o644),
}


def _edit(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize("broken", BREAKS)
def test_what_is_broken_is_mended_and_still_goes_without_a_trace(
    home: Path, host: FakeHermes, broken: str
) -> None:
    install(home, host)
    whole = {name: data for name, data in tree(home).items() if name != "AGENTS.md"}
    BREAKS[broken](home)
    assert not install(home, host).idle
    assert {name: data for name, data in tree(home).items() if name != "AGENTS.md"} == whole
    assert install(home, host).idle
    uninstall(home, host)
    left = tree(home)
    assert BLOCK not in left.pop("AGENTS.md").decode()
    assert left == {name: data for name, data in OWN.items() if name != "AGENTS.md"}
    assert jobs(home) == []


def test_a_plugin_that_was_mended_wants_the_gateway_restarted(home: Path, host: FakeHermes) -> None:
    install(home, host)
    (home / "plugins" / "safedigest" / "turn.py").unlink()
    remarks = [remark.en for step in install(home, host).steps for remark in step.remarks]
    assert [remark for remark in remarks if "hermes gateway restart" in remark]


@pytest.mark.parametrize("live", [Live.PLUGIN, Live.HOOK])
def test_a_lost_record_is_made_anew_from_what_is_there(home: Path, host: FakeHermes, live: Live) -> None:
    (home / "SOUL.md").write_bytes(OWN["SOUL.md"] + b"\n")
    before = tree(home)
    install(home, host, live=live)
    whole = tree(home)
    (home / "safedigest" / "install.json").unlink()
    assert not install(home, host, live=live).idle
    assert tree(home) == whole
    uninstall(home, host)
    left = tree(home)
    left.pop("shell-hooks-allowlist.json", None)
    assert left == before


@pytest.mark.parametrize("first", list(Live))
@pytest.mark.parametrize("then", list(Live))
def test_of_two_ways_to_serve_talks_only_the_last_one_chosen_stays(
    home: Path, host: FakeHermes, first: Live, then: Live
) -> None:
    install(home, host, live=first)
    install(home, host, live=then)
    config = (home / "config.yaml").read_text()
    assert ("own, safedigest" in config) is (then is Live.PLUGIN)
    assert ("safedigest.hook" in config) is (then is Live.HOOK)
    assert (home / "plugins" / "safedigest").exists() is (then is Live.PLUGIN)
    allowed = home / "shell-hooks-allowlist.json"
    assert (allowed.exists() and "safedigest.hook" in allowed.read_text()) is (then is Live.HOOK)
    assert install(home, host).idle
    assert uninstall(home, host) == []


def test_a_hook_of_an_installation_that_moved_is_replaced(home: Path, host: FakeHermes) -> None:
    install(home, host, live=Live.HOOK)
    _edit(home / "config.yaml", "-P -m safedigest.hook", "-m safedigest.hook")
    install(home, host)
    assert (home / "config.yaml").read_text().count("safedigest.hook") == 1
    assert "-P -m safedigest.hook" in (home / "config.yaml").read_text()


def test_a_block_that_the_host_would_cut_is_moved_to_the_top(home: Path, host: FakeHermes) -> None:
    install(home, host)
    path = home / "AGENTS.md"
    path.write_text("word " * 4_000 + "\n" + path.read_text(encoding="utf-8-sig") + "word " * 4_000)
    install(home, host)
    assert path.read_text().startswith(BLOCK)
    assert path.read_text().count(BLOCK) == 1


def test_the_file_that_hides_agents_md_gets_the_block(home: Path, host: FakeHermes) -> None:
    install(home, host)
    (home / ".hermes.md").write_text("notes\n")
    install(home, host)
    assert (home / ".hermes.md").read_text().startswith(BLOCK)
    assert (home / "AGENTS.md").read_bytes() == OWN["AGENTS.md"]
    uninstall(home, host)
    assert (home / ".hermes.md").read_text() == "notes\n"


def test_where_the_gateway_reads_another_file_it_is_said_who_sees_the_block(
    home: Path, host: FakeHermes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "desk").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "desk"))
    (remark,) = [r.en for step in planned(home, host).steps if step.name == "agents" for r in step.remarks]
    assert str(tmp_path / "desk") in remark
    assert "--block-in gateway" in remark
    install(home, host, where=Where.GATEWAY)
    assert BLOCK in (tmp_path / "desk" / "AGENTS.md").read_text()
    uninstall(home, host)
    assert not (tmp_path / "desk" / "AGENTS.md").exists()


def test_the_gateway_is_sent_to_the_home_if_that_was_chosen(
    home: Path, host: FakeHermes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    install(home, host, where=Where.CWD)
    assert f"cwd: {home}" in (home / "config.yaml").read_text()
    assert install(home, host).idle
    install(home, host, where=Where.HOME)
    assert "cwd" not in (home / "config.yaml").read_text()


def test_a_folder_that_somebody_chose_for_the_gateway_is_left_alone(
    home: Path, host: FakeHermes, tmp_path: Path
) -> None:
    config = home / "config.yaml"
    config.write_text(f"terminal: {{cwd: {tmp_path}}}\n")
    made = install(home, host, where=Where.CWD)
    assert f"cwd: {tmp_path}}}" in config.read_text()
    assert any("left alone" in remark.en for step in made.steps for remark in step.remarks)


def test_a_file_that_changes_between_plan_and_work_is_not_overwritten(home: Path, host: FakeHermes) -> None:
    from safedigest.install import plan  # noqa: PLC0415  only here taken apart

    made = planned(home, host)
    (home / "AGENTS.md").write_text("written meanwhile\n")
    with pytest.raises(WriteError, match="changed meanwhile"):
        list(plan.carry_out(made))
    assert (home / "AGENTS.md").read_text() == "written meanwhile\n"


def test_a_run_that_broke_off_can_be_taken_back(
    home: Path, host: FakeHermes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise WriteError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr("safedigest.install.steps.plugin.write_plugin", full)
        with pytest.raises(WriteError):
            install(home, host)
    assert BLOCK in (home / "AGENTS.md").read_text(encoding="utf-8-sig")
    uninstall(home, host)
    assert tree(home) == OWN


def test_what_is_on_record_is_of_known_kinds(home: Path, host: FakeHermes) -> None:
    install(home, host)
    record = load(home)
    assert record is not None
    kinds = {entry.kind for entry in record.entries}
    assert kinds == {Kind.INSERTION, Kind.FILE, Kind.FOLDER, Kind.MADE, Kind.JOB}
