"""Races on Sudoku: counting, digging and rating against python-sat, OR-tools and plain Python."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import combinations, islice
from random import Random

from harness import Contender, Race, Work

from quandary._native import native_limits
from quandary.kinds.sudoku.count import count_solutions
from quandary.kinds.sudoku.explainer import digger, profile
from quandary.kinds.sudoku.generate import candidates, full_grid
from quandary.kinds.sudoku.levels import many_at_level
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import fingerprint
from quandary.kinds.sudoku.techniques import LEVELS
from quandary.limits import Limits

Counter = Callable[[Sudoku], int]
WITHIN = Limits(seconds=60)


def puzzles(size: str, count: int) -> list[Sudoku]:
    """Generate random puzzles with one solution."""
    return list(islice(candidates(Random(f"race/{size}"), size), count))


def natively(sudoku: Sudoku) -> int:
    """Count the solutions natively, up to two."""
    tool = digger(sudoku.box_rows, sudoku.box_columns)
    found: int = tool.solve(sudoku.givens, 2, native_limits(WITHIN)).found
    return found


@cache
def clauses(box_rows: int, box_columns: int) -> list[list[int]]:
    """Return clauses that give each slot of a board exactly one move. Literals count from 1."""
    board = Sudoku("", box_rows, box_columns).board
    options: list[list[int]] = [[] for _ in board.slots]
    for move, slots in enumerate(board.slots_of):
        for slot in slots:
            options[slot].append(move + 1)
    return options + [[-one, -other] for each in options for one, other in combinations(each, 2)]


def by_sat(sudoku: Sudoku) -> int:
    """Count with python-sat: find a solution, then prove that there is no other."""
    from pysat.solvers import Solver

    number = sudoku.board.number
    givens = [[number(cell, symbol) + 1] for cell, symbol in enumerate(sudoku.givens) if symbol != "."]
    with Solver("glucose4", bootstrap_with=clauses(sudoku.box_rows, sudoku.box_columns) + givens) as solver:
        if not solver.solve():
            return 0
        solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
        return 2 if solver.solve() else 1


def by_loaded_sat(some: list[Sudoku]) -> list[int]:
    """Count with python-sat, which gets the rules once and the givens of each puzzle as assumptions."""
    from pysat.solvers import Solver

    number, found, free = some[0].board.number, list[int](), some[0].size ** 3
    with Solver("glucose4", bootstrap_with=clauses(some[0].box_rows, some[0].box_columns)) as solver:
        for switch, sudoku in enumerate(some, start=free + 1):
            givens = [number(cell, symbol) + 1 for cell, symbol in enumerate(sudoku.givens) if symbol != "."]
            if not solver.solve(assumptions=givens):
                found.append(0)
                continue
            other = [-literal for literal in solver.get_model()[:free] if literal > 0]
            solver.add_clause([*other, -switch])
            found.append(2 if solver.solve(assumptions=[*givens, switch]) else 1)
    return found


def by_cp_sat(sudoku: Sudoku) -> int:
    """Count with OR-tools."""
    from ortools.sat.python import cp_model

    size, board = sudoku.size, sudoku.board
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, size, f"c{cell}") for cell in range(size * size)]
    for of in (board.row_of, board.column_of, board.box_of):
        for line in range(size):
            model.add_all_different([cells[cell] for cell in range(size * size) if of[cell] == line])
    for cell, symbol in enumerate(sudoku.givens):
        if symbol != ".":
            model.add(cells[cell] == board.number(cell, symbol) % size + 1)
    found = _Solutions()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, found)
    return found.count


if find_spec("ortools"):
    from ortools.sat.python.cp_model import CpSolverSolutionCallback

    class _Solutions(CpSolverSolutionCallback):  # type: ignore[misc]
        """A callback that counts solutions, up to two."""

        def __init__(self) -> None:
            super().__init__()
            self.count = 0

        def on_solution_callback(self) -> None:
            """Count a solution that the solver found."""
            self.count += 1
            if self.count == 2:
                self.stop_search()


def counting(size: str, count: int) -> Race:
    """Check whether the solution is unique."""
    some = puzzles(size, count)

    def by(counter: Counter) -> Callable[[], Work]:
        return lambda: Work([counter(sudoku) for sudoku in some], len(some))

    peers: list[tuple[str, Counter]] = [("native", natively), ("python", count_solutions)]
    peers += [("OR-tools CP-SAT", by_cp_sat)] if find_spec("ortools") else []
    peers += [("python-sat", by_sat)] if find_spec("pysat") else []
    return Race(
        f"sudoku: uniqueness of {count} {size}",
        tuple(Contender(name, by(counter)) for name, counter in peers),
    )


def in_one_call(some: list[Sudoku]) -> list[int]:
    """Count the solutions of many natively, up to two each."""
    found: list[int] = digger(some[0].box_rows, some[0].box_columns).counts([each.givens for each in some], 2)
    return found


def many(count: int) -> Race:
    """Count natively in one call and one by one, and with python-sat if that is installed."""
    some = puzzles("9x9", count)
    peers: list[tuple[str, Callable[[list[Sudoku]], list[int]]]] = [
        ("in one call", in_one_call),
        ("one by one", lambda each: list(map(natively, each))),
    ]
    peers += [("python-sat, loaded once", by_loaded_sat)] if find_spec("pysat") else []

    def by(counter: Callable[[list[Sudoku]], list[int]]) -> Callable[[], Work]:
        return lambda: Work(sum(counter(some)), count)

    return Race(
        f"sudoku: uniqueness of {count} 9x9, called from Python",
        tuple(Contender(name, by(counter)) for name, counter in peers),
    )


def digging(size: tuple[int, int], count: int, empties: int) -> Race:
    """Dig full grids into puzzles. States are puzzles."""
    rows, columns = size
    rng, side = Random("race/dig"), rows * columns
    empty = Sudoku("." * side**2, rows, columns)
    work = [(full_grid(rng, empty), [[c] for c in rng.sample(range(side**2), side**2)]) for _ in range(count)]

    def native() -> Work:
        tool = digger(rows, columns)
        dug = [tool.dig(grid, order, empties, 2_000) for grid, order in work]
        return Work([text.count(".") >= min(empties, 1) for text in dug], count)

    return Race(
        f"sudoku: dig {count} of {side}x{side} to {empties} empty cells at most",
        (Contender("native", native),),
    )


def rating(level: str, count: int) -> Race:
    """Compute human-like solutions of puzzles of a level. Only the hardest need long chains."""
    some = list(islice(many_at_level(level, Random(f"race/{level}"), "9x9"), count))

    def native() -> Work:
        return Work([found is not None for found in map(profile, some)], count)

    return Race(f"sudoku: rate {count} {level} 9x9", (Contender("native", native),))


def telling_apart(count: int) -> Race:
    """Compute fingerprints under symmetry."""
    some = puzzles("9x9", count)
    return Race(
        f"sudoku: fingerprints of {count} 9x9",
        (Contender("python", lambda: Work(len(set(map(fingerprint, some))), count)),),
    )


def races() -> list[Race]:
    """Return all races, quickest first."""
    return list(_races())


def _races() -> Iterator[Race]:
    yield counting("4x4", 20)
    yield counting("9x9", 50)
    yield many(2_000)
    yield from (rating(level, 200) for level in LEVELS)
    yield digging((3, 3), 1_000, 81)
    yield digging((4, 4), 3, 256)
    yield digging((5, 5), 2, 330)
    yield telling_apart(100)
