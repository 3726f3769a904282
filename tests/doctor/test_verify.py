"""The proof comes from the things themselves: files read back, the prompt that is built, the job that is run."""

from __future__ import annotations

import pytest

from safedigest import verify
from safedigest.config import Lang
from safedigest.install.words import Words
from safedigest.verify import QUESTIONS, Proof
from tests.doctor.conftest import Look
from tests.fakes.hermes import FakeHermes, hermes


def proven(look: Look) -> list[Proof]:
    """Return what was tried."""
    return list(verify.prove(look.patient()))


def seen(proof: Proof) -> str:
    """Return what was seen, in English."""
    return "\n".join(line.en for line in proof.saw)


def test_each_of_the_four_things_is_tried_and_tells_what_it_saw(look: Look) -> None:
    synced, block, soul, job = proven(look)
    assert [proof.ok for proof in (synced, block, soul, job)] == [True] * 4
    assert "2 ends, 2 turns, 0 masks" in seen(synced)
    assert "the first: ### " in seen(block)
    assert "characters" in seen(soul)
    assert seen(job).endswith(": ok")


def test_the_job_is_really_run(look: Look) -> None:
    assert look.host is not None
    look.host.ran.clear()
    proven(look)
    assert [words[:2] for words in look.host.ran] == [("cron", "run"), ("cron", "runs")]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("state.db", "the sync writes"),
        ("AGENTS.md", "the block is in the prompt that Hermes builds"),
        ("SOUL.md", "the section is in load_soul_md"),
        ("cron/jobs.json", "the cron job runs"),
    ],
)
def test_what_is_missing_is_not_proven(look: Look, name: str, title: str) -> None:
    (look.home / name).unlink()
    assert [proof.title.en for proof in proven(look) if not proof.ok] == [title]


def test_a_block_that_the_host_leaves_out_is_not_proven(look: Look) -> None:
    class Other(FakeHermes):
        def ask(self, home: object, **questions: object) -> dict[str, object]:  # noqa: ARG002  as the real one
            return dict.fromkeys(questions, "# Project Context\n\n[BLOCKED: AGENTS.md]")

    other = Look(look.home, Other(look.home, look.home))
    assert "does not have it" in seen(proven(other)[1])


def test_a_job_that_fails_is_not_proven(look: Look) -> None:
    failing = Look(look.home, hermes(look.home, job_fails=True))
    proof = proven(failing)[3]
    assert not proof.ok
    assert "error" in seen(proof)


def test_without_hermes_only_the_sync_can_be_proven(look: Look) -> None:
    alone = Look(look.home, None)
    assert [proof.ok for proof in proven(alone)] == [True, False, False, False]
    assert "--hermes" in seen(proven(alone)[1])


@pytest.mark.parametrize("lang", list(Lang))
def test_a_question_is_asked_in_a_session_that_goes_again(look: Look, lang: Lang) -> None:
    assert look.host is not None
    look.host.ran.clear()
    proof = verify.ask(look.patient(), QUESTIONS[0], lang, look.home)
    assert proof.ok
    assert seen(proof) == f"an answer to {QUESTIONS[0].of(lang)}"
    assert look.host.ran[1] == ("sessions", "delete", "s-1", "--yes")


def test_an_answer_is_no_proof_where_there_is_no_hermes(look: Look) -> None:
    assert not verify.ask(Look(look.home, None).patient(), Words("问", "q"), Lang.EN, look.home).ok
