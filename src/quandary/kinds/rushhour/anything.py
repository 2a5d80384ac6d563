"""Draw small boards by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.rushhour.notation import format  # noqa: A004
from quandary.kinds.rushhour.rules import Board, Car
from quandary.kinds.rushhour.vary import fits, free_cells, new_letter, place
from quandary.parts.traits import never_both, parities, parity

SIDES = ((3, 3), (4, 3), (3, 4), (4, 4), (5, 4), (4, 5), (5, 5), (6, 4), (4, 8), (7, 3), (8, 3))
ELEMENTS = (
    "car across",
    "car upright",
    "truck across",
    "truck upright",
    "longer vehicle",
    "wall",
    "long A",
    "A at the exit",
    "car in the row of A",
)
ALONE = ("A alone",)
CHOICES = parities("width", "height")
APART = never_both()


def drawn(random: Random) -> str:
    """Return a board with a few cars and perhaps walls."""
    width, height = random.choice(SIDES)
    length = random.choice((2, 2, 2, 3)) if width > 3 else 2
    board = Board(
        width,
        height,
        (Car("A", random.randrange(height), random.randrange(width - length + 1), length, False),),
    )
    for _ in range(random.choice((0, 2, 4, 6, 9))):
        upright, letter = random.random() < 0.5, new_letter(board)
        lanes, room = (width, height) if upright else (height, width)
        length = min(random.choice((2, 2, 3, 4)), room)
        car = Car(letter or "", random.randrange(lanes), random.randrange(room - length + 1), length, upright)
        if letter and fits(board, car):
            board = place(board, car)
    free = sorted(free_cells(board))
    walls = random.sample(free, min(len(free), random.choice((0, 0, 0, 1, 2))))
    return format(Board(width, height, board.cars, frozenset(walls)))


def traits(board: Board) -> Iterator[str]:
    """Yield what is on a board."""
    yield from parity(width=board.width, height=board.height)
    red, *others = board.cars
    for car in others:
        name = {2: "car", 3: "truck"}.get(car.length)
        yield f"{name} {'upright' if car.upright else 'across'}" if name else "longer vehicle"
        if not car.upright and car.lane == red.lane:
            yield "car in the row of A"
    if board.walls:
        yield "wall"
    if red.length > 2:
        yield "long A"
    if board.is_solved(board.starts()[0]):
        yield "A at the exit"
    if not others:
        yield "A alone"
