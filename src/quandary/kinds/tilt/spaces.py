"""The spaces of tilt mazes that have a name."""

import re
from collections.abc import Mapping
from typing import Any

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.tilt.rules import MOST_CELLS, MOST_CHECKPOINTS, Cell, Maze, borders
from quandary.kinds.tilt.same import symmetries
from quandary.parts.space import Space
from quandary.parts.spaces import Choice, Made, Product, Subset, reduced
from quandary.parts.spaces.options import SYMMETRY, is_reduced, whole, width_and_height

ANY = "any"


def walls(options: Mapping[str, str]) -> Space[Maze]:
    """Return the mazes of a size with a given number of walls and checkpoints, and the ball anywhere or in one cell.

    >>> walls({"size": "2x2", "walls": "1", "checkpoints": "1", "ball": "any", "symmetry": "all"}).size
    48
    """
    width, height = width_and_height(options, MOST_CELLS)
    cells = Maze(width, height, (0, 0), ()).cells()
    places = borders(Maze(width, height, (0, 0), ()))
    checkpoints = whole(options, "checkpoints", 1, min(MOST_CHECKPOINTS, max(1, len(cells) - 1)))
    built = whole(options, "walls", 0, len(places))
    balls = cells if options["ball"] == ANY else [_cell(options["ball"], cells)]

    def make(code: tuple[tuple[int, ...], Cell, tuple[int, ...]]) -> Maze:
        walls, ball, taken = code
        free = [cell for cell in cells if cell != ball]
        collected = tuple(sorted(free[at] for at in taken))
        return Maze(width, height, ball, collected, frozenset(places[at] for at in walls))

    def code(maze: Maze) -> tuple[Any, ...]:
        if (maze.width, maze.height) != (width, height):
            raise SpaceError(f"A maze of {maze.width}x{maze.height} is not in this space.")
        free = [cell for cell in cells if cell != maze.ball]
        taken = [free.index(cell) for cell in maze.checkpoints]
        return [places.index(wall) for wall in maze.walls], maze.ball, taken

    space = Made(
        Product((Subset(len(places), built), Choice(balls), Subset(len(cells) - 1, checkpoints))), make, code
    )
    return reduced(space, symmetries) if is_reduced(options) else space


def _cell(text: str, cells: list[Cell]) -> Cell:
    found = re.fullmatch(r"(\d{1,3}),(\d{1,3})", text)
    cell = (int(found[1]), int(found[2])) if found else (-1, -1)
    if cell not in cells:
        raise SpaceError(f"ball={text[:40]} is not a cell. Write ball=0,0 or ball=any.")
    return cell


SPACES = {
    "walls": NamedSpace(
        "mazes with some walls and checkpoints",
        {"size": "3x3", "walls": "2", "checkpoints": "1", "ball": ANY, **SYMMETRY},
        walls,
    )
}
