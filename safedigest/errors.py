"""Errors, named by who must act. None of them ever carries message text."""


class SafedigestError(Exception):
    """Root of all errors of this package.

    ``str(error)`` is one line: what happened, where, and what to do. It never holds a character of a message.
    """


class ConfigError(SafedigestError):
    """The owner must correct ``config.toml`` or a command-line option."""


class RuleError(SafedigestError):
    """The author of a rule file must correct it; without a whole rule set nothing is masked or written."""


class StoreError(SafedigestError):
    """The session store cannot be read; the last good digest stays."""


class StoreBusyError(StoreError):
    """The session store was locked for the whole of our patience; the next tick tries again."""


class WriteError(SafedigestError):
    """A file of ours could not be written whole; the old one stays."""


class BudgetSpentError(SafedigestError):
    """A text cost more work than its size allows; it is withheld, never passed through."""
