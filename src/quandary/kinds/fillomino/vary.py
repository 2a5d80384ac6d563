"""Fillominos one step away: with a given more, a given less, or one moved within its region."""

from collections.abc import Iterator

from quandary.draw.shapes import Point
from quandary.kind.change import Change
from quandary.kinds.fillomino.board import EMPTY, BoardNumbers, cell_name, members
from quandary.kinds.fillomino.complete import solution_of
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
    for change in _changes(puzzle, goal):
        if EMPTY in change.puzzle.givens and solution_of(change.puzzle) == goal:
            yield change


def _changes(puzzle: Fillomino, goal: BoardNumbers) -> Iterator[Change]:
    def name(cell: int) -> str:
        return cell_name(*divmod(cell, puzzle.columns))

    def at(cell: int) -> Point:
        return centre(*divmod(cell, puzzle.columns))

    for less in reductions(puzzle):
        yield less.but(f"without {less.words}")
    for cell, number in enumerate(puzzle.givens):
        if number == EMPTY:
            more = _with(puzzle, {cell: goal[cell]})
            yield Change(f"with the {goal[cell]} at {name(cell)}", more, "add", at(cell))
            continue
        for other in members(_region(puzzle, goal, cell)):
            if puzzle.givens[other] == EMPTY:
                moved = _with(puzzle, {cell: EMPTY, other: number})
                words = f"the {number} moved from {name(cell)} to {name(other)}"
                yield Change(words, moved, "move", at(cell), at(other))


def _region(puzzle: Fillomino, goal: BoardNumbers, cell: int) -> int:
    alike = sum(1 << other for other, number in enumerate(goal) if number == goal[cell])
    return puzzle.board.spread(1 << cell, alike)


def _with(puzzle: Fillomino, changes: dict[int, int]) -> Fillomino:
    givens = tuple(changes.get(cell, number) for cell, number in enumerate(puzzle.givens))
    return Fillomino(puzzle.rows, puzzle.columns, givens)
