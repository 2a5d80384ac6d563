"""Boards by claims: every solver finds the boards that keep all clauses and cuts, and no others."""

from collections.abc import Callable, Iterator
from itertools import islice, product

import pytest

from quandary.limits import Budget
from quandary.parts.claims import AnyOf, BoardNumbers, Claim, Claims, ClaimSolver, once_each
from quandary.parts.sat import ClauseSolver, PlainSolver, new_solver
from quandary.testing.python_sat import PythonSat


def lines(side: int) -> list[range]:
    """Return the rows and columns of a square."""
    rows = [range(row * side, (row + 1) * side) for row in range(side)]
    return [*rows, *(range(column, side * side, side) for column in range(side))]


def latin(side: int, cuts: Callable[[BoardNumbers], Iterator[AnyOf]] | None = None) -> Claims:
    """Return the rules of a Latin square."""
    clauses = tuple(clause for line in lines(side) for clause in once_each(line, side))
    return Claims(side * side, side, clauses, cuts or (lambda board: iter(())))


@pytest.fixture(params=["new solver", "plain solver", "python-sat"])
def solver(request: pytest.FixtureRequest) -> ClauseSolver:
    if request.param == "python-sat":
        pytest.importorskip("pysat", reason="python-sat comes with quandary[test]; CI installs it")
        return PythonSat()
    return PlainSolver() if request.param == "plain solver" else new_solver()


def naive(side: int) -> Iterator[BoardNumbers]:
    """List all squares, and keep those without a number twice in a line."""
    for board in product(range(1, side + 1), repeat=side * side):
        if all(len({board[cell] for cell in line}) == side for line in lines(side)):
            yield board


@pytest.mark.parametrize("side", [2, 3])
def test_all_boards_are_found(side: int, solver: ClauseSolver) -> None:
    found = list(ClaimSolver(latin(side), solver).boards((0,) * side**2, Budget()))
    assert len(set(found)) == len(found) and set(found) == set(naive(side))


def test_givens_are_kept_and_questions_do_not_mix(solver: ClauseSolver) -> None:
    asked = ClaimSolver(latin(3), solver)
    some = list(asked.boards((3, 0, 0, 0, 0, 0, 0, 0, 1), Budget()))
    assert set(some) == {board for board in naive(3) if (board[0], board[8]) == (3, 1)}
    assert len(list(asked.boards((0,) * 9, Budget()))) == 12
    assert not list(asked.boards((1, 1, *[0] * 7), Budget()))
    assert not list(asked.boards((4, *[0] * 8), Budget()))


def test_what_only_a_full_board_breaks_is_cut(solver: ClauseSolver) -> None:
    def falls(board: BoardNumbers) -> Iterator[AnyOf]:
        if board[0] > board[1]:
            yield Claim(0, board[0], holds=False), Claim(1, board[1], holds=False)

    found = set(ClaimSolver(latin(3, falls), solver).boards((0,) * 9, Budget()))
    assert found == {board for board in naive(3) if board[0] < board[1]}


def test_listing_stops_when_nobody_asks(solver: ClauseSolver) -> None:
    assert len(list(islice(ClaimSolver(latin(4), solver).boards((0,) * 16, Budget()), 5))) == 5
