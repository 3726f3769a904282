"""Runs in the host's Python: a list of steps as JSON on standard input, their results on the last line of the output.

A step may name its result (``as``), and later ones then say ``@name`` for it; ``home`` is the one of a profile that a
gateway serves beside its own. Only the host's own code is driven here: store, gateway sessions, agent,
scheduler, its commands.
"""

import json
import logging
import os
import sys
import time
from pathlib import Path


def main():
    """Take the steps."""
    logging.disable(logging.CRITICAL)
    job = json.load(sys.stdin)
    out, sys.stdout = sys.stdout, sys.stderr
    stage = Stage(job["url"], job["model"])
    results = [stage.take(**step) for step in job["steps"]]
    stage.db.close()
    out.write("\n" + json.dumps(results, default=str))
    out.flush()
    os._exit(0)  # daemon threads of the host would only be in the way


class Stage:
    """One process of the host; each method is a step."""

    def __init__(self, url, model):
        from hermes_state import SessionDB

        self.url, self.model = url, model
        self.home = Path(os.environ["HERMES_HOME"])
        self.db = SessionDB(db_path=self.home / "state.db")
        self.names = {}

    def take(self, do, home=None, **step):
        """Take one step."""
        name = step.pop("as", None)
        words = {k: self.names[v[1:]] if str(v).startswith("@") else v for k, v in step.items()}
        if home is None:
            result = getattr(self, do)(**words)
        else:
            from hermes_constants import reset_hermes_home_override, set_hermes_home_override

            token = set_hermes_home_override(home)
            try:
                result = getattr(self, do)(**words)
            finally:
                reset_hermes_home_override(token)
        if name is not None:
            self.names[name] = result
        return result

    def _gateway(self):
        from gateway.config import GatewayConfig
        from gateway.session import SessionStore

        return SessionStore(self.home / "sessions", GatewayConfig())

    def _source(self, platform, chat_id, chat_type, user_id, thread_id=None):
        from gateway.config import Platform
        from gateway.session import SessionSource

        peer = {"chat_id": chat_id, "chat_type": chat_type, "user_id": user_id, "thread_id": thread_id}
        return SessionSource(platform=Platform(platform), **peer)

    def chat(self, **source):
        """Let the gateway begin a session, and return its id."""
        return self._gateway().get_or_create_session(self._source(**source)).session_id

    def said(self, session, question, answer=None, source="cli"):
        """Store what was said, as the host's ends do."""
        if self.db.get_session(session) is None:
            self.db.create_session(session_id=session, source=source)
        self.db.append_message(session, "user", question)
        if answer is not None:
            self.db.append_message(session, "assistant", answer, finish_reason="stop")

    def wait(self, seconds):
        """Let time pass."""
        time.sleep(seconds)

    def _agent(self, session, platform, **peer):
        from run_agent import AIAgent

        how = {"quiet_mode": True, "enabled_toolsets": [], "skip_memory": True}
        model = {"base_url": self.url, "api_key": "none", "provider": "custom", "model": self.model}
        return AIAgent(platform=platform, session_id=session, session_db=self.db, **model, **how, **peer)

    def say(self, session, platform, text, **peer):
        """Run one turn of a session with the history that the store has; return the answer."""
        agent = self._agent(session, platform, **peer)
        history = self.db.get_messages_as_conversation(session)
        return agent.run_conversation(text, conversation_history=history or None).get("final_response")

    def undo(self, session):
        """Take the last turn back, as ``/undo`` does."""
        return self._gateway().rewind_session(session) is not None

    def retry(self, session, platform, **peer):
        """Ask the last question again, as ``/retry`` does."""
        gateway = self._gateway()
        history = gateway.load_transcript(session)
        last = max(n for n, row in enumerate(history) if row["role"] == "user")
        question = history[last]["content"]
        gateway.rewrite_transcript(session, history[:last])
        return self.say(session, platform, question, **peer)

    def compress(self, session, platform, **peer):
        """Compact a session, as ``/compress`` does; return the session that goes on."""
        agent = self._agent(session, platform, **peer)
        history = self.db.get_messages_as_conversation(session)
        agent._compress_context(history, "", force=True)
        return agent.session_id

    def review(self, session, platform, **peer):
        """Let the host look back over a session in the background."""
        agent = self._agent(session, platform, **peer)
        agent.run_conversation(
            "anything else?", conversation_history=self.db.get_messages_as_conversation(session)
        )
        history = self.db.get_messages_as_conversation(session)
        from agent.background_review import spawn_background_review_thread

        target, _ = spawn_background_review_thread(agent, history, review_memory=True)
        target()

    def delegate(self, session, platform, goal, **peer):
        """Send out a subagent."""
        from tools.delegate_tool import delegate_task

        agent = self._agent(session, platform, **peer)
        agent.run_conversation(
            "prepare", conversation_history=self.db.get_messages_as_conversation(session) or None
        )
        return delegate_task(goal=goal, parent_agent=agent)

    def cron(self, prompt):
        """Run a scheduled job."""
        from cron.jobs import create_job
        from cron.scheduler import run_job

        job = create_job(prompt=prompt, schedule="every 5m", deliver="local")
        done, _, answer, error = run_job(job)
        return [done, answer, error]

    def command(self, line, **source):
        """Type a plugin's command in a chat, as the gateway hands it on; without a chat, at the terminal."""
        from hermes_cli.plugins import get_plugin_command_handler, resolve_plugin_command_result

        name, _, arguments = line.removeprefix("/").partition(" ")
        handler = get_plugin_command_handler(name)
        if not source:
            return resolve_plugin_command_result(handler(arguments))
        from gateway import session_context
        from gateway.session import build_session_key

        key = build_session_key(self._source(**source))
        names = {k: v or "" for k, v in source.items() if k != "chat_type"}
        tokens = session_context.set_session_vars(session_key=key, **names)
        try:
            return resolve_plugin_command_result(handler(arguments))
        finally:
            session_context.clear_session_vars(tokens)

    def context_file(self):
        """Return the context files as the host puts them into a prompt."""
        from agent.prompt_builder import build_context_files_prompt

        return build_context_files_prompt(cwd=str(self.home))

    def offers(self):
        """Return what this release has of what the plugin asks for."""
        from hermes_cli.plugins import PluginContext

        columns = [row[1] for row in self.db._conn.execute("PRAGMA table_info(sessions)")]
        names = ("register_hook", "register_command", "register_system_prompt_section")
        return {"columns": columns, "methods": [name for name in names if hasattr(PluginContext, name)]}

    def loaded(self):
        """Return the plugins that were loaded, with their errors."""
        from hermes_cli.plugins import discover_plugins, get_plugin_manager

        discover_plugins()
        return {p["name"]: p.get("error") for p in get_plugin_manager().list_plugins() if p.get("enabled")}


if __name__ == "__main__":
    main()
