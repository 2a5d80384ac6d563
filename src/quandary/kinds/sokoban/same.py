"""The same level turned or mirrored, and how far it is from solved at least."""

from itertools import product

from quandary.kind import Sameness
from quandary.kinds.sokoban.notation import format  # noqa: A004
from quandary.kinds.sokoban.rules import Cell, Level


def symmetries(level: Level) -> list[Level]:
    """The level turned and mirrored in all eight ways; images that are the same are listed once.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> len(symmetries(parse("#####|#@$.#|#####")))
    4
    """
    images = (
        _image(level, mirrored=mirrored, flipped=flipped, swapped=swapped)
        for mirrored, flipped, swapped in product((False, True), repeat=3)
    )
    return list(dict.fromkeys(images))


def canonical(level: Level) -> str:
    """The first in alphabetical order of the texts of all its images."""
    return min(map(format, symmetries(level)))


def _image(level: Level, *, mirrored: bool, flipped: bool, swapped: bool) -> Level:
    def turn(cell: Cell) -> Cell:
        x = level.width - 1 - cell[0] if mirrored else cell[0]
        y = level.height - 1 - cell[1] if flipped else cell[1]
        return (y, x) if swapped else (x, y)

    def turned(cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(map(turn, cells))

    return Level(
        level.height if swapped else level.width,
        level.width if swapped else level.height,
        turned(level.walls),
        turned(level.targets),
        turned(level.boxes),
        turn(level.man),
    )


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
