"""The level and the effort of a declared puzzle, from the ladder."""

from collections.abc import Callable, Sequence

from quandary.feature import SEVERAL, Feature, Work
from quandary.kind import DifficultyLevel
from quandary.parts.grade import grade, parted
from quandary.pencil.climb import climb
from quandary.pencil.grid import OPEN
from quandary.pencil.ladder import LOOKS
from quandary.pencil.puzzle import Pencil
from quandary.pencil.search import up_to_two
from quandary.score import NotComputed
from quandary.trace import Trace

LEVELS = ("easy", "medium", "hard", "evil")
NEEDS = {
    "easy": "one rule at a time",
    "medium": "rules about the whole board",
    "hard": "rules together, counting, or assuming a mark with a contradiction soon after",
    "evil": "assuming a mark, and a contradiction much later",
}
"""What the puzzles of a level ask of people."""
LEVEL_OF = {"one-rule": 1, "global": 2, "overlap": 3, "counting": 3, "assume-1": 3, "assume-2": 3}
"""The level of a puzzle by the highest rung that it needs. All others are evil."""


def bands_of(levels: Sequence[str]) -> dict[str, DifficultyLevel]:
    """Return some of the levels, without gaps between them.

    >>> bands_of(("easy", "hard", "evil"))["easy"].high
    3.0
    """
    starts = [1.0 + LEVELS.index(level) for level in levels]
    ends = [*starts[1:], 1.0 + len(LEVELS)]
    return {
        level: DifficultyLevel(low if at else 1.0, high, NEEDS[level])
        for at, (level, low, high) in enumerate(zip(levels, starts, ends, strict=True))
    }


def level_number(trace: Trace) -> int:
    """Return the number of the level of a puzzle that was climbed."""
    if trace.status != "solved":
        return len(LEVELS)
    return max((LEVEL_OF.get(step.rule, len(LEVELS)) for step in trace.steps), default=1)


def level_of(puzzle: Pencil) -> str:
    """Return the level of a puzzle with one solution."""
    return LEVELS[level_number(climb(puzzle)) - 1]


def grade_of(trace: Trace) -> float:
    """Return the level, and behind the point the cost of all steps."""
    return grade(level_number(trace), trace.cost)


def spoken(value: float) -> str:
    """Return a grade in words.

    >>> spoken(3.0074)
    'level 3 of 4, effort 74'
    """
    level, effort = parted(value)
    return f"level {level} of {len(LEVELS)}, effort {effort}"


def _climbed(puzzle: Pencil, work: Work) -> Trace | None:
    """Return the steps of a puzzle with one solution, or None if it has no solution."""
    found = work.once("solutions", lambda limits: up_to_two(puzzle, limits))
    if len(found) > 1:
        raise NotComputed(SEVERAL)
    return work.once("climb", lambda limits: climb(puzzle)) if found else None


def _of(read: Callable[[Trace], float]) -> Callable[[Pencil, Work], float | None]:
    def feature(puzzle: Pencil, work: Work) -> float | None:
        trace = _climbed(puzzle, work)
        return None if trace is None else read(trace)

    return feature


def _steps(rung: str) -> Callable[[Trace], float]:
    return lambda trace: trace.count(rung)


def _left(trace: Trace) -> float:
    return float(list(trace.state).count(OPEN))


FEATURES = (
    Feature(
        "grade", "grade", "level and, behind the point, the effort", _of(grade_of), "climb", leaks="level"
    ),
    Feature("level", "of 4", "highest rung that it needs: 1 easy to 4 evil", _of(level_number), "climb"),
    Feature("effort", "cost", "cost of all steps up the ladder", _of(lambda trace: trace.cost), "climb"),
    Feature("hardest", "cost", "cost of the hardest step", _of(lambda trace: trace.hardest), "climb"),
    Feature("left", "spots", "spots that are open where no rung leads on", _of(_left), "climb"),
    *(
        Feature(rung.replace("-", "_"), "steps", f"steps by the rung {rung}", _of(_steps(rung)), "climb")
        for rung in LOOKS
    ),
    Feature("empties", "spots", "spots to fill", lambda puzzle, work: puzzle.start.count(OPEN), "surface"),
)
