"""What somebody really said in a row of the store.

``<private>…</private>`` goes first, before any frame is looked at; then summaries of compactions, then the
frames of ``frames``, as often as they are nested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Final

from safedigest.model import Note, Role
from safedigest.noise import frames
from safedigest.noise.fences import CALLS, MEMORY, PRIVATE, THOUGHTS
from safedigest.plugin.records import dataclass
from safedigest.text import Raw

_EMPTY: Final = Raw("")
_MOST_FRAMES: Final = 16  # frames that may stand before one message


class Verdict(Enum):
    """What a row is."""

    SAID = "said"
    NOISE = "noise"
    CONTINUE = "continue"  # the host asked the model to go on with a truncated answer
    REVIEW = "review"  # the host's own review of the talk; the answer that follows belongs to it


@dataclass(frozen=True, slots=True)
class Words:
    """What is left of a row. ``SAID`` without text has a note that says why."""

    verdict: Verdict
    text: Raw = _EMPTY
    notes: tuple[Note, ...] = ()


_NOISE: Final = Words(Verdict.NOISE)
# One look for all frames: most messages begin with none.
_LEADS: Final = tuple(strip.start for strip in frames.LEADS)
_PLACEHOLDERS: Final = tuple(strip.start for strip in frames.PLACEHOLDERS)


def words(
    raw: Raw,
    role: Role,
    *,
    kind: str = "",
    summary: bool = False,
    notes: tuple[Note, ...] = (),
    shared: bool = False,
) -> Words:
    """Return what somebody really said in a row; an answer keeps the white space around it.

    ``kind`` is the row's ``display_kind``, ``summary`` its ``_compressed_summary`` mark, ``notes`` what its
    content held beside text; ``shared`` talks put the sender's name before the words.
    """
    open_text = PRIVATE.cut(raw)
    if open_text != raw:
        notes = (Note.PRIVATE, *notes)
    text = open_text.strip()
    if _is_summary(text):
        text = _beside_summary(text)
        kind = "" if kind == "hidden" else kind  # hides the carrier, not the words that it carries
    elif summary:
        return _NOISE
    elif role is Role.ASSISTANT:
        text = open_text  # white space counts where a cut answer is joined with its continuation
    if role is Role.ASSISTANT:
        return _assistant(text, kind, notes)
    return _user(text, kind, notes, shared=shared)


def is_sender_marked(raw: Raw) -> bool:
    """Tell whether a row begins with a sender's name, as rows of shared talks do."""
    return frames.SENDER.off(raw) != raw and not raw.startswith(frames.DROP) and not _framed(raw)


def _framed(raw: Raw) -> bool:
    known = (*frames.LEADS, *frames.PLACEHOLDERS)
    return raw.startswith((*frames.SUMMARIES, frames.STEER, frames.PRIOR)) or any(
        strip.off(raw) != raw for strip in known
    )


def is_kanban(raw: Raw) -> bool:
    """Tell whether a talk that opens so is a worker's."""
    return raw.startswith(frames.KANBAN_OPENING)


def _assistant(text: Raw, kind: str, notes: tuple[Note, ...]) -> Words:
    if kind in frames.HOST_KINDS:
        return _NOISE
    text = MEMORY.cut(CALLS.cut(THOUGHTS.cut(text)))
    whole = text.strip()
    if whole.matches(frames.SILENT) or whole.startswith(frames.ASSISTANT_DROP):
        return _NOISE
    return _said(text, notes)


def _said(text: Raw, notes: tuple[Note, ...]) -> Words:
    notes = tuple(dict.fromkeys(notes))
    return Words(Verdict.SAID, text, notes) if text or notes else _NOISE


def _user(text: Raw, kind: str, notes: tuple[Note, ...], *, shared: bool) -> Words:
    if text.startswith(frames.CONTINUES):
        return Words(Verdict.CONTINUE)
    if text.matches(frames.REVIEWS):
        return Words(Verdict.REVIEW)
    if kind not in frames.TYPED_KINDS:
        return _NOISE
    text = MEMORY.cut(_unwrap(text)).strip()
    found = list(notes)
    for _ in range(_MOST_FRAMES):
        shorter = _strip_first(text, frames.LEADS, found) if text.startswith(_LEADS) else text
        if shorter is text:
            break
        text = _unwrap(shorter)
    if shared:
        text = frames.SENDER.off(text)
    if text.startswith(frames.DROP):
        return _NOISE
    text = _strip_placeholders(_strip_anywhere(text, found), found)
    return _said(text, tuple(found))


