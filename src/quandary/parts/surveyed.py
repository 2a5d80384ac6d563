"""Features that all come from one survey: a visit of every position that play can reach."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeAlias

from quandary.feature import Feature, Work
from quandary.limits import Limits, OutOfBudget
from quandary.score import Score, Status

Described: TypeAlias = Mapping[str, tuple[str, str]]
"""The unit and the meaning of each feature, by name."""


def declared(
    described: Described,
    survey: Callable[[Any, Limits, Work], Mapping[str, Score]],
    versions: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Feature, ...]:
    """Return the features of a kind, whose scores a survey gives by name, once per puzzle.

    A survey may ask for the graph of positions, which is explored before it, so that the way to the core is short.
    `versions` names those that are not the first of their name.
    """

    def feature(name: str, unit: str, says: str) -> Feature:
        def read(puzzle: Any, work: Work) -> Score:
            with suppress(OutOfBudget):  # the survey says what that means for each feature
                work.graph()
            return work.once("survey", lambda limits: survey(puzzle, limits, work))[name]

        return Feature(name, unit, says, read, work="survey", version=versions.get(name, 1))

    return tuple(feature(name, unit, says) for name, (unit, says) in described.items())


def exact(values: Mapping[str, float | None], *, engine: str = "python", states: int = 0) -> dict[str, Score]:
    """Return exact scores. A value of None means that there is no solution.

    >>> exact({"shortest_path": None})["shortest_path"].status
    <Status.UNSOLVABLE: 'unsolvable'>
    """
    return {
        name: Score(
            name, value, Status.UNSOLVABLE if value is None else Status.EXACT, engine=engine, states=states
        )
        for name, value in values.items()
    }


def gave_up(names: Iterable[str], out: OutOfBudget) -> dict[str, Score]:
    """Return the scores of a survey that reached a limit."""
    return {name: Score(name, None, Status.GAVE_UP, reason=str(out), stop=out.stop.code) for name in names}
