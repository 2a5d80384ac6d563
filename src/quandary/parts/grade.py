"""Grades: a level before the point, and behind it how much work a puzzle is at that level."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from quandary.kind import DifficultyLevel

PARTS = 10_000
"""The effort that would make a whole level."""


def grade(level: int, effort: float) -> float:
    """Return the grade for the number of a level and the effort.

    >>> grade(3, 74.2), grade(1, 1e9)
    (3.0074, 1.9999)
    """
    return level + min(round(effort), PARTS - 1) / PARTS


def parted(value: float) -> tuple[int, int]:
    """Return the level and the effort of a grade.

    >>> parted(3.0074)
    (3, 74)
    """
    level = int(value)
    return level, round((value - level) * PARTS)


def bands(
    levels: Sequence[str], needs: Mapping[str, str] = MappingProxyType({})
) -> dict[str, DifficultyLevel]:
    """Return the levels with some names, easiest first: grades from their number to below the next.

    >>> bands(["easy", "hard"])["hard"].holds(2.0074)
    True
    """
    numbered = enumerate(levels, start=1)
    return {name: DifficultyLevel(float(at), at + 1.0, needs.get(name, "")) for at, name in numbered}
