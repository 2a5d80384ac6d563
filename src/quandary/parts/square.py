"""The eight symmetries of a square board: reflections, quarter turns, or both."""

from collections.abc import Callable, Hashable
from functools import cache
from itertools import product
from typing import NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)


class Turn(NamedTuple):
    """A symmetry: it swaps left and right, then top and bottom, then rows and columns.

    >>> quarter = Turn(mirrored=False, flipped=True, swapped=True)
    >>> quarter.size(3, 2), quarter.point((0, 0), 2, 1)
    ((2, 3), (1, 0))
    """

    mirrored: bool = False
    flipped: bool = False
    swapped: bool = False

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the width and height of a board after the turn."""
        return (height, width) if self.swapped else (width, height)

    def point(self, point: tuple[int, int], right: int, bottom: int) -> tuple[int, int]:
        """Return the image of a point on a board from (0, 0) to (right, bottom)."""
        x = right - point[0] if self.mirrored else point[0]
        y = bottom - point[1] if self.flipped else point[1]
        return (y, x) if self.swapped else (x, y)


TURNS = tuple(
    Turn(mirrored, flipped, swapped) for swapped, flipped, mirrored in product((False, True), repeat=3)
)
"""All eight symmetries, the identity first."""


def images(board: T, image: Callable[[T, Turn], T]) -> list[T]:
    """Return the images of a board under all eight symmetries, each once, the board itself first."""
    return list(dict.fromkeys(image(board, turn) for turn in TURNS))


@cache
def orders(rows: int, columns: int) -> dict[Turn, tuple[int, ...]]:
    """Return, for each symmetry, the old numbers of the cells, row by row after the turn.

    >>> orders(1, 3)[Turn(mirrored=True)]
    (2, 1, 0)
    """
    return {turn: _order(turn, rows, columns) for turn in TURNS}


def _order(turn: Turn, rows: int, columns: int) -> tuple[int, ...]:
    to = {
        turn.point((column, row), columns - 1, rows - 1): row * columns + column
        for row, column in product(range(rows), range(columns))
    }
    return tuple(to[x, y] for x, y in sorted(to, key=lambda point: point[::-1]))
