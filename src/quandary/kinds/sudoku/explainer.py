"""Solve Sudokus as people do, the easiest technique first, and rate the steps."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from quandary._native import core, native_limits
from quandary.feature import SEVERAL
from quandary.kinds.sudoku.board import DIGITS, Put
from quandary.kinds.sudoku.count import completions, given_moves, start
from quandary.kinds.sudoku.finders.solve import PythonSolver, RawStep
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import random_image
from quandary.kinds.sudoku.techniques import BY_HABIT, GUESS, TECHNIQUES, Technique
from quandary.limits import NOT_STOPPED, Budget, Limits, OutOfBudget, Stop, check_limits
from quandary.rules import Finding
from quandary.score import NotComputed
from quandary.trace import Step, Trace

Engine: TypeAlias = Literal["auto", "python"]
"""The engine to use, where "auto" is native if the compiled core has every technique."""
WIDEST = 9
"""The largest size that the compiled core rates. Larger boards are rated in Python."""
SECONDS = 20.0
TO_SOLVE = Limits(seconds=SECONDS)
NUMBER = {technique.name: at for at, technique in enumerate(TECHNIQUES)}
"""The place of each technique of the rating in the order of search."""
LAST = len(TECHNIQUES) - 1
Table: TypeAlias = tuple[Technique, ...]


class TechniqueProfile(NamedTuple):
    """A solution in numbers: the uses of each technique and the rating of the hardest step."""

    uses: tuple[int, ...]
    """The uses of each technique, in the order of the table."""
    rating: float
    """The cost of the hardest step, or at least as much if the profile is not exact."""
    engine: str = "python"
    stop: Stop = NOT_STOPPED
    """The reason why the solution was not finished, if any."""

    @property
    def is_exact(self) -> bool:
        """Whether every step was found by a technique."""
        return not self.stop and not self.uses[NUMBER[GUESS.name]]

    @property
    def effort(self) -> float:
        """The total cost of all steps, at the least cost of each technique."""
        return sum(uses * technique.cost for uses, technique in zip(self.uses, TECHNIQUES, strict=True))

    def steps(self, dearer_than: float) -> int:
        """Count the steps that needed a technique that costs more."""
        return sum(
            n for n, technique in zip(self.uses, TECHNIQUES, strict=True) if technique.cost > dearer_than
        )


def engine_for(sudoku: Sudoku, engine: Engine = "auto") -> str:
    """Return the engine that solves, "native" if it has the size and every technique and otherwise "python".

    >>> engine_for(Sudoku("." * 256, 4, 4))
    'python'
    """
    is_native = engine != "python" and sudoku.size <= WIDEST and core() is not None and _has_twins()
    return "native" if is_native else "python"


@cache
def _has_twins() -> bool:
    """Return whether every technique is in the compiled core."""
    return all(technique.native for technique in TECHNIQUES)


def trace(sudoku: Sudoku, engine: Engine = "auto", limits: Limits = Limits(seconds=SECONDS)) -> Trace:
    """Return every step of a solver who always takes the easiest technique that helps.

    Raises NotComputed if there is not exactly one solution, or if the limits are not enough.
    """
    solution = _solution(sudoku)
    if not solution:
        return Trace("unsolvable", (), sudoku.givens)
    steps, made = list[Step](), list[Put]()
    try:
        for raw in raw_steps(sudoku, solution, engine_for(sudoku, engine), limits.start()):
            steps.append(_step(sudoku, raw))
            made += steps[-1].finding.must
    except OutOfBudget as out:
        raise NotComputed(str(out)) from out
    return Trace("solved", tuple(steps), solution, tuple(made))


def _step(sudoku: Sudoku, raw: RawStep) -> Step:
    technique = TECHNIQUES[raw.technique]
    must = (sudoku.all_moves[raw.put],) if raw.put >= 0 else ()
    cannot = tuple(sudoku.all_moves[move] for move in raw.strikes)
    slots = tuple(sudoku.all_slots[cell] for cell in raw.cells)
    finding = Finding(_where(sudoku, raw.cells, raw.digits), must, cannot, seen_at=slots)
    is_guess = technique is GUESS
    return Step(
        "guess" if is_guess else "rule", technique.name, finding, raw.tenths / 10, 0, raw.alternatives
    )


def raw_steps(
    sudoku: Sudoku,
    solution: str,
    engine: str,
    budget: Budget,
    *,
    hardest: int = LAST,
    table: Table = TECHNIQUES,
) -> Iterator[RawStep]:
    """Return the steps to a solution in numbers, using the techniques of a table.

    They end early if the techniques up to the number `hardest` are not enough, which only Python notices. Raises
    OutOfBudget.
    """
    if engine == "python":
        solver = PythonSolver(sudoku.box_rows, sudoku.box_columns, table)
        yield from solver.steps(sudoku.givens, solution, budget, hardest)
        return
    native = native_solver(sudoku.box_rows, sudoku.box_columns, table)
    told = native.steps(sudoku.givens, solution, native_limits(budget.rest()))
    for each in told.all:
        yield RawStep(
            each.technique, each.cost, each.put, each.strikes, each.cells, each.digits, each.alternatives
        )
    if told.stop:
        raise OutOfBudget(told.stop)


def profile(
    sudoku: Sudoku, hardest: int = LAST, *, engine: Engine = "auto", limits: Limits = Limits()
) -> TechniqueProfile | None:
    """Return the profile of the solution, faster than `trace`.

    Returns None if there is no solution, or if the techniques up to the number `hardest` are not enough. If the
    limits are not enough, the profile is not exact.
    """
    solution, who = _solution(sudoku), engine_for(sudoku, engine)
    if not solution:
        return None
    if who == "python":
        return _python_profile(sudoku, solution, hardest, limits.start())
    solver = native_solver(sudoku.box_rows, sudoku.box_columns)
    found = solver.profile(sudoku.givens, solution, hardest, native_limits(limits))
    if found.solved:
        return TechniqueProfile(tuple(found.uses), found.cost / 10, who)
    if not found.stop:
        return None
    return TechniqueProfile(tuple(found.uses), _at_least(found.cost, found.looking), who, found.stop)


def habit_steps(sudoku: Sudoku, limits: Limits = Limits()) -> list[float] | None:
    """Return the costs of the steps in the order of experienced solvers, None if there is no solution.

    >>> max(habit_steps(Sudoku(".3....3....41...", 2, 2)))
    1.1

    Raises OutOfBudget.
    """
    solution = _solution(sudoku)
    if not solution:
        return None
    steps = raw_steps(sudoku, solution, engine_for(sudoku), limits.start(), table=BY_HABIT)
    return [raw.tenths / 10 for raw in steps]


def _python_profile(sudoku: Sudoku, solution: str, hardest: int, budget: Budget) -> TechniqueProfile | None:
    uses, tenths = [0] * len(TECHNIQUES), 0
    solver = PythonSolver(sudoku.box_rows, sudoku.box_columns, TECHNIQUES)
    try:
        for raw in solver.steps(sudoku.givens, solution, budget, hardest):
            uses[raw.technique] += 1
            tenths = max(tenths, raw.tenths)
    except OutOfBudget as out:
        return TechniqueProfile(tuple(uses), _at_least(tenths, solver.looking), stop=out.stop)
    return TechniqueProfile(tuple(uses), tenths / 10) if solver.is_solved else None


def _at_least(tenths: int, looking: int) -> float:
    """Return the least rating if the techniques before a row do not help any more."""
    return max(tenths, min(row.tenths for row in TECHNIQUES[looking:])) / 10


def profiles(sudoku: Sudoku, runs: int, seed: int = 0, limits: Limits = Limits()) -> list[TechniqueProfile]:
    """Return the profiles of solvers who look at lines and digits in other orders.

    Of several equally easy steps a solver takes the first that it meets, as people come across different ones.
    The list is empty if there is no solution.
    """
    rng, budget = Random(seed), limits.start()
    found = (profile(random_image(rng, sudoku), limits=budget.rest()) for _ in range(runs))
    return [each for each in found if each]


def _solution(sudoku: Sudoku) -> str:
    """Return the only solution, or "" if there is none."""
    if core() is None:
        return _only([*islice(completions(sudoku, start(sudoku, given_moves(sudoku))), 2)], sudoku.size)
    solved = digger(sudoku.box_rows, sudoku.box_columns).solve(sudoku.givens, 2, native_limits(TO_SOLVE))
    if solved.found > 1:
        raise NotComputed(SEVERAL)
    if not solved.complete:
        check_limits()
        raise NotComputed(f"not solved within {SECONDS:g} s")
    return str(solved.first)


def _only(full: list[list[int]], size: int) -> str:
    """Return the only full grid as text, or "" if there is none."""
    if len(full) > 1:
        raise NotComputed(SEVERAL)
    return "".join(DIGITS[move % size] for move in full[0]) if full else ""


@cache
def digger(box_rows: int, box_columns: int) -> Any:
    """Return the native counter and digger for boxes of this shape, which need the compiled core."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - callers have checked
    return compiled.sudoku.Digger(box_rows, box_columns)


@cache
def native_solver(box_rows: int, box_columns: int, table: Table = TECHNIQUES) -> Any:
    """Return the native solver with the names, order and costs of a table, which needs the compiled core."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - callers have checked
    rows = [(row.name, row.tenths, row.more) for row in table]
    return compiled.sudoku.Solver(box_rows, box_columns, rows)


def _where(sudoku: Sudoku, cells: list[int], digits: list[int]) -> str:
    """Return the digits and cells to look at in words, with a whole unit by its name."""
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
