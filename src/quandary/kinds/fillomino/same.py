"""When two Fillominos are the same: turned or mirrored."""

from collections.abc import Iterator

from quandary.kind import Sameness
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.square import orders


def symmetries(puzzle: Fillomino) -> Iterator[Fillomino]:
    """The eight ways to lay the board down, the first as it is.

    >>> [image.givens for image in symmetries(Fillomino(2, 2, (3, 0, 0, 1)))][:3]
    [(3, 0, 0, 1), (0, 3, 1, 0), (0, 1, 3, 0)]
    """
    for turn, order in orders(puzzle.rows, puzzle.columns).items():
        columns, rows = turn.size(puzzle.columns, puzzle.rows)
        yield Fillomino(rows, columns, tuple(puzzle.givens[cell] for cell in order))


SAMENESS = Sameness(symmetries=symmetries)
