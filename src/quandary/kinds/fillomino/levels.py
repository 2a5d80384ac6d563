"""The level of a Fillomino, by the player who solves it without a guess, and Fillominos of a level."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from quandary.errors import NoneFoundError, UnknownNameError
from quandary.kinds.fillomino.board import EMPTY, BoardNumbers
from quandary.kinds.fillomino.generate import full, generate
from quandary.kinds.fillomino.grade import BANDS
from quandary.kinds.fillomino.people import NOVICE, RULES, SOLVER
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.twin import native
from quandary.player import Perception, Player

EXPERT = Player(RULES, name="expert")
LEVELS = {"easy": NOVICE, "medium": SOLVER, "hard": EXPERT}
"""The player who solves each level without a guess. A Fillomino that no player solves is evil."""
EVIL = "evil"
MOST = 200
"""The most Fillominos to make in search of one of the level."""


def level_of(puzzle: Fillomino) -> str:
    """Return the level of a Fillomino with a unique solution.

    >>> level_of(Fillomino(2, 2, (3, 0, 0, 1)))
    'easy'
    """
    return next((level for level, player in LEVELS.items() if is_solved_by(player, puzzle)), EVIL)


def is_solved_by(player: Player, puzzle: Fillomino) -> bool:
    """Return whether a player with these rules solves it without a guess, so that its solution is unique."""
    return fills(player, puzzle, [cell for cell, number in enumerate(puzzle.givens) if number == EMPTY])


def fills(player: Player, puzzle: Fillomino, cells: Sequence[int]) -> bool:
    """Return whether a player with these rules fills these cells without a guess."""
    if twin := native(puzzle):
        handle: Any = twin.handle
        filled: bool = handle.fills_without_guess([rule.name for rule in player.rules], cells)
        return filled
    return fills_in_python(player, puzzle, cells)


def stuck_with(player: Player, puzzle: Fillomino) -> int:
    """Return how many cells are empty when a player with these rules cannot fill another without a guess.

    >>> stuck_with(NOVICE, Fillomino(2, 2, (3, 0, 0, 1))), stuck_with(NOVICE, Fillomino(2, 2, (0, 0, 0, 0)))
    (0, 4)
    """
    if twin := native(puzzle):
        handle: Any = twin.handle
        empty: int = handle.stuck_without_guess([rule.name for rule in player.rules])
        return empty
    return _filled_in_python(player, puzzle, range(len(puzzle.givens))).count(EMPTY)


def make(level: str, rng: Random, size: str) -> Fillomino:
    """Generate a random Fillomino of a level.

    BoardNumbers are taken from a full board as long as the level's player still solves it, so no given is spare
    at that level. If the result turns out to be easier, another board is tried.
    """
    if level not in BANDS:
        raise UnknownNameError("level of fillomino", level, BANDS)
    for _ in range(MOST):
        puzzle = generate(rng, size) if level == EVIL else _dig(LEVELS[level], rng, size)
        if level_of(puzzle) == level:
            return puzzle
    raise NoneFoundError(f"None of {MOST} Fillominos of {size} was {level}; ask for another level or size.")


def _dig(player: Player, rng: Random, size: str) -> Fillomino:
    """Remove each given of a full board that the player can fill in again.

    Since more givens never make a player see less, everything else that was solved before still is.
    """
    puzzle = full(rng, size)
    for cell in rng.sample(range(len(puzzle.givens)), len(puzzle.givens)):
        givens = (*puzzle.givens[:cell], EMPTY, *puzzle.givens[cell + 1 :])
        less = Fillomino(puzzle.rows, puzzle.columns, givens)
        if fills(player, less, [cell]):
            puzzle = less
    return puzzle


def fills_in_python(player: Player, puzzle: Fillomino, cells: Sequence[int]) -> bool:
    """Run `fills` without the compiled core."""
    state = _filled_in_python(player, puzzle, cells)
    is_filled = all(state[cell] != EMPTY for cell in cells)
    return is_filled and (EMPTY in state or puzzle.is_solved(state))


def _filled_in_python(player: Player, puzzle: Fillomino, cells: Sequence[int]) -> BoardNumbers:
    """Return the numbers when these cells are filled, or when nothing more can be filled."""
    sight, state = Perception(puzzle, player), puzzle.givens
    while any(state[cell] == EMPTY for cell in cells):
        table = sight.options(state)
        certain = next((moves[0] for moves in table.values() if len(moves) == 1), None)
        if certain is None or not all(table.values()):
            break
        state = puzzle.apply(state, certain)
    return state


def at_level(rng: Random, size: str, wishes: Mapping[str, str]) -> Fillomino:
    """Generate a random Fillomino of the level that is wished for."""
    return make(wishes["level"], rng, size)
