"""Looks for what already leaked: files, folders, standard input, and the history of Hermes. The same gate, no other."""
