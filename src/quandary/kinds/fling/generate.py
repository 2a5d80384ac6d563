"""Random Fling! boards with exactly one solution, grown backwards from the last ball."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from quandary.errors import NoneFoundError, NotationError
from quandary.kinds.fling.engine import native
from quandary.kinds.fling.features import has_one_solution
from quandary.kinds.fling.rules import MOST_CELLS, Board, Position, ways
from quandary.limits import check_limits

SIZES = ("4x4", "5x5", "6x6", "7x8")
"""Sizes with norms, smallest first. Others can be made as well."""
USUAL_SIZE = "7x8"
FEWEST_BALLS = 3
USUAL_MOST = 10
"""The most balls of a board whose size does not give their number."""
TRIES, STARTS = 40, 4
"""How many starts are tried, and after how many of them a ball fewer will do, if their number is not given."""
CHOICE = 3
"""The number of earlier boards to compare. The one with the most moves is tried first, or boards would be dull."""
STEPS_BACK = 20
"""How many steps, forth and back, are made for a ball before another start is tried."""


def generate(rng: Random, size: str) -> Board:
    """Generate a board with exactly one solution.

    >>> generate(Random(1), "5x5-4").balls.bit_count()
    4

    The size is width x height, optionally followed by the number of balls: "7x8-9".
    """
    return make(rng, size, {})


def make(rng: Random, size: str, wishes: Mapping[str, str]) -> Board:
    """Generate a board that fulfils wishes: a number of balls, and one solution or any number of them."""
    width, height, wanted = parts_of(size)
    rng = Random(rng.getrandbits(64))  # of which many draws are cheap
    balls, unique = int(wishes.get("balls", wanted)), wishes.get("solutions", "one") == "one"
    aim = balls or rng.randint(FEWEST_BALLS, most_balls(width, height))
    for tried in range(1, TRIES + 1):
        if board := _grow(rng, width, height, aim, unique=unique):
            return board
        if not balls and tried % STARTS == 0:
            aim = max(FEWEST_BALLS, aim - 1)
    raise NoneFoundError(
        f"No {width}x{height} board with {aim} balls{' and one solution' * unique} was found in {TRIES} tries;"
        " ask for fewer balls or a larger board."
    )


def most_balls(width: int, height: int) -> int:
    """Return how many balls a generated board of a size has at most if their number is not given."""
    return max(FEWEST_BALLS, min(USUAL_MOST, width * height // 4, width + height - 2))


def predecessors(board: Board) -> Iterator[Position]:
    """Yield every position from which one move leads to the board, some of them twice.

    >>> sorted(f"{each:04b}" for each in predecessors(Board(4, 1, 0b0010)))
    ['0101', '0101', '1001']

    The flung ball comes back to an empty cell, and every ball on its ray steps away from it.
    """
    for (x, y), flings in ways(board.width, board.height).items():
        for fling, ray, _ in () if board.balls & board.bit((x, y)) else flings.values():
            met, step = board.balls & ray, board.step(fling.way)
            away = met << step if step > 0 else met >> -step
            if met and (away & ray).bit_count() == met.bit_count():  # no ball comes from beyond the rim
                yield board.balls ^ met | away | board.bit((x, y))


def earlier(board: Board, *, unique: bool) -> list[Board]:
    """Return the boards from which one move leads to this one, in the order of their numbers.

    If they shall have one solution as this one has, no move may lead to another position that can be solved.
    """
    twin = native(board)
    if twin is not None:
        handle: Any = twin.handle
        numbers = handle.earlier(unique)
    else:
        numbers = sorted(set(predecessors(board)))
    found = (Board(board.width, board.height, number) for number in numbers)
    return [each for each in found if twin is not None or not unique or has_one_solution(each)]


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
    """Take back moves from a random cell until there are enough balls, or return None after some steps.

    What leads to a board with several solutions has several itself, so each step back must keep the one.
    """

    def options(board: Board) -> Iterator[Board]:
        found = earlier(board, unique=unique)
        rng.shuffle(found)
        for at in range(0, len(found), CHOICE):
            yield from sorted(found[at : at + CHOICE], key=lambda each: -len(each.moves(each.balls)))

    board = Board(width, height, 1 << rng.randrange(width * height))
    todo = [options(board)]
    for _ in range(STEPS_BACK * balls):
        check_limits()
        if board.balls.bit_count() == balls or not todo:
            break
        if found := next(todo[-1], None):
            board = found
            todo.append(options(board))
        else:
            todo.pop()
    return board if board.balls.bit_count() == balls else None
