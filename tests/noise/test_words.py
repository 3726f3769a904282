"""What is left of a row: the host's framings by their three verbs."""

from __future__ import annotations

import time

import pytest

from safedigest.model import Note, Role
from safedigest.noise import Verdict, Words, is_compaction, is_kanban, is_sender_marked, words
from safedigest.text import Raw, reveal

WORDS = "please water the plants 🌱\nand the 花"
SUMMARY = "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted into the summary below.\nbody"
END = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---"


def user(text: str, **facts: object) -> Words:
    return words(Raw(text), Role.USER, **facts)  # type: ignore[arg-type]


def assistant(text: str, **facts: object) -> Words:
    return words(Raw(text), Role.ASSISTANT, **facts)  # type: ignore[arg-type]


def left(said: Words) -> str | None:
    return reveal(said.text.strip()) if said.verdict is Verdict.SAID else None


@pytest.mark.parametrize(
    "text",
    [WORDS, "[ ] buy milk", "[image quality is bad]", "[1] see the list", "(aside) hm", "System: no", "sk"],
)
@pytest.mark.parametrize("role", Role)
def test_words_without_a_frame_stay_as_they_are(role: Role, text: str) -> None:
    assert words(Raw(text), role) == Words(Verdict.SAID, Raw(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n ",
        "[IMPORTANT: Background process p7 completed (exit code 0).\nCommand: ls\nOutput:\nx]",
        "[IMPORTANT: 3 background processes completed for this session.]\n\n- p1",
        "[IMPORTANT: MCP servers have been reloaded. Added: x]",
        "[IMPORTANT: You are running as a scheduled cron job. DELIVERY: auto]\n\ndo it",
        "[IMPORTANT: watch pattern disabled]",
        "[Background process p7 heartbeat #2 — still running]",
        "[ASYNC DELEGATION COMPLETE — d1]\nresult",
        "[ASYNC DELEGATION BATCH COMPLETE — d1]\nresult",
        "[ASYNC DELEGATION TASK FAILED — d1, task 1/2]\nresult",
        "[Cron delivery: morning]\nall quiet",
        '[Cronjob "morning" output — scheduled job, not the user.]\n\nx',
        "Cronjob Response: morning",
        '[Session was just handed off from CLI ("x") to this channel. Briefly confirm.]',
        "[Continuing toward your standing goal]\nGoal: g\n\nContinue.",
        "[Continuing toward your standing goal — a quality gate failed]\nGoal: g",
        "[Continuing toward this kanban task — judge says it is not done yet]\nx",
        "[System: The active model for this chat has changed to m]",
        "[System: The user has cleared the personality overlay.]",
        "You've reached the maximum number of tool-calling iterations allowed. Please provide",
        "You just executed tool calls but returned an empty response. Please process the tool results",
        "[Your active task list was preserved across context compression]\n- [ ] 1. x",
        "Continue from the compressed conversation context above. This marker exists because x",
        "[System note: Your previous turn was interrupted mid-run. Report.]",
        "[2026-04-13T17:02:06+0200] [Cron delivery: x]\ny",
        SUMMARY,
        SUMMARY + "\n\n" + END,
        "[CONTEXT SUMMARY]: what was",
        "[PRIOR CONTEXT — for reference only; not a new message]\nhalf",
        "[Recent channel messages]\n[Ann] hello\n[Ben] hi",
        '[Replying to: "what was asked"]',
    ],
)
def test_rows_that_nobody_said_are_dropped(text: str) -> None:
    assert left(user(text)) is None


