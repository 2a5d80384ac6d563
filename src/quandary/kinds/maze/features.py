"""The predictors of the report: A from the maze, B from its solutions, C from solving it.

Source: Jones, Investigating Puzzle Difficulty Assessment, 2021, sections 3.2.1, 3.4.1, 3.5.5 and 4.4.1. The
C predictors are means over seeded runs of the human-inspired solver. C7 is the sum of C1 to C4, because
that fits the values that the report prints and C1 + C2 does not.
"""

from collections.abc import Callable
from dataclasses import replace
from math import sqrt

from quandary.feature import Feature, Work
from quandary.kinds.maze.people import RULE_1, RULE_2
from quandary.kinds.maze.rules import Maze
from quandary.kinds.maze.twin import separation
from quandary.score import Score, Status
from quandary.trace import Estimate, Run, Runs

RATING_AT_0, RATING_PER_EDGE, RATING_ERROR = 0.2252, 0.18375, 0.5378
"""The line fitted to the mean ratings, from 1 to 10, of the report's mazes (Table D-2) by B2.

The error is the standard deviation of the ratings around the line.
"""
RATED, RATED_MEAN, RATED_SQUARES = 30, 15.267, 1603.9
"""How many mazes were rated, the mean of their B2, and the sum of its squared differences from the mean."""
ATTEMPTS = (1, 5, 20)
"""Numbers of attempts for which the chance of a shortest solution is computed (Figure 5-1)."""


# A: from the maze


def vertex_checkpoints(maze: Maze) -> int:
    """Count the checkpoints on vertices (A4)."""
    return sum(not each.way for each in maze.checkpoints)


def edge_checkpoints(maze: Maze) -> int:
    """Count the checkpoints on edges (A5)."""
    return sum(bool(each.way) for each in maze.checkpoints)


def unbroken_edges(maze: Maze) -> int:
    """Count the edges without breaks (A3)."""
    return len(maze.edges) - len(maze.breaks)


def _seen(name: str, unit: str, says: str, value: Callable[[Maze], float]) -> Feature:
    return Feature(name, unit, says, lambda maze, _: value(maze), "looks")


SEEN = (
    _seen("A1", "vertices", "size: vertices along a side", lambda maze: maze.size),
    _seen("A2", "vertices", "all vertices", lambda maze: maze.size**2),
    _seen("A3", "edges", "edges without breaks", unbroken_edges),
    _seen("A4", "checkpoints", "checkpoints on vertices", vertex_checkpoints),
    _seen("A5", "checkpoints", "checkpoints on edges", edge_checkpoints),
    _seen("A6", "checkpoints", "all checkpoints", lambda maze: len(maze.checkpoints)),
    _seen("A7", "ratio", "A4 / A2", lambda maze: vertex_checkpoints(maze) / maze.size**2),
    _seen("A8", "ratio", "A5 / A3", lambda maze: edge_checkpoints(maze) / max(1, unbroken_edges(maze))),
    _seen(
        "A9",
        "ratio",
        "A6 / (A2 + A3)",
        lambda maze: len(maze.checkpoints) / (maze.size**2 + unbroken_edges(maze)),
    ),
)


# B: from the solutions


def shortest_possible(maze: Maze) -> int:
    """Return the length of the shortest solution of any maze of this size."""
    return 2 * (maze.size - 1)


def _shortest(maze: Maze, work: Work) -> float | None:
    return work.tally().shortest


def _separation(maze: Maze, work: Work) -> float | None:
    return separation(maze, work.budget)


def _scaled(value: Callable[[Maze, Work], float | None]) -> Callable[[Maze, Work], float | None]:
    """Divide a feature by the length of the shortest solution of any maze of this size."""

    def read(maze: Maze, work: Work) -> float | None:
        number = value(maze, work)
        return None if number is None else number / shortest_possible(maze)

    return read


def _rating(maze: Maze, work: Work) -> Score | None:
    shortest = work.tally().shortest
    if shortest is None:
        return None
    return Score("", rating(shortest), Status.ESTIMATE, spread=rating_spread(shortest))


def rating(shortest: int) -> float:
    """Predict people's rating of a maze, from 1 to 10, from the length of its shortest solution.

    >>> round(rating(14), 2), rating(2), rating(98)
    (2.8, 1.0, 10.0)
    """
    return min(10.0, max(1.0, RATING_AT_0 + RATING_PER_EDGE * shortest))


def rating_spread(shortest: int) -> float:
    """Return the standard error of a predicted rating. It grows away from the mazes that people rated.

    >>> rating_spread(16) < rating_spread(40)
    True
    """
    return RATING_ERROR * sqrt(1 + 1 / RATED + (shortest - RATED_MEAN) ** 2 / RATED_SQUARES)


