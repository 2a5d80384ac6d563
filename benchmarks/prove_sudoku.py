"""Check generated Sudokus:  python benchmarks/prove_sudoku.py [PUZZLES] [BOARDS].

For every level it generates puzzles and checks each: it has one solution according to a second solver, its
rating is inside the level, and it is distinct up to symmetry. Then the native counter and python-sat count
the solutions of random boards. The tests check samples of both.
"""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from time import process_time

from race_sudoku import by_sat, clauses
from verdict import report, verdict

from quandary.errors import NoneFoundError
from quandary.generating.band import generate_band
from quandary.kinds.sudoku import KIND
from quandary.kinds.sudoku.count import count_solutions
from quandary.kinds.sudoku.explainer import digger, profile, trace
from quandary.kinds.sudoku.generate import SYMMETRIES, Symmetry, scatter
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import canonical
from quandary.kinds.sudoku.techniques import LEVELS, level
from quandary.limits import Limits

PUZZLES, BOARDS = 100, 10_000
MOST = 10
"""Counting stops here."""
SIZES = ("4x4", "6x6", "9x9")
TECHNIQUES: dict[str, Symmetry] = {
    "pointing": "half-turn",
    "naked-pair": "quarter-turn",
    "x-wing": "half-turn",
    "hidden-triple": "none",
    "swordfish": "none",
    "skyscraper": "diagonal",
    "xy-wing": "left-right",
    "unique-rectangle": "half-turn",
    "forcing-chain": "none",
}
"""The hardest technique that is needed, and the symmetry of the givens."""


def checks(puzzles: int, boards: int) -> Iterator[str]:
    """Yield one line for each claim."""
    yield from (at_level(name, puzzles) for name in LEVELS)
    yield from (needing(*each, max(1, puzzles // 10)) for each in TECHNIQUES.items())
    if find_spec("pysat"):
        yield counters_agree(boards)


def at_level(name: str, count: int) -> str:
    """Check puzzles of a level."""
    begin = process_time()
    band = generate_band(KIND, level=name, count=count, limits=Limits(seconds=600))
    seconds = process_time() - begin
    made = [each.puzzle for each in band.found]
    unique = sum(is_unique(sudoku) for sudoku in made)
    inside = sum(rated(sudoku) == name for sudoku in made)
    different = len(set(map(canonical, made)))
    told = f"{name}: {count} made in {seconds:.1f} s, {unique} unique, {inside} rated inside, {different} different"
    return verdict(unique == inside == different == count, told)


def needing(name: str, symmetry: Symmetry, count: int) -> str:
    """Check puzzles whose hardest technique is given."""
    begin = process_time()
    wishes = {"technique": name, "symmetry": symmetry}
    try:
        band = generate_band(KIND, wishes=wishes, count=count, limits=Limits(seconds=600))
    except NoneFoundError as error:
        return verdict(False, f"{name}, symmetry {symmetry}: {error}")
    seconds = process_time() - begin
    made = [each.puzzle for each in band.found]
    good = sum(
        is_unique(sudoku) and is_arranged(sudoku, symmetry) and hardest(sudoku) == name for sudoku in made
    )
    told = f"{name}, symmetry {symmetry}: {good} of {count} as wished, in {seconds:.1f} s"
    return verdict(good == count, told)


def is_unique(sudoku: Sudoku) -> bool:
    """Return whether there is one solution, by python-sat if installed, else by the counter in Python."""
    return (by_sat(sudoku) if find_spec("pysat") else count_solutions(sudoku)) == 1


def is_arranged(sudoku: Sudoku, symmetry: Symmetry) -> bool:
    """Return whether the givens are symmetric."""
    size, givens = sudoku.size, sudoku.givens
    return all(
        (givens[cell] == ".") == (givens[row * size + column] == ".")
        for cell in range(size * size)
        for row, column in SYMMETRIES[symmetry](*divmod(cell, size), size - 1)
    )


def rated(sudoku: Sudoku) -> str:
    """Return the level of a puzzle."""
    found = profile(sudoku)
    return level(found.rating) if found else "unsolvable"


def hardest(sudoku: Sudoku) -> str:
    """Return the last technique of the table that is used."""
    steps = trace(sudoku).steps
    names = list(KIND.maker.wishes["technique"])
    return max((step.rule for step in steps), key=names.index)


def counters_agree(boards: int) -> str:
    """Count the solutions of random boards twice."""
    rng, begin = Random("prove"), process_time()
    sats = {size: SatCounter(size) for size in SIZES}
    equal, numbers = 0, [0, 0, 0]
    for _ in range(boards):
        size = rng.choice(SIZES)
        sudoku = random_board(rng, size)
        (ours,) = digger(sudoku.box_rows, sudoku.box_columns).counts([sudoku.givens], MOST)
        equal += ours == sats[size].count(sudoku)
        numbers[min(ours, 2)] += 1
    none, one, several = numbers
    told = (
        f"{equal} of {boards} boards counted alike by python-sat, up to {MOST} ({none} without a solution, {one} with"
        f" one, {several} with several), in {process_time() - begin:.1f} s"
    )
    return verdict(equal == boards, told)


def random_board(rng: Random, size: str) -> Sudoku:
    """Return givens of a full grid, sometimes with another one that breaks no rule at first sight."""
    cells = int(size.partition("x")[0]) ** 2
    sudoku = scatter(rng, size, round(cells * rng.uniform(0.25, 0.5)))
    if rng.random() < 0.5:
        return sudoku
    return Sudoku(
        sudoku.apply(sudoku.givens, rng.choice(sudoku.moves(sudoku.givens))),
        sudoku.box_rows,
        sudoku.box_columns,
    )


class SatCounter:
    """A counter of solutions that uses one SAT solver for all boards of a size."""

    def __init__(self, size: str) -> None:
        from pysat.solvers import Solver

        empty = scatter(Random(1), size, 1)
        self.solver = Solver("glucose4", bootstrap_with=clauses(empty.box_rows, empty.box_columns))
        self.moves = len(empty.all_moves)
        self.spare = self.moves

    def count(self, sudoku: Sudoku) -> int:
        """Count the solutions, up to MOST."""
        self.spare += 1  # true while the solutions of this board are excluded
        number = sudoku.board.number
        givens = [number(cell, symbol) + 1 for cell, symbol in enumerate(sudoku.givens) if symbol != "."]
        for found in range(MOST):
            if not self.solver.solve(assumptions=[*givens, self.spare]):
                return found
            model = [literal for literal in self.solver.get_model() if 0 < literal <= self.moves]
            self.solver.add_clause([-self.spare, *(-literal for literal in model)])
        return MOST


def main() -> int:
    """Run as a script."""
    numbers = [int(word) for word in sys.argv[1:]]
    puzzles, boards = numbers + [PUZZLES, BOARDS][len(numbers) :]
    return report(checks(puzzles, boards))


if __name__ == "__main__":
    sys.exit(main())
