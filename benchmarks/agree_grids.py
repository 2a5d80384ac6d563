"""Compare native solvers and python-sat on random boards.

    python benchmarks/agree_grids.py [--cases N] [--first N]

It takes N Fillominos and N Sudokus: some givens of a full board, and for one in three a changed number, so
that there are boards with no, one and many solutions. The rules of both are claims for python-sat,
which shares no code with the native solvers. The numbers of solutions, up to ten, must agree.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from quandary.kinds.fillomino import declared
from quandary.kinds.fillomino.growth import full_board
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.sudoku.generate import candidates
from quandary.kinds.sudoku.rules import Sudoku
from quandary.limits import Budget
from quandary.parts.claims import BoardNumbers, Claims, ClaimSolver, once_each
from quandary.solving.search import solutions
from quandary.testing.python_sat import PythonSat

MOST = 10
FULL = 3
"""Givens stay on at least a third of the cells, since emptier boards mostly have more than ten solutions."""


class Case(NamedTuple):
    """A puzzle, and the same puzzle as numbers and claims."""

    puzzle: Any
    claims: tuple[Callable[[int, int], Claims], int, int]
    givens: BoardNumbers


def fillomino(seed: int) -> Case:
    """Make a random Fillomino of 2x2 to 5x5, with or without solutions."""
    rng = Random(seed)
    rows, columns = rng.randint(2, 5), rng.randint(2, 5)
    givens = _spoilt(rng, full_board(rng, rows, columns), min(6, rows * columns))
    return Case(Fillomino(rows, columns, givens), (declared.claims, rows, columns), givens)


def sudoku(seed: int) -> Case:
    """Make a random Sudoku of 4x4, 6x6 or 9x9, with or without solutions."""
    rng = Random(seed)
    made = next(candidates(rng, rng.choice(("4x4", "6x6", "9x9")), empties=1))
    (full,) = solutions(made).found
    board = tuple(int(symbol) for symbol in full.end(made))
    givens = _spoilt(rng, board, made.size)
    text = "".join(str(number or ".") for number in givens)
    return Case(
        Sudoku(text, made.box_rows, made.box_columns), (boxed, made.box_rows, made.box_columns), givens
    )


def boxed(box_rows: int, box_columns: int) -> Claims:
    """Return the rules of Sudoku: each value once in a row, a column or a box."""
    size = box_rows * box_columns
    rows = [range(row * size, (row + 1) * size) for row in range(size)]
    columns = [range(column, size * size, size) for column in range(size)]
    boxes = [
        [
            (box // box_rows * box_rows + row) * size + box % box_rows * box_columns + column
            for row in range(box_rows)
            for column in range(box_columns)
        ]
        for box in range(size)
    ]
    units = (*rows, *columns, *boxes)
    return Claims(size * size, size, tuple(clause for unit in units for clause in once_each(unit, size)))


def _spoilt(rng: Random, board: BoardNumbers, largest: int) -> BoardNumbers:
    """Return some cells of a board, for one board in three with a changed number."""
    numbers, cells = list(board), len(board)
    if rng.randrange(FULL) == 0:
        numbers[rng.randrange(cells)] = rng.randint(1, largest)
    for cell in rng.sample(range(cells), rng.randint(1, cells - cells // FULL)):
        numbers[cell] = 0
    return tuple(numbers)


@cache
def _solver(claims: tuple[Callable[[int, int], Claims], int, int]) -> ClaimSolver:
    declare, rows, columns = claims
    return ClaimSolver(declare(rows, columns), solver=PythonSat())


def counts(case: Case) -> tuple[int, int]:
    """Count the solutions up to ten: natively, and with python-sat."""
    by_sat = islice(_solver(case.claims).boards(case.givens, Budget()), MOST)
    return len(solutions(case.puzzle, most=MOST).found), sum(1 for _ in by_sat)


def disagreements(make: Callable[[int], Case], first: int, cases: int, seen: Counter[int]) -> Iterator[str]:
    """Yield a line for each board on which they differ. `seen` counts the numbers of solutions."""
    for seed in range(first, first + cases):
        case = make(seed)
        native, by_sat = counts(case)
        seen[native] += 1
        if native != by_sat:
            yield f"FAILED {case.puzzle}: {native} solutions natively, {by_sat} by python-sat"


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="make N boards of each kind")
    parser.add_argument("--first", type=int, default=0, help="start at this seed")
    options = parser.parse_args()
    failed = 0
    for make in (fillomino, sudoku):
        seen: Counter[int] = Counter()
        for line in disagreements(make, options.first, options.cases, seen):
            print(line, flush=True)
            failed += 1
        told = ", ".join(f"{seen[number]:,} with {number}{'+' * (number == MOST)}" for number in sorted(seen))
        print(f"{make.__name__}: {options.cases:,} boards, {told} solutions", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
