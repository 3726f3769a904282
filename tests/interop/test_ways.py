"""The ways in: a folder of plugins, an entry point, a shell hook, a command; and what older releases lack."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from safedigest.deploy import plugin_folder
from tests.interop import hermes
from tests.interop.hermes import ROOT, V13, V16, V19, V22, Release
from tests.interop.host import Host, Json, living
from tests.interop.test_live import GROUP, OTHER, SHIP, THERE, WORDS, chat, said, say

MARKERS = "<!-- CROSS-PLATFORM:BEGIN -->\n<!-- CROSS-PLATFORM:END -->\n"


def ask(host: Host, release: Release, text: str, **more: str) -> None:
    """Ask at the terminal, as a person does."""
    env = {"PATH": os.environ["PATH"], "HOME": str(host.home), "HERMES_HOME": str(host.home), **more}
    command = [str(release.hermes), "chat", "-q", text]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=env,
        cwd=host.home,
        timeout=300,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    # How it ended is not asked: some releases die of their threads when all is done.
    assert host.server.answer in done.stdout, done.stdout[-1000:] + done.stderr[-1000:]


def test_the_terminal_knows_what_was_said_elsewhere(tmp_path: Path, release: Release) -> None:
    """The whole of the host: ``hermes chat -q``."""
    with living(tmp_path, release) as host:
        host.run(chat(), said("@there", WORDS))
        ask(host, release, "who is the pilot?")
        (request,) = host.sent("who is")
        assert request.count("Orsolya") == 1


def test_an_installed_package_is_a_plugin_too(tmp_path: Path, release: Release) -> None:
    """The entry point ``hermes_agent.plugins``, as an installer writes it."""
    info = tmp_path / "site" / "safedigest-0.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: safedigest\nVersion: 0.0\n")
    (info / "entry_points.txt").write_text("[hermes_agent.plugins]\nsafedigest = safedigest.plugin\n")
    home = tmp_path / "home"
    home.mkdir()
    with living(home, release) as host:
        shutil.rmtree(plugin_folder(home))
        host.run(chat(), said("@there", WORDS))
        host.tick()
        ask(host, release, "who is the pilot?", PYTHONPATH=os.pathsep.join([str(info.parent), str(ROOT)]))
        (request,) = host.sent("who is")
        assert request.count("Orsolya") == 1


def test_a_shell_hook_does_the_same(tmp_path: Path, release: Release) -> None:
    script = tmp_path / "hook.sh"
    script.write_text(f"#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m safedigest.hook\n")
    script.chmod(0o700)
    hooks = f"hooks: {{pre_llm_call: [{{command: {script}, timeout: 10}}]}}\nhooks_auto_accept: true"
    with living(tmp_path, release, plugins="", more=hooks) as host:
        host.run(chat(), said("@there", WORDS))
        host.tick()
        ask(host, release, "who is the pilot?")
        (request,) = host.sent("who is")
        assert request.count("Orsolya") == 1


def type_in(line: str, where: Json) -> Json:
    return {"do": "command", "line": f"/digest {line}", **where}


def test_a_chat_narrows_and_only_the_owner_widens_again(tmp_path: Path, hermes22: Path) -> None:
    del hermes22
    steps = {
        "there": chat(),
        "group": chat("group", **GROUP),
        "words": said("@there", WORDS),
        "tide": said("cli-1", "the tide is low"),
        "synced": say("before-1, who?", "before"),
        "status": type_in("status", THERE),
        "status in a group": type_in("status", GROUP),
        "off": type_in("off", THERE),
        "here": say("off-1, who?", "off"),
        "there now": say("off-2, how is the tide?", "@there", **THERE),
        "on by a group": type_in("on", GROUP),
        "on by another": type_in("on", OTHER),
        "on": type_in("on", THERE),
        "here again": say("on-1, who?", "on"),
        "forget": type_in("forget", THERE),
        "later": {"do": "wait", "seconds": 2.1},  # moments are kept in whole seconds
        "ship": said("@there", SHIP),
        "here last": say("forgotten-1, what?", "forgotten"),
    }
    with living(tmp_path, V22) as host:
        replies = dict(zip(steps, map(str, host.run(*steps.values())), strict=True))
        (off,), (there,), (on,), (last,) = map(host.sent, ("off-1", "off-2", "on-1", "forgotten-1"))
        written = (host.home / "shared-context" / "DIGEST.md").read_text()
    assert "the tide is low" in replies["status"]
    assert "tide" not in replies["status in a group"]
    assert "no longer shared" in replies["off"]
    assert "Orsolya" not in off
    assert "the tide is low" not in there
    assert "only the owner" in replies["on by a group"]
    assert "only the owner" in replies["on by another"]
    assert "shared again" in replies["on"]
    assert "Orsolya" in on
    assert "no longer shared" in replies["forget"]
    assert "Marsovin" in last
    assert "Orsolya" not in last
    assert "Orsolya" not in written


def test_a_command_that_knows_no_session_gives_a_status_only(tmp_path: Path, hermes19: Path) -> None:
    del hermes19
    with living(tmp_path, V19) as host:
        host.run(chat(), said("@there", WORDS))
        host.tick()
        status, off = host.run({"do": "command", "line": "/digest"}, {"do": "command", "line": "/digest off"})
        assert "last sync" in status
        assert "Orsolya" not in status
        assert "only /digest status" in off
        assert not (host.home / "safedigest" / "narrowed.json").exists()


@pytest.mark.parametrize("release", [V16, V13], ids=lambda r: r.version)
def test_an_older_release_lacks_the_proof_of_who_listens_and_still_has_the_file(
    tmp_path: Path, release: Release
) -> None:
    """Before 0.18 the store has no chats, so the plugin is silent; AGENTS.md says what was said elsewhere."""
    if hermes.ensure(release) is None:
        pytest.skip(f"Hermes {release.version} has no build for a Python on this machine")
    with living(tmp_path, release) as host:
        (tmp_path / "AGENTS.md").write_text(f"mine\n{MARKERS}")
        loaded, offers, _ = host.run({"do": "loaded"}, {"do": "offers"}, said("tui-1", WORDS, source="tui"))
        assert loaded.get("safedigest", "not there") is None  # no error
        assert not {"chat_type", "chat_id", "session_key"} & set(offers["columns"])
        assert "register_system_prompt_section" not in offers["methods"]
        assert "register_hook" in offers["methods"]
        host.tick()
        host.run(say("who is the pilot?"))
        (request,) = host.sent("who is")
        assert request.count("Orsolya") == 1
        assert "Orsolya" in host.system("who is")  # from AGENTS.md, and from nowhere else
        assert host.status()["plugin"] == ""
