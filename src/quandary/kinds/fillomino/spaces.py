"""The spaces of Fillominos that have a name."""

from collections.abc import Mapping
from random import Random

from quandary.errors import NotationError, SpaceError, UnknownNameError
from quandary.kind import NamedSpace
from quandary.kinds.fillomino.board import EMPTY
from quandary.kinds.fillomino.generate import full
from quandary.kinds.fillomino.notation import parse
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.space import Space
from quandary.parts.spaces import Made, Subset
from quandary.parts.spaces.options import whole

RANDOM = "random"
MOST_SEED = 10**9 - 1


def givens(options: Mapping[str, str]) -> Space[Fillomino]:
    """Return the Fillominos with a given number of givens of one full board.

    >>> space = givens({"size": "2x3", "givens": "2", "grid": "random", "seed": "1"})
    >>> space.size, space.unrank(0).givens
    (15, (5, 5, 0, 0, 0, 0))
    """
    board = _board(options)
    number = whole(options, "givens", 0, len(board.givens) - 1)

    def make(taken: tuple[int, ...]) -> Fillomino:
        kept = set(taken)
        left = tuple(each if cell in kept else EMPTY for cell, each in enumerate(board.givens))
        return Fillomino(board.rows, board.columns, left)

    def code(puzzle: Fillomino) -> list[int]:
        if (puzzle.rows, puzzle.columns) != (board.rows, board.columns) or any(
            each not in (EMPTY, solved) for each, solved in zip(puzzle.givens, board.givens, strict=True)
        ):
            raise SpaceError(
                "The Fillomino is not in this space: its givens are not those of the full board."
            )
        return [cell for cell, each in enumerate(puzzle.givens) if each != EMPTY]

    return Made(Subset(len(board.givens), number), make, code)


def _board(options: Mapping[str, str]) -> Fillomino:
    """Return the full board: a random one, or one that is given as text."""
    try:
        if options["grid"] == RANDOM:
            return full(Random(whole(options, "seed", 0, MOST_SEED)), options["size"])
        board = parse(options["grid"])
    except (NotationError, UnknownNameError) as error:
        raise SpaceError(str(error)) from None
    if EMPTY in board.givens:
        raise SpaceError(f"grid={options['grid'][:40]} has empty cells. Give a full board, or grid=random.")
    return board


SPACES = {
    "givens": NamedSpace(
        "Fillominos with some givens of one full board",
        {"size": "3x3", "givens": "3", "grid": RANDOM, "seed": "1"},
        givens,
    )
}
