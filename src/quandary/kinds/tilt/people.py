"""What people see in a tilt maze: which checkpoints a ball can no longer get to."""

from quandary.kind import People
from quandary.kinds.tilt.rules import Maze, Position
from quandary.player import Player
from quandary.rules import dead_end


def misses_one(maze: Maze, state: Position) -> bool:
    """Whether some checkpoint that is still there can no longer be rolled over, taken by itself."""
    rolls = maze.rolls_needed[state.ball]
    return any(rolls[i] == float("inf") for i in range(len(rolls)) if not state.collected >> i & 1)


IN_REACH = dead_end(
    "in-reach",
    misses_one,
    says="A roll after which some checkpoint can no longer be reached is out.",
)

RULES = (IN_REACH,)
CAREFUL = Player(rules=RULES, name="careful")


PEOPLE = People(rules=RULES, default=CAREFUL)
