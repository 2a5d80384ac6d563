"""Every error that quandary raises on purpose.

    QuandaryError                     base class; the message is one line
    ├── NotationError                 the text of a puzzle is invalid
    ├── FileError                     a file or a line of it cannot be used
    ├── UnknownNameError              no such kind, measure, player, rule, ...
    ├── PlayerError                   a player that contradicts itself
    ├── NoneFoundError                no generated puzzle matched the request
    ├── NoLevelError                  the level of a puzzle cannot be told
    ├── SpaceError                    an item or a number that is not in a space
    └── NativeError                   the compiled core is required but missing

Running out of time or memory is not an error: it is the status of a score (`score.Status`).
"""

import difflib
from collections.abc import Iterable


class QuandaryError(Exception):
    """An error whose message is one line that names the thing, the place and the remedy."""


class NotationError(QuandaryError):
    """The text cannot be read as a puzzle of its kind."""


class FileError(QuandaryError):
    """A file, or one line of it, cannot be read or written."""


class PlayerError(QuandaryError):
    """A player's prior is not a probability distribution over the given moves."""


class NoneFoundError(QuandaryError):
    """No generated puzzle matched the request. The message says how many were tried."""


class NoLevelError(QuandaryError):
    """The level of a puzzle cannot be told. The message says why."""


class SpaceError(QuandaryError):
    """A space of puzzles has no such item or number, or its description is invalid."""


class NativeError(QuandaryError):
    """The compiled core is required but missing, or cannot do what was asked."""


MOST_NAMES = 60
"""The most names that a message lists."""


class UnknownNameError(QuandaryError):
    """A name that is not in a list. The message suggests the nearest name that is.

    >>> raise UnknownNameError("puzzle kind", "sudoko", ["sudoku", "witness"])
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No puzzle kind 'sudoko'. Did you mean 'sudoku'?
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=1)
        more = f" and {len(known) - MOST_NAMES:,} more" if len(known) > MOST_NAMES else ""
        there_are = f"There are: {', '.join(known[:MOST_NAMES]) or 'none'}{more}."
        hint = f"Did you mean {near[0]!r}?" if near else there_are
        super().__init__(f"No {what} {name[:80]!r}. {hint}")
        self._given = what, name, known

    def __reduce__(self) -> tuple[type["UnknownNameError"], tuple[str, str, list[str]]]:
        """Pickle what it was made from: a pool of processes waits for ever for an error that cannot be made again."""
        return type(self), self._given


LONGEST = 300
"""The most characters of somebody else's message."""


def why(error: BaseException) -> str:
    """Return what was raised, in one line.

    >>> why(ValueError("no", "luck")), why(SystemExit())
    ("ValueError: ('no', 'luck')", 'SystemExit')
    """
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{f': {said}' if said else ''}"[:LONGEST]