SOLVED = (
    Feature("B1", "solutions", "number of solutions", lambda maze, work: work.tally().solutions, "solutions"),
    Feature("B2", "edges", "length of the shortest solution", _shortest, "solutions"),
    Feature("B3", "edges", "smallest longest stretch between checkpoints", _separation, "separation"),
    Feature("B4", "ratio", "B2 / shortest possible at the size", _scaled(_shortest), "solutions"),
    Feature("B5", "ratio", "B3 / shortest possible at the size", _scaled(_separation), "separation"),
    Feature("rating", "points", "predicted rating by people, 1 to 10, from B2", _rating, "solutions"),
)


# C: from solving it


def fired(rule: str) -> Callable[[Runs], Callable[[Run], float]]:
    """Return a function that counts how often a rule fired in a run."""

    def of(runs: Runs) -> Callable[[Run], float]:
        place = runs.fired(rule)
        return lambda run: run.fired[place]

    return of


def _steps(runs: Runs) -> Callable[[Run], float]:
    """Return a function that counts deductions, guesses and reversals."""
    one, two = fired(RULE_1.name)(runs), fired(RULE_2.name)(runs)
    return lambda run: one(run) + two(run) + run.guesses + run.reverts


def _wrong(runs: Runs) -> Estimate:
    """Return C4 / C3, with the spread over the runs that had a guess."""
    guesses, reverts = (sum(getattr(run, name) for run in runs.rows) for name in ("guesses", "reverts"))
    guessed = Runs(runs.rules, tuple(run for run in runs.rows if run.guesses), runs.seed, runs.guess)
    spread = guessed.estimate(lambda run: run.reverts / run.guesses).spread if len(guessed) else 0.0
    return Estimate(reverts / guesses if guesses else 0.0, spread, len(runs), runs.seed)


def chance_of_shortest(runs: Runs, shortest: int, attempts: int) -> Estimate:
    """Estimate the chance that a solver finds a shortest solution within some attempts (Figure 5-1).

    >>> rows = tuple(Run("solved", (), 0, 0, 0, 0, length) for length in (4, 6))
    >>> chance_of_shortest(Runs((), rows, 0, "fewest"), 4, attempts=2).mean
    0.75
    """
    once = runs.estimate(lambda run: run.length == shortest).mean
    chance = 1 - (1 - once) ** attempts
    return Estimate(chance, sqrt(chance * (1 - chance)), len(runs), runs.seed)


def _mean(name: str, unit: str, says: str, of: Callable[[Runs], Callable[[Run], float]]) -> Feature:
    return _run(name, unit, says, lambda runs: runs.estimate(of(runs)))


def _run(name: str, unit: str, says: str, value: Callable[[Runs], Estimate]) -> Feature:
    def read(maze: Maze, work: Work) -> Estimate | None:
        runs = work.runs()
        return value(runs) if all(run.status == "solved" for run in runs.rows) else None

    return Feature(name, unit, says, read, "runs")


def _chance(attempts: int) -> Feature:
    def read(maze: Maze, work: Work) -> Estimate | None:
        shortest = work.tally().shortest
        if shortest is None:
            return None
        # On the sheet, the endpoints and the vertices with checkpoints are marked as well.
        return chance_of_shortest(work.runs(), shortest + 2 + vertex_checkpoints(maze), attempts)

    says = f"chance that the solver finds a shortest solution in {attempts} attempt{'s' * (attempts > 1)}"
    return Feature(f"shortest_in_{attempts}", "probability", says, read, "runs")


RUN = (
    _mean("C1", "deductions", "times that rule 1 fired", fired(RULE_1.name)),
    _mean("C2", "deductions", "times that rule 2 fired", fired(RULE_2.name)),
    _mean("C3", "guesses", "guesses made", lambda _: lambda run: run.guesses),
    _mean("C4", "guesses", "guesses taken back", lambda _: lambda run: run.reverts),
    _mean("C5", "guesses", "most open guesses at once", lambda _: lambda run: run.deepest),
    _mean(
        "C6",
        "deductions",
        "most between a guess and its reversal, guesses within it included",
        lambda _: lambda run: run.refutation,
    ),
    _mean("C7", "steps", "C1 + C2 + C3 + C4", _steps),
    _run("C8", "ratio", "C4 / C3", _wrong),
    *(_chance(attempts) for attempts in ATTEMPTS),
)

ALIASES = {
    "A1": "side",
    "A2": "vertices",
    "A3": "open_edges",
    "A4": "vertex_checkpoints",
    "A5": "edge_checkpoints",
    "A6": "checkpoints",
    "A7": "vertex_checkpoint_share",
    "A8": "edge_checkpoint_share",
    "A9": "checkpoint_share",
    "B1": "paths",
    "B2": "shortest_edges",
    "B3": "stretch",
    "B4": "shortest_ratio",
    "B5": "stretch_ratio",
    "C1": "rule_1_uses",
    "C2": "rule_2_uses",
    "C3": "guesses_made",
    "C4": "guesses_back",
    "C5": "open_guesses",
    "C6": "longest_refutation",
    "C7": "solver_steps",
    "C8": "wrong_guess_share",
}
"""Names for the predictors that say what they are."""

FEATURES = tuple(replace(feature, alias=ALIASES.get(feature.name, "")) for feature in (*SEEN, *SOLVED, *RUN))
