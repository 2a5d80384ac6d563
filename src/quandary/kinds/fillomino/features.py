"""The features of a Fillomino: the player who solves it, the steps that takes, and simple counts.

Empty cells, regions and spare givens are the features of *Automatically Generating Puzzles of Different
Complexity* (2014). The steps of a human-like solver are ours.
"""

from collections.abc import Callable
from operator import mul

from quandary.feature import SEVERAL, Feature, Work
from quandary.kinds.fillomino.board import EMPTY, BoardNumbers, Cells
from quandary.kinds.fillomino.complete import solution_of, up_to_two
from quandary.kinds.fillomino.generate import reductions
from quandary.kinds.fillomino.grade import BANDS
from quandary.kinds.fillomino.levels import EXPERT, level_of, stuck_with
from quandary.kinds.fillomino.people import RULES
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.sight import held
from quandary.parts.grade import grade
from quandary.score import NotComputed
from quandary.trace import Estimate, Runs


def surface(puzzle: Fillomino, goal: BoardNumbers) -> dict[str, int]:
    """Count the empty cells and the regions of a Fillomino and its solution.

    >>> surface(Fillomino(2, 2, (1, 0, 0, 0)), (1, 3, 3, 3))
    {'empties': 3, 'regions': 2, 'hidden_regions': 1, 'largest': 3}
    """
    regions = [region for cells in held(goal).values() for region in puzzle.board.parts(cells)]
    given: Cells = sum(1 << cell for cell, number in enumerate(puzzle.givens) if number != EMPTY)
    return {
        "empties": puzzle.givens.count(EMPTY),
        "regions": len(regions),
        "hidden_regions": sum(not region & given for region in regions),
        "largest": max(goal),
    }


def shown_regions(puzzle: Fillomino) -> int:
    """Count the connected areas of equal numbers on the board as it is given, as the draft of 2014 does.

    >>> shown_regions(Fillomino(2, 2, (1, 3, 0, 3)))
    2
    """
    shown = held(puzzle.givens)
    return sum(len(list(puzzle.board.parts(cells))) for number, cells in shown.items() if number != EMPTY)


def draft_vector(puzzle: Fillomino) -> dict[str, float]:
    """Return what the draft of 2014 counts on an unsolved board: cells, empty ones, regions, and optimality.

    A board is optimal if none of its givens can go without giving it a second solution.

    >>> draft_vector(Fillomino(2, 2, (1, 0, 0, 0)))
    {'cells': 4, 'empties': 3, 'regions': 1, 'optimal': 1}
    """
    goal = solution_of(puzzle)
    spare = goal is None or any(solution_of(less) == goal for _, less in reductions(puzzle))
    return {
        "cells": len(puzzle.givens),
        "empties": puzzle.givens.count(EMPTY),
        "regions": shown_regions(puzzle),
        "optimal": int(not spare),
    }


def _solution(puzzle: Fillomino, work: Work) -> BoardNumbers | None:
    """Return the only solution, or None if there is none."""
    found = work.once("solution", lambda limits: up_to_two(puzzle, limits))
    if len(found) > 1:
        raise NotComputed(SEVERAL)
    return found[0] if found else None


def _of_surface(name: str) -> Callable[[Fillomino, Work], float | None]:
    def read(puzzle: Fillomino, work: Work) -> float | None:
        goal = _solution(puzzle, work)
        return surface(puzzle, goal)[name] if goal else None

    return read


def _level(puzzle: Fillomino, work: Work) -> int | None:
    return 1 + list(BANDS).index(level_of(puzzle)) if _solution(puzzle, work) else None


def _grade(puzzle: Fillomino, work: Work) -> float | None:
    level = _level(puzzle, work)
    if level is None:
        return None
    if level < len(BANDS):
        return grade(level, _effort_of(work.one_run()).mean)
    return grade(level, stuck_with(EXPERT, puzzle))


def _spare_givens(puzzle: Fillomino, work: Work) -> float | None:
    goal = _solution(puzzle, work)
    if goal is None:
        return None
    return sum(solution_of(less, work.budget.rest()) == goal for _, less in reductions(puzzle))


def _guesses(puzzle: Fillomino, work: Work) -> Estimate:
    return work.runs().estimate(lambda run: run.guesses)


def _steps(rule: str) -> Callable[[Fillomino, Work], Estimate]:
    def read(puzzle: Fillomino, work: Work) -> Estimate:
        place = work.runs().fired(rule)
        return work.runs().estimate(lambda run: run.fired[place])

    return read


def _effort(puzzle: Fillomino, work: Work) -> Estimate:
    return _effort_of(work.runs())


def _effort_of(runs: Runs) -> Estimate:
    """Return the mean cost of all steps of a run."""
    cost = {rule.name: rule.cost for rule in RULES}
    costs = [cost[name] for name in runs.rules]
    return runs.estimate(lambda run: sum(map(mul, run.fired, costs)))


FEATURES = (
    Feature(
        "grade",
        "grade",
        "level and, behind the point, the work at that level",
        _grade,
        "levels",
        leaks="level",
    ),
    Feature("level", "of 4", "player who solves it without a guess: 1 easy to 4 evil", _level, "levels"),
    Feature("effort", "cost", "cost of all steps of a solver with all rules", _effort, "runs"),
    Feature("guesses", "guesses", "guesses of that solver", _guesses, "runs"),
    *(
        Feature(
            each.name.replace("-", "_"), "steps", f"steps by the rule {each.name}", _steps(each.name), "runs"
        )
        for each in RULES
    ),
    Feature("cells", "cells", "cells of the board", lambda puzzle, work: len(puzzle.givens), "surface"),
    Feature(
        "shown_regions",
        "regions",
        "connected areas of equal numbers on the board as it is given",
        lambda puzzle, work: shown_regions(puzzle),
        "surface",
    ),
    Feature("empties", "cells", "cells to fill", lambda puzzle, work: puzzle.givens.count(EMPTY), "surface"),
    Feature("regions", "regions", "regions of the solution", _of_surface("regions"), "surface"),
    Feature("hidden_regions", "regions", "regions without a given", _of_surface("hidden_regions"), "surface"),
    Feature("largest", "cells", "largest region of the solution", _of_surface("largest"), "surface"),
    Feature(
        "spare_givens",
        "givens",
        "givens that are not needed for a unique solution",
        _spare_givens,
        "surface",
    ),
)
