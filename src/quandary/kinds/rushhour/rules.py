"""The rules of Rush Hour in plain Python, the reference for the C++ core.

Cells are (x, y) from (0, 0) at the top left. A car lies along a row or a column, its lane, and slides along it over
free cells. A slide of any distance is one move. The exit is at the right end of the row of car A, and the board is
solved when A stands in front of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Position: TypeAlias = tuple[int, ...]
"""A state: how far each car stands from the left or upper end of its lane, in the order of `Board.cars`."""

LEAST_SIDE, MOST_SIDE = 3, 8
"""The fewest and the most cells of a side."""
SHORTEST = 2
"""The cells of the shortest car."""
RED = "A"
"""The car that is to leave."""


class Car(NamedTuple):
    """A car where it stands at the start."""

    letter: str
    lane: int
    """The row it lies in, or the column if it is upright."""
    at: int
    """Its distance from the left or upper end of the lane."""
    length: int
    upright: bool

    def cells(self, at: int) -> list[Cell]:
        """Return the cells it covers at a distance from the end of its lane.

        >>> Car("B", lane=4, at=0, length=2, upright=True).cells(1)
        [(4, 1), (4, 2)]
        """
        along = range(at, at + self.length)
        return [(self.lane, y) for y in along] if self.upright else [(x, self.lane) for x in along]


class Slide(NamedTuple):
    """A move: a car slides to the right or down, or back if `by` is negative.

    >>> str(Slide("B", -2))
    'B-2'
    """

    letter: str
    by: int

    def __str__(self) -> str:
        return f"{self.letter}{self.by:+d}"


@dataclass(frozen=True)
class Board:
    """A parking lot with cars, sorted by their letters.

    >>> board = Board(4, 3, (Car("A", 1, 0, 2, upright=False), Car("B", 2, 0, 2, upright=True)))
    >>> [str(move) for move in board.moves((0, 0))]
    ['B+1']
    >>> Board(4, 3, board.cars[:1]).is_solved((2,))
    True
    """

    width: int
    height: int
    cars: tuple[Car, ...]
    """The first one is A."""
    walls: frozenset[Cell] = frozenset()
    """Cells that nothing can enter."""

    def starts(self) -> list[Position]:
        """Return the cars where they stand at the start."""
        return [tuple(car.at for car in self.cars)]

    def moves(self, state: Position) -> list[Slide]:
        """Return the slides over free cells, car by car, from far back to far forth."""
        taken = self._taken(state)
        return [slide for number in range(len(self.cars)) for slide in self._slides(number, state, taken)]

    def apply(self, state: Position, move: Slide) -> Position:
        """Return the position with one car moved."""
        number = self._numbers[move.letter]
        return (*state[:number], state[number] + move.by, *state[number + 1 :])

    def is_solved(self, state: Position) -> bool:
        """Return whether car A stands at the exit."""
        return state[0] == self.width - self.cars[0].length

    def lane_length(self, car: Car) -> int:
        """Return the number of cells of a car's lane."""
        return self.height if car.upright else self.width

    def _taken(self, state: Position) -> int:
        taken = self._wall_mask
        for number, at in enumerate(state):
            taken |= self.masks[number][at]
        return taken

    def _slides(self, number: int, state: Position, taken: int) -> Iterator[Slide]:
        car, at, masks = self.cars[number], state[number], self.masks[number]
        others = taken ^ masks[at]
        back, forth = at, at
        while back and not others & masks[back - 1]:
            back -= 1
        while forth + 1 < len(masks) and not others & masks[forth + 1]:
            forth += 1
        yield from (Slide(car.letter, there - at) for there in range(back, forth + 1) if there != at)

    @cached_property
    def masks(self) -> tuple[tuple[int, ...], ...]:
        """The cells that each car covers at each place of its lane, as bits, row by row from the top."""
        return tuple(
            tuple(self.mask(car.cells(at)) for at in range(self.lane_length(car) - car.length + 1))
            for car in self.cars
        )

    def mask(self, cells: Sequence[Cell]) -> int:
        """Return cells as bits, row by row from the top."""
        return sum(1 << y * self.width + x for x, y in cells)

    @cached_property
    def _wall_mask(self) -> int:
        return self.mask(sorted(self.walls))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {car.letter: number for number, car in enumerate(self.cars)}
