"""Telling what people said from what the host wrote into their rows."""

from safedigest.noise.words import Verdict, Words, is_compaction, is_kanban, is_sender_marked, words

__all__ = ["Verdict", "Words", "is_compaction", "is_kanban", "is_sender_marked", "words"]
