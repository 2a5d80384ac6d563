"""Measures of the structure of a level, in C++ where there is a compiled core, else from `structure.py`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from quandary._native import core, native_limits
from quandary.feature import Feature, Work
from quandary.kinds.sokoban import structure
from quandary.kinds.sokoban.rules import Level
from quandary.kinds.sokoban.twin import Numbering, make, words_for
from quandary.limits import Limits, OutOfBudget, Stop
from quandary.score import NotComputed, Score, Status

NEAR = 1e-8
"""How far off, relatively, a walker's pushes may be when they are found by going nearer step by step."""
MOST_BOXES = 24
"""Beyond, there are too many ways to form two groups of them."""


@dataclass(frozen=True)
class Winnable:
    """Every situation of a level from which it can be won, held in C++."""

    handle: Any
    fewest_pushes: int
    """-1: there is no solution."""
    stop: Stop

    @classmethod
    def of(cls, level: Level, limits: Limits) -> "Winnable | None":
        """Those of a level, as far as the limits allow; None without the compiled core."""
        compiled, numbering = core(), Numbering.of(level)
        words = words_for(numbering)
        if compiled is None or words is None:
            return None
        handle = make(compiled, "Level", words, level, numbering).winnable()
        found = handle.explore(native_limits(limits))
        return cls(handle, found.value, found.stop)

    def find(self, name: str, arguments: tuple[float, ...], limits: Limits) -> Score:
        """What the method of that name finds; raises OutOfBudget."""
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
    """A measure for the kind's card, which may use a share of the time that is left."""

    def read(level: Level, work: Work) -> Score | float | None:
        check(level)
        winnable = work.once("winnable", lambda limits: Winnable.of(level, limits))
        if winnable is None:
            return in_python(level, work)
        left = work.budget.rest()
        seconds = None if left.seconds is None else share * left.seconds
        return winnable.find(name, arguments, replace(left, seconds=seconds))

    return Feature(name, unit, says, read, work="winnable")


def _check_groups(level: Level) -> None:
    boxes = len(level.boxes & level.floor)
    if boxes < 2:
        raise NotComputed("a single box cannot be divided into groups")
    if boxes > MOST_BOXES:
        raise NotComputed(f"there are too many ways to form two groups of {boxes} boxes")


STRUCTURE = (
    _feature(
        "box_changes", "changes", "fewest changes of box on a way with fewest pushes", structure.box_changes
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
        "mean pushes of a walker who knows the way only partly",
        structure.wandering,
        arguments=(structure.BIAS, NEAR),
    ),
)
"""For the kind's card; the costly ones come last."""
