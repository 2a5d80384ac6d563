"""Symmetries of Fillominos: turned or mirrored boards."""

from collections.abc import Iterator

from quandary.kind import Sameness
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.square import orders


def symmetries(puzzle: Fillomino) -> Iterator[Fillomino]:
    """Yield the board turned and mirrored in all eight ways, the unchanged one first.

    >>> [image.givens for image in symmetries(Fillomino(2, 2, (3, 0, 0, 1)))][:3]
    [(3, 0, 0, 1), (0, 3, 1, 0), (0, 1, 3, 0)]
    """
    for turn, order in orders(puzzle.rows, puzzle.columns).items():
        columns, rows = turn.size(puzzle.columns, puzzle.rows)
        yield Fillomino(rows, columns, tuple(puzzle.givens[cell] for cell in order))


SAMENESS = Sameness(symmetries=symmetries)