def _strip_first(text: Raw, strips: Iterable[frames.Strip], notes: list[Note]) -> Raw:
    """Return ``text`` without the first of the frames that stands at its start."""
    for strip in strips:
        rest = strip.off(text)
        if rest is not text:
            notes += [strip.note] if strip.note else []
            return rest.strip()
    return text


def _strip_anywhere(text: Raw, notes: list[Note]) -> Raw:
    for strip in frames.ANYWHERE:
        rest = strip.out(text)
        if rest is not text and rest != text:
            notes += [strip.note] if strip.note else []
            text = rest
    return text.strip()


def _strip_placeholders(text: Raw, notes: list[Note]) -> Raw:
    """Return nothing where a message is placeholders alone, else the text as it is."""
    if not text.startswith(_PLACEHOLDERS):
        return text
    left, found = text, list(notes)
    for _ in range(_MOST_FRAMES):
        rest = _strip_first(left, frames.PLACEHOLDERS, found)
        if rest is left:
            break
        left = rest
    if left:
        return text
    notes[:] = found
    return left


def is_compaction(raw: Raw) -> bool:
    """Tell whether a compaction wrote the row (its time is then the compaction's)."""
    return _is_summary(raw) or raw.startswith(frames.COMPACTION_ROWS)


def _is_summary(text: Raw) -> bool:
    return text.startswith((*frames.SUMMARIES, frames.PRIOR)) or text.contains(frames.PRIOR_END)


def _beside_summary(text: Raw) -> Raw:
    """Return the real words that a compaction merged with its summary; nothing beside a summary alone."""
    if text.contains(frames.PRIOR_END):
        prior = text.before(frames.PRIOR_END).strip().without_lead(frames.PRIOR_LEAD).strip()
        return _beside_summary(prior) if prior.startswith(frames.SUMMARIES) else prior
    if text.startswith(frames.PRIOR):
        return _EMPTY
    return text.after_last(frames.SUMMARY_END).without_lead(frames.SUMMARY_END_LINE).strip()


def _unwrap(text: Raw) -> Raw:
    """Return the words that lie inside a frame; the text itself where there is none."""
    if text.contains(frames.STEER):
        text = text.without(frames.STEER_FRAME).strip()
    text = text.without_lead(frames.ORIGIN_LEAD)
    for opening, mark in frames.OVERHEARD:
        if text.startswith(opening):
            text = text.after_last(mark)
            return (text.after("]") if mark.startswith("[Current") else text).strip()
    for shape, inside in _SHAPES:
        if shape(text):
            return inside(text).strip()
    return text


def _skill_words(text: Raw) -> Raw:
    """Return what was typed beside a skill; the call itself where nothing was."""
    if text.contains(frames.SKILL_BUNDLE):
        typed = text.after(frames.BUNDLE_WORDS).before(frames.BUNDLE_NEXT)
    else:
        typed = text.after_last(frames.SKILL_WORDS).before(frames.RUNTIME_NOTE)
    if typed:
        return typed
    name = text.after('"').before('"')
    return (
        Raw.join("", (_EMPTY if name.startswith("/") else Raw("/"), name))
        if name.matches(frames.SKILL_NAME)
        else _EMPTY
    )


def _auto_skill_words(text: Raw) -> Raw:
    return text.after_last(frames.SKILL_FOOT if text.contains(frames.SKILL_FOOT) else "\n\n")


def _caption(text: Raw) -> Raw:
    last = text.after_last("\n\n").strip()
    return last if len(last) <= frames.CAPTION_LONGEST else _EMPTY


_SHAPES: Final[tuple[tuple[Callable[[Raw], bool], Callable[[Raw], Raw]], ...]] = (
    (lambda text: text.startswith(frames.SKILL), _skill_words),
    (lambda text: text.matches(frames.AUTO_SKILL), _auto_skill_words),
    (lambda text: text.startswith(frames.INTERRUPTED), lambda text: text.after_last("\n\n")),
    (lambda text: text.matches(frames.INLINED_FILE), _caption),
)