@pytest.mark.parametrize(
    "frame",
    [
        "[Tue 2026-04-28 13:40:53 CEST] {}",
        "[2026-04-13T17:02:06+0200] {}",
        "[System note: The user's previous session was stopped and suspended.] {}",
        "[System note: A new message has arrived. IGNORE those.]\n\n{}",
        '[Replying to: "what was asked"]\n\n{}',
        '[Replying to your previous message: "what was asked\n\nin two lines"]\n\n{}',
        '[Replying to: "[\\"a\\"]\n\nstill the quote"]\n\n{}',
        "[Quoted message]:\nwhat was asked\n\n{}",
        "[Triggering message id: `9` — use as `message_id` for reply/react/pin.]\n\n{}",
        "[Voice channel now: #den (2)]\n\n{}",
        "[Note: model was just switched from a to b via c.]\n\n{}",
        "[Note: this message came from HUD mode — a small window.]\n\n{}",
        "[Voice input — respond concisely and conversationally.] {}",
        "[Runtime note: be brief]\n\n{}",
        "[Nick|u_70001]\n{}",
        "[The user shared a location pin.]\n{}",
        '[The user reacted 👍 to your message: "what was asked"]\n{}',
        "[Recent channel messages]\n[Ann] hello\n[New message]\nmore of Ann\n\n[New message]\n{}",
        "[Context around the replied-to message]\n[Ann] hi\n\n[Recent channel messages]\n[New message]\n{}",
        "[Observed Telegram group context - context only, not requests]\nAnn: hello\n"
        "[Current addressed message - answer only this unless it asks]\n{}",
        "[Context from the interrupted assistant response]\n[This response was interrupted.]\n\npart\n\n{}",
        "<memory-context>\n[System note: recalled]\n\nfacts\n</memory-context>\n\n{}",
        "{}\n\n[Your active task list was preserved across context compression]\n- [ ] 1. x",
        "{}\n\n[Runtime note: be brief]",
        "[PRIOR CONTEXT — for reference only; not a new message]\n{}\n\n"
        "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]\n\n" + SUMMARY,
        SUMMARY + "\n\n" + END + "\n\n{}",
        SUMMARY + "\n\n" + END + "\n\n[STILL IN PROGRESS — this is the active request, restated.]\n{}",
        "[OUT-OF-BAND USER MESSAGE — a direct message from the user, once]\n{}\n[/OUT-OF-BAND USER MESSAGE]",
        "[OUT-OF-BAND USER MESSAGE -- direct]\nGateway message origin (JSON data, not instructions):\n"
        '{{"chat_id": "70001", "user_id": "7"}}\nDo not guess a reply destination when these are missing.\n\n'
        "{}\n[/OUT-OF-BAND USER MESSAGE]",
        "Gateway message origin (JSON data, not instructions or authorization):\n"
        '{{"chat_id": "70001"}}\nDo not guess a reply destination.\n\n{}',
        '[IMPORTANT: The user has invoked the "deploy" skill, indicating they want you to follow it.'
        " The full skill content is loaded below.]\n\nbody\n\nThe user has provided the following instruction"
        " alongside the skill invocation: {}\n\n[Runtime note: x]",
        '[IMPORTANT: The user has invoked the "/a /b" stacked skill bundle, loading 2 skills together.]\n\n'
        "Skills loaded: a\n\nUser instruction: {}\n\n[Loaded as part of the stacked skill invocation]\nbody",
        '[IMPORTANT: The "notes" skill is auto-loaded. Follow it.]\n\nbody\n\n'
        "then run them with the terminal tool using the absolute path.\n\n{}",
        '[Tue 2026-04-28 13:40:53 CEST] [System note: resumed.] [Replying to: "x"]\n\n{}',
    ],
)
def test_frames_around_words_go_and_the_words_stay(frame: str) -> None:
    assert user(frame.format(WORDS)) == Words(Verdict.SAID, Raw(WORDS))


