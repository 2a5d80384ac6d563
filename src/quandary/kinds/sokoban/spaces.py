"""The spaces of levels that have a name."""

from collections.abc import Mapping, Sequence
from typing import Any

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.sokoban.notation import MOST_SIDE, format, parse  # noqa: A004
from quandary.kinds.sokoban.rules import Cell, Level
from quandary.kinds.sokoban.same import symmetries
from quandary.parts.space import Space
from quandary.parts.spaces import Integers, Made, Product, Subset, reduced
from quandary.parts.spaces.options import SYMMETRY, is_reduced, whole, width_and_height


def levels(options: Mapping[str, str]) -> Space[Level]:
    """Return the levels inside a rim of walls, with a given number of walls and boxes anywhere inside.

    Numbers of levels that cannot be played, such as those with a box beyond the man's reach, raise NotationError.

    >>> levels({"size": "2x1", "walls": "0", "boxes": "1", "symmetry": "all"}).size
    4
    """
    width, height = width_and_height(options, MOST_SIDE - 2)
    cells = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
    rim = frozenset((x, y) for y in range(height + 2) for x in range(width + 2)) - frozenset(cells)
    built = whole(options, "walls", 0, len(cells) - 1)
    boxes = whole(options, "boxes", 1, len(cells) - built - 1)
    floor = len(cells) - built

    def make(code: tuple[Any, ...]) -> Level:
        walls, pushed, targets, man = code
        taken = {cells[at] for at in walls}
        free = [cell for cell in cells if cell not in taken]
        placed = {free[at] for at in pushed}
        level = Level(
            width + 2,
            height + 2,
            rim | taken,
            frozenset(free[at] for at in targets),
            frozenset(placed),
            [cell for cell in free if cell not in placed][man],
        )
        return parse(format(level))  # which refuses levels that cannot be played

    def code(level: Level) -> tuple[Any, ...]:
        if (level.width, level.height) != (width + 2, height + 2) or not rim <= level.walls:
            raise SpaceError("The level is not in this space: its size is different, or its rim is open.")
        free = [cell for cell in cells if cell not in level.walls]
        rest = [cell for cell in free if cell not in level.boxes]
        return (
            _at(cells, level.walls - rim),
            _at(free, level.boxes),
            _at(free, level.targets),
            rest.index(level.man),
        )

    space = Made(
        Product(
            (Subset(len(cells), built), Subset(floor, boxes), Subset(floor, boxes), Integers(floor - boxes))
        ),
        make,
        code,
    )
    return reduced(space, symmetries) if is_reduced(options) else space


def _at(cells: Sequence[Cell], some: frozenset[Cell]) -> list[int]:
    return [cells.index(cell) for cell in some]


SPACES = {
    "levels": NamedSpace(
        "levels inside a rim of walls", {"size": "3x3", "walls": "0", "boxes": "1", **SYMMETRY}, levels
    )
}
