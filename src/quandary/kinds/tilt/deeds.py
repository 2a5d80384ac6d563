"""What rolls do besides moving the ball: they pass checkpoints."""

from typing import Any

from quandary.deed import Deed, Deeds
from quandary.kinds.tilt.rules import Maze, Position
from quandary.parts.spots import named


def of(maze: Maze, state: Position, move: str, remembered: Any) -> tuple[Deed | None, None]:
    """Return the checkpoints that a roll collects, or None if there is none.

    >>> maze = Maze(3, 1, ball=(0, 0), checkpoints=((1, 0),))
    >>> of(maze, Position((0, 0), 0), "right", None)[0].name
    'pass the checkpoint at r1c2'
    """
    new = maze.rolls[state.ball, move].collects & ~state.collected
    passed = [named(cell) for number, cell in enumerate(maze.checkpoints) if new >> number & 1]
    if not passed:
        return None, None
    return Deed(f"pass the checkpoint{'s' * (len(passed) > 1)} at {' and '.join(passed)}"), None


DEEDS = Deeds(of)
