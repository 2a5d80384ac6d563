"""Symmetries of levels: turned or mirrored."""

from quandary.kind import Sameness
from quandary.kinds.sokoban.rules import Cell, Level
from quandary.parts.square import Turn, images


def symmetries(level: Level) -> list[Level]:
    """Return the level turned and mirrored in all eight ways, without duplicates.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> len(symmetries(parse("#####|#@$.#|#####")))
    4
    """
    return images(level, _image)


def _image(level: Level, turn: Turn) -> Level:
    last = level.width - 1, level.height - 1

    def turned(cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(turn.point(cell, *last) for cell in cells)

    return Level(
        *turn.size(level.width, level.height),
        turned(level.walls),
        turned(level.targets),
        turned(level.boxes),
        turn.point(level.man, *last),
    )


SAMENESS = Sameness(symmetries=symmetries)
