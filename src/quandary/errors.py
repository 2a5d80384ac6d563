"""Every error that quandary raises on purpose.

    QuandaryError                     one clear line for a person
    ├── NotationError                 a puzzle's text says something impossible
    ├── FileError                     a file or a line of it cannot be used
    ├── UnknownNameError              no such kind, measure, player, rule ...; names what is near
    ├── PlayerError                   a player that contradicts itself
    ├── NoneFoundError                nothing of what was made is as it was wished
    ├── SpaceError                    a thing or a number that is not in a space
    └── NativeError                   the compiled core is asked for and is not there

Running out of time or memory is not an error: it is the status of a score (`score.Status`).
"""

import difflib
from collections.abc import Iterable


class QuandaryError(Exception):
    """An error whose message is one line that names the thing, the place and the remedy."""


class NotationError(QuandaryError):
    """A puzzle's text cannot be read as a puzzle of its kind."""


class FileError(QuandaryError):
    """A file, or one line of it, cannot be read or written."""


class PlayerError(QuandaryError):
    """A player's prior is not a distribution over the moves it was given."""


class NoneFoundError(QuandaryError):
    """Much was made, and nothing of it is as it was wished; the message says how much."""


class SpaceError(QuandaryError):
    """A space of puzzles has no such thing or number, or cannot be as it is described."""


class NativeError(QuandaryError):
    """The compiled core was required and is missing, or cannot do what was asked."""


class UnknownNameError(QuandaryError):
    """A name that is not in a list; the message suggests the nearest one that is.

    >>> raise UnknownNameError("puzzle kind", "sudoko", ["sudoku", "witness"])
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No puzzle kind 'sudoko'. Did you mean 'sudoku'?
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known) or 'none'}."
        super().__init__(f"No {what} {name[:80]!r}. {hint}")
