"""When two Fillominos are the same: turned or mirrored."""

from collections.abc import Iterator

from quandary.kind import Sameness
from quandary.kinds.fillomino.notation import format  # noqa: A004
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.grid.notation import rows_of


def symmetries(puzzle: Fillomino) -> Iterator[Fillomino]:
    """The eight ways to lay the board down, the first as it is.

    >>> [image.givens for image in symmetries(Fillomino(2, 2, (3, 0, 0, 1)))][:3]
    [(3, 0, 0, 1), (0, 3, 1, 0), (0, 1, 3, 0)]
    """
    rows = rows_of(puzzle.givens, puzzle.columns)
    for lines in (rows, [tuple(line) for line in zip(*rows, strict=True)]):
        for one in (lines, lines[::-1]):
            for other in (one, [line[::-1] for line in one]):
                yield Fillomino(len(other), len(other[0]), tuple(n for line in other for n in line))


def canonical(puzzle: Fillomino) -> str:
    """The least notation among all Fillominos that are the same: equal exactly for those.

    >>> canonical(Fillomino(2, 2, (3, 0, 0, 1))) == canonical(Fillomino(2, 2, (0, 1, 3, 0)))
    True
    """
    return min(map(format, symmetries(puzzle)))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
