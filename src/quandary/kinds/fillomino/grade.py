"""The grade of a Fillomino: its level before the point, and behind it how much work it is at that level.

The level is the player who solves it without a guess. Two Fillominos of a level differ by effort, the cost of all
steps of a solver with all rules. Nobody solves an evil one without a guess, so there it is the number of cells that
are still empty when that solver is stuck.
"""

from quandary.parts.grade import bands, parted

LEVELS = ("easy", "medium", "hard", "evil")
NEEDS = {
    "easy": "growing a region that has one way to go, and seeing where a number has no room",
    "medium": "also the cell through which a region must pass to become large enough",
    "hard": "also every way to fill a small pocket, and numbers that would starve each other",
    "evil": "trying a number and following it until something breaks",
}
"""What a Fillomino of a level needs that those of easier levels do not."""
BANDS = bands(LEVELS, NEEDS)


def spoken(value: float) -> str:
    """Return a grade in words.

    >>> spoken(3.0074), spoken(4.0023)
    ('level 3 of 4, effort 74', 'level 4 of 4, a solver with all rules is stuck with 23 empty cells')
    """
    level, effort = parted(value)
    if level < len(LEVELS):
        return f"level {level} of {len(LEVELS)}, effort {effort}"
    cells = f"{effort} empty cell{'s' * (effort != 1)}"
    return f"level {level} of {len(LEVELS)}, a solver with all rules is stuck with {cells}"
