"""The scanner of the real host, on text that was made neutral."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from safedigest import fit
from safedigest.config import Lang
from safedigest.neutral import clean, hits
from safedigest.phrases import phrases
from safedigest.render import placeholder, pointer
from tests.interop import hermes
from tests.plugin.test_compose import HALVES, choices, feed_of
from tests.sentences import HARD, TRIPPING
from tests.test_golden import digest

# Runs in the host's Python: a list of texts in, for each what the two scanners say out.
_ASK = """
import json, sys
from agent.prompt_builder import _scan_context_content
try:
    from tools.threat_patterns import scan_for_threats
except ImportError:
    scan_for_threats = None
def names(text):
    return scan_for_threats(text, scope="strict") if scan_for_threats else []
answers = []
for text in json.load(sys.stdin):
    loaded = not _scan_context_content(text, "AGENTS.md").startswith("[BLOCKED")
    answers.append({"loaded": loaded, "names": names(text)})
json.dump(answers, sys.stdout)
"""


def _hosts() -> list[Path | hermes.Release]:
    """Interpreters that have a Hermes, named in the environment like a PATH; else the releases we install."""
    named = [
        Path(python) for python in os.environ.get("SAFEDIGEST_HERMES_PYTHON", "").split(os.pathsep) if python
    ]
    return [*named] or [hermes.V13, hermes.V16, hermes.V19, hermes.V22]


@pytest.fixture(params=_hosts(), ids=lambda host: getattr(host, "version", str(host)))
def python(request: pytest.FixtureRequest) -> Path:
    """Give the interpreter of one Hermes."""
    host: Path | hermes.Release = request.param
    found = host if isinstance(host, Path) else hermes.ensure(host)
    if found is None:
        pytest.skip("this Hermes has no build for a Python on this machine")
    return found


def ask(python: Path, texts: Sequence[str]) -> list[dict[str, object]]:
    answer = subprocess.run(
        [python, "-c", _ASK], input=json.dumps(texts), capture_output=True, text=True, timeout=120, check=True
    )
    found: list[dict[str, object]] = json.loads(answer.stdout.splitlines()[-1])
    return found


def test_the_host_stumbles_over_our_sentences(python: Path) -> None:
    """Each sentence really trips the scanner of some release; or the next test would prove nothing."""
    answers = ask(python, list(TRIPPING.values()))
    named = [name in (answer["names"] or []) for name, answer in zip(TRIPPING, answers, strict=True)]  # type: ignore[operator]
    if any(named):
        assert sum(named) >= len(TRIPPING) - 2  # releases differ in a pattern or two
    else:  # no names before 0.15: only that files are blocked
        assert sum(not answer["loaded"] for answer in answers) >= 4


def test_after_cleaning_the_host_loads_every_one(python: Path) -> None:
    texts = [*TRIPPING.values(), *HARD]
    cleaned = [clean(text) for text in texts]
    assert all(whole for _, whole in cleaned)
    answers = ask(python, [text for text, _ in cleaned])
    assert [answer for answer in answers if not answer["loaded"] or answer["names"]] == []


def test_what_trips_the_host_trips_us(python: Path) -> None:
    """Our triggers are at least as wide as the host's."""
    texts = [*TRIPPING.values(), *HARD]
    for text, answer in zip(texts, ask(python, texts), strict=True):
        names = {name for name in answer["names"] if not name.startswith("invisible")}  # type: ignore[attr-defined]
        assert names <= set(hits(text))
        assert answer["loaded"] or hits(text) or clean(text)[0] != text


@pytest.mark.parametrize("lang", Lang)
def test_the_block_of_agents_md_is_loaded(python: Path, lang: Lang) -> None:
    """With attacks, comments and everyday triggers among what was said."""
    texts = [str(fit.block(digest(lang)).text), str(pointer(phrases(lang))), str(placeholder(phrases(lang)))]
    assert ask(python, [f"# 手写\n\n{text}\n" for text in texts]) == [{"loaded": True, "names": []}] * 3


def test_all_of_them_in_one_text_are_loaded(python: Path) -> None:
    """Harmless pieces can make one phrase: the whole text is what counts."""
    text, whole = clean("\n".join([*TRIPPING.values(), *HARD]) + "\n-->")
    assert whole
    (answer,) = ask(python, [text])
    assert answer == {"loaded": True, "names": []}


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give what the plugin composes of halves of phrases that could meet, in many choices of turns."""
    feed = feed_of(tmp_path_factory.mktemp("home"), (*HALVES, *HARD))
    return [text for text in choices(feed, 100) if text]


def test_no_choice_of_turns_trips_the_host(python: Path, chosen: list[str]) -> None:
    """Though no host looks at what a plugin composes, yet."""
    assert len(chosen) > 50
    assert [answer for answer in ask(python, chosen) if not answer["loaded"] or answer["names"]] == []
