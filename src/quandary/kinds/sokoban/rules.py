"""The rules of Sokoban in plain Python, the reference, in two views.

`Level` is the puzzle as players think of it: a move is a push, and walking is free. `Steps` is the same
level step by step, as people play it and write down solutions. Cells are (x, y) from (0, 0) at the top
left of the text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple, TypeAlias

from quandary.limits import check_limits
from quandary.parts.remembering import Remembering

Cell: TypeAlias = tuple[int, int]

STEPS: dict[str, Cell] = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
"""The directions, in the order in which moves are listed."""
REGIONS = 10_000
"""The number of regions of the man that a level caches."""
LETTERS = {direction: direction[0] for direction in STEPS}
"""The steps in LURD notation, where a push is a capital letter."""


def step(cell: Cell, direction: str) -> Cell:
    """Return the next cell in a direction.

    >>> step((3, 2), "up")
    (3, 1)
    """
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


def back(cell: Cell, direction: str) -> Cell:
    """Return the next cell against a direction."""
    dx, dy = STEPS[direction]
    return cell[0] - dx, cell[1] - dy


def reading_order(cell: Cell) -> Cell:
    """Return a key that sorts cells row by row."""
    return cell[1], cell[0]


class Push(NamedTuple):
    """A box pushed by one cell."""

    box: Cell
    direction: str

    def __str__(self) -> str:
        return f"{self.box[0]},{self.box[1]}{LETTERS[self.direction].upper()}"


class Situation(NamedTuple):
    """The boxes, and the first cell in reading order that the man can reach."""

    boxes: frozenset[Cell]
    man: Cell


class Stand(NamedTuple):
    """The boxes and the cell of the man."""

    boxes: frozenset[Cell]
    man: Cell


@dataclass(frozen=True)
class Board(Remembering):
    """A walled warehouse with a man and as many boxes as targets."""

    width: int
    height: int
    walls: frozenset[Cell]
    targets: frozenset[Cell]
    boxes: frozenset[Cell]
    man: Cell

    @cached_property
    def floor(self) -> frozenset[Cell]:
        """The cells that the man could reach if there were no boxes."""
        return frozenset(self._beside)

    def is_solved(self, state: Situation | Stand) -> bool:
        """Return whether every box is on a target."""
        return state.boxes == self.targets

    def region(self, man: Cell, boxes: frozenset[Cell]) -> frozenset[Cell]:
        """Return the cells that the man can reach."""
        return self._region(man, boxes)

    @cached_property
    def _region(self) -> Callable[[Cell, frozenset[Cell]], frozenset[Cell]]:
        """The cached form of `region`, since players who look ahead return to the same situations."""
        beside = self._beside

        @lru_cache(maxsize=REGIONS)
        def region(man: Cell, boxes: frozenset[Cell]) -> frozenset[Cell]:
            todo, seen = [man], {man, *boxes}
            for cell in todo:  # grows during the walk
                new = beside[cell] - seen
                seen |= new
                todo += new
            return frozenset(todo)

        return region

    @cached_property
    def _beside(self) -> dict[Cell, frozenset[Cell]]:
        """The floor beside each cell of the floor. The level must be closed, which `parse` ensures."""
        todo = [self.man]
        beside: dict[Cell, frozenset[Cell]] = {}
        for cell in todo:  # grows during the walk
            if cell not in beside:
                beside[cell] = frozenset(step(cell, way) for way in STEPS) - self.walls
                todo += beside[cell]
        return beside

    def is_free(self, cell: Cell, boxes: frozenset[Cell]) -> bool:
        """Return whether a box or the man could move to a cell."""
        return cell in self.floor and cell not in boxes

    @cached_property
    def push_distance(self) -> dict[Cell, dict[Cell, int]]:
        """The fewest pushes that bring a lone box to a target, by target and cell.

        It is found by pulling a box away from the target. The man is assumed to reach every cell.
        """
        return {target: self._pull(target) for target in sorted(self.targets, key=reading_order)}

    def _pull(self, *targets: Cell) -> dict[Cell, int]:
        """Return the fewest pushes from each cell to one of some targets."""
        far, todo = dict.fromkeys(targets, 0), [target for target in targets if target in self.floor]
        for cell in todo:  # grows during the walk
            check_limits()
            for direction in STEPS:
                box = back(cell, direction)
                if box in self.floor and back(box, direction) in self.floor and box not in far:
                    far[box] = far[cell] + 1
                    todo.append(box)
        return far

    @cached_property
    def nearest_target(self) -> dict[Cell, float]:
        """The fewest pushes that bring a lone box from each cell to any target, ∞ on dead squares."""
        far = self._pull(*sorted(self.targets, key=reading_order))
        return {cell: far.get(cell, inf) for cell in self.floor | self.targets | self.boxes}

    @cached_property
    def floor_distance(self) -> dict[Cell, float]:
        """The steps along the floor from each cell to the nearest target, ignoring boxes."""
        far: dict[Cell, float] = dict.fromkeys(sorted(self.targets & self.floor, key=reading_order), 0)
        todo = list(far)
        for cell in todo:  # grows during the walk
            for there in (step(cell, direction) for direction in STEPS):
                if there in self.floor and there not in far:
                    far[there] = far[cell] + 1
                    todo.append(there)
        return far

    @cached_property
    def dead_squares(self) -> frozenset[Cell]:
        """The cells from which no box can ever reach a target."""
        return frozenset(cell for cell, pushes in self.nearest_target.items() if pushes == inf)


@dataclass(frozen=True)
class Level(Board):
    """Sokoban, push by push.

    >>> level = Level(6, 3, frozenset((x, y) for x in range(6) for y in (0, 2)) | {(0, 1), (5, 1)},
    ...               targets=frozenset({(4, 1)}), boxes=frozenset({(2, 1)}), man=(1, 1))
    >>> [start] = level.starts()
    >>> [str(push) for push in level.moves(start)]
    ['2,1R']
    """

    def starts(self) -> list[Situation]:
        """Return the boxes in their first cells, with the man somewhere in his region."""
        return [self._situation(self.boxes, self.man)]

    def moves(self, state: Situation) -> list[Push]:
        """Return the pushes that the man can reach, by box in reading order and then by direction."""
        reach = self.region(state.man, state.boxes)
        return [
            Push(box, direction)
            for box in sorted(state.boxes & self.floor, key=reading_order)
            for direction in STEPS
            if back(box, direction) in reach and self.is_free(step(box, direction), state.boxes)
        ]

    def apply(self, state: Situation, move: Push) -> Situation:
        """Push a box to the next cell and put the man where it was."""
        boxes = state.boxes - {move.box} | {step(*move)}
        return self._situation(boxes, move.box)

    def _situation(self, boxes: frozenset[Cell], man: Cell) -> Situation:
        return Situation(boxes, min(self.region(man, boxes), key=reading_order))

    def in_steps(self) -> "Steps":
        """Return the same level, step by step."""
        return Steps(self.width, self.height, self.walls, self.targets, self.boxes, self.man)


@dataclass(frozen=True)
class Steps(Board):
    """Sokoban, step by step. A move is a letter, capital for a push."""

    def starts(self) -> list[Stand]:
        """Return the boxes and the man in their first cells."""
        return [Stand(self.boxes, self.man)]

    def moves(self, state: Stand) -> list[str]:
        """Return the steps that the man can take, in the order up, right, down, left."""
        letters = (self._letter(state, direction) for direction in STEPS)
        return [letter for letter in letters if letter]

    def apply(self, state: Stand, move: str) -> Stand:
        """Move the man to the next cell, and push the box there, if any."""
        direction = DIRECTIONS[move.lower()]
        there = step(state.man, direction)
        if move.islower():
            return Stand(state.boxes, there)
        return Stand(state.boxes - {there} | {step(there, direction)}, there)

    def _letter(self, state: Stand, direction: str) -> str | None:
        there = step(state.man, direction)
        if self.is_free(there, state.boxes):
            return LETTERS[direction]
        if there in state.boxes and self.is_free(step(there, direction), state.boxes):
            return LETTERS[direction].upper()
        return None


DIRECTIONS = {letter: direction for direction, letter in LETTERS.items()}


def cheapest_matching(board: Board, boxes: frozenset[Cell]) -> float:
    """Return the fewest pushes that bring each box to its own target, if boxes did not block each other.

    Returns ∞ if some target would stay empty.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    far = board.push_distance
    out_of_reach = 1_000_000
    costs = np.array([[far[t].get(box, out_of_reach) for t in far] for box in sorted(boxes)])
    rows, columns = linear_sum_assignment(costs)
    total = int(costs[rows, columns].sum())
    return inf if total >= out_of_reach else total
