"""The grade of a Fillomino: its level before the point, and behind it how much work it is at that level.

The level is the player who solves it without a guess. Two Fillominos of a level differ by effort, the cost of all
steps of a solver with all rules. Nobody solves an evil one without a guess, so there it is the number of cells that
are still empty when that solver is stuck.
"""

PARTS = 10_000
"""The effort that would make a whole level."""
LEVELS = ("easy", "medium", "hard", "evil")
BANDS = {name: (float(number), number + 1.0) for number, name in enumerate(LEVELS, start=1)}
"""The range of grades of each level."""

NEEDS = {
    "easy": "growing a region that has one way to go, and seeing where a number has no room",
    "medium": "also the cell through which a region must pass to become large enough",
    "hard": "also every way to fill a small pocket, and numbers that would starve each other",
    "evil": "trying a number and following it until something breaks",
}
"""What a Fillomino of a level needs that those of easier levels do not."""


def grade(level: int, effort: float) -> float:
    """Return the grade for the number of a level and the effort.

    >>> grade(3, 74.2), grade(1, 1e9)
    (3.0074, 1.9999)
    """
    return level + min(round(effort), PARTS - 1) / PARTS


def spoken(value: float) -> str:
    """Return a grade in words.

    >>> spoken(3.0074), spoken(4.0023)
    ('level 3 of 4, effort 74', 'level 4 of 4, a solver with all rules is stuck with 23 empty cells')
    """
    level = int(value)
    effort = round((value - level) * PARTS)
    if level < len(LEVELS):
        return f"level {level} of {len(LEVELS)}, effort {effort}"
    cells = f"{effort} empty cell{'s' * (effort != 1)}"
    return f"level {level} of {len(LEVELS)}, a solver with all rules is stuck with {cells}"
