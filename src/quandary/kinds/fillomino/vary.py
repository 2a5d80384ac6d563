"""Fillominos one step away: with a given more, a given less, or one moved within its region."""

from collections.abc import Iterator

from quandary.draw.shapes import Point
from quandary.kind.change import Change
from quandary.kinds.fillomino.board import EMPTY, BoardNumbers, cell_name, members
from quandary.kinds.fillomino.complete import solution_of, up_to_two
from quandary.kinds.fillomino.generate import reductions
from quandary.kinds.fillomino.page import centre
from quandary.kinds.fillomino.rules import Fillomino


def neighbours(puzzle: Fillomino) -> Iterator[Change]:
    """Yield each change of one given that keeps the solution unique, in words, with the changed Fillomino.

    >>> [words for words, _ in neighbours(Fillomino(2, 2, (1, 0, 0, 0)))]
    ['with the 3 at r1c2', 'with the 3 at r2c1', 'with the 3 at r2c2']

    A Fillomino without a unique solution has no neighbours.
    """
    goal = solution_of(puzzle)
    if goal is None:
        return
    rivals = _Rivals(puzzle, goal)
    for less in reductions(puzzle):
        (cell,) = (at for at, number in enumerate(puzzle.givens) if number != less.puzzle.givens[at])
        if not rivals.without(cell):
            yield less.but(f"without {less.words}")
    for cell, number in enumerate(puzzle.givens):
        for change, other in _changes(puzzle, goal, cell):
            if EMPTY in change.puzzle.givens and (
                number == EMPTY or rivals.is_unique(change.puzzle, cell, other)
            ):
                yield change


class _Rivals:
    """The other solutions that there are without a given: those found for one change answer for others."""

    def __init__(self, puzzle: Fillomino, goal: BoardNumbers) -> None:
        self.puzzle, self.goal = puzzle, goal
        self._found: dict[int, list[BoardNumbers]] = {}

    def without(self, cell: int) -> list[BoardNumbers]:
        """Return other solutions than the goal without the given in a cell, none only if there are none."""
        if cell not in self._found:
            self._found[cell] = self._others(_with(self.puzzle, {cell: EMPTY}))
        return self._found[cell]

    def is_unique(self, moved: Fillomino, cell: int, to: int) -> bool:
        """Return whether a given that is moved leaves the goal as the only solution.

        It does if it is not needed at all, and it does not if another solution has the same number there.
        """
        rivals = self.without(cell)
        if not rivals:
            return True
        if any(rival[to] == self.goal[to] for rival in rivals):
            return False
        others = self._others(moved)
        rivals += others
        return not others

    def _others(self, puzzle: Fillomino) -> list[BoardNumbers]:
        return [found for found in up_to_two(puzzle) if found != self.goal]


def _changes(puzzle: Fillomino, goal: BoardNumbers, cell: int) -> Iterator[tuple[Change, int]]:
    """Yield what may be added to an empty cell, or where the given of another may move, with the cell that is filled."""

    def name(cell: int) -> str:
        return cell_name(*divmod(cell, puzzle.columns))

    def at(cell: int) -> Point:
        return centre(*divmod(cell, puzzle.columns))

    number = puzzle.givens[cell]
    if number == EMPTY:  # a given of the only solution keeps it the only one
        more = _with(puzzle, {cell: goal[cell]})
        yield Change(f"with the {goal[cell]} at {name(cell)}", more, "add", at(cell)), cell
        return
    for other in members(_region(puzzle, goal, cell)):
        if puzzle.givens[other] == EMPTY:
            moved = _with(puzzle, {cell: EMPTY, other: number})
            words = f"the {number} moved from {name(cell)} to {name(other)}"
            yield Change(words, moved, "move", at(cell), at(other)), other


def _region(puzzle: Fillomino, goal: BoardNumbers, cell: int) -> int:
    alike = sum(1 << other for other, number in enumerate(goal) if number == goal[cell])
    return puzzle.board.spread(1 << cell, alike)


def _with(puzzle: Fillomino, changes: dict[int, int]) -> Fillomino:
    givens = tuple(changes.get(cell, number) for cell, number in enumerate(puzzle.givens))
    return Fillomino(puzzle.rows, puzzle.columns, givens)
