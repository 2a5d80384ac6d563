"""The rule that people use in a tilt maze: which checkpoints the ball can no longer reach."""

from quandary.kind import People
from quandary.kinds.tilt.deeds import DEEDS
from quandary.kinds.tilt.rules import Maze, Position
from quandary.player import Player
from quandary.rules import dead_end


def misses_one(maze: Maze, state: Position) -> bool:
    """Return whether some remaining checkpoint is out of reach for good."""
    rolls = maze.rolls_needed[state.ball]
    return any(rolls[i] == float("inf") for i in range(len(rolls)) if not state.collected >> i & 1)


IN_REACH = dead_end(
    "in-reach",
    misses_one,
    says="A roll is ruled out if some checkpoint can no longer be reached after it.",
)

RULES = (IN_REACH,)
CAREFUL = Player(rules=RULES, name="careful")


PEOPLE = People(
    deeds=DEEDS,
    rules=RULES,
    players=(CAREFUL,),
    said=(lambda rolls: f"fewest rolls: {rolls:,.0f}", "need fewer rolls"),
    columns=("shortest_path", "remuse", "solutions", "viable_share"),
)
