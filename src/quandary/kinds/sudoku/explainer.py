"""Solves Sudokus as people do, the easiest technique first, and says how hard that was."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

from quandary._native import core, native_limits
from quandary.kinds.sudoku.board import DIGITS, Put
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import random_image
from quandary.kinds.sudoku.techniques import GUESS, TECHNIQUES, TENTHS
from quandary.limits import Limits
from quandary.rules import Finding
from quandary.score import NotComputed
from quandary.trace import Step, Trace

WIDEST = 9
"""Larger boards have more pencil marks than anybody keeps."""
SECONDS = 20.0


class Profile(NamedTuple):
    """A solution in numbers: how often each technique was used, and the rating of the hardest step."""

    uses: tuple[int, ...]
    rating: float

    @property
    def effort(self) -> float:
        """What all steps cost together, at the least cost of each technique."""
        return sum(uses * technique.cost for uses, technique in zip(self.uses, TECHNIQUES, strict=True))

    def steps(self, dearer_than: float) -> int:
        """How many steps needed a technique that costs more."""
        return sum(
            n for n, technique in zip(self.uses, TECHNIQUES, strict=True) if technique.cost > dearer_than
        )


def trace(sudoku: Sudoku) -> Trace:
    """Every step of a solver who takes the easiest technique that helps.

    It raises NotComputed where that makes no sense: without exactly one solution, or on large boards.
    """
    solver, solution = _solver(sudoku)
    if not solution:
        return Trace("unsolvable", (), sudoku.givens)
    steps, made = list[Step](), list[Put]()
    for told in solver.steps(sudoku.givens, solution):
        technique = TECHNIQUES[told.technique]
        must = (sudoku.all_moves[told.put],) if told.put >= 0 else ()
        made += must
        finding = Finding(
            _where(sudoku, told.cells, told.digits),
            must,
            tuple(sudoku.all_moves[move] for move in told.strikes),
        )
        is_guess = technique is GUESS
        steps.append(
            Step(
                "guess" if is_guess else "rule", technique.name, finding, told.cost / 10, 0, told.alternatives
            )
        )
    return Trace("solved", tuple(steps), solution, tuple(made))


def profile(sudoku: Sudoku, hardest: int = len(TECHNIQUES) - 1) -> Profile | None:
    """The same in numbers, faster; None if there is no solution, or techniques up to `hardest` are not enough."""
    solver, solution = _solver(sudoku)
    numbers = solver.profile(sudoku.givens, solution, hardest) if solution else ()
    if not numbers:
        return None
    *uses, tenths = numbers
    return Profile(tuple(uses), tenths / 10)


def profiles(sudoku: Sudoku, runs: int, seed: int = 0) -> list[Profile]:
    """What solvers make of it who look at lines and digits in other orders; empty if there is no solution.

    Of several steps that are as easy, a solver takes the first that it meets: people stumble on different ones.
    """
    rng = Random(seed)
    found = (profile(random_image(rng, sudoku)) for _ in range(runs))
    return [each for each in found if each]


def check_size(size: int) -> None:
    """Raises NotComputed if there is no technique solver for boards of that size here."""
    if core() is None:
        raise NotComputed("the technique solver needs the compiled core")
    if size > WIDEST:
        raise NotComputed(f"techniques are for boards up to {WIDEST}x{WIDEST}")


def _solver(sudoku: Sudoku) -> tuple[Any, str]:
    """The native solver, and the one solution, or "" if there is none."""
    check_size(sudoku.size)
    limits = native_limits(Limits(seconds=SECONDS))
    solved = digger(sudoku.box_rows, sudoku.box_columns).solve(sudoku.givens, 2, limits)
    if solved.found > 1:
        raise NotComputed("it has more than one solution")
    if not solved.complete:
        raise NotComputed(f"{SECONDS:g} s were not enough to solve it")
    return _technique_solver(sudoku.box_rows, sudoku.box_columns), solved.first


@cache
def digger(box_rows: int, box_columns: int) -> Any:
    """The native counter and digger for such boxes; there must be a compiled core."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - callers have asked
    return compiled.sudoku.Digger(box_rows, box_columns)


@cache
def _technique_solver(box_rows: int, box_columns: int) -> Any:
    compiled = core()
    assert compiled is not None  # noqa: S101 - callers have asked
    return compiled.sudoku.Solver(box_rows, box_columns, TENTHS)


def _where(sudoku: Sudoku, cells: list[int], digits: list[int]) -> str:
    """Digits and cells to look at, in words; a whole unit by its name."""
    what = ", ".join(DIGITS[digit - 1] for digit in digits)
    return f"{what} in {_unit(sudoku, cells) or ' '.join(str(sudoku.all_slots[cell]) for cell in cells)}"


def _unit(sudoku: Sudoku, cells: list[int]) -> str:
    board = sudoku.board
    if len(cells) == sudoku.size:
        for name, of in (("box", board.box_of), ("row", board.row_of), ("column", board.column_of)):
            lines = {of[cell] for cell in cells}
            if len(lines) == 1:
                return f"{name} {lines.pop() + 1}"
    return ""