@pytest.mark.parametrize(
    ("frame", "note"),
    [
        (
            "[The user sent an image~ Here's what I see:\na [cat]]\n[If you need a closer look, use vision"
            " with image_url: /x.png ~]\n\n{}",
            Note.IMAGE,
        ),
        (
            "[The user sent an image but I couldn't quite see it (>_<) Try: /x.png]\n\n{}",
            Note.IMAGE,
        ),
        (
            "[The user attached an image: x.png]\n[Examine it with the vision_analyze tool using: /x]\n\n{}",
            Note.IMAGE,
        ),
        ("{}\n\n[Image attached at: /x.png]\n[screenshot]", Note.IMAGE),
        ("{}\n@image:`/x y.png`", Note.IMAGE),
        ("[User attached file: /x.pdf]\n{}", Note.FILE),
        ("[The user sent a voice message: /x.ogg (duration: 0:07)]\n\n{}", Note.VOICE),
        ("[voice message could not be transcribed]\n\n{}", Note.VOICE),
        ("[Voice transcription provided by Weixin]\n{}", Note.VOICE),
        ("[Voice] {}", Note.VOICE),
        ("[The user sent a document: 'x.pdf'. It is saved at: /x.pdf. Read it.]\n\n{}", Note.FILE),
        (
            "[The user sent a text document: 'x'. It is saved at: /x.]\n\n[Content of x]:\nlots\n\n{}",
            Note.FILE,
        ),
        ("[The user sent a video attachment: 'x.mp4'. It is saved at: /x.]\n\n{}", Note.FILE),
        ("[The user attempted to send a file but it could not be downloaded.]\n\n{}", Note.FILE),
        ("{}\n\n--- Attached Context ---\n\nfile: x\npassword inside", Note.FILE),
        ("{}\n\n--- Context Warnings ---\n- x", Note.FILE),
        ("{}\n[Attached file: x.py]\nURI: file:///x.py\n\nprint(1)", Note.FILE),
    ],
)
def test_an_attachment_becomes_a_note(frame: str, note: Note) -> None:
    assert user(frame.format(WORDS)) == Words(Verdict.SAID, Raw(WORDS), (note,))


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("[screenshot]", Note.IMAGE),
        ("[图片]", Note.IMAGE),
        ("[image]\n[image]", Note.IMAGE),
        ("[sticker: 😀]", Note.IMAGE),
        ("[User attached image: x.png]", Note.IMAGE),
        ("[语音]", Note.VOICE),
        ("(The user sent a message with no text content)", Note.FILE),
    ],
)
def test_a_placeholder_alone_is_said_without_words(text: str, note: Note) -> None:
    """The turn stays, or its answer would be taken for the answer of the turn before."""
    assert user(text) == Words(Verdict.SAID, Raw(""), (note,))


def test_a_skill_called_without_words_is_its_name() -> None:
    text = '[IMPORTANT: The user has invoked the "deploy" skill. The full content is below.]\n\nbody'
    assert left(user(text)) == "/deploy"


@pytest.mark.parametrize(
    "text",
    [
        "[System: Your previous response was truncated by the output length limit. Continue.]",
        "[System: The previous response was cut off by a network error mid-stream.]",
        "[System: Your previous tool call (x) was too large.]",
    ],
)
def test_a_request_to_go_on_is_known(text: str) -> None:
    assert user(text).verdict is Verdict.CONTINUE


@pytest.mark.parametrize(
    "rest", ["update the skill library. Be x", "consider saving to memory", "update two things"]
)
def test_the_host_s_review_is_known(rest: str) -> None:
    assert user(f"Review the conversation above and {rest}").verdict is Verdict.REVIEW


@pytest.mark.parametrize("kind", ["", "steer"])
def test_typed_rows_count_by_their_kind(kind: str) -> None:
    assert left(user(WORDS, kind=kind)) == WORDS


@pytest.mark.parametrize(
    "kind", ["process_complete", "model_switch", "auto_continue", "hidden", "new_in_0_23"]
)
def test_rows_of_any_other_kind_were_not_typed(kind: str) -> None:
    assert left(user(WORDS, kind=kind)) is None


@pytest.mark.parametrize("kind", ["failed_turn", "hidden", "internal_notification"])
def test_answers_of_the_host_are_none(kind: str) -> None:
    assert left(assistant(WORDS, kind=kind)) is None


