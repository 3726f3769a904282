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
from tests.interop.host import Host, Json, direct, living
from tests.interop.test_live import HERE, THERE, WORDS, chat, said, say

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
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]


def test_the_terminal_knows_what_was_said_elsewhere(tmp_path: Path, release: Release) -> None:
    """The whole of the host: ``hermes chat -q``."""
    with living(tmp_path, release) as host:
        host.run(said(host.run(chat())[0], WORDS))
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
        host.run(said(host.run(chat())[0], WORDS))
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
        host.run(said(host.run(chat())[0], WORDS))
        host.tick()
        ask(host, release, "who is the pilot?")
        (request,) = host.sent("who is")
        assert request.count("Orsolya") == 1


def test_a_chat_narrows_and_only_the_owner_widens_again(tmp_path: Path, hermes22: Path) -> None:
    del hermes22
    group: Json = {**THERE, "chat_id": "-900", "chat_type": "group"}
    with living(tmp_path, V22) as host:
        there = host.run(chat(), {"do": "chat", **group})[0]
        host.run(said(there, WORDS), said("cli-1", "the tide is low"))
        host.tick()

        def type_in(line: str, where: Json = THERE) -> str:
            return str(host.run({"do": "command", "line": line, **where})[0])

        status = type_in("/digest status")
        assert "the tide is low" in status
        assert "tide" not in type_in("/digest status", group)
        assert "no longer shared" in type_in("/digest off")
        host.run(say("who is the pilot?"), say("how is the tide?", session=there, **THERE))
        (here,), (there_now,) = host.sent("who is"), host.sent("how is")
        assert "Orsolya" not in here
        assert "the tide is low" not in there_now
        assert "only the owner" in type_in("/digest on", group)
        assert "only the owner" in type_in("/digest on", {**THERE, **direct("70002")})
        assert "shared again" in type_in("/digest on")
        host.run(say("and now?", session="later", platform="cli"))
        assert "Orsolya" in host.sent("and now")[0]
        assert "no longer shared" in type_in("/digest forget")
        host.run(
            said(there, "the ship is called Marsovin"), say("what next?", session="last", platform="cli")
        )
        (request,) = host.sent("what next")
        assert "Marsovin" in request
        assert "Orsolya" not in request
        written = (host.home / "shared-context" / "DIGEST.md").read_text()
        assert "Orsolya" not in written


def test_a_command_that_knows_no_session_gives_a_status_only(tmp_path: Path, hermes19: Path) -> None:
    del hermes19
    with living(tmp_path, V19) as host:
        host.run(said(host.run(chat())[0], WORDS))
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
        offers, _ = host.run({"do": "offers"}, said("tui-1", WORDS) | {"source": "tui"})
        assert not {"chat_type", "chat_id", "session_key"} & set(offers["columns"])
        assert "register_system_prompt_section" not in offers["methods"]
        assert "register_hook" in offers["methods"]
        host.tick()
        host.run({**say("who is the pilot?"), **HERE})
        (request,) = host.sent("who is")
        assert request.count("Orsolya") == 1
        assert "Orsolya" in host.system("who is")  # from AGENTS.md, and from nowhere else
        assert host.status()["plugin"] == ""
