"""Puts safedigest into a Hermes home, and takes it out again.

Invariants: nothing is changed before the whole plan was shown; each step is a no-op where its work is done already;
what was inserted is written down (``ledger``: our own text, places and hashes, never a copy of what stood there),
so that ``uninstall`` removes exactly that and leaves later edits by hand alone; another program's file is changed
by insertion only, and the result is parsed and compared before it is written.
"""
