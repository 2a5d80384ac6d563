"""How hard a Fillomino is, by who solves it without a guess; and Fillominos as hard as asked."""

from collections.abc import Sequence
from functools import partial
from random import Random

from quandary.errors import NoneFoundError, UnknownNameError
from quandary.kinds.fillomino.board import EMPTY
from quandary.kinds.fillomino.generate import full, generate
from quandary.kinds.fillomino.people import NOVICE, RULES, SOLVER
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.twin import native
from quandary.player import Perception, Player

LEVELS = {"easy": NOVICE, "medium": SOLVER, "hard": Player(RULES, name="expert")}
"""Who solves a Fillomino of each level without a guess; one that nobody does is evil."""
EVIL = "evil"
MOST = 200
"""How many are made in the hope that one is of the level."""


def level_of(puzzle: Fillomino) -> str:
    """The level of a Fillomino with one solution.

    >>> level_of(Fillomino(2, 2, (3, 0, 0, 1)))
    'easy'
    """
    return next((level for level, player in LEVELS.items() if is_solved_by(player, puzzle)), EVIL)


def is_solved_by(player: Player, puzzle: Fillomino) -> bool:
    """Whether somebody who knows the player's rules solves it without a guess; then it has one solution."""
    return fills(player, puzzle, [cell for cell, number in enumerate(puzzle.givens) if number == EMPTY])


def fills(player: Player, puzzle: Fillomino, cells: Sequence[int]) -> bool:
    """Whether somebody who knows the player's rules fills these cells without a guess."""
    if twin := native(puzzle):
        filled: bool = twin.handle.fills_without_guess([rule.name for rule in player.rules], cells)
        return filled
    return fills_in_python(player, puzzle, cells)


def make(level: str, rng: Random, size: str) -> Fillomino:
    """A random Fillomino of a level.

    Numbers are taken from a full board as long as the level's player still solves it, so none can be
    spared at that level; if it then turns out to be easier still, another board is tried.
    """
    if level not in MAKERS:
        raise UnknownNameError("level of fillomino", level, MAKERS)
    for _ in range(MOST):
        puzzle = generate(rng, size) if level == EVIL else _dig(LEVELS[level], rng, size)
        if level_of(puzzle) == level:
            return puzzle
    raise NoneFoundError(f"None of {MOST} Fillominos of {size} was {level}; ask for another level or size.")


def _dig(player: Player, rng: Random, size: str) -> Fillomino:
    """What is left of a full board when each given is taken that the player fills in again.

    Since more givens never make a player see less, all else that was solved before is solved still.
    """
    puzzle = full(rng, size)
    for cell in rng.sample(range(len(puzzle.givens)), len(puzzle.givens)):
        givens = (*puzzle.givens[:cell], EMPTY, *puzzle.givens[cell + 1 :])
        less = Fillomino(puzzle.rows, puzzle.columns, givens)
        if fills(player, less, [cell]):
            puzzle = less
    return puzzle


def fills_in_python(player: Player, puzzle: Fillomino, cells: Sequence[int]) -> bool:
    """The same without the compiled core."""
    sight, state = Perception(puzzle, player), puzzle.givens
    while any(state[cell] == EMPTY for cell in cells):
        table = sight.options(state)
        certain = next((moves[0] for moves in table.values() if len(moves) == 1), None)
        if certain is None or not all(table.values()):
            return False
        state = puzzle.apply(state, certain)
    return EMPTY in state or puzzle.is_solved(state)


MAKERS = {level: partial(make, level) for level in (*LEVELS, EVIL)}
"""For each level a maker: (random, size) → a Fillomino."""