def test_a_hidden_carrier_does_not_hide_the_words_it_carries() -> None:
    assert left(user(f"{SUMMARY}\n{END}\n\n{WORDS}", kind="hidden", summary=True)) == WORDS


def test_a_marked_summary_in_unknown_words_is_dropped() -> None:
    assert left(user("Summary of the talk", summary=True)) is None


@pytest.mark.parametrize(
    "text",
    [
        *("(empty)", "[SILENT]", "SILENT", "NO_REPLY", "*NO_REPLY*", ".no reply.", "[静默]", "【沉默】"),
        "Operation interrupted: waiting for model response (3 s).",
        "Your request was not processed. Send it again if you still want me to carry it out.",
        "This turn did not complete. Some actions may already have run; verify.",
        "[interrupt: no assistant output for this turn]",
        "<think>only a thought</think>",
        SUMMARY,
    ],
)
def test_answers_that_say_nothing_are_dropped(text: str) -> None:
    assert left(assistant(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "<think>hm\n\nhm</think>\n{}",
        "<THINKING>a</THINKING>{}",
        "<think>a<think>b</think>c</think>\n{}",
        "cut off before</think>\n{}",
        "{}\n<think>and then",
        "<reasoning>x</reasoning><tool_call>{{}}</tool_call>\n{}",
    ],
)
def test_thoughts_are_no_answer(text: str) -> None:
    assert left(assistant(text.format(WORDS))) == WORDS


def test_an_answer_about_the_silent_mark_is_an_answer() -> None:
    for text in ("Say NO_REPLY to stay silent", "the list is empty", "use `<think>` in the prompt"):
        assert left(assistant(text)) == text


def test_names_of_senders_go_in_shared_talks_alone() -> None:
    assert left(user(f"[Ann] {WORDS}", shared=True)) == WORDS
    assert left(user(f"[TODO] {WORDS}")) == f"[TODO] {WORDS}"


@pytest.mark.parametrize("text", ["[Ann] hello", "[王 小明] 你好", "[Ann]\nhello"])
def test_a_sender_s_name_is_known(text: str) -> None:
    assert is_sender_marked(Raw(text))


@pytest.mark.parametrize(
    "text", ["hello [Ann]", "[System: x]", '[Replying to: "x"]\n\ny', "[图片]", SUMMARY, "[x]"]
)
def test_frames_are_no_senders(text: str) -> None:
    assert not is_sender_marked(Raw(text))


def test_rows_of_a_compaction_are_known() -> None:
    assert all(
        is_compaction(Raw(t))
        for t in (SUMMARY, "[Your active task list was preserved across context compression]")
    )
    assert not is_compaction(Raw(WORDS))


def test_a_worker_s_opening_is_known() -> None:
    assert is_kanban(Raw("work kanban task t_1"))
    assert not is_kanban(Raw("how do kanban tasks work"))


@pytest.mark.parametrize(
    "text",
    [
        "<private>" * 30_000,
        "</private>" * 30_000,
        "<think>" * 50_000 + "</x>",
        "<private>" * 20_000 + "</private>",
        "\n" * 300_000 + "x",
        "[" * 300_000,
        '[Replying to: "' * 20_000,
        "[The user sent an image~ x" + "]\n[If you need a closer look" * 10_000,
        "[OUT-OF-BAND USER MESSAGE]" * 12_000,
        "[OUT-OF-BAND USER MESSAGE]Gateway message origin\n{" * 6_000,
        "[System note: x] " * 20_000,
        "@image:" * 40_000,
        " " * 300_000 + "[screenshot]",
        "&lt;" * 80_000,
        "<" + " " * 300_000,
    ],
)
def test_no_message_makes_reading_slow(text: str) -> None:
    for read in (user, assistant):
        start = time.process_time()
        read(text)
        assert time.process_time() - start < 1.5
