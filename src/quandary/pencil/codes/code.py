"""What a code is: one part of an address, read from the beginning of a text. Cells come row by row."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol, TypeAlias

from quandary.errors import NotationError

NONE, UNKNOWN = -1, -2
"""A cell without a number, and one with a number that is not told."""
CodeNumbers: TypeAlias = list[int]
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


class BoardSize(NamedTuple):
    """The rows and columns of a board."""

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"


class Code(Protocol):
    """One part of an address."""

    def read(self, text: str, size: BoardSize) -> tuple[Any, str]:
        """Return what the text begins with, and the rest."""

    def write(self, value: Any, size: BoardSize) -> str:
        """Return the text of it."""


class LinkPart(NamedTuple):
    """The part of an address that a clue owns: how it is written, and what it means."""

    code: Code
    value: Callable[[Any, BoardSize], Any]
    """(what the code reads, size) → the value of the clue."""
    told: Callable[[Any, BoardSize], Any]
    """(the value of the clue, size) → what the code writes. Raises NotationError if an address cannot say it."""
    order: int = 2
    """Parts with a lower number come first."""
    edge: int = 0
    """How many rows and columns the board has more than the address says, above and to the left."""


def cells(size: BoardSize) -> int:
    """Return the number of cells."""
    return size.rows * size.columns


def lines(size: BoardSize) -> int:
    """Return the number of columns and rows."""
    return size.rows + size.columns


def crossings(size: BoardSize) -> int:
    """Return the number of corners of cells."""
    return (size.rows + 1) * (size.columns + 1)


def digit(text: str, base: int) -> int:
    """Return the number that a text is. Raises NotationError."""
    try:
        return int(text, base)
    except ValueError as error:
        raise NotationError(
            f"This address cannot contain {text[:20]!a}; copy the whole link again."
        ) from error


def skipped(values: Sequence[Any], first: str, write: Callable[[Any], str]) -> str:
    """Return values as text, with letters from `first` to z for runs of cells with nothing in them.

    >>> skipped([NONE, NONE, 3], "g", str), skipped([NONE] * 28, "a", str)
    ('h3', 'zb')
    """
    letters, text = LETTERS[LETTERS.index(first) :], ""
    for is_none, run in groupby(values, key=lambda value: value == NONE):
        some = list(run)
        if not is_none:
            text += "".join(map(write, some))
            continue
        for start in range(0, len(some), len(letters)):
            text += letters[len(some[start : start + len(letters)]) - 1]
    return text
