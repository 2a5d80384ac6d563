"""Check generated Fillominos:  python benchmarks/prove_fillomino.py [PUZZLES] [SIZE].

For every level it generates puzzles and checks each: it has one solution according to python-sat, which
shares no code with the solver that dug it, it has the right level, and it is distinct up to symmetry.
Boards beyond 8x8 have too many clauses for python-sat, so the native solver solves them again, from
scratch.
"""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from time import process_time

from verdict import report, verdict

from quandary.generating.band import generate_band
from quandary.kinds.fillomino import KIND, declared
from quandary.kinds.fillomino.complete import solution_of
from quandary.kinds.fillomino.levels import level_of
from quandary.kinds.fillomino.rules import Fillomino
from quandary.limits import Budget, Limits
from quandary.parts.grid import SatSolver
from quandary.testing.python_sat import PythonSat

PUZZLES, SIZE = 100, "8x8"
MOST_BY_SAT = 64
"""The most cells for python-sat: about 130,000 clauses, growing with the third power of the cells."""


def checks(puzzles: int, size: str) -> Iterator[str]:
    """Yield one line for each level."""
    rows, columns = map(int, size.split("x"))
    small = find_spec("pysat") is not None and rows * columns <= MOST_BY_SAT
    solver = SatSolver(declared.layout(rows, columns), solver=PythonSat()) if small else None
    for level in KIND.maker.levels:
        begin = process_time()
        band = generate_band(KIND, size, level=level, count=puzzles, limits=Limits(seconds=600))
        seconds = process_time() - begin
        made = [each.puzzle for each in band.found]
        unique = sum(is_unique(puzzle, solver) for puzzle in made)
        inside = sum(level_of(puzzle) == level for puzzle in made)
        different = len(set(map(KIND.canonical, made)))
        told = (
            f"{level}: {len(made)} of {size} made in {seconds:.1f} s, {unique} unique"
            f" ({'by python-sat' if solver else 'solved again'}), {inside} of the level, {different} different"
        )
        yield verdict(len(made) == unique == inside == different == puzzles, told)


def is_unique(puzzle: Fillomino, solver: SatSolver | None) -> bool:
    """Return whether there is exactly one solution."""
    if solver is None:
        return solution_of(puzzle) is not None
    return len(list(islice(solver.boards(puzzle.givens, Budget()), 2))) == 1


def main() -> int:
    """Run as a script."""
    puzzles = int(sys.argv[1]) if len(sys.argv) > 1 else PUZZLES
    size = sys.argv[2] if len(sys.argv) > 2 else SIZE
    return report(checks(puzzles, size))


if __name__ == "__main__":
    sys.exit(main())
