"""Grades: a level before the point, and behind it how much work a puzzle is at that level."""

from collections.abc import Sequence

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


def bands(levels: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return the range of grades of each level, easiest first.

    >>> bands(["easy", "hard"])
    {'easy': (1.0, 2.0), 'hard': (2.0, 3.0)}
    """
    return {name: (float(number), number + 1.0) for number, name in enumerate(levels, start=1)}
