"""Rules as claims about cells and their values, for any SAT solver: a second opinion on what a kind's own solver finds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, TypeAlias

from quandary.limits import Budget
from quandary.parts.sat import ClauseSolver, can_hold, new_solver

EMPTY = 0
BoardNumbers: TypeAlias = tuple[int, ...]
"""The value in each cell, from 1 on, row by row, with 0 for an empty cell."""


class Claim(NamedTuple):
    """The claim that a cell has a value or, if `holds` is False, that it has another."""

    cell: int
    value: int
    holds: bool = True


AnyOf: TypeAlias = tuple[Claim, ...]
"""Claims of which at least one is true."""


@dataclass(frozen=True)
class Claims:
    """The rules of a board: its cells, the largest value, and clauses of claims."""

    cells: int
    values: int
    clauses: tuple[AnyOf, ...] = ()
    cuts: Callable[[BoardNumbers], Iterable[AnyOf]] = field(default=lambda numbers: ())
    """The clauses that a full board breaks, for rules with too many clauses to write out ("connected")."""


def once_each(cells: Sequence[int], values: int) -> Iterator[AnyOf]:
    """Yield the clauses that give each value one place among as many cells.

    >>> len(list(once_each([0, 1], 2)))
    4
    """
    for value in range(1, values + 1):
        yield tuple(Claim(cell, value) for cell in cells)
        for one, other in combinations(cells, 2):
            yield Claim(one, value, holds=False), Claim(other, value, holds=False)


class ClaimSolver:
    """A SAT solver that knows the rules of a board. What is learnt from one question helps with the next.

    >>> pairs = Claims(2, 2, tuple(once_each([0, 1], 2)))
    >>> list(ClaimSolver(pairs).boards((0, 1), Budget()))
    [(2, 1)]
    """

    def __init__(self, claims: Claims, solver: ClauseSolver | None = None) -> None:
        self._claims = claims
        self._last = claims.cells * claims.values
        self._solver = solver or new_solver()
        for cell in range(claims.cells):
            for clause in once_each_value(cell, claims.values):
                self._add(clause)
        for clause in claims.clauses:
            self._add(clause)

    def boards(self, givens: BoardNumbers, budget: Budget) -> Iterator[BoardNumbers]:
        """Yield every full board with these givens."""
        if max(givens) > self._claims.values:
            return
        self._last += 1
        this_question = self._last  # a board that is found is ruled out for this question only
        fixed = [self._literal(Claim(cell, number)) for cell, number in enumerate(givens) if number != EMPTY]
        while self._solve([this_question, *fixed], budget):
            board = self._read()
            broken = list(self._claims.cuts(board))
            for clause in broken:
                self._add(clause)
            if not broken:
                yield board
                others = [-self._literal(Claim(cell, number)) for cell, number in enumerate(board)]
                self._solver.add([-this_question, *others])

    def _literal(self, claim: Claim) -> int:
        variable = claim.cell * self._claims.values + claim.value
        return variable if claim.holds else -variable

    def _add(self, clause: AnyOf) -> None:
        self._solver.add([self._literal(claim) for claim in clause])

    def _solve(self, assumptions: Sequence[int], budget: Budget) -> bool:
        budget.spend()
        return can_hold(self._solver, assumptions, budget.spend)

    def _read(self) -> BoardNumbers:
        values = self._claims.values
        held = sorted(
            variable for variable in self._solver.model() if variable <= self._claims.cells * values
        )
        return tuple((variable - 1) % values + 1 for variable in held)


def once_each_value(cell: int, values: int) -> Iterator[AnyOf]:
    """Yield the clauses that give a cell one value."""
    yield tuple(Claim(cell, value) for value in range(1, values + 1))
    for one, other in combinations(range(1, values + 1), 2):
        yield Claim(cell, one, holds=False), Claim(cell, other, holds=False)
