"""Runs in the host's Python: prints the context files as the host puts them into a prompt."""

import os

from agent.prompt_builder import build_context_files_prompt

print(build_context_files_prompt(cwd=os.environ["HERMES_HOME"]))
