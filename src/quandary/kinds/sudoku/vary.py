"""Variations of a Sudoku: one given more, one given less, or one moved within its box."""

from collections.abc import Iterator

from quandary.kind.change import Change
from quandary.kinds.sudoku.board import DIGITS, EMPTY
from quandary.kinds.sudoku.count import completions, given_moves, is_unique, start
from quandary.kinds.sudoku.generate import named, reductions, spot
from quandary.kinds.sudoku.rules import Sudoku


def neighbours(sudoku: Sudoku) -> Iterator[Change]:
    """Yield every change of one given that keeps the solution unique, in words, and the changed Sudoku.

    >>> [words for words, _ in neighbours(Sudoku(".3....3....41...", 2, 2))][:2]
    ['with the 2 at r1c1', 'the 3 at r1c2 replaced by the 2 at r1c1']

    A Sudoku without exactly one solution has no such changes. Neither has a Sudoku beyond 9x9, where proving
    uniqueness would take too long.
    """
    if not is_unique(sudoku):
        return
    moves = next(completions(sudoku, start(sudoku, given_moves(sudoku))))
    goal = "".join(DIGITS[move % sudoku.size] for move in sorted(moves))
    for change in _changes(sudoku, goal):
        if EMPTY in change.puzzle.givens and is_unique(change.puzzle):
            yield change


def _changes(sudoku: Sudoku, goal: str) -> Iterator[Change]:
    for less in reductions(sudoku):
        yield less.but(f"without {less.words}")
    box_of = sudoku.board.box_of
    for cell, symbol in enumerate(sudoku.givens):
        if symbol != EMPTY:
            continue
        more = _with(sudoku, {cell: goal[cell]})
        yield Change(f"with {named(more, cell)}", more, "add", spot(sudoku, cell))
        for other, given in enumerate(sudoku.givens):
            if given != EMPTY and box_of[other] == box_of[cell]:
                words = f"{named(sudoku, other)} replaced by {named(more, cell)}"
                moved = _with(sudoku, {cell: goal[cell], other: EMPTY})
                yield Change(words, moved, "move", spot(sudoku, other), spot(sudoku, cell))


def _with(sudoku: Sudoku, changes: dict[int, str]) -> Sudoku:
    givens = "".join(changes.get(cell, symbol) for cell, symbol in enumerate(sudoku.givens))
    return Sudoku(givens, sudoku.box_rows, sudoku.box_columns)
