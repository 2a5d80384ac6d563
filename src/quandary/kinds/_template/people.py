"""What people rule out without trying it."""

from quandary.kind import People
from quandary.kinds._template.rules import Jugs, State
from quandary.player import Player
from quandary.rules import dead_end


def _holds_too_little(puzzle: Jugs, state: State) -> bool:
    return sum(state) < puzzle.wanted


TOO_LITTLE = dead_end(
    "too-little", _holds_too_little, says="Do not pour away water that the wanted amount needs."
)
RULES = (TOO_LITTLE,)
CAREFUL = Player(rules=RULES, name="careful")
"""The player that scores are for unless another one is named; frozen, so that scores compare."""


PEOPLE = People(rules=RULES, default=CAREFUL)
