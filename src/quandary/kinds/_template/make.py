# Delete this file, and its lines in __init__.py, if puzzles of the kind are only made by hand.
"""Generate puzzles of the kind."""

from random import Random

from quandary.kind import Maker
from quandary.kinds._template.rules import Template

SIZES = ("3x3", "4x4", "5x5")
LONGEST = 20
"""The most moves that are tried on the way to a solution."""


def size(puzzle: Template) -> str:
    """Return the size of a puzzle in the words that `generate` takes."""
    return f"{len(puzzle.rows[0])}x{len(puzzle.rows)}"


def generate(random: Random, size: str) -> Template:
    """Generate a solvable puzzle by random play on a random board, solved where play ends."""
    side = int(size.partition("x")[0])
    board = [[str(random.randrange(1, side)) for _ in range(side)] for _ in range(side)]
    puzzle = Template(tuple(map("".join, board)))
    state = puzzle.starts()[0]
    met = [state]
    for _ in range(LONGEST):
        if moves := puzzle.moves(state):
            state = puzzle.apply(state, random.choice(moves))
            met += [state] * (state not in met)
    board[met[-1].row][met[-1].column] = "0"
    return Template(tuple(map("".join, board)))


MAKER = Maker(sizes=SIZES, size=size, generate=generate)
