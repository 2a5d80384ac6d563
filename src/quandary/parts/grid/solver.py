"""Find full boards of a declared grid, by the SAT solver of the compiled core, or without it by trying values in turn."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias

from quandary._native import core
from quandary.limits import Budget
from quandary.parts.grid.layout import EMPTY, AnyOf, BoardNumbers, Claim, Layout, is_broken
from quandary.parts.sat import ClauseSolver, can_hold, new_solver

Needed: TypeAlias = Callable[[int, BoardNumbers], bool]
"""(a cell, the board without it) → whether that cell must be given."""


def completions(
    layout: Layout, givens: BoardNumbers, budget: Budget | None = None, rng: Random | None = None
) -> Iterator[BoardNumbers]:
    """Yield every full board with these givens, in random order if `rng` is given.

    >>> from quandary.parts.grid.layout import lines
    >>> sum(1 for _ in completions(Layout(3, 3, 3, lines(3, 3)), (0,) * 9))
    12
    """
    if has_sat():
        return SatSolver(layout, rng).boards(givens, budget or Budget())
    return _by_search(layout, givens, budget or Budget(), rng)


def full_board(layout: Layout, rng: Random) -> BoardNumbers | None:
    """Return a random full board, or None if there is none."""
    return next(completions(layout, (EMPTY,) * layout.cells, rng=rng), None)


def is_unique(layout: Layout, givens: BoardNumbers) -> bool:
    """Return whether exactly one full board has these givens."""
    found = completions(layout, givens)
    return next(found, None) is not None and next(found, None) is None


def has_sat() -> bool:
    """Return whether there is a fast SAT solver."""
    return core() is not None


def emptied(
    board: BoardNumbers, order: Iterable[int], needed: Needed, most: int | None = None
) -> BoardNumbers:
    """Empty the cells of a full board in this order, except those that are needed.

    At most `most` cells are emptied, if it is given.

    >>> emptied((1, 2, 2, 1), range(4), lambda cell, rest: not any(rest))
    (0, 0, 0, 1)
    """
    left, taken = board, 0
    for cell in order:
        if taken == most:
            break
        rest = (*left[:cell], EMPTY, *left[cell + 1 :])
        if not needed(cell, rest):
            left, taken = rest, taken + 1
    return left


def needed(layout: Layout, board: BoardNumbers) -> Needed:
    """Return a function that tells whether a cell must be given to keep the board unique."""
    if not has_sat():
        return lambda cell, rest: not is_unique(layout, rest)
    asked = SatSolver(layout)  # any other board differs in that cell, because the board was unique before
    return lambda cell, rest: asked.has_board_without(cell, board[cell], rest, Budget())


class SatSolver:
    """The declared rules as clauses. What is learnt from one question helps with the next."""

    def __init__(self, layout: Layout, rng: Random | None = None, solver: ClauseSolver | None = None) -> None:
        self._layout = layout
        count = layout.cells * layout.values
        order = rng.sample(range(1, count + 1), count) if rng else range(1, count + 1)
        self._variable = list(order)
        self._last = count
        self._solver = solver or new_solver()
        for clause in _all_clauses(layout):
            self._add(clause)
        if rng:
            self._solver.prefer([rng.choice((1, -1)) * variable for variable in self._variable])

    def boards(self, givens: BoardNumbers, budget: Budget) -> Iterator[BoardNumbers]:
        """Yield every full board with these givens."""
        if max(givens) > self._layout.values:
            return
        self._last += 1
        this_question = self._last  # a board that is found is ruled out for this question only
        fixed = [self._literal(Claim(cell, number)) for cell, number in enumerate(givens) if number != EMPTY]
        while self._solve([this_question, *fixed], budget):
            board = self._read()
            broken = list(self._layout.cuts(board)) if self._layout.cuts else []
            for clause in broken:
                self._add(clause)
            if not broken:
                yield board
                others = [-self._literal(Claim(cell, number)) for cell, number in enumerate(board)]
                self._solver.add([-this_question, *others])

    def has_board_without(self, cell: int, value: int, givens: BoardNumbers, budget: Budget) -> bool:
        """Return whether some full board with these givens has another value in a cell."""
        fixed = [self._literal(Claim(each, number)) for each, number in enumerate(givens) if number != EMPTY]
        while self._solve([-self._literal(Claim(cell, value)), *fixed], budget):
            broken = list(self._layout.cuts(self._read())) if self._layout.cuts else []
            if not broken:
                return True
            for clause in broken:
                self._add(clause)
        return False

    def _literal(self, claim: Claim) -> int:
        variable = self._variable[claim.cell * self._layout.values + claim.value - 1]
        return variable if claim.holds else -variable

    def _add(self, clause: AnyOf) -> None:
        self._solver.add([self._literal(claim) for claim in clause])

    def _solve(self, assumptions: Sequence[int], budget: Budget) -> bool:
        budget.spend()
        return can_hold(self._solver, assumptions, budget.spend)

    def _read(self) -> BoardNumbers:
        values, model = self._layout.values, set(self._solver.model())
        return tuple(
            next(
                value for value in range(1, values + 1) if self._variable[cell * values + value - 1] in model
            )
            for cell in range(self._layout.cells)
        )


def _all_clauses(layout: Layout) -> Iterator[AnyOf]:
    values = range(1, layout.values + 1)
    for cell in range(layout.cells):
        yield tuple(Claim(cell, value) for value in values)
        for one, other in combinations(values, 2):
            yield Claim(cell, one, holds=False), Claim(cell, other, holds=False)
    for group in layout.groups:
        for value in values:
            if len(group.cells) == layout.values:
                yield tuple(Claim(cell, value) for cell in group.cells)
            for a, b in combinations(group.cells, 2):
                yield Claim(a, value, holds=False), Claim(b, value, holds=False)
    yield from layout.clauses


def _by_search(
    layout: Layout, givens: BoardNumbers, budget: Budget, rng: Random | None
) -> Iterator[BoardNumbers]:
    """Search by trying the values of the cell with the fewest values first."""
    if max(givens) > layout.values or layout.breaks(givens):
        return
    stack = [givens]
    while stack:
        board = stack.pop()
        budget.spend()
        if EMPTY not in board:
            if layout.is_solved(board):
                yield board
            continue
        choices = [
            [
                longer
                for value in range(1, layout.values + 1)
                if not _breaks_at(layout, longer := _with(board, cell, value), cell)
            ]
            for cell, number in enumerate(board)
            if number == EMPTY
        ]
        fewest = min(choices, key=len)
        if rng:
            rng.shuffle(fewest)
        stack += reversed(fewest)


def _with(board: BoardNumbers, cell: int, value: int) -> BoardNumbers:
    return (*board[:cell], value, *board[cell + 1 :])


def _breaks_at(layout: Layout, board: BoardNumbers, cell: int) -> bool:
    """Return whether the value of one cell breaks something."""
    for group in layout.groups:
        if cell in group.cells and any(board[o] == board[cell] for o in group.cells if o != cell):
            return True
    return any(is_broken(clause, board) for clause in layout.clauses if any(c.cell == cell for c in clause))
