"""The ladder: how people get on, from the declaration alone, easiest rung first.

    one-rule      one rule forces it
    global        a rule about the whole board forces it: cut off, a loop would close
    overlap       two or three rules that overlap force it together
    counting      several lines hold all that others need
    assume-1 -2 -3  assume it, and a contradiction follows within so many rounds

Costs are set by hand. A rung looks at what may be in each spot, and yields what it finds, easiest first.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TypeAlias

from quandary.pencil.findings import moves_of, never, told
from quandary.pencil.grid import OPEN
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.rungs import Hit, alone, assume
from quandary.pencil.search import RuleBoard
from quandary.pencil.together import counting, overlap
from quandary.pencil.words.word import ValueSet, is_decided
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule

Rung: TypeAlias = Callable[[RuleBoard, list[ValueSet]], Iterator[Hit]]
"""(the rules of a puzzle, what may be in each spot) → what a rung finds."""


@lru_cache(64)
def board_of(puzzle: Pencil) -> RuleBoard:
    """Return the rules of a puzzle by spot, made once."""
    return RuleBoard(puzzle)


def notes(state: State, moves: Moves) -> list[ValueSet]:
    """Return what may be in each spot: what is written there, or one of the moves that are left."""
    may = [0 if value == OPEN else 1 << value for value in state]
    for move in moves:
        may[move.spot] |= 1 << move.value
    return may


def _find(look: Rung, puzzle: Pencil, state: State, moves: Moves) -> Iterator[Finding]:
    """Look from the notes of a solver."""
    may = notes(state, moves)
    for spot, mask in enumerate(may):
        if not mask:
            name = puzzle.grid.places[spot].name
            yield Finding(name, must=(never(puzzle, spot),), why=f"nothing fits {name}")
            return
        if is_decided(mask) and state[spot] == OPEN:
            must, _ = moves_of(puzzle, may, {spot: mask})
            yield Finding(puzzle.grid.places[spot].name, must, why="nothing else is left")
    board = board_of(puzzle)
    yield from (told(board, may, found) for found in look(board, may))


OPPOSITE = {1: " at once", 2: " after two rounds of simple steps", 3: " after three rounds of simple steps"}
"""When the opposite of a mark breaks a rule, by the number of rounds."""
LOOKS: dict[str, tuple[Rung, float, str]] = {
    "one-rule": (partial(alone, whole=False), 1.0, "One rule alone leaves nothing else."),
    "global": (partial(alone, whole=True), 2.0, "A rule about the whole board leaves nothing else."),
    "overlap": (overlap, 3.0, "Two or three rules that overlap leave nothing else."),
    "counting": (counting, 4.0, "Counting over several lines leaves nothing else."),
    **{
        f"assume-{rounds}": (
            partial(assume, rounds=rounds),
            4.0 + rounds,
            f"The opposite breaks a rule{OPPOSITE[rounds]}.",
        )
        for rounds in (1, 2, 3)
    },
}
"""The rungs by name: how they look, what they cost, and what they say."""
RULES = tuple(Rule(name, partial(_find, look), cost, says) for name, (look, cost, says) in LOOKS.items())
ONE_RULE, GLOBAL, OVERLAP, COUNTING, *ASSUME = RULES

BEGINNER = Player((ONE_RULE,), name="beginner")
"""Looks at one rule at a time."""
SOLVER = Player((ONE_RULE, GLOBAL), name="solver")
"""Is a beginner who also looks at the board as a whole."""
PENCIL = Player((ONE_RULE, GLOBAL, OVERLAP, COUNTING), name="pencil")
"""Is a solver who also looks at rules that overlap, and counts."""
EXPERT = Player(RULES, name="expert")
"""Knows every rung, and also assumes marks until a rule breaks."""
PLAYERS = (SOLVER, BEGINNER, PENCIL, EXPERT)
