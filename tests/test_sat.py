"""Clauses: every solver gives the answers that trying all values gives, and blames only what it must."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import product
from random import Random

import pytest

from quandary._native import core
from quandary.parts.sat import ClauseSolver, PlainSolver, can_hold, new_solver
from quandary.testing.python_sat import PythonSat

VARIABLES = 7
SOLVERS: dict[str, Callable[[], ClauseSolver]] = {
    "new": new_solver,
    "plain": PlainSolver,
    "python-sat": PythonSat,
}


@pytest.fixture(params=SOLVERS)
def solver(request: pytest.FixtureRequest) -> ClauseSolver:
    if request.param == "python-sat" and find_spec("pysat") is None:
        pytest.skip("python-sat comes with quandary[test]; CI installs it")
    return SOLVERS[request.param]()


def holds(clause: Sequence[int], true: Sequence[bool]) -> bool:
    return any(true[abs(literal) - 1] == (literal > 0) for literal in clause)


def can_hold_by_trying(clauses: Sequence[Sequence[int]]) -> bool:
    return any(
        all(holds(clause, true) for clause in clauses) for true in product((False, True), repeat=VARIABLES)
    )


@pytest.mark.parametrize("seed", range(12))
def test_answers_models_and_blame_are_those_of_trying_everything(solver: ClauseSolver, seed: int) -> None:
    """Add more and more clauses to one solver, and assume something else each time."""
    rng, clauses = Random(seed), list[list[int]]()

    def some(number: int) -> list[int]:
        return [rng.choice((1, -1)) * each for each in rng.sample(range(1, VARIABLES + 1), number)]

    for _ in range(30):
        clauses.append(some(3))
        solver.add(clauses[-1])
        assumed = some(3)
        units = [[each] for each in assumed]
        if can_hold(solver, assumed):
            found = set(solver.model())
            true = [variable in found for variable in range(1, VARIABLES + 1)]
            assert all(holds(clause, true) for clause in [*clauses, *units])
        else:
            blamed = solver.core()
            assert set(blamed) <= set(assumed)
            assert not can_hold_by_trying([*clauses, *([each] for each in blamed)])
    assert not can_hold_by_trying([*clauses, *units]) or can_hold(solver, assumed)


def test_assumptions_that_contradict_each_other_are_both_blamed(solver: ClauseSolver) -> None:
    solver.add([1, 2])
    assert not can_hold(solver, [3, 1, -1])
    assert {1, -1} <= set(solver.core())


def test_clauses_that_contradict_each_other_blame_nobody() -> None:
    solver = new_solver()
    solver.add([1])
    solver.add([-1])
    assert not can_hold(solver, [2])
    assert set(solver.core()) <= ({2} if core() is None else set())


@pytest.mark.skipif(
    core() is None, reason="a plain solver has no patience to lose; CI requires the core and runs this"
)
def test_a_hard_question_is_answered_bit_by_bit() -> None:
    """Put eight pigeons into seven holes, each alone."""
    solver, holes = new_solver(), range(7)
    for pigeon in range(8):
        solver.add([8 * hole + pigeon + 1 for hole in holes])
    for hole in holes:
        for one in range(8):
            for other in range(one):
                solver.add([-(8 * hole + one + 1), -(8 * hole + other + 1)])
    answers = [solver.solve([], 20) for _ in range(3)]
    assert answers == [None, None, None]
    assert not can_hold(solver, [])


@pytest.mark.skipif(
    core() is None, reason="a plain solver prefers what is false; CI requires the core and runs this"
)
def test_what_nothing_decides_is_as_preferred() -> None:
    solver = new_solver()
    solver.prefer([1, -2, 3])
    solver.add([-1, -3])
    assert can_hold(solver, [])
    assert solver.model() in ([1], [3])
    assert can_hold(solver, [2, 3])
    assert solver.model() == [2, 3]
    assert can_hold(solver, [])
    assert 2 not in solver.model()


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
def test_zero_is_not_a_literal() -> None:
    with pytest.raises(ValueError, match="0 is not a literal"):
        new_solver().add([0])
