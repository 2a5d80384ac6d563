"""Random Fling! boards with exactly one solution, grown backwards from the last ball."""

import re
from collections.abc import Iterator, Mapping
from random import Random

from quandary.errors import NoneFoundError, NotationError
from quandary.kinds.fling.features import has_one_solution
from quandary.kinds.fling.rules import MOST_CELLS, STEPS, Board, Position
from quandary.limits import check_limits

SIZES = ("4x4", "5x5", "6x6", "7x8")
"""Sizes with norms, smallest first. Others can be made as well."""
USUAL_SIZE = "7x8"
FEWEST_BALLS = 3
USUAL_MOST = 10
"""The most balls of a board whose size does not give their number."""
TRIES = 400


def generate(rng: Random, size: str) -> Board:
    """Generate a board with exactly one solution.

    >>> from quandary.kinds.fling.notation import format
    >>> print(format(generate(Random(1), "5x5-4")))  # doctest: +ELLIPSIS
    ...

    The size is width x height, optionally followed by the number of balls: "7x8-9".
    """
    return make(rng, size, {})


def make(rng: Random, size: str, wishes: Mapping[str, str]) -> Board:
    """Generate a board that fulfils wishes: a number of balls, and one solution or any number of them."""
    width, height, wanted = parts_of(size)
    balls = int(wishes.get("balls", wanted))
    for _ in range(TRIES):
        check_limits()
        aim = balls or rng.randint(FEWEST_BALLS, most_balls(width, height))
        board = _grow(rng, width, height, aim, unique=wishes.get("solutions", "one") == "one")
        if board:
            return board
    few = "with one solution " if wishes.get("solutions", "one") == "one" else ""
    raise NoneFoundError(
        f"No {width}x{height} board {few}with {balls or FEWEST_BALLS} balls was found in {TRIES} tries;"
        " ask for fewer balls or a larger board."
    )


def most_balls(width: int, height: int) -> int:
    """Return how many balls a generated board of a size has at most if their number is not given."""
    return max(FEWEST_BALLS, min(USUAL_MOST, width * height // 4, width + height - 2))


def befores(board: Board) -> Iterator[Position]:
    """Yield every position from which one move leads to the board, some of them twice.

    >>> [bin(each) for each in befores(Board(4, 1, 0b0010))]
    ['0b101', '0b1001']

    The flung ball comes back to an empty cell, and every ball on its ray steps away from it.
    """
    for y in range(board.height):
        for x in range(board.width):
            if not board.balls & board.bit((x, y)):
                yield from filter(None, (_before(board, x, y, *step) for step in STEPS.values()))


def size_of(board: Board) -> str:
    """Return the size of a board in cells, width first: "7x8"."""
    return f"{board.width}x{board.height}"


def is_size(size: str) -> bool:
    """Return whether boards of a size can be made."""
    try:
        parts_of(size)
    except NotationError:
        return False
    return True


def parts_of(size: str) -> tuple[int, int, int]:
    """Return the width, the height and the number of balls, 0 if the size does not give one."""
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:-(\d{1,3}))?", size, re.ASCII)
    width, height, balls = (int(part or 0) for part in match.groups()) if match else (0, 0, 0)
    is_board = 1 <= width <= MOST_CELLS and 1 <= height <= MOST_CELLS and max(width, height) >= 3
    if not is_board or not (balls == 0 or 2 <= balls < width * height):
        raise NotationError(
            f"A Fling! board cannot have the size {size[:20]!r};"
            f" write width x height in cells, such as 7x8, each from 1 to {MOST_CELLS} and one of them at least 3,"
            " and optionally the number of balls, such as 7x8-9, from 2."
        )
    return width, height, balls


def _grow(rng: Random, width: int, height: int, balls: int, *, unique: bool) -> Board | None:
    """Take back moves from a random cell until there are so many balls, or return None."""
    board = Board(width, height, 1 << rng.randrange(width * height))
    while board.balls.bit_count() < balls:
        options = list(dict.fromkeys(befores(board)))
        rng.shuffle(options)
        earlier = (Board(width, height, each) for each in options)
        found = next((each for each in earlier if not unique or has_one_solution(each)), None)
        if found is None:
            return None
        board = found
    return board


def _before(board: Board, x: int, y: int, dx: int, dy: int) -> Position:
    """Return the position before a ball came from (x, y) and went one way, or 0 if there is none."""
    cells = set(board.cells(board.balls))
    after, there = board.balls | board.bit((x, y)), (x + dx, y + dy)
    met = list[Position]()
    moved = list[Position]()
    while 0 <= there[0] < board.width and 0 <= there[1] < board.height:
        beyond = there[0] + dx, there[1] + dy
        if there in cells:
            if not (0 <= beyond[0] < board.width and 0 <= beyond[1] < board.height):
                return 0
            met.append(board.bit(there))
            moved.append(board.bit(beyond))
        there = beyond
    return (after - sum(met)) | sum(moved) if met else 0
