"""The spaces of logic mazes that have a name."""

from collections.abc import Mapping
from typing import Any

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.maze.rules import LARGEST, SMALLEST, Maze, Part
from quandary.kinds.maze.same import symmetries
from quandary.parts.space import Space
from quandary.parts.spaces import Made, Product, Subset, reduced
from quandary.parts.spaces.options import SYMMETRY, is_reduced, one_of, whole, width_and_height

PLACES = ("anywhere", "vertices", "edges")


def checkpoints(options: Mapping[str, str]) -> Space[Maze]:
    """Return the mazes of a size with a given number of breaks and checkpoints.

    >>> options = {"size": "2x2", "checkpoints": "1", "breaks": "1", "on": "anywhere", "symmetry": "all"}
    >>> checkpoints(options).size
    20
    """
    width, height = width_and_height(options, LARGEST)
    if width != height or width < SMALLEST:
        raise SpaceError(
            f"size={options['size']} is not a square from {SMALLEST} to {LARGEST}. Write size=3x3."
        )
    empty, where = Maze(width), one_of(options, "on", PLACES)
    ends = {Part(*end) for end in empty.ends}
    broken = whole(options, "breaks", 0, len(empty.edges))

    def free(breaks: Any) -> list[Part]:
        parts = [each for each in empty.parts if each not in ends and each not in breaks]
        return [each for each in parts if where == "anywhere" or bool(each.way) == (where == "edges")]

    most = len(free(frozenset(empty.edges[:broken])))
    asked = whole(options, "checkpoints", 0, most)

    def make(code: tuple[tuple[int, ...], tuple[int, ...]]) -> Maze:
        breaks = frozenset(empty.edges[at] for at in code[0])
        parts = free(breaks)
        return Maze(width, frozenset(parts[at] for at in code[1]), breaks)

    def code(maze: Maze) -> tuple[list[int], list[int]]:
        parts = free(maze.breaks)
        if maze.size != width or not maze.checkpoints <= set(parts):
            raise SpaceError("The maze is not in this space: its size or its checkpoints are different.")
        return [empty.edges.index(each) for each in maze.breaks], [
            parts.index(each) for each in maze.checkpoints
        ]

    space = Made(Product((Subset(len(empty.edges), broken), Subset(most, asked))), make, code)
    return reduced(space, symmetries) if is_reduced(options) else space


SPACES = {
    "checkpoints": NamedSpace(
        "mazes with some checkpoints and breaks",
        {"size": "3x3", "checkpoints": "2", "breaks": "0", "on": "anywhere", **SYMMETRY},
        checkpoints,
    )
}
