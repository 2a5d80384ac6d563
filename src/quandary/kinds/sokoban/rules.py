"""The rules of Sokoban in plain Python: the reference, in two views.

`Level` is the puzzle as players think of it: a move is a push, and walking is free. `Steps` is the same
level step by step, as it is played and as solutions are written down. Cells are (x, y) from (0, 0) at the
top left of the text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]

STEPS: dict[str, Cell] = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
"""The directions in the order in which moves are listed."""
REGIONS = 10_000
"""How many of the man's regions a level remembers."""
LETTERS = {direction: direction[0] for direction in STEPS}
"""A step in LURD notation is a letter, small for walking and capital for pushing."""


def step(cell: Cell, direction: str) -> Cell:
    """The next cell in a direction.

    >>> step((3, 2), "up")
    (3, 1)
    """
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


def back(cell: Cell, direction: str) -> Cell:
    """The cell before this one in a direction."""
    dx, dy = STEPS[direction]
    return cell[0] - dx, cell[1] - dy


def reading_order(cell: Cell) -> Cell:
    """A key that sorts cells row by row."""
    return cell[1], cell[0]


class Push(NamedTuple):
    """A box pushed by one cell."""

    box: Cell
    direction: str

    def __str__(self) -> str:
        return f"{self.box[0]},{self.box[1]}{LETTERS[self.direction].upper()}"


class Situation(NamedTuple):
    """The boxes, and the first cell in reading order to which the man can walk."""

    boxes: frozenset[Cell]
    man: Cell


class Stand(NamedTuple):
    """The boxes, and the cell on which the man stands."""

    boxes: frozenset[Cell]
    man: Cell


@dataclass(frozen=True)
class Board:
    """A warehouse with walls around it, boxes, as many targets, and a man inside."""

    width: int
    height: int
    walls: frozenset[Cell]
    targets: frozenset[Cell]
    boxes: frozenset[Cell]
    man: Cell

    @cached_property
    def floor(self) -> frozenset[Cell]:
        """The cells to which the man could walk if there were no boxes."""
        return frozenset(self._beside)

    def is_solved(self, state: Situation | Stand) -> bool:
        """Whether every box is on a target."""
        return state.boxes == self.targets

    def region(self, man: Cell, boxes: frozenset[Cell]) -> frozenset[Cell]:
        """The cells to which the man can walk."""
        return self._region(man, boxes)

    @cached_property
    def _region(self) -> Callable[[Cell, frozenset[Cell]], frozenset[Cell]]:
        """Walks that are remembered: players who look ahead come back to the same situations."""
        beside = self._beside

        @lru_cache(maxsize=REGIONS)
        def region(man: Cell, boxes: frozenset[Cell]) -> frozenset[Cell]:
            todo, seen = [man], {man, *boxes}
            for cell in todo:  # grows while we walk it
                new = beside[cell] - seen
                seen |= new
                todo += new
            return frozenset(todo)

        return region

    @cached_property
    def _beside(self) -> dict[Cell, frozenset[Cell]]:
        """The floor beside each cell of the floor; the level must be closed, as `parse` makes sure."""
        todo = [self.man]
        beside: dict[Cell, frozenset[Cell]] = {}
        for cell in todo:  # grows while we walk it
            if cell not in beside:
                beside[cell] = frozenset(step(cell, way) for way in STEPS) - self.walls
                todo += beside[cell]
        return beside

    def is_free(self, cell: Cell, boxes: frozenset[Cell]) -> bool:
        """Whether a box or the man could move there."""
        return cell in self.floor and cell not in boxes

    @cached_property
    def push_distance(self) -> dict[Cell, dict[Cell, int]]:
        """By target and cell: the fewest pushes that bring a box there if there is no other box.

        Found by pulling a box away from the target. The man is taken to be able to walk anywhere.
        """
        return {target: self._pull(target) for target in sorted(self.targets, key=reading_order)}

    def _pull(self, target: Cell) -> dict[Cell, int]:
        if target not in self.floor:
            return {target: 0}
        far, todo = {target: 0}, [target]
        for cell in todo:  # grows while we walk it
            for direction in STEPS:
                box = back(cell, direction)
                if box in self.floor and back(box, direction) in self.floor and box not in far:
                    far[box] = far[cell] + 1
                    todo.append(box)
        return far

    @cached_property
    def nearest_target(self) -> dict[Cell, float]:
        """By cell: the fewest pushes that bring a lone box to any target; ∞ on dead squares."""
        cells = self.floor | self.targets | self.boxes
        return {cell: min(far.get(cell, inf) for far in self.push_distance.values()) for cell in cells}

    @cached_property
    def floor_distance(self) -> dict[Cell, float]:
        """By cell: the steps along the floor to the nearest target, boxes ignored."""
        far: dict[Cell, float] = dict.fromkeys(sorted(self.targets & self.floor, key=reading_order), 0)
        todo = list(far)
        for cell in todo:  # grows while we walk it
            for there in (step(cell, direction) for direction in STEPS):
                if there in self.floor and there not in far:
                    far[there] = far[cell] + 1
                    todo.append(there)
        return far

    @cached_property
    def dead_squares(self) -> frozenset[Cell]:
        """The cells from which no box can ever be brought to a target."""
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
        """The boxes as they are set, with the man somewhere in his region."""
        return [self._situation(self.boxes, self.man)]

    def moves(self, state: Situation) -> list[Push]:
        """The pushes to which the man can walk, by box in reading order and then by direction."""
        reach = self.region(state.man, state.boxes)
        return [
            Push(box, direction)
            for box in sorted(state.boxes & self.floor, key=reading_order)
            for direction in STEPS
            if back(box, direction) in reach and self.is_free(step(box, direction), state.boxes)
        ]

    def apply(self, state: Situation, move: Push) -> Situation:
        """The box one cell further, and the man where it was."""
        boxes = state.boxes - {move.box} | {step(*move)}
        return self._situation(boxes, move.box)

    def _situation(self, boxes: frozenset[Cell], man: Cell) -> Situation:
        return Situation(boxes, min(self.region(man, boxes), key=reading_order))

    def step_by_step(self) -> "Steps":
        """The same level, step by step."""
        return Steps(self.width, self.height, self.walls, self.targets, self.boxes, self.man)


@dataclass(frozen=True)
class Steps(Board):
    """Sokoban, step by step: the moves are letters, capital when a box is pushed."""

    def starts(self) -> list[Stand]:
        """The level as it is set."""
        return [Stand(self.boxes, self.man)]

    def moves(self, state: Stand) -> list[str]:
        """The steps that the man can take: up, right, down, left."""
        letters = (self._letter(state, direction) for direction in STEPS)
        return [letter for letter in letters if letter]

    def apply(self, state: Stand, move: str) -> Stand:
        """The man one cell further, and the box before him, if it is a push."""
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
    """The fewest pushes that bring each box to a target of its own, if boxes were no obstacles to each other.

    ∞ if some target would stay empty.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    far = board.push_distance
    out_of_reach = 1_000_000
    costs = np.array([[far[t].get(box, out_of_reach) for t in far] for box in sorted(boxes)])
    rows, columns = linear_sum_assignment(costs)
    total = int(costs[rows, columns].sum())
    return inf if total >= out_of_reach else total
