"""Draw small boards by lot, with everything that the notation allows: with no, one and many solutions."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.fillomino.board import EMPTY
from quandary.kinds.fillomino.growth import full_board
from quandary.kinds.fillomino.rows import write_rows
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.traits import parities, parity

SIDES = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (2, 7), (5, 5))
TWO_DIGITS = 10
ELEMENTS = (*(f"number {number}" for number in range(1, TWO_DIGITS)), "number of two digits")
ALONE = ("rows", "rows of words")
CHOICES = parities("height", "width")
APART: frozenset[frozenset[str]] = frozenset()


def drawn(random: Random) -> str:
    """Return a full board without some of its numbers, and perhaps with wrong ones."""
    rows, columns = random.choice(SIDES)
    numbers = list(full_board(random, rows, columns))
    for _ in range(random.choice((0, 0, 1, 2))):
        numbers[random.randrange(len(numbers))] = random.randint(1, len(numbers))
    for cell in random.sample(
        range(len(numbers)), random.choice((1, 1, 2, 3) if len(numbers) < 9 else (1, 2))
    ):
        numbers[cell] = EMPTY
    return write_rows(tuple(numbers), columns)


def traits(puzzle: Fillomino) -> Iterator[str]:
    """Yield what is on a board."""
    yield from parity(height=puzzle.rows, width=puzzle.columns)
    for number in filter(None, puzzle.givens):
        yield f"number {number}" if number < TWO_DIGITS else "number of two digits"
    yield "rows of words" if max(puzzle.givens) >= TWO_DIGITS else "rows"
