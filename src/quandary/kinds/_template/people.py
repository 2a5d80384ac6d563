# Delete this file, and its lines in __init__.py, if you do not know yet what people see in the puzzle.
"""What people see without trying."""

from quandary.kind import People
from quandary.kinds._template.rules import State, Template
from quandary.player import Player
from quandary.rules import dead_end


def _is_stuck(puzzle: Template, state: State) -> bool:
    return not puzzle.is_solved(state) and not puzzle.moves(state)


NO_WAY_ON = dead_end("no-way-on", _is_stuck, says="Do not make a move after which there is none.")
RULES = (NO_WAY_ON,)
CAREFUL = Player(rules=RULES, name="careful")
"""The default player. It never changes, so that scores stay comparable."""

PEOPLE = People(rules=RULES, players=(CAREFUL,))
