"""Generate Sudokus of a level, between two ratings, or with a given technique as the hardest."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import inf, nextafter
from random import Random
from typing import cast

from quandary.errors import NoLevelError, NoneFoundError, UnknownNameError
from quandary.kind import DifficultyLevel
from quandary.kinds.sudoku.explainer import LAST, NUMBER, WIDEST, TechniqueProfile, profile
from quandary.kinds.sudoku.generate import SYMMETRIES, Symmetry, candidates
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import fingerprint
from quandary.kinds.sudoku.techniques import LEVELS, TECHNIQUES, level
from quandary.limits import Limits, check_limits
from quandary.score import NotComputed

MOST = 50_000
"""Sudokus to try until one is accepted."""
PATIENCE = Limits(seconds=5)
"""The limits of rating one Sudoku. The few that need more are evil, and are not made."""
AIMED = 100
"""Sudokus to try in one call where the caller counts the tries."""

HARDEST = list(LEVELS)[-1]
"""The level of a Sudoku that is rated at least so high, however much higher."""
SPARE = {"easy": 0.55}
"""The share of cells to empty for levels at which few minimal Sudokus are easy enough."""
SPARE_IF_LARGE = {"easy": 0.45, "medium": 0.5, "hard": 0.56, "tough": 0.56}
"""The same beyond 9x9, where minimal Sudokus are nearly all evil."""


@dataclass(frozen=True)
class Goal:
    """A condition on the profile of a solution."""

    accept: Callable[[TechniqueProfile], bool]
    hardest: int
    """The number of the last technique that may be needed. Puzzles beyond it are given up early."""

    def __call__(self, found: TechniqueProfile) -> bool:
        """Return whether a profile meets the condition."""
        return self.accept(found)

    def __and__(self, other: "Goal") -> "Goal":
        """Return a goal that asks for both conditions."""
        return Goal(lambda found: self(found) and other(found), min(self.hardest, other.hardest))


ANY = Goal(lambda found: True, LAST)


def between(low: float, high: float) -> Goal:
    """Return the goal that the hardest step is rated from `low` to below `high`."""
    hardest = max((at for at, technique in enumerate(TECHNIQUES) if technique.cost < high), default=0)
    return Goal(lambda found: low <= found.rating < high, hardest)


def within(level: DifficultyLevel) -> Goal:
    """Return the goal that the hardest step is rated within a level."""
    return between(level.low, level.high)


def needing(name: str) -> Goal:
    """Return the goal that a technique is needed and nothing harder.

    >>> needing("last-cell")(TechniqueProfile((9,) + (0,) * LAST, 1.0))
    True
    """
    if name not in NUMBER:
        raise UnknownNameError("technique", name, NUMBER)
    at = NUMBER[name]
    return Goal(lambda found: found.uses[at] > 0 and not any(found.uses[at + 1 :]), at)


def make(
    rng: Random, size: str, goal: Goal, *, symmetry: Symmetry = "none", empties: int | None = None
) -> Sudoku:
    """Generate a random Sudoku that meets a goal.

    Raises NoneFoundError if no Sudoku was found. The message says how many were tried.
    """
    return _first(candidates(rng, size, symmetry=symmetry, empties=empties), size, goal)


def _first(made: Iterator[Sudoku], size: str, goal: Goal) -> Sudoku:
    for sudoku in islice(made, MOST):
        if _meets(sudoku, goal):
            return sudoku
    raise NoneFoundError(
        f"None of {MOST:,} Sudokus of {size} was as hard as asked; ask for another level, technique or size."
    )


def _meets(sudoku: Sudoku, goal: Goal) -> bool:
    found = profile(sudoku, goal.hardest, limits=PATIENCE)
    return found is not None and found.is_exact and goal(found)


def make_many(
    rng: Random, size: str, goal: Goal, *, symmetry: Symmetry = "none", empties: int | None = None
) -> Iterator[Sudoku]:
    """Yield Sudokus that meet a goal without end, no two of them the same up to symmetry."""
    met = set[str]()
    while True:
        sudoku = make(rng, size, goal, symmetry=symmetry, empties=empties)
        if (key := fingerprint(sudoku)) not in met:
            met.add(key)
            yield sudoku


def at_level(level: str, rng: Random, size: str) -> Sudoku:
    """Generate a random Sudoku of a level."""
    return next(many_at_level(level, rng, size))


def many_at_level(level: str, rng: Random, size: str, *, symmetry: Symmetry = "none") -> Iterator[Sudoku]:
    """Yield different Sudokus of a level without end."""
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    return make_many(rng, size, within(LEVELS[level]), symmetry=symmetry, empties=_empties(level, size))


def _empties(level: str, size: str) -> int | None:
    """Return how many cells of a Sudoku of a level to empty, or None to empty as many as possible."""
    side = int(size.partition("x")[0])
    spare = SPARE_IF_LARGE if side > WIDEST else SPARE
    return round(spare[level] * side**2) if level in spare else None


def level_of(sudoku: Sudoku) -> str:
    """Return the level of a Sudoku.

    Raises NoLevelError if it has none.
    """
    try:
        found = profile(sudoku, limits=PATIENCE)
    except NotComputed as why:
        raise NoLevelError(f"A Sudoku has no level: {why}.") from why
    if found is None:
        raise NoLevelError("A Sudoku without a solution has no level.")
    if not found.is_exact and level(found.rating) != HARDEST:
        check_limits()
        raise NoLevelError(f"The level is not known: {found.stop.text or 'a step needs a guess'}.")
    return level(found.rating)


def rated(rng: Random, size: str, low: float, high: float) -> Sudoku | None:
    """Generate a random Sudoku whose hardest step is rated from `low` to `high`, or return None."""
    goal = between(low, nextafter(high, inf))
    made = islice(candidates(rng, size), AIMED)
    return next((sudoku for sudoku in made if _meets(sudoku, goal)), None)


def wished(rng: Random, size: str, wishes: Mapping[str, str]) -> Sudoku:
    """Generate a random Sudoku that fulfils the wishes of `WISHES` and, optionally, a level.

    >>> wished(Random(1), "4x4", {"symmetry": "half-turn", "minimal": "no"}).givens
    '.3.1...23...1.2.'
    """
    if wishes.keys() == {"level"}:
        return at_level(wishes["level"], rng, size)
    level, technique = wishes.get("level"), wishes.get("technique")
    goal = within(LEVELS[level]) if level else ANY
    goal &= needing(technique) if technique else ANY
    eased = level in SPARE and not technique and wishes.get("minimal") != "yes"
    symmetry = cast(Symmetry, wishes.get("symmetry", "none"))
    if eased and level:  # as many givens as without further wishes
        made = candidates(rng, size, symmetry=symmetry, empties=_empties(level, size))
    else:
        made = candidates(rng, size, symmetry=symmetry, spare=wishes.get("minimal") == "no")
    return _first(made, size, goal) if level or technique else next(made)


WISHES = {
    "technique": tuple(NUMBER),
    "symmetry": tuple(SYMMETRIES),
    "minimal": ("yes", "no"),
}
"""The possible wishes: a technique that is the hardest needed, the symmetry of the givens, and whether the
puzzle is minimal."""
