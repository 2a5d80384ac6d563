"""Measures of the structure of a level, in C++ with the compiled core, otherwise from `structure.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quandary._native import native_limits
from quandary.feature import Feature, Work
from quandary.kinds.sokoban import structure
from quandary.kinds.sokoban.rules import Level
from quandary.kinds.sokoban.twin import Numbering, make
from quandary.limits import Limits, OutOfBudget, Stop
from quandary.score import NotComputed, Score, Status

NEAR = 1e-8
"""The relative error allowed in the mean pushes of a walker, which are found by iteration."""
MOST_BOXES = 24
"""The most boxes for which all ways to form two groups are tried."""


@dataclass(frozen=True)
class Winnable:
    """Every situation from which a level can be won, held in C++."""

    handle: Any
    fewest_pushes: int
    """-1 if there is no solution."""
    stop: Stop

    @classmethod
    def of(cls, level: Level, limits: Limits) -> "Winnable | None":
        """Explore a level within the limits, or return None without the compiled core."""
        made = make("Level", level, Numbering.of(level))
        if made is None:
            return None
        handle = made.winnable()
        found = handle.explore(native_limits(limits))
        return cls(handle, found.value, found.stop)

    def find(self, name: str, arguments: tuple[float, ...], limits: Limits) -> Score:
        """Return the result of the method of that name.

        Raises OutOfBudget if the limits are reached.
        """
        if self.stop:
            raise OutOfBudget(self.stop)
        if self.fewest_pushes < 0:
            return Score(name, None, Status.UNSOLVABLE, engine="native")
        found = getattr(self.handle, name)(*arguments, native_limits(limits))
        if found.stop:
            raise OutOfBudget(found.stop)
        return Score(name, found.value, Status.EXACT, engine="native")


def _feature(
    name: str,
    unit: str,
    says: str,
    in_python: Callable[[Level, Work], float | None],
    *,
    arguments: tuple[float, ...] = (),
    share: float = 1,
    check: Callable[[Level], None] = lambda _: None,
) -> Feature:
    """Return a measure for the kind's card, which may use a share of the remaining time."""

    def read(level: Level, work: Work) -> Score | float | None:
        check(level)
        winnable = work.once("winnable", lambda limits: Winnable.of(level, limits))
        if winnable is None:
            return in_python(level, work)
        left = work.budget.rest()
        seconds = None if left.seconds is None else share * left.seconds
        return winnable.find(name, arguments, left.part(seconds))

    return Feature(name, unit, says, read, work="winnable")


def _check_groups(level: Level) -> None:
    boxes = len(level.boxes & level.floor)
    if boxes < 2:
        raise NotComputed("a single box cannot be divided into groups")
    if boxes > MOST_BOXES:
        raise NotComputed(f"there are too many ways to form two groups of {boxes} boxes")


STRUCTURE = (
    _feature(
        "box_changes",
        "changes",
        "fewest changes of box in a solution with fewest pushes",
        structure.box_changes,
    ),
    _feature("bottlenecks", "situations", "situations that every solution passes", structure.bottlenecks),
    _feature(
        "two_parts",
        "changes",
        "fewest changes between two groups of boxes",
        structure.two_parts,
        share=0.5,
        check=_check_groups,
    ),
    _feature(
        "wandering",
        "pushes",
        "mean pushes of a walker who only partly knows the way",
        structure.wandering,
        arguments=(structure.BIAS, NEAR),
    ),
)
"""The measures for the kind's card, with the costly ones last."""
