"""Features of a Sudoku: the steps of a human-like solver, and counts that need no solving.

The surface features, and the idea to learn difficulty from them, are from *Automatically Generating Puzzles
of Different Complexity* (2014): empty cells, rows, columns and boxes with at least seven blanks, the count of
each digit and the standard deviation of these counts.
"""

from collections.abc import Callable
from math import fsum
from statistics import fmean, pstdev, stdev

from quandary.feature import Feature, Work
from quandary.kinds.sudoku.board import DIGITS, EMPTY
from quandary.kinds.sudoku.explainer import TechniqueProfile, engine_for, habit_steps, profile, profiles
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.techniques import GUESS, TECHNIQUES
from quandary.score import NotComputed, Score, Status

MANY_BLANKS = 7
SINGLES = 2.3
ORDERS, SEED = 30, 1
"""The number of search orders to try, and their seed."""
GUESSED = "a step was found by no technique"


def surface(sudoku: Sudoku) -> dict[str, float]:
    """Return the features that need no solving.

    >>> surface(Sudoku("12..34..........", 2, 2))["empties"]
    12
    """
    board, givens = sudoku.board, sudoku.givens
    counts = [givens.count(symbol) for symbol in DIGITS[: sudoku.size]]

    def blank(of: tuple[int, ...]) -> int:
        lines = [0] * sudoku.size
        for cell, symbol in enumerate(givens):
            lines[of[cell]] += symbol == EMPTY
        return sum(blanks >= MANY_BLANKS for blanks in lines)

    return {
        "empties": givens.count(EMPTY),
        "blank_rows": blank(board.row_of),
        "blank_columns": blank(board.column_of),
        "blank_boxes": blank(board.box_of),
        **{f"count_{symbol}": count for symbol, count in zip(DIGITS, counts, strict=False)},
        "count_spread": pstdev(counts),
    }


def steps(profile: TechniqueProfile) -> dict[str, float]:
    """Return the features of a solution: the hardest step, the effort and the uses of each technique."""
    uses = {technique.name: n for technique, n in zip(TECHNIQUES, profile.uses, strict=True)}
    return {"se_rating": profile.rating, "se_effort": profile.effort, **uses}


def _of_profile(value: Callable[[TechniqueProfile], float]) -> Callable[[Sudoku, Work], Score]:
    """Return a measure of a solution by techniques, which is a bound if that was not finished."""

    def read(sudoku: Sudoku, work: Work) -> Score:
        found = work.once("profile", lambda limits: profile(sudoku, limits=limits))
        if found is None:
            return Score("", None, Status.UNSOLVABLE, engine=engine_for(sudoku))
        number, engine, stop = value(found), found.engine, found.stop
        if stop:
            return Score(
                "", None, Status.GAVE_UP, engine=engine, at_least=number, reason=stop.text, stop=stop.code
            )
        return Score("", number, Status.EXACT if found.is_exact else Status.LOWER_BOUND, engine=engine)

    return read


def _by_habit(value: Callable[[list[float]], float]) -> Callable[[Sudoku, Work], Score]:
    """Return a measure of the costs of the steps in the order of experienced solvers."""

    def read(sudoku: Sudoku, work: Work) -> Score:
        costs, engine = (
            work.once("habit", lambda limits: habit_steps(sudoku, limits=limits)),
            engine_for(sudoku),
        )
        if not costs:
            return Score("", None, Status.UNSOLVABLE, engine=engine)
        status = Status.LOWER_BOUND if GUESS.cost in costs else Status.EXACT
        return Score("", round(value(costs), 10), status, engine=engine)

    return read


def _over_orders(value: Callable[[TechniqueProfile], float]) -> Callable[[Sudoku, Work], Score]:
    """Return a measure of the mean and the spread of a number over solvers who look in other orders."""

    def read(sudoku: Sudoku, work: Work) -> Score:
        found = work.once("orders", lambda limits: profiles(sudoku, ORDERS, SEED, limits))
        if not found:
            return Score("", None, Status.UNSOLVABLE, engine=engine_for(sudoku))
        engine = found[0].engine
        if bound := next((each for each in found if not each.is_exact), None):
            return Score(
                "",
                None,
                Status.GAVE_UP,
                engine=engine,
                reason=bound.stop.text or GUESSED,
                stop=bound.stop.code,
            )
        values = [value(each) for each in found]
        return Score(
            "",
            fmean(values),
            Status.ESTIMATE,
            engine=engine,
            spread=stdev(values),
            runs=len(values),
            seed=SEED,
        )

    return read


def _surface(name: str, unit: str, says: str) -> Feature:
    def read(sudoku: Sudoku, work: Work) -> float:
        counts = work.once("surface", lambda _: surface(sudoku))
        if name not in counts:
            raise NotComputed(f"a Sudoku of {sudoku.size} symbols has no {name.removeprefix('count_')}")
        return counts[name]

    return Feature(name, unit, says, read, "surface")


def _uses(technique: str) -> Feature:
    """Return how often a human-like solver uses a technique."""
    number = [each.name for each in TECHNIQUES].index(technique)
    name = "uses_" + "".join(each if each.isalnum() else "_" for each in technique.lower())
    return Feature(
        name,
        "steps",
        f"steps by {technique}",
        _of_profile(lambda found: found.uses[number]),
        "techniques",
    )


FEATURES = (
    Feature(
        "se_rating",
        "rating",
        "hardest step, on the scale of Sudoku Explainer",
        _of_profile(lambda found: found.rating),
        "techniques",
        version=2,
        leaks="level",
    ),
    Feature(
        "se_effort",
        "rating points",
        "all steps together, on the same scale",
        _of_profile(lambda found: found.effort),
        "techniques",
        version=2,
    ),
    Feature(
        "solver_rating",
        "rating",
        "hardest step in the order of experienced solvers, on the same scale",
        _by_habit(max),
        "techniques",
        leaks="level",
    ),
    Feature(
        "solver_effort",
        "rating points",
        "all steps together in the order of experienced solvers",
        _by_habit(fsum),
        "techniques",
    ),
    Feature(
        "hard_steps",
        "steps",
        "steps that need more than singles",
        _of_profile(lambda found: found.steps(SINGLES)),
        "techniques",
        version=2,
    ),
    Feature(
        "se_rating_orders",
        "rating",
        "hardest step, for solvers who look in other orders",
        _over_orders(lambda found: found.rating),
        "orders",
        version=2,
        leaks="level",
    ),
    Feature(
        "se_effort_orders",
        "rating points",
        "all steps together, for solvers who look in other orders",
        _over_orders(lambda found: found.effort),
        "orders",
        version=2,
    ),
    Feature("empties", "cells", "cells to fill", lambda sudoku, work: sudoku.givens.count(EMPTY), "surface"),
    _surface("blank_rows", "rows", "rows with at least seven blanks"),
    _surface("blank_columns", "columns", "columns with at least seven blanks"),
    _surface("blank_boxes", "boxes", "boxes with at least seven blanks"),
    *(_surface(f"count_{digit}", "cells", f"givens that are {digit}") for digit in DIGITS[:9]),
    _surface("count_spread", "cells", "standard deviation of the counts of the digits"),
    *(_uses(technique.name) for technique in TECHNIQUES),
)
